import { describe, expect, test } from 'vitest';
import { identiconOf } from './identicon';

describe('identicons', () => {
    test('a name has one picture, however it is written', () => {
        expect(identiconOf(' Ann ')).toEqual(identiconOf('ann'));
    });
    test('both sides are alike', () => {
        for (const name of ['ann', 'bob', '王小明', '🦊']) {
            const { cells } = identiconOf(name);
            const set = new Set(cells.map(String));
            expect(set.size).toBe(cells.length);
            for (const [col, row] of cells) expect(set.has(String([4 - col, row]))).toBe(true);
        }
    });
    test('names that differ by a letter look different', () => {
        const seen = new Set(Array.from({ length: 100 }, (_, i) => JSON.stringify(identiconOf(`guest${i}`))));
        expect(seen.size).toBe(100);
    });
});
