// The board for any page, whatever it is written with: createBoard draws it in an element. It knows no rules; the page
// says what stands on the board and what can be chosen, and hears what is.
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
