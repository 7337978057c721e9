// Mouse, pen and touch on the board. A mouse places a wall at once; a finger first puts a wall on the board, may drag
// it, and taps it again to place it. Pawns are dragged or chosen.
import { aim, type Aim } from './aim';
import { kRim, kUnit } from './drawing';
import type { Point } from './geometry';
import type { Pawn } from './pieces';
import { sameCell, sameWall } from './places';
import type { BoardState } from './state.svelte';

/** Pixels from where a drag is one. */
const kDrag = 8;
/** How near its middle a pawn is taken, and a waiting wall moved from where it is; in cells. */
const kGrip = 0.36;
const kWallGrip = 1.5;

interface Down {
    /** The size of the screen. */
    x: number;
    y: number;
    pawn?: Pawn;
    /** The offset from the pointer to the middle of the wall that it drags. */
    offset?: Point;
    moved: boolean;
}

export class Pointer {
    private down: Down | undefined;

    constructor(
        private readonly state: BoardState,
        private readonly svg: () => SVGSVGElement,
    ) {}

    readonly start = (event: PointerEvent): void => {
        const { state } = this;
        if (!state.interactive || !event.isPrimary || event.button !== 0) return;
        state.keyboard = false;
        const at = this.pointOf(event);
        const down: Down = { x: event.clientX, y: event.clientY, moved: false };
        this.down = down;
        const cell = state.geometry.cellAt(at);
        if (cell && !state.breaking && state.geometry.fromMiddle(at) < kGrip)
            down.pawn = state.config.pawns.find((pawn) => sameCell(pawn, cell) && state.holds(cell));
        if (state.pending && !down.pawn) {
            const middle = state.geometry.wallMiddle(state.pending);
            const near = Math.hypot(middle.x - at.x, middle.y - at.y) < kWallGrip;
            down.offset = near ? { x: middle.x - at.x, y: middle.y - at.y } : { x: 0, y: 0 };
        }
        // A pointer made by a test or an assistive tool may not be capturable.
        if (down.pawn || state.pending)
            try {
                this.svg().setPointerCapture(event.pointerId);
            } catch {
                /* goes on without */
            }
    };

    readonly move = (event: PointerEvent): void => {
        const { state, down } = this;
        if (!state.interactive || !event.isPrimary) return;
        const at = this.pointOf(event);
        if (down && !down.moved && Math.hypot(event.clientX - down.x, event.clientY - down.y) > kDrag)
            down.moved = true;
        if (down?.pawn) {
            if (!down.moved) return;
            state.chosen = { col: down.pawn.col, row: down.pawn.row };
            state.dragged = { pawn: down.pawn, at };
            const cell = state.geometry.cellAt(at);
            state.hoverCell = cell && state.shownMoves.some((move) => sameCell(move.to, cell)) ? cell : undefined;
            return;
        }
        const { pending } = state;
        if (down?.offset && pending && down.moved) {
            const wanted = state.geometry.nearestWall({ x: at.x + down.offset.x, y: at.y + down.offset.y }, (wall) =>
                wall.vertical === pending.vertical ? 0 : 9,
            );
            if (wanted && !sameWall(wanted, pending)) state.propose(wanted);
            return;
        }
        if (event.pointerType === 'touch' || pending) return;
        const target = this.targetAt(at, 0);
        state.hover = target && 'wall' in target ? target.wall : undefined;
        state.hoverCell = target && 'cell' in target && state.isTarget(target.cell) ? target.cell : undefined;
    };

    readonly end = (event: PointerEvent): void => {
        const { state, down } = this;
        if (!state.interactive || !event.isPrimary || !down) return;
        this.down = undefined;
        const at = this.pointOf(event);
        if (state.dragged) {
            const cell = state.geometry.cellAt(at);
            const move = cell && state.shownMoves.find((item) => sameCell(item.to, cell));
            state.dragged = undefined;
            state.hoverCell = undefined;
            if (move && !sameCell(cell, move.from)) state.config.onaction?.(move.action);
            return;
        }
        if (down.moved && (down.offset || event.pointerType === 'touch')) return;
        this.tap(at, event.pointerType === 'touch');
    };

    readonly leave = (): void => {
        this.state.hover = undefined;
        this.state.hoverCell = undefined;
    };
    readonly cancel = (): void => {
        this.down = undefined;
        this.state.dragged = undefined;
    };

    private tap(at: Point, touch: boolean): void {
        const { state } = this;
        const { pending, geometry } = state;
        if (pending && !state.breaking) {
            const middle = geometry.wallMiddle(pending);
            const upright = geometry.isUpright(pending);
            const along = Math.abs(upright ? at.y - middle.y : at.x - middle.x);
            const across = Math.abs(upright ? at.x - middle.x : at.y - middle.y);
            if (along < state.config.wallLength / 2 && across < 0.34) return state.choose(pending);
        }
        const target = this.targetAt(at, touch ? state.config.deadZone : 0);
        if (!target) return;
        if ('cell' in target) return state.activate(target.cell);
        if ((!touch && !state.config.confirmWalls) || state.breaking) return state.choose(target.wall);
        state.chosen = undefined;
        state.propose(target.wall);
    }

    /** A point in cells, from the corner of the board. */
    private pointOf(event: PointerEvent): Point {
        const matrix = this.svg().getScreenCTM();
        if (!matrix) return { x: -1, y: -1 };
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        return { x: at.x / kUnit, y: at.y / kUnit };
    }
    /** The place that a point means. `gap` is the width of the zone where it means none. */
    private targetAt(at: Point, gap: number): Aim {
        const { state } = this;
        const { width, height } = state.geometry;
        if (at.x <= -kRim || at.y <= -kRim || at.x >= width + kRim || at.y >= height + kRim) return undefined;
        return aim(state.geometry, at, {
            isTarget: (cell) => state.isTarget(cell),
            pawns: state.config.pawns,
            walls: state.config.walls,
            canChoose: (wall) => state.canChoose(wall),
            wallsToo: state.wallsToo,
            breaking: state.breaking,
            hover: state.hover,
            gap,
        });
    }
}
