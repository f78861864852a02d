// A page that is isolated has an engine with several threads, offline too. A frame of it need not be isolated.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

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
