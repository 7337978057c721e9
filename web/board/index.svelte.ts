// createBoard(): draws a board in an element, for a page in any framework. The board knows no rules: the page gives it
// the position and the possible choices, and receives the choice that a person makes.
import { mount, unmount } from 'svelte';
import Board from './Board.svelte';
import type { BoardProps } from './state.svelte';

export type { BoardProps } from './state.svelte';

export interface BoardHandle {
    /** Shows something else; what is not named stays. */
    set(changes: Partial<BoardProps>): void;
    close(): Promise<void>;
}

export function createBoard(target: HTMLElement, given: BoardProps): BoardHandle {
    const props = $state(given);
    const board = mount(Board, { target, props });
    return { set: (changes) => void Object.assign(props, changes), close: () => unmount(board) };
}
