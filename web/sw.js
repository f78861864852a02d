// The service worker: one version of all files, kept on the first visit, so that the page works offline.
// The build puts the list of files and a hash of their contents here.
const VERSION = 'development';
const FILES = [];

const CACHE = `reversi-${VERSION}`;
// The full weights are fetched only when they are asked for, and kept from then on.

self.addEventListener('install', (event) => {
    // `reload` passes by the HTTP cache, which may hold files of the version before.
    const requests = FILES.map((file) => new Request(file, { cache: 'reload' }));
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
    const removeOld = async () => {
        for (const name of await caches.keys()) {
            if (name.startsWith('reversi-') && name !== CACHE) await caches.delete(name);
        }
        await self.clients.claim();
    };
    event.waitUntil(removeOld());
});

self.addEventListener('message', (event) => {
    if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const isOurs = request.method === 'GET' && new URL(request.url).origin === self.location.origin;
    if (isOurs && FILES.length > 0) event.respondWith(answer(request));
});

/** Kept files first: they are of one version. @param {Request} request */
async function answer(request) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
    return kept ?? fetch(request);
}
