// Keeps the focus from falling back to the body: when the focused element is removed, hidden or disabled, the nearest
// element of the page gets the focus. Otherwise a keyboard or a screen reader would begin again at the top.

const kFocusable = 'a[href], button:not(:disabled), select:not(:disabled), summary, [tabindex="0"]';

/** Hidden elements cannot have the focus. */
const shown = (element: Element): boolean => element.getClientRects().length > 0;

/** The next place for the focus among those that held the element which is gone, from the inside out. */
export function nextPlace(holders: readonly HTMLElement[]): HTMLElement | undefined {
    for (const holder of holders) {
        if (!holder.isConnected || !shown(holder)) continue;
        const inside = [...holder.querySelectorAll<HTMLElement>(kFocusable)].filter(shown);
        // Buttons on which a second press of Enter would do harm are left out.
        const found = inside.find((element) => !element.classList.contains('danger'));
        if (found) return found;
        if (holder.tabIndex === -1 && holder.hasAttribute('tabindex')) return holder;
    }
    return undefined;
}

/** Watches over the focus within an element; returns the end of it. */
export function keepFocus(root: HTMLElement): () => void {
    let last: HTMLElement | undefined;
    let holders: HTMLElement[] = [];
    let due = 0;

    const remember = ({ target }: FocusEvent) => {
        last = target as HTMLElement;
        holders = [];
        for (let at = last.parentElement; at && root.contains(at); at = at.parentElement) holders.push(at);
    };
    const check = () => {
        due = 0;
        const held = document.activeElement;
        // A browser may take the focus from what is disabled a little later, and then tell nobody.
        if (!last || (held !== document.body && held !== last)) return;
        if (last.isConnected && shown(last) && !last.matches(':disabled')) return;
        nextPlace(holders)?.focus({ preventScroll: true });
    };
    // Waits until the page has been redrawn; until then a hidden element still has the focus.
    const changed = () => (due ||= requestAnimationFrame(() => setTimeout(check)));
    const observer = new MutationObserver(changed);
    observer.observe(root, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['class', 'disabled', 'hidden'],
    });
    root.addEventListener('focusin', remember);
    return () => {
        observer.disconnect();
        root.removeEventListener('focusin', remember);
        cancelAnimationFrame(due);
    };
}
