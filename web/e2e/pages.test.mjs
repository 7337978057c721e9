// The other pages on the real build: analysis, review, links, lessons, French, without a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chromiumOnly, kDesktop, kPhone } from './browser.mjs';
import { begin, cellCalled, kCommented, openText } from './driver.mjs';
import { speak } from './fits.mjs';
import { host, open as openPage } from './stage.mjs';

const kGame = '#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6';

const open = (options, check) => openPage({ viewport: kDesktop, ...options }, check);

test('the engine analyses a game from a link', () =>
    open({}, async (page) => {
        await page.goto(host.url + kGame);
        await page.getByLabel('Think').check();
        await page.waitForSelector('.lines li');
        await page.waitForSelector('.bar[role=meter]');
        assert.equal(await page.locator('.tree .turn').count(), 10);
        await page.getByRole('button', { name: 'One turn back' }).click();
        await page.fill('#typed', 'a1h');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.variation');
        await page.getByLabel('Shortest paths').check();
        assert.equal(await page.locator('.path').count(), 2);
        await page.locator('.overlays select').selectOption({ label: 'Distances of Player 1' });
        assert.equal(await page.locator('.heat').count(), 81);
        await page.locator('.overlays select').selectOption({ label: 'What walls do' });
        assert.ok((await page.locator('.wall-heat').count()) > 100);
        assert.equal(await page.locator('.heat').count(), 0);
        assert.match(
            await page.locator('.wall-heat title').first().textContent(),
            /^[a-h][1-8][hv]: Player 1 [+0-9-]+, Player 2 [+0-9-]+$/,
        );
    }));

test('a network judges games like the one it was made for, and the panel says so', () =>
    open({}, async (page) => {
        await page.goto(host.url + kGame);
        await page.getByLabel('Think').check();
        await page.waitForSelector('.evaluated');
        assert.match(await page.locator('.evaluated').innerText(), /network quoridor 512-32-32$/i);
        for (const [spec, cells, evaluation] of [
            ['quoridor:size=5,walls=2', 25, /network quoridor-mini 128-32-32$/i],
            ['quoridor:size=3,walls=2', 9, /classical evaluation$/i],
        ]) {
            await page.goto(`${host.url}#/analyse?start=${encodeURIComponent(spec)}`);
            await page.waitForFunction((count) => document.querySelectorAll('.cell').length === count, cells);
            await page.getByLabel('Think').check();
            await page.waitForSelector('.evaluated');
            assert.match(await page.locator('.evaluated').innerText(), evaluation);
        }
    }));

test(
    'the engine tells what it thinks of every wall, by keyboard, too',
    { skip: chromiumOnly('letters in a list') },
    () =>
        open({}, async (page) => {
            await page.goto(host.url + kGame);
            const maps = page.locator('.overlays select');
            await maps.focus();
            await page.keyboard.type('What the'); // chooses by its first letters
            await page.waitForSelector('.wall-heat');
            assert.equal(await maps.inputValue(), 'ratings');
            assert.ok((await page.locator('.wall-heat').count()) > 100);
            assert.match(await page.locator('.wall-heat title').first().textContent(), /^[a-h][1-8][hv]: [0-9.]+%$/);
            assert.match(await page.locator('.evaluated').innerText(), /network quoridor 512-32-32$/i);
            assert.match(
                await page.locator('.facts[role=status]').innerText(),
                /^At first sight the engine likes [a-h][1-8][hv] [0-9.]+%, .*all walls together \d+%/,
            );
            assert.ok(await page.locator('.legend').isVisible());
            // Another position is rated anew, with and without a search.
            const first = await page.locator('.facts[role=status]').innerText();
            await page.getByLabel('Think').check();
            await page.waitForSelector('.lines li');
            await page.getByRole('button', { name: 'One turn back' }).click();
            await page.waitForFunction(
                (before) =>
                    !document.querySelector('.facts[role=status]').innerText.includes('looking') &&
                    document.querySelector('.facts[role=status]').innerText !== before,
                first,
            );
            // Where the wall comes after the move, there is nothing to rate before.
            await page.goto(`${host.url}#/analyse?start=blockade`);
            await page.getByText('Walls come after the move').waitFor();
        }),
);

for (const [what, query, why] of [
    ['turn', 'start=quoridor&turns=e2_e9', /e9/],
    ['game', 'start=chess', /chess/],
    ['position', 'start=quoridor%3B+pawns+e1', /column \d+: expected 'pawns' with 2 cells/],
    ['wall', 'start=quoridor%3B+pawns+e1+e9%3B+walls+e3h+d3h', /d3h overlaps e3h/],
])
    test(`a link with a broken ${what} says what is wrong and offers a fresh board`, () =>
        open({}, async (page) => {
            await page.goto(`${host.url}#/analyse?${query}`);
            assert.match(await page.locator('[role=alert]').innerText(), why);
            await page.getByRole('button', { name: 'Fresh board' }).click();
            assert.equal(await page.locator('[role=alert]').count(), 0);
            await page.waitForSelector(cellCalled('i9'));
        }));

test('a link with one turn that cannot be played opens the game up to there', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/analyse?start=quoridor&turns=e2_e8_e3_e5_e4`);
        await page.waitForSelector('.tree .turn');
        assert.match(await page.locator('[role=alert]').innerText(), /turn 4.*e5/);
        assert.deepEqual(await page.locator('.tree .turn').allInnerTexts(), ['e2', 'e8', 'e3']);
        // The same from within the page.
        await page.goto(`${host.url}#/analyse?start=quoridor-mini&turns=c2_c9`);
        await page.locator('[role=alert]', { hasText: 'c9' }).waitFor();
        assert.deepEqual(await page.locator('.tree .turn').allInnerTexts(), ['c2']);
    }));

test('a link from a variation keeps the main line, comments and names', () =>
    open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        await page.goto(`${host.url}#/analyse`);
        await openText(page, kCommented);
        await page.locator('.variation .turn').last().click();
        await page.getByRole('button', { name: 'Copy a link' }).click();
        await page.getByText('Copied').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const before = await page.locator('.tree').innerText();
        assert.match(before, /^A game among friends\./);
        // As somebody else opens it, and after a reload.
        await page.evaluate(() => localStorage.clear());
        await page.goto('about:blank');
        await page.goto(link);
        for (let i = 0; i < 2; ++i) {
            await page.waitForSelector('.variation .current');
            assert.equal(await page.locator('.tree').innerText(), before);
            assert.equal(await page.locator('.variation .current').innerText(), 'c2');
            assert.match(await page.locator('.status').innerText(), /Ann to move/);
            await page.goto('about:blank');
            await page.goto(`${host.url}#/analyse`);
        }
    }));

test('a finished game is saved with its result and its names', { skip: chromiumOnly('downloads') }, () =>
    open({}, async (page) => {
        const seats = ['Ann', 'Bob'].map((name) => ({ kind: 'person', name, level: 1 }));
        const saved = async () => {
            await page.getByText('Download', { exact: true }).click();
            const [download] = await Promise.all([
                page.waitForEvent('download'),
                page.getByRole('button', { name: 'Record', exact: true }).click(),
            ]);
            return readFileSync(await download.path(), 'utf8');
        };
        await begin(page, host.url, 'quoridor-mini', { seats });
        for (const turn of ['c2', 'c4', 'c3', 'c2', 'c4', 'c1']) {
            await page.fill('#typed', turn);
            await page.keyboard.press('Enter');
        }
        await page.locator('.result', { hasText: 'Bob wins' }).waitFor();
        await page.getByRole('button', { name: 'Review' }).click();
        await page.locator('.status', { hasText: 'Bob wins' }).waitFor();
        assert.match(await saved(), /\[Player1 "Ann"\]\s+\[Player2 "Bob"\][^]*\[Result "0-1"\]/);
        // Resigned: not on the board, but told.
        await begin(page, host.url, 'quoridor', { seats });
        await page.fill('#typed', 'e2');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Yes, resign' }).click();
        await page.getByRole('button', { name: 'Review' }).click();
        await page.waitForFunction(() => document.querySelectorAll('.tree .turn').length === 1);
        assert.match(await saved(), /\[Player2 "Bob"\][^]*\[Result "1-0"\][^]*\[Termination "resignation"\]/);
    }),
);

test('playing on from a position asks for side and level, and puts a game that goes on aside', () =>
    open({}, async (page) => {
        const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('stockade.game')));
        await begin(page, host.url, 'quoridor');
        await page.fill('#typed', 'e2');
        await page.keyboard.press('Enter');
        await page.goto(`${host.url}#/analyse?start=quoridor-mini&turns=c2_c4`);
        await page.getByRole('button', { name: 'Play on from here' }).click();
        await page.getByLabel('You play').selectOption('1');
        await page.getByLabel('Level').selectOption('3');
        assert.deepEqual((await kept()).turns, ['e2']);
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.waitForSelector('.game .board');
        const { start, setup } = await kept();
        assert.match(start, /^quoridor-mini; pawns c2 c4/);
        assert.deepEqual(
            setup.seats.map(({ kind, level }) => [kind, level]),
            [
                ['engine', 3],
                ['person', 3],
            ],
        );
        await page.goto(`${host.url}#/analyse`);
        await page.getByRole('button', { name: 'Back to my other game' }).click();
        await page.waitForSelector('.game .board');
        assert.deepEqual((await kept()).turns, ['e2']);
    }));

const cellAt = async (page, name) => {
    const box = await page.locator(cellCalled(name)).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const between = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

test('a position is edited by mouse, and what is wrong with it is told', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/analyse`);
        await page.getByRole('button', { name: 'Edit the position' }).click();
        const verdict = page.locator('.verdict');
        const click = async ({ x, y }) => {
            await page.mouse.move(x, y);
            await page.mouse.click(x, y);
        };
        await click(await cellAt(page, 'e1'));
        await click(await cellAt(page, 'c4'));
        // A wall across the middle of d4, e4, d5 and e5: d4h.
        const wall = between(await cellAt(page, 'd4'), await cellAt(page, 'e5'));
        await click({ x: wall.x - 14, y: wall.y });
        assert.equal(await page.locator('.board .wall').count(), 1);
        assert.match(await verdict.innerText(), /can be played/);
        await page.getByLabel('Player 2').check();
        await page.getByRole('spinbutton').first().fill('11');
        assert.match(await verdict.innerText(), /player 1's walls from 0 to 10, got '11'/);
        assert.ok(await page.getByRole('button', { name: 'Analyse this position' }).isDisabled());
        await page.getByRole('spinbutton').first().fill('7');
        await page.getByRole('button', { name: 'Analyse this position' }).click();
        await page.locator('summary', { hasText: 'Position' }).last().click();
        assert.equal(
            await page.locator('.position').inputValue(),
            'quoridor; pawns c4 e9; hand 7 10; walls d4h; turn 2',
        );
    }));

test('a position is edited by keyboard alone', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/analyse`);
        await page.getByRole('button', { name: 'Edit the position' }).focus();
        await page.keyboard.press('Enter');
        await page.locator('.board').focus();
        for (const key of ['h', 'Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter'])
            await page.keyboard.press(key);
        await page.getByRole('button', { name: 'Analyse this position' }).focus();
        await page.keyboard.press('Enter');
        await page.waitForSelector('.tree');
        assert.equal(await page.locator('.board .wall').count(), 1);
        const position = await page.locator('.position').inputValue();
        assert.match(position, /^quoridor; pawns e3 e9; hand 9 10; walls e1h; turn 1$/);
    }));

test('every game can be edited, by touch on a phone', { skip: chromiumOnly('touch') }, () =>
    open({ viewport: kPhone, hasTouch: true, isMobile: true }, async (page) => {
        await page.goto(`${host.url}#/analyse`);
        await page.getByRole('button', { name: 'Edit the position' }).tap();
        const game = page.locator('.editor .pair select').first();
        const games = await game.locator('option').evaluateAll((options) => options.map((option) => option.value));
        assert.equal(games.length, 8);
        for (const name of games) {
            await game.selectOption(name);
            await page.locator('.good', { hasText: 'can be played' }).waitFor();
            const at = between(await cellAt(page, 'b2'), await cellAt(page, 'b3'));
            await page.touchscreen.tap(at.x, at.y);
            await page.getByRole('button', { name: 'Put or take' }).tap();
            assert.equal(await page.locator('.board .wall').count(), 1, name);
            await page.getByRole('button', { name: 'Remove walls' }).tap();
            assert.equal(await page.locator('.board .wall').count(), 0, name);
        }
        await game.selectOption('wallgo');
        await page.getByRole('button', { name: 'Pawns of Player 1' }).tap();
        const before = await page.locator('.board .pawn').count();
        const at = await cellAt(page, 'd4');
        await page.touchscreen.tap(at.x, at.y);
        assert.equal(await page.locator('.board .pawn').count(), before + 1);
    }),
);

test('the first game is played to its end, and a turn of one’s own is allowed to wait', () =>
    open({ reducedMotion: 'reduce' }, async (page) => {
        await page.goto(`${host.url}#/learn/first`);
        const click = async ({ x, y }) => {
            await page.mouse.move(x, y);
            await page.mouse.click(x, y);
        };
        await click(await cellAt(page, 'b1'));
        await page.getByText('That is allowed, too').waitFor();
        await click(await cellAt(page, 'c2'));
        await page.getByText('Step 2 of 5').waitFor();
        // Beside the middle, where two walls are equally near.
        const { x, y } = between(await cellAt(page, 'b1'), await cellAt(page, 'c2'));
        await click({ x: x + 8, y });
        for (const [i, cell] of ['c4', 'b4', 'b5'].entries()) {
            await page.getByText(`Step ${i + 3} of 5`).waitFor();
            await click(await cellAt(page, cell));
        }
        await page.getByText('You have won your first game!').waitFor();
        await page.getByRole('button', { name: 'Play this game' }).click();
        await page.waitForSelector('.setup');
        assert.ok(await page.locator('.game.chosen', { hasText: 'Quoridor Mini' }).isVisible());
        // It stays among what was learnt.
        await page.goto(`${host.url}#/learn/first`);
        await page.getByRole('navigation').getByRole('link', { name: 'First game 5/5' }).waitFor();
    }));

for (const [width, height] of [
    [360, 640],
    [390, 844],
    [844, 390],
    [1280, 800],
])
    test(`the first game shows what to do and the whole board on ${width}x${height}`, () =>
        open({ viewport: { width, height } }, async (page) => {
            await page.goto(`${host.url}#/learn/first`);
            await page.waitForSelector('.guide .board.interactive');
            for (const what of ['.guide h2', '.guide .board']) {
                const { y, height: high } = await page.locator(what).boundingBox();
                assert.ok(y >= 0 && y + high <= height, `${what} is from ${y} to ${y + high}`);
            }
        }));

test('the field for typed turns shows a turn of the game at hand', () =>
    open({}, async (page) => {
        for (const [game, example] of [
            ['quoridor', /: e2$|: d1$|: f1$/],
            ['blockade', /: \w\d+-\w\d+\/\w\d+[hv]$/],
            ['wallgo', /: [a-g][1-7]$/],
        ]) {
            await page.goto(`${host.url}#/analyse?start=${game}`);
            await page.waitForFunction(
                (text) => new RegExp(text).test(document.querySelector('#typed')?.placeholder ?? ''),
                example.source,
            );
        }
    }));

test('records, positions and QF codes are opened and saved', { skip: chromiumOnly('downloads') }, () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/analyse`);
        await openText(page, '[Game "quoridor-mini"]\n\n1. c2 c4 2. c2h! {Bars the way.} (2. c3 c2) d4 *');
        await page.waitForSelector('.variation');
        assert.match(await page.locator('.tree').innerText(), /Bars the way/);
        await openText(page, 'QEBAQ');
        await page.waitForFunction(() => document.querySelectorAll('.tree .turn').length === 4);
        await openText(page, 'blockade; pawns d4 h4 | d11 h11; hand 9h9v 9h9v; walls -; turn 1');
        await page.waitForSelector(cellCalled('k14'));
        await openText(page, '[Game "quoridor"]\n\n1. e2 e9 *');
        await page.waitForSelector('.problem');
        assert.equal(await page.locator('[role=alert]').count(), 1);
        assert.match(await page.locator('.problem').innerText(), /turn 2 \(e9\)/);
        await page.goto(`${host.url}${kGame}`);
        await page.getByText('Download').click();
        for (const kind of [
            'Record',
            'Record (Glendenning)',
            'JSON',
            'QF code',
            'SVG picture',
            'PNG picture',
            'Animated GIF',
        ]) {
            const [download] = await Promise.all([
                page.waitForEvent('download'),
                page.getByRole('button', { name: kind, exact: true }).click(),
            ]);
            const file = readFileSync(await download.path());
            assert.ok(file.length > 5, kind);
            if (kind === 'Record') assert.match(file.toString(), /1\. e2 e8/);
            if (kind === 'Record (Glendenning)') assert.match(file.toString(), /1\. e8 e2/);
            if (kind === 'Animated GIF') {
                assert.equal(file.subarray(0, 6).toString(), 'GIF89a');
                // Each frame begins with its own block of control: one for the start and one for each turn.
                assert.equal(file.toString('latin1').split('\x21\xf9\x04').length - 1, 11);
            }
            if (kind === 'PNG picture') assert.equal(file.subarray(1, 4).toString(), 'PNG');
        }
    }),
);

test('a finished game is reviewed, and a mistake tried again', () =>
    open({}, async (page) => {
        // Player 2, who stands to win, steps aside and never places a wall.
        await page.goto(`${host.url}#/analyse?start=quoridor-mini&turns=c2_b5_c3_b4_c4_b3_c5&review=1`);
        await page.waitForFunction(
            () => document.querySelectorAll('dl dd').length === 2 && !document.querySelector('.review [role=status]'),
            undefined,
            { timeout: 60_000 },
        );
        assert.match(await page.locator('dl').innerText(), /%/);
        await page.locator('.tree .turn:has(.glyph)').first().click();
        await page.getByRole('button', { name: 'Try it again' }).click();
        assert.match(await page.locator('.status').innerText(), /Find a better turn/);
        await page.locator('.tree .turn:has(.glyph)').first().click();
        await page.getByRole('button', { name: 'Show the best turn' }).click();
        await page.waitForSelector('.variation .current');
    }));

test('lessons can be done by mouse', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/learn/quoridor`);
        const lesson = page.locator('.lesson').first();
        await lesson.locator(cellCalled('e9')).click({ force: true });
        await page.waitForSelector('.lesson.done');
        assert.equal(await page.locator('nav .count').innerText(), '1/11');
        await page.goto(`${host.url}#/learn/blockade`);
        await page.waitForSelector(cellCalled('k14'));
    }));

test('a French browser gets French', { skip: chromiumOnly('languages') }, () =>
    open({ locale: 'fr-FR' }, async (page) => {
        await page.goto(host.url);
        await page.getByRole('link', { name: 'Jouer contre l’ordinateur' }).click();
        await page.getByRole('button', { name: 'Commencer la partie' }).click();
        await page.fill('#typed', 'e5');
        await page.keyboard.press('Enter');
        assert.match(await page.locator('.refusal').innerText(), /ne peut pas aller en e5/);
        await page.goto(`${host.url}#/learn/territoires`);
        await page.getByText('Fermer un territoire').waitFor();
        assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    }),
);

test('the game one learns is in sight among the others on a phone', () =>
    open({ viewport: kPhone }, async (page) => {
        await page.goto(`${host.url}#/learn/pinko`);
        const chosen = page.locator('.games [aria-current]');
        await chosen.waitFor();
        const inSight = async () => {
            const { x, width } = await chosen.boundingBox();
            return x >= 0 && x + width <= kPhone.width;
        };
        assert.equal(await inSight(), true);
        await page.goto(`${host.url}#/learn/first`);
        await page.waitForFunction(() => document.querySelector('.games [aria-current]').href.endsWith('first'));
        assert.equal(await inSight(), true);
    }));

test('rules are read in the chosen language, and another one stays at the section', () =>
    open({}, async (page) => {
        await page.goto(`${host.url}#/learn/quoridor/rules/draws`);
        const heading = page.locator('#rule-draws');
        await page.waitForFunction(() => document.activeElement?.id === 'rule-draws');
        assert.equal(await heading.innerText(), 'Draws');
        for (const [language, title] of [
            ['de', 'Remis'],
            ['ja', '引き分け'],
        ]) {
            await speak(page, language);
            await page.waitForSelector(`#part-draws .text[lang="${language}"]`);
            assert.equal(await heading.innerText(), title);
            assert.equal(await page.locator('.book .note').count(), 0);
            const { y } = await heading.boundingBox();
            assert.ok(y >= 0 && y < 200, `the section is at ${y}`);
            assert.equal(await page.locator('dialog[open] :focus').count(), 1, 'the focus stays in the settings');
        }
        await page.keyboard.press('Escape');
        await page.locator('.book nav a').nth(2).click();
        await page.waitForFunction(() => document.activeElement?.id === 'rule-turn');
    }));

test(
    'everything works with the network unplugged, in the chosen language',
    { skip: chromiumOnly('a cut network') },
    () =>
        open({ locale: 'fr-FR' }, async (page, context) => {
            await page.goto(host.url);
            await page.evaluate(() => navigator.serviceWorker.ready);
            await page.waitForFunction(async () => {
                const [name] = await caches.keys();
                const kept = name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [];
                return (
                    kept.length > 10 &&
                    ['page', 'lessons', 'online', 'rules-pinko'].every((part) =>
                        kept.some((url) => url.includes(`words-fr-${part}`)),
                    )
                );
            });
            await page.reload();
            await context.setOffline(true);
            await begin(page, host.url, 'quoridor-mini', {
                seats: Array(2).fill({ kind: 'engine', name: '', level: 1 }),
                settings: { engineSeconds: 0.5, language: '' },
            });
            await page.waitForFunction(
                () => JSON.parse(localStorage.getItem('stockade.game')).turns.length >= 2,
                undefined,
                { timeout: 30_000 },
            );
            await page.goto(`${host.url}#/learn/territoires`);
            await page.getByText('Fermer un territoire').waitFor();
            await page.goto(`${host.url}#/learn/pinko/rules`);
            await page.waitForSelector('.book .text[lang="fr"] img');
        }),
);

test('while the engine thinks, a pointer redraws only what it points at', { skip: chromiumOnly('counts') }, () =>
    open({}, async (page) => {
        await page.goto(host.url + kGame);
        await page.getByLabel('Best turns').uncheck();
        await page.getByLabel('Think').check();
        await page.waitForSelector('.lines li');
        await page.locator('.overlays select').selectOption('walls');
        await page.waitForSelector('.wall-heat');
        await page.evaluate(() => {
            window.changes = 0;
            new MutationObserver((records) => (window.changes += records.length)).observe(
                document.querySelector('.board'),
                { subtree: true, childList: true, attributes: true },
            );
        });
        const box = await page.locator('.board').boundingBox();
        const kMoves = 40;
        for (let i = 0; i < kMoves; ++i)
            await page.mouse.move(
                box.x + 20 + ((i * 37) % (box.width - 40)),
                box.y + 20 + ((i * 53) % (box.height - 40)),
            );
        const changes = await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(window.changes))));
        console.log(`${changes} changes to the board in ${kMoves} moves of the pointer`);
        assert.ok(changes > 0 && changes <= 5 * kMoves, `${changes} changes`);
    }),
);
