import { forgetListeners, localStorage, location, Socket } from '../test/browser';
import { kGame, kState } from '../test/online';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game, GameState } from './types';

const kId = kGame.game;
const kUser = kGame.players[0];
const plain = { code: '', args: {} };

const kRules = readFileSync(new URL('../../wasm/rules.wasm', import.meta.url));
let online: typeof import('./online.svelte').online;
let Table: typeof import('./table.svelte').Table;
let blockingGame: typeof import('../lib/fairplay').blockingGame;
let table: InstanceType<typeof Table> | undefined;

beforeEach(async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    vi.resetModules();
    forgetListeners();
    localStorage.clear();
    location.hash = `/online/game/${kId}`;
    Socket.all = [];
    const me = { user: kUser, ratings: {}, games: [kId], muted: [] };
    vi.stubGlobal(
        'fetch',
        async () => new Response(JSON.stringify(me), { headers: { 'Content-Type': 'application/json' } }),
    );
    await (await import('../rules/rules')).loadRules(kRules);
    ({ online } = await import('./online.svelte'));
    ({ Table } = await import('./table.svelte'));
    ({ blockingGame } = await import('../lib/fairplay'));
});
afterEach(() => {
    table?.close();
    table = undefined;
    vi.useRealTimers();
});

const server = () => Socket.last;
const welcome = () => server().say({ t: 'welcome', user: kUser, now: Date.now(), games: [kId] });
/** The whole game, as on arrival. */
const tell = (more: Partial<Game> = {}, state: Partial<GameState> = {}) =>
    server().say({ t: 'game', ...kGame, ...more, state: { ...kState, now: Date.now(), ...state } });
/** A turn that was played. */
const turn = (ply: number, text: string, more: object = {}) =>
    server().say({
        t: 'turn',
        game: kId,
        seq: ply,
        ply,
        player: (ply - 1) % 2,
        turn: text,
        time: 5,
        left: [300_000, 300_000],
        to_move: ply % 2,
        roll: null,
        deadline: Date.now() + 300_000,
        now: Date.now(),
        ...more,
    });
async function sit(more: Partial<Game> = {}, state: Partial<GameState> = {}) {
    await online.open();
    welcome();
    const sat = (table = new Table(kId));
    tell(more, state);
    server().heard();
    return sat;
}

describe('a game on the server', () => {
    it('shows a turn at once, and sends it once', async () => {
        const sat = await sit();
        expect(sat.yourTurn).toBe(true);
        expect(sat.act('e2')).toBe(true);
        expect(sat.view!.history).toEqual(['e2']);
        expect(sat.sending).toBe(true);
        expect(sat.yourTurn).toBe(false);
        expect(sat.played).toEqual({ player: 0, turn: 'e2' });
        const [sent, ...more] = server().heard() as { t: string; turn: string; ply: number; id: string }[];
        expect(sent).toMatchObject({ t: 'turn', game: kId, turn: 'e2', ply: 0 });
        expect(more).toEqual([]);
        expect(sat.act('e3')).toBe(false);
        turn(1, 'e2', { id: sent.id });
        expect(sat.sending).toBe(false);
        expect(sat.view!.history).toEqual(['e2']);
        turn(2, 'e8');
        expect(sat.played).toEqual({ player: 1, turn: 'e8' });
        expect(sat.yourTurn).toBe(true);
    });
    it('takes back a turn that the server refuses, and says why', async () => {
        const sat = await sit();
        sat.act('e2');
        const [{ id }] = server().heard() as { id: string }[];
        server().say({ t: 'error', re: 'turn', game: kId, id, text: 'too late', ...plain });
        expect(sat.notice?.text).toBe('too late');
        expect(sat.view!.history).toEqual([]);
        tell();
        expect(sat.yourTurn).toBe(true);
        sat.act('e2');
        expect(sat.notice).toBeUndefined();
    });
    it('refuses what the rules do, without the server', async () => {
        const sat = await sit();
        expect(sat.type('e5')).toBe(false);
        expect(sat.refusal?.text).toMatch(/e5/);
        expect(server().heard()).toEqual([]);
        expect(sat.sending).toBe(false);
    });
    it('goes on after a lost connection: the turn is sent again under its id', async () => {
        const sat = await sit();
        sat.act('e2');
        const [first] = server().heard();
        const old = server();
        old.onclose?.();
        await vi.advanceTimersByTimeAsync(20_000);
        expect(server()).not.toBe(old);
        welcome();
        const again = server().heard();
        expect(again).toContainEqual(first);
        expect(again).toContainEqual({ t: 'watch', game: kId, seq: 0 });
        expect(sat.view!.history).toEqual(['e2']);
        // It had come through, and the other one has answered meanwhile.
        tell({ turns: ['e2', 'e8'], times: [1, 1], seq: 2, ply: 2 });
        expect(sat.view!.history).toEqual(['e2', 'e8']);
        expect(sat.sending).toBe(false);
        expect(sat.yourTurn).toBe(true);
    });
    it('follows turns that are taken back, and keeps no part of one', async () => {
        const sat = await sit({ turns: ['e2', 'e8', 'e3'], times: [1, 1, 1], seq: 3, ply: 3 }, { to_move: 1 });
        sat.do('takeback');
        expect(server().heard()).toEqual([{ t: 'act', game: kId, do: 'takeback' }]);
        server().say({ t: 'takeback', game: kId, seq: 4, ply: 2, to_move: 0, left: [1, 1], deadline: null, now: 0 });
        expect(sat.view!.history).toEqual(['e2', 'e8']);
        expect(sat.yourTurn).toBe(true);
    });
    it('takes back a part of a turn before it is sent', async () => {
        const sat = await sit({ spec: 'blockade' });
        expect(sat.canTakeBackPart).toBe(false);
        sat.act('d4-d6');
        expect(server().heard()).toEqual([]);
        expect(sat.canTakeBackPart).toBe(true);
        // Something else that is told leaves it.
        tell({ spec: 'blockade' }, { watchers: 3 });
        expect(sat.view!.turnSoFar).toBe('d4-d6');
        sat.takeBackPart();
        expect(sat.view!.inTurn).toBe(false);
        expect(sat.canTakeBackPart).toBe(false);
    });
    it('ends when the server says so', async () => {
        const sat = await sit({ turns: ['e2'], times: [1], seq: 1, ply: 1 }, { to_move: 1 });
        sat.do('resign');
        expect(server().heard()).toEqual([{ t: 'act', game: kId, do: 'resign' }]);
        expect(sat.over).toBe(false);
        server().say({ t: 'end', game: kId, seq: 2, result: '0-1', reason: 'resignation', secret: '', now: 5 });
        expect(sat.over).toBe(true);
        expect(sat.yourTurn).toBe(false);
        expect(sat.plan).toBeUndefined();
        expect(sat.act('e8')).toBe(false);
    });
    it('that is not there, or not by these rules, says so', async () => {
        await online.open();
        welcome();
        const lost = (table = new Table(kId));
        server().say({ t: 'error', re: 'watch', game: kId, text: 'there is no such game', ...plain });
        expect(lost.problem?.text).toBe('there is no such game');
        expect(lost.view).toBeUndefined();
        lost.close();
        const newer = (table = new Table(kId));
        tell({ turns: ['e9'], seq: 1, ply: 1 });
        expect(newer.problem).toBeDefined();
    });
    it('is left when the table is', async () => {
        const sat = await sit();
        sat.close();
        expect(server().heard()).toEqual([{ t: 'leave', game: kId }]);
    });
    it('has the server’s roll, and none of one’s own', async () => {
        const sat = await sit({ spec: 'quoridor4fun' }, { roll: 2 });
        expect(sat.dice).toBe(true);
        expect(sat.view).toMatchObject({ roll: 2, rollDue: false });
        expect(sat.type('4:e2,e3,e4,e5')).toBe(false);
        expect(server().heard()).toEqual([]);
        sat.act('e2');
        sat.act('e3');
        expect(server().heard()).toMatchObject([{ t: 'turn', turn: '2:e2,e3' }]);
        expect(sat.plan).toBeUndefined();
    });
});

describe('the clocks', () => {
    it('run for whoever is to move, and stop at nothing', async () => {
        const deadline = Date.now() + 10_000;
        const sat = await sit({ turns: ['e2', 'e8'], seq: 2, ply: 2 }, { running: true, deadline, left: [9000, 7000] });
        expect(sat.left(0)).toBe(10_000);
        expect(sat.left(1)).toBe(7000);
        await vi.advanceTimersByTimeAsync(4000);
        expect(sat.left(0)).toBe(6000);
        expect(sat.left(1)).toBe(7000);
        await vi.advanceTimersByTimeAsync(7000);
        expect(sat.left(0)).toBe(0);
        expect(sat.firstTurnDue).toBeUndefined();
    });
    it('wait for the first turn', async () => {
        const sat = await sit({}, { deadline: Date.now() + 30_000 });
        expect(sat.left(0)).toBe(300_000);
        expect(sat.firstTurnDue).toBe(30);
        await vi.advanceTimersByTimeAsync(1500);
        expect(sat.firstTurnDue).toBe(29);
    });
    it('are not there without one', async () => {
        const sat = await sit({ clock: 'none' }, { left: null });
        expect(sat.left(0)).toBeUndefined();
        expect(sat.firstTurnDue).toBeUndefined();
    });
});

describe('a planned turn', () => {
    const kTheirs = [{ turns: ['e2'], times: [1], seq: 1, ply: 1 }, { to_move: 1 }] as const;
    it('is told to the server, with what comes before it', async () => {
        const sat = await sit(...kTheirs);
        expect(sat.plan?.turnOf).toBe(0);
        expect(sat.act('e3')).toBe(true);
        expect(server().heard()).toEqual([{ t: 'premove', game: kId, ply: 1, lines: [['*', 'e3']] }]);
        expect(sat.planned?.turn).toBe('e3');
        expect(sat.planned?.marks).toHaveLength(1);
        // The board is as it was, for another plan.
        expect(sat.view!.history).toEqual(['e2']);
        expect(sat.plan?.history).toEqual([]);
    });
    it('is forgotten when it is taken back, or one’s turn comes', async () => {
        const sat = await sit(...kTheirs);
        sat.act('e3');
        server().heard();
        sat.cancelPlan();
        expect(server().heard()).toEqual([{ t: 'premove', game: kId, ply: 1, lines: [] }]);
        expect(sat.planned).toBeUndefined();
        sat.act('e3');
        turn(2, 'e8');
        expect(sat.planned).toBeUndefined();
        expect(sat.plan).toBeUndefined();
        expect(sat.yourTurn).toBe(true);
    });
    it('may be lines', async () => {
        const sat = await sit(...kTheirs);
        sat.setLines(' e8  e3 \n\n e7 e4\n');
        expect(server().heard()).toMatchObject([
            {
                t: 'premove',
                lines: [
                    ['e8', 'e3'],
                    ['e7', 'e4'],
                ],
            },
        ]);
        expect(sat.planned?.turn).toBe('e8 e3; e7 e4');
        sat.setLines('\n');
        expect(sat.planned).toBeUndefined();
    });
    it('is nothing for those who watch, nor in games with dice', async () => {
        expect((await sit({ ...kTheirs[0], you: null }, kTheirs[1])).plan).toBeUndefined();
        expect(table!.act('e3')).toBe(false);
        table!.close();
        const dice = (table = new Table(kId));
        tell({ spec: 'quoridor4fun' }, { to_move: 0, roll: 1 });
        expect(dice.plan).toBeUndefined();
    });
});

describe('fair play', () => {
    it('blocks engines while a rated game against the clock lasts', async () => {
        await sit({ rated: true });
        expect(blockingGame()).toBe(kId);
        server().say({ t: 'end', game: kId, seq: 1, result: '0-1', reason: 'resignation', secret: '', now: 5 });
        expect(blockingGame()).toBeUndefined();
    });
    it('lets them be for others', async () => {
        await sit({ rated: false });
        tell({ rated: true, clock: '2d' });
        tell({ rated: true, you: null });
        expect(blockingGame()).toBeUndefined();
    });
});

describe('a game that has ended', () => {
    const end = (result: string, reason = 'resignation', seq = 1) =>
        server().say({ t: 'end', game: kId, seq, result, reason, secret: '', now: 5 });
    const kept = () => JSON.parse(localStorage.getItem('stockade.games') ?? '[]');
    const progress = () => JSON.parse(localStorage.getItem('stockade.progress') ?? 'null');
    const against = (level: number) => ({ players: [kUser, { name: 'engine', kind: 'engine' as const, level }] });

    it('is kept among the games of this device, once', async () => {
        await sit({ turns: ['e2'], times: [0], seq: 1, ply: 1 }, { to_move: 1 });
        expect(kept()).toEqual([]);
        end('1/2-1/2', 'agreement', 2);
        tell({ turns: ['e2'], times: [0], result: '1/2-1/2', reason: 'agreement', ended: 5 });
        expect(kept()).toEqual([
            {
                id: kId,
                when: 5,
                game: 'quoridor',
                spec: 'quoridor',
                turns: ['e2'],
                seats: [
                    { kind: 'person', name: 'ann', level: 0 },
                    { kind: 'person', name: 'ben', level: 0 },
                ],
                own: 0,
                shares: [6, 6],
                ended: 'agreement',
            },
        ]);
    });
    it('is kept by whoever comes after its end, too', async () => {
        await sit({ turns: ['e2'], times: [0], result: '0-1', reason: 'time', ended: 7 });
        expect(kept()).toMatchObject([{ id: kId, when: 7, ended: 'time', shares: [0, 12] }]);
    });
    it('is not kept by those who watched, nor where it was called off', async () => {
        await sit({ you: null });
        end('1-0');
        table!.close();
        table = new Table(kId);
        tell();
        end('*', 'aborted');
        expect(table.over).toBe(true);
        expect(kept()).toEqual([]);
    });
    it('beats the level of the engine that one has won against', async () => {
        const sat = await sit(against(4));
        expect(sat.beaten).toBe(0);
        end('1-0');
        expect(sat.beaten).toBe(4);
        expect(progress()).toEqual({ quoridor: 4 });
        expect(kept()).toMatchObject([{ seats: [{ kind: 'person' }, { kind: 'engine', name: '', level: 4 }] }]);
    });
    it('beats no level where one has lost, or against people', async () => {
        const sat = await sit(against(4));
        end('0-1');
        expect(sat.beaten).toBe(0);
        sat.close();
        table = new Table(kId);
        tell();
        end('1-0');
        expect(table.beaten).toBe(0);
        expect(progress()).toBeNull();
    });
});
