import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { argumentsOf, branchesOf, idsText, languages, pluralBranches, readMessages } from '../../messages.js';
import { kLanguages, languageName, list, t, tAbout, tell, useLanguage } from './i18n.svelte';
import { matchLanguage } from './match';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const english: Record<string, string> = readMessages('en');

/** What the page's sources say, but for tests: ids as they are, and those with something put in as patterns. */
function usedIds(): { ids: Set<string>; patterns: Map<string, RegExp> } {
    const ids = new Set<string>();
    const patterns = new Map<string, RegExp>();
    for (const name of readdirSync(here('..'), { recursive: true, encoding: 'utf8' })) {
        if (!/\.(ts|svelte)$/.test(name) || /\.test\.ts$|i18n.ids\.ts$/.test(name)) continue;
        const text = readFileSync(here(`../${name}`), 'utf8');
        for (const [, id] of text.matchAll(/'(page\.[\w.-]+)'/g)) ids.add(id);
        for (const [, id] of text.matchAll(/`(page\.(?:[\w.-]|\$\{[^}]*\})+)`/g))
            patterns.set(id, new RegExp(`^${id.replace(/\./g, '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`));
    }
    return { ids, patterns };
}

/** The same in every language: names, and what programs write. */
const kNames = /^(page\.app\.title|page\.game\.[^.]+|json\.null)$/;
/** The words of a message that a translation has to change. */
const wordsIn = (text: string): string[] =>
    text.replace(/\{\w+(, (plural|select),)?|\w+ \{|`[^`]*`|''[^']*''|--[\w-]+/g, ' ').match(/\p{L}*\p{Ll}\p{L}+/gu) ??
    [];

/** Whether a message was left in English. One or two words may be the same in a language of Latin letters. */
function isCopy(language: string, id: string, text: string): boolean {
    if (text !== english[id] || kNames.test(id)) return false;
    const { script } = new Intl.Locale(language).maximize();
    return wordsIn(text).length > (script === 'Latn' ? 2 : 0);
}

describe('message files', () => {
    it('are one id a line, in order', () => {
        for (const language of languages()) {
            const words = readMessages(language);
            const sorted = Object.fromEntries(
                Object.keys(words)
                    .sort()
                    .map((id) => [id, words[id]]),
            );
            const written = readFileSync(here(`../../../messages/${language}.json`), 'utf8');
            expect(written, language).toBe(`${JSON.stringify(sorted, null, 4)}\n`);
        }
    });
    it('are all offered by the page', () => {
        expect([...kLanguages].sort()).toEqual(languages());
    });
    it('have the same ids in every language, with the same arguments', () => {
        for (const language of languages()) {
            const words = readMessages(language);
            expect(Object.keys(words), language).toEqual(Object.keys(english));
            for (const [id, text] of Object.entries(english))
                expect([...argumentsOf(words[id]).keys()], `${language} ${id}`).toEqual([...argumentsOf(text).keys()]);
        }
    });
    it('have the branches that each plural of their language needs', () => {
        expect([...pluralBranches('ru')].sort()).toEqual(['few', 'many', 'one', 'other']);
        expect([...pluralBranches('ko')]).toEqual(['other']);
        for (const language of languages()) {
            const needed = [...pluralBranches(language)];
            for (const [id, text] of Object.entries(readMessages(language)))
                for (const { type, keys } of branchesOf(text))
                    // One branch for all counts is a number and nothing that depends on it.
                    if (type === 'plural' && keys.length > 1)
                        expect(keys, `${language} ${id}`).toEqual(expect.arrayContaining(needed));
        }
    });
    it('choose by the same values as in English', () => {
        const selections = (text: string) => branchesOf(text).filter(({ type }) => type === 'select');
        for (const language of languages())
            for (const [id, text] of Object.entries(readMessages(language)))
                for (const { argument, keys } of selections(text)) {
                    const known = selections(english[id]).filter((one) => one.argument === argument);
                    const values = known.flatMap((one) => one.keys);
                    expect(values, `${language} ${id}`).toEqual(expect.arrayContaining(keys));
                }
    });
    it('are translated', () => {
        expect(isCopy('fr', 'server.name-taken', 'that name is taken')).toBe(true);
        for (const language of languages().filter((one) => one !== 'en')) {
            const copies = Object.entries(readMessages(language)).filter(([id, text]) => isCopy(language, id, text));
            expect(copies, language).toEqual([]);
        }
    });
    it('have every id that the page uses, and no other', () => {
        const { ids, patterns } = usedIds();
        const known = Object.keys(english).filter((id) => id.startsWith('page.'));
        expect([...ids].filter((id) => !known.includes(id))).toEqual([]);
        for (const [id, pattern] of patterns)
            expect(
                known.some((one) => pattern.test(one)),
                id,
            ).toBe(true);
        const used = (id: string) => ids.has(id) || [...patterns.values()].some((pattern) => pattern.test(id));
        expect(known.filter((id) => !used(id))).toEqual([]);
    });
    it('call a breakthrough so in English, as the glossary does', () => {
        // What one does about it, while one is at it.
        const kAbout = ['page.play.percee.cancel', 'page.play.percee.choose', 'page.play.percee.step'];
        const named = Object.keys(english).filter((id) => /percee/i.test(id) && !kAbout.includes(id));
        expect(named).toHaveLength(6);
        for (const id of named) expect(english[id], id).toMatch(/\bbreakthrough\b/i);
        for (const [id, text] of Object.entries(english)) expect(text, id).not.toMatch(/break (left|through)/i);
    });
    it('are what src/i18n/ids.ts was made from; else run `npm run messages`', () => {
        expect(readFileSync(here('ids.ts'), 'utf8')).toBe(idsText());
    });
});

describe('messages', () => {
    it('follow the plurals of the language', async () => {
        (globalThis as { document?: unknown }).document ??= { documentElement: {} };
        expect([0, 1, 2, 1200].map((count) => t('page.play.walls', { count }))).toEqual([
            '0 walls',
            '1 wall',
            '2 walls',
            '1,200 walls',
        ]);
        await useLanguage('fr');
        expect([0, 1, 2].map((count) => t('page.play.walls', { count }))).toEqual(['0 mur', '1 mur', '2 murs']);
        await useLanguage('en');
    });
    it('join what belongs together as the language does', async () => {
        expect(list(['a'])).toBe('a');
        expect(list(['a', 'b', 'c'])).toBe('a, b, and c');
        await useLanguage('fr');
        expect(list(['a', 'b', 'c'])).toBe('a, b et c');
        await useLanguage('en');
    });
    it('speak to whoever reads them', () => {
        expect(tAbout('page.over.win', 'Ann', false)).toBe('Ann wins');
        expect(tAbout('page.over.win', 'You', true)).toBe('You win');
        expect(tAbout('page.over.win', 'You', false)).toBe('You wins');
        expect(tAbout('page.over.wins', ['You', 'Ann'], true)).toBe('You and Ann win');
    });
    it('that come with their words stay in English where no others are known', () => {
        expect(tell({ code: 'no.such-code', args: {}, text: 'as it came' })).toBe('as it came');
    });
    it('take what was asked for last', async () => {
        const first = useLanguage('fr');
        await useLanguage('en');
        await first;
        expect(t('page.nav.play')).toBe('Play');
    });
});

describe('languages', () => {
    const known = ['en', 'fr', 'ko', 'pt', 'zh-Hans', 'zh-Hant'];
    it.each([
        [['fr-CA'], 'fr'],
        [['pt-PT'], 'pt'],
        [['pt-BR', 'en'], 'pt'],
        [['zh'], 'zh-Hans'],
        [['zh-CN'], 'zh-Hans'],
        [['zh-SG'], 'zh-Hans'],
        [['zh-TW'], 'zh-Hant'],
        [['zh-HK'], 'zh-Hant'],
        [['zh-Hant-MO'], 'zh-Hant'],
        [['eo', 'ko-KR', 'en'], 'ko'],
        [['not a tag', 'en-GB'], 'en'],
        [['eo'], undefined],
        [[], undefined],
    ])('for somebody who reads %j: %s', (wanted, found) => {
        expect(matchLanguage(wanted, known)).toBe(found);
    });
    it('are called by their own names', () => {
        expect(['en', 'fr', 'ko', 'pt', 'ru', 'zh-Hans', 'zh-Hant'].map(languageName)).toEqual([
            'English',
            'Français',
            '한국어',
            'Português',
            'Русский',
            '简体中文',
            '繁體中文',
        ]);
    });
});
