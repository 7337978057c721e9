// Formats games, clocks, times and results as text.
import { locale, t, tAbout, tMaybe, type PlainId } from '../i18n/i18n.svelte';
import { clockText } from '../lib/clock';
import { levelName } from '../lib/levels';
import { allGames } from '../rules/rules';
import type { Criterion } from '../rules/types';
import type { Game, User } from './types';

/** "quoridor:players=4,size=7" as "Quoridor, 4 players, size 7". */
export function specTitle(spec: string): string {
    const [name, options = ''] = spec.split(':', 2);
    const more = options
        .split(',')
        .filter(Boolean)
        .map((option) => {
            const [key, value] = option.split('=', 2);
            return key === 'players'
                ? t('page.online.spec.players', { count: Number(value) })
                : `${tMaybe(`page.option.${key}`, key)} ${tMaybe(`page.word.${value}`, value)}`;
        });
    return [tMaybe(`page.game.${name}`, name), ...more].join(', ');
}

export interface ClockParts {
    kind: 'live' | 'days' | 'none';
    /** Seconds for the game, or days for a turn. */
    initial: number;
    increment: number;
}
export function clockOf(text: string): ClockParts {
    const live = /^(\d+)\+(\d+)$/.exec(text);
    if (live) return { kind: 'live', initial: Number(live[1]), increment: Number(live[2]) };
    const days = /^(\d+)d$/.exec(text);
    return days ? { kind: 'days', initial: Number(days[1]), increment: 0 } : { kind: 'none', initial: 0, increment: 0 };
}
/** A clock in words; its figures and units stay on one line. */
export function clockTitle(text: string): string {
    const clock = clockOf(text);
    if (clock.kind === 'none') return t('page.setup.clock.none');
    if (clock.kind === 'days') return t('page.online.clock.days', { days: clock.initial });
    return t('page.setup.clock.minutes', {
        minutes: Math.round((clock.initial / 60) * 10) / 10,
        seconds: clock.increment,
    }).replaceAll(' ', '\u00a0');
}

/** A time as a clock shows it: as at this device, but with whole days: 2 d 5 h. */
export function timeLeft(milliseconds: number): string {
    const hours = Math.floor(milliseconds / 3_600_000);
    return hours < 24
        ? clockText(milliseconds)
        : t('page.online.clock.left', { days: Math.floor(hours / 24), hours: hours % 24 });
}

export const day = (at: number): string =>
    new Date(at).toLocaleDateString(locale(), { year: 'numeric', month: 'short', day: 'numeric' });
export const moment = (at: number): string =>
    new Date(at).toLocaleString(locale(), { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });
/** From one moment to another; what both have in common is said once. */
export const period = (from: number, to: number): string =>
    new Intl.DateTimeFormat(locale(), {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
    }).formatRange(from, to);

/** An hour of the week that is not far: "Saturday 20:00". */
export const weekHour = (at: number): string =>
    new Date(at).toLocaleString(locale(), { weekday: 'long', hour: '2-digit', minute: '2-digit' });

/** Whether a text could be the id of something on the server (docs/api.md). */
export const isId = (text: string): boolean => /^(?!0+$)[0-9a-hjkmnp-tv-z]{12}$/.test(text);

/** The name of a person. */
export const userName = ({ kind, level, name }: User): string =>
    kind === 'engine' && level ? levelName(level) : kind === 'deleted' ? t('page.online.user.deleted') : name;

/** Whether a game waits for somebody's turn. */
export const yourMove = ({ players, state }: Pick<Game, 'players' | 'state'>, user: User | null): boolean =>
    state.to_move !== null && players[state.to_move].name === user?.name;

/** The readers of chat beside a game: by the players, one's own number (-1: none), and whether the game is over. */
export function chatHintId(
    players: readonly Pick<User, 'kind'>[],
    you: number,
    over: boolean,
    known: boolean,
): PlainId {
    if (!known) return 'page.online.chat.signIn';
    if (over) return 'page.online.chat.over';
    if (you < 0) return 'page.online.chat.watchers';
    return players.some(({ kind }, player) => player !== you && kind !== 'engine')
        ? 'page.online.chat.players'
        : 'page.online.chat.alone';
}

/** A change of a rating with its sign. */
export const signed = (change: number): string => `${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(change)}`;

/** Each player's points: "1-0" is 1 and 0, "*" is none yet. */
export function pointsOf(result: string): number[] {
    return result === '*'
        ? []
        : result.split('-').map((part) => {
              const [over, under = '1'] = part.split('/');
              return Number(over) / Number(under);
          });
}

const kReasons: Record<string, PlainId> = {
    goal: 'page.online.reason.goal',
    resignation: 'page.online.reason.resignation',
    time: 'page.online.reason.time',
    agreement: 'page.online.reason.agreement',
    repetition: 'page.online.reason.repetition',
    'turn limit': 'page.over.limit',
    left: 'page.online.reason.left',
    aborted: 'page.online.reason.aborted',
};

/** Whether a game is decided by counting cells, as its registration says. */
function countsGround(spec: string): boolean {
    const [name] = spec.split(':', 1);
    return allGames().some((game) => game.name === name && !game.goal);
}

/** Why it ended. What decided a count of cells is known only with the last position: `criterion`. */
function reasonText({ reason, spec }: Pick<Game, 'reason' | 'spec'>, criterion?: Criterion): string {
    if (reason === 'goal' && criterion && criterion !== 'none') return t(`page.over.${criterion}`);
    if (reason === 'goal' && countsGround(spec)) return '';
    return reason in kReasons ? t(kReasons[reason]) : reason;
}

/** The result in two short pieces: who won, and why. */
export function outcome(
    game: Pick<Game, 'result' | 'reason' | 'players' | 'spec'>,
    name: (user: User) => string = userName,
    criterion?: Criterion,
): { who: string; why: string } {
    const why = reasonText(game, criterion);
    const points = pointsOf(game.result);
    if (points.length === 0) return { who: t('page.online.over.none'), why };
    const winners = game.players.filter((_, player) => points[player] > 0);
    if (winners.length === game.players.length) return { who: t('page.over.draw'), why };
    const names = winners.map(name);
    return { who: tAbout(winners.length === 1 ? 'page.over.win' : 'page.over.share', names, false), why };
}
