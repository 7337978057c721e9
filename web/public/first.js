// Before anything else is loaded. A server gives things addresses that others can read (docs/web.md): this page shows
// them under its own, after #.
const addressed = /^(.*\/)(?:(game|challenge|user|tournament)\/([^/]+)|(play|online|analyse|learn))$/.exec(
    location.pathname,
);
if (addressed) {
    const [, root, kind, what, page] = addressed;
    history.replaceState(null, '', `${root}#/${page || `online/${kind}/${what}`}`);
}

// A dark page never flashes light. settings.svelte.ts does the same later.
try {
    const kept = JSON.parse(localStorage.getItem('stockade.settings') || '{}');
    const dark =
        kept.scheme === 'dark' || (kept.scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
    document.documentElement.dataset.board = kept.board || 'wood';
} catch {
    // Storage that is closed or damaged: settings.svelte.ts sets both when it starts.
}
