import { describe, expect, it } from 'vitest';
import { placementsOf, wallChoicesOf } from './flat';
import { cellName, parseCell, parseWall, turnParts } from './notation';

describe('notation', () => {
    it('reads what it writes', () => {
        expect(parseCell(cellName({ col: 18, row: 18 }))).toEqual({ col: 18, row: 18 });
        expect(parseWall('e3h')).toEqual({ col: 4, row: 2, vertical: false });
        expect(parseWall('xd4h')).toBeUndefined();
        expect(turnParts('3:e2,e3,e4')).toEqual(['3', 'e2', 'e3', 'e4']);
        expect(turnParts('d4-d6/e5h')).toEqual(['d4-d6', 'e5h']);
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
