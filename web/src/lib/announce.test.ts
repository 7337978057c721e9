import { describe, expect, it } from 'vitest';
import { sayCursor } from './announce';

const cell = (col: number, row: number) => ({ col, row });
const picture = {
    pawns: [
        { ...cell(4, 0), player: 0, id: '0.0' },
        { ...cell(4, 8), player: 1, id: '1.0' },
    ],
    moves: [{ from: cell(4, 0), to: cell(4, 1), action: 'e2' }],
    placements: [cell(0, 0)],
};
const names = ['You', 'Ann'];
const isYou = (player: number) => player === 0;
const heard = (at: Parameters<typeof sayCursor>[0]) => sayCursor(at, picture, (player) => names[player], isYou);

describe('the cursor', () => {
    it('says what is on a cell', () => {
        expect(heard({ cell: cell(4, 0) })).toBe('e1, your pawn');
        expect(heard({ cell: cell(4, 8) })).toBe('e9, pawn of Ann');
        expect(heard({ cell: cell(4, 1) })).toBe('e2, can be played');
        expect(heard({ cell: cell(0, 0) })).toBe('a1, can be played');
        expect(heard({ cell: cell(3, 3) })).toBe('d4, empty');
    });
    it('says a wall, and whether it can be placed', () => {
        const wall = { ...cell(4, 2), vertical: false };
        expect(heard({ wall, legal: true })).toBe('Wall e3h');
        expect(heard({ wall, legal: false })).toBe('Wall e3h, not possible');
    });
});
