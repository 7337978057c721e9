import { beforeEach, describe, expect, test } from 'vitest';
import '../test/browser';
import {
    dateOf,
    forget,
    forgetAll,
    outcomeOf,
    ownSeat,
    pastGames,
    recordOf,
    remember,
    rivalOf,
    tallies,
    type PastGame,
} from './history';
import { settings } from './settings.svelte';

const you = { kind: 'person', name: '', level: 1 } as const;
const ann = { kind: 'person', name: 'Ann', level: 1 } as const;
const engine = (level: number) => ({ kind: 'engine', name: '', level }) as const;
const game = (id: number, more: Partial<PastGame> = {}): PastGame => ({
    id,
    when: new Date(2026, 10, 8, 12).getTime(),
    game: 'quoridor',
    spec: 'quoridor',
    turns: ['e2', 'e8'],
    seats: [you, engine(4)],
    shares: [12, 0],
    ...more,
});

beforeEach(() => localStorage.clear());

describe('games of the past', () => {
    test('the last comes first, one that ends again is kept once, and one that goes on is not kept', () => {
        for (const id of [1, 2, 3]) remember(game(id));
        remember(game(2, { turns: ['e2'] }));
        expect(pastGames().map(({ id }) => id)).toEqual([2, 3, 1]);
        expect(pastGames()[0].turns).toEqual(['e2']);
        forget(3);
        expect(pastGames().map(({ id }) => id)).toEqual([2, 1]);
        forgetAll();
        expect(pastGames()).toEqual([]);
    });
    test('of very many the oldest are forgotten', () => {
        localStorage.setItem('stockade.games', JSON.stringify(Array.from({ length: 1000 }, (_, id) => game(id))));
        remember(game(5000));
        expect(pastGames().length).toBe(1000);
        expect(pastGames()[0].id).toBe(5000);
        expect(pastGames().at(-1)?.id).toBe(998);
    });
    test('damaged storage is no game', () => {
        localStorage.setItem('stockade.games', '{"a":1}');
        expect(pastGames()).toEqual([]);
        localStorage.setItem('stockade.games', JSON.stringify([null, { id: 1 }, game(2)]));
        expect(pastGames().map(({ id }) => id)).toEqual([2]);
    });
    test('an outcome is that of the only person', () => {
        expect(outcomeOf(game(1))).toBe('won');
        expect(outcomeOf(game(1, { shares: [0, 12] }))).toBe('lost');
        expect(outcomeOf(game(1, { shares: [6, 6] }))).toBe('draw');
        expect(outcomeOf(game(1, { seats: [you, ann] }))).toBe('played');
        // Two of three share the first place.
        expect(outcomeOf(game(1, { seats: [you, engine(1), engine(2)], shares: [6, 6, 0] }))).toBe('won');
    });
    test('in a game on a server it is that of whoever reads, among other people', () => {
        const away = game(1, { id: '000000000001', seats: [ann, { ...ann, name: 'Ben' }], own: 1 });
        expect(outcomeOf(away)).toBe('lost');
        expect(rivalOf(away)).toBe(0);
        remember(away);
        expect(ownSeat('quoridor', ['e2', 'e8'])).toBe(1);
        expect(tallies([away])).toEqual([{ game: 'quoridor', level: 0, played: 1, won: 0, draw: 0, lost: 1 }]);
    });
    test('one that ended earlier and is told later stands where it belongs', () => {
        remember(game(1));
        remember(game(2, { when: game(1).when - 1 }));
        remember(game(3, { when: game(1).when + 1 }));
        expect(pastGames().map(({ id }) => id)).toEqual([3, 1, 2]);
    });
    test('a rival is the engine that somebody plays alone', () => {
        expect(rivalOf(game(1))).toBe(4);
        expect(rivalOf(game(1, { seats: [engine(3), you] }))).toBe(3);
        expect(rivalOf(game(1, { seats: [you, engine(1), engine(2)] }))).toBe(0);
        expect(rivalOf(game(1, { seats: [engine(1), engine(2)] }))).toBe(0);
    });
    test('tallies are by game and opponent', () => {
        const games = [
            game(1),
            game(2, { shares: [0, 12] }),
            game(3, { seats: [you, engine(5)] }),
            game(4, { seats: [you, ann] }),
            game(5, { game: 'pinko', spec: 'pinko', shares: [6, 6] }),
        ];
        expect(tallies(games)).toEqual([
            { game: 'pinko', level: 4, played: 1, won: 0, draw: 1, lost: 0 },
            { game: 'quoridor', level: 0, played: 1, won: 0, draw: 0, lost: 0 },
            { game: 'quoridor', level: 4, played: 2, won: 1, draw: 0, lost: 1 },
            { game: 'quoridor', level: 5, played: 1, won: 1, draw: 0, lost: 0 },
        ]);
    });
    test('one finds oneself in a game that was played here', () => {
        remember(game(1, { seats: [engine(4), you] }));
        remember(game(2, { seats: [you, ann], turns: ['e2'] }));
        remember(game(3, { position: 'quoridor; pawns e3 e7; hand 9 9; walls -; turn 1' }));
        expect(ownSeat('quoridor', ['e2', 'e8'])).toBe(1);
        expect(ownSeat('quoridor', ['e2'])).toBe(-1);
        expect(ownSeat('quoridor', ['e2', 'e8', 'e3'])).toBe(-1);
        expect(ownSeat('quoridor; pawns e3 e7; hand 9 9; walls -; turn 1', ['e2', 'e8'])).toBe(0);
    });
    test('a record has the name of the settings for whoever reads the page', () => {
        expect(recordOf(game(1), ['You', 'Bramble']).tags).not.toHaveProperty('Player1');
        settings.name = ' Zoë ';
        expect(recordOf(game(1), ['You', 'Bramble']).tags).toMatchObject({ Player1: 'Zoë', Player2: 'Bramble' });
        settings.name = '';
    });
    test('a record names players, date and result', () => {
        expect(dateOf(game(1))).toBe('2026-11-08');
        expect(recordOf(game(1, { ended: 'time' }), ['', 'Bramble'])).toEqual({
            tags: { Game: 'quoridor', Date: '2026.11.08', Player2: 'Bramble', Result: '1-0', Termination: 'time' },
            turns: ['e2', 'e8'],
        });
    });
});
