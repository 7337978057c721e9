// Names, comments and games that somebody could make to break a page: nothing overflows, leaves the screen or lies over
// something else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn } from './fits.mjs';
import { annotated, kLargest, keptGames, kNames, standIn } from './hostile.mjs';
import { overlaps } from './overlaps.mjs';
import { browser, host } from './stage.mjs';

const kScreens = [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
];

const four = { spec: 'quoridor:players=4', turns: ['e2', 'b5', 'e8', 'h5'], players: 4 };
const wallgo = { spec: 'wallgo:players=4', turns: ['a1', 'b1', 'c1', 'd1'], players: 4 };
const blockade = { spec: 'blockade', turns: ['d4-d6/a1h', 'd11-d9/c1h', 'h4-h6/e1h', 'h11-h9/g1h'] };
const mini = { spec: 'quoridor-mini', turns: ['c2', 'c4', 'c3', 'c2', 'c4'] };

/** Each page: its address, what to wait for, and what to do then; `kept` is what the browser remembers. */
const kPages = {
    'first page': { at: '', wait: '.home .returning [href*="online/game"]' },
    'set-up': {
        at: '#/play/friend',
        wait: '.setup',
        then: (page) => page.locator('details summary').first().click(),
    },
    play: { at: '#/play/game', wait: '.game .board', board: true },
    'play, four': { at: '#/play/game', wait: '.game .board', kept: four, board: true },
    'play, wall go': { at: '#/play/game', wait: '.game .board', kept: wallgo, board: true },
    'play, blockade': { at: '#/play/game', wait: '.game .board', kept: blockade, board: true },
    'play, end': {
        at: '#/play/game',
        wait: '.game .board',
        kept: mini,
        then: async (page) => {
            await page.fill('#typed', 'c1');
            await page.keyboard.press('Enter');
            await page.waitForSelector('.end');
        },
    },
    history: { at: '#/games', wait: 'table' },
    analysis: { at: annotated, wait: '.analyse .tree .turn', board: true },
    lobby: { at: '#/online', wait: '.online-page td' },
    'online game': { at: '#/online/game/000000000001', wait: '.game .chat p' },
    'online game, over': { at: '#/online/game/000000000002', wait: '.game .result' },
    profile: { at: (name) => `#/online/user/${encodeURIComponent(name)}`, wait: '.online-page .tally' },
    ranking: { at: '#/online/ranking', wait: '.online-page td' },
    archive: { at: '#/online/archive', wait: '.online-page li' },
    tournaments: { at: '#/online/tournaments', wait: '.online-page h2' },
    tournament: { at: '#/online/tournament/000000000005', wait: '.online-page td' },
    challenge: { at: '#/online/challenge/000000000004', wait: '.online-page h1' },
    account: { at: '#/online/account', wait: '#old-password' },
};

/** The whole board is in sight where one plays. */
const hiddenBoard = (page) =>
    page.evaluate(() => {
        const { left, top, right, bottom } = document.querySelector('.board').getBoundingClientRect();
        const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
        return inside ? [] : [`the board is from ${left}, ${top} to ${right}, ${bottom}`];
    });

for (const [what, { at, wait, then, kept, board }] of Object.entries(kPages))
    test(`${what}: no name or comment breaks it`, async () => {
        const found = [];
        for (const [kind, name] of Object.entries(kNames)) {
            const context = await browser.newContext({
                viewport: kScreens[0],
                locale: 'en-GB',
                reducedMotion: 'reduce',
                serviceWorkers: 'block',
            });
            try {
                const page = await context.newPage();
                page.setDefaultTimeout(20_000);
                page.on('pageerror', (problem) => found.push(`${kind}: ${problem}`));
                await standIn(page, name);
                await page.addInitScript(
                    (values) => {
                        for (const [key, value] of Object.entries(values))
                            localStorage.setItem(`stockade.${key}`, JSON.stringify(value));
                    },
                    { ...keptGames(name, kept ?? { spec: kLargest }), server: true },
                );
                await page.goto(host.url + (typeof at === 'function' ? at(name) : at));
                await page.locator(wait).first().waitFor();
                await then?.(page);
                for (const screen of kScreens) {
                    await page.setViewportSize(screen);
                    await drawn(page, screen);
                    const wrong = [...(await overlaps(page)), ...(board ? await hiddenBoard(page) : [])];
                    found.push(...wrong.map((text) => `${kind}, ${screen.width}x${screen.height}: ${text}`));
                    if (process.env.SHOTS)
                        await page.screenshot({
                            path: `${process.env.SHOTS}/${what} ${kind} ${screen.width}.png`.replace(/[ ,]+/g, '-'),
                        });
                }
            } finally {
                await context.close();
            }
        }
        assert.deepEqual(found, []);
    });

test('what overlaps, sticks out or is cut is found', async () => {
    const page = await browser.newPage({ viewport: kScreens[1] });
    const look = async (html) => {
        await page.setContent(`<style>body { margin: 0 } * { font: 16px/20px monospace }</style>${html}`);
        return overlaps(page);
    };
    assert.deepEqual(await look('<p>a</p><button>b</button>'), []);
    for (const [html, problem] of [
        ['<p>aaaa</p><p style="margin-top:-30px">bbbb</p>', /lies over/],
        ['<button style="margin-right:-20px">aaaa</button><button>bbbb</button>', /lies over/],
        [`<p>${'W'.repeat(100)}</p>`, /wide on a screen/],
        ['<div style="overflow:hidden;width:50px;white-space:nowrap">aaaaaaaaaaaa</div>', /cut without a sign/],
    ])
        assert.match((await look(html)).join('; '), problem);
    await page.close();
});
