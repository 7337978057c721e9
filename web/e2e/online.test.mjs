// People playing each other on a real server, each in a browser of their own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axeFinds } from './audit.mjs';
import { kDesktop, kPhone } from './browser.mjs';
import { keyboard, mouse, randomNumbers, touch } from './driver.mjs';
import { everyScreen, kScreens, speak } from './fits.mjs';
import { languages } from '../messages.js';
import { agree, byName, pair, Person, playTurn } from './platform.mjs';
import { serve } from './serve.mjs';
import { browser, server, skip } from './server_stage.mjs';

const kPhoneOptions = { viewport: kPhone, hasTouch: true, isMobile: true };
const arrive = async (count, options = () => ({})) => {
    const people = [];
    for (let i = 0; i < count; ++i) people.push(await new Person(browser, server, options(i)).arrive());
    return people;
};
/** A game by a challenge: the first makes it, the others follow the link. */
async function meet(people, { spec = 'quoridor', clock = '600+5', seat = '1' } = {}) {
    const { challenge } = await people[0].page.evaluate(
        async (terms) => {
            await fetch('api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
            return (
                await fetch('api/challenges', {
                    method: 'POST',
                    headers: { 'Content-Type': 'application/json' },
                    body: JSON.stringify(terms),
                })
            ).json();
        },
        { spec, clock, seat },
    );
    await people[0].page.reload();
    await people[0].go(`challenge/${challenge}`);
    await people[0].page.getByText('Send this link').waitFor();
    for (const person of people.slice(1)) {
        await person.go(`challenge/${challenge}`);
        await person.page.getByRole('button', { name: 'Take a seat' }).click();
    }
    return (await Promise.all(people.map((person) => person.game())))[0];
}

test('without a server the page says so, and the rest is as before', async () => {
    const host = await serve();
    const context = await browser.newContext({ viewport: kDesktop, locale: 'en-GB' });
    try {
        const page = await context.newPage();
        await page.goto(host.url);
        await page.getByRole('link', { name: 'Online' }).click();
        await page.getByText('No server here').waitFor();
        await page.getByRole('main').getByRole('link', { name: 'Play' }).click();
        await page.getByRole('button', { name: 'Start the game' }).waitFor();
    } finally {
        await context.close();
        host.close();
    }
});

test('a server that was not there is found when it comes', { skip }, async () => {
    const context = await browser.newContext({ viewport: kDesktop, locale: 'en-GB', bypassCSP: true });
    try {
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        await page.route(/api\/me$/, (route) => route.abort());
        await page.goto(`${server.url}#/online`);
        await page.getByText('No server here').waitFor();
        await page.unroute(/api\/me$/);
        await page.getByRole('heading', { name: 'Play people' }).waitFor();
        // Whoever looks at the lobby is somebody, too.
        await page.getByText(/^[1-9]\d* (person|people) here/).waitFor();
    } finally {
        await context.close();
    }
});

test('an address that is no game says so', { skip }, async () => {
    const [ann] = await arrive(1);
    for (const id of ['abc', '000000000000', '000000000001', '%']) {
        await ann.page.goto(`${server.url}#/online/game/${id}`);
        await ann.page.getByText('There is no such game.').waitFor();
        await ann.page.getByRole('main').getByRole('link', { name: 'Lobby' }).last().click();
        await ann.page.getByRole('heading', { name: 'Play people' }).waitFor();
    }
    // What cannot be an id is not asked for: it may be the path to something else.
    const asked = [];
    ann.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const id of ['abc', '%', '..%2Fme', '000000000001%2F..%2F000000000002'])
        for (const kind of ['challenge', 'tournament']) {
            await ann.page.goto(`${server.url}#/online/${kind}/${id}`);
            await ann.page.getByText(`There is no such ${kind}.`).waitFor();
            await ann.page.getByRole('main').getByRole('link', { name: 'Lobby' }).last().waitFor();
        }
    assert.deepEqual(
        asked.filter((path) => /challenges\/|tournaments\/|me$/.test(path)),
        [],
    );
    assert.deepEqual(ann.problems, []);
    for (const [where, text] of [
        ['challenge/000000000001', 'There is no such challenge.'],
        ['tournament/000000000001', 'There is no such tournament.'],
        ['user/%00', 'expected no control characters, got U+0000'],
        ['user/nobody-here', 'There is nobody of that name.'],
        ['user/..%2Fme', 'There is nobody of that name.'],
    ]) {
        await ann.page.goto(`${server.url}#/online/${where}`);
        await ann.page.getByText(text).first().waitFor();
    }
    // The browser tells of each answer, too.
    for (const problem of ann.problems.splice(0)) assert.match(problem, /40[04]/);
    await ann.leave();
});

test('addresses that other sites read open the page at the same place', { skip }, async () => {
    const [ann, bob, eve] = await arrive(3);
    const id = await meet([ann, bob]);
    const answer = await eve.page.goto(`${server.url}game/${id}`);
    assert.match(await answer.text(), new RegExp(`<meta property="og:image" content="[^"]*/game/${id}/card.png`));
    await eve.page.locator('svg.board').first().waitFor();
    assert.equal(eve.page.url(), `${server.url}#/online/game/${id}`);
    await eve.page.goto(`${server.url}game/000000000001`);
    await eve.page.getByText('There is no such game.').waitFor();
    // The browser tells of it, too: the address itself says that nothing is there.
    assert.match(eve.problems.pop() ?? '', /404/);
    await eve.page.goto(`${server.url}rules/quoridor`);
    await eve.page.getByRole('link', { name: 'Play this game' }).click();
    await eve.page.getByRole('button', { name: 'Start the game' }).waitFor();
    for (const person of [ann, bob, eve]) await person.leave();
});

// The other pages are measured before a stand-in for a server: layout.test.mjs.
test('a game fits every screen in every language, and so does its end', { skip }, async () => {
    const person = await new Person(browser, server).arrive();
    const { page } = person;
    const found = [];
    const look = async (where, board) => {
        for (const language of languages()) {
            await speak(page, language);
            await page.keyboard.press('Escape');
            found.push(...(await everyScreen(page, `${where}, ${language},`, board)));
        }
        await speak(page, 'en');
        await page.keyboard.press('Escape');
    };
    await page.locator('.whom button').last().click();
    await page.locator('form .go .primary').last().click();
    await person.game();
    await look('game', true);
    await page.locator('.tools button').first().click();
    await page.locator('.actions .danger').click();
    await page.waitForSelector('.result');
    assert.match(await page.locator('.status').first().innerText(), /^Called off/);
    await look('game over', true);
    assert.deepEqual(found, []);
    await person.leave();
});

test('two people meet in the lobby and play to the end; one dies and comes back', { skip }, async () => {
    const people = await arrive(2, (i) => (i ? kPhoneOptions : {}));
    const id = await pair(people);
    const named = await byName(people);
    const random = randomNumbers(5);
    for (let i = 0; ; ++i) {
        if (i === 5) {
            await people[0].die();
            await people[1].page.waitForSelector('.away');
            await people[0].arrive();
            await people[0].page.getByRole('link', { name: /Your turn|Go on/ }).click();
            await people[0].game();
            await people[1].page.waitForSelector('.away', { state: 'detached' });
        }
        const { state, players } = await server.get(`games/${id}`);
        const mover = state.to_move === null ? undefined : named[players[state.to_move].name];
        if (!(await playTurn(server, id, named, random, mover === people[1] ? touch : mouse))) break;
        await agree(server, id, people);
    }
    for (const { page } of people) await page.locator('.result', { hasText: 'wins' }).waitFor();
    // The card at the end says how well each played, and leads to the review.
    const card = people[0].page.locator('.end');
    await card.locator('.accuracies dd', { hasText: '%' }).nth(1).waitFor({ timeout: 120_000 });
    await card.getByRole('button', { name: 'Review' }).waitFor();
    await people[0].page.getByRole('button', { name: 'Have the server analyse the game' }).click();
    const analysis = people[0].page.getByRole('region', { name: 'Analysis by the server' });
    await analysis.getByText('Accuracy').first().waitFor({ timeout: 300_000 });
    await analysis.getByRole('img', { name: 'Chances' }).click();
    await analysis.locator('li.now').waitFor();
    // Another one, with the seats changed.
    const first = (await server.get(`games/${id}`)).players[0].name;
    await people[0].page.getByRole('button', { name: 'Rematch' }).click();
    await people[1].page.getByText('wants a rematch').waitFor();
    await people[1].page.getByRole('button', { name: 'Rematch' }).click();
    for (const { page } of people) await page.waitForURL((url) => !url.href.includes(id));
    const again = await people[0].game();
    assert.notEqual((await server.get(`games/${again}`)).players[0].name, first);
    for (const person of people) await person.leave();
});

test('four people at one board, one of whom dies; by mouse, touch and keyboard', { skip }, async () => {
    // The keyboard goes by the screen, so it sits where the board is not turned.
    const hands = [keyboard, touch, mouse, mouse];
    const people = await arrive(4, (i) => (hands[i] === touch ? kPhoneOptions : {}));
    const id = await meet(people, { spec: 'quoridor:players=4,size=5' });
    const named = await byName(people);
    const random = randomNumbers(3);
    for (let i = 0; ; ++i) {
        if (i === 6) {
            await people[2].die();
            await people[2].arrive(`game/${id}`);
        }
        const { state, players } = await server.get(`games/${id}`);
        const mover = state.to_move === null ? people[0] : named[players[state.to_move].name];
        if (!(await playTurn(server, id, named, random, hands[people.indexOf(mover)]))) break;
        await agree(server, id, people);
    }
    for (const { page } of people) await page.locator('.result', { hasText: 'wins' }).waitFor();
    for (const person of people) await person.leave();
});

test('a turn whose answer, or which itself, is lost with the connection is played once', { skip }, async () => {
    const people = await arrive(2);
    let cut = '';
    const seen = [];
    await people[0].leave();
    await people[0].arrive('', (page) =>
        page.routeWebSocket(/\/ws$/, (socket) => {
            const onward = socket.connectToServer();
            socket.onMessage((text) => {
                const message = JSON.parse(text);
                if (message.t === 'turn') seen.push(message.id);
                const now = message.t === 'turn' ? cut : '';
                if (now) cut = '';
                if (now !== 'turn') onward.send(text);
                if (now) void Promise.all([socket.close(), onward.close()]);
            });
        }),
    );
    const id = await meet(people);
    const named = await byName(people);
    const random = randomNumbers(1);
    for (const what of ['', 'turn', 'answer', '']) {
        cut = what;
        for (let i = 0; i < 2; ++i) {
            assert.ok(await playTurn(server, id, named, random));
            await agree(server, id, people);
        }
    }
    assert.equal(seen.length, 6);
    assert.equal(new Set(seen).size, 4);
    for (const person of people) await person.leave();
});

test(
    'a server that is killed and begun again loses nothing, and the pages come back by themselves',
    { skip },
    async () => {
        const people = await arrive(2);
        const id = await meet(people);
        const named = await byName(people);
        const random = randomNumbers(2);
        for (let i = 0; i < 3; ++i) await playTurn(server, id, named, random);
        await server.crash();
        for (const { page } of people) await page.getByText('The connection is lost').waitFor({ state: 'detached' });
        for (let i = 0; i < 3; ++i) await playTurn(server, id, named, random);
        await agree(server, id, people);
        assert.equal((await server.get(`games/${id}`)).turns.length, 6);
        for (const person of people) await person.leave();
    },
);

test('offers, chat, premoves, resigning, and those who watch', { skip }, async () => {
    const people = await arrive(3);
    const [ann, ben, cyd] = people;
    const id = await meet([ann, ben]);
    await cyd.go(`game/${id}`);
    await ann.page.locator('.watchers', { hasText: '1' }).waitFor();
    const type = async ({ page }, turn) => {
        await page.fill('#typed', turn);
        await page.keyboard.press('Enter');
    };
    // A premove while the other one thinks, and played at once.
    await type(ben, 'e8');
    await ben.page.getByText('Premove: e8').first().waitFor();
    await type(ann, 'e2');
    await agreed(id, 2, people);
    // A premove that was cancelled is not played.
    await type(ben, 'e7');
    await ben.page.getByRole('button', { name: 'Cancel premove' }).click();
    await type(ann, 'e3');
    await agreed(id, 3, people);
    // A refused turn says why.
    await type(ben, 'e3');
    assert.match(await ben.page.locator('.refusal').innerText(), /cannot go to e3/);
    await type(ben, 'e7');
    await agreed(id, 4, people);

    await ann.page.getByRole('button', { name: 'Offer a draw' }).click();
    await ben.page.getByText('offers a draw.').first().waitFor();
    await ben.page.getByRole('button', { name: 'Decline' }).click();
    await ann.page.getByText('You offer a draw.').waitFor({ state: 'detached' });
    await ben.page.getByRole('button', { name: 'Ask to take a turn back' }).click();
    await ann.page.getByRole('button', { name: 'Accept' }).click();
    await agreed(id, 3, people);

    await ann.page.getByLabel('Say something').fill('hello <b>ben</b>');
    await ann.page.keyboard.press('Enter');
    await ben.page.getByText('hello <b>ben</b>').waitFor();
    assert.equal(await cyd.page.getByText('hello').count(), 0);
    await ben.page.getByRole('button', { name: 'Resign' }).click();
    await ben.page.getByRole('button', { name: 'Yes, resign' }).click();
    for (const { page } of people) await page.getByText('by resignation').first().waitFor();
    await cyd.page.getByRole('button', { name: 'Review' }).click();
    await cyd.page.waitForSelector('.tree .turn');
    // The review has the names of those who played.
    for (const name of [await ann.name(), await ben.name()])
        await cyd.page.locator('.analyse bdi', { hasText: name }).waitFor();
    for (const person of people) await person.leave();
});
async function agreed(id, count, people) {
    for (const { page } of people)
        await page.waitForFunction(
            (turns) => document.querySelectorAll('.list .turn:not(.soft)').length === turns,
            count,
        );
    await agree(server, id, people);
}

test('dice are promised before the game and checked after it', { skip }, async () => {
    const people = await arrive(2);
    const id = await meet(people, { spec: 'quoridor4fun' });
    const named = await byName(people);
    const random = randomNumbers(8);
    // So few that nobody can be home yet.
    for (let i = 0; i < 3; ++i) await playTurn(server, id, named, random);
    await agree(server, id, people);
    await people[0].page.getByText('The dice').click();
    await people[0].page.getByText('After the game the secret is shown').waitFor();
    await people[1].page.getByRole('button', { name: 'Resign' }).click();
    await people[1].page.getByRole('button', { name: 'Yes, resign' }).click();
    await people[0].page.getByText('Checked in your browser').waitFor();
    await people[1].page.getByText('✓ checked').waitFor();
    for (const person of people) await person.leave();
});

test(
    'an engine on the server plays a guest, and one in the browser, under the policy of the server',
    { skip },
    async () => {
        const [ann] = await arrive(1, () => ({ bypassCSP: false }));
        const { page } = ann;
        await page.getByRole('button', { name: 'Engine' }).click();
        await page.getByLabel('Your seat').selectOption('1');
        await page.getByRole('button', { name: 'Play the engine' }).click();
        const id = await ann.game();
        await page.fill('#typed', 'e2');
        await page.keyboard.press('Enter');
        await page.locator('.list .turn').nth(1).waitFor();
        assert.equal((await server.get(`games/${id}`)).players[1].kind, 'engine');
        await page.goto(`${server.url}#/analyse?start=quoridor`);
        await page.getByLabel('Think').check();
        await page
            .getByText(/network quoridor/i)
            .first()
            .waitFor();
        await ann.leave();
    },
);

test('accounts: a rated game, no engine meanwhile, ratings, archive, explorer, the end', { skip }, async () => {
    const people = await arrive(2);
    const [ann, ben] = people;
    await ann.register('ann');
    await ben.register('ben');
    for (const { page } of people) {
        await page.getByLabel('Rated').first().check();
        await page.locator('.quick button', { hasText: '5 min + 3 s' }).first().click();
    }
    const id = await ann.game();
    await ben.game();
    const named = await byName(people);
    const random = randomNumbers(4);
    for (let i = 0; i < 4; ++i) await playTurn(server, id, named, random);
    // No help in another window either.
    const other = await ann.context.newPage();
    await other.goto(`${server.url}#/analyse?start=quoridor&turns=e2_e8`);
    await other.getByLabel('Think').check();
    await other.getByText('no engine helps while you play a rated game').waitFor();
    await other.close();
    await ben.page.getByRole('button', { name: 'Resign' }).click();
    await ben.page.getByRole('button', { name: 'Yes, resign' }).click();
    await ann.page.getByText('ann wins').first().waitFor();
    assert.match(await ann.page.locator('.strip.won').innerText(), /\+\d+/);
    // On the smallest screen, too, rating and change are there as a whole.
    await ann.page.setViewportSize(kScreens[0]);
    const [strip, change] = await Promise.all(
        ['.strip.won', '.strip.won .name > :last-child'].map((part) => ann.page.locator(part).boundingBox()),
    );
    assert.ok(
        change.x + change.width <= strip.x + strip.width,
        `${change.x} + ${change.width} in ${strip.x} + ${strip.width}`,
    );
    await ann.page.setViewportSize(kDesktop);

    await ann.go('user/ann');
    await ann.page.getByText('1 game: 1 won, 0 drawn, 0 lost').waitFor();
    assert.match(
        await ann.page.locator('svg[role=img][aria-label^="Quoridor"]').getAttribute('aria-label'),
        /now [\d,]+/,
    );
    await ann.go('archive?player=ben&result=loss');
    await ann.page.getByRole('link', { name: 'Show the game of' }).waitFor();
    await ann.go('archive?player=ben&result=win');
    await ann.page.getByText('No games.').waitFor();
    await ann.go('explorer');
    // Other tests played on this server, too.
    const { games } = await server.get('explorer?spec=quoridor&turns=');
    assert.ok(games >= 1);
    await ann.page
        .getByText(games === 1 ? '1 game from here' : `${games} games from here`)
        .first()
        .waitFor();
    await ann.page.locator('button.turn').first().click();
    await ann.page.waitForURL(/turns=/);

    await ann.go('account');
    await ann.page.getByLabel('What it is for').fill('my bot');
    await ann.page.getByRole('button', { name: 'New token' }).click();
    assert.ok((await ann.page.getByLabel('Shown this once').inputValue()).length > 20);
    const [download] = await Promise.all([
        ann.page.waitForEvent('download'),
        ann.page.getByRole('link', { name: 'Download' }).click(),
    ]);
    assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')).user.name, 'ann');
    await ann.page.getByLabel('Old password').fill('ann-password');
    await ann.page.getByLabel('New password').fill('another-password');
    await ann.page.getByRole('button', { name: 'Change the password' }).click();
    await ann.page.getByText('The password is changed.').waitFor();
    await ann.page.getByRole('button', { name: 'Sign out' }).click();
    await ann.page.locator('.me', { hasText: 'Sign in' }).waitFor();

    await ann.go('sign-in');
    await ann.page.getByLabel('Name', { exact: true }).fill('ann');
    await ann.page.getByLabel('Password').fill('ann-password');
    const submit = ann.page.locator('form').getByRole('button', { name: 'Sign in' });
    await submit.click();
    await ann.page.getByText('Name and password do not go together.').waitFor();
    await ann.page.getByLabel('Password').fill('another-password');
    await submit.click();
    await ann.page.locator('.me', { hasText: 'ann' }).waitFor();
    await ann.go('account');
    await ann.page.getByRole('button', { name: 'Delete …' }).click();
    await ann.page.locator('#delete-password').fill('another-password');
    await ann.page.getByRole('button', { name: 'Delete for ever' }).click();
    await ann.page.locator('.me', { hasText: 'Sign in' }).waitFor();
    assert.equal((await server.get(`games/${id}`)).players.filter(({ kind }) => kind === 'deleted').length, 1);
    // The browser tells of the refused password on its own.
    ann.problems = ann.problems.filter((text) => !/403/.test(text));
    for (const person of people) await person.leave();
});

test('a tournament pairs those who join, and shows who leads', { skip }, async () => {
    const people = await arrive(2);
    await people[0].register('dora');
    await people[1].register('emil');
    const [dora, emil] = people;
    await dora.go('tournaments');
    await dora.page.getByLabel('Name', { exact: true }).fill('Evening arena');
    await dora.page.getByLabel('Begins in').fill('0');
    await dora.page.getByRole('button', { name: 'Make the tournament' }).click();
    await dora.page.getByRole('heading', { name: 'Evening arena' }).waitFor();
    await emil.go('tournaments');
    await emil.page.getByRole('link', { name: 'Show the tournament Evening arena' }).click();
    for (const { page } of people) await page.getByRole('button', { name: 'Take part' }).click();
    const id = await dora.game();
    await emil.game();
    const watcher = await new Person(browser, server).arrive(
        `tournament/${(await server.get(`games/${id}`)).tournament}`,
    );
    const random = randomNumbers(6);
    const named = await byName(people);
    for (let i = 0; i < 3; ++i) await playTurn(server, id, named, random);
    await emil.page.getByRole('button', { name: 'Resign' }).click();
    await emil.page.getByRole('button', { name: 'Yes, resign' }).click();
    await watcher.page.locator('tbody tr', { hasText: 'dora' }).filter({ hasText: '2' }).first().waitFor();
    // The arena waits: one stops the countdown and still sees the end of the game, the other goes on at once.
    await dora.page.getByRole('button', { name: /^Next game in \d+$/ }).waitFor();
    await dora.page.getByRole('button', { name: 'Wait', exact: true }).click();
    await dora.page.getByRole('button', { name: 'Next game', exact: true }).waitFor();
    await emil.page.getByRole('button', { name: /^Next game in \d+$/ }).click();
    await emil.page.getByText('You will be paired soon').first().waitFor();
    assert.equal(await dora.game(), id);
    await dora.page.getByRole('button', { name: 'Next game', exact: true }).click();
    for (const { page } of people)
        await page.waitForFunction((last) => /game\/(\w+)/.exec(location.hash)?.[1] !== last, id);
    assert.equal(await dora.game(), await emil.game());
    for (const person of [...people, watcher]) await person.leave();
});

test('French', { skip }, async () => {
    const person = await new Person(browser, server, { locale: 'fr-FR' }).arrive();
    await person.page.getByRole('heading', { name: 'Partie rapide' }).waitFor();
    await person.go('sign-in');
    await person.page.getByRole('heading', { name: 'Se connecter' }).waitFor();
    await person.leave();
});

for (const colorScheme of ['light', 'dark'])
    for (const [what, viewport] of [
        ['desktop', kDesktop],
        ['phone', kPhone],
    ])
        test(`axe-core finds nothing online, ${colorScheme}, ${what}`, { skip }, async () => {
            const person = await new Person(browser, server, { colorScheme, viewport }).arrive();
            const { page } = person;
            const found = [];
            const look = async (where) => {
                found.push(...(await axeFinds(page)).map((what) => `${where}: ${what}`));
                if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
                    found.push(`${where} is wider than the screen`);
            };
            await look('lobby');
            await person.register(`fay-${colorScheme}-${what}`);
            for (const [where, wait] of [
                ['tournaments', 'form'],
                ['archive', '.fields'],
                ['explorer?spec=quoridor', '.board'],
                ['ranking', 'section'],
                ['account', '#old-password'],
                ['sign-in', '#sign-name'],
                [`user/fay-${colorScheme}-${what}`, '.tally'],
                ['tv', '.online-page, .game'],
            ]) {
                await person.go(where);
                await page.waitForSelector(wait);
                await look(where);
            }
            await person.go('');
            await page.getByRole('button', { name: 'Engine' }).click();
            await page.getByRole('button', { name: 'Play the engine' }).click();
            await person.game();
            await look('game');
            await page.getByRole('button', { name: 'Resign' }).click();
            await page.getByRole('button', { name: 'Yes, resign' }).click();
            await page.waitForSelector('.result');
            await look('game over');
            assert.deepEqual(found, []);
            await person.leave();
        });
