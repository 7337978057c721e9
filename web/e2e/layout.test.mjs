// Every page fits every screen, in every language, and the whole board is in sight while one plays.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { begin, mouse } from './driver.mjs';
import { drawn, everyScreen, kScreens, speak } from './fits.mjs';
import { languages } from '../messages.js';
import { kScenes, kStandInScenes } from './scenes.mjs';
import { browser, host } from './stage.mjs';

const kEngine = { kind: 'engine', name: '', level: 1 };
const kPerson = { kind: 'person', name: '', level: 1 };
const kGame = '#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6';
const play = (spec, seats, clock) => (page) => begin(page, host.url, spec, { seats, clock });
const visit = (hash, wait) => async (page) => {
    await page.goto(host.url + hash);
    await page.waitForSelector(wait);
};
const scene = (arrive) => (page) => arrive({ page, url: host.url, hand: mouse, name: 'Wilhelmine' });
const scenes = (all, kind, ...names) => Object.fromEntries(names.map((name) => [name, [scene(all[name]), kind]]));
/** Each leads to a page; `board` where the whole board has to be seen, `dialog` for the settings themselves. */
const kPages = {
    'first page': [visit('', '.home')],
    'start page': [visit('#/play/computer', '.setup')],
    'no games': [visit('#/games', '.empty')],
    quoridor: [play('quoridor', [kPerson, kPerson]), 'board'],
    'four players': [play('quoridor:players=4', [kPerson, kEngine, kEngine, kEngine]), 'board'],
    quoridor4fun: [play('quoridor4fun', [kPerson, kPerson], 3), 'board'],
    blockade: [play('blockade', [kPerson, kPerson]), 'board'],
    'a question': [
        async (page) => {
            await play('quoridor', [kPerson, kPerson])(page);
            await page.locator('.tools button').nth(3).click();
            await page.waitForSelector('.actions .danger');
        },
        'board',
    ],
    analysis: [visit(kGame, '.analyse .tree .turn'), 'board'],
    editor: [
        async (page) => {
            await visit(kGame, '.analyse .tree .turn')(page);
            await page.getByRole('button', { name: 'Edit the position' }).click();
            await page.waitForSelector('.verdict');
        },
    ],
    'all lessons': [visit('#/learn', 'main h1')],
    lessons: [visit('#/learn/quoridor', '.lesson')],
    rules: [visit('#/learn/territoires/rules', '.book img')],
    'first game': [visit('#/learn/first', '.guide')],
    settings: [visit('#/play', '.setup'), 'dialog'],
    'no server': [visit('#/online', 'main h1')],
    ...scenes(kScenes, undefined, 'returning', 'games', 'set-up-friend', 'end', 'play-on', 'first-game-won'),
    ...scenes(kScenes, 'board', 'wallgo', 'wall-waits', 'review'),
    ...scenes(kStandInScenes, undefined, 'lobby', 'tournaments', 'tournament', 'challenge', 'archive', 'explorer'),
    ...scenes(kStandInScenes, undefined, 'ranking', 'account', 'sign-in', 'profile', 'tv'),
    ...scenes(kStandInScenes, 'board', 'tv-game'),
};

// Several at once: most of the time goes by until a page is drawn at its next size.
describe('layout', { concurrency: 3 }, () => {
    for (const [name, [arrive, kind]] of Object.entries(kPages))
        test(`${name} fits every screen in every language`, async () => {
            const context = await browser.newContext({
                viewport: kScreens[0],
                locale: 'en',
                reducedMotion: 'reduce',
                serviceWorkers: 'block',
            });
            try {
                const page = await context.newPage();
                page.setDefaultTimeout(60_000);
                await arrive(page);
                const found = [];
                for (const language of languages()) {
                    await speak(page, language);
                    if (kind !== 'dialog') await page.keyboard.press('Escape');
                    found.push(...(await everyScreen(page, language, kind === 'board')));
                }
                assert.deepEqual(found, []);
            } finally {
                await context.close();
            }
        });
});

test('on screens that are higher than wide the board of an analysis stays in sight', async () => {
    const page = await browser.newPage({ locale: 'en', serviceWorkers: 'block' });
    try {
        await visit(kGame, '.analyse .tree .turn')(page);
        for (const screen of kScreens.filter(({ width, height }) => width < height)) {
            await page.setViewportSize(screen);
            await drawn(page, screen);
            const shown = await page.evaluate(() => {
                scrollTo(0, document.body.scrollHeight);
                const { top, bottom } = document.querySelector('.analyse .board').getBoundingClientRect();
                return { scrolled: scrollY > 100, top, below: innerHeight - bottom };
            });
            assert.ok(shown.scrolled && shown.top >= 0 && shown.below > 0, JSON.stringify({ ...screen, ...shown }));
        }
    } finally {
        await page.close();
    }
});
