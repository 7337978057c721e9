import { describe, expect, it } from 'vitest';
import type { SessionState } from '../rules/types';
import { mustPass, openingText, taskOf } from './task';

const view = (more: Partial<SessionState> = {}) =>
    ({
        players: [{ goals: [] }, { goals: [] }],
        turnOf: 0,
        pass: '',
        rollDue: false,
        roll: 0,
        actionsLeft: 0,
        moves: [[0, 0, 0, 1, 'a2']],
        wallPlaces: [0, 0, 0],
        breakable: [],
        placements: [],
        decline: '',
        ...more,
    }) as unknown as SessionState;
const kStuck = { pass: '--', moves: [], wallPlaces: [] } as Partial<SessionState>;

describe('what is to be done', () => {
    it('is to pass where there is nothing else', () => {
        expect(mustPass(view(kStuck))).toBe(true);
        expect(mustPass(view())).toBe(false);
        for (const other of [
            { pass: '' },
            { rollDue: true },
            { moves: [[0, 0, 0, 1, 'a2']] },
            { wallPlaces: [0, 0, 0] },
            { breakable: [0, 0, 0] },
        ] as Partial<SessionState>[])
            expect(mustPass(view({ ...kStuck, ...other }))).toBe(false);
    });
    it('is told to you and of others', () => {
        const skips = { ...kStuck, players: [{ goals: [], skips: true }] } as Partial<SessionState>;
        expect(taskOf(view(kStuck), 'You', true, false)).toBe('You can do nothing and pass');
        expect(taskOf(view(kStuck), 'Ann', false, false)).toBe('Ann can do nothing and passes');
        expect(taskOf(view(skips), 'You', true, false)).toBe('You used a 4 and skip this turn');
        expect(taskOf(view(skips), 'Ann', false, false)).toBe('Ann used a 4 and skips this turn');
        expect(taskOf(view({ placements: [1, 1] }), 'You', true, false)).toBe('Place a pawn');
        expect(taskOf(view({ placements: [1, 1] }), 'Ann', false, false)).toBe('Ann places a pawn');
        expect(taskOf(view({ moves: [] }), 'You', true, false)).toBe('Now place a wall');
        expect(taskOf(view({ moves: [] }), 'Ann', false, false)).toBe('Ann places a wall');
    });
    it('is a turn of the usual kind, else', () => {
        expect(taskOf(view(), 'Ann', false, false)).toBeUndefined();
        expect(taskOf(view({ moves: [], wallPlaces: [] }), 'Ann', false, false)).toBeUndefined();
        expect(taskOf(view(), 'Ann', false, true)).toBe('Choose a wall beside one of your pawns to break');
        expect(taskOf(view({ decline: '..' }), 'Ann', false, false)).toBe('Step through, or stay');
        expect(taskOf(view({ roll: 3, actionsLeft: 2 }), 'Ann', false, false)).toBe('Rolled 3: 2 steps or walls to go');
        expect(taskOf(view({ roll: 3, actionsLeft: 1 }), 'Ann', false, false)).toBe('Rolled 3: one step or wall to go');
    });
    it('begins with the rolls for who begins', () => {
        expect(
            openingText(0, [
                [2, 2],
                [3, 1],
            ]),
        ).toBe('The die decided who begins: 2–2, 3–1');
        expect(openingText(1, [[3, 1]])).toBe('');
        expect(openingText(0)).toBe('');
    });
});
