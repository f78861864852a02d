// Tests of sets of games in a browser: they survive, tabs share them, and a round tells what the reviews say.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { GAME, closeAll, violations, ggf, visit } from './browser.mjs';

after(closeAll);

const TURNED = GAME.replace(/([a-h])([1-8])/g, (_, x, y) => 'hgfedcba'[x.charCodeAt(0) - 97] + (9 - y));

/** Imports games, which are read quickly. */
async function importGames(page, games) {
    await page.locator('[data-act=menu]').click();
    await page.locator('[name=depth][value=quick]').check({ force: true });
    await page.keyboard.press('Escape');
    await page.keyboard.press('i');
    await page.locator('dialog textarea').fill(`Autumn round\n${games.map((each) => ggf(...each)).join('\n')}`);
    await page.locator('dialog [data-act=load]:enabled').click();
    await page.locator('#sub-games').click();
}

/** Puts reviews of old games into the data base, and counts the records of each store. */
const withStores = (page, old) =>
    page.evaluate(
        (all) =>
            new Promise((done) => {
                indexedDB.open('reversi').onsuccess = ({ target }) => {
                    const tx = target.result.transaction(['sets', 'games', 'facts', 'reviews'], 'readwrite');
                    for (const each of all) for (const name of ['facts', 'reviews']) tx.objectStore(name).put(each);
                    const counts = [...tx.objectStoreNames].map((name) => tx.objectStore(name).count());
                    tx.oncomplete = () => (target.result.close(), done(counts.map(({ result }) => result)));
                };
            }),
        old,
    );

const rowsOf = (page) => page.locator('.glist button').evaluateAll((all) => all.map((each) => each.innerText.split(/\s*\n\s*/).filter(Boolean)));

test('a set survives a reload, and a round has the numbers of the reviews', async () => {
    const { page, context, errors } = await visit();
    await importGames(page, [['Ann', 'Ben', GAME], ['Ben', 'Cy', TURNED], ['Cy', 'Ann', 'f5d6']]);
    await page.waitForFunction(() => document.querySelectorAll('.glist .rd').length === 3);
    const rows = await rowsOf(page);
    assert.deepEqual(rows.map(([title]) => title), ['Ann – Ben', 'Ben – Cy', 'Cy – Ann']);
    const seen = await page.locator('.players .acc b').allInnerTexts();
    assert.match(rows[0].join(' '), new RegExp(`36–28.*${seen.map((each) => parseInt(each)).join(' · ')}`));
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press(']');
    await page.waitForSelector('.glist [aria-current][data-arg="1"]');
    await page.keyboard.press('e');
    await page.locator('.notefield').fill('here');
    await page.keyboard.press('Enter');
    await page.keyboard.press('[');
    await page.waitForFunction(() => document.querySelector('.sub .mini-seg .small')?.textContent === '1/3');
    await page.reload();
    await page.locator('#sub-games').click();
    assert.deepEqual(await rowsOf(page), rows);
    await page.keyboard.press(']');
    await page.waitForFunction(() => document.querySelector('.sub .mini-seg .small')?.textContent === '2/3');
    await page.locator('#sub-moves').click();
    assert.equal(await page.locator('.moves .note').innerText(), 'here'); // notes of a game that was left stay
    await page.locator('#sub-games').click();
    await page.locator('[data-act=round]').click();
    const table = await page.locator('.round tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(table.map((row) => row.slice(0, 3)), [['Ann', '1', '36–28'], ['Ben', '1', '64–64'], ['Cy', '0', '28–36']]);
    await page.waitForSelector('.rpz');
    assert.deepEqual(await violations(page), []);
    await page.locator('.rpz summary').click();
    assert.match(await page.locator('.rpz details p').innerText(), /^[a-h][1-8]\s+missed by /);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.match(await page.locator('.kifu').innerText(), /^Autumn round[\s\S]*Ben[\s\S]*Answer: 1\. /);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('.round td button').first().click();
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    assert.deepEqual(errors, []);
    await context.close();
});

test('a set is there in another tab, and is removed with its reviews', async () => {
    const { page, context, errors, address } = await visit();
    await importGames(page, [['Ann', 'Ben', 'f5d6'], ['Ben', 'Cy', 'f5f4'], ['Cy', 'Ann', 'f5f6']]);
    await page.waitForFunction(() => document.querySelectorAll('.glist .rd').length === 3);
    const other = await context.newPage();
    await other.goto(address);
    await other.locator('#sub-games').click();
    assert.deepEqual(await rowsOf(other), await rowsOf(page));
    const count = () => withStores(page, []);
    assert.deepEqual(await count(), [3, 1, 3, 1]);
    await page.locator('[data-act=menu]').click();
    await page.locator('dialog [data-act=sets]').click();
    await page.waitForSelector('.setlist li');
    assert.deepEqual(await violations(page), []);
    await page.locator('[data-act=set-remove]').click();
    await page.waitForFunction(() => !document.querySelector('.setlist li'));
    assert.deepEqual(await count(), [0, 0, 0, 0]);
    // The other tab reads on and keeps nothing of it.
    await other.keyboard.press(']');
    await other.waitForFunction(() => document.querySelector('.sub .mini-seg .small')?.textContent === '2/3');
    assert.deepEqual(await count(), [0, 0, 0, 0]);
    assert.deepEqual(errors, []);
    await context.close();
});

test('the oldest reviews make room, and the menu tells how many', async () => {
    const { page, context } = await visit();
    await importGames(page, [['Ann', 'Ben', 'f5d6'], ['Ben', 'Cy', 'f5f4']]);
    await page.waitForFunction(() => document.querySelectorAll('.glist .rd').length === 2);
    const old = [1, 2, 3, 4, 5].map((at) => ({ weights: 'small', key: `old ${at}`, at, size: 5e6 }));
    assert.deepEqual(await withStores(page, old), [7, 1, 7, 1]);
    await importGames(page, [['Cy', 'Dee', 'f5f6'], ['Dee', 'Cy', 'f5f4c3']]);
    await page.waitForFunction(() => document.querySelectorAll('.glist .rd').length === 2);
    assert.deepEqual(await withStores(page, []), [9, 2, 7, 2]);
    await page.locator('[data-act=menu]').click();
    await page.locator('dialog [data-act=sets]').click();
    await page.getByText('Reviews of 2 games were dropped to make room, the games are kept.').waitFor();
    await page.locator('[data-act=set-open]').last().click();
    await page.waitForFunction(() => document.querySelector('.glist button b')?.textContent === 'Ann – Ben');
    await context.close();
});

test('a link of a round opens its games, which are kept once they are wanted', async () => {
    const { page, context } = await visit({ fragment: `set=${encodeURIComponent('1,Ann,Ben,f5d6c4\n2,Ben,Cy,f5f4')}` });
    await page.waitForFunction(() => document.querySelectorAll('.games2 li').length === 2);
    assert.equal(await page.evaluate(() => localStorage.getItem('reversi.set.1')), null);
    await context.close();
});
