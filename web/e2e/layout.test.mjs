// Every page fits every screen, in every language, and the whole board is in sight while one plays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin } from './driver.mjs';
import { everyScreen, kScreens, speak } from './fits.mjs';
import { languages } from '../messages.js';
import { browser, host } from './stage.mjs';

const kEngine = { kind: 'engine', name: '', level: 1 };
const kPerson = { kind: 'person', name: '', level: 1 };
const kGame = '#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6';
const play = (spec, seats, clock) => (page) => begin(page, host.url, spec, { seats, clock });
const visit = (hash, wait) => async (page) => {
    await page.goto(host.url + hash);
    await page.waitForSelector(wait);
};
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
};

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
