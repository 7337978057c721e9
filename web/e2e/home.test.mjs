// The first page, the end of a game, and the games that are kept, on the real build.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chromiumOnly, kDesktop, kPhone } from './browser.mjs';
import { act, begin, current, mouse, pause, playToTheEnd, randomNumbers } from './driver.mjs';
import { host, open as openPage } from './stage.mjs';

const open = (options, check) => openPage({ viewport: kDesktop, ...options }, check);
const type = async (page, turn) => {
    await page.fill('#typed', turn);
    await page.keyboard.press('Enter');
};
const kPeople = ['Ann', 'Bob'].map((name) => ({ kind: 'person', name, level: 1 }));
const kept = (page, key) => page.evaluate((name) => JSON.parse(localStorage.getItem(`stockade.${name}`)), key);
/** Stores a game before the page loads. Things that the page stores later stay. */
const put = (page, key, value) =>
    page.addInitScript(
        ([name, text]) => localStorage.getItem(name) ?? localStorage.setItem(name, text),
        [`stockade.${key}`, JSON.stringify(value)],
    );

test('the first page has a board that plays, and three ways to begin', { skip: chromiumOnly('motion') }, () =>
    open({}, async (page) => {
        await page.goto(host.url);
        const position = () =>
            page
                .locator('.live .pawn, .live .wall rect')
                .evaluateAll((all) => all.map((one) => one.getAttribute('style') + one.getAttribute('x')).join());
        await page.waitForSelector('.live .pawn');
        const first = await position();
        await page.waitForFunction(
            (was) =>
                [...document.querySelectorAll('.live .pawn, .live .wall rect')]
                    .map((one) => one.getAttribute('style') + one.getAttribute('x'))
                    .join() !== was,
            first,
        );
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('button', { name: 'Go on' }).waitFor();
        await page.getByRole('link', { name: 'Learn in two minutes' }).click();
        await page.waitForSelector('.guide');
        await page.goBack();
        await page.getByRole('link', { name: 'Play a friend' }).click();
        await page.getByRole('button', { name: 'Friend, on this device', pressed: true }).waitFor();
        await page.goBack();
        await page.getByRole('link', { name: 'Play the computer' }).click();
        await page.getByRole('radio', { name: 'Otto' }).check({ force: true });
        await page.getByText('Level 5').waitFor();
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.waitForSelector('.game .board');
        assert.deepEqual(
            (await current(page)).saved.setup.seats.map(({ kind, level }) => [kind, level]),
            [
                ['person', 5],
                ['engine', 5],
            ],
        );
        // Back leads from the game to the choice, and from there to the first page.
        await page.goBack();
        await page.waitForSelector('.setup');
        await page.goBack();
        await page.waitForSelector('.home');
    }),
);

for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [844, 390],
    [768, 1024],
    [1280, 800],
])
    test(`the first screen of ${width}x${height} has the whole board and all three ways to begin`, () =>
        open({ viewport: { width, height } }, async (page) => {
            await page.goto(host.url);
            await page.waitForSelector('.live .pawn');
            for (const what of ['h1', '.live .board', '.action >> nth=0', '.action >> nth=2']) {
                const { y, height: high } = await page.locator(what).boundingBox();
                assert.ok(y >= 0 && y + high <= height, `${what} is from ${y} to ${y + high}`);
            }
            const board = await page.locator('.live .board').boundingBox();
            assert.ok(board.width >= 0.5 * Math.min(width, height), `a board of ${board.width}`);
        }));

test('a game that waits is the first thing to go on with, on the first screen', () =>
    open({ viewport: kPhone }, async (page) => {
        await begin(page, host.url, 'quoridor', { seats: kPeople });
        await type(page, 'e2');
        await page.goto(`${host.url}#/`);
        const first = page.locator('.action').first();
        assert.match(await first.innerText(), /^Go on with your game\s+Quoridor · Ann – Bob · 1 turn$/);
        const { y, height } = await page.locator('.action').last().boundingBox();
        assert.ok(y + height <= kPhone.height);
        await first.click();
        await page.waitForSelector('.game .board');
    }));

test('where less motion is wanted, the board of the first page stands still until it is told', () =>
    open({ reducedMotion: 'reduce' }, async (page) => {
        await page.goto(host.url);
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.getByRole('button', { name: 'Pause' }).waitFor();
    }));

test('every game of the family is on the first page and leads to its choice', () =>
    open({}, async (page) => {
        for (const [button, name] of [
            ['Play Quoridor', 'Quoridor'],
            ['Quoridor Kid', 'Quoridor Kid'],
            ['Wall Go', 'Wall Go'],
            ['Play Pinko Pallino', 'Pinko Pallino'],
        ]) {
            await page.goto(host.url);
            await page.locator('.family').getByRole('button', { name: button }).first().click();
            await page.waitForSelector('.setup');
            assert.equal((await page.locator('.setup .game.chosen').innerText()).trim(), name);
        }
    }));

test('the end of a game says who won, how well, and offers what comes next', () =>
    open({}, async (page) => {
        await begin(page, host.url, 'quoridor-mini', { seats: kPeople });
        for (const turn of ['c2', 'c4', 'c3', 'c2', 'c4', 'c1']) await type(page, turn);
        const end = page.getByRole('region', { name: 'Bob wins' });
        await end.getByText('by reaching the goal, after 6 turns').waitFor();
        // What the review finds has its place from the beginning: no button moves below the pointer.
        const again = end.getByRole('button', { name: 'Rematch' });
        await page.waitForFunction(() =>
            document
                .querySelector('.end')
                .getAnimations()
                .every(({ playState }) => playState !== 'running'),
        );
        const before = await again.boundingBox();
        await end.locator('dd', { hasText: '%' }).nth(1).waitFor({ timeout: 120_000 });
        assert.deepEqual(await again.boundingBox(), before);
        assert.match(await end.locator('dl').innerText(), /Ann\s+\d+%\s+Bob\s+\d+%/);
        assert.match(await end.locator('.reviewed').innerText(), /decided|No single turn/);
        await end.getByRole('button', { name: 'See the board' }).click();
        await end.waitFor({ state: 'detached' });
        // The focus finds its next place once the page is drawn anew.
        await page.waitForFunction(() => document.activeElement.tagName !== 'BODY');
        await page.getByRole('button', { name: 'Rematch' }).click();
        await page.waitForFunction(() => JSON.parse(localStorage.getItem('stockade.game')).turns.length === 0);
    }));

test('on a phone the card at the end leaves the whole board in sight', { skip: chromiumOnly('touch') }, () =>
    open({ viewport: kPhone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }, async (page) => {
        await begin(page, host.url, 'quoridor-mini', { seats: kPeople });
        for (const turn of ['c2', 'c4', 'c3', 'c2', 'c4', 'c1']) await type(page, turn);
        await page.locator('.end dd', { hasText: '%' }).nth(1).waitFor({ timeout: 120_000 });
        const [card, board] = [await page.locator('.end').boundingBox(), await page.locator('.board').boundingBox()];
        assert.ok(card.y >= board.y + board.height, `a card from ${card.y}, a board to ${board.y + board.height}`);
        assert.ok(card.y + card.height <= kPhone.height);
    }),
);

const kPast = {
    id: 1,
    when: Date.UTC(2026, 9, 18, 12),
    game: 'quoridor-mini',
    spec: 'quoridor-mini',
    turns: ['c2', 'd5', 'c3', 'e5', 'c4', 'd5', 'c5'],
    seats: [
        { kind: 'person', name: '', level: 9 },
        { kind: 'engine', name: '', level: 9 },
    ],
    shares: [12, 0],
};

test('whoever is said to wait on the first page is the opponent, whatever was chosen before', () =>
    open({}, async (page) => {
        await put(page, 'games', [kPast]);
        await put(page, 'progress', { 'quoridor-mini': 9 });
        await put(page, 'setup', {
            game: 'pinko',
            values: {},
            seats: Array.from({ length: 4 }, (_, i) => ({ kind: i ? 'engine' : 'person', name: '', level: 2 })),
            clock: 0,
        });
        await page.goto(host.url);
        await page.locator('.past time', { hasText: '18 Oct' }).waitFor();
        await page.getByRole('button', { name: 'Fenris waits for you in Quoridor Mini.' }).click();
        await page.getByText('Level 10').waitFor();
        assert.equal((await page.locator('.setup .game.chosen').innerText()).trim(), 'Quoridor Mini');
    }));

test('a newcomer is set against the level that is advised, in every game', () =>
    open({}, async (page) => {
        await put(page, 'progress', { pinko: 3 });
        await page.goto(`${host.url}#/play/computer`);
        await page.getByText(/^Level 1,/).waitFor();
        await page.getByRole('radio', { name: 'Pinko Pallino' }).check({ force: true });
        await page.getByText(/^Level 4,/).waitFor();
        await page.getByRole('radio', { name: 'Otto' }).check({ force: true });
        await page.getByRole('radio', { name: 'Blockade' }).check({ force: true });
        await page.getByText(/^Level 5,/).waitFor();
    }));

const kWonSoon = {
    version: 1,
    setup: {
        spec: 'quoridor-mini',
        seats: [
            { kind: 'person', name: '', level: 1 },
            { kind: 'engine', name: '', level: 3 },
        ],
    },
    seed: 77,
    turns: ['c2', 'd5', 'c3', 'e5', 'c4', 'd5'],
    soFar: '',
    clocks: [],
};

test('a level that is beaten stays so, and the next one is offered', () =>
    open({ viewport: kPhone }, async (page) => {
        await put(page, 'game', kWonSoon);
        await page.goto(`${host.url}#/play/game`);
        await type(page, 'c5');
        await page.getByText('You have beaten Clover!').waitFor();
        assert.deepEqual(await kept(page, 'progress'), { 'quoridor-mini': 3 });
        await page.getByRole('button', { name: 'Next: Bramble' }).click();
        await page.locator('.strip', { hasText: 'Bramble' }).waitFor();
        assert.equal((await current(page)).saved.setup.seats[1].level, 4);
    }));

test(
    'games are kept with results, found, counted and saved as records; one taken back goes on',
    { skip: chromiumOnly('downloads') },
    () =>
        open({}, async (page) => {
            await begin(page, host.url, 'quoridor-mini', { seats: kPeople });
            await playToTheEnd(page, mouse, 7);
            await page.waitForSelector('.end');
            await page.getByRole('button', { name: 'Rematch' }).click();
            await act(page, mouse, randomNumbers(3));
            await page.getByRole('button', { name: 'Resign' }).click();
            await page.getByRole('button', { name: 'Yes, resign' }).click();
            await page.waitForSelector('.end');
            assert.equal((await kept(page, 'games')).length, 2);
            await page.goto(`${host.url}#/games`);
            const rows = page.locator('.list li');
            await rows.first().waitFor();
            assert.equal(await rows.count(), 2);
            assert.match(await page.locator('tbody').innerText(), /Quoridor Mini\s+Person\s+2\s+0\s+0\s+0/);
            const [download] = await Promise.all([
                page.waitForEvent('download'),
                page.getByRole('button', { name: 'Save all as records' }).click(),
            ]);
            const text = readFileSync(await download.path(), 'utf8');
            assert.equal(text.match(/\[Game "quoridor-mini"\]/g).length, 2);
            assert.match(text, /\[Termination "resignation"\]/);
            await page.getByRole('searchbox').fill('bob mini');
            assert.equal(await rows.count(), 2);
            await page.getByRole('searchbox').fill('nobody');
            await page.getByText('No game matches.').waitFor();
            await page.getByRole('searchbox').fill('');
            await rows.first().getByRole('link').click();
            await page.waitForSelector('.analyse .tree .turn');
            // The last game, taken back, is no game of the past.
            await page.goto(`${host.url}#/play/game`);
            await page.getByRole('button', { name: 'See the board' }).click();
            await page.getByRole('button', { name: 'Undo' }).click();
            assert.equal((await kept(page, 'games')).length, 1);
            await page.goto(`${host.url}#/games`);
            await page.getByRole('button', { name: 'Delete all' }).click();
            await page.getByRole('button', { name: 'Yes, delete' }).click();
            await page.getByText('are kept here').waitFor();
        }),
);

test('a wall waits to be confirmed where the settings say so, by mouse, too', () =>
    open({}, async (page) => {
        await begin(page, host.url, 'quoridor', { settings: { confirmWalls: true } });
        const { state } = await current(page);
        await mouse.wall(page, state, 3, 3, false);
        await page.getByRole('button', { name: 'Place wall' }).waitFor();
        assert.deepEqual((await current(page)).saved.turns, []);
        await page.getByRole('button', { name: 'Place wall' }).click();
        await page.waitForSelector('.board .wall');
        const { turns } = (await current(page)).saved;
        // The pointer is in the middle of both walls.
        assert.match(turns.join(), /^d4[hv]$/);
    }));

test('boards, sounds and their volume are settings that stay', () =>
    open({}, async (page) => {
        await page.goto(host.url);
        await page.getByRole('button', { name: 'Settings' }).click();
        const boards = page.getByRole('group', { name: 'Board' }).getByRole('radio');
        const themes = await boards.evaluateAll((all) => all.map((one) => one.value));
        assert.ok(themes.length >= 6);
        const grounds = new Set();
        for (const board of await boards.all()) {
            await board.check();
            // Colours fade into each other.
            await pause(page);
            grounds.add(await page.evaluate(() => getComputedStyle(document.querySelector('.home .board .cell')).fill));
        }
        assert.equal(grounds.size, themes.length);
        await page.getByLabel('Volume').fill('35');
        await page.getByLabel('Sounds').uncheck();
        assert.ok(await page.getByLabel('Volume').isDisabled());
        await page.reload();
        const { board, volume, sound } = await kept(page, 'settings');
        assert.deepEqual({ board, volume, sound }, { board: themes.at(-1), volume: 35, sound: false });
    }));
