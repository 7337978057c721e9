// The pages and states that screenshots, the picture test and the test for everyone look at. Each function leads a
// page, in English, to its state; `speak` (fits.mjs) changes the language afterwards.
import { act, begin, keyboard, randomNumbers } from './driver.mjs';
import { standIn } from './hostile.mjs';

export const kGame = '#/analyse?start=quoridor&turns=e2_e8_e3_e7_e4_e6_e3h_e6h_d4_d6_c4v_d6v_d5_c6';
export const kMistake = '#/analyse?start=quoridor-mini&turns=c2_b5_c3_b4_c4_b3_c5';
const kPeople = ['Ann', 'Bob'].map((name) => ({ kind: 'person', name, level: 1 }));
const kPast = {
    id: 1,
    when: 1794900000000,
    game: 'quoridor-mini',
    spec: 'quoridor-mini',
    turns: ['c2', 'c4', 'c3', 'c2', 'c4', 'c1'],
    seats: [
        { kind: 'person', name: '', level: 1 },
        { kind: 'engine', name: '', level: 3 },
    ],
    shares: [0, 12],
};

const store = (page, kept) =>
    page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values))
            if (!localStorage.getItem(`stockade.${key}`))
                localStorage.setItem(`stockade.${key}`, JSON.stringify(value));
    }, kept);

const visit =
    (hash, wait) =>
    async ({ page, url }) => {
        await page.goto(url + hash);
        await page.waitForSelector(wait);
    };
const played =
    (spec, actions, seed, options) =>
    async ({ page, url, hand }) => {
        await begin(page, url, spec, { seats: kPeople, ...options });
        const random = randomNumbers(seed);
        for (let i = 0; i < actions; ++i) if (!(await act(page, hand, random))) break;
        await page.mouse.move(0, 0);
    };
const typed = async (page, turns) => {
    for (const turn of turns) {
        await page.fill('#typed', turn);
        await page.keyboard.press('Enter');
    }
};
const analysis = visit(kGame, '.analyse .tree .turn');
const map = (name, drawn) => async (at) => {
    await analysis(at);
    await at.page.locator('.overlays select').selectOption(name);
    await at.page.locator(drawn).first().waitFor({ state: 'attached' });
};
const edited = (hash) => async (at) => {
    await visit(hash, '.analyse .board')(at);
    await at.page.getByRole('button', { name: 'Edit the position' }).click();
    await at.page.waitForSelector('.verdict');
    await at.page.evaluate(() => scrollTo(0, 0));
};

/** Without a server. */
export const kScenes = {
    home: visit('', '.home'),
    returning: async (at) => {
        await store(at.page, { games: [1, 2, 3].map((id) => ({ ...kPast, id })) });
        await visit('', '.home .past')(at);
    },
    'no-games': visit('#/games', '.empty'),
    games: async (at) => {
        await store(at.page, { games: [1, 2, 3].map((id) => ({ ...kPast, id })) });
        await visit('#/games', 'table')(at);
    },
    'set-up': visit('#/play/computer', '.setup'),
    'set-up-friend': visit('#/play/friend', '.setup'),
    play: played('quoridor', 14, 4),
    'four-players': played('quoridor:players=4', 16, 4, { seats: [...kPeople, ...kPeople] }),
    quoridor4fun: played('quoridor4fun', 8, 7),
    wallgo: played('wallgo', 60, 7),
    'territoires-four': played('territoires:players=4', 30, 3, { seats: [...kPeople, ...kPeople] }),
    blockade: played('blockade', 12, 4),
    pinko: played('pinko', 16, 2),
    'wall-waits': async (at) => {
        await kScenes.play(at);
        await at.page.locator('.board').focus();
        await at.page.keyboard.press('h');
        await at.page.waitForSelector('.ghost.waits');
    },
    question: async (at) => {
        await played('quoridor', 4, 4)(at);
        await at.page.getByRole('button', { name: 'Resign' }).click();
        await at.page.waitForSelector('.actions .danger');
    },
    end: async ({ page, url }) => {
        await begin(page, url, 'quoridor-mini', { seats: kPeople });
        await typed(page, ['c2', 'c4', 'c3', 'c2', 'c4', 'c1']);
        await page.waitForSelector('.end');
    },
    'end-seen': async (at) => {
        await kScenes.end(at);
        await at.page.getByRole('button', { name: 'See the board' }).click();
        await at.page.locator('.end').waitFor({ state: 'detached' });
    },
    analysis,
    'analysis-empty': visit('#/analyse', '.tree'),
    'analysis-broken': visit('#/analyse?start=chess', '[role=alert]'),
    thinking: async (at) => {
        await analysis(at);
        await at.page.getByLabel('Think').check();
        await at.page.waitForSelector('.lines li');
    },
    walls: map('walls', '.wall-heat'),
    ratings: map('ratings', '.wall-heat'),
    distances: map('0', '.heat'),
    review: async (at) => {
        await visit(`${kMistake}&review=1`, '.analyse .tree')(at);
        await at.page.waitForFunction(
            () => document.querySelectorAll('dl dd').length === 2 && !document.querySelector('.review [role=status]'),
            undefined,
            { timeout: 120_000 },
        );
        await at.page.locator('.tree .turn:has(.glyph)').first().click();
    },
    retry: async (at) => {
        await kScenes.review(at);
        await at.page.getByRole('button', { name: 'Try it again' }).click();
        await at.page.getByText('Find a better turn').waitFor();
    },
    'play-on': async (at) => {
        await analysis(at);
        await at.page.getByRole('button', { name: 'Play on from here' }).click();
        await at.page.waitForSelector('.ask');
    },
    editor: edited(kGame),
    'editor-wallgo': edited('#/analyse?start=wallgo:players=3'),
    learn: visit('#/learn', 'main h1'),
    lessons: visit('#/learn/quoridor', '.lesson'),
    rules: visit('#/learn/quoridor/rules', '.book img'),
    'rules-section': visit('#/learn/wallgo/rules/end', '.book img'),
    'first-game': visit('#/learn/first', '.guide'),
    'first-game-won': async (at) => {
        await visit('#/learn/first', '.guide')(at);
        for (const [step, turn] of ['c2', 'b1h', 'c4', 'b4', 'b5'].entries()) {
            await at.page.getByText(`Step ${step + 1} of 5`).waitFor();
            await at.page.waitForSelector('.guide .board.interactive');
            const place = [{ cols: 5, rows: 5 }, turn.charCodeAt(0) - 97, turn[1] - 1];
            if (turn[2]) await keyboard.wall(at.page, ...place, false);
            else await keyboard.cell(at.page, ...place);
        }
        await at.page.waitForSelector('.guide.done');
        await at.page.evaluate(() => scrollTo(0, 0));
    },
    settings: async (at) => {
        await visit('', '.home')(at);
        await at.page.getByRole('button', { name: 'Settings' }).click();
        await at.page.waitForSelector('dialog[open]');
    },
    'no-server': async (at) => {
        await at.page.route('**/api/me', (route) => route.fulfill({ status: 404, body: 'not found' }));
        await visit('#/online', 'main h1')(at);
    },
};

const page = (where, wait) => visit(`#/online${where && `/${where}`}`, wait);
/** Scenes with a server, for the user `name`. The games and tournaments of the scenes have their ids in `ids`. */
export const kOnlineScenes = {
    lobby: page('', '.online-page .quick'),
    tournaments: page('tournaments', '.online-page form'),
    tournament: (at) => page(`tournament/${at.ids.tournament}`, '.online-page td')(at),
    challenge: (at) => page(`challenge/${at.ids.challenge}`, '.online-page h1')(at),
    archive: page('archive', '.fields'),
    explorer: page('explorer?spec=quoridor', '.board'),
    ranking: page('ranking', '.online-page section'),
    tv: page('tv', '.online-page .board, .game .board'),
    account: page('account', '#old-password'),
    'sign-in': page('sign-in', '#sign-name'),
    profile: async (at) => page(`user/${at.name}`, '.tally')(at),
    'online-game': async (at) => {
        await kOnlineScenes.lobby(at);
        await at.page.getByRole('button', { name: 'Engine' }).click();
        await at.page.getByRole('button', { name: 'Play the engine' }).click();
        await at.page.waitForSelector('.game .board');
    },
    'online-end': async (at) => {
        await kOnlineScenes['online-game'](at);
        await at.page.getByRole('button', { name: 'Resign' }).click();
        await at.page.getByRole('button', { name: 'Yes, resign' }).click();
        await at.page.waitForSelector('.result');
    },
};

/** The same before a server that always has the same to say (hostile.mjs), and games as it has them. */
export const kStandInScenes = Object.fromEntries(
    Object.entries({
        ...kOnlineScenes,
        'tv-game': async (at) => {
            await at.page.route('**/api/tv', (route) => route.fulfill({ json: { game: '000000000001' } }));
            await page('tv', '.game .board')(at);
        },
        'online-game': page('game/000000000001', '.game .chat p'),
        'online-end': page('game/000000000002', '.game .result'),
    }).map(([name, scene]) => [
        name,
        async (at) => {
            await standIn(at.page, at.name);
            await scene({ ...at, ids: { tournament: '000000000005', challenge: '000000000004' } });
        },
    ]),
);
