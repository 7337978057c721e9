// Keeps the built files, so that the page opens without a network. The build puts the lists and their version in.
const kFiles = __FILES__;
const kWords = __WORDS__; // of languages other than English
const kCache = 'stockade-' + __VERSION__;

self.addEventListener('install', (event) => {
    // Old pages go on with their own files until they are closed: names of files change with their content.
    event.waitUntil(
        caches
            .open(kCache)
            .then((cache) => cache.addAll(kFiles))
            .then(() => self.skipWaiting()),
    );
});

self.addEventListener('activate', (event) => {
    event.waitUntil(
        caches
            .keys()
            .then((names) =>
                Promise.all(
                    names
                        .filter((name) => name.startsWith('stockade-') && name !== kCache)
                        .map((name) => caches.delete(name)),
                ),
            )
            .then(() => self.clients.claim()),
    );
});

// The page tells which language it speaks, so that no visitor keeps the words of all of them.
self.addEventListener('message', (event) => {
    const words = kWords.filter((name) => name.startsWith(`assets/words-${event.data.language}-`));
    event.waitUntil(
        caches.open(kCache).then(async (cache) => {
            for (const name of words) if (!(await cache.match(name))) await cache.add(name);
        }),
    );
});

/** The kept page; at an address below its own, its files would not be found, so it is opened at its own. */
function kept(url) {
    const { scope } = self.registration;
    const [, kind, what] = /^(game|challenge|user|tournament)\/([^/?]+)$/.exec(url.href.slice(scope.length)) ?? [];
    return kind ? Response.redirect(`${scope}#/online/${kind}/${what}`) : caches.match('./', { cacheName: kCache });
}

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
    // Answers of a server are never kept.
    if (url.href.startsWith(new URL('api/', self.registration.scope).href)) return;
    if (event.request.mode === 'navigate') {
        // The newest page where there is a network, the kept one where there is none.
        event.respondWith(fetch(event.request).catch(() => kept(url)));
        return;
    }
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
