// Playing on from a position under study. The current game is set aside and can be resumed.
import { go } from '../lib/router.svelte';
import { load, save } from '../lib/storage';
import { Match, type SavedMatch } from '../play/match.svelte';
import type { SessionState } from '../rules/types';

const kGame = 'game';
const kAside = 'game.aside';

export const isAside = (): boolean => load<SavedMatch>(kAside) !== undefined;

/** A person in one seat, engines of a level in all others. */
export function playOn(view: SessionState, player: number, level: number): void {
    const seats = view.players.map((_, i) => ({
        kind: i === player ? ('person' as const) : ('engine' as const),
        name: '',
        level,
    }));
    if (Match.goesOn) save(kAside, load<SavedMatch>(kGame));
    const saved: SavedMatch = {
        version: 1,
        setup: { spec: view.spec, seats },
        seed: Math.floor(Math.random() * 2 ** 48),
        start: view.position,
        turns: [],
        soFar: '',
        clocks: [],
    };
    save(kGame, saved);
    go('/play/game');
}

/** Goes on with the game that was put aside, and puts aside what is played now. */
export function takeUp(): void {
    const aside = load<SavedMatch>(kAside);
    save(kAside, Match.goesOn ? load<SavedMatch>(kGame) : undefined);
    save(kGame, aside);
    go('/play/game');
}
