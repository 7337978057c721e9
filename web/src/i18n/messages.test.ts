import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { argumentsOf, idsText, languages, readMessages } from '../../messages.js';
import { kLanguages, t, tAbout, tell, useLanguage } from './i18n.svelte';

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
    it('exist for every language of the page', () => {
        expect(languages()).toEqual(Object.keys(kLanguages).sort());
    });
    it('have the same ids in every language, with the same arguments', () => {
        for (const language of languages()) {
            const words = readMessages(language);
            expect(Object.keys(words), language).toEqual(Object.keys(english));
            for (const [id, text] of Object.entries(english))
                expect([...argumentsOf(words[id]).keys()], `${language} ${id}`).toEqual([...argumentsOf(text).keys()]);
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
    it('speak to whoever reads them', () => {
        expect(tAbout('page.over.win', 'Ann')).toBe('Ann wins');
        expect(tAbout('page.over.win', 'You')).toBe('You win');
        expect(tAbout('page.over.wins', ['You', 'Ann'])).toBe('You and Ann win');
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
