// The look of the page, loosely: boxes instead of pixels. And whether everyone can read it. FULL=1
// looks at each layout in both languages, and at all of both themes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { GAME, closeAll, open, violations, visit } from './browser.mjs';

after(closeAll);

const VIEWS = {
    first: 'm=play',
    play: 'm=play&g=f5d6c4',
    review: `m=analyse&g=${GAME}&n=25`,
    end: `m=analyse&g=${GAME}`,
    variation: `m=analyse&g=${GAME}&n=41&v=41h5c1`,
    solve: `m=solve&g=${GAME}&n=50`,
    over: `m=play&g=${GAME}`,
};

const box = (page, selector) =>
    page.locator(selector).evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
    });

const FULL = Boolean(process.env.FULL);

/** Shows each view in the page, and what is in none of the links. */
async function* views(page, languages = ['en', 'ja']) {
    for (const lang of languages) {
        for (const [name, fragment] of Object.entries(VIEWS)) {
            await open(page, `${fragment}&lang=${lang}`);
            await page.waitForFunction((wanted) => document.documentElement.lang === wanted, lang);
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            yield `${name} in ${lang}`;
        }
        await page.locator('[data-act=menu]').click();
        await page.locator('dialog [data-act=setup]').click();
        await page.locator('[data-arg=clear]').click();
        await page.waitForSelector('[data-act=done][disabled]');
        yield `set-up in ${lang}`;
    }
}

/** The page whose size is changed in place of a new visit, which takes longer than all of its views. */
let visited;

// The measures of the design: the side of a square, and the board with its frame.
for (const [width, height, square, board, lang] of [
    [320, 640, 37, 320, 'en'],
    [360, 800, 42, 360, 'ja'],
    [768, 1024, 75, 640, 'ja'],
    [1024, 768, 67, 576, 'en'],
    [1280, 800, 83, 712, 'ja'],
    [1440, 900, 95, 808, 'en'],
    [800, 360, 42, 360, 'en'],
    [640, 400, 39, 336, 'ja'],
]) {
    test(`at ${width} x ${height} squares have ${square} pixels, and the board never moves`, async () => {
        if (FULL || !visited) visited = await visit({ width, height });
        const { page } = visited;
        await page.setViewportSize({ width, height });
        let first = '';
        for await (const name of views(page, FULL ? undefined : [lang])) {
            // In the set-up of a small screen its tools are scrolled to.
            const found = await page.locator('.board').evaluate((element) => {
                const { x, y, width, height } = element.getBoundingClientRect();
                return { x, y: y + scrollY, width, height };
            });
            assert.deepEqual([found.width, found.height], [board, board], name);
            assert.equal((await box(page, '.cell >> nth=0')).width, square, name);
            first ||= JSON.stringify(found);
            assert.equal(JSON.stringify(found), first, name);
            if (height < 560) assert.ok(found.x >= 0 && found.y >= 0 && found.y + board <= height, name);
            const shape = await page.evaluate(() => ({
                elements: document.querySelectorAll('body *').length,
                tooWide: document.documentElement.scrollWidth > innerWidth,
                controls: document.querySelector('.ctl').scrollWidth - document.querySelector('.ctl').clientWidth,
                cut: [...document.querySelectorAll('button, .status b, .status small, legend:not(.sr), .seg span')]
                    .filter(
                        (element) =>
                            element.scrollWidth > element.clientWidth + 1 &&
                            getComputedStyle(element).display !== 'inline' &&
                            element.clientWidth > 1,
                    )
                    .map((element) => element.textContent),
            }));
            assert.ok(!shape.tooWide, `${name} scrolls sideways`);
            assert.ok(shape.elements <= 900, `${name} has ${shape.elements} elements`);
            assert.ok(shape.controls <= 0, `${name}: controls are ${shape.controls} pixels too wide`);
            assert.deepEqual(shape.cut, [], name);
        }
        if (FULL) await visited.context.close();
    });
}

test('on a small phone what is asked first is above the controls', async () => {
    const { page, context } = await visit({ width: 360, height: 640, fragment: VIEWS.first, hasTouch: true });
    const ends = async (...selectors) => {
        const top = (await box(page, '.ctl')).y;
        for (const selector of selectors) {
            const { y, height } = await box(page, selector);
            assert.ok(y + height <= top, `${selector} ends at ${y + height} of ${top}`);
        }
    };
    for (const height of [640, 740]) {
        await page.setViewportSize({ width: 360, height });
        await open(page, VIEWS.first);
        await ends('.knob', '.seg >> nth=0');
        await open(page, `m=analyse&g=${GAME}&n=41`);
        await page.waitForSelector('.now .detail');
        // As long as the words of the engine get.
        await page.locator('.now .detail p').first().evaluate((words) => (words.textContent = 'After a6 Black answers h2 and leaves White 10 moves not beside an empty corner, but 12 after h5 c1.'));
        await ends('.now .detail .btns');
        assert.ok((await box(page, '.now')).y < (await box(page, '.status')).y && (await box(page, '.status')).y < (await box(page, '.gr')).y);
    }
    await open(page, VIEWS.first);
    assert.equal(await page.locator('.picker .rest').first().isVisible(), false);
    await page.getByRole('button', { name: /^More/ }).click();
    await page.locator('[name=clock]').first().waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForSelector('.p-play');
    await context.close();
});

test('with a wider font the controls stay inside of their card', async () => {
    for (const width of FULL ? [960, 1280] : [960]) {
        const { page, context } = await visit({ width, fragment: VIEWS.play });
        await page.addStyleTag({ content: ':root{--font:"DejaVu Sans",sans-serif}.ctl{letter-spacing:.03em}' });
        for await (const name of views(page)) {
            const over = await page.locator('.ctl').evaluate((list) => {
                const { right } = list.getBoundingClientRect();
                return Math.max(...[...list.children].map((each) => each.getBoundingClientRect().right)) - right;
            });
            assert.ok(over <= 0, `${name} at ${width}: ${over} pixels`);
            if (name === 'over in en') break;
        }
        await context.close();
    }
});

test('nothing shifts while the page starts', async () => {
    for (const [width, height, lang] of [
        [360, 800, 'en'],
        [768, 1024, 'ja'],
        [1280, 800, 'en'],
        [640, 400, 'ja'],
        [360, 800, 'ja'],
    ].slice(0, FULL ? 5 : 3)) {
        const { page, context } = await visit({ width, height, lang, fragment: `m=analyse&g=${GAME}` });
        await page.waitForTimeout(300);
        const shift = await page.evaluate(
            () =>
                new Promise((done) => {
                    new PerformanceObserver((list) =>
                        done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)),
                    ).observe({ type: 'layout-shift', buffered: true });
                    setTimeout(() => done(0), 200);
                }),
        );
        assert.equal(shift, 0, `${width} in ${lang}`);
        await context.close();
    }
});

test('the controls do not move when the reading of a game ends', async () => {
    const { page, context } = await visit({ width: 768, height: 1024 });
    // A quick machine may have read the game before a look from here, so the page itself looks.
    await page.evaluate(() => {
        window.whileReading = new Set();
        new MutationObserver(() => {
            if (!document.querySelector('[data-act=stop]')) return;
            const { x, y, width, height } = document.querySelector('.ctl').getBoundingClientRect();
            window.whileReading.add(JSON.stringify({ x, y, width, height }));
        }).observe(document.body, { subtree: true, childList: true });
    });
    await page.evaluate((fragment) => (location.hash = fragment), `m=analyse&g=${GAME.slice(0, 60)}&n=2`);
    await page.waitForFunction(() => window.whileReading.size && !document.querySelector('[data-act=stop], .busy'));
    const seen = await page.evaluate(() => [...window.whileReading].map((each) => JSON.parse(each)));
    assert.deepEqual(seen, [await box(page, '.ctl')]);
    await context.close();
});

test('only whole rows are seen in the list beside the board', async () => {
    const { page, context } = await visit({ fragment: `m=analyse&g=${GAME}&n=41` });
    await page.locator('#sub-moves').click();
    await page.waitForSelector('.lines');
    const cut = await page.locator('.pane').evaluate((pane) => {
        const [top, , bottom] = (/inset\((.*?)\)/.exec(pane.style.clipPath)?.[1] ?? '0 0 0').split(' ').map(parseFloat);
        const box = pane.getBoundingClientRect();
        const [from, to] = [box.top + top, box.bottom - bottom];
        const rows = [...pane.querySelectorAll('ol > li')].map((row) => row.getBoundingClientRect());
        return {
            scrolls: pane.scrollHeight > pane.clientHeight,
            rows: rows.filter((row) => row.top < to - 1 && row.bottom > from + 1 && (row.top < from - 1 || row.bottom > to + 1)).length,
        };
    });
    assert.deepEqual(cut, { scrolls: true, rows: 0 });
    await context.close();
});

test('a game is printed on one page, and its discs are told apart', async () => {
    const { page, context } = await visit({ fragment: `m=analyse&g=${GAME}&n=41`, theme: 'dark' });
    await page.waitForSelector('.ls.l3'); // the end is read
    await page.emulateMedia({ media: 'print' });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
    const sheet = await page.locator('.kifu').evaluate((sheet) => ({
        title: sheet.querySelector('h1').textContent,
        black: sheet.querySelectorAll('circle[fill="#000"]').length,
        white: sheet.querySelectorAll('.g circle[fill="#fff"]').length,
        rings: sheet.querySelectorAll('.g circle[stroke-width="3"]').length,
        rows: sheet.querySelectorAll('tr').length,
        shown: getComputedStyle(sheet).display,
        page: getComputedStyle(document.querySelector('.board')).display,
    }));
    assert.equal(sheet.title, 'Black 36–28 White');
    assert.deepEqual([sheet.black + sheet.white, sheet.shown, sheet.page], [64, 'block', 'none']);
    assert.ok(sheet.black > 20 && sheet.white > 20 && sheet.rings === sheet.rows && sheet.rows > 0, JSON.stringify(sheet));
    await context.close();
});

for (const theme of ['light', 'dark']) {
    test(`axe finds nothing in the ${theme} theme`, async () => {
        const { page, context } = await visit({ theme });
        const check = async (name) => assert.deepEqual(await violations(page), [], name);
        // The colours of both themes are the same ones everywhere.
        const isWhole = FULL || theme === 'light';
        for (const [name, fragment] of Object.entries(VIEWS)) {
            if (!isWhole && !['review', 'solve'].includes(name)) continue;
            await open(page, fragment);
            await page.reload();
            await page.waitForSelector('[data-ready]', { state: 'attached' });
            if (name === 'review') await page.waitForSelector('.v.est');
            await check(name);
        }
        await open(page, `m=analyse&g=${GAME}&n=8&v=8g4`);
        await page.reload();
        await page.locator('.br button').first().press('Shift+F10');
        await page.waitForSelector('.nodemenu');
        await check('menu of a move');
        await page.keyboard.press('Escape');
        await page.keyboard.press('e');
        await page.waitForSelector('.notefield');
        await check('note');
        await page.keyboard.press('Escape');
        await page.locator('.ctl select').selectOption('1500');
        await page.waitForSelector('.pc').then(() => check('against a rating'));
        await page.locator('#sub-book').click();
        await page.waitForSelector('.callout, .book');
        await check('book');
        for (const key of isWhole ? ['n', 'i', 'c', '?'] : ['n']) {
            await page.keyboard.press(key);
            await page.waitForSelector('dialog[open]');
            await check(`dialog ${key}`);
            await page.keyboard.press('Escape');
            await page.waitForFunction(() => !document.querySelector('dialog[open]'));
        }
        await context.close();
    });
}
