// The task of the player to move, in words; the same on this device and on a server.
import { t, tAbout } from '../i18n/i18n.svelte';
import type { SessionState } from '../rules/types';

/** Whether the player can only pass. */
export const mustPass = (view: SessionState): boolean =>
    view.pass !== '' &&
    !view.rollDue &&
    view.moves.length === 0 &&
    view.wallPlaces.length === 0 &&
    view.breakable.length === 0;

/** Undefined where it is simply their turn. `breaking`: they are choosing a wall to break through. */
export function taskOf(view: SessionState, name: string, you: boolean, breaking: boolean): string | undefined {
    if (mustPass(view))
        return tAbout(view.players[view.turnOf].skips ? 'page.play.skip' : 'page.play.stuck', name, you);
    if (breaking) return t('page.play.percee.choose');
    if (view.decline) return t('page.play.percee.step');
    if (view.roll) return t('page.play.rolled', { roll: view.roll, left: view.actionsLeft });
    if (view.placements.length) return tAbout('page.play.placePawn', name, you);
    if (view.moves.length === 0 && view.wallPlaces.length) return tAbout('page.play.nowWall', name, you);
    return undefined;
}

/** The rolls that decided who begins, until somebody has. */
export function openingText(turns: number, rolls: readonly (readonly number[])[] = []): string {
    return turns === 0 && rolls.length
        ? t('page.play.openingRolls', { rolls: rolls.map(([a, b]) => `${a}–${b}`).join(', ') })
        : '';
}
