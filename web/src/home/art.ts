// A position seen from above one corner, as shapes to draw from back to front: the board as a slab, walls standing in
// their grooves, pawns upright. Knows no colours: shapes have classes.
import { kPawn, kShapes } from '$board/pieces';
import type { Picture } from '../lib/picture';

export interface Shape {
    kind: string;
    d: string;
    transform?: string;
}
export interface Art {
    viewBox: string;
    shapes: Shape[];
}

/** Of one cell: half its width and half its height on the drawing, and how high things are. */
const kHalfWidth = 12;
const kHalfHeight = 6.9;
const kWallHeight = 15;
const kSlab = 9;
const kGroove = 0.16;

type Corner = [x: number, y: number, z?: number];

export function artOf(picture: Pick<Picture, 'cols' | 'rows' | 'wallLength' | 'pawns' | 'walls' | 'territories'>): Art {
    const { cols, rows, wallLength } = picture;
    const at = ([x, y, z = 0]: Corner): [number, number] => [(x - y) * kHalfWidth, (x + y) * kHalfHeight - z];
    const face = (...corners: Corner[]): string =>
        `M${corners
            .map((corner) =>
                at(corner)
                    .map((value) => value.toFixed(1))
                    .join(' '),
            )
            .join('L')}Z`;
    const tile = (x: number, y: number, grown: number): string =>
        face(
            [x - grown, y - grown],
            [x + 1 + grown, y - grown],
            [x + 1 + grown, y + 1 + grown],
            [x - grown, y + 1 + grown],
        );
    /** Rows are counted from the front edge; on the drawing from the back. */
    const back = (row: number): number => rows - 1 - row;

    const rim = 0.35;
    const [left, right, top, bottom] = [-rim, cols + rim, -rim, rows + rim];
    const shapes: Shape[] = [
        {
            kind: 'cast',
            d: face(
                [left + 0.5, top + 0.9, -kSlab],
                [right + 0.5, top + 0.9, -kSlab],
                [right + 0.5, bottom + 0.9, -kSlab],
                [left + 0.5, bottom + 0.9, -kSlab],
            ),
        },
        {
            kind: 'slab-front',
            d: face([left, bottom], [right, bottom], [right, bottom, -kSlab], [left, bottom, -kSlab]),
        },
        { kind: 'slab-side', d: face([right, top], [right, bottom], [right, bottom, -kSlab], [right, top, -kSlab]) },
        { kind: 'slab', d: face([left, top], [right, top], [right, bottom], [left, bottom]) },
    ];
    let cells = '';
    for (let y = 0; y < rows; ++y) for (let x = 0; x < cols; ++x) cells += tile(x, y, -kGroove / 2);
    shapes.push({ kind: 'cells', d: cells });
    for (const { player, cells: own } of picture.territories)
        shapes.push({
            kind: `area p${player}`,
            d: own.map(({ col, row }) => tile(col, back(row), -kGroove / 2)).join(''),
        });

    const standing: { depth: number; parts: Shape[] }[] = picture.walls.map((wall) => {
        const [x, y] = wall.vertical
            ? [wall.col + 1 - kGroove / 2, back(wall.row) + 1 - wallLength + kGroove]
            : [wall.col + kGroove, back(wall.row) - kGroove / 2];
        const long = wallLength - 2 * kGroove;
        const [x2, y2] = wall.vertical ? [x + kGroove, y + long] : [x + long, y + kGroove];
        const up = kWallHeight;
        const p = `p${wall.owner}`;
        return {
            depth: (x + x2 + y + y2) / 2,
            parts: [
                { kind: 'wall-cast', d: face([x, y2], [x2, y2], [x2 + 0.35, y2 + 0.5], [x + 0.35, y2 + 0.5]) },
                { kind: `wall-front ${p}`, d: face([x, y2], [x2, y2], [x2, y2, up], [x, y2, up]) },
                { kind: `wall-side ${p}`, d: face([x2, y], [x2, y2], [x2, y2, up], [x2, y, up]) },
                { kind: `wall-top ${p}`, d: face([x, y, up], [x2, y, up], [x2, y2, up], [x, y2, up]) },
            ],
        };
    });
    for (const { col, row, player } of picture.pawns) {
        const [x, y] = at([col + 0.5, back(row) + 0.5]);
        const put = `translate(${x.toFixed(1)} ${(y - 10).toFixed(1)}) scale(1.05)`;
        standing.push({
            depth: col + back(row) + 1,
            parts: [
                { kind: 'pawn-cast', d: 'M-9 11.5a10.5 4.4 0 1 0 21 0a10.5 4.4 0 1 0 -21 0Z', transform: put },
                { kind: `pawn p${player}`, d: kPawn.body, transform: put },
                { kind: 'pawn-shade', d: kPawn.shade, transform: put },
                { kind: `pawn-head p${player}`, d: kShapes[player], transform: `${put} ${kPawn.head}` },
            ],
        });
    }
    standing.sort((a, b) => a.depth - b.depth);
    shapes.push(...standing.flatMap(({ parts }) => parts));

    const [west] = at([left, bottom]);
    const [east] = at([right, top]);
    const north = Math.min(at([left, top])[1], -12);
    const south = at([right, bottom, -kSlab])[1] + 8;
    return {
        viewBox: [west - 3, north - 3, east - west + 8, south - north + 6].map((value) => value.toFixed(1)).join(' '),
        shapes,
    };
}
