// Before anything else is loaded. A server gives things addresses that others can read (docs/web.md): this page shows
// them under its own, after #. What no server has to know of a game comes after # already: /analyse?start=...#game=...
const addressed = /^(.*\/)(?:(game|challenge|user|tournament)\/([^/]+)|(play|online|analyse|learn))$/.exec(
    location.pathname,
);
if (addressed) {
    const [, root, kind, what, page] = addressed;
    const values = [location.search.slice(1), /^#game=/.test(location.hash) ? location.hash.slice(1) : ''];
    const query = values.filter(Boolean).join('&');
    history.replaceState(null, '', `${root}#/${page || `online/${kind}/${what}`}${query && `?${query}`}`);
}

// A dark page never flashes light. settings.svelte.ts does the same later.
try {
    const kept = JSON.parse(localStorage.getItem('stockade.settings') || '{}');
    const dark =
        kept.scheme === 'dark' || (kept.scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
    document.documentElement.dataset.board = kept.board || 'wood';
    document.documentElement.dataset.pieces = kept.pieces || 'enamel';
} catch {
    // Storage that is closed or damaged: settings.svelte.ts sets them when it starts.
}
