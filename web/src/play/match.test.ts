import { localStorage } from '../test/browser';
import { Engine, info } from '../test/engine';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pastGames } from '../lib/history';
import { beaten } from '../lib/levels';
import { load, save } from '../lib/storage';
import { settings } from '../lib/settings.svelte';
import { loadRules } from '../rules/rules';
import { kPause, Match, type Clock, type SavedMatch, type Seat } from './match.svelte';

vi.mock('../engine/engine', () => import('../test/engine'));

const ann: Seat = { kind: 'person', name: 'Ann', level: 1 };
const ben: Seat = { kind: 'person', name: 'Ben', level: 1 };
const pip: Seat = { kind: 'engine', name: '', level: 2 };

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));
let matches: Match[] = [];
beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    Engine.all = [];
});
afterEach(() => {
    for (const match of matches) match.close();
    matches = [];
    vi.useRealTimers();
});
const kept = (): SavedMatch => load<SavedMatch>('game')!;
function begin(spec: string, seats: Seat[], clock?: Clock): Match {
    const match = Match.begin({ spec, seats, clock });
    matches.push(match);
    return match;
}
function resume(): Match {
    const match = Match.resume()!;
    matches.push(match);
    return match;
}
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** The engine has found a turn, and plays it. */
async function engineTurn(turn: string): Promise<void> {
    Engine.last.answer(info(turn));
    await wait(2000);
}

describe('a game at this device', () => {
    it('is kept after every action, and taken up again', () => {
        const match = begin('quoridor', [ann, ben]);
        expect(kept()).toMatchObject({ turns: [], setup: { spec: 'quoridor', seats: [ann, ben] } });
        expect(Match.goesOn).toBe(false);
        expect(match.act('e2')).toBe(true);
        expect(match.played).toEqual({ player: 0, turn: 'e2' });
        expect(kept().turns).toEqual(['e2']);
        expect(Match.goesOn).toBe(true);
        const again = resume();
        expect(again.state.position).toBe(match.state.position);
        expect(again.seed).toBe(match.seed);
    });
    it('keeps a part of a turn', () => {
        const match = begin('blockade', [ann, ben]);
        match.act('d4-d6');
        expect(kept()).toMatchObject({ turns: [], soFar: 'd4-d6' });
        expect(match.played).toBeUndefined();
        expect(resume().state.turnSoFar).toBe('d4-d6');
    });
    it('that cannot be read is an error, and nothing goes on', () => {
        const whole = { version: 1, setup: { spec: 'quoridor', seats: [ann, ben] }, seed: 1, turns: [], soFar: '' };
        for (const [saved, problem] of [
            [{ ...whole, clocks: [], version: 2 }, /version 2.*version 1/],
            [whole, /parts of it are missing/],
            [{ ...whole, clocks: [], turns: ['e9'] }, /e9/],
        ] as const) {
            save('game', saved);
            expect(() => Match.resume()).toThrow(problem);
            expect(Match.goesOn).toBe(false);
        }
        Match.forget();
        expect(Match.resume()).toBeUndefined();
    });
    it('is played by who is to move, and by nobody once it is over', () => {
        const match = begin('quoridor-mini', [ann, ben]);
        for (const turn of ['c2', 'c4', 'c3', 'c2', 'c4']) expect(match.type(turn)).toBe(true);
        expect(match.personToMove).toBe(true);
        expect(match.type('c1')).toBe(true);
        expect(match.state.over).toBe(true);
        expect(match.personToMove).toBe(false);
        expect(match.act('c5')).toBe(false);
        expect(pastGames()).toMatchObject([
            { id: match.seed, shares: [0, 12], seats: [ann, ben], turns: { length: 6 } },
        ]);
        expect(pastGames()[0].ended).toBeUndefined();
        expect(Match.goesOn).toBe(false);
    });
    it('takes no typed roll while the die is due', () => {
        const match = begin('quoridor4fun', [ann, ben]);
        expect(match.state.rollDue).toBe(true);
        expect(match.type('4:e2,e3,e4,e5')).toBe(false);
        expect(match.refusal?.text).toMatch(/roll/);
        expect(match.state).toMatchObject({ rollDue: true, history: [], turnSoFar: '' });
        match.roll();
        expect(match.state.roll).toBeGreaterThan(0);
        expect(match.refusal).toBeUndefined();
        const { turnSoFar } = match.state;
        match.roll();
        expect(match.state.turnSoFar).toBe(turnSoFar);
        expect(kept().soFar).toBe(turnSoFar);
    });
    it('from a position keeps it', () => {
        const position = 'quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 2';
        save('game', {
            version: 1,
            setup: { spec: 'quoridor', seats: [ann, ben] },
            seed: 1,
            start: position,
            turns: [],
            soFar: '',
            clocks: [],
        });
        const match = resume();
        match.act('e5');
        match.resign(0);
        expect(kept().start).toBe(position);
        expect(pastGames()[0]).toMatchObject({ position, turns: ['e5'], ended: 'resignation' });
    });
});

describe('taking back', () => {
    it('takes a part, or a turn', () => {
        const match = begin('blockade', [ann, ben]);
        expect(match.canUndo).toBe(false);
        match.type('d4-d6/a1h');
        match.act('d11-d9');
        match.undo();
        expect(match.state).toMatchObject({ turnSoFar: '', history: { length: 1 } });
        match.undo();
        expect(match.state).toMatchObject({ history: [], turnOf: 0 });
        expect(match.played).toBeUndefined();
        expect(kept().turns).toEqual([]);
    });
    it('takes what the engine answered, too', async () => {
        const match = begin('quoridor', [ann, pip]);
        match.act('e2');
        await engineTurn('e8');
        match.act('e3');
        await engineTurn('e7');
        expect(match.state.history).toEqual(['e2', 'e8', 'e3', 'e7']);
        match.undo();
        expect(match.state.history).toEqual(['e2', 'e8']);
        expect(match.personToMove).toBe(true);
    });
    it('while the engine thinks takes one’s own turn, and its answer comes to nothing', async () => {
        const match = begin('quoridor', [ann, pip]);
        match.act('e2');
        const { task } = Engine.last;
        match.undo();
        task!.resolve(info('e8'));
        await wait(2000);
        expect(match.state.history).toEqual([]);
        // Nor where it has found its turn, and waits to be seen.
        match.act('e2');
        Engine.last.answer(info('e8'));
        await wait(100);
        match.undo();
        match.act('d1');
        await wait(1000);
        expect(match.state.history).toEqual(['d1']);
        match.undo();
        await wait(0);
        expect(match.thinking).toBe(false);
    });
    it('goes on with a game that was over', () => {
        const match = begin('quoridor', [ann, ben]);
        match.act('e2');
        match.resign(1);
        expect(pastGames()).toHaveLength(1);
        match.undo();
        expect(match.state.over).toBe(false);
        expect(match.lost).toBeUndefined();
        expect(kept().lost).toBeUndefined();
        expect(pastGames()).toEqual([]);
    });
    it('is not for those who watch engines', () => {
        const match = begin('quoridor', [pip, { ...pip, level: 3 }]);
        expect(match.canUndo).toBe(false);
        expect(match.rival).toBeUndefined();
    });
});

describe('resigning', () => {
    it('ends the game, once', () => {
        const match = begin('quoridor', [ann, ben]);
        match.act('e2');
        match.resign(1);
        expect(match.state).toMatchObject({ over: true, ending: 'resigned', shares: [12, 0] });
        expect(match.lost).toEqual({ player: 1, onTime: false });
        match.resign(0);
        expect(match.lost).toEqual({ player: 1, onTime: false });
        expect(pastGames()).toMatchObject([{ ended: 'resignation', shares: [12, 0] }]);
        expect(resume().state.shares).toEqual([12, 0]);
    });
    it('stops an engine that thinks', async () => {
        const match = begin('quoridor', [ann, pip]);
        match.act('e2');
        expect(match.thinking).toBe(true);
        match.resign(0);
        expect(Engine.last.task).toBeUndefined();
        await wait(1000);
        expect(match.thinking).toBe(false);
        expect(match.state.history).toEqual(['e2']);
    });
});

describe('the clock', () => {
    const kClock: Clock = { initial: 10_000, increment: 2000 };
    it('begins with the first turn, and adds to whoever has played', async () => {
        const match = begin('quoridor', [ann, ben], kClock);
        await wait(5000);
        expect(match.clocks).toEqual([10_000, 10_000]);
        match.act('e2');
        expect(match.clocks).toEqual([12_000, 10_000]);
        await wait(3000);
        expect(match.clocks).toEqual([12_000, 7000]);
        match.act('e8');
        expect(match.clocks).toEqual([12_000, 9000]);
        expect(resume().clocks).toEqual([12_000, 9000]);
    });
    it('ends the game of whoever has no time left', async () => {
        const match = begin('quoridor', [ann, ben], kClock);
        match.act('e2');
        await wait(9900);
        expect(match.state.over).toBe(false);
        await wait(200);
        expect(match.state).toMatchObject({ over: true, shares: [12, 0] });
        expect(match.lost).toEqual({ player: 1, onTime: true });
        expect(match.clocks[1]).toBe(0);
        expect(pastGames()).toMatchObject([{ ended: 'time' }]);
        expect(match.act('e8')).toBe(false);
        await wait(5000);
        expect(match.clocks).toEqual([12_000, 0]);
    });
    it('stands still once the page has left the game', async () => {
        const match = begin('quoridor', [ann, ben], kClock);
        match.act('e2');
        match.close();
        matches = [];
        await wait(20_000);
        expect(match.clocks[1]).toBe(10_000);
        expect(kept().lost).toBeUndefined();
    });
    it('hurries the engine', async () => {
        const match = begin('quoridor', [ann, pip], kClock);
        match.act('e2');
        expect(Engine.last.task!.request.milliseconds).toBe(10_000 / 20 + 2000 * 0.7);
        await engineTurn('e8');
        const free = begin('quoridor', [ann, pip]);
        free.act('e2');
        expect(Engine.last.task!.request).toMatchObject({ milliseconds: settings.engineSeconds * 1000, level: 2 });
    });
});

describe('an engine', () => {
    it('plays its turn part by part, to be seen', async () => {
        const match = begin('blockade', [ann, pip]);
        match.type('d4-d6/a1h');
        Engine.last.answer(info('d11-d9/c1h'));
        await wait(350);
        expect(match.state.turnSoFar).toBe('d11-d9');
        await wait(kPause);
        expect(match.state.history).toEqual(['d4-d6/a1h', 'd11-d9/c1h']);
        expect(match.played).toEqual({ player: 1, turn: 'd11-d9/c1h' });
        expect(match.personToMove).toBe(true);
    });
    it('rolls the die for itself', async () => {
        const match = begin('quoridor4fun', [pip, { ...pip, level: 3 }]);
        expect(match.state.rollDue).toBe(true);
        await wait(600);
        expect(match.state.rollDue).toBe(false);
        expect(Engine.last.task!.request.turns).toEqual([`${match.state.turnSoFar}+`]);
    });
    it('that fails says why, and is asked again', async () => {
        const match = begin('quoridor', [ann, pip]);
        match.act('e2');
        Engine.last.fail('out of memory');
        await wait(0);
        expect(match.problem).toBe('out of memory');
        expect(match.thinking).toBe(false);
        match.retry();
        expect(match.problem).toBe('');
        await engineTurn('e8');
        expect(match.state.history).toEqual(['e2', 'e8']);
    });
    it('gives a hint, which goes with the next turn', async () => {
        const match = begin('quoridor', [ann, pip]);
        void match.askHint();
        expect(match.hinting).toBe(true);
        expect(Engine.last.task!.request.level).toBe('strongest');
        Engine.last.answer(info('e2'));
        await wait(0);
        expect([match.hint, match.hinting]).toEqual(['e2', false]);
        match.act('d1');
        expect(match.hint).toBeUndefined();
        // None while the engine is to move.
        const { task } = Engine.last;
        await match.askHint();
        expect(Engine.last.task).toBe(task);
    });
    it('that is beaten is noted, and the next one is a level up', () => {
        const match = begin('quoridor', [ann, pip]);
        match.act('e2');
        match.resign(1);
        expect(match.rival).toEqual(pip);
        expect(beaten('quoridor')).toBe(2);
        const next = match.nextLevel();
        matches.push(next);
        expect(next.setup.seats).toEqual([ann, { ...pip, level: 3 }]);
        const again = next.rematch();
        matches.push(again);
        expect(again.setup.seats).toEqual([{ ...pip, level: 3 }, ann]);
    });
});
