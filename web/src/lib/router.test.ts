import { location } from '../test/browser';
import { beforeEach, describe, expect, it } from 'vitest';
import { decoded, go, route } from './router.svelte';

beforeEach(() => (location.hash = ''));

describe('an address', () => {
    it('names a page, the rest of its path and values', () => {
        expect(route()).toMatchObject({ page: 'home', rest: '' });
        go('/analyse?start=quoridor&turns=e2_e8');
        expect(route()).toMatchObject({ page: 'analyse', rest: '' });
        expect(Object.fromEntries(route().values)).toEqual({ start: 'quoridor', turns: 'e2_e8' });
        go('/online/game/0123456789ab');
        expect(route()).toMatchObject({ page: 'online', rest: 'game/0123456789ab' });
        expect([...route().values]).toEqual([]);
        location.hash = '#learn';
        expect(route().page).toBe('learn');
        location.hash = '#/';
        expect(route().page).toBe('home');
        go('/play?a=1?b=2');
        expect(Object.fromEntries(route().values)).toEqual({ a: '1' });
    });
    it('is left behind in the history, or not', () => {
        const before = location.replaced.length;
        go('/play');
        expect(location.replaced.length).toBe(before);
        go('/learn', { replace: true });
        expect(location.replaced.slice(before)).toEqual(['#/learn']);
        expect(route().page).toBe('learn');
    });
    it('has parts that are read as they were meant', () => {
        expect(decoded('a%20b')).toBe('a b');
        expect(decoded('100%')).toBe('100%');
    });
});
