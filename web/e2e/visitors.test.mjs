// A visitor of a real server: company or suggestions while waiting, games that wait for a turn, links to share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kPhone } from './browser.mjs';
import { kCommented, openText } from './driver.mjs';
import { Person } from './platform.mjs';
import { browser, open, server, skip } from './server_stage.mjs';

/** Somebody at a page, who leaves it without a problem. */
async function visit(check, where = '', options = {}) {
    const person = await new Person(browser, server, options).arrive(where);
    await check(person.page, person);
    await person.leave();
}

/** Against an engine of the server from the first seat, up to its first answer. */
async function meetEngine(page, game, turn, name = 'Bramble') {
    await page.getByRole('button', { name: 'Engine' }).click();
    await page.locator('.field select').first().selectOption(game);
    await page.getByRole('radio', { name }).check({ force: true });
    await page.getByLabel('Your seat').selectOption('1');
    await page.getByRole('button', { name: 'Play the engine' }).click();
    await page.waitForSelector('.game .board');
    await page.fill('#typed', turn);
    await page.keyboard.press('Enter');
    await page.locator('.list .turn').nth(1).waitFor();
}
async function resign(page) {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes, resign' }).click();
    await page.waitForSelector('.result');
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

test('a game that waits on the server is on the first page', { skip }, () =>
    visit(async (page) => {
        const games = page.getByRole('region', { name: 'Your games' });
        await page.goto(server.url);
        await page.waitForSelector('.home');
        await page.goto(`${server.url}#/online`);
        await meetEngine(page, 'quoridor', 'e2');
        await page.goto(`${server.url}#/`);
        await games.getByText('Quoridor · 5 min + 3 s').waitFor();
        await games.getByRole('link', { name: 'Your turn' }).click();
        await resign(page);
        // It goes from there to the games that are over.
        await page.goto(`${server.url}#/`);
        await page.locator('.past', { hasText: 'Bramble' }).waitFor();
        await page.goto(`${server.url}#/games`);
        await page.locator('tbody', { hasText: /Quoridor\s*Bramble\s*1\s*0\s*0\s*1/ }).waitFor();
        await page.goto(`${server.url}#/`);
        await page.locator('.past').waitFor();
        assert.equal(await games.count(), 0);
    }),
);

test('whoever beats an engine on the server is told so, and offered the next level', { skip }, async () => {
    const person = new Person(browser, server);
    // Who resigns wins, as nobody beats an engine for certain.
    await person.arrive('', (page) =>
        page.routeWebSocket(/\/ws$/, (socket) => {
            const onward = socket.connectToServer();
            onward.onMessage((text) =>
                socket.send(/"t":"end"/.test(text) ? text.replace(/"result":"0-1"/, '"result":"1-0"') : text),
            );
        }),
    );
    const { page } = person;
    await meetEngine(page, 'quoridor', 'e2', 'Clover');
    const id = await person.game();
    await resign(page);
    await page.getByText('You have beaten Clover!').waitFor();
    await page.getByRole('button', { name: 'Next: Bramble' }).click();
    await page.waitForURL((url) => url.hash.includes('game/') && !url.hash.includes(id));
    await page.locator('.strip', { hasText: 'Bramble' }).waitFor();
    assert.equal((await server.get(`games/${await person.game()}`)).players.find(({ level }) => level)?.level, 4);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Bramble waits for you in Quoridor.' }).waitFor();
    await person.leave();
});

test('a link to a game with comments shows a picture elsewhere, and the same game here', { skip }, () =>
    open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await page.goto(`${server.url}#/analyse`);
        await openText(page, kCommented);
        await page.locator('.tree .turn', { hasText: 'd4' }).waitFor();
        await page.getByRole('button', { name: 'Copy a link' }).click();
        await page.getByText('Copied').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const tree = await page.locator('.tree').innerText();
        assert.match(tree, /A game among friends\.[^]*Bars the way\./);
        // As other sites read it, who are told no names.
        const [address] = link.split('#');
        assert.equal(address, `${server.url}analyse?start=quoridor-mini&turns=c2_c4_c2h_d4`);
        const text = await (await fetch(address)).text();
        const [, title] = /<meta property="og:title" content="([^"]*)">/.exec(text);
        assert.equal(title, 'Quoridor Mini: Player 1 to move – Stockade');
        const [, picture] = /<meta property="og:image" content="([^"]*)">/.exec(text);
        const card = await fetch(picture.replaceAll('&amp;', '&'));
        assert.equal(card.status, 200);
        assert.equal(card.headers.get('content-type'), 'image/png');
        // As whoever is given it sees it.
        await open({}, async (other) => {
            await other.goto(link);
            await other.locator('.tree .comment', { hasText: 'Bars the way.' }).waitFor();
            assert.equal(await other.locator('.tree').innerText(), tree);
            assert.match(other.url(), /\/#\/analyse\?start=quoridor-mini&turns=c2_c4_c2h_d4&game=/);
            await other.locator('.analyse bdi', { hasText: 'Ann' }).first().waitFor();
            // A game without more is told by its address alone.
            await other.goto(`${server.url}analyse?start=blockade&turns=d4-d6/a1h&ply=0`);
            await other.waitForFunction(() => document.querySelectorAll('.tree .turn').length === 1);
            assert.equal(await other.locator('.tree .current').count(), 0);
        });
    }),
);

test('on a first visit the analysis knows the games of the archive, too', { skip }, async () => {
    await visit(async (page) => {
        await meetEngine(page, 'blockade', 'd4-d6/a1h');
        await resign(page);
    });
    await open({}, async (page) => {
        await page.goto(`${server.url}#/analyse?start=blockade`);
        await page.getByRole('link', { name: '1 game from here' }).click();
        await page.waitForURL(/#\/online\/explorer\?spec=blockade/);
    });
});

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
