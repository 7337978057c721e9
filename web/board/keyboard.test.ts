import { describe, expect, it } from 'vitest';
import { keydown } from './keyboard';
import type { Meant } from './pieces';
import type { Wall } from './places';
import { BoardState, type BoardProps } from './state.svelte';

/** A board of 5×5 with a pawn on c1 that can step ahead, and a wall that can be placed. */
function board(more: Partial<BoardProps> = {}) {
    const told: (string | Meant)[] = [];
    const given: BoardProps = {
        cols: 5,
        rows: 5,
        wallLength: 2,
        pawns: [{ id: 0, col: 2, row: 0, player: 0 }],
        walls: [],
        interactive: true,
        mover: 0,
        moves: [{ from: { col: 2, row: 0 }, to: { col: 2, row: 1 }, action: 'c2' }],
        wallPlaces: [{ col: 2, row: 0, vertical: false, action: 'the wall' }],
        label: '',
        onaction: (action) => told.push(action),
        onrefused: (meant) => told.push(meant),
        ...more,
    };
    let pending: Wall | undefined;
    const state = new BoardState(() => given, { get: () => pending, set: (wall) => (pending = wall) });
    const press = (...keys: string[]) => {
        for (const key of keys)
            keydown(state, { key, preventDefault() {}, stopPropagation() {} } as unknown as KeyboardEvent);
    };
    return { state, press, told };
}

describe('the board by keyboard', () => {
    it('moves to a cell and plays it', () => {
        const { press, told } = board();
        press('ArrowUp', 'Enter');
        expect(told).toEqual(['c2']);
    });
    it('refuses a cell that cannot be reached', () => {
        const { press, told } = board();
        press('ArrowLeft', ' ');
        expect(told).toEqual([{ cell: { col: 1, row: 0 }, pawn: { col: 2, row: 0 } }]);
    });
    it('stays on the board', () => {
        const { state, press } = board();
        press('ArrowDown', 'ArrowDown');
        expect(state.cursor).toEqual({ col: 2, row: 0 });
    });
    it('places a wall, and turns it', () => {
        const { state, press, told } = board();
        press('h', 'r');
        expect(state.pending).toEqual({ col: 2, row: 0, vertical: true });
        press('Enter');
        const refused = { wall: { col: 2, row: 0, vertical: true }, breaking: false };
        expect(told).toEqual([refused]);
        press('r', 'Enter');
        expect(told).toEqual([refused, 'the wall']);
        expect(state.pending).toBeUndefined();
    });
    it('leaves a wall that waits', () => {
        const { state, press } = board();
        press('v', 'Escape');
        expect(state.pending).toBeUndefined();
    });
    it('breaks a wall', () => {
        const wall = { col: 2, row: 0, vertical: false, action: 'breaks it' };
        const { press, told } = board({ breaking: true, breakable: [wall], moves: [], wallPlaces: [] });
        press('h', 'Enter');
        expect(told).toEqual(['breaks it']);
    });
    it('puts a new pawn on the board', () => {
        const { press, told } = board({ moves: [], placements: [{ col: 2, row: 0, action: 'the pawn' }] });
        press('Enter', 'ArrowLeft', 'Enter');
        expect(told).toEqual(['the pawn', { cell: { col: 1, row: 0 }, pawn: undefined }]);
    });
    it('begins no wall where none can be placed, and hears nothing as a picture', () => {
        const { state, press } = board({ wallPlaces: [] });
        press('h');
        expect(state.pending).toBeUndefined();
        const picture = board({ interactive: false });
        picture.press('ArrowUp', 'Enter');
        expect(picture.told).toEqual([]);
    });
});
