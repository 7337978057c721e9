// Converts the flat lists of numbers of the rules module (src/wasm/describe.h) to cells, walls and choices.
import type { Placement, WallChoice } from '$board/pieces';
import type { Cell, Wall } from '$board/places';

/** Cells of a list of columns and rows. */
export function cellsOf(flat: number[]): Cell[] {
    const cells: Cell[] = [];
    for (let i = 0; i < flat.length; i += 2) cells.push({ col: flat[i], row: flat[i + 1] });
    return cells;
}
/** Walls of a list of columns, rows and 0 or 1. */
export function wallsOf(flat: number[]): Wall[] {
    const walls: Wall[] = [];
    for (let i = 0; i < flat.length; i += 3)
        walls.push({ col: flat[i], row: flat[i + 1], vertical: flat[i + 2] === 1 });
    return walls;
}

/** Adds to each place the action of the same rank: `actions` has a space between two. */
function withActions<T extends object>(places: T[], actions: string): (T & { action: string })[] {
    const texts = actions.split(' ');
    return places.map((place, i) => ({ ...place, action: texts[i] }));
}
export const wallChoicesOf = (flat: number[], actions: string): WallChoice[] => withActions(wallsOf(flat), actions);
export const placementsOf = (flat: number[], actions: string): Placement[] => withActions(cellsOf(flat), actions);
