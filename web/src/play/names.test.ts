import { describe, expect, it } from 'vitest';
import { kLanguages, t, useLanguage } from '../i18n/i18n.svelte';
import type { SessionState } from '../rules/types';
import { distinct, isYou, nameOf, nameTags, seatName, verdict, youOf } from './names';
import type { Match, Seat } from './match.svelte';

const person = (name = ''): Seat => ({ kind: 'person', name, level: 1 });
const engine = (level: number): Seat => ({ kind: 'engine', name: '', level });
const match = (...seats: Seat[]) =>
    ({
        setup: { spec: 'quoridor', seats },
        people: seats.filter(({ kind }) => kind === 'person').length,
        seatOf: (player: number) => seats[player],
    }) as unknown as Match;
const namesOf = (...seats: Seat[]) => seats.map((_, player) => nameOf(match(...seats), player));

describe('names', () => {
    it('tell players apart', () => {
        expect(namesOf(person(), engine(4))).toEqual(['You', 'Bramble']);
        expect(namesOf(person(), engine(1), engine(1), engine(1))).toEqual(['You', 'Pip A', 'Pip B', 'Pip C']);
        expect(namesOf(engine(1), engine(2), engine(1))).toEqual(['Pip A', 'Nib', 'Pip B']);
        expect(namesOf(person(), person('Ann'), person())).toEqual(['Player 1', 'Ann', 'Player 3']);
        expect(distinct(['ann', 'ben'])).toEqual(['ann', 'ben']);
    });
    it('follow the seat, whoever begins', () => {
        const seats = [person(), engine(3)];
        const swapped = { ...match(...seats), seatOf: (player: number) => seats[1 - player] } as unknown as Match;
        expect(nameOf(swapped, 0)).toBe('Clover');
        expect(nameOf(swapped, 1)).toBe('You');
    });
    it('are what a placeholder shows', () => {
        expect(seatName(person(), 2, 1)).toBe('You');
        expect(seatName(person(), 2, 2)).toBe('Player 2');
        expect(seatName(person('Ann'), 2, 1)).toBe('Ann');
    });
    it('go into records, but for whoever reads the page', () => {
        expect(nameTags(['You', 'Engine 4'], (player) => player === 0)).toEqual({ Player2: 'Engine 4' });
        expect(nameTags(['Ann', 'Ben'], () => false)).toEqual({ Player1: 'Ann', Player2: 'Ben' });
        expect(nameTags(['You', 'Ben'], () => false)).toEqual({ Player1: 'You', Player2: 'Ben' });
    });
    it('say you to the only person, unless they have a name', () => {
        expect(youOf([engine(3), person()])).toBe(1);
        expect(youOf([engine(3), person('You')])).toBe(-1);
        expect(youOf([person(), person()])).toBe(-1);
        expect([0, 1].map((player) => isYou(match(engine(3), person()), player))).toEqual([false, true]);
    });
});

const ended = (shares: number[], more: Partial<SessionState> = {}) =>
    ({
        players: shares.map(() => ({ goals: [] })),
        shares,
        ending: 'played',
        criterion: 'goal',
        teams: false,
        history: ['e2', 'e8', 'e3'],
        ...more,
    }) as unknown as SessionState;
const words = (state: SessionState, names: string[], lost?: { player: number; onTime: boolean }, you = 0) => {
    const { who, why } = verdict(
        state,
        (player) => names[player],
        (player) => player === you,
        lost,
    );
    return `${who} ${why}`;
};
const kFour = ['You', 'Ann', 'Ben', 'Cyd'];

describe('the verdict', () => {
    it('is grammar for you and for others', () => {
        expect(words(ended([12, 0]), kFour)).toBe('You win by reaching the goal');
        expect(words(ended([0, 12]), kFour)).toBe('Ann wins by reaching the goal');
        expect(words(ended([0, 12], { ending: 'resigned' }), kFour, { player: 0, onTime: false })).toBe(
            'Ann wins You resigned',
        );
        expect(words(ended([12, 0], { ending: 'resigned' }), kFour, { player: 1, onTime: true })).toBe(
            'You win Ann ran out of time',
        );
        expect(words(ended([0, 12], { ending: 'resigned' }), kFour, { player: 0, onTime: true })).toBe(
            'Ann wins You ran out of time',
        );
    });
    it('does not take somebody of that name for you', () => {
        expect(words(ended([12, 0]), kFour, undefined, -1)).toBe('You wins by reaching the goal');
    });
    it('names all who share', () => {
        expect(words(ended([6, 0, 6, 0], { teams: true }), kFour)).toBe('You and Ben win by reaching the goal');
        expect(words(ended([0, 6, 0, 6]), kFour)).toBe('Ann and Cyd share first place by reaching the goal');
        expect(words(ended([0, 4, 4, 4], { ending: 'resigned' }), kFour)).toBe('Ann, Ben, and Cyd win You resigned');
    });
    it('says how it ended', () => {
        expect(words(ended([6, 6], { ending: 'repetition' }), kFour)).toBe('Draw the same position came up again');
        expect(words(ended([6, 6], { ending: 'turn-limit' }), kFour)).toBe('Draw the limit of turns is reached');
        expect(words(ended([12, 0], { criterion: 'territory' }), kFour)).toBe('You win with the most territory');
        expect(words(ended([12, 0], { criterion: 'region' }), kFour)).toBe('You win with the largest region');
        expect(words(ended([0, 12, 0], { criterion: 'region-tie-break' }), kFour)).toBe(
            'Ann wins with the largest region, after equal territory',
        );
        expect(words(ended([12, 0], { criterion: 'territory-tie-break' }), kFour)).toBe(
            'You win with the most territory, after equal largest regions',
        );
        expect(words(ended([6, 6], { criterion: 'equal' }), kFour)).toBe('Draw with equal territory');
    });
    it('does not say how many turns it took, which the card at the end adds', async () => {
        (globalThis as { document?: unknown }).document ??= { documentElement: {} };
        for (const language of kLanguages) {
            await useLanguage(language);
            const state = ended([6, 6], { ending: 'turn-limit', history: Array(400).fill('e2') });
            const { why } = verdict(state, String, () => false);
            expect(why, language).not.toMatch(/\d/);
            expect(t('page.end.turns', { count: 400 }), language).toMatch(/400/);
        }
        await useLanguage('en');
    });
    it('is grammar in French', async () => {
        (globalThis as { document?: unknown }).document ??= { documentElement: {} };
        await useLanguage('fr');
        const names = ['Vous', 'Ann'];
        expect(words(ended([12, 0]), names)).toBe('Vous gagnez en atteignant le but');
        expect(words(ended([0, 12], { ending: 'resigned' }), names, { player: 0, onTime: false })).toBe(
            'Ann gagne Vous avez abandonné',
        );
        await useLanguage('en');
    });
});
