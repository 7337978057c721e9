import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allowHelp, blockHelp, blockingGame } from './fairplay';

beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
        removeItem: (key: string) => kept.delete(key),
    });
});

describe('fair play', () => {
    it('blocks help until the game is over', () => {
        expect(blockingGame()).toBeUndefined();
        blockHelp('g', 60_000, 1000);
        expect(blockingGame(2000)).toBe('g');
        allowHelp('other');
        expect(blockingGame(2000)).toBe('g');
        allowHelp('g');
        expect(blockingGame(2000)).toBeUndefined();
    });
    it('blocks no longer than the clocks can run', () => {
        blockHelp('g', 60_000, 1000);
        expect(blockingGame(61_000)).toBeUndefined();
    });
    it('survives what it cannot read', () => {
        localStorage.setItem('stockade.rated', '{"until":"soon"}');
        expect(blockingGame()).toBeUndefined();
    });
});
