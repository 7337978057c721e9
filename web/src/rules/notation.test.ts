import { describe, expect, it } from 'vitest';
import { placementsOf, wallChoicesOf } from './flat';
import { cellName, glendenning, parseCell, parseWall, turnParts, wallName } from './notation';

describe('names', () => {
    it('of cells', () => {
        expect(cellName({ col: 4, row: 3 })).toBe('e4');
        expect(parseCell('e4')).toEqual({ col: 4, row: 3 });
        expect(parseCell('s19')).toEqual({ col: 18, row: 18 });
        for (const text of ['', 'e', '4', 't4', 'e4h', 'ee4', 'e444', ' e4', 'E4'])
            expect(parseCell(text)).toBeUndefined();
    });
    it('of walls', () => {
        expect(wallName({ col: 4, row: 2, vertical: false })).toBe('e3h');
        expect(wallName({ col: 4, row: 2, vertical: true })).toBe('e3v');
        expect(parseWall('e3h')).toEqual({ col: 4, row: 2, vertical: false });
        expect(parseWall('e3v')).toEqual({ col: 4, row: 2, vertical: true });
        for (const text of ['', 'h', 'e3', 'e3hv', 'e3x', 'he3', 'xd4h']) expect(parseWall(text)).toBeUndefined();
    });
});

describe('turns', () => {
    it('have parts', () => {
        expect(turnParts('3:e2,e3,e4')).toEqual(['3', 'e2', 'e3', 'e4']);
        expect(turnParts('d4-d6/e5h')).toEqual(['d4-d6', 'e5h']);
        expect(turnParts('e2')).toEqual(['e2']);
        expect(turnParts('4:')).toEqual(['4']);
        expect(turnParts('')).toEqual([]);
    });
    it('in Glendenning’s notation count rows from the other side', () => {
        expect(glendenning('e2', 9)).toBe('e8');
        expect(glendenning('e3h', 9)).toBe('e6h');
        expect(glendenning('a1v', 9)).toBe('a8v');
        expect(glendenning('resigns', 9)).toBe('resigns');
        for (const turn of ['e2', 'e3h', 'c7v']) expect(glendenning(glendenning(turn, 9), 9)).toBe(turn);
    });
});

describe('flat lists', () => {
    it('give each place its action', () => {
        expect(wallChoicesOf([4, 2, 0, 0, 1, 1], 'xe3h xa2v')).toEqual([
            { col: 4, row: 2, vertical: false, action: 'xe3h' },
            { col: 0, row: 1, vertical: true, action: 'xa2v' },
        ]);
        expect(placementsOf([3, 4], 'd5')).toEqual([{ col: 3, row: 4, action: 'd5' }]);
        expect(wallChoicesOf([], '')).toEqual([]);
    });
});
