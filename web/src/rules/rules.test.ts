import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Meant } from '$board/pieces';
import { kGuide, kGuideGame } from '../learn/guide';
import { kLessons } from '../learn/lessons';
import { readMessages } from '../../messages.js';
import { placementsOf, wallChoicesOf } from './flat';
import { WasmModule } from './module';
import { turnParts } from './notation';
import { allGames, loadRules, parseSpec, RulesError, Session } from './rules';

const en = readMessages('en');
beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));

describe('rules module', () => {
    it('knows all games, and has words for each game and option', () => {
        expect(allGames().map(({ name }) => name)).toContain('blockade');
        for (const game of allGames()) {
            expect(en).toHaveProperty([`page.game.${game.name}`]);
            expect(en).toHaveProperty([`page.game.${game.name}.summary`]);
            for (const option of game.options) expect(en).toHaveProperty([`page.option.${option.name}`]);
        }
    });
    it('says what is wrong', () => {
        expect(() => parseSpec('quoridor:size=4')).toThrow(RulesError);
        expect(() => Session.fromPosition('quoridor; pawns e1')).toThrow(/pawns/);
        const session = Session.create('quoridor', 1);
        expect(session.refusal('e2')).toBeUndefined();
        expect(session.refusal('e5')?.text).toMatch(/cannot go to e5/);
        expect(session.refusal('e5')).toMatchObject({ code: 'rules.cannot-go', args: { from: 'e1', to: 'e5' } });
        session.play('e4h');
        expect(session.refusal('e4v')).toMatchObject({ action: 'e4v', walls: [4, 3, 0] });
        session.close();
    });
    it('says why a place on the board cannot be chosen, as the game writes it', () => {
        const cell = { col: 4, row: 4 };
        const refused = (spec: string, meant: Meant) => {
            const session = spec.includes(';') ? Session.fromPosition(spec) : Session.create(spec, 1);
            const refusal = session.refusalOf(meant);
            session.close();
            return refusal;
        };
        const pawn = { col: 4, row: 0 };
        expect(refused('quoridor', { cell, pawn })).toMatchObject({ action: 'e5', code: 'rules.cannot-go' });
        expect(refused('quoridor', { cell: { col: 4, row: 1 }, pawn })).toBeUndefined();
        const own = { col: 3, row: 3 };
        expect(refused('blockade', { cell: { col: 4, row: 9 }, pawn: own })?.action).toBe('d4-e10');
        const wall = { col: 3, row: 3, vertical: true };
        expect(refused('blockade', { wall, breaking: false })).toMatchObject({
            action: 'd4v',
            code: 'rules.pawn-first',
        });
        const position = 'territoires; pawns b2 f6 c5 e3 | b6 f2 c3 e5; walls d4v; turn 1; percee 1 2';
        expect(refused(position, { wall, breaking: true })).toMatchObject({ action: 'xd4v', walls: [3, 3, 1] });
    });
    it('tells the action of every choice', () => {
        for (const { name, sample } of allGames())
            for (const session of [Session.create(name, 3), Session.fromPosition(sample)]) {
                if (session.state().rollDue) session.roll();
                for (let turn = 0; turn < 3 && !session.state().over; ++turn) {
                    const state = session.state();
                    const actions = [
                        ...state.moves.map((move) => move[4]),
                        ...wallChoicesOf(state.wallPlaces, state.wallActions).map(({ action }) => action),
                        ...wallChoicesOf(state.breakable, state.breakActions).map(({ action }) => action),
                        ...placementsOf(state.placements, state.placementActions).map(({ action }) => action),
                        ...[state.pass, state.decline].filter(Boolean),
                    ];
                    expect(new Set(actions).size, name).toBe(actions.length);
                    for (const action of actions) expect(session.refusal(action), `${name} ${action}`).toBeUndefined();
                    session.act(actions[(7 * turn) % actions.length]);
                    if (session.state().rollDue) session.roll();
                }
                session.close();
            }
    });
    it('knows in which formats a game can be written', () => {
        const formats = (spec: string) => {
            const session = Session.create(spec, 1);
            const known = session.state().formats;
            session.close();
            return known;
        };
        expect(formats('quoridor')).toEqual(['glendenning', 'qf']);
        expect(formats('quoridor:walls=9')).toEqual(['glendenning']);
        expect(formats('pinko')).toEqual(['glendenning']);
        expect(formats('quoridor:players=4')).toEqual([]);
        expect(formats('blockade')).toEqual([]);
    });
    it('has a picture of each game', () => {
        for (const game of allGames()) {
            const session = Session.fromPosition(game.sample);
            expect(session.state().game).toBe(game.name);
            session.close();
        }
    });
    it('plays and brings the new state in one call', () => {
        const session = Session.create('quoridor', 1);
        const call = vi.spyOn(WasmModule.prototype, 'call');
        session.act('e2');
        expect(session.state().history).toEqual(['e2']);
        expect(call).toHaveBeenCalledTimes(1);
        expect(() => session.act('e2')).toThrow(RulesError);
        expect(session.state().history).toEqual(['e2']);
        expect(call).toHaveBeenCalledTimes(2);
        call.mockRestore();
        session.close();
    });
    it('plays, takes back and rolls the same again', () => {
        const session = Session.create('quoridor4fun', 42);
        session.roll();
        const { roll } = session.state();
        expect(roll).toBeGreaterThan(0);
        session.act(session.state().moves[0][4]);
        session.undo();
        session.undo();
        session.roll();
        expect(session.state().roll).toBe(roll);
        session.close();
    });
});

describe('walls and examples', () => {
    it('tell what each wall does', () => {
        const session = Session.create('quoridor', 1);
        session.play('e2');
        const { walls, actions, changes } = session.walls();
        expect(wallChoicesOf(walls, actions)).toContainEqual({ col: 4, row: 3, vertical: true, action: 'e4v' });
        expect(changes.length).toBe((walls.length / 3) * 2);
        session.close();
        // Across the middle of a tight board: both must go round.
        const tight = Session.fromPosition('quoridor-mini; pawns c2 c4; hand 3 3; walls -; turn 1');
        const effects = tight.walls();
        const at = (wall: number[]) =>
            effects.walls.findIndex((_, i) => i % 3 === 0 && wall.every((value, k) => effects.walls[i + k] === value)) /
            3;
        expect(effects.changes.slice(2 * at([1, 0, 0]), 2 * at([1, 0, 0]) + 2)).toEqual([0, 1]);
        tight.close();
    });
    it('know the walls that follow a move in Blockade', () => {
        const session = Session.create('blockade', 1);
        expect(session.state().wallPlaces).toEqual([]);
        expect(session.walls().walls.length).toBe(260 * 3);
        session.close();
    });
    it('show a turn that can be played in every game, and the rest of one', () => {
        for (const { name } of allGames()) {
            const session = Session.create(name, 3);
            const { example, rollDue } = session.state();
            if (rollDue) session.act(example[0]);
            session.play(rollDue ? example.slice(2) : example);
            session.close();
        }
        const session = Session.create('blockade', 3);
        session.act(turnParts(session.state().example)[0]);
        expect(session.state().example).toMatch(/^\w\d+[hv]$/);
        session.close();
    });
});

describe('the first game', () => {
    it('is won with the last step, and has words for each', () => {
        const session = Session.create(kGuideGame, 0);
        for (const { id, turn, answer } of kGuide) {
            expect(en).toHaveProperty([`page.lesson.guide.${id}.text`]);
            session.act(turn);
            if (answer) session.act(answer);
        }
        expect(session.state()).toMatchObject({ over: true, shares: [12, 0] });
        session.close();
    });
});

describe('lessons', () => {
    for (const [family, lessons] of Object.entries(kLessons))
        for (const lesson of lessons)
            it(`${family} ${lesson.id} can be done`, () => {
                const session = Session.fromPosition(lesson.position);
                const before = lesson.before ?? [];
                for (const turn of before) session.play(turn);
                if (lesson.refused) {
                    expect(session.refusal(lesson.answer)).toBeDefined();
                    expect(lesson.answer).toMatch(lesson.refused);
                } else {
                    for (const part of turnParts(lesson.answer)) session.act(part);
                    expect(session.state().history[before.length]).toMatch(lesson.turn!);
                }
                // What it is about.
                const { ending, criterion, shares } = session.state();
                if (lesson.id === 'repetition') expect(ending).toBe('repetition');
                if (lesson.id === 'tie') expect([criterion, ...shares]).toEqual(['equal', 6, 6]);
                session.close();
                const words = `page.lesson.${lesson.words ?? family}.${lesson.id}`;
                expect(en).toHaveProperty([`${words}.title`]);
                expect(en).toHaveProperty([`${words}.text`]);
            });
});
