// The rules in other languages beside the English ones: the same sections, pictures, tables, code and names of cells.
// So nothing is left out, and an address leads to the same section in every language.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../messages.js';
import { readRulebook, rulebookFile, rulebookLanguages, rulebooks } from '../../rulebook.js';

const kColumns = 120;

/** What a translation keeps as it is. */
interface Shape {
    /** `##` and `###`, in order. */
    headings: string[];
    pictures: string[];
    /** Of each table: `rows x columns`. */
    tables: string[];
    /** Blocks of code. */
    blocks: string[];
    /** Of each section, sorted: code within sentences, cells and walls, and where links lead. */
    code: string[][];
    names: string[][];
    links: string[][];
}

/** The documentation of programs is not translated. */
const withoutPerft = (text: string) => text.split(/^## Perft$/m)[0];

/** In the game with a die, a d4 is one with four sides: a k4 in Polish. */
const withoutDie = (text: string, name: string) => (name === 'quoridor4fun' ? text.replace(/\b[dk]4\b/g, '') : text);

function shapeOf(text: string): Shape {
    const blocks: string[] = [];
    const prose = text.replace(/^```[^\n]*\n(.*?)^```$/gms, (_, block: string) => {
        blocks.push(block);
        return '';
    });
    const all = (part: string, pattern: RegExp) => [...part.matchAll(pattern)].map(([, found]) => found);
    const sections = prose.split(/^## /m);
    const tables = prose.match(/(^\|.*\n)+/gm) ?? [];
    return {
        headings: all(prose, /^(##+) /gm),
        pictures: all(prose, /!\[[^\]]+\]\((?:\.\.\/)+images\/rules\/([\w-]+\.svg)\)/g),
        tables: tables.map((table) => {
            const [head, ...rows] = table.trim().split('\n');
            return `${rows.length}x${head.split('|').length}`;
        }),
        blocks,
        code: sections.map((part) => all(part, /`([^`]+)`/g).sort()),
        names: sections.map((part) => all(part, /(?<![\w=+-])([a-n]\d{1,2}[hv]?)(?!\w)/g).sort()),
        links: sections.map((part) => all(part, /(?<!!\[[^\]]*)\]\((?:\.\.\/)*([^)\s]+)\)/g).sort()),
    };
}

/** Lines that are too long for those who read the file itself; a table or a picture cannot be broken. */
const longLines = (text: string) =>
    text.split('\n').filter((line) => !/^ *(\||!\[)/.test(line) && [...line].length > kColumns);

const others = languages().filter((language: string) => language !== 'en');

describe('rules in other languages', () => {
    it('are there for every language of the page and every game, and for no other', () => {
        expect(rulebookLanguages().slice(1)).toEqual(others);
        for (const language of others) expect(rulebooks(language), language).toEqual(rulebooks());
    });
    const all = rulebookLanguages()
        .slice(1)
        .flatMap((language: string) => rulebooks(language).map((name: string) => [language, name] as const));
    it.each(all)('%s %s have all that the English ones have', (language, name) => {
        const text = readFileSync(rulebookFile(name, language), 'utf8');
        expect(text).toMatch(/^# \S/);
        const english = withoutPerft(readFileSync(rulebookFile(name), 'utf8'));
        expect(shapeOf(withoutDie(text, name))).toEqual(shapeOf(withoutDie(english, name)));
        expect(longLines(text)).toEqual([]);
    });
    it.each(all)('%s %s have the addresses of the English ones, and titles of their own', (language, name) => {
        const [theirs, ours] = [readRulebook(name, language), readRulebook(name, 'en')];
        expect(theirs.sections.map(({ id }) => id)).toEqual(ours.sections.map(({ id }) => id));
        expect(theirs.pictures).toEqual(ours.pictures);
        // Signs of Markdown that mean nothing where they stand, such as ** between a full stop and a letter.
        for (const { html } of theirs.sections)
            expect(html.replace(/<code>.*?<\/code>/gs, '')).not.toMatch(/\*|\]\(|`/);
        for (const { title } of theirs.sections.slice(1)) expect(title).toMatch(/\p{L}/u);
        expect(theirs.sections.map(({ title }) => title)).not.toEqual(ours.sections.map(({ title }) => title));
    });
});

describe('the comparison with English', () => {
    const english =
        '# A\n\n## B\n\nOn e4, `e3h` or [so](../notation.md).\n\n![P](../images/rules/a.svg)\n\n| a |\n|---|\n';
    it('takes a text in other words', () => {
        const other =
            '# Ä\n\n## Ö\n\n[Ä](../../notation.md) `e3h` ü e4.\n\n![Ü](../../images/rules/a.svg)\n\n| ä |\n|---|\n';
        expect(shapeOf(other)).toEqual(shapeOf(english));
    });
    it.each([
        ['a section', '## B\n\n', ''],
        ['a picture', 'rules/a.svg', 'rules/b.svg'],
        ['a row', '|---|\n', ''],
        ['code', '`e3h`', 'e3h'],
        ['a cell', 'e4', 'e5'],
        ['a link', 'notation.md', 'record.md'],
    ])('misses %s', (_, what, instead) => {
        expect(english).toContain(what);
        expect(shapeOf(english.replace(what, instead))).not.toEqual(shapeOf(english));
    });
    it('finds lines that are too long', () => {
        const text = `${'ö'.repeat(121)}\n${'日'.repeat(120)}\n| ${'a'.repeat(130)} |`;
        expect(longLines(text)).toHaveLength(1);
    });
});
