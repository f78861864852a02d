// Serves a folder on this machine:
//
//   node scripts/serve.mjs FOLDER [PORT]
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The file of a request, or nothing. No path leads out of the folder. */
async function fileOf(folder, url) {
  const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
  const file = join(folder, path);
  if (!file.startsWith(folder)) return undefined;
  const found = (await stat(file)).isDirectory() ? join(file, "index.html") : file;
  return { body: await readFile(found), type: types[extname(found)] ?? "application/octet-stream" };
}

/** A server of the files in a folder. Port 0 takes a free one; `close` ends it. */
export async function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const file = await fileOf(root, request.url).catch(() => undefined);
    if (!file) return response.writeHead(404).end();
    const zipped = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const headers = { "content-type": file.type, "cache-control": "no-cache" };
    if (zipped) headers["content-encoding"] = "gzip";
    response.writeHead(200, headers).end(zipped ? gzipSync(file.body) : file.body);
  });
  await new Promise((ready, failed) => server.once("error", failed).listen(port, "127.0.0.1", ready));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port = "8080"] = process.argv.slice(2);
  const { url } = await serve(folder, Number(port));
  console.log(url);
}
