import { describe, expect, it } from 'vitest';
import {
    cellName,
    cellsOf,
    glendenning,
    hasGlendenning,
    parseCell,
    parseWall,
    sameCell,
    sameWall,
    turnParts,
    wallName,
    wallNames,
    wallsOf,
} from './notation';

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
        expect(parseWall('e3v')).toEqual({ col: 4, row: 2, vertical: true });
        for (const text of ['', 'h', 'e3', 'e3hv', 'e3x', 'he3']) expect(parseWall(text)).toBeUndefined();
        const names = wallNames([
            { col: 4, row: 2, vertical: false },
            { col: 0, row: 0, vertical: true },
        ]);
        expect([...names]).toEqual(['e3h', 'a1v']);
    });
    it('are the same where all of them is', () => {
        const cell = { col: 1, row: 2 };
        expect(sameCell(cell, { ...cell })).toBe(true);
        expect(sameCell(cell, { col: 1, row: 3 })).toBe(false);
        expect(sameCell(cell, { col: 2, row: 2 })).toBe(false);
        const wall = { ...cell, vertical: true };
        expect(sameWall(wall, { ...wall })).toBe(true);
        expect(sameWall(wall, { ...wall, vertical: false })).toBe(false);
        expect(sameWall(wall, { ...wall, col: 5 })).toBe(false);
    });
});

describe('turns', () => {
    it('have parts', () => {
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
        const two = [{}, {}];
        expect(hasGlendenning({ family: 'quoridor', players: two })).toBe(true);
        expect(hasGlendenning({ family: 'pinko', players: two })).toBe(true);
        expect(hasGlendenning({ family: 'wallgo', players: two })).toBe(false);
        expect(hasGlendenning({ family: 'quoridor', players: [{}, {}, {}] })).toBe(false);
    });
});

describe('flat lists', () => {
    it('are cells and walls', () => {
        expect(cellsOf([])).toEqual([]);
        expect(cellsOf([1, 2, 3, 4])).toEqual([
            { col: 1, row: 2 },
            { col: 3, row: 4 },
        ]);
        expect(wallsOf([])).toEqual([]);
        expect(wallsOf([1, 2, 0, 3, 4, 1])).toEqual([
            { col: 1, row: 2, vertical: false },
            { col: 3, row: 4, vertical: true },
        ]);
    });
});
