import { describe, expect, it } from 'vitest';
import { toLearn } from './next';

const games = ['quoridor', 'quoridor4fun', 'pinko'];

describe('what to learn next', () => {
    it('is a game that was not played yet', () => {
        expect(toLearn(games, ['quoridor'], [])).toBe('quoridor4fun');
        expect(toLearn(games, games, [])).toBeUndefined();
    });
    it('is not a game of which all is learnt', () => {
        expect(toLearn(games, ['quoridor'], ['quoridor4fun.steps', 'quoridor4fun'])).toBe('pinko');
    });
    it('is first of all what was begun', () => {
        expect(toLearn(games, games, ['pinko.steps'])).toBe('pinko');
        // No game is taken for another whose name it begins with.
        expect(toLearn(games, ['quoridor'], ['quoridor4fun.steps'])).toBe('quoridor4fun');
    });
});
