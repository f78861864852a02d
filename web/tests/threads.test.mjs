// A page that is isolated has an engine with several threads, offline too. A frame of it need not be isolated.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { chromium } from 'playwright-core';

import { ISOLATED, serve } from '../serve.mjs';
import { closeAll, executablePath, folder, untilBook } from './browser.mjs';

const files = await readdir(folder, { recursive: true });
const skip = !files.some((name) => name.endsWith('engine-threads.wasm')) && 'the build has no threads';

const around = await mkdtemp(path.join(os.tmpdir(), 'reversi-'));
/** @type {string[]} */
const fetched = [];
const server = await serve(folder, 0, (name, status) => status === 200 && fetched.push(name), ISOLATED);
await writeFile(
    path.join(around, 'index.html'),
    `<!doctype html><title>A blog</title><iframe src="${server.url}?embed#m=analyse&g=f5d6"></iframe>`,
);
const other = await serve(around);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
after(async () => {
    await browser.close();
    for (const each of [server, other]) each.close();
    await closeAll();
    await rm(around, { recursive: true });
});

/** The engines that were fetched. */
const engines = () => fetched.map((name) => path.basename(name)).filter((name) => /^engine.*wasm$/.test(name));

/**
 * Waits until the engine that has the book is the only one: its workers.
 * @param {import('playwright-core').Page} page @param {number} count
 */
async function untilWorkers(page, count) {
    await untilBook(page);
    for (let i = 0; i < 6000 && page.workers().length > count; i++) await page.waitForTimeout(20);
    assert.equal(page.workers().length, count);
}

test('an isolated page has threads, which work offline', { skip }, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${server.url}#m=analyse&g=f5d6`);
    const threads = await page.evaluate(() => Math.min(navigator.hardwareConcurrency, 4));
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await page.waitForSelector('.v.est');
    await untilWorkers(page, threads);
    const engine = threads > 1 ? 'engine-threads.wasm' : 'engine-simd.wasm';
    await page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
    });
    assert.deepEqual(engines(), [engine]); // once, for the page and for what is kept
    await context.setOffline(true);
    await page.reload();
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await page.waitForSelector('.v.est');
    await untilWorkers(page, threads);
    await context.close();
});

/** The same page with another file in it, beside a worker that is the same. */
async function anotherVersion() {
    const [version] = (await readdir(folder)).filter((name) => /^[0-9a-f]{12}$/.test(name));
    const [engine, page] = [path.join(around, 'engine'), path.join(around, 'web')];
    await cp(path.join(folder, version, 'engine'), engine, { recursive: true });
    await appendFile(path.join(engine, 'wasm/engine.js'), '\n// another version\n');
    const build = fileURLToPath(new URL('../build.mjs', import.meta.url));
    await promisify(execFile)(process.execPath, [build, page, engine]);
    return page;
}

test('a server may begin to isolate a page that is kept', { skip }, async () => {
    /** @type {Record<string, string>} */
    const headers = {};
    const own = await serve(folder, 0, undefined, headers);
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${own.url}#m=analyse&g=f5d6`);
    await page.waitForSelector('.v.est');
    await untilWorkers(page, 1);
    await page.evaluate(() => navigator.serviceWorker.ready);
    Object.assign(headers, ISOLATED);
    own.change(await anotherVersion());
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await page.locator('.toast button').click();
    await page.waitForFunction(() => crossOriginIsolated);
    await page.waitForSelector('.v.est');
    await untilWorkers(page, await page.evaluate(() => Math.min(navigator.hardwareConcurrency, 4)));
    await context.close();
    own.close();
});

test('a frame of a page that is not isolated shows its game', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(other.url);
    const frame = page.frames()[1] ?? (await page.waitForEvent('frameattached'));
    await frame.waitForSelector('[data-ready]', { state: 'attached' });
    assert.equal(await frame.evaluate(() => crossOriginIsolated), false);
    assert.equal(await frame.evaluate(() => document.querySelectorAll('.disc').length), 6);
    await page.close();
});
