// Whether everything on a page fits the screen: for tests of layouts in any size and language.

/** A phone upright in its usual widths, a phone on its side, a desktop enlarged to 200 %, and a desktop. */
export const kScreens = [
    [320, 568],
    [360, 640],
    [383, 680],
    [390, 844],
    [844, 390],
    [640, 400],
    [1280, 800],
].map(([width, height]) => ({ width, height }));

/** What is wider than the screen, or cut off within a button, in words. */
export const misfits = (page) =>
    page.evaluate(() => {
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
            if (element.matches('button, a.button, header a') && element.scrollWidth > element.clientWidth + 1)
                found.push(`${name(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
        }
        return found;
    });

/** Where the board of a game, or one's own pawn, is not to be seen as a whole; empty where it is. */
export const hiddenBoard = (page) =>
    page.evaluate(() => {
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
    });
