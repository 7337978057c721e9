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
