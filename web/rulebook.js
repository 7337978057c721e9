// The written rules (../docs/rules; docs/web.md, "Rules") as the page takes them: HTML made from Markdown when the page
// is built, one module for each game and language, so that a visitor loads the rules that are read, and no parser.
import MarkdownIt from 'markdown-it';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../docs/rules', import.meta.url));

/** The file with a game's rules: English ones lie in the folder itself, translations in one named by the language. */
export const rulebookFile = (name, language = 'en') =>
    language === 'en' ? `${folder}/${name}.md` : `${folder}/${language}/${name}.md`;

/** Counts for those who write programs: the documentation has them, in English. */
const kLeftOut = ['Perft'];

/** The names of the rulebooks in a language. */
export function rulebooks(language = 'en') {
    const place = dirname(rulebookFile('any', language));
    return (existsSync(place) ? readdirSync(place) : [])
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.slice(0, -'.md'.length))
        .sort();
}

/** The languages that have rules, English first. */
export const rulebookLanguages = () => [
    'en',
    ...readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
];

const idOf = (title) =>
    title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');

/** The address of another game's rules within the page; nothing for what only the documentation has. */
function pageLink(href) {
    const [, name] = /^(?:\.\/)?([\w-]+)\.md(?:#.*)?$/.exec(href) ?? [];
    return name && existsSync(rulebookFile(name)) ? `#/learn/${name}/rules` : undefined;
}

/** Links lead to pages of the page, or are mere words; pictures of `place` are numbered in `pictures`. */
function markdown(pictures, place) {
    const made = new MarkdownIt({ html: false, typographer: true });
    const { rules } = made.renderer;
    // Signs that a keyboard lacks: 9×9, N−1.
    const plain = rules.text;
    rules.text = (...args) =>
        plain(...args)
            .replace(/(\d)x(?=\d)/g, '$1×')
            .replace(/\bN-1\b/g, 'N\u22121');
    rules.link_open = (tokens, i, options, env) => {
        const href = pageLink(tokens[i].attrGet('href'));
        (env.links ??= []).push(href);
        return href ? `<a href="${href}">` : '';
    };
    rules.link_close = (_tokens, _i, _options, env) => (env.links.pop() ? '</a>' : '');
    rules.image = (tokens, i) => {
        const token = tokens[i];
        const file = resolve(place, token.attrGet('src'));
        const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(readFileSync(file, 'utf8')) ?? [];
        if (!height) throw new Error(`${file}: expected a width and a height`);
        pictures.push(file);
        const alt = made.utils.escapeHtml(token.content);
        return `<img src="%${pictures.length - 1}%" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
    };
    // A table that is wider than a phone scrolls by itself, by keyboard too.
    rules.table_open = (_tokens, _i, _options, env) =>
        `<div class="scroll" role="group" tabindex="0" aria-label="${made.utils.escapeHtml(env.title)}"><table>`;
    rules.table_close = () => '</table></div>';
    rules.th_open = () => '<th scope="col">';
    return made;
}

/** Chinese and Japanese write no blank where a line of the file ends. */
const kHan = '[\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]';
const kBrokenLine = new RegExp(`(${kHan})\\n *(?=${kHan})`, 'g');

/** The sections of a rulebook, the first without a heading: their titles, and their text in Markdown. */
function partsOf(text) {
    const [head, ...rest] = text.replace(/^# .*\n/, '').split(/^## /m);
    return [['', head], ...rest.map((part) => part.split(/\n(.*)/s))].filter(([title]) => !kLeftOut.includes(title));
}

/**
 * The sections of a rulebook, and the files of their pictures: `%0%` stands for one. A translation has the ids of the
 * English text, section by section, so that an address leads to the same place in every language.
 */
export function sectionsOf(text, { language = 'en', english = text } = {}) {
    const pictures = [];
    const made = markdown(pictures, dirname(rulebookFile('any', language)));
    const parts = partsOf(text.replace(kBrokenLine, '$1'));
    const ids = partsOf(english).map(([title]) => idOf(title) || 'about');
    if (ids.length !== parts.length)
        throw new Error(
            `rules in ${language}: expected ${ids.length - 1} sections as in English, got ${parts.length - 1}`,
        );
    const sections = parts.map(([title, body], i) => ({
        id: ids[i],
        title,
        // A picture and the words below it belong together.
        html: made
            .render(body, { title })
            .replace(
                /<p>(<img[^>]*>)<\/p>\s*<p><em>(.*?)<\/em><\/p>/gs,
                '<figure>$1<figcaption>$2</figcaption></figure>',
            ),
    }));
    return { sections, pictures };
}

/** The sections of the rules of a game in a language. */
export const readRulebook = (name, language) =>
    sectionsOf(readFileSync(rulebookFile(name, language), 'utf8'), {
        language,
        english: readFileSync(rulebookFile(name), 'utf8'),
    });

const kPrefix = 'virtual:rulebook';

/** `virtual:rulebook`, a plugin for Vite: a way to load each rulebook by its language and its name. */
export function rulebook() {
    return {
        name: 'stockade-rulebook',
        resolveId: (id) => (id === kPrefix || id.startsWith(`${kPrefix}/`) ? `\0${id}` : undefined),
        load(id) {
            if (id === `\0${kPrefix}`) {
                const loads = (language) =>
                    rulebooks(language).map((name) => `'${name}': () => import('${kPrefix}/${language}/${name}')`);
                const books = rulebookLanguages().map((language) => `'${language}': { ${loads(language).join(', ')} }`);
                return `export default { ${books.join(', ')} };`;
            }
            if (!id.startsWith(`\0${kPrefix}/`)) return undefined;
            const [language, name] = id.slice(kPrefix.length + 2).split('/');
            this.addWatchFile(rulebookFile(name, language));
            const { sections, pictures } = readRulebook(name, language);
            const imports = pictures.map((path, i) => `import p${i} from ${JSON.stringify(`${path}?url`)};\n`).join('');
            const urls = pictures.map((_, i) => `p${i}`).join();
            return (
                `${imports}const urls = [${urls}];\n` +
                `export default ${JSON.stringify(sections)}.map((section) => ` +
                '({ ...section, html: section.html.replace(/%(\\d+)%/g, (_, i) => urls[i]) }));\n'
            );
        },
    };
}

/** The name of the built file with a translation, among the other words of its language; nothing for other files. */
export function rulebookChunk(moduleId) {
    const [language, name] = moduleId?.startsWith(`\0${kPrefix}/`) ? moduleId.slice(kPrefix.length + 2).split('/') : [];
    return name && language !== 'en' ? `assets/words-${language}-rules-${name}-[hash].js` : undefined;
}
