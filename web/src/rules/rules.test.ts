import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../i18n/en';
import fr from '../i18n/fr';
import { kLessons } from '../learn/lessons';
import wordsEn from '../learn/words.en';
import wordsFr from '../learn/words.fr';
import { turnParts } from '$board/notation';
import { allGames, loadRules, parseSpec, RulesError, Session } from './rules';

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));

describe('rules module', () => {
    it('knows all games, and has words for each game and option', () => {
        expect(allGames().map(({ name }) => name)).toContain('blockade');
        for (const game of allGames()) {
            expect(en).toHaveProperty([`game.${game.name}`]);
            expect(en).toHaveProperty([`game.${game.name}.summary`]);
            for (const option of game.options) expect(en).toHaveProperty([`option.${option.name}`]);
        }
    });
    it('says what is wrong', () => {
        expect(() => parseSpec('quoridor:size=4')).toThrow(RulesError);
        expect(() => Session.fromPosition('quoridor; pawns e1')).toThrow(/pawns/);
        const session = Session.create('quoridor', 1);
        expect(session.refusal('e2')).toBeUndefined();
        expect(session.refusal('e5')?.text).toMatch(/cannot go to e5/);
        session.play('e4h');
        expect(session.refusal('e4v')).toMatchObject({ walls: [4, 3, 0] });
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

describe('lessons', () => {
    for (const [family, lessons] of Object.entries(kLessons))
        for (const lesson of lessons)
            it(`${family} ${lesson.id} can be done`, () => {
                const session = Session.fromPosition(lesson.position);
                if (lesson.refused) {
                    expect(session.refusal(lesson.answer)).toBeDefined();
                    expect(lesson.answer).toMatch(lesson.refused);
                } else {
                    for (const part of turnParts(lesson.answer)) session.act(part);
                    expect(session.state().history[0]).toMatch(lesson.turn!);
                }
                session.close();
                expect(wordsEn).toHaveProperty([`${family}.${lesson.id}`]);
            });
});

describe('languages', () => {
    it('have the same keys and values in them', () => {
        expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
        expect(Object.keys(wordsFr).sort()).toEqual(Object.keys(wordsEn).sort());
        const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
        for (const [key, text] of Object.entries(en)) expect(names(fr[key as keyof typeof fr]), key).toEqual(names(text));
    });
});
