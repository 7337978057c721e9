// A picture of a board as a file: a copy of the SVG with its colours written out.
import { t } from '../i18n/i18n.svelte';

const kStyles = [
    'fill',
    'stroke',
    'stroke-width',
    'stroke-dasharray',
    'stroke-linecap',
    'stroke-linejoin',
    'fill-opacity',
    'opacity',
    'font-size',
    'font-family',
    'text-anchor',
    'dominant-baseline',
    'transform',
];

/** The SVG text of a board that is on the page. */
export function svgOf(board: SVGSVGElement): string {
    const copy = board.cloneNode(true) as SVGSVGElement;
    const shown = [board, ...board.querySelectorAll<SVGElement>('*')];
    const copied = [copy, ...copy.querySelectorAll<SVGElement>('*')];
    shown.forEach((element, i) => {
        const style = getComputedStyle(element);
        const kept = kStyles
            .map((name) => [name, style.getPropertyValue(name)])
            .filter(([name, value]) => value && !(name === 'transform' && value === 'none'));
        copied[i].removeAttribute('class');
        if (element !== board)
            copied[i].setAttribute(
                'style',
                kept
                    .filter(([name]) => name !== 'transform' || element.style.transform)
                    .map(([name, value]) => `${name}:${value}`)
                    .join(';'),
            );
    });
    const { width, height } = board.viewBox.baseVal;
    for (const name of ['style', 'tabindex', 'role', 'aria-roledescription']) copy.removeAttribute(name);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
    const { x, y } = board.viewBox.baseVal;
    copy.insertAdjacentHTML(
        'afterbegin',
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>`,
    );
    return new XMLSerializer().serializeToString(copy);
}

/** The board drawn on a canvas. */
export async function drawnOf(board: SVGSVGElement, scale: number): Promise<HTMLCanvasElement> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(board))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(board.viewBox.baseVal.width * scale);
    canvas.height = Math.round(board.viewBox.baseVal.height * scale);
    canvas.getContext('2d', { willReadFrequently: true })!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
}

export async function pngOf(board: SVGSVGElement, scale = 2): Promise<Blob> {
    const canvas = await drawnOf(board, scale);
    return new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('page.analyse.noPicture')))), 'image/png'),
    );
}
