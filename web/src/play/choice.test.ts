import { beforeEach, describe, expect, it } from 'vitest';
import { localStorage, location } from '../test/browser';
import { beat } from '../lib/levels';
import { choose, keepChoice, keptChoice, meetEngine, seatsOf } from './choice';

const levels = () => keptChoice().seats?.map(({ level }) => level);

beforeEach(() => {
    localStorage.clear();
    location.hash = '';
});

describe('the choice of a new game', () => {
    it('is a person against engines of the level that is advised, before any choice', () => {
        expect(seatsOf({}, 'quoridor').map(({ kind, level }) => [kind, level])).toEqual([
            ['person', 1],
            ['engine', 1],
            ['engine', 1],
            ['engine', 1],
        ]);
        beat('pinko', 4);
        expect(seatsOf({}, 'pinko')[1].level).toBe(5);
    });
    it('is what was chosen last', () => {
        keepChoice({ game: 'pinko', seats: seatsOf({ seats: [{ kind: 'engine', name: '', level: 7 }] }, 'pinko') });
        keepChoice({ clock: 3 });
        expect(keptChoice()).toMatchObject({ game: 'pinko', clock: 3 });
        expect(seatsOf(keptChoice(), 'blockade').map(({ level }) => level)).toEqual([7, 1, 1, 1]);
    });
    it('of another game keeps everything else', () => {
        keepChoice({ game: 'pinko', clock: 3 });
        choose('wallgo');
        expect(keptChoice()).toEqual({ game: 'wallgo', clock: 3 });
        expect(location.hash).toBe('#/play');
    });
    it('of an engine that waits is its game and its level, whatever was chosen before', () => {
        keepChoice({ game: 'pinko', seats: seatsOf({}, 'pinko').map((seat) => ({ ...seat, level: 2 })) });
        beat('quoridor', 9);
        meetEngine('quoridor');
        expect(keptChoice().game).toBe('quoridor');
        expect(levels()).toEqual([10, 10, 10, 10]);
        expect(location.hash).toBe('#/play/computer');
    });
});
