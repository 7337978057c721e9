// What a visitor of a real server finds: company, or what to do meanwhile; games that wait; links to give away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kPhone, launch } from './browser.mjs';
import { missing, Person, startServer } from './platform.mjs';

const skip = missing();

let server;
let browser;
before(async () => {
    browser = await launch();
    if (!skip) server = await startServer();
});
after(async () => {
    await browser.close();
    await server?.close();
});

/** Somebody at a page, who leaves it without a problem. */
async function visit(check, where = '', options = {}) {
    const person = await new Person(browser, server, options).arrive(where);
    await check(person.page, person);
    await person.leave();
}

test('where nobody plays, two engines are on the screen of the lobby', { skip }, () =>
    visit(async (page) => {
        const tv = page.getByRole('region', { name: 'TV' });
        await tv.getByText('No game is being played just now.').waitFor();
        await tv.locator('.board .pawn').first().waitFor();
        await tv.getByRole('button', { name: 'Go on' }).click();
        await tv.getByRole('button', { name: 'Pause' }).waitFor();
    }),
);

test('whoever wants to play a friend far away is led to a link for the game that was chosen', { skip }, () =>
    visit(
        async (page) => {
            await page.goto(`${server.url}#/play/friend`);
            await page.getByRole('radio', { name: 'Wall Go' }).check({ force: true });
            await page.getByRole('link', { name: 'Friend far away' }).click();
            const form = page.getByRole('form', { name: 'A game of your own' });
            await form.getByRole('button', { name: 'A friend', pressed: true }).waitFor();
            const game = form.locator('.field select').first();
            assert.equal(await game.inputValue(), 'wallgo');
            // On a phone it stands above the quick games.
            const [own, quick] = await Promise.all(
                [form, page.locator('.quick')].map(async (part) => (await part.boundingBox()).y),
            );
            assert.ok(own < quick, `${own} is below ${quick}`);
            await form.getByRole('button', { name: 'Make the challenge' }).click();
            await page.getByText('Send this link').waitFor();
            assert.match(page.url(), /challenge/);
            // An address that asks for what there is not is the lobby.
            await page.goto(`${server.url}#/online?whom=nobody&spec=chess`);
            await game.waitFor();
            assert.equal(await game.inputValue(), 'wallgo');
        },
        '',
        { viewport: kPhone, hasTouch: true, isMobile: true },
    ),
);

test('where there are no tournaments, one can still play', { skip }, () =>
    visit(async (page) => {
        await page.getByText('There are no tournaments just now.').waitFor();
        await page.getByRole('button', { name: 'Play the computer meanwhile' }).waitFor();
        await page.getByRole('button', { name: 'Look for a game' }).click();
        await page.getByRole('button', { name: 'Cancel' }).waitFor();
    }, 'tournaments'),
);

test('whoever waits alone in the lobby is still told what to do meanwhile', { skip }, () =>
    visit(async (page) => {
        const meanwhile = page.getByRole('button', { name: 'Play the computer meanwhile' });
        await page.getByText('Nobody is waiting just now.').waitFor();
        await meanwhile.waitFor();
        await page.locator('.quick button', { hasText: 'Quoridor Mini' }).click();
        await page.getByRole('button', { name: 'Cancel' }).waitFor();
        await page.getByText('Looking for somebody to play with.').last().waitFor();
        assert.equal(await page.getByText('Nobody is waiting just now.').count(), 0);
        // Not so once somebody else waits.
        await visit(async (other) => {
            await meanwhile.waitFor();
            await other.locator('.quick button', { hasText: 'Wall Go' }).first().click();
            await other.getByRole('button', { name: 'Cancel' }).waitFor();
            await meanwhile.waitFor({ state: 'detached' });
        });
        await meanwhile.click();
        await page.getByText(/^Level 1,/).waitFor();
    }),
);
