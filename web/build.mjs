// Builds the page: node build.mjs OUT PACKAGE
//
// OUT gets the page, PACKAGE is the npm package of the engine (target/npm), which is put beside it. The
// modules become one file, the script of the theme moves into index.html, and the service worker gets the
// list of files with their hashes. All but the page itself, icons and manifest are in a folder whose name is
// a hash of the contents, so that no tab mixes two versions.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
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

/** Files of the package that a page asks for, beside index.js: the worker, modules, weights, the book, how people play. */
const SERVED = /^(worker\.js|wasm\/((engine|threads)\.js|.*\.wasm)|data\/.*)$/;
/**
 * Files that are fetched only when they are asked for: the full weights, the engine without vectors or with
 * threads.
 */
const ON_DEMAND = /full\.weights$|engine(-threads)?\.wasm$/;
/** Files that the first reply does not wait for. */
const LATER = /(opening\.book|people\.policy|later\.css|icon-\d+\.png)$/;
/** Upper bounds of the gzipped bytes before the first reply, and of all that the first visit keeps. */
const [FIRST, BUDGET] = [1.118e6, 1.676e6];

const staging = path.join(out, 'version');
await rm(out, { recursive: true, force: true });
await mkdir(staging, { recursive: true });

/** Names of the package as one file. It looks for further files from where it is. */
const bundle = (from, names, to) =>
    build({
        stdin: { contents: `export { ${names} } from './${path.basename(from)}';`, resolveDir: path.dirname(from) },
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        outfile: path.join(staging, to),
    });

// Modules that load later have files of their own; modules that they share with the page are fetched beside it.
const { metafile } = await build({
    entryPoints: [source('src/app.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    splitting: true,
    metafile: true,
    outdir: path.join(staging, 'src'),
});
const outputs = Object.entries(metafile.outputs).map(([name, { imports }]) => [path.basename(name), imports]);
/** A module with all that it imports before it runs. */
const withImports = (name) => [name, ...outputs.find(([each]) => each === name)[1].filter(({ kind }) => kind === 'import-statement').flatMap(({ path: from }) => withImports(path.basename(from)))];
const shared = [...new Set(withImports('app.js'))].filter((name) => name !== 'app.js');
const lazy = outputs.map(([name]) => name).filter((name) => name !== 'app.js' && !shared.includes(name));
await bundle(path.join(packageFolder, 'index.js'), 'Engine, Rules, Session', 'engine/index.js');
for (const name of ['style.css', 'later.css']) {
    const style = await transform(await read(name), { loader: 'css', minify: true });
    await writeFile(path.join(staging, name), style.code);
}
for (const name of (await filesIn(packageFolder)).filter((each) => SERVED.test(each)))
    await cp(path.join(packageFolder, name), path.join(staging, 'engine', name));
for (const name of ['manifest.webmanifest', 'icons'])
    await cp(source(name), path.join(out, name), { recursive: true });

/** The files of a folder, by their paths from there. */
async function filesIn(folder) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
        .sort();
}
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

const page = await read('index.html');
const contents = createHash('sha256').update(page).update(await read('src/theme.js'));
for (const name of await filesIn(out)) contents.update(name).update(await readFile(path.join(out, name)));
const version = contents.digest('hex').slice(0, 12);
await rename(staging, path.join(out, version));

/** Replaces what has to be there. */
function replaced(text, pairs) {
    for (const [from, to] of pairs) {
        if (!text.includes(from)) throw new Error(`there is no ${from}`);
        text = text.replace(from, () => to);
    }
    return text;
}

const theme = (await transform(await read('src/theme.js'), { minify: true })).code.trim();
const versioned = replaced(page, [
    ['<script src="src/theme.js"></script>', `<script>${theme}</script>`],
    ["script-src 'self'", `script-src 'self' 'sha256-${sha256(theme).toString('base64')}'`],
    ['href="engine/wasm/rules.wasm"', `href="${version}/engine/wasm/rules.wasm"`],
    ['href="engine/index.js"', `href="${version}/engine/index.js"`],
    ['href="style.css"', `href="${version}/style.css"`],
    [
        '<link rel="stylesheet"',
        `${shared.map((name) => `<link rel="modulepreload" href="${version}/src/${name}">\n`).join('')}<link rel="stylesheet"`,
    ],
    ['src="src/app.js"', `src="${version}/src/app.js"`],
]);
await writeFile(path.join(out, 'index.html'), versioned);

const hashed = async (name) => [
    name === 'index.html' ? './' : name,
    `sha256-${sha256(await readFile(path.join(out, name))).toString('base64')}`,
];
const files = await filesIn(out);
const kept = files.filter((name) => !ON_DEMAND.test(name));
const later = files.filter((name) => ON_DEMAND.test(name));
const worker = replaced(await read('sw.js'), [
    ["const VERSION = 'development';", `const VERSION = '${version}';`],
    ['const FILES = [];', `const FILES = ${JSON.stringify(await Promise.all(kept.map(hashed)))};`],
    ['const ON_DEMAND = [];', `const ON_DEMAND = ${JSON.stringify(await Promise.all(later.map(hashed)))};`],
]);
await writeFile(path.join(out, 'sw.js'), worker);

let [first, total] = [0, 0];
for (const name of ['sw.js', ...kept]) {
    const size = gzipSync(await readFile(path.join(out, name)), { level: 9 }).length;
    total += size;
    if (!LATER.test(name) && !lazy.includes(path.basename(name))) first += size;
    if (size > 20_000) console.log(`${String(Math.round(size / 1000)).padStart(6)} kB gzipped  ${name}`);
}
console.log(`${String(Math.round(first / 1000)).padStart(6)} kB gzipped  before the first reply`);
console.log(`${String(Math.round(total / 1000)).padStart(6)} kB gzipped  in all, version ${version}`);
if (first > FIRST) throw new Error(`the first load has ${first} bytes gzipped: at most ${FIRST} are allowed`);
if (total > BUDGET) throw new Error(`the page has ${total} bytes gzipped: at most ${BUDGET} are allowed`);
