// Keyboard control of the board: arrows move, H, V and W begin a wall, R turns it, Enter plays, Escape leaves.
import type { Cell } from './places';
import type { BoardState } from './state.svelte';

const kArrows: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

function startCell({ selected, moves, config }: BoardState): Cell {
    const { pawns, mover, cols, rows } = config;
    return (
        selected ?? moves[0]?.from ?? pawns.find((pawn) => pawn.player === mover) ?? { col: cols >> 1, row: rows >> 1 }
    );
}

function step(state: BoardState, right: number, down: number): void {
    const { geometry, pending } = state;
    const by = geometry.step(right, down);
    if (pending) {
        state.propose(geometry.clamp({ ...pending, col: pending.col + by.col, row: pending.row + by.row }));
        return;
    }
    const from = state.cursor ?? startCell(state);
    const next = { col: from.col + by.col, row: from.row + by.row };
    state.cursor = geometry.inside(next) ? next : from;
    state.config.oncursor?.({ cell: state.cursor });
}

/** Does what a key means; false where it means nothing here. */
function press(state: BoardState, name: string): boolean {
    const { pending } = state;
    const arrow = kArrows[name];
    const key = name.toLowerCase();
    if (arrow) {
        step(state, ...arrow);
    } else if (key === 'h' || key === 'v' || (key === 'w' && !pending)) {
        if (!state.canPlace && !state.breaking) return false;
        const { col, row } = pending ?? state.cursor ?? startCell(state);
        state.propose(state.geometry.clamp({ col, row, vertical: key === 'v' }));
    } else if (key === 'w') {
        state.pending = undefined;
    } else if (key === 'r' && pending) {
        state.turn();
    } else if (name === 'Enter' || name === ' ') {
        if (pending) state.choose(pending);
        else state.activate(state.cursor ?? startCell(state));
    } else if (name === 'Escape' && (pending || state.chosen)) {
        state.cancel();
    } else {
        return false;
    }
    return true;
}

export function keydown(state: BoardState, event: KeyboardEvent): void {
    if (!state.interactive || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!press(state, event.key)) return;
    state.keyboard = true;
    state.hover = undefined;
    event.preventDefault();
    event.stopPropagation();
}
