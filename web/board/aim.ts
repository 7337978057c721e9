// The target of a pointer: a cell, a wall, or nothing. Walls are chosen only near the grooves, so that a click on a
// cell that cannot be reached, or on somebody's pawn, never places one.
import type { Geometry, Point } from './geometry';
import { sameCell, sameWall, type Cell, type Wall } from './places';

/** The distance from its middle, as the greater of the two distances, at which a cell gives way to the grooves. */
const kCellReach = 0.34;
/** A cell that cannot be chosen leaves more room to the walls around it. */
const kIdleReach = 0.25;

export interface Choices {
    /** Whether a cell can be chosen now. */
    isTarget: (cell: Cell) => boolean;
    pawns: Cell[];
    /** Walls on the board, and whether one can be chosen; none of them may be. */
    walls: Wall[];
    canChoose: (wall: Wall) => boolean;
    wallsToo: boolean;
    /** Only walls that stand can be chosen: cells mean nothing. */
    breaking: boolean;
    /** The wall that was meant before: stays so when another is about as near. */
    hover?: Wall;
    /** Width of the zone between a cell and its grooves that means nothing. */
    gap: number;
}
export type Aim = { cell: Cell } | { wall: Wall } | undefined;

export function aim(geometry: Geometry, at: Point, choices: Choices): Aim {
    const { isTarget, pawns, wallsToo, breaking, gap } = choices;
    const cell = geometry.cellAt(at);
    if (!wallsToo) return cell && { cell };
    if (cell) {
        const reach = isTarget(cell) || pawns.some((pawn) => sameCell(pawn, cell)) ? kCellReach : kIdleReach;
        const away = geometry.fromMiddle(at);
        if (away < reach - gap / 2) return breaking ? undefined : { cell };
        if (away < reach + gap / 2) return undefined;
    }
    const wall = nearestWall(geometry, at, choices);
    return wall && { wall };
}

function nearestWall(geometry: Geometry, at: Point, { walls, canChoose, breaking, hover }: Choices): Wall | undefined {
    return geometry.nearestWall(at, (wall) => {
        const legal = canChoose(wall);
        const cost = legal ? 0 : breaking ? 1 : 0.22;
        // A wall on the board that can be chosen is meant rather than its neighbours, wherever it is touched.
        const there = legal && walls.some((other) => sameWall(other, wall)) ? 0.4 : 0;
        return cost - there - (hover && sameWall(hover, wall) ? 0.06 : 0);
    });
}
