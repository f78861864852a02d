// The review: variations, notes, the book, sharing, frames, shared links, and how games begin.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';

import { GAME, closeAll, ggf, open, statusOf, untilDiscs, untilMoves, untilStatus, visit } from './browser.mjs';

after(closeAll);

const START = '---------------------------OX------XO--------------------------- X';
const cell = (page, square) => page.locator(`.cell[aria-label^="${square},"]`);
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('reversi.1') ?? '{}').game);
const untilToast = (page, text) =>
    page.waitForFunction((wanted) => document.querySelector('.toast')?.textContent?.includes(wanted), text);

test('a move in a review begins a variation, which is kept, deleted, brought back and made the game', async () => {
    const { page, context, errors } = await visit({ fragment: `m=analyse&g=${GAME}&n=41` });
    const branch = page.locator('.br [data-node]');
    await cell(page, 'h5').click();
    await branch.first().waitFor();
    await cell(page, 'c1').click();
    await page.waitForFunction(() => document.querySelectorAll('.br [data-node]').length === 2);
    // All moves of the game are there, and the variation has the place of its own.
    assert.equal(await page.locator('.moves ol > li:not(.br) > button').count(), 61);
    assert.match(await branch.first().innerText(), /^42\s*h5/);
    assert.equal(await page.locator('.br [aria-current=step]').textContent(), '43, Black c1');
    // A note, by the keyboard.
    await page.keyboard.press('e');
    await page.locator('.notefield').fill('the edge <b>');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.note')?.textContent === 'the edge <b>');
    // The position on the board is there after a reload.
    await page.waitForFunction(() => localStorage.getItem('reversi.1')?.includes('the edge'));
    await page.waitForFunction(() => location.hash.includes('v=41h5c1'));
    await page.reload();
    await page.waitForSelector('.br [aria-current=step]');
    assert.equal(await page.locator('.note').innerText(), 'the edge <b>');
    // Deleted, and brought back.
    await page.keyboard.press('e');
    await page.locator('.notefield').fill('');
    await page.keyboard.press('Enter');
    await untilToast(page, 'Note deleted');
    await page.locator('.toast button').click();
    await page.waitForFunction(() => document.querySelector('.note')?.textContent === 'the edge <b>');
    // Out of it and into it.
    await page.keyboard.press('Shift+G');
    await page.waitForFunction(() => document.querySelector('[aria-current=step]')?.textContent?.startsWith('41'));
    await page.keyboard.press('g');
    await page.waitForFunction(() => document.querySelector('.br [aria-current=step]')?.textContent?.includes('h5'));
    // A move of the game follows it.
    await page.keyboard.press('Shift+G');
    await cell(page, 'a6').click();
    await page.waitForFunction(() => document.querySelector('[aria-current=step]')?.textContent?.startsWith('42'));
    assert.equal(await branch.count(), 2);
    // Deleted, and brought back.
    await branch.nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete the variation' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.br').length === 0);
    await page.locator('.toast button').click();
    await page.waitForFunction(() => document.querySelectorAll('.br [data-node]').length >= 2);
    // Made the game: the old moves are the variation now.
    await branch.nth(1).press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Make it the game' }).press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.moves ol > li:not(.br) > button:not(.note)').length === 43);
    assert.equal(await page.locator('.br').first().locator('[data-node]').count(), 20);
    assert.deepEqual(errors, []);
    await context.close();
});

test('the field of a note stays where the best moves come and go above it', async () => {
    const { page, context } = await visit({ fragment: 'm=analyse&g=f5d6c3&n=2' });
    await page.locator('#sub-moves').click();
    await page.waitForSelector('.lines');
    await page.keyboard.press('e');
    await page.waitForSelector('.notefield:focus');
    await page.keyboard.type('one');
    const press = () => page.evaluate(() => document.querySelector('.ctl [data-act=values]').click()); // without the focus
    await press();
    await page.waitForFunction(() => !document.querySelector('.lines'));
    await page.keyboard.type(' two');
    await press();
    await page.waitForSelector('.lines');
    await page.keyboard.type(' three');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.note')?.textContent === 'one two three');
    await context.close();
});

test('Play goes on in the game, with its clocks, after a variation was looked at', async () => {
    const { page, context } = await visit();
    await page.getByRole('radio', { name: '3 min' }).check({ force: true });
    await page.getByRole('radio', { name: '+5 s' }).check({ force: true });
    await page.locator('.cell.can').first().click();
    await untilMoves(page, 2);
    await page.keyboard.press('2');
    await page.locator('#sub-moves').click();
    await page.locator('.moves button').first().click();
    await page.waitForSelector('.cell.can');
    const played = (await page.locator('.moves .mv').nth(1).textContent()).slice(-2);
    await page.locator(`.cell.can:not([aria-label^="${played},"])`).first().click();
    await page.waitForSelector('.br button');
    await page.keyboard.press('1');
    await page.waitForSelector('.ck');
    await untilDiscs(page, 6);
    // The page keeps it a moment later.
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('reversi.1') ?? '{}').game?.session?.clocks?.black?.increment_seconds === 5);
    await context.close();
});

test('the book shows its moves with values, plays them, and says where it was left', async () => {
    const { page, context, errors } = await visit({ fragment: `m=analyse&g=${GAME}&n=8` });
    await page.locator('#sub-mistakes').press('ArrowLeft'); // around the end
    await page.waitForSelector('.book button');
    const rows = await page.locator('.book button').allInnerTexts();
    assert.ok(rows.length > 1 && rows.length <= 8);
    assert.match(rows[0], /^[a-h][1-8]\s+[+−]?\d+/);
    assert.match(await page.locator('.pane').innerText(), /Move 9, in the book · for Black, to move/);
    await page.waitForFunction(() => /\d,\d{3} games$/.test(document.querySelector('.book button').innerText));
    await page.locator('.book button').nth(1).hover();
    await page.waitForSelector('.cell.lit');
    await page.locator('.book button').nth(1).click();
    await page.waitForFunction(() => location.hash.includes('&v=8'));
    await open(page, `m=analyse&g=${GAME}&n=30`);
    await page.waitForSelector('.callout');
    assert.match(await page.locator('.callout').innerText(), /^The book ends after move \d+\.$/);
    await open(page, 'm=analyse&g=f5d6c3g5d7');
    await page.waitForFunction(() => document.querySelector('.callout')?.textContent?.includes('You left the book'));
    assert.match(await page.locator('.callout').innerText(), /^You left the book at move \d+: [a-h]\d\. The book plays [a-h]\d\.$/);
    await page.getByRole('button', { name: 'Go to its last move' }).click();
    await page.waitForSelector('.book button');
    await open(page, `m=analyse&b=${'-'.repeat(27)}XO${'-'.repeat(35)}X`);
    await page.waitForFunction(() => document.querySelector('.pane')?.textContent?.includes('The book knows nothing here.'));
    assert.deepEqual(errors, []);
    await context.close();
});

test('values against a rating are per cents with a sentence, are asked once and kept', async () => {
    const { page, context, errors } = await visit({ fragment: `m=analyse&g=${GAME.slice(0, 58)}` });
    await page.waitForSelector('.v.est');
    const choose = async (rating, shown) => {
        await page.getByLabel('Values against').selectOption(rating);
        await page.waitForSelector(shown);
    };
    await choose('1500', '.pc');
    const shown = await page.locator('.cell .v').allInnerTexts();
    assert.ok(shown.length > 5 && shown.every((text) => /^\d+%$/.test(text)), shown.join());
    assert.match(await page.locator('.cell:has(.ring.better)').getAttribute('aria-label'), /^[a-h][1-8], \d+ per cent against 1500, best/);
    const said = (await page.locator('.ring.practical').count()) > 0 ? / worse than the best, but / : /^The best move is also best against 1500\.$/;
    assert.match(await page.locator('.status small').innerText(), said);
    const asked = () => page.evaluate(() => performance.getEntriesByName('search values').length);
    const before = await asked();
    await choose('best', '.v.est');
    assert.equal(await page.locator('.pc').count(), 0);
    await choose('1500', '.pc');
    assert.equal(await asked(), before);
    await page.reload();
    await page.waitForSelector('.pc');
    assert.deepEqual(errors, []);
    await context.close();
});

test('traps of a position are found, shown and practised, and a game goes on from there', async () => {
    const { page, context, errors } = await visit({ fragment: 'm=analyse&g=f5d6c3' });
    await page.locator('#sub-book').click();
    await page.getByRole('button', { name: 'Find traps for 1500' }).click();
    const row = page.locator('.traps .row1').first();
    assert.match(await row.innerText(), /^([a-h][1-8]){2,6}\s+\d+\.\d % go in, −\d+$/);
    const discs = 7 + (await row.locator('span').innerText()).length / 2;
    await row.click();
    await untilDiscs(page, discs);
    await page.locator('[data-act=practise]').first().click();
    await untilStatus(page, 'Your move'); // the opponent has played, into the trap or not
    assert.match(await page.locator('.players').innerText(), /Club[^]+1500/);
    await page.keyboard.press('2');
    await page.locator('[data-act=menu]').click();
    await page.getByText('Play on from here against 1500').click();
    await untilStatus(page, 'Your move');
    assert.deepEqual(errors, []);
    await context.close();
});

test('a shared link leaves the own game alone until a move is made in it', async () => {
    const { page, context, errors } = await visit({ fragment: 'm=play&g=f5d6c3d3' });
    await page.locator('.cell.can').first().click();
    await untilDiscs(page, 10);
    // The move and the answer are kept.
    await page.waitForFunction(() => /"moves":"f5d6c3d3([a-h]\d){2}"/.test(localStorage.getItem('reversi.1')));
    const own = await kept(page);
    await page.goto('about:blank');
    await open(page, `m=analyse&g=${GAME}&n=25&r=1`);
    await untilStatus(page, 'Reading the game');
    await page.keyboard.press('j');
    await page.locator('[data-act=values]').click(); // a setting is kept
    await page.waitForFunction(() => localStorage.getItem('reversi.1')?.includes('"values":false'));
    assert.deepEqual((await kept(page)).session.game, own.session.game);
    await page.keyboard.press('Escape');
    await untilStatus(page, 'A shared game. Your own is kept.');
    await page.getByRole('button', { name: 'Back to my game' }).click();
    await untilDiscs(page, 10);
    // A move makes it the own game, and the toast brings the other one back.
    await page.goto('about:blank');
    await open(page, 'm=analyse&g=f5f6&r=1');
    await page.locator('.cell.can, .cell[aria-label*="can be played"]').first().click();
    await untilToast(page, 'You play on in the shared game');
    await page.waitForFunction(() => localStorage.getItem('reversi.1')?.includes('"moves":"f5f6'));
    await page.locator('.toast button').click();
    await untilDiscs(page, 10);
    assert.deepEqual(errors, []);
    await context.close();
});

test('the picture is small and needs no network, and link and frame show the same game', async () => {
    const { page, context, errors } = await visit({ fragment: `m=analyse&g=${GAME}&n=41&v=41h5` });
    await page.waitForFunction(() => document.querySelectorAll('.ls.l3').length >= 3); // the end is read
    await page.evaluate(() => {
        navigator.clipboard.writeText = async (text) => void (document.documentElement.dataset.copied = text);
    });
    const copied = () => page.evaluate(() => document.documentElement.dataset.copied);
    await page.keyboard.press('c');
    const alt = await page.locator('dialog .card').getAttribute('alt');
    assert.match(alt, /: Black 36, White 28, Move 42: h5, not a6/);
    const picture = async () => {
        const waiting = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save picture' }).click();
        return readFile(await (await waiting).path());
    };
    const png = await picture();
    assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', 2400, 1260]);
    assert.ok(png.length < 400_000, `${png.length} bytes`);
    await page.getByRole('radio', { name: 'Final board' }).check({ force: true });
    assert.notDeepEqual(await picture(), png);
    // The words go after some seconds.
    const said = page.waitForFunction(() => document.querySelector('dialog .said')?.textContent === 'Link copied');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await said;
    const link = await copied();
    assert.ok(link.endsWith(`#m=analyse&g=${GAME}&n=41&v=41h5&r=1`), link);
    await page.getByRole('button', { name: 'Copy embed code' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.copied.startsWith('<iframe'));
    assert.ok((await copied()).includes(`?embed#m=analyse&g=${GAME}`));
    await page.goto(link);
    await page.reload();
    await page.waitForSelector('.br [aria-current=step]');
    assert.deepEqual(errors, []);
    await context.close();
});

test('files with variations are saved', async () => {
    const { page, context } = await visit({ fragment: 'm=analyse&g=f5d6c3&n=2&v=2c4d3' });
    for (const [name, expected] of [['Save as GGF', /B\[C3.*\n.*B\[C4/], ['Save as JSON', /"tree": \{/]]) {
        await page.locator('[data-act=menu]').click();
        const waiting = page.waitForEvent('download');
        await page.getByRole('button', { name }).click();
        assert.match(await readFile(await (await waiting).path(), 'utf8'), expected);
        await page.keyboard.press('Escape');
    }
    await context.close();
});

test('a frame works from 280 x 400, keeps nothing, and starts no engine unasked', async () => {
    for (const [width, height] of [[280, 400], [480, 640], [1000, 500]]) {
        const { page, context, address, errors } = await visit({ width, height });
        await page.goto(`${address}?embed#m=analyse&g=${GAME}&n=45`);
        await page.reload();
        await page.waitForSelector('[data-ready]', { state: 'attached' });
        await page.evaluate(() => localStorage.clear()); // of the visit before
        const shape = await page.evaluate(() => {
            const { bottom, right, left } = document.querySelector('.board').getBoundingClientRect();
            const controls = document.querySelector('.ctl').getBoundingClientRect();
            return { fits: left >= 0 && right <= innerWidth && bottom <= controls.top, low: controls.bottom <= innerHeight };
        });
        assert.deepEqual(shape, { fits: true, low: true }, `${width}`);
        assert.equal(page.workers().length, 0);
        await page.keyboard.press('i'); // no import
        assert.equal(await page.locator('dialog[open]').count(), 0);
        await page.locator('.ctl [data-act=prev]').click();
        await page.waitForFunction(() => document.querySelector('[data-graph]')?.getAttribute('aria-valuenow') === '44');
        await page.waitForFunction(() => !document.querySelector('[data-graph]')?.getAttribute('aria-valuetext')?.includes('not read'));
        assert.equal(page.workers().length, 1);
        await page.evaluate(() => dispatchEvent(new Event('pagehide'))); // when a page keeps all
        assert.equal(await page.evaluate(() => localStorage.length), 0);
        assert.deepEqual(errors, []);
        await context.close();
    }
});

test('a new game has a random colour, a balanced start, a clock with an increment, or two people', async () => {
    const { page, context, errors } = await visit({ fragment: 'm=play&g=f5d6' });
    const begin = async (labels, button = 'Start') => {
        await page.keyboard.press('n');
        for (const name of labels) await page.locator('dialog').getByRole('radio', { name, exact: true }).check({ force: true });
        await page.locator('dialog').getByRole('button', { name: button, exact: true }).click();
    };
    await begin(['White', 'Balanced random', '1 min', '+2 s']);
    await page.waitForFunction(() => document.querySelectorAll('.disc').length >= 12);
    await page.waitForSelector('.ck');
    assert.equal(await page.locator('.pl.w b').innerText(), 'You');
    const colours = new Set();
    for (let i = 0; i < 30 && colours.size < 2; i++) {
        await begin(['Usual', 'Random', 'None']);
        await page.waitForFunction(() => [...document.querySelectorAll('.pl b')].some((name) => name.textContent === 'You'));
        await page.waitForTimeout(30);
        colours.add(await page.locator('.pl.w b').innerText());
    }
    assert.equal(colours.size, 2);
    await begin([], 'Another person');
    await untilStatus(page, 'Black to move');
    assert.deepEqual(await page.locator('.pl b').allInnerTexts(), ['Black', 'White']);
    assert.deepEqual(errors, []);
    await context.close();
});

test('a reply takes the pause of a person', async () => {
    const { page, context } = await visit({ reducedMotion: 'no-preference' });
    await page.waitForTimeout(500); // the engine is there
    const asked = Date.now();
    await page.locator('.cell.can').first().click();
    await untilMoves(page, 2);
    const took = Date.now() - asked;
    assert.ok(took >= 400, `${took} ms`);
    await context.close();
});

test('after a game from another start there is a return game with the other colour', async () => {
    const { page, context } = await visit({ fragment: `m=play&g=${GAME}&n=50` });
    const cells = await page.evaluate(() => [...document.querySelectorAll('.cell')].map((each) => (each.querySelector('.disc.b') ? 'X' : each.querySelector('.disc.w') ? 'O' : '-')).join(''));
    const game = { mode: 'play', ply: 11, session: { game: { start: `${cells} X`, moves: GAME.slice(100) } } };
    await page.evaluate((data) => {
        addEventListener('pagehide', () => localStorage.setItem('reversi.1', data));
        history.replaceState(null, '', location.pathname);
    }, JSON.stringify({ colour: 'O', game }));
    await page.reload();
    await untilStatus(page, 'You lost 28–36');
    assert.equal(await page.locator('.pl.w b').innerText(), 'You');
    await page.getByRole('button', { name: 'Same start, other colour' }).click();
    await untilStatus(page, 'Your move');
    assert.equal(await page.locator('.pl.b b').innerText(), 'You');
    await untilDiscs(page, cells.split(/[XO]/).length - 1);
    await context.close();
});

test('a book that could not be fetched says so, and comes once the page is online', async () => {
    const { page, context } = await visit();
    await page.route('**/opening.book', (route) => route.abort());
    await open(page, 'm=analyse&g=f5d6');
    await page.reload();
    await page.locator('#sub-book').click();
    await page.waitForFunction(() => document.querySelector('.pane')?.textContent?.includes('It comes once you are online.'));
    await page.unroute('**/opening.book');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForSelector('.book button');
    await context.close();
});

test('games that were imported together are read one after the other, and fill Practice', async () => {
    const { page, context, errors } = await visit();
    await page.locator('[data-act=menu]').click();
    await page.locator('[name=depth][value=quick]').check({ force: true });
    await page.keyboard.press('Escape');
    const turned = GAME.replace(/([a-h])([1-8])/g, (_, x, y) => 'hgfedcba'[x.charCodeAt(0) - 97] + (9 - y));
    await page.keyboard.press('i');
    await page.locator('dialog textarea').fill(ggf('Bob', 'Ann', GAME) + ggf('Cy', 'Ann', turned));
    await page.locator('[name=importMe][value=Ann]').check({ force: true });
    await page.getByRole('button', { name: 'Review 2 games' }).click();
    await page.waitForFunction(() => document.querySelector('.games')?.textContent?.startsWith('Reading your games: 1 of 2'));
    await page.locator('.games [data-act=stop]').click();
    await page.waitForFunction(() => document.querySelector('.games')?.textContent?.startsWith('Not all games are read: 1 of 2'));
    await page.locator('.games [data-act=resume]').click();
    await page.waitForFunction(() => document.querySelector('.mis li') && !document.querySelector('.games'));
    const puzzles = await page.evaluate(() => JSON.parse(localStorage.getItem('reversi.practice.1')).puzzles.map(({ g, best }) => `${g}: ${best}`));
    assert.ok(puzzles.includes('Bob 36–28 You: h5') && puzzles.includes('Cy 36–28 You: a4'), puzzles.join());
    // The other game opens complete.
    await page.getByRole('button', { name: 'Next game' }).click();
    await untilStatus(page, 'Moves 41 and 42 gave the win back and forth.');
    assert.deepEqual(errors, []);
    await context.close();
});

test('the result is told to the person who played', async () => {
    const { page, context } = await visit({ fragment: `m=play&g=${GAME.slice(0, -4)}` });
    await page.waitForSelector('.cell.can, [data-act=retry]');
    await open(page, `m=play&g=${GAME}`);
    await untilStatus(page, 'Black wins 36–28'); // a shared game was played by others
    const own = JSON.stringify({
        colour: 'O',
        chosen: 'O',
        game: { mode: 'play', ply: 61, session: { game: { start: START, moves: GAME } } },
    });
    await page.evaluate((data) => {
        addEventListener('pagehide', () => localStorage.setItem('reversi.1', data));
        history.replaceState(null, '', location.pathname);
    }, own);
    await page.reload();
    await untilStatus(page, 'You lost 28–36');
    await page.keyboard.press('2');
    await page.waitForSelector('.gr');
    await context.close();
});

test('an empty board has a reason in place of a draw, and a short solve a time', async () => {
    const { page, context } = await visit({ fragment: `m=solve&b=${'-'.repeat(64)}X` });
    assert.equal(await statusOf(page), 'A position needs a disc of each colour and a move');
    await page.locator('.status [data-act=setup]').click();
    await page.waitForSelector('[data-act=done]');
    await open(page, `m=solve&g=${GAME}&n=54`);
    await page.locator('[data-act=solveIt]').click();
    await untilStatus(page, 'Solved: ');
    assert.equal(await page.locator('.facts dd').last().innerText(), '<1 s');
    assert.ok(!/[−+]/.test(await page.locator('.funnel').textContent()));
    await context.close();
});

test('a tab that is offline has a ring on its menu, which moves nothing', async () => {
    const { page, context } = await visit({ fragment: 'm=play&g=f5d6' });
    const place = () => page.locator('.tabs').evaluate((tabs) => tabs.getBoundingClientRect().x);
    const before = await place();
    await context.setOffline(true);
    await page.waitForSelector('.net');
    assert.equal(await place(), before);
    assert.match(await page.locator('[data-act=menu]').getAttribute('aria-label'), /Offline/);
    await context.close();
});

test('an opponent plays also where it cannot be had how people play, which comes once the page is online', async () => {
    const { page, context } = await visit();
    let [isOnline, served] = [false, 0];
    await page.route('**/people.policy', (route) => (isOnline ? (served++, route.continue()) : route.abort()));
    await page.reload();
    await page.locator('.cell.can').first().click();
    await page.waitForSelector('.toast:has-text("the opponent plays without it")');
    await untilDiscs(page, 6);
    await untilStatus(page, 'Your move');
    isOnline = true;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    while (served === 0) await page.waitForTimeout(20);
    await page.locator('.cell.can').first().click();
    await untilDiscs(page, 8);
    await context.close();
});
