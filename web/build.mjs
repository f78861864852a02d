// Builds the page: node build.mjs OUT PACKAGE
//
// OUT gets the page, PACKAGE is the npm package of the engine (target/npm), which is put beside it. The
// modules
// become one file, the script of the theme moves into index.html, and the service worker gets the list of
// files
// and a hash of their contents.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build, transform } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const [out, packageFolder] = process.argv.slice(2);
if (!out || !packageFolder) {
    console.error('usage: node build.mjs OUT PACKAGE');
    process.exit(2);
}

const source = (name) => path.join(here, name);
const read = (name) => readFile(source(name), 'utf8');

/** Files of the package that the page does not ask for. */
const NOT_SERVED = /\.(d\.ts|md|json|map)$|LICENSE/;
/**
 * Files that are fetched only when they are asked for: the full weights, and the engine for devices without
 * vectors.
 */
const NOT_KEPT = /full\.weights$|engine\.wasm$/;
/** All that goes over the wire on the first visit, gzipped. */
const BUDGET = 1.5e6;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

await build({
    entryPoints: [source('src/app.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outfile: path.join(out, 'src/app.js'),
});
const style = await transform(await read('style.css'), { loader: 'css', minify: true });
await writeFile(path.join(out, 'style.css'), style.code);

const theme = (await transform(await read('src/theme.js'), { minify: true })).code.trim();
const hash = createHash('sha256').update(theme).digest('base64');
const page = (await read('index.html'))
    .replace('<script src="src/theme.js"></script>', () => `<script>${theme}</script>`)
    .replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`);
await writeFile(path.join(out, 'index.html'), page);

for (const name of ['manifest.webmanifest', 'icons'])
    await cp(source(name), path.join(out, name), { recursive: true });
await cp(packageFolder, path.join(out, 'engine'), {
    recursive: true,
    filter: (file) => !NOT_SERVED.test(path.basename(file)),
});

const files = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
const kept = files.filter((name) => !NOT_KEPT.test(name) && name !== 'index.html');
const contents = createHash('sha256');
for (const name of ['index.html', ...kept])
    contents.update(name).update(await readFile(path.join(out, name)));
const version = contents.digest('hex').slice(0, 12);
const worker = (await read('sw.js'))
    .replace("const VERSION = 'development';", `const VERSION = '${version}';`)
    .replace('const FILES = [];', `const FILES = ${JSON.stringify(['./', ...kept])};`);
if (!worker.includes(version) || !worker.includes('"./"'))
    throw new Error('sw.js has no place for the list of files');
await writeFile(path.join(out, 'sw.js'), worker);

let total = 0;
for (const name of [...new Set(['index.html', 'sw.js', ...kept])]) {
    const size = gzipSync(await readFile(path.join(out, name)), { level: 9 }).length;
    total += size;
    if (size > 20_000) console.log(`${String(Math.round(size / 1000)).padStart(6)} kB gzipped  ${name}`);
}
console.log(`${String(Math.round(total / 1000)).padStart(6)} kB gzipped  in all, version ${version}`);
if (total > BUDGET) throw new Error(`the page has ${total} bytes gzipped: at most ${BUDGET} are allowed`);
