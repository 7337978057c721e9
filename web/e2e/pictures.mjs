// Compares pictures of pages by what people see: a picture is scaled down, and each tile of it may differ a little
// average. Letters drawn with other edges pass; a wall or a button that is elsewhere does not. The browser itself
// reads, scales and writes the PNG files, on an empty page.

const kScale = 4; // pixels of the screen for one of the picture
const kTile = 8; // pixels of the picture, each way
/** The mean difference of a tile, of 255: the same page twice gives 0, a wall that is missing 30 and more. */
export const kBound = 12;

/** A page that compares: `shrink` makes a small PNG of a screenshot, `differ` tells where two small ones do. */
export async function comparer(browser) {
    const page = await browser.newPage();
    await page.evaluate(() => {
        window.pixels = async (base64, scale) => {
            const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
            const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
            const [width, height] = [picture.width, picture.height].map((size) => Math.floor(size / scale));
            const canvas = new OffscreenCanvas(width, height);
            const context = canvas.getContext('2d');
            // Halved until it is small: each pixel is the mean of those it stands for.
            let [from, now] = [picture, scale];
            for (; now > 1; now /= 2) {
                const half = new OffscreenCanvas(from.width >> 1, from.height >> 1);
                half.getContext('2d').drawImage(from, 0, 0, half.width, half.height);
                from = half;
            }
            context.drawImage(from, 0, 0);
            return { canvas, width, height, data: context.getImageData(0, 0, width, height).data };
        };
    });
    return {
        async shrink(png) {
            const small = await page.evaluate(
                async ([picture, scale]) => {
                    const { canvas } = await window.pixels(picture, scale);
                    const blob = await canvas.convertToBlob({ type: 'image/png' });
                    const bytes = new Uint8Array(await blob.arrayBuffer());
                    return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
                },
                [png.toString('base64'), kScale],
            );
            return Buffer.from(small, 'base64');
        },
        /** The tiles that differ by more than the bound, in words, the worst first; the sizes where those differ. */
        differ: (one, two, bound = kBound) =>
            page.evaluate(
                async ([a, b, size, most, scale]) => {
                    const [x, y] = [await window.pixels(a, 1), await window.pixels(b, 1)];
                    if (x.width !== y.width || x.height !== y.height)
                        return [`${x.width}x${x.height} is not ${y.width}x${y.height}`];
                    const found = [];
                    for (let top = 0; top < x.height; top += size)
                        for (let left = 0; left < x.width; left += size) {
                            let [sum, count] = [0, 0];
                            for (let row = top; row < Math.min(top + size, x.height); ++row)
                                for (let col = left; col < Math.min(left + size, x.width); ++col) {
                                    const at = 4 * (row * x.width + col);
                                    sum += Math.max(
                                        ...[0, 1, 2].map((part) => Math.abs(x.data[at + part] - y.data[at + part])),
                                    );
                                    ++count;
                                }
                            if (sum / count > most) found.push([sum / count, left * scale, top * scale]);
                        }
                    return found
                        .sort(([first], [second]) => second - first)
                        .map(([mean, left, top]) => `${mean.toFixed(0)} at ${left}, ${top}`);
                },
                [one.toString('base64'), two.toString('base64'), kTile, bound, kScale],
            ),
    };
}
