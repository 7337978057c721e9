// Cells and walls of a board by column and row, counted from 0. No rules and no notation: the page names cells and
// walls.

export interface Cell {
    col: number;
    row: number;
}
export interface Wall {
    col: number;
    row: number;
    /** Lies right of its cells rather than above them. */
    vertical: boolean;
}

export const sameCell = (a: Cell, b: Cell): boolean => a.col === b.col && a.row === b.row;
export const sameWall = (a: Wall, b: Wall): boolean => sameCell(a, b) && a.vertical === b.vertical;

/** More columns than any board has. */
const kWidest = 64;
/** A number for each cell and for each wall, to find them by. */
export const cellKey = ({ col, row }: Cell): number => row * kWidest + col;
export const wallKey = (wall: Wall): number => 2 * cellKey(wall) + (wall.vertical ? 1 : 0);
