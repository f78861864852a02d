// Serves a folder on this machine: node serve.mjs FOLDER [PORT]
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const TYPES = {
    '.css': 'text/css',
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
};

/** Headers of a page whose workers may share memory: its engine has threads. */
export const ISOLATED = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
};

/** Compressed files, by the hash of their contents. @type {Map<string, Buffer>} */
const compressed = new Map();

/** @param {Buffer} body @param {string} etag */
function compress(body, etag) {
    let found = compressed.get(etag);
    if (!found) compressed.set(etag, (found = gzipSync(body)));
    return found;
}

/**
 * A server of the files below a folder, on a free port without a number. A browser asks again for what it
 * has, and is told if that is still right.
 * @param {string} folder
 * @param {number} [port]
 * @param {(name: string, status: number) => void} [onAnswer] Called with the path and the status.
 * @param {Record<string, string>} [headers] Of each answer.
 */
export function serve(folder, port = 0, onAnswer = () => {}, headers = {}) {
    let root = path.resolve(folder);
    const server = createServer(async (request, response) => {
        try {
            const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
            const file = path.join(root, name.endsWith('/') ? `${name}index.html` : name);
            if (!file.startsWith(root + path.sep)) throw new Error('outside of the folder');
            const body = await readFile(file);
            const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
            const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
            const isKnown = request.headers['if-none-match'] === etag;
            onAnswer(name, isKnown ? 304 : 200);
            const own = { 'content-type': type, 'cache-control': 'no-cache', vary: 'accept-encoding', etag };
            const zip = !isKnown && type !== 'image/png' && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
            response.writeHead(isKnown ? 304 : 200, { ...own, ...(zip && { 'content-encoding': 'gzip' }), ...headers });
            response.end(isKnown ? undefined : zip ? compress(body, etag) : body);
        } catch {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
        }
    });
    return new Promise((resolve) => {
        server.listen(port, '127.0.0.1', () => {
            const address = /** @type {import('node:net').AddressInfo} */ (server.address());
            /** Serves another folder from now on. @param {string} other */
            const change = (other) => (root = path.resolve(other));
            resolve({ url: `http://localhost:${address.port}/`, change, close: () => server.close() });
        });
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [folder = 'target/web', port = '8000'] = process.argv.slice(2);
    const { url } = await serve(folder, Number(port), undefined, ISOLATED);
    console.log(`${path.resolve(folder)} is at ${url}`);
}
