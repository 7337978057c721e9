// Plays whole games on the page as a person would: by mouse, by touch, or by keyboard.
import { replay } from './rules.mjs';

export const cellName = (col, row) => String.fromCharCode(97 + col) + (row + 1);
/** The cell of that name on a board. */
export const cellCalled = (name) => `[data-cell="${name.charCodeAt(0) - 97},${name.slice(1) - 1}"]`;
export const pause = (page) =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

export async function current(page) {
    const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('stockade.game')));
    return { saved, ...replay(saved) };
}

/** Seats of people, a game, and no turning of the board unless it is wanted. */
export async function begin(page, url, spec, { settings = {}, seats, clock = 0 } = {}) {
    const [game, options = ''] = spec.split(':');
    const values = Object.fromEntries(
        options
            .split(',')
            .filter(Boolean)
            .map((option) => option.split('=')),
    );
    await page.addInitScript(
        ([key, setup, chosen]) => {
            if (sessionStorage.getItem('begun') === key) return;
            sessionStorage.setItem('begun', key);
            localStorage.clear();
            localStorage.setItem('stockade.settings', JSON.stringify({ language: 'en', turnBoard: false, ...chosen }));
            localStorage.setItem('stockade.setup', JSON.stringify(setup));
        },
        [
            spec,
            {
                game,
                values: { [game]: values },
                seats: seats ?? Array(4).fill({ kind: 'person', name: '', level: 1 }),
                clock,
            },
            settings,
        ],
    );
    // An address that differs after # alone does not load the page anew, so its first page comes before.
    await page.goto(url);
    await page.evaluate(() => (location.hash = '#/play'));
    await page.click('button[type=submit]');
    await page.waitForSelector('.game .board');
}

async function middleOfCell(page, col, row) {
    const box = await page.locator(cellCalled(cellName(col, row))).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
async function middleOfWall(page, state, col, row, vertical) {
    const a = await middleOfCell(page, col, row);
    const more = state.wallLength - 1;
    const b = await (vertical ? middleOfCell(page, col + 1, row + more) : middleOfCell(page, col + more, row + 1));
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** By mouse: a click a choice. */
export const mouse = {
    async cell(page, _state, col, row) {
        const at = await middleOfCell(page, col, row);
        await page.mouse.click(at.x, at.y);
    },
    async wall(page, state, col, row, vertical) {
        const at = await middleOfWall(page, state, col, row, vertical);
        await page.mouse.move(at.x, at.y);
        await page.mouse.click(at.x, at.y);
    },
};
/** By touch: a wall takes a tap, and the button beside the board. */
export const touch = {
    async cell(page, _state, col, row) {
        const at = await middleOfCell(page, col, row);
        await page.touchscreen.tap(at.x, at.y);
    },
    async wall(page, state, col, row, vertical) {
        const at = await middleOfWall(page, state, col, row, vertical);
        await page.touchscreen.tap(at.x, at.y);
        await page.locator('.actions .primary').tap();
    },
};
/** By keyboard alone: from a corner to the place, letters for walls. */
export const keyboard = {
    async corner(page, state) {
        await page.locator('.board').focus();
        for (let i = 1; i < state.cols; ++i) await page.keyboard.press('ArrowLeft');
        for (let i = 1; i < state.rows; ++i) await page.keyboard.press('ArrowDown');
    },
    async cell(page, state, col, row) {
        await keyboard.corner(page, state);
        for (let i = 0; i < col; ++i) await page.keyboard.press('ArrowRight');
        for (let i = 0; i < row; ++i) await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
    },
    async wall(page, state, col, row, vertical) {
        await keyboard.corner(page, state);
        await page.keyboard.press(vertical ? 'v' : 'h');
        for (let i = 0; i < col; ++i) await page.keyboard.press('ArrowRight');
        for (let i = 0; i < row; ++i) await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
    },
};

/** Numbers that look random and are the same each time. */
export function randomNumbers(seed) {
    let state = seed >>> 0;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

/** The next action: mostly a step forward, now and then a wall. */
export function choose({ state, paths }, random) {
    const walls = state.wallPlaces.length / 3;
    const wall = () => {
        const i = random(walls);
        return { wall: state.wallPlaces.slice(3 * i, 3 * i + 3), action: state.wallActions.split(' ')[i] };
    };
    if (state.placements.length) {
        const i = random(state.placements.length / 2);
        return { cell: state.placements.slice(2 * i, 2 * i + 2), action: state.placementActions.split(' ')[i] };
    }
    if (state.moves.length === 0) return walls ? wall() : undefined;
    if (walls && state.history.length < 8 && random(3) === 0) return wall();
    const { distances } = paths[state.turnOf];
    const rated = state.moves.map((move) => ({
        move,
        far: distances.length ? distances[move[3] * state.cols + move[2]] : random(100),
    }));
    rated.sort((a, b) => a.far - b.far);
    return { move: rated[0].move, action: rated[0].move[4] };
}

/** One action on the page; false when the game is over. */
export async function act(page, hand, random) {
    const now = await current(page);
    const { state } = now;
    if (state.over) return false;
    if (state.rollDue) {
        if (hand === keyboard) await page.keyboard.press('d');
        else await page.getByRole('button', { name: 'Roll the die' }).click();
    } else {
        const choice = choose(now, random);
        if (!choice) await page.getByRole('button', { name: /^(Go on|Pass)$/ }).click();
        else if (choice.cell) await hand.cell(page, state, ...choice.cell);
        else if (choice.wall) await hand.wall(page, state, choice.wall[0], choice.wall[1], choice.wall[2] === 1);
        else {
            const [fromCol, fromRow, col, row] = choice.move;
            const several = state.moves.some((move) => move[0] !== fromCol || move[1] !== fromRow);
            if (several) await hand.cell(page, state, fromCol, fromRow);
            await pause(page);
            await hand.cell(page, state, col, row);
        }
    }
    await pause(page);
    const after = await current(page);
    if (after.saved.turns.length === now.saved.turns.length && after.saved.soFar === now.saved.soFar)
        throw new Error(`nothing happened in ${state.position} after ${now.saved.turns.join(' ')}`);
    return true;
}

export async function playToTheEnd(page, hand, seed = 1, most = 600) {
    const random = randomNumbers(seed);
    for (let i = 0; i < most; ++i) if (!(await act(page, hand, random))) return i;
    throw new Error(`the game is not over after ${most} actions`);
}

/** A record with names, comments and a variation. */
export const kCommented =
    '[Game "quoridor-mini"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n\n{A game among friends.}\n' +
    '1. c2 c4 2. c2h {Bars the way.} (2. c3 c2) d4 *';

/** Opens a record, a QF code or a position on the page of analysis. */
export async function openText(page, text) {
    const area = page.getByLabel('A record, JSON, QF code');
    if (!(await area.isVisible())) await page.getByText('Open a game or position').click();
    await area.fill(text);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
}
