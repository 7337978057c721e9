import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { beginnings, kSounds } from '../lib/sound';
import { loadRules, Session } from '../rules/rules';
import { heard, stepped } from './hearing';

beforeAll(() => loadRules(readFileSync(fileURLToPath(new URL('../../wasm/rules.wasm', import.meta.url)))));

/** What is heard at each of some actions. */
function sounds(position: string, actions: string[], own: number[] = [0, 1]) {
    const session = Session.fromPosition(position);
    const all = actions.map((action) => {
        const before = session.state();
        session.act(action);
        return heard(before, session.state(), own);
    });
    session.close();
    return all;
}

describe('sounds of a game', () => {
    test('a step, a wall, and the end for those who win and lose', () => {
        const near = 'quoridor-mini; pawns c3 d2; hand 3 3; walls -; turn 1';
        expect(sounds(near, ['c4', 'a2h', 'c5'], [])).toEqual([['move'], ['wall'], ['won']]);
        expect(sounds(near, ['c4', 'a2h', 'c5'], [1]).at(-1)).toEqual(['lost']);
        expect(sounds(near, ['c4', 'a2h', 'c5'], [0]).at(-1)).toEqual(['won']);
    });
    test('and after it, that the turn has come to a person here', () => {
        const near = 'quoridor-mini; pawns c3 d2; hand 3 3; walls -; turn 1';
        expect(sounds(near, ['c4', 'a2h'], [0])).toEqual([['move'], ['wall', 'turn']]);
        expect(sounds(near, ['c4', 'a2h'], [1])).toEqual([['move', 'turn'], ['wall']]);
        expect(sounds(near, ['c4', 'a2h'])).toEqual([
            ['move', 'turn'],
            ['wall', 'turn'],
        ]);
        // Not within a turn.
        expect(
            sounds('blockade; pawns d4 h4 | d11 h11; hand 9h9v 9h9v; walls -; turn 2', ['d11-d9', 'e9h'], [0]),
        ).toEqual([['move'], ['wall', 'turn']]);
    });
    test('in a game that is looked through, no result and nobody’s turn', () => {
        const session = Session.fromPosition('quoridor-mini; pawns c3 d2; hand 3 3; walls -; turn 1');
        const states = [session.state()];
        for (const action of ['c4', 'a2h', 'c5']) {
            session.act(action);
            states.push(session.state());
        }
        session.close();
        const through = states.slice(1).map((now, i) => stepped(states[i], now));
        expect(through).toEqual([['move'], ['wall'], ['move']]);
        expect(stepped(states[2], states[1])).toEqual([]);
    });
    test('one sound follows the other', () => {
        const [first, second] = beginnings(['wall', 'turn']);
        expect(first).toBe(0);
        expect(second).toBeGreaterThan(Math.max(...kSounds.wall.map(({ at, seconds }) => at + seconds)));
    });
    test('a throw of the die', () => {
        const session = Session.create('quoridor4fun', 3);
        const before = session.state();
        expect(before.rollDue).toBe(true);
        session.roll();
        expect(heard(before, session.state(), [0])).toEqual(['roll']);
        session.close();
    });
    test('what is taken back is not heard', () => {
        const session = Session.create('quoridor', 0);
        session.act('e2');
        const before = session.state();
        session.undo();
        expect(heard(before, session.state(), [0, 1])).toEqual([]);
        session.close();
    });
});
