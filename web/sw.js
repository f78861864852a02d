// The service worker: the files of one version, kept on the first visit, so that the page works offline. The
// build puts lists of files here, each with the hash of its contents.
//
// All files but the page itself, its icons and its manifest are in a folder with the name of their version.
// A tab asks for those of the version that it began with, also after another tab has taken a new one.
const VERSION = 'development';
/** The files that are kept from the first visit on. */
const FILES = [];
/** The files that are kept once a page has asked for them. */
const ON_DEMAND = [];

const PREFIX = 'reversi-';
const CACHE = PREFIX + VERSION;

/** A module with a vector: devices that do not take it get the engine without. */
const SPLAT = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
];
const hasVectors = WebAssembly.validate(new Uint8Array(SPLAT));
/** Pages of this address have threads where it is isolated. */
const hasThreads = hasVectors && self.crossOriginIsolated === true && navigator.hardwareConcurrency > 1;
/** The engine of this device. A build may have none with threads. */
const ENGINE = [hasThreads && '/engine-threads.wasm', hasVectors && '/engine-simd.wasm', '/engine.wasm']
    .filter(Boolean)
    .find((name) => [...FILES, ...ON_DEMAND].some(([file]) => file.endsWith(name)));
const isEngine = ([file]) => /\/engine(-\w+)?\.wasm$/.test(file);
const isWanted = (each) => !isEngine(each) || each[0].endsWith(ENGINE);
/** The browser looks at the headers of this file, which are those of the server. */
const isWorker = (file) => file.endsWith('/worker.js');

self.addEventListener('install', (event) => event.waitUntil(install()));

/** Takes what an older version has kept with the same contents, and the rest from the server. */
async function install() {
    const [cache, known] = [await caches.open(CACHE), await keptByHash()];
    const files = [...FILES, ...ON_DEMAND.filter(isEngine)].filter(isWanted);
    const old = (file, hash) => (isWorker(file) ? undefined : known.get(hash)?.());
    const put = async ([file, hash]) => cache.put(file, old(file, hash) ?? (await download(file, hash)));
    await Promise.all(files.map(put));
    for (const [file, hash] of ON_DEMAND) if (known.has(hash)) await put([file, hash]);
}

/**
 * All files that are kept, by the hash of their contents. A response with the address of the older version
 * would have its modules import that version, so these have none.
 * @returns {Promise<Map<string, () => Response>>}
 */
async function keptByHash() {
    const known = new Map();
    for (const name of await ownCaches()) {
        const cache = await caches.open(name);
        for (const response of await cache.matchAll()) {
            const bytes = await response.arrayBuffer();
            const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
            const headers = { 'content-type': response.headers.get('content-type') ?? '' };
            known.set(`sha256-${btoa(String.fromCharCode(...hash))}`, () => new Response(bytes, { headers }));
        }
    }
    return known;
}

/**
 * The page has most files already, so the browser's own cache has them too. What it has of another version
 * does not have the hash, and is fetched again.
 */
async function download(file, integrity) {
    const fetched = (cache) => fetch(file, { integrity, cache });
    const response = await fetched('default').catch(() => fetched('reload'));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return response;
}

const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

self.addEventListener('activate', (event) => {
    // The version before stays, for the tabs that began with it.
    const removeOld = async () => {
        const others = (await ownCaches()).filter((name) => name !== CACHE);
        for (const name of others.slice(0, -1)) await caches.delete(name);
        await self.clients.claim();
    };
    event.waitUntil(removeOld());
});

self.addEventListener('message', (event) => {
    if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const isOurs = request.method === 'GET' && request.url.startsWith(self.registration.scope);
    if (isOurs && FILES.length > 0) event.respondWith(answer(event));
});

/** Kept files first: they are of one version. @param {FetchEvent} event */
async function answer({ request }) {
    const cache = await caches.open(CACHE);
    const path = request.url.slice(self.registration.scope.length).replace(/[?#].*/, '');
    const name = path === '' || path === 'index.html' ? './' : path;
    const kept = (await cache.match(name)) ?? (await caches.match(name));
    if (kept) return kept;
    // An engine is on demand too: a frame need not be isolated.
    const onDemand = [...ON_DEMAND, ...FILES].find(([file]) => file === name);
    if (!onDemand) return fetch(request);
    const response = await download(...onDemand);
    await cache.put(name, response.clone());
    return response;
}
