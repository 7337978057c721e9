import { t } from '../i18n/i18n.svelte';
import { describe, expect, it } from 'vitest';
import { clockOf, outcome, pointsOf, timeLeft } from './show';
import './words';

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
    it('counts', () => {
        expect(t('page.online.game.plies', { count: 1 })).toBe('1 turn');
        expect(t('page.online.game.plies', { count: 1200 })).toBe('1,200 turns');
        expect(t('page.online.lobby.counts', { people: 0, games: 2 })).toBe('0 people here, 2 games going on');
    });
});
