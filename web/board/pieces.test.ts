import { describe, expect, it } from 'vitest';
import { followPawns } from './pieces';

const at = (player: number, col: number, row = 0) => ({ player, col, row });

describe('pawns', () => {
    it('are named by their player and a number', () => {
        expect(followPawns([], [at(0, 1), at(1, 2), at(0, 3)]).map(({ id }) => id)).toEqual(['0.0', '1.0', '0.1']);
    });
    it('that stay keep their names, in whatever order they come', () => {
        const before = followPawns([], [at(0, 1), at(0, 2), at(1, 3)]);
        const now = followPawns(before, [at(1, 3), at(0, 2), at(0, 1)]);
        expect(now.map(({ col, id }) => [col, id])).toEqual([
            [3, '1.0'],
            [2, '0.1'],
            [1, '0.0'],
        ]);
    });
    it('that move take what is left of their own player’s names', () => {
        const before = followPawns([], [at(0, 1), at(0, 2), at(1, 3)]);
        const now = followPawns(before, [at(0, 5), at(0, 1), at(1, 6)]);
        expect(now.map(({ id }) => id)).toEqual(['0.1', '0.0', '1.0']);
    });
    it('never take the name of another player’s pawn, even on the same cell', () => {
        const before = followPawns([], [at(0, 1)]);
        expect(followPawns(before, [at(1, 1)])[0].id).toBe('1.0');
    });
    it('that are new get a name that nobody has', () => {
        const before = followPawns([], [at(0, 1), at(0, 2)]);
        const fewer = followPawns(before, [at(0, 2)]);
        expect(fewer.map(({ id }) => id)).toEqual(['0.1']);
        expect(followPawns(fewer, [at(0, 2), at(0, 3)]).map(({ id }) => id)).toEqual(['0.1', '0.0']);
        expect(followPawns(before, [at(0, 5), at(0, 6), at(0, 7)]).map(({ id }) => id)).toEqual(['0.0', '0.1', '0.2']);
    });
    it('keep everything else that is known of them', () => {
        expect(followPawns([], [at(1, 4, 7)])[0]).toEqual({ player: 1, col: 4, row: 7, id: '1.0' });
    });
});
