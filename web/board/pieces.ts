// The pieces on a board as plain data, and their identity from one position to the next, which animations need.
import { sameCell, type Cell, type Wall } from './places';

export interface Pawn extends Cell {
    player: number;
    /** Stays the same while the pawn moves. */
    id: string;
}
export interface OwnedWall extends Wall {
    /** -1 when it is not known who placed it. */
    owner: number;
}
export interface Move {
    from: Cell;
    to: Cell;
    /** The action that is passed on when this move is chosen. */
    action: string;
}
/** A wall that can be placed or broken, and its action. */
export interface WallChoice extends Wall {
    action: string;
}
/** A cell for a new pawn, and its action. */
export interface Placement extends Cell {
    action: string;
}
/** A place that was meant and cannot be chosen: a cell, for the pawn that was to go there if one is; or a wall. */
export type Meant = { cell: Cell; pawn: Cell | undefined } | { wall: Wall; breaking: boolean };
export interface Area {
    player: number;
    cells: Cell[];
}
export interface Arrow {
    from: Cell;
    to: Cell;
    player: number;
    /** 1 for the best, less for others. */
    weight: number;
}
export interface Ghost extends Wall {
    player: number;
    weight: number;
}
/** A wall that could be placed: above 0 it is good for the player who would place it, below 0 bad. */
export interface WeighedWall extends Wall {
    worth: number;
    title: string;
}
export interface Flash {
    pawns: Cell[];
    walls: Wall[];
}

/**
 * Gives each pawn the id it had before: those that stayed keep theirs, the others take what is left of their player's.
 */
export function followPawns(before: Pawn[], now: (Cell & { player: number })[]): Pawn[] {
    const free = new Set(before);
    const result: (Pawn | undefined)[] = now.map((pawn) => {
        const same = before.find((old) => old.player === pawn.player && sameCell(old, pawn));
        if (!same) return undefined;
        free.delete(same);
        return { ...pawn, id: same.id };
    });
    const used = new Set(result.map((pawn) => pawn?.id));
    return now.map((pawn, i) => {
        if (result[i]) return result[i];
        const moved = [...free].find((old) => old.player === pawn.player);
        if (moved) free.delete(moved);
        let id = moved?.id;
        for (let n = 0; id === undefined; ++n) if (!used.has(`${pawn.player}.${n}`)) id = `${pawn.player}.${n}`;
        used.add(id);
        return { ...pawn, id };
    });
}

/**
 * The outline of each player's pieces about 0, 0, in units of the radius: told apart without colour. A pawn wears it as
 * its head.
 */
export const kShapes = [
    'M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z',
    'M0 -1.16L1.16 0L0 1.16L-1.16 0Z',
    'M0 -1.12L1.12 .82L-1.12 .82Z',
    'M-.9 -.9H.9V.9H-.9Z',
];

/**
 * A pawn as it stands on a cell, in the units of a drawing with 40 to a cell: its body, the side away from the light,
 * and where its head is.
 */
export const kPawn = {
    body:
        'M-10.6 11C-10.6 7.4 -6 6.4 -4.7 2.4C-4.1 .6 -3.8 -.8 -3.6 -2.6H3.6' +
        'C3.8 -.8 4.1 .6 4.7 2.4C6 6.4 10.6 7.4 10.6 11C10.6 13.9 -10.6 13.9 -10.6 11Z',
    shade:
        'M1.2 -2.6H3.6C3.8 -.8 4.1 .6 4.7 2.4C6 6.4 10.6 7.4 10.6 11' +
        'C10.6 12.7 6 13.2 2.4 13.2C5.2 9 1.6 3 1.2 -2.6Z',
    foot: 'M-8.6 9.4C-5 11.4 5 11.4 8.6 9.4',
    head: 'translate(0 -6.6) scale(7)',
    shine: 'M-4.2 -8.4A4.6 4.6 0 0 1 -.6 -11.4',
};
