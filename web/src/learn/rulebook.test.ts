import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { rulebooks, sectionsOf } from '../../rulebook.js';
import { allGames, loadRules } from '../rules/rules';

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));

const text = (name: string) => readFileSync(new URL(`../../../docs/rules/${name}.md`, import.meta.url), 'utf8');

describe('a rulebook', () => {
    it('is there for every family of games', () => {
        for (const { family } of allGames()) expect(rulebooks()).toContain(family);
    });
    it.each(rulebooks())('%s has the sections that players look for', (name) => {
        const ids = sectionsOf(text(name)).sections.map(({ id }) => id);
        expect(ids).toEqual(
            expect.arrayContaining(['about', 'set-up', 'turn', 'moves', 'walls', 'end', 'draws', 'handicaps']),
        );
        expect(ids).toEqual(expect.arrayContaining(['notation', 'hints', 'options', 'rulings']));
        expect(ids).not.toContain('perft');
    });
    it.each(rulebooks())('%s has pictures with words for those who do not see them', (name) => {
        const { sections, pictures } = sectionsOf(text(name));
        const html = sections.map((section) => section.html).join('');
        expect(pictures.length).toBeGreaterThan(0);
        expect(html.match(/<figure><img src="%\d+%" alt="[^"]+" width="\d+" height="\d+"/g)).toHaveLength(
            pictures.length,
        );
    });
    it('links to other rulebooks within the page, and to nothing else', () => {
        const { sections } = sectionsOf('# A\n\nAs [there](quoridor.md#turn), not [here](../notation.md).\n');
        expect(sections[0].html).toBe('<p>As <a href="#/learn/quoridor/rules">there</a>, not here.</p>\n');
    });
    it('is set with the signs of print, but for code', () => {
        const { sections } = sectionsOf("# A\n\nIt's 9x9, 1 to N-1, `9x9 --`.\n");
        expect(sections[0].html).toBe('<p>It’s 9×9, 1 to N−1, <code>9x9 --</code>.</p>\n');
    });
    it('has the same addresses in every language, section by section', () => {
        const english = '# A\n\nOne.\n\n## End\n\nTwo.\n\n## Perft\n\n12\n';
        const { sections } = sectionsOf('# Ä\n\nEins.\n\n## Schluss\n\nZwei.\n', { language: 'de', english });
        expect(sections.map(({ id, title }) => [id, title])).toEqual([
            ['about', ''],
            ['end', 'Schluss'],
        ]);
        expect(() => sectionsOf('# Ä\n\nEins.\n', { language: 'de', english })).toThrow('expected 1 sections');
    });
    it('puts no blank where a line of Chinese or Japanese ends, and one where others do', () => {
        const html = (text: string) => sectionsOf(`# A\n\n${text}\n`).sections[0].html;
        expect(html('棋子可以\n移动。')).toBe('<p>棋子可以移动。</p>\n');
        expect(html('- 棋子可以\n  移动。')).toContain('<li>棋子可以移动。</li>');
        // Without the blank the sign would not end the strong words.
        expect(html('**数える。**\n壁は')).toBe('<p><strong>数える。</strong>\n壁は</p>\n');
        expect(html('壁は\n`e3h` です')).toBe('<p>壁は\n<code>e3h</code> です</p>\n');
        expect(html('말은\n움직인다')).toBe('<p>말은\n움직인다</p>\n');
    });
    it('lets no HTML through, and gives tables a name', () => {
        const { sections } = sectionsOf('# A\n\n<b>x</b>\n\n## Options & more\n\n| a |\n|---|\n| b |\n');
        expect(sections[0].html).toContain('&lt;b&gt;');
        expect(sections[1].id).toBe('options-more');
        expect(sections[1].html).toContain('tabindex="0" aria-label="Options &amp; more"');
    });
});
