// Names of cells and walls (docs/notation.md): e4, e3h. Reads and writes their form only; knows nothing of legality.
// The board does not use it, because choices come with the text of their action.
import type { Cell, Wall } from '$board/places';

export const cellName = ({ col, row }: Cell): string => String.fromCharCode(97 + col) + (row + 1);
export const wallName = (wall: Wall): string => cellName(wall) + (wall.vertical ? 'v' : 'h');

export function parseCell(text: string): Cell | undefined {
    const match = /^([a-s])(\d{1,2})$/.exec(text);
    return match ? { col: match[1].charCodeAt(0) - 97, row: Number(match[2]) - 1 } : undefined;
}
export function parseWall(text: string): Wall | undefined {
    const cell = /[hv]$/.test(text) ? parseCell(text.slice(0, -1)) : undefined;
    return cell ? { ...cell, vertical: text.endsWith('v') } : undefined;
}

/** The actions of a turn: `3:e2,e3` is 3, e2 and e3. */
export const turnParts = (turn: string): string[] => turn.split(/[:,/]/).filter((part) => part !== '');

/** A turn in Glendenning's notation as the modern one writes it, or the other way round; what is no turn stays. */
export function glendenning(turn: string, rows: number): string {
    const wall = parseWall(turn);
    if (wall) return wallName({ ...wall, row: rows - 2 - wall.row });
    const cell = parseCell(turn);
    return cell ? cellName({ ...cell, row: rows - 1 - cell.row }) : turn;
}
