// The written rules (../docs/rules; docs/web.md, "Rules") as the page takes them: HTML made from Markdown when the page
// is built, one module a game, so that a visitor loads the rules that are read, and no parser.
import MarkdownIt from 'markdown-it';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../docs/rules', import.meta.url));
const fileOf = (name) => `${folder}/${name}.md`;

/** Counts for those who write programs: the documentation has them. */
const kLeftOut = ['Perft'];

export const rulebooks = () =>
    readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.slice(0, -'.md'.length))
        .sort();

const idOf = (title) =>
    title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');

/** The address of another game's rules within the page; nothing for what only the documentation has. */
function pageLink(href) {
    const [, name] = /^(?:\.\/)?([\w-]+)\.md(?:#.*)?$/.exec(href) ?? [];
    return name && existsSync(fileOf(name)) ? `#/learn/${name}/rules` : undefined;
}

/** Links lead to pages of the page, or are mere words; pictures are numbered in `pictures`. */
function markdown(pictures) {
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
        const file = resolve(folder, token.attrGet('src'));
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

/** The sections of a rulebook, the first without a heading, and the files of their pictures: `%0%` stands for one. */
export function sectionsOf(text) {
    const pictures = [];
    const made = markdown(pictures);
    const [head, ...rest] = text.replace(/^# .*\n/, '').split(/^## /m);
    const parts = [['', head], ...rest.map((part) => part.split(/\n(.*)/s))];
    const sections = parts
        .filter(([title]) => !kLeftOut.includes(title))
        .map(([title, body]) => ({
            id: idOf(title) || 'about',
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

const kPrefix = 'virtual:rulebook';

/** `virtual:rulebook`, a plugin for Vite: a way to load each rulebook by its name. */
export function rulebook() {
    return {
        name: 'stockade-rulebook',
        resolveId: (id) => (id === kPrefix || id.startsWith(`${kPrefix}/`) ? `\0${id}` : undefined),
        load(id) {
            if (id === `\0${kPrefix}`) {
                const loads = rulebooks().map((name) => `'${name}': () => import('${kPrefix}/${name}')`);
                return `export default { ${loads.join(', ')} };`;
            }
            if (!id.startsWith(`\0${kPrefix}/`)) return undefined;
            const file = fileOf(id.slice(kPrefix.length + 2));
            this.addWatchFile(file);
            const { sections, pictures } = sectionsOf(readFileSync(file, 'utf8'));
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
