// The cache of the service worker: the first visit, updates beside open tabs, the full network, forgetting.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { change, closeAll, fetched, folder, open, untilBook, untilDiscs, untilStatus, visit } from './browser.mjs';

const temporary = await mkdtemp(path.join(os.tmpdir(), 'reversi-'));
after(async () => {
    await closeAll();
    await rm(temporary, { recursive: true });
});

/** Waits until the files are kept. @param {import('playwright-core').Page} page */
const untilKept = (page) =>
    page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
    });

/** @param {import('playwright-core').Page} page @returns {Promise<string>} */
const versionOf = (page) =>
    page.evaluate(() => document.querySelector('script[type=module]')?.getAttribute('src')?.split('/')[0] ?? '');

/** The same page with another file in it. */
async function anotherVersion() {
    const [version] = (await readdir(folder)).filter((name) => /^[0-9a-f]{12}$/.test(name));
    const [engine, other] = [path.join(temporary, 'engine'), path.join(temporary, 'web')];
    await cp(path.join(folder, version, 'engine'), engine, { recursive: true });
    await appendFile(path.join(engine, 'worker.js'), '\n// another version\n');
    const build = fileURLToPath(new URL('../build.mjs', import.meta.url));
    await promisify(execFile)(process.execPath, [build, other, engine]);
    return other;
}

test('a first visit fetches every file once, and then the page works offline', async () => {
    const { page, context } = await visit({ offline: true });
    await untilKept(page);
    const twice = fetched.filter((name, index) => fetched.indexOf(name) !== index);
    assert.deepEqual(twice, []);
    assert.ok(fetched.some((name) => name.endsWith('engine-simd.wasm')));
    await context.setOffline(true);
    await page.waitForSelector('.net'); // before the reload: after it Chromium 148 tells the page it is online
    await page.reload();
    await page.waitForSelector('[data-ready]', { state: 'attached' });
    await page.locator('.cell.can').first().click();
    await untilStatus(page, 'Your move');
    await untilDiscs(page, 6);
    await context.close();
});

test('an update in one tab leaves the other one with its version', async () => {
    const { page: first, context, errors } = await visit({ fragment: 'm=analyse&g=f5d6', offline: true });
    await untilKept(first);
    await first.waitForSelector('.v.est');
    const second = await context.newPage();
    await open(second, 'm=play&g=f5d6');
    const old = await versionOf(second);
    change(await anotherVersion());
    fetched.length = 0;
    await first.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await second.locator('.toast button').focus(); // it stays while it has the focus
    await first.locator('.toast button').click();
    await first.waitForFunction(
        (version) => !document.querySelector('script[type=module]')?.getAttribute('src')?.startsWith(version),
        old,
    );
    await first.waitForSelector('[data-ready]', { state: 'attached' });
    await first.waitForSelector('.v.est');
    const young = await versionOf(first);
    assert.notEqual(young, old);
    // Unchanged files are not fetched again.
    assert.deepEqual(fetched.filter((name) => /\.(wasm|book)$/.test(name)), []);
    // The worker that the second tab makes now is of its own version, which the server has no more.
    const asked = [];
    second.on('request', (request) => asked.push(request.url()));
    assert.equal(await versionOf(second), old);
    await untilBook(second);
    await second.workers()[0].evaluate(
        () =>
            void setTimeout(() => {
                throw new Error('the test ends it');
            }),
    );
    await untilStatus(second, 'The engine stopped working');
    // Without a pointer, which would take the focus from the toast.
    await second.locator('[data-act=restart]').dispatchEvent('click');
    await second.locator('[data-act=values]').dispatchEvent('click');
    await second.waitForSelector('.v.est');
    assert.ok(asked.length > 0);
    assert.ok(asked.every((url) => !url.includes(young)), asked.join('\n'));
    // The button of its update, which the first tab has taken, reloads at once.
    await second.locator('.toast button').click();
    await second.waitForFunction(
        (version) => document.querySelector('script[type=module]')?.getAttribute('src')?.startsWith(version),
        young,
    );
    assert.deepEqual(errors, []);
    change(folder);
    await context.close();
});

/**
 * Chooses a network in the menu.
 * @param {import('playwright-core').Page} page @param {'small' | 'full'} name
 */
async function choose(page, name) {
    await page.locator('[data-act=menu]').click();
    await page.locator(`[name=weights][value=${name}]`).check({ force: true });
    await page.keyboard.press('Escape');
}

const kept = (page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('reversi.1') ?? '{}').weights);

test('the full network is loaded when it is chosen, and works offline from then on', async () => {
    const { page, context } = await visit({ fragment: 'm=analyse&g=f5d6', offline: true });
    await untilKept(page);
    await page.waitForSelector('.v.est');
    await context.setOffline(true);
    await choose(page, 'full');
    await page.waitForFunction(() =>
        document.querySelector('.toast')?.textContent?.includes('The full network could not be loaded'),
    );
    await page.waitForSelector('.v.est');
    await context.setOffline(false);
    fetched.length = 0;
    await choose(page, 'full');
    await page.waitForFunction(() => !document.querySelector('.v.est'));
    await page.waitForSelector('.v.est');
    assert.equal(fetched.filter((name) => name.endsWith('full.weights')).length, 1);
    await page.waitForFunction(() => localStorage.getItem('reversi.1')?.includes('"weights":"full"'));
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector('.v.est');
    assert.equal(await kept(page), 'full');
    assert.equal(await page.locator('.toast').innerText(), '');
    await context.close();
});

test('forgetting everything leaves nothing on the device', async () => {
    const { page, context } = await visit({ fragment: 'm=analyse&g=f5d6', offline: true });
    await untilKept(page);
    await page.waitForFunction(() => localStorage.length > 0);
    await page.locator('[data-act=menu]').click();
    await page.locator('[data-act=forget]').click();
    await page.waitForFunction(() => location.hash === '' && document.querySelectorAll('.disc').length === 4);
    await page.waitForSelector('[data-ready]', { state: 'attached' });
    assert.equal(await page.evaluate(() => localStorage.getItem('reversi.1')?.includes('f5d6') ?? false), false);
    await context.close();
});
