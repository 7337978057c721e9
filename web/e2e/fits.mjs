// Whether everything on a page fits the screen: for tests of layouts in any size and language.

/** Phones upright in their usual widths, a phone on its side, tablets, a desktop at 200 %, and desktops. */
export const kScreens = [
    [320, 568],
    [360, 640],
    [383, 680],
    [390, 844],
    [412, 915],
    [844, 390],
    [640, 400],
    [768, 1024],
    [1024, 768],
    [1280, 800],
    [1920, 1080],
].map(([width, height]) => ({ width, height }));

/** Chooses a language as a visitor does, without leaving the page. */
export async function speak(page, language) {
    if (!(await page.locator('dialog[open]').count())) await page.locator('header button').last().click();
    await page.locator(`dialog select:has(option[lang="${language}"])`).selectOption(language);
    await page.waitForFunction((tag) => document.documentElement.lang === tag, language);
}

/** Until the page is drawn at its new size. */
export const drawn = (page, { width }) =>
    page.evaluate(async (wanted) => {
        const frame = () => new Promise(requestAnimationFrame);
        scrollTo(0, 0);
        while (innerWidth !== wanted || !matchMedia(`(width: ${wanted}px)`).matches) await frame();
        await frame();
        await frame();
    }, width);

/** Lists what does not fit on each screen. `board`: the whole board has to be visible. */
export async function everyScreen(page, label, board) {
    const found = [];
    const looks = [misfits, ...(board ? [hiddenBoard] : [])];
    // One call for each screen: there are thousands.
    const look = ({ width }) =>
        page.evaluate(`(async () => {
            scrollTo(0, 0);
            // A frame, or a second where none comes.
            const frame = () => new Promise((done) => (requestAnimationFrame(done), setTimeout(done, 1000)));
            await frame();
            const fits = () => innerWidth === ${width} && matchMedia('(width: ${width}px)').matches;
            for (let i = 0; i < 60 && !fits(); ++i) await frame();
            if (!fits()) return ['the screen is ' + innerWidth + ' wide'];
            return [${looks.join()}].flatMap((find) => find());
        })()`);
    for (const screen of kScreens) {
        await page.setViewportSize(screen);
        let wrong = await look(screen);
        // On a busy machine a frame may come before the styles of the new size, so faults are looked at again.
        if (wrong.length) {
            await page.waitForTimeout(500);
            wrong = await look(screen);
        }
        found.push(...wrong.map((what) => `${label} ${screen.width}x${screen.height}: ${what}`));
    }
    return found;
}

/** Within the page: what is wider than the screen, cut off within a button, or over its neighbour in the head. */
const misfits = () => {
    const found = [];
    const name = (element) => {
        const label = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
        return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${label}"`;
    };
    // What scrolls by itself may be wider; what is for those who listen is not seen.
    const scrolls = (element) =>
        element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    if (document.documentElement.scrollWidth > innerWidth)
        found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll(
        'a, button, label, summary, select, input, textarea, h1, h2, p, .card, .board, .status, .strip',
    )) {
        const { left, right, width, height } = element.getBoundingClientRect();
        if (width <= 1 || height <= 1 || element.closest('.hidden-text, .skip, .stage')) continue;
        if ((right > innerWidth + 0.5 || left < -0.5) && !scrolls(element.parentElement))
            found.push(`${name(element)} from ${left} to ${right}`);
        if (!element.matches('button, a.button, header a, summary, h1, h2, dialog label')) continue;
        if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
            found.push(`${name(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
        if (element.matches('button') && element.scrollHeight > element.clientHeight + 1)
            found.push(`${name(element)} is cut: ${element.scrollHeight} high in ${element.clientHeight}`);
    }
    let before;
    for (const element of document.querySelectorAll('header a, header button')) {
        const box = element.getBoundingClientRect();
        if (box.width === 0) continue;
        if (before && box.left < before.right - 1 && box.top < before.bottom - 1)
            found.push(`${name(element)} begins at ${box.left}, before ${before.right}`);
        before = box;
    }
    return found;
};

/** Within the page: where the board of a game, or one's own pawn, is not to be seen as a whole; empty where it is. */
const hiddenBoard = () => {
    const found = [];
    const table = document.querySelector('.game .board, .analyse .board').getBoundingClientRect();
    if (table.top < 0 || table.left < 0 || table.bottom > innerHeight + 0.5 || table.right > innerWidth + 0.5)
        found.push(`the board is from ${table.left}, ${table.top} to ${table.right}, ${table.bottom}`);
    for (const pawn of document.querySelectorAll('.game .pawn, .analyse .pawn')) {
        const { left, top, width, height } = pawn.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (!document.elementFromPoint(x, y)?.closest('.board')) found.push(`a pawn at ${x}, ${y} is hidden`);
    }
    return found;
};
