import { describe, expect, it } from 'vitest';
import { Geometry } from './geometry';
import { followPawns } from './pieces';
import { parseWall, wallName } from '../src/rules/notation';

describe('geometry', () => {
    it('puts a1 at the bottom left, and each side at the bottom in its turn', () => {
        expect(new Geometry(9, 9, 2, 0).middle({ col: 0, row: 0 })).toEqual({ x: 0.5, y: 8.5 });
        expect(new Geometry(9, 9, 2, 2).middle({ col: 4, row: 8 })).toEqual({ x: 4.5, y: 8.5 });
        expect(new Geometry(9, 9, 2, 3).middle({ col: 0, row: 4 })).toEqual({ x: 4.5, y: 8.5 });
        expect(new Geometry(9, 9, 2, 1).middle({ col: 8, row: 4 })).toEqual({ x: 4.5, y: 8.5 });
    });

    it('finds every cell and wall of every board at its own middle, from every side', () => {
        for (const [cols, rows, length] of [
            [9, 9, 2],
            [11, 14, 2],
            [7, 7, 1],
            [3, 3, 2],
            [19, 19, 2],
        ])
            for (const turns of [0, 1, 2, 3]) {
                const geometry = new Geometry(cols, rows, length, turns);
                for (let col = 0; col < cols; ++col)
                    for (let row = 0; row < rows; ++row) {
                        expect(geometry.cellAt(geometry.middle({ col, row }))).toEqual({ col, row });
                        for (const vertical of [false, true]) {
                            const wall = { col, row, vertical };
                            if (!geometry.holds(wall)) continue;
                            const preferred = geometry.nearestWall(geometry.wallMiddle(wall), (other) =>
                                other.vertical === vertical ? 0 : 0.01,
                            );
                            expect(preferred).toEqual(wall);
                        }
                    }
            }
    });

    it('has as many walls as the games do', () => {
        const count = (cols: number, rows: number, length: number) => {
            const geometry = new Geometry(cols, rows, length, 0);
            let walls = 0;
            for (let col = 0; col < cols; ++col)
                for (let row = 0; row < rows; ++row)
                    for (const vertical of [false, true]) walls += geometry.holds({ col, row, vertical }) ? 1 : 0;
            return walls;
        };
        expect(count(9, 9, 2)).toBe(128);
        expect(count(7, 7, 1)).toBe(84);
        expect(count(11, 14, 2)).toBe(260);
    });

    it('knows which walls take the same room', () => {
        const long = new Geometry(9, 9, 2, 0);
        const wall = (name: string) => parseWall(name)!;
        for (const other of ['e4h', 'd4h', 'f4h', 'e4v'])
            expect(long.collide(wall('e4h'), wall(other)), other).toBe(true);
        for (const other of ['c4h', 'g4h', 'e5h', 'd4v', 'e3v', 'f4v'])
            expect(long.collide(wall('e4h'), wall(other)), other).toBe(false);
        const short = new Geometry(7, 7, 1, 0);
        expect(short.collide(wall('e4h'), wall('e4v'))).toBe(false);
        expect(short.collide(wall('e4h'), wall('f4h'))).toBe(false);
        expect(short.collide(wall('e4h'), wall('e4h'))).toBe(true);
    });

    it('steps on the screen, whichever way the board lies', () => {
        for (const turns of [0, 1, 2, 3]) {
            const geometry = new Geometry(9, 9, 2, turns);
            const from = { col: 4, row: 4 };
            const step = geometry.step(1, 0);
            const a = geometry.middle(from);
            const b = geometry.middle({ col: from.col + step.col, row: from.row + step.row });
            expect({ x: b.x - a.x, y: b.y - a.y }).toEqual({ x: 1, y: 0 });
        }
    });

    it('steps down as well as right', () => {
        for (const turns of [0, 1, 2, 3]) {
            const geometry = new Geometry(9, 9, 2, turns);
            const step = geometry.step(0, 1);
            const a = geometry.middle({ col: 4, row: 4 });
            const b = geometry.middle({ col: 4 + step.col, row: 4 + step.row });
            expect({ x: b.x - a.x, y: b.y - a.y }).toEqual({ x: 0, y: 1 });
        }
    });

    it('lies on its side after a quarter turn', () => {
        for (const turns of [0, 1, 2, 3]) {
            const { width, height } = new Geometry(11, 14, 2, turns);
            expect([width, height]).toEqual(turns % 2 ? [14, 11] : [11, 14]);
        }
    });

    it('draws cells with grooves around them', () => {
        const { x, y, width, height } = new Geometry(9, 9, 2, 0).cellBox({ col: 0, row: 0 });
        expect([x, y, width, height].map((value) => Math.round(value * 100) / 100)).toEqual([0.1, 8.1, 0.8, 0.8]);
    });

    it('draws walls along grooves, from the middle of one cell’s side to that of another', () => {
        const rounded = (values: number[]) => values.map((value) => Math.round(value * 100) / 100);
        const box = (name: string, turns: number, length = 2) => {
            const { x, y, width, height } = new Geometry(9, 9, length, turns).wallBox(parseWall(name)!, 0.1);
            return rounded([x, y, width, height]);
        };
        expect(box('a1h', 0)).toEqual([0.1, 7.95, 1.8, 0.1]);
        expect(box('a1v', 0)).toEqual([0.95, 7.1, 0.1, 1.8]);
        expect(box('a1h', 1)).toEqual([0.95, 0.1, 0.1, 1.8]);
        expect(box('a1v', 2)).toEqual([7.95, 0.1, 0.1, 1.8]);
        expect(box('a1h', 0, 1)).toEqual([0.1, 7.95, 0.8, 0.1]);
        const [from, to] = new Geometry(9, 9, 2, 0).wallEnds(parseWall('a1h')!);
        expect(rounded([from.x, from.y, to.x, to.y])).toEqual([0.1, 8, 1.9, 8]);
        const [top, bottom] = new Geometry(9, 9, 2, 0).wallEnds(parseWall('a1v')!);
        expect(rounded([top.x, top.y, bottom.x, bottom.y])).toEqual([1, 7.1, 1, 8.9]);
    });

    it('keeps walls on the board', () => {
        const long = new Geometry(9, 7, 2, 0);
        const short = new Geometry(9, 7, 1, 0);
        const clamped = (geometry: Geometry, col: number, row: number, vertical: boolean) => {
            const wall = geometry.clamp({ col, row, vertical });
            expect(geometry.holds(wall)).toBe(true);
            expect(wall.vertical).toBe(vertical);
            return wallName(wall);
        };
        expect(clamped(long, -3, -3, false)).toBe('a1h');
        expect(clamped(long, 99, 99, false)).toBe('h6h');
        expect(clamped(long, 99, 99, true)).toBe('h6v');
        expect(clamped(short, 99, 99, false)).toBe('i6h');
        expect(clamped(short, 99, 99, true)).toBe('h7v');
        expect(clamped(long, 3, 4, true)).toBe('d5v');
        for (const [col, row, vertical] of [
            [-1, 0, false],
            [0, -1, true],
            [8, 0, false],
            [0, 6, true],
            [8, 0, true],
            [0, 6, false],
        ] as const)
            expect(long.holds({ col, row, vertical })).toBe(false);
    });

    it('has an inside', () => {
        const geometry = new Geometry(9, 7, 2, 0);
        expect(geometry.inside({ col: 0, row: 0 })).toBe(true);
        expect(geometry.inside({ col: 8, row: 6 })).toBe(true);
        for (const [col, row] of [
            [-1, 0],
            [0, -1],
            [9, 0],
            [0, 7],
        ])
            expect(geometry.inside({ col, row })).toBe(false);
        expect(geometry.cellAt({ x: -0.1, y: 1 })).toBeUndefined();
        expect(geometry.cellAt({ x: 0, y: 7 })).toEqual({ col: 0, row: 0 });
    });

    it('knows how far from the middle of its cell a point is', () => {
        const geometry = new Geometry(9, 9, 2, 0);
        expect(geometry.fromMiddle({ x: 3.5, y: 4.5 })).toBe(0);
        expect(geometry.fromMiddle({ x: 3.75, y: 4.5 })).toBe(0.25);
        expect(geometry.fromMiddle({ x: 3.5, y: 4.125 })).toBe(0.375);
        expect(geometry.fromMiddle({ x: 3.25, y: 4.625 })).toBe(0.25);
    });

    it('takes the wall that can be placed when two are about as near', () => {
        const geometry = new Geometry(9, 9, 2, 0);
        const taken = { col: 3, row: 3, vertical: false };
        const near = geometry.wallMiddle(taken);
        const found = geometry.nearestWall({ x: near.x + 0.45, y: near.y }, (wall) =>
            wallName(wall) === 'd4h' ? 0.22 : wall.vertical ? 1 : 0,
        );
        expect(wallName(found!)).toBe('e4h');
    });
});

describe('pawns', () => {
    it('keep their names while they move', () => {
        const first = followPawns(
            [],
            [
                { col: 0, row: 0, player: 0 },
                { col: 3, row: 0, player: 0 },
                { col: 5, row: 5, player: 1 },
            ],
        );
        expect(new Set(first.map(({ id }) => id)).size).toBe(3);
        const next = followPawns(first, [
            { col: 3, row: 0, player: 0 },
            { col: 4, row: 1, player: 0 },
            { col: 5, row: 5, player: 1 },
        ]);
        expect(next.find(({ col }) => col === 4)!.id).toBe(first[0].id);
        expect(next.find(({ col }) => col === 3)!.id).toBe(first[1].id);
    });
});
