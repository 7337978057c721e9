// screenshots.mjs [folder] [option]... [scene]...: pictures of every page and state (scenes.mjs), or of the scenes
// that are named, and contact sheets of them to look at. Needs the built page, and a native build for the online pages.
//   --languages en,fr,ko,de    the default
//   --screens 390x844,...      the default is kScreens; those narrower than 1100 pixels are touched
//   --colours light,dark       the default
//   --no-server                leaves the online pages out
// A picture is FOLDER/SCENE/LANGUAGE-COLOUR-SCREEN.jpg. A sheet, FOLDER/sheets/SCENE-COLOUR-KIND.jpg, has a row for
// each language and a column for each screen of its kind: phones upright, or the others.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '../messages.js';
import { launch } from './browser.mjs';
import { mouse, randomNumbers, touch } from './driver.mjs';
import { drawn, kScreens, speak } from './fits.mjs';
import { missing, Person, playTurn, startServer } from './platform.mjs';
import { kOnlineScenes, kScenes } from './scenes.mjs';
import { serve } from './serve.mjs';

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        languages: { type: 'string', default: 'en,fr,ko,de' },
        screens: { type: 'string', default: kScreens.map(({ width, height }) => `${width}x${height}`).join() },
        colours: { type: 'string', default: 'light,dark' },
        'no-server': { type: 'boolean', default: false },
    },
});
const [folder = 'screenshots', ...wanted] = positionals;

/** The items that an option lists. Ends the program with one line if an item does not exist. */
function chosen(option, known) {
    const list = values[option].split(',');
    const unknown = list.find((one) => !known.test(one));
    if (unknown !== undefined) stop(`--${option}: expected ${known.words}, got '${unknown}'`);
    return list;
}
function stop(why) {
    console.error(`screenshots.mjs: ${why}`);
    process.exit(2);
}
const one = (names) => ({ test: (name) => names.includes(name), words: `some of ${names.join(', ')}` });
const tags = chosen('languages', one(languages()));
const colours = chosen('colours', one(['light', 'dark']));
const screens = chosen('screens', {
    test: (size) => /^[1-9]\d{2,3}x[1-9]\d{2,3}$/.test(size),
    words: 'sizes such as 390x844',
}).map((size) => {
    const [width, height] = size.split('x').map(Number);
    return { name: size, width, height };
});
const scenes = [...Object.keys(kScenes), ...Object.keys(kOnlineScenes)];
for (const scene of wanted) if (!scenes.includes(scene)) stop(`expected some of ${scenes.join(', ')}, got '${scene}'`);
const isWanted = (scene) => !wanted.length || wanted.includes(scene);

const browser = await launch();
const began = Date.now();
let taken = 0;

/** The pictures of one scene; `place` is where it is served, and who looks at it. */
async function photograph(scene, arrive, { url, name, ids, options }) {
    mkdirSync(join(folder, scene), { recursive: true });
    for (const colorScheme of colours)
        for (const [hand, sizes, pointer] of [
            [touch, screens.filter(({ width }) => width < 1100), { hasTouch: true, isMobile: true }],
            [mouse, screens.filter(({ width }) => width >= 1100), {}],
        ]) {
            if (!sizes.length) continue;
            const context = await browser.newContext({
                viewport: sizes[0],
                locale: 'en-GB',
                colorScheme,
                reducedMotion: 'reduce',
                serviceWorkers: 'block',
                bypassCSP: true,
                ...pointer,
                ...options,
            });
            try {
                const page = await context.newPage();
                page.setDefaultTimeout(60_000);
                await arrive({ page, url, hand, name, ids });
                for (const language of tags) {
                    await speak(page, language);
                    if (scene !== 'settings') {
                        await page.keyboard.press('Escape');
                        await page.evaluate(() => document.activeElement?.blur());
                    }
                    for (const size of sizes) {
                        await page.setViewportSize(size);
                        await drawn(page, size);
                        const path = join(folder, scene, `${language}-${colorScheme}-${size.name}.jpg`);
                        await page.screenshot({ path, type: 'jpeg', quality: 85, caret: 'hide' });
                        ++taken;
                    }
                }
            } finally {
                await context.close();
            }
        }
}

/** Each colour and kind of screen of a scene on one sheet. */
async function sheets(scene) {
    mkdirSync(join(folder, 'sheets'), { recursive: true });
    const isPhone = ({ width, height }) => width < 640 && width < height;
    for (const colour of colours)
        for (const [kind, sizes, width] of [
            ['phones', screens.filter(isPhone), 300],
            ['others', screens.filter((size) => !isPhone(size)), 440],
        ]) {
            if (!sizes.length) continue;
            const image = (language, { name }) => {
                const bytes = readFileSync(join(folder, scene, `${language}-${colour}-${name}.jpg`));
                return `<img src="data:image/jpeg;base64,${bytes.toString('base64')}" width="${width}">`;
            };
            const rows = tags.map((tag) => `<div>${sizes.map((size) => image(tag, size)).join('')}</div>`);
            const page = await browser.newPage({ viewport: { width: sizes.length * (width + 8), height: 100 } });
            await page.setContent(
                `<style>body{margin:0;background:#888}div{display:flex;gap:8px;padding:4px;align-items:start}</style>` +
                    rows.join(''),
            );
            await page.screenshot({
                path: join(folder, 'sheets', `${scene}-${colour}-${kind}.jpg`),
                type: 'jpeg',
                quality: 85,
                fullPage: true,
            });
            await page.close();
        }
}

async function all(kind, place) {
    for (const [scene, arrive] of Object.entries(kind).filter(([scene]) => isWanted(scene))) {
        await photograph(scene, arrive, place);
        await sheets(scene);
        console.log(`${scene}: ${taken} pictures after ${Math.round((Date.now() - began) / 1000)} s`);
    }
}

/** Makes a tournament, and takes part in it. */
async function arena(person) {
    const { page } = person;
    await person.go('tournaments');
    await page.getByLabel('Name', { exact: true }).fill('Evening arena');
    await page.getByRole('button', { name: 'Make the tournament' }).click();
    await page.getByRole('heading', { name: 'Evening arena' }).waitFor();
    await page.getByRole('button', { name: 'Take part' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    return /tournament\/(\w+)/.exec(page.url())[1];
}

/** A server on which two people have played some rated games, and are in the middle of another; a tournament that both
    wait for, and a challenge. */
async function inhabited() {
    const server = await startServer();
    const names = ['Wilhelmine', 'Bartholomew'];
    const people = [];
    for (const name of names) {
        const person = await new Person(browser, server).arrive();
        await person.register(name);
        people.push(person);
    }
    const [host, guest] = people;
    for (let round = 0; round < 5; ++round) {
        await host.go('');
        await host.page.getByLabel('Rated').first().check();
        await host.page.locator('.quick button', { hasText: '5 min + 3 s' }).first().click();
        // Ratings drift apart: the other takes the seek rather than waiting to be paired.
        await guest.go('');
        await guest.page.locator('tr', { hasText: names[0] }).getByRole('button').click();
        const id = await host.game();
        await guest.game();
        const random = randomNumbers(round + 1);
        const named = { [names[0]]: host, [names[1]]: guest };
        for (let i = 0; i < (round === 4 ? 12 : 4); ++i) await playTurn(server, id, named, random);
        if (round === 4) break;
        const { page } = people[round === 1 ? 0 : 1];
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Yes, resign' }).click();
        await page.waitForSelector('.result');
    }
    await host.page.getByLabel('Say something').fill('Good luck, and have fun!');
    await host.page.keyboard.press('Enter');
    const ids = { tournament: await arena(host) };
    await guest.go(`tournament/${ids.tournament}`);
    await guest.page.getByRole('button', { name: 'Take part' }).click();
    await guest.page.getByRole('button', { name: 'Pause' }).waitFor();
    ids.challenge = await host.page.evaluate(async () => {
        const terms = { spec: 'quoridor:players=4', clock: '600+5', seat: '1' };
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch('api/challenges', { method: 'POST', headers, body: JSON.stringify(terms) });
        return (await answer.json()).challenge;
    });
    await host.die();
    return { url: server.url, name: names[0], ids, options: { storageState: host.kept }, close: () => server.close() };
}

const host = await serve();
await all(kScenes, { url: host.url, name: '' });
host.close();
if (!values['no-server'] && Object.keys(kOnlineScenes).some(isWanted)) {
    const why = missing();
    if (why) stop(`${why}; --no-server leaves the online pages out`);
    const place = await inhabited();
    await all(kOnlineScenes, place);
    await place.close();
}
await browser.close();
