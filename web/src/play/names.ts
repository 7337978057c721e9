// What players are called.
import { list, t } from '../i18n/i18n.svelte';
import type { SessionState } from '../rules/types';
import type { Match, Seat } from './match.svelte';

export function seatName(seat: Seat, number: number, people: number): string {
    if (seat.name) return seat.name;
    if (seat.kind === 'engine') return t('name.engine', { level: seat.level });
    return people === 1 ? t('name.you') : t('name.player', { number });
}
export function nameOf(match: Match, player: number): string {
    const seat = match.seatOf(player);
    return seatName(seat, match.setup.seats.indexOf(seat) + 1, match.people);
}

/** Who won and why, in two short pieces. */
export function verdict(state: SessionState, name: (player: number) => string, lost?: { player: number; onTime: boolean }): { who: string; why: string } {
    const winners = state.shares.flatMap((share, player) => (share > 0 ? [player] : []));
    const names = list(winners.map(name));
    const everyone = winners.length === state.players.length;
    const who = everyone
        ? t('over.draw')
        : winners.length === 1
          ? t('over.win', { name: names })
          : t(state.teams || state.ending === 'resigned' ? 'over.wins' : 'over.share', { names });
    switch (state.ending) {
        case 'resigned':
            return { who, why: t(lost?.onTime ? 'over.time' : 'over.resigned', { name: name(lost?.player ?? 0) }) };
        case 'repetition':
            return { who, why: t('over.repetition') };
        case 'turn-limit':
            return { who, why: t('over.turns', { count: state.history.length }) };
        default:
            if (state.family !== 'territoires') return { who, why: t('over.goal') };
            return { who, why: t(everyone ? 'over.equal' : 'over.territory') };
    }
}
