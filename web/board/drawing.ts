// Boxes, paths and strips in the units of the SVG, computed from the geometry. Knows no component.
import { type Box, type Geometry, kGroove } from './geometry';
import type { Arrow } from './pieces';
import type { Cell } from './places';

/** The distance from one cell to the next, in the SVG's units. */
export const kUnit = 40;
/** The thickness of a wall, in cells. */
export const kThickness = kGroove * 0.82;
/** Around the cells, in cells; at the left and the bottom there is room for names. */
export const kRim = 0.2;
export const kNames = 0.5;

export const scaled = (box: Box): Box => ({
    x: box.x * kUnit,
    y: box.y * kUnit,
    width: box.width * kUnit,
    height: box.height * kUnit,
});
export const grown = (box: Box, by: number): Box => ({
    x: box.x - by,
    y: box.y - by,
    width: box.width + 2 * by,
    height: box.height + 2 * by,
});

/** The light along the upper or left edge of a wall. */
export function glossOf({ x, y, width, height }: Box): Box {
    const [inset, thin] = [1.3, 1.8];
    return width > height
        ? { x: x + inset, y: y + inset * 0.7, width: width - 2 * inset, height: thin }
        : { x: x + inset * 0.7, y: y + inset, width: thin, height: height - 2 * inset };
}

/** The edges of cells towards the light, or those away from it, as one path. */
export function edgesPath(boxes: Box[], lit: boolean): string {
    const inset = 0.9;
    const corner = 3;
    return boxes
        .map(({ x, y, width, height }) => {
            const [left, top, right, bottom] = [x + inset, y + inset, x + width - inset, y + height - inset];
            const far = corner + 0.6;
            return lit
                ? `M${left} ${bottom - far}V${top + corner}Q${left} ${top} ${left + corner} ${top}H${right - far}`
                : `M${left + far} ${bottom}H${right - corner}Q${right} ${bottom} ${right} ${bottom - corner}` +
                      `V${top + far}`;
        })
        .join('');
}

export function cellsPath(geometry: Geometry, cells: Cell[]): string {
    return cells
        .map((cell, i) => {
            const { x, y } = geometry.middle(cell);
            return `${i ? 'L' : 'M'}${x * kUnit} ${y * kUnit}`;
        })
        .join('');
}

export function arrowPath(geometry: Geometry, arrow: Arrow): string {
    const a = geometry.middle(arrow.from);
    const b = geometry.middle(arrow.to);
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const tip = { x: b.x - ux * 0.08, y: b.y - uy * 0.08 };
    const neck = { x: tip.x - ux * 0.26, y: tip.y - uy * 0.26 };
    const p = (x: number, y: number) => `${(x * kUnit).toFixed(1)} ${(y * kUnit).toFixed(1)}`;
    const shaft = `M${p(a.x + ux * 0.3, a.y + uy * 0.3)}L${p(neck.x, neck.y)}`;
    const left = p(neck.x - uy * 0.17, neck.y + ux * 0.17);
    const right = p(neck.x + uy * 0.17, neck.y - ux * 0.17);
    return `${shaft}M${left}L${p(tip.x, tip.y)}L${right}Z`;
}

/** A player's goal as a strip on the rim, where it is a whole edge of the board. */
export function goalStrip(geometry: Geometry, cells: Cell[]): Box | undefined {
    const { cols, rows } = geometry;
    const edge = (test: (cell: Cell) => boolean, length: number) => cells.length === length && cells.every(test);
    const side = edge((cell) => cell.row === rows - 1, cols)
        ? [0, rows, cols, rows]
        : edge((cell) => cell.row === 0, cols)
          ? [0, 0, cols, 0]
          : edge((cell) => cell.col === 0, rows)
            ? [0, 0, 0, rows]
            : edge((cell) => cell.col === cols - 1, rows)
              ? [cols, 0, cols, rows]
              : undefined;
    if (!side) return undefined;
    const corner = (x: number, y: number) => geometry.middle({ col: x - 0.5, row: y - 0.5 });
    const [a, b] = [corner(side[0], side[1]), corner(side[2], side[3])];
    const level = a.y === b.y;
    const out = 0.13;
    const x = level ? Math.min(a.x, b.x) + 0.12 : a.x > 0 ? a.x - 0.02 : a.x - out + 0.02;
    const y = level ? (a.y > 0 ? a.y - 0.02 : a.y - out + 0.02) : Math.min(a.y, b.y) + 0.12;
    return { x, y, width: level ? Math.abs(a.x - b.x) - 0.24 : out, height: level ? out : Math.abs(a.y - b.y) - 0.24 };
}
