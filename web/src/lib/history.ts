// Finished games on this device, also those on a server, the last one first. Storage is small, so the oldest of very
// many are dropped.
import type { GameRecord } from '../rules/records';
import type { Seat } from '../play/match.svelte';
import { nameTags, youOf } from '../play/names';
import { gameLink, resultOf } from './share';
import { load, save } from './storage';

export interface PastGame {
    /** The seed of the game: a game that goes on after an undo and ends again is the same. On a server its id. */
    id: number | string;
    /** Milliseconds since 1970. */
    when: number;
    game: string;
    spec: string;
    /** The start position, if the game did not begin as usual. */
    position?: string;
    turns: string[];
    /** The players in the order of play. */
    seats: Seat[];
    /** Which of several people reads this, as a player; without it the only person does. */
    own?: number;
    /** Each player's share of twelve. */
    shares: number[];
    /** Otherwise than on the board: by resignation, time or whatever a server tells. */
    ended?: string;
}

const kStored = 'games';
const kMost = 1000;

export function pastGames(): PastGame[] {
    const kept = load<PastGame[]>(kStored);
    return Array.isArray(kept) ? kept.filter((game) => Array.isArray(game?.turns) && Array.isArray(game.seats)) : [];
}
export function remember(game: PastGame): void {
    const games = [game, ...pastGames().filter(({ id }) => id !== game.id)];
    // One that ended on a server may be seen later.
    save(kStored, games.sort((a, b) => b.when - a.when).slice(0, kMost));
}
/** A game that goes on after all. */
export function forget(id: number): void {
    const games = pastGames();
    if (games.some((game) => game.id === id))
        save(
            kStored,
            games.filter((game) => game.id !== id),
        );
}
export const forgetAll = (): void => save(kStored, undefined);

export type Outcome = 'won' | 'lost' | 'draw' | 'played';

/** The reader's player number; -1 if several people or nobody sat at this device. */
function readerOf({ seats, own }: Pick<PastGame, 'seats' | 'own'>): number {
    const people = seats.flatMap((seat, player) => (seat.kind === 'person' ? [player] : []));
    return own ?? (people.length === 1 ? people[0] : -1);
}
/** The result for the reader. A game of several people at one device counts only as played. */
export function outcomeOf(past: Pick<PastGame, 'seats' | 'own' | 'shares'>): Outcome {
    const { shares } = past;
    const mine = shares[readerOf(past)];
    if (mine === undefined) return 'played';
    if (mine === 0) return 'lost';
    return shares.every((share) => share === mine) ? 'draw' : 'won';
}
/** The reader's player number in a game that was played here; -1 if the reader did not play or it is not known. */
export function ownSeat(start: string, turns: readonly string[]): number {
    const line = turns.join(' ');
    const past = pastGames().find((game) => (game.position ?? game.spec) === start && game.turns.join(' ') === line);
    return past ? readerOf(past) : -1;
}
/** The level of the only opponent, where it is an engine; 0 where it is not. */
export function rivalOf(past: Pick<PastGame, 'seats' | 'own'>): number {
    const rival = past.seats.length === 2 ? past.seats[1 - readerOf(past)] : undefined;
    return rival?.kind === 'engine' ? rival.level : 0;
}
/** The strongest engine at the table; 0 where only people sat. */
export const strongest = ({ seats }: Pick<PastGame, 'seats'>): number =>
    Math.max(0, ...seats.map((seat) => (seat.kind === 'engine' ? seat.level : 0)));

export interface Tally {
    game: string;
    /** 0 for people. */
    level: number;
    played: number;
    won: number;
    draw: number;
    lost: number;
}
/** Counts of results by game and opponent, in the order of both. */
export function tallies(games: readonly PastGame[]): Tally[] {
    const found = new Map<string, Tally>();
    for (const past of games) {
        const level = strongest(past);
        const key = `${past.game} ${level}`;
        const tally = found.get(key) ?? { game: past.game, level, played: 0, won: 0, draw: 0, lost: 0 };
        ++tally.played;
        const outcome = outcomeOf(past);
        if (outcome !== 'played') ++tally[outcome];
        found.set(key, tally);
    }
    return [...found.values()].sort((a, b) => a.game.localeCompare(b.game) || a.level - b.level);
}

/** The game as a record (docs/record.md); `names` by player. */
export function recordOf(past: PastGame, names: readonly string[]): GameRecord {
    const tags: Record<string, string> = { Game: past.spec, Date: dateOf(past).replaceAll('-', '.') };
    if (past.position) tags.Position = past.position;
    const you = youOf(past.seats);
    const tagged = nameTags(names, (player) => player === you);
    Object.assign(tags, tagged);
    tags.Result = resultOf({ over: true, shares: past.shares });
    if (past.ended) tags.Termination = past.ended;
    return { tags, turns: past.turns };
}
/** The address of its review. */
export const reviewLink = (past: PastGame, names: readonly string[]): string =>
    gameLink({
        start: past.position ?? past.spec,
        turns: past.turns,
        ply: past.turns.length,
        review: true,
        record: recordOf(past, names),
    });
/** The day, as 2026-11-18, where the device is. */
export function dateOf({ when }: Pick<PastGame, 'when'>): string {
    const day = new Date(when);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
