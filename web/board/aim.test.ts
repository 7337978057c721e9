import { describe, expect, it } from 'vitest';
import { aim, type Choices } from './aim';
import { Geometry } from './geometry';
import { sameCell, sameWall, type Cell, type Wall } from './places';
import { cellName, parseCell, parseWall, wallName } from '../src/rules/notation';

const geometry = new Geometry(9, 9, 2, 0);
const cell = (name: string): Cell => parseCell(name)!;
const only = (name: string) => (wall: Wall) => wallName(wall) === name;

/** Player 1 on e1 may go to d1, e2 and f1, and place any wall. */
const choices = (more: Partial<Choices> = {}): Choices => ({
    isTarget: (at) => ['e1', 'd1', 'e2', 'f1'].some((name) => sameCell(cell(name), at)),
    pawns: [cell('e1'), cell('e9')],
    walls: [],
    canChoose: () => true,
    wallsToo: true,
    breaking: false,
    gap: 0,
    ...more,
});
/** What a point so far from the middle of a cell means, in words. */
function meant(name: string, right: number, down: number, more: Partial<Choices> = {}): string {
    const { x, y } = geometry.middle(cell(name));
    const target = aim(geometry, { x: x + right, y: y + down }, choices(more));
    return !target ? 'nothing' : 'cell' in target ? cellName(target.cell) : wallName(target.wall);
}

describe('a pointer', () => {
    it('in the middle of any cell means that cell, never a wall', () => {
        for (let col = 0; col < 9; ++col)
            for (let row = 0; row < 9; ++row)
                for (const [right, down] of [
                    [0, 0],
                    [0.24, 0],
                    [-0.24, 0.24],
                    [0, -0.24],
                ])
                    expect(meant(cellName({ col, row }), right, down)).toBe(cellName({ col, row }));
    });
    it('on a pawn means its cell, up to where the pawn ends', () => {
        for (const away of [0.3, -0.3, 0.33]) expect(meant('e9', away, 0)).toBe('e9');
        expect(meant('e9', 0, 0.36)).toMatch(/^[de]8h$/);
    });
    it('near a groove means the wall there', () => {
        expect(meant('d5', 0.5, 0.5)).toMatch(/^d4[hv]$/);
        expect(meant('d5', 0, 0.4)).toMatch(/^[cd]4h$/);
        expect(meant('d5', 0.3, 0)).toMatch(/^d[45]v$/);
        expect(meant('d5', 0.26, 0)).toMatch(/^d[45]v$/);
        expect(meant('e2', 0.33, 0)).toBe('e2');
        expect(meant('e2', 0.35, 0)).toMatch(/^e[12]v$/);
    });
    it('means nothing in the gap between a cell and its grooves', () => {
        const gap = { gap: 0.1 };
        expect(meant('e2', 0.28, 0, gap)).toBe('e2');
        for (const away of [0.3, 0.34, 0.38]) expect(meant('e2', away, 0, gap)).toBe('nothing');
        expect(meant('e2', 0.4, 0, gap)).toMatch(/v$/);
        expect(meant('d5', 0.19, 0, gap)).toBe('d5');
        for (const away of [0.21, 0.29]) expect(meant('d5', away, 0, gap)).toBe('nothing');
        expect(meant('d5', 0.31, 0, gap)).toMatch(/v$/);
    });
    it('means cells alone where no wall can be chosen', () => {
        expect(meant('d5', 0.45, 0.45, { wallsToo: false })).toBe('d5');
        expect(aim(geometry, { x: -0.1, y: 3 }, choices({ wallsToo: false }))).toBeUndefined();
    });
    it('beside the board still finds the wall at its edge', () => {
        const target = aim(geometry, { x: -0.1, y: 3 }, choices());
        expect(target && 'wall' in target && wallName(target.wall)).toBe('a6h');
    });
    it('takes a wall that can be chosen rather than a nearer one that cannot', () => {
        expect(meant('d5', 0.45, 0.5, { canChoose: (wall) => !wall.vertical })).toBe('d4h');
        expect(meant('d5', 0.45, 0.5, { canChoose: (wall) => !sameWall(wall, parseWall('d4h')!) })).not.toBe('d4h');
        // None is near enough: the one that cannot be chosen is meant, and refused.
        expect(meant('d5', 0.45, 0.5, { canChoose: only('a1h') })).toMatch(/^d4[hv]$/);
    });
    it('stays with the wall that was meant before when another is about as near', () => {
        for (const name of ['d4h', 'd4v']) expect(meant('d5', 0.5, 0.5, { hover: parseWall(name)! })).toBe(name);
        expect(meant('d5', 0.4, 0.5, { hover: parseWall('d4v')! })).toBe('d4h');
    });
    it('that chooses a wall to break finds it from all its length, and means no cell', () => {
        const walls = [parseWall('d4h')!, parseWall('h8v')!];
        const breaking = { breaking: true, walls, canChoose: only('d4h') };
        for (const [name, right, down] of [
            ['d5', -0.3, 0.4],
            ['e5', 0.4, 0.4],
            ['d4', 0, -0.4],
            ['e4', 0.3, -0.45],
        ] as const)
            expect(meant(name, right, down, breaking)).toBe('d4h');
        for (const name of ['e1', 'd5', 'e9']) expect(meant(name, 0, 0, breaking)).toBe('nothing');
    });
});
