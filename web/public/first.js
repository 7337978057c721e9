// Before anything is drawn, so that a dark page never flashes light. settings.svelte.ts does the same later.
try {
    const kept = JSON.parse(localStorage.getItem('stockade.settings') || '{}');
    const dark =
        kept.scheme === 'dark' || (kept.scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.scheme = dark ? 'dark' : 'light';
    document.documentElement.dataset.board = kept.board || 'wood';
} catch {
    // Storage that is closed or damaged: settings.svelte.ts sets both when it starts.
}
