import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { t } from '../i18n/i18n.svelte';
import { loadRules } from '../rules/rules';
import type { Criterion } from '../rules/types';
import {
    chatHintId,
    clockOf,
    clockTitle,
    day,
    isId,
    moment,
    period,
    outcome,
    pointsOf,
    signed,
    specTitle,
    timeLeft,
    userName,
} from './show';
import type { User } from './types';
import './words';

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));

describe('how things are written', () => {
    it('clocks', () => {
        expect(timeLeft(9_340)).toBe('0:09.3');
        expect(timeLeft(65_900)).toBe('1:05');
        expect(timeLeft(3_723_000)).toBe('1:02:03');
        expect(timeLeft(2 * 86_400_000 + 5 * 3_600_000)).toBe('2 d 5 h');
        expect(timeLeft(-5)).toBe('0:00.0');
        expect(clockOf('300+3')).toEqual({ kind: 'live', initial: 300, increment: 3 });
        expect(clockOf('2d')).toEqual({ kind: 'days', initial: 2, increment: 0 });
        expect(clockOf('none').kind).toBe('none');
    });
    it('results', () => {
        expect(pointsOf('1/2-1/2')).toEqual([0.5, 0.5]);
        expect(pointsOf('0-0-1')).toEqual([0, 0, 1]);
        expect(pointsOf('*')).toEqual([]);
        const players = ['ann', 'ben', 'cyd'].map((name) => ({ name, kind: 'guest' as const }));
        const told = (result: string, reason: string, count = 2) =>
            outcome({ spec: 'quoridor', result, reason, players: players.slice(0, count) });
        expect(told('1-0', 'time')).toEqual({ who: 'ann wins', why: 'on time' });
        expect(told('1/2-1/2', 'agreement').who).toBe('Draw');
        expect(told('1/2-1/2-0', 'resignation', 3).who).toBe('ann and ben share first place');
        expect(told('*', 'aborted').who).toBe('Called off');
    });
    it('clocks by their kind', () => {
        expect(clockOf('none')).toEqual({ kind: 'none', initial: 0, increment: 0 });
        for (const text of ['300', '300+', '+3', 'd', '2d ', 'x300+3', '300+3x', '12dd', 'x2d'])
            expect(clockOf(text).kind, text).toBe('none');
        expect(clockTitle('none')).toBe('No clock');
        expect(clockTitle('1d')).toBe('1 day a turn');
        expect(clockTitle('14d')).toBe('14 days a turn');
        expect(clockTitle('300+3')).toBe('5\u00a0min\u00a0+\u00a03\u00a0s');
        expect(clockTitle('90+0')).toBe('1.5\u00a0min\u00a0+\u00a00\u00a0s');
        expect(clockTitle('100+0')).toBe('1.7\u00a0min\u00a0+\u00a00\u00a0s');
        expect(timeLeft(24 * 3_600_000 - 1)).toBe('23:59:59');
        expect(timeLeft(24 * 3_600_000)).toBe('1 d 0 h');
        expect(timeLeft(49.5 * 3_600_000)).toBe('2 d 1 h');
    });
    it('games and their options', () => {
        expect(specTitle('quoridor')).toBe('Quoridor');
        expect(specTitle('quoridor:players=4,size=7')).toBe('Quoridor, 4 players, Board size 7');
        expect(specTitle('unheard-of:some=thing')).toBe('unheard-of, some thing');
        expect(specTitle('quoridor:')).toBe('Quoridor');
    });
    it('days and moments', () => {
        const at = new Date(2026, 0, 5, 7, 8).getTime();
        expect(day(at)).toMatch(/2026/);
        expect(day(at)).toMatch(/Jan/);
        expect(day(at)).toMatch(/\b5\b/);
        expect(moment(at)).toMatch(/Jan/);
        expect(moment(at)).toMatch(/0?7:08/);
        expect(moment(at)).not.toMatch(/2026/);
        // The day is said once, where it is the same.
        expect(period(at, at + 3_600_000)).toMatch(/^[^J]*Jan[^J]*7:08[^J]*8:08[^J]*$/);
        expect(period(at, at + 86_400_000)).toMatch(/Jan.*7:08.*Jan.*7:08/);
    });
    it('people', () => {
        expect(userName({ name: 'ann', kind: 'account' })).toBe('ann');
        expect(userName({ name: 'Stockade 3', kind: 'engine', level: 3 })).toBe(t('page.level.3.name'));
        expect(userName({ name: 'Stockade', kind: 'engine' })).toBe('Stockade');
        expect(userName({ name: 'x', kind: 'guest', level: 3 })).toBe('x');
        expect(userName({ name: 'deleted', kind: 'deleted' })).toBe('somebody who left');
    });
    it('who reads what one says', () => {
        const at = (...kinds: User['kind'][]) => kinds.map((kind) => ({ kind }));
        expect(chatHintId(at('guest', 'guest'), 0, false, false)).toBe('page.online.chat.signIn');
        expect(chatHintId(at('guest', 'guest'), -1, true, false)).toBe('page.online.chat.signIn');
        for (const you of [-1, 0])
            expect(chatHintId(at('guest', 'engine'), you, true, true)).toBe('page.online.chat.over');
        expect(chatHintId(at('guest', 'engine'), -1, false, true)).toBe('page.online.chat.watchers');
        expect(chatHintId(at('engine', 'guest'), 1, false, true)).toBe('page.online.chat.alone');
        expect(chatHintId(at('engine', 'account', 'engine'), 1, false, true)).toBe('page.online.chat.alone');
        expect(chatHintId(at('guest', 'account'), 0, false, true)).toBe('page.online.chat.players');
        expect(chatHintId(at('account', 'engine', 'guest'), 0, false, true)).toBe('page.online.chat.players');
        expect(chatHintId(at('bot', 'guest'), 1, false, true)).toBe('page.online.chat.players');
    });
    it('changes of ratings', () => {
        expect([8, -8, 0].map(signed)).toEqual(['+8', '−8', '±0']);
    });
    it('ids', () => {
        expect(isId('0123456789ab')).toBe(true);
        for (const text of ['', '0123456789a', '0123456789abc', '000000000000', '0123456789AB', '0123456789ai'])
            expect(isId(text), text).toBe(false);
        for (const c of 'ilou') expect(isId(`00000000000${c}`), c).toBe(false);
    });
    it('every reason', () => {
        const players = ['ann', 'ben'].map((name) => ({ name, kind: 'guest' as const }));
        const why = (reason: string, spec = 'quoridor') => outcome({ spec, result: '1-0', reason, players }).why;
        expect(why('goal')).toBe('by reaching the goal');
        expect(why('resignation')).toBe('by resignation');
        expect(why('agreement')).toBe('by agreement');
        expect(why('repetition')).toBe('the same position came up again');
        expect(why('turn limit')).toBe('the limit of turns is reached');
        expect(why('left')).toBe('the opponent left');
        expect(why('aborted')).toBe('it does not count');
        expect(why('something new')).toBe('something new');
        expect(why('time', 'wallgo')).toBe('on time');
        const named = outcome({ spec: 'quoridor', result: '0-1', reason: 'goal', players }, ({ name }) => `<${name}>`);
        expect(named.who).toBe('<ben> wins');
    });
    it('what decided a count of cells', () => {
        const players = ['ann', 'ben'].map((name) => ({ name, kind: 'guest' as const }));
        const told = (spec: string, result: string, criterion?: Criterion, reason = 'goal') =>
            outcome({ spec, result, reason, players }, userName, criterion).why;
        expect(told('wallgo', '1-0', 'territory')).toBe('with the most territory');
        expect(told('wallgo', '0-1', 'region-tie-break')).toBe('with the largest region, after equal territory');
        expect(told('territoires:scoring=largest', '1-0', 'region')).toBe('with the largest region');
        expect(told('territoires:scoring=largest', '1-0', 'territory-tie-break')).toBe(
            'with the most territory, after equal largest regions',
        );
        expect(told('wallgo', '1/2-1/2', 'equal')).toBe('with equal territory');
        expect(told('quoridor', '1-0', 'goal')).toBe('by reaching the goal');
        // A list has no positions, so it says nothing rather than something that may be wrong.
        for (const spec of ['wallgo', 'territoires:players=2']) expect(told(spec, '1-0')).toBe('');
        expect(told('my-wallgo', '1-0')).toBe('by reaching the goal');
        // Whoever loses on time does so whatever the cells say.
        expect(told('wallgo', '1-0', 'none', 'time')).toBe('on time');
        expect(told('wallgo', '1-0', 'territory', 'resignation')).toBe('by resignation');
    });
    it('counts', () => {
        expect(t('page.online.game.plies', { count: 1 })).toBe('1 turn');
        expect(t('page.online.game.plies', { count: 1200 })).toBe('1,200 turns');
        expect(t('page.online.lobby.counts', { people: 0, games: 2 })).toBe('0 people here, 2 games going on');
    });
});
