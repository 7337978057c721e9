import { describe, expect, it } from 'vitest';
import { cellKey, sameCell, sameWall, wallKey } from './places';

describe('places', () => {
    const cell = { col: 1, row: 2 };
    const wall = { ...cell, vertical: true };
    it('are the same where all of them is', () => {
        expect(sameCell(cell, { ...cell })).toBe(true);
        expect(sameCell(cell, { col: 1, row: 3 })).toBe(false);
        expect(sameCell(cell, { col: 2, row: 2 })).toBe(false);
        expect(sameWall(wall, { ...wall })).toBe(true);
        expect(sameWall(wall, { ...wall, vertical: false })).toBe(false);
        expect(sameWall(wall, { ...wall, col: 5 })).toBe(false);
    });
    it('have keys of their own', () => {
        const cells = [...Array(19 * 19).keys()].map((i) => ({ col: i % 19, row: Math.floor(i / 19) }));
        expect(new Set(cells.map(cellKey)).size).toBe(cells.length);
        const walls = cells.flatMap((at) => [true, false].map((vertical) => ({ ...at, vertical })));
        expect(new Set(walls.map(wallKey)).size).toBe(walls.length);
    });
});
