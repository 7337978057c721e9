import { localStorage } from '../test/browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { load, save } from './storage';

beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal('localStorage', localStorage);
});

describe('storage', () => {
    it('keeps values under names of ours', () => {
        expect(load('game')).toBeUndefined();
        save('game', { turns: ['e2'] });
        expect(load('game')).toEqual({ turns: ['e2'] });
        expect(localStorage.getItem('stockade.game')).toBe('{"turns":["e2"]}');
        save('game', undefined);
        expect(load('game')).toBeUndefined();
        expect(localStorage.getItem('stockade.game')).toBeNull();
        save('flag', false);
        expect(load('flag')).toBe(false);
    });
    it('that is broken keeps nothing and stops nobody', () => {
        localStorage.setItem('stockade.game', '{');
        expect(load('game')).toBeUndefined();
        const deny = () => {
            throw new Error('denied');
        };
        vi.stubGlobal('localStorage', { getItem: deny, setItem: deny, removeItem: deny });
        expect(load('game')).toBeUndefined();
        expect(() => save('game', 1)).not.toThrow();
        expect(() => save('game', undefined)).not.toThrow();
    });
});
