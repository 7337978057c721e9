// The effects of the settings: sounds, vibration, the look of boards and pieces, and walls that wait to be confirmed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumOnly, kDesktop, kPhone } from './browser.mjs';
import { begin, mouse, pause, touch } from './driver.mjs';
import { standIn } from './hostile.mjs';
import { host, open } from './stage.mjs';

const kPeople = ['Ann', 'Bob'].map((name) => ({ kind: 'person', name, level: 1 }));
const kOnPhone = { viewport: kPhone, hasTouch: true, isMobile: true };
/** How a phone answers a step, a wall, and what is refused. */
const [kStep, kWall, kRefused] = ['12', '22', '8,30,8'];

/** Writes down how the phone taps, and counts the strokes that sounds are made of. */
const listen = (page) =>
    page.addInitScript(() => {
        window.heard = { taps: [], strokes: 0 };
        Navigator.prototype.vibrate = (pattern) => {
            window.heard.taps.push([pattern].flat().join());
            return true;
        };
        for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
            const { start } = prototype;
            prototype.start = function (...when) {
                ++window.heard.strokes;
                return start.apply(this, when);
            };
        }
    });
const heard = (page) => page.evaluate(() => window.heard);
/** Until that many taps were felt; what was heard then. */
async function felt(page, count) {
    await page.waitForFunction((most) => window.heard.taps.length >= most, count);
    return heard(page);
}
async function change(page, act) {
    await page.getByRole('button', { name: 'Settings' }).click();
    await act(page.locator('dialog[open]'));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
}
const kNine = { cols: 9, rows: 9, wallLength: 2 };

test('steps, walls and refusals are heard and felt, as the settings allow', { skip: chromiumOnly('touch') }, () =>
    open(kOnPhone, async (page) => {
        await listen(page);
        await begin(page, host.url, 'quoridor', { seats: kPeople });
        await touch.cell(page, kNine, 4, 1);
        assert.deepEqual((await felt(page, 1)).taps, [kStep]);
        await touch.wall(page, kNine, 0, 0, false);
        assert.deepEqual((await felt(page, 2)).taps, [kStep, kWall]);
        await touch.cell(page, kNine, 0, 8);
        const { taps, strokes } = await felt(page, 3);
        assert.deepEqual(taps, [kStep, kWall, kRefused]);
        assert.ok(strokes >= 6, `${strokes} strokes`);

        // Without vibration a step is still heard.
        await change(page, (dialog) => dialog.getByLabel('Vibrate').uncheck());
        await touch.cell(page, kNine, 4, 2);
        await page.waitForFunction((before) => window.heard.strokes > before, strokes);
        assert.equal((await heard(page)).taps.length, 3);

        // Without sound it is still felt.
        await change(page, async (dialog) => {
            await dialog.getByLabel('Vibrate').check();
            await dialog.getByLabel('Sounds').uncheck();
        });
        const before = (await heard(page)).strokes;
        await touch.cell(page, kNine, 4, 7);
        assert.deepEqual((await felt(page, 4)).taps.slice(3), [kStep]);
        assert.equal((await heard(page)).strokes, before);
    }),
);

test('the first game, lessons and analysis are heard, too', () =>
    open({ viewport: kDesktop, reducedMotion: 'reduce' }, async (page) => {
        await listen(page);
        await page.goto(`${host.url}#/learn/first`);
        await mouse.cell(page, kNine, 2, 1);
        // One's own step, and the answer.
        assert.deepEqual((await felt(page, 2)).taps, [kStep, kStep]);
        await page.getByText('Step 2 of 5').waitFor();
        await mouse.wall(page, { wallLength: 2 }, 1, 0, false);
        assert.equal((await felt(page, 3)).taps[2], kWall);

        await page.goto(`${host.url}?lesson#/learn/quoridor`);
        await page.locator('.lesson [data-cell="4,8"]').first().click({ force: true });
        assert.deepEqual((await felt(page, 1)).taps, [kStep]);

        await page.goto(`${host.url}?analysis#/analyse?start=quoridor`);
        await mouse.cell(page, kNine, 4, 1);
        assert.deepEqual((await felt(page, 1)).taps, [kStep]);
        await mouse.wall(page, kNine, 0, 0, false);
        assert.deepEqual((await felt(page, 2)).taps, [kStep, kWall]);
        // Back is silent, forward is as when it was played.
        await page.getByRole('button', { name: 'First turn' }).click();
        await page.getByRole('button', { name: 'One turn on' }).click();
        assert.deepEqual((await felt(page, 3)).taps, [kStep, kWall, kStep]);
        assert.ok((await heard(page)).strokes >= 6);
        // Another game comes without a sound.
        await page.goto(`${host.url}?analysis#/analyse?start=quoridor&turns=e2_e8`);
        await page.locator('.tree .turn').nth(1).waitFor();
        await mouse.cell(page, kNine, 4, 2);
        assert.deepEqual((await felt(page, 4)).taps.slice(3), [kStep]);
    }));

test('the explorer is heard, too, but not a line that a link brings along', () =>
    open({ viewport: kDesktop, reducedMotion: 'reduce' }, async (page) => {
        await listen(page);
        await standIn(page, 'Ann');
        await page.goto(`${host.url}#/online/explorer?spec=quoridor&turns=e2+e8`);
        await page.waitForSelector('.board.interactive');
        await mouse.cell(page, kNine, 4, 2);
        assert.deepEqual((await felt(page, 1)).taps, [kStep]);
        await mouse.wall(page, kNine, 0, 0, false);
        assert.deepEqual((await felt(page, 2)).taps, [kStep, kWall]);
        await page.getByRole('button', { name: 'One turn back' }).click();
        await mouse.cell(page, kNine, 0, 8);
        assert.deepEqual((await felt(page, 3)).taps, [kStep, kWall, kRefused]);
    }));

for (const [what, hash, wall] of [
    ['analysis', '#/analyse?start=quoridor', [kNine, 0, 0, false]],
    ['the first game', '#/learn/first', [{ wallLength: 2 }, 0, 0, false]],
])
    test(`a wall that is clicked in ${what} waits, where the settings say so`, () =>
        open({ viewport: kDesktop }, async (page) => {
            await page.goto(host.url);
            await change(page, (dialog) => dialog.getByLabel('Ask before a wall').check());
            await page.goto(host.url + hash);
            await page.waitForSelector('.board.interactive');
            await mouse.wall(page, ...wall);
            await page.waitForSelector('.ghost.waits');
            assert.equal(await page.locator('.board .wall').count(), 0);
            await page.getByRole('button', { name: 'Cancel' }).click();
            await page.locator('.ghost.waits').waitFor({ state: 'detached' });
            if (what !== 'analysis') return;
            await mouse.wall(page, ...wall);
            await page.getByRole('button', { name: 'Place wall' }).click();
            await page.waitForSelector('.board .wall');
        }));

/** The colours that a theme gives to cells, and the fill of what lies over pieces. */
const looks = (page, where) =>
    page.locator(where).evaluate((board) => ({
        cell: getComputedStyle(board.querySelector('.cell')).fill,
        veins: getComputedStyle(board.querySelector('.pawn .veins')).fill,
        shine: Number(getComputedStyle(board.querySelector('.pawn .shine')).opacity),
    }));

test('themes are drawn, chosen by keyboard and by touch, and kept', { skip: chromiumOnly('touch') }, () =>
    open({ viewport: kDesktop, hasTouch: true }, async (page) => {
        await begin(page, host.url, 'quoridor', { seats: kPeople });
        const board = '.game .board';
        const oak = await looks(page, board);
        await page.getByRole('button', { name: 'Settings' }).click();
        // Each is drawn in its own colours, whatever the page has.
        const themes = page.getByRole('group', { name: 'Board' });
        const cells = () =>
            themes
                .locator('.board')
                .evaluateAll((boards) => boards.map((item) => getComputedStyle(item.querySelector('.cell')).fill));
        const own = await cells();
        assert.equal(own.length, 8);
        assert.equal(new Set(own).size, 8, own.join('; '));
        assert.equal(own[0], oak.cell);

        await themes.getByRole('radio', { name: 'Oak' }).focus();
        await page.keyboard.press('ArrowRight');
        assert.ok(await themes.getByRole('radio', { name: 'Walnut' }).isChecked());
        assert.equal((await looks(page, board)).cell, own[1]);
        assert.deepEqual(await cells(), own);
        await themes.locator('label', { hasText: 'Marble' }).tap();
        assert.equal((await looks(page, board)).cell, own[3]);

        const pieces = page.getByRole('group', { name: 'Pieces' });
        assert.equal(oak.veins, 'none');
        await pieces.locator('label', { hasText: 'Painted wood' }).tap();
        assert.match((await looks(page, board)).veins, /grain-piece/);
        await page.keyboard.press('ArrowRight');
        assert.equal((await looks(page, board)).shine, 0);
        await pause(page);
        await page.reload();
        await page.waitForSelector(board);
        assert.deepEqual(await looks(page, board), { cell: own[3], veins: 'none', shine: 0 });
    }),
);
