// What overlaps, leaves the screen or is cut without a sign: measured on the boxes of all texts and all controls.

/** Lists the faults of the page in its present state. */
export const overlaps = (page) =>
    page.evaluate(() => {
        const found = new Set();
        if (document.documentElement.scrollWidth > innerWidth)
            found.add(`the page is ${document.documentElement.scrollWidth} wide on a screen of ${innerWidth}`);

        const short = (text) => {
            const letters = [...text.trim().replace(/\s+/g, ' ')];
            return letters.length > 24 ? `${letters.slice(0, 24).join('')}…` : letters.join('');
        };
        const name = (element) => {
            const about = element.getAttribute('aria-label') ?? element.textContent;
            return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${short(about)}"`;
        };
        /** Texts for screen readers, drawings, and elements that lie over the page on purpose. */
        const kApart = '.hidden-text, .skip, .stage, svg, option, dialog:not([open])';
        const styles = new Map();
        const styleOf = (element) => {
            if (!styles.has(element)) styles.set(element, getComputedStyle(element));
            return styles.get(element);
        };
        const parents = (element) => {
            const list = [];
            for (let at = element; at; at = at.parentElement) list.push(at);
            return list;
        };
        /** Closed, transparent, or for those who listen. */
        const hidden = (chain) =>
            !chain[0].checkVisibility({ checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true }) ||
            chain.some((at) => styleOf(at).clipPath === 'inset(50%)');
        /** The visible part of a box after all clipping, and whether a scrolling element clips it. */
        const clip = (box, chain) => {
            let { left, top, right, bottom } = box;
            let scrolls = false;
            for (const at of chain) {
                const { overflowX, overflowY } = styleOf(at);
                if (at === document.documentElement || (overflowX === 'visible' && overflowY === 'visible')) continue;
                const edge = at.getBoundingClientRect();
                if (/auto|scroll/.test(overflowX + overflowY)) scrolls = true;
                left = Math.max(left, edge.left);
                right = Math.min(right, edge.right);
                top = Math.max(top, edge.top);
                bottom = Math.min(bottom, edge.bottom);
            }
            return { left, top, right, bottom, scrolls };
        };
        /** A layer of its own, such as a card over the board or a bar that sticks, may cover what is below it. */
        const layerOf = (chain) => chain.find((at) => /fixed|sticky|absolute/.test(styleOf(at).position));

        const boxes = [];
        const add = (element, box, kind) => {
            const chain = parents(element);
            if (hidden(chain)) return;
            const seen = clip(box, chain);
            if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) return;
            if (seen.left < -0.5 || seen.right > innerWidth + 0.5)
                found.add(`${name(element)} is from ${seen.left} to ${seen.right} of ${innerWidth}`);
            boxes.push({ element, kind, layer: layerOf(chain), ...seen });
        };

        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement;
            if (!node.textContent.trim() || element.closest(kApart) || element.closest('script, style, noscript'))
                continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const height = parseFloat(styleOf(element).fontSize);
            for (const line of range.getClientRects()) {
                // The letters themselves: a font's line is higher, and lines may be set closer than that.
                const middle = (line.top + line.bottom) / 2;
                const box = {
                    left: line.left,
                    right: line.right,
                    top: middle - height / 2,
                    bottom: middle + height / 2,
                };
                add(element, box, 'text');
            }
        }
        const kControls = 'a[href], button, input, select, textarea, summary, [role=button]';
        for (const element of document.querySelectorAll(kControls)) {
            if (element.closest(kApart) || styleOf(element).display === 'inline') continue;
            const box = element.getBoundingClientRect();
            if (box.width > 1 && box.height > 1) add(element, box, 'control');
        }

        const kMost = 2; // pixels that two boxes may share, for borders and rounding
        boxes.sort((a, b) => a.top - b.top);
        for (let i = 0; i < boxes.length; ++i)
            for (let k = i + 1; k < boxes.length && boxes[k].top < boxes[i].bottom - kMost; ++k) {
                const [a, b] = [boxes[i], boxes[k]];
                const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (shared <= kMost || high <= kMost || a.layer !== b.layer) continue;
                if (a.element === b.element && a.kind === b.kind) continue;
                // A text in its own control; a control in another is a fault.
                if (a.kind !== b.kind && (a.element.contains(b.element) || b.element.contains(a.element))) continue;
                found.add(`${name(a.element)} lies over ${name(b.element)} by ${shared.toFixed(0)}x${high.toFixed(0)}`);
            }

        // What is cut has an ellipsis, or scrolls.
        for (const element of document.querySelectorAll('body *')) {
            if (element.closest(kApart) || element.scrollWidth <= element.clientWidth + 1) continue;
            const { overflowX, textOverflow, display } = styleOf(element);
            if (!/hidden|clip/.test(overflowX) || display === 'inline' || element.matches('input, select')) continue;
            if (hidden(parents(element)) || element.clientWidth < 2) continue;
            const texts = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
            if (texts && textOverflow !== 'ellipsis') found.add(`${name(element)} is cut without a sign`);
        }
        return [...found];
    });
