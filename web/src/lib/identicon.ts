// A small picture made from a name: a grid of five by five, symmetric, in two colours.

export interface Identicon {
    hue: number;
    /** Cells that are filled, column and row from 0 to 4. */
    cells: [number, number][];
}

/** 32-bit FNV-1a with a last stir, so that names which differ by a letter look different. */
function hashOf(text: string): number {
    let hash = 0x811c9dc5;
    for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
}

export function identiconOf(name: string): Identicon {
    const hash = hashOf(name.trim().toLowerCase());
    const cells: [number, number][] = [];
    for (let i = 0; i < 15; ++i) {
        if (!((hash >>> i) & 1)) continue;
        const [col, row] = [Math.floor(i / 5), i % 5];
        cells.push([col, row]);
        if (col < 2) cells.push([4 - col, row]);
    }
    return { hue: (hash >>> 15) % 360, cells };
}
