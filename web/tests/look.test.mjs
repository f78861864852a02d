// How the page looks, loosely: boxes instead of pixels. And whether it can be read by everyone.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';

import { GAME, closeAll, visit } from './browser.mjs';

after(closeAll);

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const VIEWS = {
    play: 'm=play&g=f5d6c4',
    first: '',
    analyse: `m=analyse&g=${GAME}&n=25`,
    solve: `m=solve&g=${GAME}&n=50`,
    over: `m=play&g=${GAME}`,
};

const box = (page, selector) =>
    page.locator(selector).evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
    });

// The measures of the design: the side of a square, and the board with its frame.
for (const [width, height, square, board] of [
    [360, 800, 42, 360],
    [768, 1024, 79, 672],
    [1440, 900, 95, 808],
]) {
    test(`at ${width} pixels squares have ${square} pixels, and the board never moves`, async () => {
        const boards = [];
        for (const [name, fragment] of Object.entries(VIEWS)) {
            for (const lang of name === 'analyse' ? ['en', 'ja'] : ['en']) {
                const { page, context } = await visit({ fragment, width, height, lang });
                const found = await box(page, '.board');
                boards.push(JSON.stringify(found));
                assert.deepEqual([found.width, found.height], [board, board], name);
                assert.equal((await box(page, '.cell >> nth=0')).width, square, name);
                const shape = await page.evaluate(() => ({
                    elements: document.querySelectorAll('body *').length,
                    tooWide: document.documentElement.scrollWidth > innerWidth,
                }));
                assert.ok(!shape.tooWide, `${name} scrolls sideways`);
                assert.ok(shape.elements <= 900, `${name} has ${shape.elements} elements`);
                await context.close();
            }
        }
        assert.equal(new Set(boards).size, 1, boards.join('\n'));
    });
}

test('the controls stay inside of their column', async () => {
    for (const width of [960, 1280, 1440]) {
        for (const lang of ['en', 'ja']) {
            for (const [name, fragment] of Object.entries(VIEWS)) {
                const { page, context } = await visit({ fragment, width, lang });
                const over = await page.locator('.ctl').evaluate((list) => list.scrollWidth - list.clientWidth);
                assert.ok(over <= 0, `${name} at ${width} in ${lang}: ${over} pixels`);
                await context.close();
            }
        }
    }
});

test('nothing scrolls sideways at 320 pixels, and no text is cut off', async () => {
    for (const [name, fragment] of Object.entries(VIEWS)) {
        for (const lang of ['en', 'ja']) {
            const { page, context } = await visit({ fragment, width: 320, height: 640, lang });
            assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= 320),
                `${name} in ${lang}`,
            );
            const cut = await page.evaluate(() =>
                [...document.querySelectorAll('button, .status b, .status small, legend, h2')]
                    .filter(
                        (element) =>
                            element.scrollWidth > element.clientWidth + 1 &&
                            getComputedStyle(element).display !== 'inline' &&
                            element.clientWidth > 1,
                    )
                    .map((element) => element.textContent),
            );
            assert.deepEqual(cut, [], `${name} in ${lang}`);
            await context.close();
        }
    }
});

for (const theme of ['light', 'dark']) {
    test(`axe finds nothing in the ${theme} theme`, async () => {
        const check = async (page, name) => {
            const violations = await page.evaluate(async () => {
                const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
                return violations.map(
                    ({ id, impact, nodes }) =>
                        `${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
                );
            });
            assert.deepEqual(violations, [], name);
        };
        for (const [name, fragment] of Object.entries(VIEWS)) {
            const { page, context } = await visit({ fragment, theme });
            await page.evaluate(axe);
            if (name === 'analyse') await page.waitForSelector('.v.est');
            await check(page, name);
            if (name === 'play') {
                for (const key of ['n', 'i', '?']) {
                    await page.keyboard.press(key);
                    await page.waitForSelector('dialog[open]');
                    await check(page, `dialog ${key}`);
                    await page.keyboard.press('Escape');
                    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
                }
            }
            await context.close();
        }
    });
}
