// The choice of a new game: what was chosen last, and what other pages choose before the set-up is shown.
import { advised } from '../lib/levels';
import { go } from '../lib/router.svelte';
import { load, save } from '../lib/storage';
import type { Seat } from './match.svelte';

export interface Choice {
    game: string;
    /** Options other than usual, by game. */
    values: Record<string, Record<string, string>>;
    /** Four of them. */
    seats: Seat[];
    clock: number;
}
const kStored = 'setup';

export const keptChoice = (): Partial<Choice> => load<Partial<Choice>>(kStored) ?? {};
export const keepChoice = (choice: Partial<Choice>): void => save(kStored, { ...keptChoice(), ...choice });

/** Seats as they were taken last; before that, of a person and engines of the level that is advised. */
export const seatsOf = ({ seats }: Partial<Choice>, game: string): Seat[] =>
    Array.from({ length: 4 }, (_, i) => ({
        kind: i ? 'engine' : 'person',
        name: '',
        level: advised(game),
        ...seats?.[i],
    }));

/** Shows the set-up of a game, where the players are chosen. */
export function choose(game: string): void {
    keepChoice({ game });
    go('/play');
}
/** Shows the set-up of a game against the level that is advised: the face that stands beside the offer. */
export function meetEngine(game: string): void {
    keepChoice({ game, seats: seatsOf(keptChoice(), game).map((seat) => ({ ...seat, level: advised(game) })) });
    go('/play/computer');
}
