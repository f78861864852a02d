// The service worker: one version of all files, kept on the first visit, so that the page works offline.
// The build puts the list of files and a hash of their contents here.
const VERSION = 'development';
const FILES = [];

const CACHE = `reversi-${VERSION}`;

/** A module with a vector: devices that do not take it get the engine without. */
const SPLAT = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
];
const hasVectors = WebAssembly.validate(new Uint8Array(SPLAT));
const wanted = (file) => (hasVectors ? file : file.replace('engine-simd.wasm', 'engine.wasm'));

self.addEventListener('install', (event) => {
    // `reload` passes by the HTTP cache, which may hold files of the version before.
    const requests = FILES.map((file) => new Request(wanted(file), { cache: 'reload' }));
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
