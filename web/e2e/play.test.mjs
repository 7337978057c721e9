// Whole games on the real build, by mouse, by touch on a phone, and by keyboard alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromiumOnly, firefox, kDesktop, kPhone } from './browser.mjs';
import {
    act,
    begin,
    cellCalled,
    cellName,
    current,
    keyboard,
    mouse,
    pause,
    playToTheEnd,
    randomNumbers,
    touch,
} from './driver.mjs';
import { serve } from './serve.mjs';
import { host, open as openPage } from './stage.mjs';

/** In Firefox a third of them, to be quick: what differs there is the browser, not the game. */
const some = (specs) => specs.filter((_, i) => !firefox || i % 3 === 1);
const kGames = some([
    'quoridor',
    'quoridor-mini',
    'quoridor:players=3',
    'quoridor:players=4,size=7',
    'quoridor4fun',
    'territoires:players=4',
    'wallgo:players=3',
    'blockade',
    'pinko',
]);

const open = (options, check, expected) => openPage({ reducedMotion: 'reduce', ...options }, check, expected);
const phone = { viewport: kPhone, hasTouch: true, isMobile: true };

for (const spec of kGames) {
    test(`${spec} by mouse`, () =>
        open({ viewport: kDesktop }, async (page) => {
            await begin(page, host.url, spec, { settings: { turnBoard: true } });
            await playToTheEnd(page, mouse, 7);
            await page.waitForSelector('.result');
        }));
    test(`${spec} by touch on a phone`, { skip: chromiumOnly('touch') }, () =>
        open(phone, async (page) => {
            await begin(page, host.url, spec, { settings: { turnBoard: true } });
            await playToTheEnd(page, touch, 11);
            await page.waitForSelector('.result');
        }),
    );
}
for (const spec of some([
    'quoridor-kid',
    'quoridor:players=4,size=7',
    'quoridor4fun',
    'territoires:players=3',
    'wallgo',
    'blockade',
    'pinko',
]))
    test(`${spec} by keyboard`, () =>
        open({ viewport: kDesktop }, async (page) => {
            await begin(page, host.url, spec);
            await playToTheEnd(page, keyboard, 3);
            await page.waitForSelector('.result');
        }));

test('a typed game, and a typed mistake that is explained', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'quoridor-mini');
        const type = async (turn) => {
            await page.fill('#typed', turn);
            await page.keyboard.press('Enter');
        };
        for (const turn of ['c2', 'c4', 'b2h', 'd4']) await type(turn);
        await type('b2v');
        await page.waitForSelector('.refusal');
        assert.match(await page.locator('.refusal').innerText(), /b2v crosses b2h/);
        assert.equal(await page.locator('.flash').count(), 1);
        assert.deepEqual((await current(page)).saved.turns, ['c2', 'c4', 'b2h', 'd4']);
    }));

test('a typed turn does not stand in for the die', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'quoridor4fun');
        assert.ok((await current(page)).state.rollDue);
        await page.fill('#typed', '4:e2,e3,e4,e5');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.refusal');
        assert.match(await page.locator('.refusal').innerText(), /roll/i);
        const { saved, state } = await current(page);
        assert.deepEqual([saved.turns, saved.soFar], [[], '']);
        assert.ok(state.rollDue);
        assert.equal(await page.locator('.list .turn').count(), 0);
    }));

test('a wall that shuts a pawn in flashes the pawn', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'quoridor-mini');
        for (const turn of ['a4h', 'c4h', 'c2']) {
            await page.fill('#typed', turn);
            await page.keyboard.press('Enter');
        }
        await page.fill('#typed', 'd4v');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.refusal');
        assert.match(await page.locator('.refusal').innerText(), /shut in/);
        assert.ok((await page.locator('circle.flash').count()) >= 1);
    }));

for (const [how, options] of [
    ['mouse', { viewport: kDesktop }],
    ['touch', phone],
])
    test(
        `the middle of a cell that cannot be reached is no wall, by ${how}`,
        { skip: how === 'touch' && chromiumOnly('touch') },
        () =>
            open(options, async (page) => {
                await begin(page, host.url, 'quoridor');
                const hand = how === 'mouse' ? mouse : touch;
                // Far away, beside one's own reach, and the opponent's pawn.
                for (const [col, row] of [
                    [1, 4],
                    [4, 2],
                    [4, 8],
                ]) {
                    await hand.cell(page, undefined, col, row);
                    await page.locator('.refusal', { hasText: `cannot go to ${cellName(col, row)}` }).waitFor();
                }
                // A little off the middle, too.
                const box = await page.locator(cellCalled('e9')).boundingBox();
                for (const [x, y] of [
                    [0.3, 0.5],
                    [0.5, 0.72],
                    [0.25, 0.25],
                ]) {
                    const at = [box.x + x * box.width, box.y + y * box.height];
                    await (how === 'mouse' ? page.mouse.click(...at) : page.touchscreen.tap(...at));
                }
                await pause(page);
                assert.equal(await page.locator('.board .wall, .board .ghost').count(), 0);
                assert.deepEqual((await current(page)).saved.turns, []);
            }),
    );

test('starting a game is an entry of the history: Back leads to the start page, and from there to the game', () =>
    open({ viewport: kDesktop }, async (page, context) => {
        await begin(page, host.url, 'quoridor');
        await act(page, mouse, randomNumbers(1));
        await page.goBack();
        await page.waitForSelector('.setup');
        await page.getByRole('button', { name: 'Back to the game' }).click();
        await page.waitForSelector('.game .board');
        assert.equal((await current(page)).saved.turns.length, 1);
        // New game, and Back from there to the one that goes on.
        await page.getByRole('button', { name: 'New game' }).click();
        await page.waitForSelector('.setup');
        await page.goBack();
        await page.waitForSelector('.game .board');
        // Whoever opens the page anew finds the game on it, and Back leads there again.
        const other = await context.newPage();
        await other.goto(host.url);
        await other.getByRole('link', { name: 'Go on with your game' }).click();
        await other.waitForSelector('.game .board');
        await other.goBack();
        await other.waitForSelector('.home');
    }));

test('a new game asks before it takes the place of one that goes on', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'quoridor');
        await page.getByRole('button', { name: 'New game' }).click();
        // Nothing was played, so nothing is lost.
        await page.click('button[type=submit]');
        await page.waitForSelector('.game .board');
        await act(page, mouse, randomNumbers(1));
        await page.getByRole('button', { name: 'New game' }).click();
        await page.getByRole('button', { name: 'Start the game' }).click();
        assert.equal(await focusMoves(page, 'Start the game'), 'No, keep my game');
        await page.keyboard.press('Enter');
        assert.notEqual(await focusMoves(page, 'No, keep my game'), 'nothing');
        assert.equal((await current(page)).saved.turns.length, 1);
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.getByRole('button', { name: 'Yes, start the new game' }).click();
        await page.waitForSelector('.game .board');
        assert.equal((await current(page)).saved.turns.length, 0);
    }));

test('an address of a game that is not there leads to the start page', () =>
    open({ viewport: kDesktop }, async (page) => {
        await page.goto(`${host.url}#/play/game`);
        await page.waitForSelector('.setup');
    }));

const focused = (page) =>
    page.evaluate(() =>
        document.activeElement === document.body
            ? 'nothing'
            : (document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim(),
    );
/** What has the focus, once it is not what is given. */
const focusMoves = async (page, from) => {
    await page.waitForFunction(
        (before) =>
            document.activeElement !== document.body &&
            (document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim() !== before,
        from,
    );
    return focused(page);
};

const kTabbed = { 'first page': ['', '.home'], 'start page': ['#/play', '.setup'] };
for (const [what, [hash, wait]] of Object.entries(kTabbed))
    test(`by Tab, the ${what} has no stop that cannot be seen`, () =>
        open({ viewport: kDesktop }, async (page) => {
            await page.goto(host.url + hash);
            await page.waitForSelector(wait);
            const seen = [];
            for (let i = 0; i < 50; ++i) {
                await page.keyboard.press('Tab');
                const stop = await page.evaluate(() => {
                    const element = document.activeElement;
                    return element === document.body
                        ? undefined
                        : { name: element.tagName, hidden: element.closest('[aria-hidden=true]') !== null };
                });
                if (!stop) break;
                seen.push(stop);
            }
            assert.ok(seen.length > 8 && seen.length < 40, `${seen.length} stops`);
            assert.deepEqual(
                seen.filter(({ name, hidden }) => hidden || name === 'svg'),
                [],
            );
        }));

test('the focus is never lost: after Start, a typed turn, questions, undo and a new game', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'quoridor-mini', {
            seats: [
                { kind: 'person', name: '', level: 1 },
                { kind: 'engine', name: '', level: 1 },
            ],
            settings: { engineSeconds: 0.5 },
        });
        await page.getByRole('button', { name: 'New game' }).click();
        await page.locator('button[type=submit]').focus();
        await page.keyboard.press('Enter');
        await page.waitForSelector('.game .board');
        assert.equal(await focusMoves(page, 'Start the game'), 'Board of Quoridor Mini');
        // A field keeps it while the engine thinks.
        await page.locator('#typed').focus();
        await page.keyboard.type('c2');
        await page.keyboard.press('Enter');
        await page.waitForFunction(
            () => JSON.parse(localStorage.getItem('stockade.game')).turns.length === 2,
            undefined,
            { timeout: 60_000 },
        );
        assert.equal(await page.evaluate(() => document.activeElement.id), 'typed');
        // A question takes it, at the answer that does no harm, and gives it back.
        await page.getByRole('button', { name: 'Resign' }).focus();
        await page.keyboard.press('Enter');
        assert.equal(await focusMoves(page, 'Resign'), 'No, go on');
        await page.keyboard.press('Enter');
        assert.notEqual(await focusMoves(page, 'No, go on'), 'nothing');
        await page.getByRole('button', { name: 'Undo' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => JSON.parse(localStorage.getItem('stockade.game')).turns.length === 0);
        assert.notEqual(await focusMoves(page, 'Undo'), 'nothing');
        await page.getByRole('button', { name: 'New game' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForSelector('.setup');
        assert.equal(await focusMoves(page, 'New game'), 'Back to the game');
    }));

test('whoever plays alone is spoken to: You win, not You wins', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'quoridor4fun', {
            seats: [
                { kind: 'person', name: '', level: 1 },
                { kind: 'engine', name: '', level: 1 },
            ],
            settings: { engineSeconds: 0.5 },
        });
        await page.getByText('Your turn to roll').first().waitFor({ timeout: 60_000 });
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Yes, resign' }).click();
        assert.match(await page.locator('.status').first().innerText(), /Pip wins\s+You resigned/);
    }));

test('seats of the same kind are told apart', () =>
    open({ viewport: kDesktop }, async (page) => {
        const engine = { kind: 'engine', name: '', level: 1 };
        await begin(page, host.url, 'quoridor:players=4', {
            seats: [{ kind: 'person', name: '', level: 1 }, engine, engine, engine],
        });
        assert.deepEqual((await page.locator('.strip .who').allInnerTexts()).sort(), [
            'Pip A',
            'Pip B',
            'Pip C',
            'You',
        ]);
    }));

for (const spec of some(['quoridor', 'quoridor4fun', 'wallgo', 'blockade', 'pinko', 'quoridor:players=4']))
    test(`the engine answers in ${spec}`, () =>
        open({ viewport: kDesktop }, async (page) => {
            const engine = { kind: 'engine', name: '', level: 3 };
            await begin(page, host.url, spec, {
                seats: [{ kind: 'person', name: '', level: 1 }, engine, engine, engine],
                settings: { engineSeconds: 0.5 },
            });
            const random = randomNumbers(5);
            let turns = 0;
            for (let i = 0; i < 60 && turns < 6; ++i) {
                const { state, saved } = await current(page);
                turns = saved.turns.length;
                if (state.over) break;
                const seat = saved.setup.seats[state.seats[state.turnOf]];
                if (seat.kind === 'person') await act(page, mouse, random);
                else
                    await page.waitForFunction(
                        (n) =>
                            JSON.parse(localStorage.getItem('stockade.game')).turns.length > n ||
                            !document.querySelector('.dots'),
                        turns,
                        { timeout: 20_000 },
                    );
            }
            assert.ok(turns >= 6, `only ${turns} turns were played`);
        }));

test('a game goes on after a reload', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'blockade');
        const random = randomNumbers(2);
        for (let i = 0; i < 7; ++i) await act(page, mouse, random);
        const before = (await current(page)).saved;
        assert.notEqual(before.soFar, '');
        await page.reload();
        await page.waitForSelector('.game .board');
        assert.deepEqual((await current(page)).saved, before);
        await act(page, mouse, random);
    }));

test('undo, hint, resign and rematch', () =>
    open({ viewport: kDesktop }, async (page) => {
        await begin(page, host.url, 'quoridor', {
            seats: [
                { kind: 'person', name: 'Ann', level: 1 },
                { kind: 'person', name: 'Bob', level: 1 },
            ],
            settings: {},
        });
        const random = randomNumbers(9);
        for (let i = 0; i < 3; ++i) await act(page, mouse, random);
        await page.keyboard.press('u');
        assert.equal((await current(page)).saved.turns.length, 2);
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.waitForSelector('.arrow, .suggested', { timeout: 20_000 });
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Yes, resign' }).click();
        assert.match(await page.locator('.result').innerText(), /Bob wins/);
        await page.getByRole('button', { name: 'Rematch' }).click();
        await page.waitForFunction(() => JSON.parse(localStorage.getItem('stockade.game')).turns.length === 0);
        assert.equal((await current(page)).saved.setup.seats[0].name, 'Bob');
    }));

test('an engine on a page without shared memory', async () => {
    const plain = await serve({ isolated: false });
    try {
        await open({ viewport: kDesktop }, async (page) => {
            const engine = { kind: 'engine', name: '', level: 2 };
            await begin(page, plain.url, 'quoridor-mini', {
                seats: [engine, engine],
                settings: { engineSeconds: 0.5 },
            });
            await page.waitForFunction(
                () => JSON.parse(localStorage.getItem('stockade.game')).turns.length >= 4,
                undefined,
                { timeout: 30_000 },
            );
        });
    } finally {
        plain.close();
    }
});

const kPeople = [
    { kind: 'person', name: '', level: 1 },
    { kind: 'person', name: '', level: 1 },
];
for (const [what, saved, why] of [
    ['of another version', { version: 99 }, /version 99/],
    ['without a version', { turns: ['e2'] }, /version/],
    [
        'of a game that is gone',
        { version: 1, setup: { spec: 'chess', seats: kPeople }, seed: 1, turns: [], soFar: '', clocks: [] },
        /chess/,
    ],
    [
        'with a turn that cannot be',
        {
            version: 1,
            setup: { spec: 'quoridor', seats: kPeople },
            seed: 1,
            turns: ['e2', 'e2'],
            soFar: '',
            clocks: [],
        },
        /e2/,
    ],
    ['with parts missing', { version: 1, setup: { spec: 'quoridor', seats: kPeople }, seed: 1 }, /./],
])
    test(`a saved game ${what} says why it cannot be opened`, () =>
        open({ viewport: kDesktop }, async (page) => {
            await page.addInitScript((game) => localStorage.setItem('stockade.game', JSON.stringify(game)), saved);
            await page.goto(`${host.url}#/play`);
            await page.waitForSelector('.setup');
            assert.match(await page.locator('[role=alert]').innerText(), why);
            await page.click('button[type=submit]');
            await page.waitForSelector('.game .board');
        }));

test('a clock runs for whoever is to move, gains its increment, and ends the game', () =>
    open({ viewport: kDesktop }, async (page) => {
        await page.clock.install();
        await begin(page, host.url, 'quoridor', { clock: 3 });
        const setup = (await current(page)).saved.setup;
        assert.ok(setup.clock.increment > 0);
        const random = randomNumbers(1);
        await act(page, mouse, random);
        await page.clock.fastForward(60_000);
        await act(page, mouse, random);
        const { clocks } = (await current(page)).saved;
        assert.equal(clocks[0], setup.clock.initial + setup.clock.increment, 'the first turn costs nothing');
        assert.ok(clocks[1] < setup.clock.initial + setup.clock.increment - 59_000, `player 2 has ${clocks[1]} ms`);
        // Nearly out of time, as a game that was put away and taken up again.
        await page.evaluate(() => {
            const saved = JSON.parse(localStorage.getItem('stockade.game'));
            saved.clocks[0] = 1500;
            sessionStorage.setItem('put', JSON.stringify(saved));
        });
        await page.addInitScript(() => {
            const put = sessionStorage.getItem('put');
            if (put) localStorage.setItem('stockade.game', put);
        });
        await page.reload();
        await page.waitForSelector('.result');
        assert.match(await page.locator('.status').first().innerText(), /Player 2 wins.*Player 1 ran out of time/s);
    }));

/** Workers that stop when they are asked to think: the first `count` of them. */
const mortal = (count) => {
    const Real = Worker;
    window.workers = 0;
    window.Worker = class extends Real {
        constructor(...values) {
            super(...values);
            this.mortal = ++window.workers <= count;
        }
        postMessage(message, ...more) {
            super.postMessage(message, ...more);
            if (!this.mortal || message.type !== 'think') return;
            this.terminate();
            setTimeout(() => this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })));
        }
    };
};
// A worker that is killed while its threads are being loaded says so.
const kKilled = /Failed to execute 'importScripts'/;
const kEngines = Array(2).fill({ kind: 'engine', name: '', level: 3 });

test('an engine that dies is started again and the game goes on', () =>
    open(
        { viewport: kDesktop },
        async (page) => {
            await page.addInitScript(mortal, 2);
            await begin(page, host.url, 'quoridor-mini', { seats: kEngines, settings: { engineSeconds: 0.5 } });
            await page.waitForFunction(
                () => JSON.parse(localStorage.getItem('stockade.game')).turns.length >= 3,
                undefined,
                { timeout: 30_000 },
            );
            assert.equal(await page.evaluate(() => window.workers), 3);
        },
        kKilled,
    ));

test('an engine that keeps dying is told of, and can be asked again', () =>
    open(
        { viewport: kDesktop },
        async (page) => {
            await page.addInitScript(mortal, 3);
            await begin(page, host.url, 'quoridor-mini', { seats: kEngines, settings: { engineSeconds: 0.5 } });
            await page.getByText('The engine stopped: out of memory').waitFor();
            await page.getByRole('button', { name: 'Ask it again' }).click();
            await page.waitForFunction(
                () => JSON.parse(localStorage.getItem('stockade.game')).turns.length >= 2,
                undefined,
                { timeout: 30_000 },
            );
        },
        kKilled,
    ));

const full = () => {
    Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
    };
};
const denied = () =>
    Object.defineProperty(window, 'localStorage', {
        get() {
            throw new DOMException('denied', 'SecurityError');
        },
    });
for (const [what, spoil] of [
    ['full', full],
    ['denied', denied],
])
    test(`a game can be played while storage is ${what}`, () =>
        open({ viewport: kDesktop }, async (page) => {
            await page.addInitScript(spoil);
            await page.goto(`${host.url}#/play`);
            await page.click('button[type=submit]');
            await page.waitForSelector('.game .board');
            await page.fill('#typed', 'e2');
            await page.keyboard.press('Enter');
            // The engine has answered: no thread of it is still being loaded when the page is left.
            await page.locator('.list .turn').nth(1).waitFor();
            await page.goto(`${host.url}#/analyse`);
            await page.waitForSelector('.tree');
            await page.goto(`${host.url}#/learn/first`);
            await page.waitForSelector('.guide');
        }));
