// Positions of cells and walls on the screen, for any board and any seat's view, and the cell or wall nearest to a
// point. One unit is the distance from one cell to the next.
import type { Cell, Wall } from './places';

export const kGroove = 0.2;
export const kCell = 1 - kGroove;

export interface Point {
    x: number;
    y: number;
}
export interface Box extends Point {
    width: number;
    height: number;
}

/** The board as one seat sees it. Turns are quarter turns clockwise; with 0, a1 is at the bottom left. */
export class Geometry {
    readonly width: number;
    readonly height: number;

    constructor(
        readonly cols: number,
        readonly rows: number,
        readonly wallLength: number,
        readonly turns: number,
    ) {
        this.width = turns % 2 ? rows : cols;
        this.height = turns % 2 ? cols : rows;
    }

    /** Converts board coordinates, with the corner of a1 at 0, 0 and rows upwards, to the screen's. */
    private place(x: number, y: number): Point {
        switch (this.turns) {
            case 1:
                return { x: y, y: x };
            case 2:
                return { x: this.cols - x, y };
            case 3:
                return { x: this.rows - y, y: this.cols - x };
            default:
                return { x, y: this.rows - y };
        }
    }
    private unplace({ x, y }: Point): Point {
        switch (this.turns) {
            case 1:
                return { x: y, y: x };
            case 2:
                return { x: this.cols - x, y };
            case 3:
                return { x: this.cols - y, y: this.rows - x };
            default:
                return { x, y: this.rows - y };
        }
    }

    middle(cell: Cell): Point {
        return this.place(cell.col + 0.5, cell.row + 0.5);
    }
    cellBox(cell: Cell): Box {
        const { x, y } = this.middle(cell);
        return { x: x - kCell / 2, y: y - kCell / 2, width: kCell, height: kCell };
    }
    /** The middle of a wall; it lies level on the screen or upright. */
    wallMiddle(wall: Wall): Point {
        const along = this.wallLength / 2;
        return wall.vertical ? this.place(wall.col + 1, wall.row + along) : this.place(wall.col + along, wall.row + 1);
    }
    isUpright(wall: Wall): boolean {
        return wall.vertical !== (this.turns % 2 === 1);
    }
    wallBox(wall: Wall, thickness: number): Box {
        const { x, y } = this.wallMiddle(wall);
        const length = this.wallLength - kGroove;
        const [width, height] = this.isUpright(wall) ? [thickness, length] : [length, thickness];
        return { x: x - width / 2, y: y - height / 2, width, height };
    }
    /** The middles of a wall's two short sides. */
    wallEnds(wall: Wall): [Point, Point] {
        const { x, y, width, height } = this.wallBox(wall, 0);
        return [
            { x, y },
            { x: x + width, y: y + height },
        ];
    }

    inside(cell: Cell): boolean {
        return cell.col >= 0 && cell.row >= 0 && cell.col < this.cols && cell.row < this.rows;
    }
    /** Whether a wall with that anchor fits on the board. */
    holds(wall: Wall): boolean {
        const across = wall.vertical ? this.cols - 1 : this.cols - this.wallLength + 1;
        const up = wall.vertical ? this.rows - this.wallLength + 1 : this.rows - 1;
        return wall.col >= 0 && wall.row >= 0 && wall.col < across && wall.row < up;
    }
    /** Whether two walls would take the same room. */
    collide(a: Wall, b: Wall): boolean {
        const [across, along] = a.vertical ? [a.col - b.col, a.row - b.row] : [a.row - b.row, a.col - b.col];
        if (a.vertical === b.vertical) return across === 0 && Math.abs(along) < this.wallLength;
        return this.wallLength > 1 && across === 0 && along === 0;
    }
    /** The wall that holds() nearest to the given one, in the same direction. */
    clamp(wall: Wall): Wall {
        const across = wall.vertical ? this.cols - 1 : this.cols - this.wallLength + 1;
        const up = wall.vertical ? this.rows - this.wallLength + 1 : this.rows - 1;
        const within = (value: number, size: number) => Math.max(0, Math.min(size - 1, value));
        return { col: within(wall.col, across), row: within(wall.row, up), vertical: wall.vertical };
    }

    cellAt(point: Point): Cell | undefined {
        const { x, y } = this.unplace(point);
        const cell = { col: Math.floor(x), row: Math.floor(y) };
        return this.inside(cell) ? cell : undefined;
    }
    /** The distance of a point from the middle of its cell, as the greater of the two distances: 0 to 0.5. */
    fromMiddle(point: Point): number {
        return Math.max(Math.abs(point.x - Math.floor(point.x) - 0.5), Math.abs(point.y - Math.floor(point.y) - 0.5));
    }

    /**
     * The wall whose groove a pointer is nearest to. `cost` makes some walls less likely, so that of two walls
     * about as near the one that can be placed is taken, and a ghost does not flicker between two places.
     */
    nearestWall(point: Point, cost: (wall: Wall) => number): Wall | undefined {
        const at = this.unplace(point);
        let best: Wall | undefined;
        let least = Infinity;
        const look = (wall: Wall) => {
            if (!this.holds(wall)) return;
            const middle = this.wallMiddle(wall);
            const dx = Math.abs(point.x - middle.x);
            const dy = Math.abs(point.y - middle.y);
            const away = this.isUpright(wall) ? dx + 0.3 * dy : dy + 0.3 * dx;
            const score = away + cost(wall);
            if (score < least) [best, least] = [wall, score];
        };
        const reach = 2;
        for (let col = Math.floor(at.x) - reach; col <= at.x + 1; ++col)
            for (let row = Math.floor(at.y) - reach; row <= at.y + 1; ++row) {
                look({ col, row, vertical: false });
                look({ col, row, vertical: true });
            }
        return best;
    }

    /** One step on the screen, as a step on the board. */
    step(right: number, down: number): { col: number; row: number } {
        switch (this.turns) {
            case 1:
                return { col: down, row: right };
            case 2:
                return { col: -right, row: down };
            case 3:
                return { col: -down, row: -right };
            default:
                return { col: right, row: -down };
        }
    }
}
