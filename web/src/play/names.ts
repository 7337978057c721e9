// The names of players.
import { t, tAbout } from '../i18n/i18n.svelte';
import { levelName } from '../lib/levels';
import { settings } from '../lib/settings.svelte';
import type { SessionState } from '../rules/types';
import type { Match, Seat } from './match.svelte';

/** Names that tell apart: those that occur more than once get a letter each. */
export function distinct(names: string[]): string[] {
    return names.map((name, i) => {
        const same = names.filter((other) => other === name).length;
        const before = names.slice(0, i).filter((other) => other === name).length;
        return same === 1 ? name : `${name} ${String.fromCharCode(65 + before)}`;
    });
}

export function seatName(seat: Seat, number: number, people: number): string {
    if (seat.name) return seat.name;
    if (seat.kind === 'engine') return levelName(seat.level);
    return people === 1 ? t('page.name.you') : t('page.name.player', { number });
}
/** The names of the players at a table, seat by seat. */
export function seatNames(seats: readonly Seat[]): string[] {
    const people = seats.filter((seat) => seat.kind === 'person').length;
    return distinct(seats.map((seat, i) => seatName(seat, i + 1, people)));
}
/** The player whom the page calls "you": the only person at a table, if they have no name; -1 if there is none. */
export function youOf(seats: readonly Seat[]): number {
    const people = seats.flatMap((seat, i) => (seat.kind === 'person' ? [i] : []));
    return people.length === 1 && !seats[people[0]].name ? people[0] : -1;
}
export function nameOf(match: Pick<Match, 'setup' | 'seatOf'>, player: number): string {
    const { seats } = match.setup;
    return seatNames(seats)[seats.indexOf(match.seatOf(player))];
}
export function isYou(match: Pick<Match, 'setup' | 'seatOf'>, player: number): boolean {
    const { seats } = match.setup;
    return seats.indexOf(match.seatOf(player)) === youOf(seats);
}
/** The names for a record: instead of "You" the name in the settings, if there is one. */
export function nameTags(names: readonly string[], isYou: (player: number) => boolean): Record<string, string> {
    const told = names.map((name, player) => (isYou(player) ? settings.name.trim() : name));
    return Object.fromEntries(told.flatMap((name, player) => (name ? [[`Player${player + 1}`, name]] : [])));
}

/** The result in two short pieces: who won, and why. */
export function verdict(
    state: SessionState,
    name: (player: number) => string,
    isYou: (player: number) => boolean,
    lost?: { player: number; onTime: boolean },
): { who: string; why: string } {
    const winners = state.shares.flatMap((share, player) => (share > 0 ? [player] : []));
    const everyone = winners.length === state.players.length;
    const together = state.teams || state.ending === 'resigned' ? 'page.over.wins' : 'page.over.share';
    const who = everyone
        ? t('page.over.draw')
        : tAbout(winners.length === 1 ? 'page.over.win' : together, winners.map(name), winners.some(isYou));
    switch (state.ending) {
        case 'resigned': {
            const loser = lost?.player ?? 0;
            return {
                who,
                why: tAbout(lost?.onTime ? 'page.over.time' : 'page.over.resigned', name(loser), isYou(loser)),
            };
        }
        case 'repetition':
            return { who, why: t('page.over.repetition') };
        case 'turn-limit':
            return { who, why: t('page.over.limit') };
        default:
            return { who, why: state.criterion === 'none' ? '' : t(`page.over.${state.criterion}`) };
    }
}
