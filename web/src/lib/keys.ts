// Keys that work anywhere on a page, except while somebody types or a dialogue is open.

/** The key in small letters; undefined where it means something else. */
export function plainKey(event: KeyboardEvent): string | undefined {
    const field = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (field || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
        return undefined;
    return event.key.toLowerCase();
}
