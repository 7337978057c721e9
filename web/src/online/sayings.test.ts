import './words';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useLanguage, wordsLoaded } from '../i18n/i18n.svelte';
import { ApiError } from './http';
import { explain, said } from './sayings';

const full = { code: 'server.seeks-full', args: { count: 3 }, text: 'you have 3 seeks already' };

describe('a refusal of the server', () => {
    beforeEach(() => {
        (globalThis as { document?: unknown }).document ??= { documentElement: {} };
    });
    afterEach(() => useLanguage('en'));

    it('is a sentence', () => {
        expect(said(full)).toBe('You have 3 seeks already.');
        expect(said({ code: '', args: {}, text: 'Done!' })).toBe('Done!');
        expect(said(undefined)).toBe('');
    });
    it('is told in the language of the page by its code, not by its words', async () => {
        await useLanguage('fr');
        await wordsLoaded();
        expect(said({ ...full, text: 'whatever it says in English' })).toBe('Vous avez déjà 3 annonces.');
    });
    it('may hold another one', async () => {
        await useLanguage('fr');
        const problem = { code: 'server.control-character', args: { character: 'U+202E', at: 2 }, text: 'inner' };
        const refusal = { code: 'server.at-field', args: { field: 'text', problem }, text: 'outer' };
        expect(said(refusal)).toContain('Les caractères de contrôle ne sont pas admis (U+202E');
    });
    it('stays in English where the page does not know its code', async () => {
        await useLanguage('fr');
        expect(said({ code: 'server.from-the-future', args: {}, text: 'not yet known' })).toBe('Not yet known.');
    });
    it('tells how long to wait', () => {
        const refused = new ApiError(429, { code: 'server.too-many-requests', args: {}, text: 'too many' }, 7);
        expect(explain(refused)).toContain('7');
    });
});
