import { beforeEach, describe, expect, test } from 'vitest';
import '../test/browser';
import { advised, beat, beaten, kLevels, kStrongest, levelAbout, levelName, levelOf, ratingOf } from './levels';

beforeEach(() => localStorage.clear());

describe('levels', () => {
    test('each has a name and a sentence of its own', () => {
        expect(new Set(kLevels.map(levelName)).size).toBe(10);
        expect(new Set(kLevels.map(levelAbout)).size).toBe(10);
        expect(kLevels.at(-1)).toBe(kStrongest);
    });
    test('ratings rise with the level, as far as they were measured', () => {
        const games = ['quoridor', 'quoridor-kid', 'quoridor-mini', 'wallgo', 'territoires', 'pinko', 'blockade'];
        for (const game of [...games, 'quoridor4fun']) {
            const ratings = kLevels.map((level) => ratingOf(game, level)).filter((rating) => rating !== undefined);
            expect(ratings.length).toBeGreaterThanOrEqual(9);
            for (let i = 1; i < ratings.length; ++i) expect(ratings[i]).toBeGreaterThan(ratings[i - 1]);
        }
        // 81 per cent are 252 Elo.
        expect([ratingOf('quoridor', 1), ratingOf('quoridor', 2)]).toEqual([500, 750]);
        expect(ratingOf('pinko', 10)).toBeUndefined();
        expect(ratingOf('chess', 3)).toBeUndefined();
    });
    test('whoever is beaten stays beaten, and the next one is advised', () => {
        expect([beaten('quoridor'), advised('quoridor')]).toEqual([0, 1]);
        beat('quoridor', 4);
        beat('quoridor', 2);
        beat('pinko', 10);
        expect([beaten('quoridor'), advised('quoridor'), advised('pinko'), advised('wallgo')]).toEqual([4, 5, 10, 1]);
    });
    test('what is no level is the nearest one', () => {
        expect([0, 3.4, 99, NaN].map(levelOf)).toEqual([1, 3, 10, 1]);
    });
});
