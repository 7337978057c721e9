// online_screenshots.mjs [folder] [name]...: pictures of the online pages, desktop and phone, light and dark. Needs the
// built page and a native build.
import { mkdirSync } from 'node:fs';
import { kDesktop, kPhone, launch } from './browser.mjs';
import { randomNumbers } from './driver.mjs';
import { missing, Person, playTurn, startServer } from './platform.mjs';

const [folder = 'screenshots', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const why = missing();
if (why) {
    console.error(why);
    process.exit(2);
}
const server = await startServer();
const browser = await launch();

// Two who have played some rated games, and a game that goes on.
const hosts = [await new Person(browser, server).arrive(), await new Person(browser, server).arrive()];
await hosts[0].register('Wilhelmine');
await hosts[1].register('Bartholomew');
const named = { Wilhelmine: hosts[0], Bartholomew: hosts[1] };
let id;
for (let round = 0; round < 5; ++round) {
    await hosts[0].go('');
    await hosts[0].page.getByLabel('Rated').first().check();
    await hosts[0].page.locator('.quick button', { hasText: '5 min + 3 s' }).first().click();
    // Ratings drift apart: the other takes the seek rather than waiting to be paired.
    await hosts[1].go('');
    await hosts[1].page.locator('tr', { hasText: 'Wilhelmine' }).getByRole('button').click();
    id = await hosts[0].game();
    await hosts[1].game();
    const random = randomNumbers(round + 1);
    for (let i = 0; i < (round === 4 ? 12 : 4); ++i) await playTurn(server, id, named, random);
    if (round === 4) break;
    const { page } = hosts[round === 1 ? 0 : 1];
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await page.waitForSelector('.result');
}
await hosts[0].page.getByLabel('Say something').fill('Good luck, and have fun!');
await hosts[0].page.keyboard.press('Enter');

const kPages = {
    lobby: '',
    game: `game/${id}`,
    profile: 'user/Wilhelmine',
    archive: 'archive?player=Wilhelmine',
    explorer: 'explorer?spec=quoridor',
    tournaments: 'tournaments',
    'sign-in': 'sign-in',
    account: 'account',
};
for (const [size, viewport] of [
    ['desktop', kDesktop],
    ['phone', kPhone],
])
    for (const colorScheme of ['light', 'dark']) {
        hosts[0].options = { ...hosts[0].options, viewport, colorScheme };
        await hosts[0].die();
        await hosts[0].arrive();
        for (const [name, where] of Object.entries(kPages)) {
            if (wanted.length && !wanted.includes(name)) continue;
            await hosts[0].go(where);
            await hosts[0].page.waitForTimeout(1200);
            await hosts[0].page.screenshot({ path: `${folder}/online-${name}-${size}-${colorScheme}.png` });
        }
    }
await browser.close();
await server.close();
