// A game as an animated GIF: the board draws each position off screen, and each drawing becomes a frame. Loaded on
// demand.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { flushSync } from 'svelte';
import { createBoard } from '$board/index.svelte';
import type { SessionState } from '../rules/types';
import { pictureOf } from './picture';
import { drawnOf } from './snapshot';

const kLongerSide = 560; // pixels
const kTurn = 800; // milliseconds
const kEnd = 3000;
/** One place in the palette stands for pixels that have not changed since the frame before. */
const kColours = 255;

interface Look {
    /** Quarter turns of the board. */
    turns: number;
    coordinates: boolean;
}

async function frameOf(state: SessionState, look: Look, stage: HTMLElement): Promise<ImageData> {
    const board = createBoard(stage, { ...pictureOf(state), ...look, label: '' });
    try {
        flushSync();
        const svg = stage.querySelector('svg')!;
        const { width, height } = svg.viewBox.baseVal;
        const canvas = await drawnOf(svg, kLongerSide / Math.max(width, height));
        return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    } finally {
        await board.close();
    }
}

export async function gifOf(states: SessionState[], look: Look, onFrame: (done: number) => void): Promise<Blob> {
    const stage = document.createElement('div');
    stage.className = 'stage';
    stage.inert = true;
    document.body.append(stage);
    const gif = GIFEncoder();
    try {
        // All pieces are on the board at the end, so its colours serve all frames.
        const palette = quantize((await frameOf(states.at(-1)!, look, stage)).data, kColours);
        let before: Uint8Array | undefined;
        for (const [i, state] of states.entries()) {
            const { data, width, height } = await frameOf(state, look, stage);
            const pixels = applyPalette(data, palette);
            const shown = before;
            const changed = shown
                ? pixels.map((colour, at) => (colour === shown[at] ? palette.length : colour))
                : pixels;
            gif.writeFrame(changed, width, height, {
                palette: shown ? undefined : [...palette, [0, 0, 0]],
                delay: i + 1 === states.length ? kEnd : kTurn,
                transparent: shown !== undefined,
                transparentIndex: palette.length,
                dispose: 1, // Pixels that are not drawn over stay.
            });
            before = pixels;
            onFrame(i + 1);
            // Lets the page breathe between two frames.
            await new Promise((resolve) => setTimeout(resolve));
        }
    } finally {
        stage.remove();
    }
    gif.finish();
    return new Blob([gif.bytes()], { type: 'image/gif' });
}
