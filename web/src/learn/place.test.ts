import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../rules/types';
import { kLessons } from './lessons';
import { placeOf } from './place';

const info = (name: string, family = name): GameInfo => ({
    name,
    family,
    title: name,
    summary: '',
    sample: '',
    dice: false,
    goal: true,
    options: [],
});
const games = [info('quoridor'), info('quoridor-mini', 'quoridor'), info('territoires'), info('wallgo', 'territoires')];
const placeAt = (path: string) =>
    placeOf(path, [...games, info('fresh'), info('bare')], ['quoridor', 'territoires', 'fresh']);

describe('an address of the lessons', () => {
    it('leads to a game’s own lessons', () => {
        for (const game of ['quoridor', 'quoridor-mini', 'wallgo', 'territoires'])
            expect(placeAt(game)).toMatchObject({ first: false, game, lessons: kLessons[game], reading: false });
    });
    it('without a game, or with one that nobody knows, leads to the first of them', () => {
        expect(placeAt('').game).toBe('quoridor');
        expect(placeAt('chess').game).toBe('quoridor');
        expect(placeAt('first')).toMatchObject({ first: true, reading: false });
    });
    it('leads to a section of the rules, which a family shares', () => {
        expect(placeAt('wallgo/rules/draws')).toMatchObject({ book: 'territoires', reading: true, section: 'draws' });
        expect(placeAt('quoridor-mini/rules')).toMatchObject({ book: 'quoridor', reading: true, section: '' });
    });
    it('of a game without lessons shows its rules, where they are written, and never those of another game', () => {
        expect(placeAt('fresh')).toMatchObject({ game: 'fresh', lessons: [], book: 'fresh', reading: true });
        expect(placeAt('bare')).toMatchObject({ game: 'bare', lessons: [], book: undefined, reading: false });
    });
});
