// Checks that a page works for everyone: axe-core, the size of targets, headings, descriptions of pictures, and
// where the keyboard goes. Each function returns what is wrong, in words.
import { readFileSync } from 'node:fs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Everything that axe-core knows of WCAG 2.2 A and AA, and its best practices. */
export async function axeFinds(page) {
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
        const { violations: found } = await window.axe.run(document, {
            resultTypes: ['violations'],
            rules: { 'target-size': { enabled: true } },
        });
        return found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }));
    });
    return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.slice(0, 4).join(' | ')}`);
}

/** Title, description, language, one first heading, no level left out, words for every picture. */
export const documentFinds = (page, language = 'en') =>
    page.evaluate((spoken) => {
        const found = [];
        if (!/Stockade/.test(document.title) || document.title.length < 12) found.push(`title "${document.title}"`);
        const about = document.querySelector('meta[name=description]')?.content ?? '';
        if (about.length < 50 || about.length > 160) found.push(`a description of ${about.length} letters`);
        if (document.documentElement.lang !== spoken) found.push(`lang "${document.documentElement.lang}"`);
        const seen = (element) => element.getClientRects().length > 0 && !element.closest('[aria-hidden=true]');
        const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(seen);
        const levels = headings.map((heading) => Number(heading.tagName[1]));
        if (levels.filter((level) => level === 1).length !== 1 || levels[0] !== 1)
            found.push(`headings ${levels.join(' ')}`);
        levels.forEach((level, i) => {
            if (i && level > levels[i - 1] + 1)
                found.push(`h${levels[i - 1]} then h${level}: ${headings[i].textContent}`);
            if (!headings[i].textContent.trim()) found.push(`an empty h${level}`);
        });
        for (const picture of document.querySelectorAll('img'))
            if (!picture.hasAttribute('alt')) found.push(`no alt: ${picture.outerHTML.slice(0, 120)}`);
        for (const picture of document.querySelectorAll('svg[role=img]'))
            if (
                !picture.getAttribute('aria-label') &&
                !picture.hasAttribute('aria-labelledby') &&
                !picture.querySelector('title')
            )
                found.push(`no name: ${picture.outerHTML.slice(0, 120)}`);
        for (const element of document.querySelectorAll(
            '[aria-hidden=true] :is(a[href], button, input, select, textarea)',
        ))
            if (element.tabIndex >= 0 && element.getClientRects().length && !element.closest('[inert]'))
                found.push(`can have the focus, but is hidden: ${element.outerHTML.slice(0, 120)}`);
        return found;
    }, language);

/**
 * Targets for fingers. Buttons, fields and links that stand alone are 44 pixels each way, as WCAG 2.2 asks for in 2.5.5
 * (AAA). Where many stand close together, in lists of turns and in tables, 2.5.8 (AA) holds: 24 pixels, or a circle of
 * 24 pixels around the middle that touches no other target. Links within a sentence are exempt in both.
 */
export const targetFinds = (page) =>
    page.evaluate(() => {
        const kTall = 44;
        const kLeast = 24;
        const kDense =
            'table a, table button, li a, .tree button, .variation button, .lines button, .name a, .chat a, ' +
            '.book nav a';
        const controls =
            'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]';
        const boxOf = (element) => {
            // The words of a box to tick belong to it.
            const label = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : null;
            return (label ?? element).getBoundingClientRect();
        };
        const targets = [...document.querySelectorAll(controls)]
            .filter((element) => {
                if (element.closest('.hidden-text, .skip, .stage, dialog:not([open]), [inert]')) return false;
                if (document.querySelector('dialog[open]') && !element.closest('dialog[open]')) return false;
                const { visibility } = getComputedStyle(element);
                const { width, height } = boxOf(element);
                return visibility !== 'hidden' && width > 0 && height > 0;
            })
            .map((element) => ({ element, box: boxOf(element) }));
        const inSentence = ({ parentElement: parent }) =>
            getComputedStyle(parent).display.startsWith('inline') ||
            /^(P|LI|TD|DD|SPAN|B|LABEL|FIGCAPTION)$/.test(parent.tagName)
                ? [...parent.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim().length > 1)
                : false;
        const found = [];
        for (const { element, box } of targets) {
            const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(
                element.getAttribute('aria-label') ?? element.textContent
            )
                .trim()
                .slice(0, 30)}"`;
            const [width, height] = [box.width + 0.5, box.height + 0.5];
            if (width >= kTall && height >= kTall) continue;
            if (element.matches('a') && getComputedStyle(element).display === 'inline' && inSentence(element)) continue;
            if (!element.matches(kDense)) {
                found.push(`2.5.5: ${name} is ${box.width.toFixed(0)}x${box.height.toFixed(0)}, not 44x44`);
                continue;
            }
            if (width >= kLeast && height >= kLeast) continue;
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const near = targets.find(({ element: other, box: beside }) => {
                if (other === element || element.contains(other) || other.contains(element)) return false;
                const dx = Math.max(beside.left - x, 0, x - beside.right);
                const dy = Math.max(beside.top - y, 0, y - beside.bottom);
                return Math.hypot(dx, dy) < kLeast / 2;
            });
            if (near)
                found.push(`2.5.8: ${name} is ${box.width.toFixed(0)}x${box.height.toFixed(0)}, too near another`);
        }
        return [...new Set(found)];
    });

const focused = (page) =>
    page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return { lost: true };
        const box = element.getBoundingClientRect();
        return {
            name: `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`,
            // A ring that nobody sees is no ring.
            ring:
                getComputedStyle(element).outlineStyle !== 'none' ||
                element.matches('dialog, main, input[type=radio], input[type=date]'),
            inside: box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
            hidden: !!element.closest('[aria-hidden=true]'),
        };
    });

/** Finds what can have the focus by Tab, and begins before the first; how many there are. `visit` notes where it is. */
const beginTab = (page) =>
    page.evaluate(() => {
        const root = document.querySelector('dialog[open]') ?? document.body;
        const able = 'a[href], button, input, select, textarea, summary, [tabindex]';
        const seen = (element) =>
            element.checkVisibility({ visibilityProperty: true }) && !element.closest('.stage, [inert]');
        const nameOf = (element) => {
            const about = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30);
            return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${about}"`;
        };
        const list = () =>
            [...root.querySelectorAll(able)].filter(
                (element) => element.tabIndex >= 0 && !element.disabled && seen(element),
            );
        const all = list();
        // Of radios that belong together the chosen one is a stop, arrows lead to the others.
        const stops = all.filter(
            (element) =>
                element.type !== 'radio' ||
                element.checked ||
                !all.some((other) => other.type === 'radio' && other.name === element.name && other.checked),
        );
        const [visited, names] = [new Set(), new Set()];
        window.visit = () => {
            visited.add(document.activeElement);
            names.add(nameOf(document.activeElement));
        };
        // What was drawn anew meanwhile is known by its name.
        window.missed = () => {
            const now = new Set(list().map(nameOf));
            return stops
                .filter((stop) => !visited.has(stop))
                .filter((stop) => stop.isConnected || (now.has(nameOf(stop)) && !names.has(nameOf(stop))))
                .map(nameOf);
        };
        const start = document.createElement('span');
        start.tabIndex = -1;
        root.prepend(start);
        start.focus();
        start.remove();
        scrollTo(0, 0);
        return stops.length;
    });

/**
 * Tab goes through the page: each stop is on the screen, has a ring, and is not hidden from those who listen; and
 * whatever can be pressed or filled in is a stop.
 */
export async function tabFinds(page) {
    const found = [];
    const count = await beginTab(page);
    // A date has several stops, for its day, month and year.
    for (let i = 0; i < 2 * count + 10; ++i) {
        await page.keyboard.press('Tab');
        let at = await focused(page);
        // On a busy machine the page is scrolled to the stop a little later.
        if (!at.lost && !at.inside) {
            await page.waitForTimeout(300);
            at = await focused(page);
        }
        // After the last stop the browser itself has the focus.
        if (at.lost) break;
        await page.evaluate(() => window.visit());
        if (!at.inside) found.push(`stop ${i + 1}, ${at.name}, is off the screen`);
        if (!at.ring) found.push(`stop ${i + 1}, ${at.name}, has no ring`);
        if (at.hidden) found.push(`stop ${i + 1}, ${at.name}, is hidden from those who listen`);
        if (i === 0 && !at.name) found.push('there is no first stop');
    }
    const missed = await page.evaluate(() => window.missed());
    return [...found, ...missed.map((name) => `Tab never comes to ${name}`)];
}

/**
 * Enter on each button of the page: whatever it does, the focus is somewhere afterwards. `again` leads back to the
 * state where a press has left it.
 */
export async function pressFinds(page, again) {
    const found = [];
    const buttons = 'main button:not(:disabled), dialog[open] button:not(:disabled)';
    // A button inside closed details takes up room, but nobody sees it, and it cannot have the focus.
    const list = () =>
        page.evaluate(
            (selector) =>
                [...document.querySelectorAll(selector)]
                    .filter((button) => button.checkVisibility() && !button.closest('.stage'))
                    .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
            buttons,
        );
    const names = await list();
    const before = await page.evaluate(() => location.hash);
    for (const [i, name] of names.entries()) {
        const now = await list();
        if (now[i] !== name || (await page.evaluate(() => location.hash)) !== before) await again();
        if ((await list())[i] !== name) continue;
        await page.evaluate(
            ([selector, at]) =>
                [...document.querySelectorAll(selector)]
                    .filter((button) => button.checkVisibility() && !button.closest('.stage'))
                    [at].focus(),
            [buttons, i],
        );
        await page.keyboard.press('Enter');
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))));
        // The focus finds its next place once the page is drawn anew.
        const kept = () => document.activeElement !== document.body;
        await page.waitForFunction(kept, undefined, { timeout: 2000 }).catch(() => undefined);
        if ((await focused(page)).lost) found.push(`after "${name}" the focus is lost`);
    }
    return found;
}
