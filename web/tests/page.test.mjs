// The page in Chromium: games, solves, import, links, offline, the keyboard.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';

import { GAME, closeAll, open, repository, statusOf, untilBook, untilDiscs, untilMoves, untilStatus, visit } from './browser.mjs';

after(closeAll);

test('a game against the engine is played to its end', async () => {
    const { page, context, errors } = await visit();
    // A blob that has no type is XML to Firefox: its worker writes an error for each look at it.
    await page.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => (blob.type || console.error('a blob without a type'), make(blob));
    });
    assert.equal(await statusOf(page), 'You are Black and move first');
    await page.locator('[data-act=menu]').click();
    await page.locator('[name=depth][value=quick]').check({ force: true });
    await page.keyboard.press('Escape');
    await page.getByRole('slider', { name: 'Opponent' }).fill('400');
    await page.waitForFunction(() => document.querySelector('.big2')?.textContent === 'Beginnerabout 400');
    for (let turn = 0; turn < 200; turn++) {
        await page.waitForSelector('.cell.can, [data-act=ok], [data-act=again]');
        if (await page.locator('[data-act=again]').count()) break;
        const pass = page.locator('[data-act=ok]');
        const square = page.locator('.cell.can').first();
        // The engine may pass in between, and then the squares are others.
        await ((await pass.count()) ? pass : square).click({ timeout: 1000 }).catch(() => {});
    }
    assert.match(await statusOf(page), /^You (won|lost|drew) \d+–\d+$/);
    const [black, white] = await page.locator('.count').allInnerTexts();
    assert.ok(Number(black) + Number(white) <= 64);
    // A game full of blunders takes a review the longest: 30 seconds of a quick one, on a free machine.
    await untilStatus(page, 'Lost by mistakes', 300_000);
    assert.deepEqual(errors, []);
    await context.close();
});

test('nothing is drawn before the rules are there, and without them the page says so', async () => {
    const { page, context } = await visit();
    let go = () => {};
    const held = new Promise((resolve) => (go = resolve));
    await page.route('**/rules.wasm', (route) => held.then(() => route.continue()));
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('the rules are awaited').length > 0);
    assert.equal(await page.locator('.disc, .status *, .moves').count(), 0);
    go();
    await untilDiscs(page, 4);
    await page.unroute('**/rules.wasm');
    await page.route('**/rules.wasm', (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await untilStatus(page, 'This page needs JavaScript and WebAssembly');
    await context.close();
});

test('the table of the engine is one that a phone has room for', async () => {
    const { page, context } = await visit();
    await page.addInitScript(() => {
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = function (message, ...more) {
            if (message.call === 'create') document.documentElement.dataset.hash = message.hashMiB;
            return postMessage.call(this, message, ...more);
        };
    });
    await page.reload();
    await page.waitForSelector('[data-hash="32"]', { state: 'attached' });
    await context.close();
});

/** Solves a position of the page and gives the proven score. */
async function solved(page) {
    await page.locator('[data-act=solveIt]').click();
    await untilStatus(page, 'Solved: ');
    return (await page.locator('.big > span').innerText()).replace('−', '-');
}

test('positions of the FFO suite have their scores', async () => {
    const suite = await readFile(path.join(repository, 'examples/data/ffo-1-19.obf'), 'utf8');
    const problems = suite
        .split('\n')
        .filter((line) => /^[XO-]{64}/.test(line))
        .slice(0, process.env.FULL ? 19 : 6);
    for (const problem of problems) {
        const [, cells, side, score] = /^([XO-]{64}) ([XO]);.*?([+-]?\d+);/.exec(problem);
        const { page, context, errors } = await visit({ fragment: `m=solve&b=${cells}${side}` });
        await page.locator('[data-act=values]').click(); // the other moves would be proven as well
        assert.equal(Number(await solved(page)), Number(score), problem);
        assert.deepEqual(errors, []);
        await context.close();
    }
});

test('after a solve every move has a solid plate, and the best one the score', async () => {
    const { page, context } = await visit({ fragment: `m=solve&g=${GAME}&n=48` });
    await solved(page);
    await page.waitForFunction(
        () => document.querySelectorAll('.cell.can').length === document.querySelectorAll('.v.exact').length,
    );
    const best = await page.locator('.v.exact.best').first().innerText();
    assert.equal(best, await page.locator('.big > span').innerText());
    assert.equal(await page.locator('.bar').getAttribute('data-kind'), 'exact');
    await context.close();
});

test('a solved score has a proof, which is saved and checked', async () => {
    const { page, context, errors } = await visit({ fragment: `m=solve&g=${GAME}&n=48` });
    assert.equal(await page.locator('.proof').count(), 0);
    const score = Number(await solved(page));
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the proof' }).click();
    const download = await waiting;
    assert.equal(download.suggestedFilename(), 'reversi.proof');
    const file = await readFile(await download.path(), 'latin1');
    const [, shown] = /^reversi-proof 1 [0-9a-f]{8}\nboard [XO-]{64} [XO]\nscore exactly (-?\d+)\n/.exec(file) ?? [];
    assert.equal(Number(shown), score);
    await page.getByRole('button', { name: 'Check the proof' }).click();
    await page.waitForFunction(() => /^checked: \S+ positions?$/.test(document.querySelector('.proof small').textContent));
    // Then the other moves are proven, as without it.
    await page.waitForFunction(
        () => document.querySelectorAll('.cell.can').length === document.querySelectorAll('.v.exact').length,
    );
    assert.deepEqual(errors, []);
    await context.close();
});

test('a stopped solve keeps its bounds and shows no plate, and the page answered all along', async (t) => {
    const { page, context, errors } = await visit({ fragment: `m=solve&g=${GAME}&n=30` });
    await page.evaluate(() => {
        window.longTasks = [];
        new PerformanceObserver((list) =>
            window.longTasks.push(...list.getEntries().map((each) => Math.round(each.duration))),
        ).observe({ entryTypes: ['longtask'] });
    });
    await page.locator('[data-act=solveIt]').click();
    await page.waitForFunction(() => /\d/.test(document.querySelector('.facts dd')?.textContent ?? ''));
    await page.waitForTimeout(1500);
    await page.locator('[data-act=stop]').click();
    await untilStatus(page, 'Stopped, not solved');
    await page.waitForFunction(() => performance.getEntriesByName('search stopped').length > 0);
    const [longTasks, took] = await page.evaluate(() => [
        window.longTasks,
        performance.getEntriesByName('search stopped').at(-1).startTime -
            performance.getEntriesByName('stop').at(-1).startTime,
    ]);
    t.diagnostic(
        `the engine stopped after ${Math.round(took)} ms; tasks over 50 ms while solving: [${longTasks}]`,
    );
    assert.equal(await page.locator('.v.exact').count(), 0);
    assert.equal(await page.locator('[data-act=resume]').count(), 1);
    assert.deepEqual(errors, []);
    await context.close();
});

test('an analysis shows an estimate for each move, and stops by Escape', async () => {
    const { page, context, errors } = await visit({ fragment: `m=analyse&g=${GAME}&n=25` });
    await page.waitForFunction(() => document.querySelectorAll('.v.est').length === 12);
    assert.equal(await page.locator('.v.exact').count(), 0);
    await page.waitForFunction(() =>
        [...document.querySelectorAll('.v.est span')].every(
            (mark) => getComputedStyle(mark).borderBottomStyle === 'dotted',
        ),
    );
    await page.locator('#sub-moves').click();
    const depth = page.locator('.lines small');
    assert.match(await depth.innerText(), /^\d+·\d+%$/);
    assert.match(await depth.getAttribute('title'), /^Estimate: depth \d+, \d+ %$/);
    await untilStatus(page, 'Reading the game');
    // A step does not begin the review again, although the squares there have no values yet.
    const stops = () => page.evaluate(() => performance.getEntriesByName('search stopped').length);
    await page.waitForFunction(() => performance.getEntriesByName('search game').length > 0);
    const before = await stops();
    await page.keyboard.press('k');
    await page.waitForFunction(() => document.querySelectorAll('.v.est').length < 12);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.equal(await stops(), before);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-act=resume]');
    assert.deepEqual(errors, []);
    await context.close();
});

test('Play shows no value before a hint', async () => {
    const { page, context } = await visit({ fragment: 'm=play&g=f5d6' });
    assert.equal(await page.locator('.v').count(), 0);
    assert.equal(await page.locator('.bar.none').count(), 1);
    await page.locator('[data-act=values]').click();
    await page.waitForSelector('.v.est');
    assert.equal(await page.locator('.bar.none').count(), 1);
    // At a lost position the hint says so, under the board and in speech.
    await page.evaluate(() => addEventListener('pagehide', () => localStorage.setItem('reversi.1', '{"rating":"person"}')));
    await page.goto('about:blank');
    await open(page, `m=play&g=${GAME.slice(0, 98)}`);
    await page.locator('[data-act=values]').click();
    await page.waitForFunction(() => /^Every move loses; [a-h][1-8] loses least, by 14\.$/.test(document.querySelector('#speech').textContent));
    assert.equal(await page.locator('.status small').innerText(), await page.locator('#speech').innerText());
    await context.close();
});

test('a game can be played by the keyboard alone', async () => {
    const { page, context } = await visit();
    await page.keyboard.press('l');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.disc').length >= 6);
    await untilStatus(page, 'Your move');
    await page.keyboard.press('u');
    await untilDiscs(page, 4);
    await page.keyboard.press('r');
    await untilDiscs(page, 6);
    await page.keyboard.press('u');
    await untilDiscs(page, 4);
    await page.keyboard.press('Enter'); // the same move brings its reply
    await untilStatus(page, 'Your move');
    await untilDiscs(page, 6);
    await page.keyboard.press('2');
    await page.waitForSelector('#tab-analyse[aria-selected=true]');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page
        .waitForSelector('dialog[open]', { state: 'detached' })
        .catch(() => assert.fail('Escape closes a dialog'));
    await context.close();
});

test('moves that were taken back are there after a reload, and the opponent goes on from its own turn', async () => {
    const { page, context, errors } = await visit();
    await page.getByRole('radio', { name: '3 min' }).check({ force: true });
    await page.locator('.cell.can').first().click();
    await untilMoves(page, 2);
    await page.locator('.cell.can').first().click();
    await untilMoves(page, 4);
    await page.locator('.ctl [data-act=back]').click();
    await untilDiscs(page, 6);
    assert.equal(await page.locator('.moves li button').count(), 4);
    await page.reload();
    await page.waitForSelector('.ck');
    await untilDiscs(page, 6);
    await page.locator('.ctl [data-act=forward]').click();
    await untilDiscs(page, 8);
    // The turn of the opponent in the middle of the game waits to be asked.
    await page.locator('.moves button').nth(2).click();
    await untilStatus(page, 'White to move');
    await page.locator('[data-act=retry]').click();
    await page.waitForFunction(() => document.querySelector('.toast')?.textContent?.includes('1 move'));
    await untilStatus(page, 'Your move');
    await untilMoves(page, 4);
    await page.locator('.toast button').click();
    await untilStatus(page, 'White to move');
    assert.deepEqual(errors, []);
    await context.close();
});

test('a loss on time ends the game until it is taken back', async () => {
    const { page, context, errors } = await visit();
    await page.getByRole('radio', { name: '3 min' }).check({ force: true });
    await page.locator('.cell.can').first().click();
    await untilStatus(page, 'Your move');
    await page.waitForFunction(() => localStorage.getItem('reversi.1')?.includes('"moves":"'));
    // The page that is opened anew has a fifth of a second left.
    await page.addInitScript(() => {
        const kept = JSON.parse(localStorage.getItem('reversi.1') ?? '{}');
        const { clocks } = kept.game?.session ?? {};
        if (clocks?.black?.remaining_seconds > 60) clocks.black.remaining_seconds = 0.2;
        localStorage.setItem('reversi.1', JSON.stringify(kept));
    });
    await page.reload();
    await untilStatus(page, 'Black is out of time');
    assert.equal(await page.locator('.cell.can').count(), 0);
    await page.locator('.moves button, .turns button').first().click();
    await page.waitForSelector('.cell.can');
    await page.keyboard.press('J'); // the end
    await untilStatus(page, 'Black is out of time');
    await page.locator('.ctl [data-act=back]').click();
    await untilStatus(page, 'Your move');
    await page.waitForSelector('.cell.can');
    assert.deepEqual(errors, []);
    await context.close();
});

test('import reads moves, cells and GGF, and says where it stops', async () => {
    const { page, context, errors } = await visit();
    const field = page.locator('dialog textarea');
    const message = page.locator('dialog [role=alert]');
    await page.keyboard.press('i');
    for (const [text, expected] of [
        ['f5d6a1c4', 'Ply 3: a1 is not a legal move'],
        ['hello', 'No game or board found. It stopped at “hello”.'],
        ['<img src=x onerror=alert(1)>', 'No game or board found'],
        ['\u0000\uffff\ud800', 'No game or board found'],
    ]) {
        await field.fill(text);
        await page.waitForFunction(
            (wanted) => document.querySelector('dialog [role=alert]')?.textContent?.includes(wanted),
            expected,
        );
        if (!text.startsWith('f5')) assert.ok(await page.locator('[data-act=load]').isDisabled(), text.slice(0, 20));
    }
    await field.fill('f5d6c4d3c3z9');
    await page.getByText('5 moves; stopped at z9, line 1').waitFor();
    await page.getByRole('button', { name: 'Review 5 moves' }).click();
    await untilMoves(page, 5);
    await page.keyboard.press('i');
    await field.fill(
        '(;GM[Othello]PC[here]PB[Ann <b>]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)',
    );
    await page.waitForFunction(() =>
        document.querySelector('dialog .found')?.textContent?.includes('Ann <b>'),
    );
    await field.fill(GAME);
    await page.waitForFunction(() =>
        document.querySelector('dialog .found')?.textContent?.includes('One game, 60 moves'),
    );
    assert.equal(await message.innerText(), '');
    await page.locator('[data-act=load]').click();
    await untilMoves(page, 61);
    assert.deepEqual(errors, []);
    await context.close();
});

test('several games are a list that says who is to move, and a board without a side asks for it', async () => {
    const { page, context, errors } = await visit();
    const field = page.locator('dialog textarea');
    const ggf = (white, moves) =>
        `(;GM[Othello]PC[here]PB[Ann]PW[${white}]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]${moves};)`;
    const rows = page.locator('.games2 label');
    await page.keyboard.press('i');
    await field.fill(ggf('Bob', 'B[F5]W[D6]') + ggf('Cy', 'B[F5]') + ggf('Dee', 'B[A1]'));
    await rows.first().waitFor();
    assert.deepEqual(
        (await rows.allInnerTexts()).map((row) => row.split(/\n+/)),
        [['GGF: Ann – Bob, 2 plies', 'Black to move'], ['GGF: Ann – Cy, 1 ply', 'White to move']],
    );
    assert.match(await page.locator('dialog .note').innerText(), /^1 game cannot be read: /);
    // Who one is is asked once, and then remembered.
    await page.locator('[name=importMe][value=Ann]').check({ force: true });
    await page.getByRole('button', { name: 'Review 2 games' }).click();
    await untilMoves(page, 2);
    assert.deepEqual(await page.locator('.players b').allInnerTexts(), ['You', 'Bob']);
    await page.getByRole('button', { name: 'Next game' }).click();
    await untilMoves(page, 1);
    assert.equal(await page.getByRole('button', { name: 'Next game' }).isDisabled(), true);
    await page.keyboard.press('i');
    await field.fill(ggf('Eve', 'B[F5]W[F6]') + ggf('Fay', 'B[F5]W[D6]B[C3]'));
    await rows.first().waitFor();
    assert.ok(await page.locator('[name=importMe][value=Ann]').isChecked());
    await rows.nth(0).click();
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    await untilMoves(page, 3);
    const cells = '---------------------------OX------XO---------------------------';
    await page.keyboard.press('i');
    await field.fill(`${cells} X`);
    await page.waitForSelector('dialog .found:not([hidden])');
    assert.equal(await page.locator('[name=importSide]').count(), 0);
    await field.fill(cells);
    await page.locator('[name=importSide][value=O]').check({ force: true });
    await page.waitForFunction(() =>
        document.querySelector('dialog .found')?.textContent?.includes('White to move'),
    );
    await page.locator('[data-act=load]').click();
    await untilStatus(page, 'White to move');
    assert.deepEqual(errors, []);
    await context.close();
});

/** A WTHOR file of one game. */
function wthor(moves) {
    const bytes = new Uint8Array(16 + 68);
    const view = new DataView(bytes.buffer);
    [bytes[0], bytes[1]] = [20, 26];
    view.setUint32(4, 1, true);
    view.setUint16(10, 2026, true);
    view.setUint16(16 + 2, 7, true);
    view.setUint16(16 + 4, 9, true);
    bytes[16 + 6] = 36;
    moves
        .filter((move) => move !== 'ps')
        .forEach((move, i) => (bytes[16 + 8 + i] = 10 * Number(move[1]) + move.charCodeAt(0) - 96));
    return Buffer.from(bytes);
}

test('a WTHOR file has a list to choose from, and a broken file an error', async () => {
    const { page, context, errors } = await visit();
    await page.keyboard.press('i');
    const file = page.locator('input[type=file]');
    const give = (name, buffer) => file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await give('broken.wtb', Buffer.from([1, 2, 3]));
    await page.waitForFunction(
        () => document.querySelector('dialog [role=alert]')?.textContent === 'This file cannot be read',
    );
    await give('large.txt', Buffer.alloc(9_000_000, 'a'));
    await page.waitForFunction(() =>
        document.querySelector('dialog [role=alert]')?.textContent?.startsWith('The file is too large'),
    );
    assert.equal(await file.inputValue(), ''); // so that it can be chosen again
    await give('games.wtb', wthor(GAME.match(/../g)));
    await page.waitForSelector('.games2 input:checked');
    await page.locator('[data-act=load]').click();
    await untilMoves(page, 61);
    assert.deepEqual(errors, []);
    await context.close();
});

test('a link restores the game, and a damaged one does no harm', async () => {
    const { page, context, address } = await visit({ fragment: `m=analyse&g=${GAME}&n=25` });
    await page.locator('#sub-moves').click();
    assert.equal(await page.locator('[aria-current=step]').textContent(), '25, Black b6');
    await page.goto(`${address}#m=analyse&g=f5f5`);
    await page.waitForFunction(() =>
        document.querySelector('.toast')?.textContent?.includes('The link is damaged'),
    );
    await context.close();
});

test('another link in the open page ends clocks and set-up of the game before', async () => {
    const { page, context } = await visit();
    await page.getByRole('radio', { name: '3 min' }).check({ force: true });
    await page.locator('.cell.can').first().click();
    await page.waitForSelector('.ck');
    await untilDiscs(page, 6);
    await page.reload();
    await page.waitForSelector('.ck'); // the same game goes on
    const follow = (link) => page.evaluate((to) => void (location.hash = to), link);
    await follow('m=play&g=f5d6c3d3');
    await untilDiscs(page, 8);
    assert.equal(await page.locator('.ck').count(), 0);
    await follow('m=play&g=f5f5');
    await page.waitForFunction(() =>
        document.querySelector('.toast')?.textContent?.includes('The link is damaged; your game stays'),
    );
    assert.equal(await page.locator('.disc').count(), 8);
    await follow('m=solve&g=f5d6');
    await untilDiscs(page, 6);
    await page.locator('.ctl [data-act=setup]').click();
    await page.waitForSelector('[data-act=done]');
    await follow('m=solve&g=f5');
    await untilDiscs(page, 5);
    assert.equal(await page.locator('[data-act=done]').count(), 0);
    await page.locator('.toast button').click();
    await untilDiscs(page, 6);
    // The link that skips to the board is no game.
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.skip')).click());
    await page.waitForFunction(() => location.hash === '#m=solve&g=f5d6');
    await context.close();
});

test('the opening is named after the number of empty squares', async () => {
    for (const [lang, name] of [['en', 'Tiger'], ['ja', '虎']]) {
        const { page, context } = await visit({ fragment: 'm=analyse&g=f5d6c3d3c4f4f6f3e6e7', lang });
        assert.match(await page.locator('.status small').innerText(), /Comp’Oth|コンポス/);
        await page.locator('#sub-moves').click();
        await page.locator('.moves button').nth(4).click();
        await untilStatus(page, `· ${name}`);
        await context.close();
    }
});

test('a position can be set up by hand', async () => {
    const { page, context } = await visit({ fragment: 'm=solve' });
    await page.locator('.ctl [data-act=setup]').click();
    await page.locator('[data-arg=swap]').click();
    await page.locator('.ctl [data-act=back]').click();
    await page.locator('.ctl [data-act=forward]:not([disabled])').waitFor();
    await page.locator('[name=side][value=O]').check({ force: true });
    await page.locator('.ctl [data-act=forward][disabled]').waitFor(); // a change leaves nothing to redo
    await page.locator('[name=side][value=X]').check({ force: true });
    await page.locator('[data-arg=clear]').click();
    await page.waitForSelector('[data-act=done][disabled]');
    await page.locator('.cell').nth(0).click();
    await page.getByRole('radio', { name: 'White' }).first().check({ force: true });
    await page.locator('.cell').nth(1).click();
    await page.locator('[data-act=done]').click();
    assert.equal(Number(await solved(page)), 64);
    await context.close();
});

test('two people play on when the worker has failed, and the engine starts again', async () => {
    const { page, context } = await visit({ fragment: 'm=analyse&g=f5d6' });
    await page.waitForSelector('.v.est');
    await untilBook(page);
    await page.workers()[0].evaluate(
        () =>
            void setTimeout(() => {
                throw new Error('the test ends it');
            }),
    );
    await untilStatus(page, 'The engine stopped working');
    assert.equal(await page.locator('.status [role=alert]').count(), 1);
    await page.locator('.cell.can').first().click();
    await untilDiscs(page, 7);
    await page.locator('[data-act=restart]').click();
    await page.waitForSelector('.v.est');
    await context.close();
});

