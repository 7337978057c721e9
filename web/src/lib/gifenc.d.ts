// The part of gifenc that is used here; the package has no types of its own.
declare module 'gifenc' {
    export type Palette = number[][];
    export interface FrameOptions {
        palette?: Palette;
        /** Milliseconds. */
        delay?: number;
        transparent?: boolean;
        transparentIndex?: number;
        dispose?: number;
    }
    export function GIFEncoder(): {
        writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
        finish(): void;
        bytes(): Uint8Array<ArrayBuffer>;
    };
    export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
    export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
