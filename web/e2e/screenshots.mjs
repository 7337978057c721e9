// screenshots.mjs [folder]: pictures of the main pages, desktop and phone, light and dark.
import { mkdirSync } from 'node:fs';
import { kDesktop, kPhone, launch } from './browser.mjs';
import { act, begin, mouse, randomNumbers, touch } from './driver.mjs';
import { serve } from './serve.mjs';

const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });
const host = await serve();
const browser = await launch();

for (const colorScheme of ['light', 'dark'])
    for (const [device, options, hand] of [
        ['desktop', { viewport: kDesktop }, mouse],
        ['phone', { viewport: kPhone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }, touch],
    ]) {
        const take = async (name, work) => {
            const context = await browser.newContext({ locale: 'en-GB', colorScheme, reducedMotion: 'reduce', ...options });
            const page = await context.newPage();
            await work(page);
            await page.waitForTimeout(300);
            await page.screenshot({ path: `${folder}/${name}-${device}-${colorScheme}.png` });
            await context.close();
        };
        const play = (spec, actions, seed) => async (page) => {
            await begin(page, host.url, spec);
            const random = randomNumbers(seed);
            for (let i = 0; i < actions; ++i) if (!(await act(page, hand, random))) break;
        };
        await take('set-up', async (page) => {
            await page.goto(host.url);
            await page.waitForSelector('.setup');
        });
        await take('quoridor', play('quoridor', 14, 4));
        await take('four-players', play('quoridor:players=4', 16, 4));
        await take('quoridor4fun', play('quoridor4fun', 8, 7));
        await take('wallgo', play('wallgo', 60, 7));
        await take('blockade', play('blockade', 12, 4));
        await take('analyse', async (page) => {
            await page.goto(`${host.url}#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6`);
            await page.getByLabel('Think').check();
            await page.waitForSelector('.lines li');
            await page.waitForTimeout(1500);
        });
        await take('learn', async (page) => {
            await page.goto(`${host.url}#/learn/quoridor`);
            await page.waitForSelector('.lesson');
        });
    }
await browser.close();
host.close();
