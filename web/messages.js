// The message files (../messages; docs/web.md, "Words") as the page takes them: compiled when it is built, in parts, so
// that a visitor loads what the page at hand says and no parser. Run as a program it writes src/i18n/ids.ts.
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { parse } from '@messageformat/parser';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../messages', import.meta.url));
const idsFile = fileURLToPath(new URL('src/i18n/ids.ts', import.meta.url));
const fileOf = (language) => `${folder}/${language}.json`;

export const languages = () =>
    readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort();

/** The words of a language by id. */
export const readMessages = (language) => JSON.parse(readFileSync(fileOf(language), 'utf8'));

/** A message's arguments by name, each as what it has to be: `text`, `number` or `choice`. */
export function argumentsOf(message) {
    const found = new Map();
    const visit = (tokens) => {
        for (const token of tokens) {
            if (token.type === 'argument') found.set(token.arg, found.get(token.arg) ?? 'text');
            if (token.type === 'function') throw new Error(`'${message}': expected no formats, got '${token.key}'`);
            if (!token.cases) continue;
            found.set(token.arg, token.type === 'select' ? 'choice' : 'number');
            for (const { tokens: inner } of token.cases) visit(inner);
        }
    };
    visit(parse(message));
    return new Map([...found].sort());
}

/** What only programs of the terminal say. */
const kPrograms = [
    'cli',
    'client',
    'match',
    'perft',
    'play',
    'protocol',
    'qtp',
    'request',
    'selfplay',
    'serve',
    'solve',
    'ugi',
];

/** The part of the page that says a message. Rules, records and engines speak everywhere. */
export function partOf(id) {
    if (kPrograms.includes(id.split('.')[0])) return 'programs';
    if (id.startsWith('page.lesson.')) return 'lessons';
    return id.startsWith('page.online.') || id.startsWith('server.') ? 'online' : 'page';
}

/** A module of functions by id. English is left out where it comes with the message itself. */
function compile(language, part) {
    const wanted = ([id]) => partOf(id) === part && (language !== 'en' || id.startsWith('page.'));
    const words = Object.fromEntries(Object.entries(readMessages(language)).filter(wanted));
    return compileModule(new MessageFormat(language, { strictPluralKeys: true }), words);
}

/** `virtual:messages/LANGUAGE/PART`, a plugin for Vite. */
export function messages() {
    const prefix = 'virtual:messages/';
    return {
        name: 'stockade-messages',
        resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
        load(id) {
            if (!id.startsWith(`\0${prefix}`)) return undefined;
            const [language, part] = id.slice(prefix.length + 1).split('/');
            this.addWatchFile(fileOf(language));
            return compile(language, part);
        },
    };
}

/** The text of src/i18n/ids.ts: the page's own ids with their arguments, for the compiler to check. */
export function idsText() {
    const all = languages().map(readMessages);
    const types = { text: 'Text', number: 'number', choice: 'string | boolean' };
    const lines = Object.keys(readMessages('en'))
        .filter((id) => id.startsWith('page.'))
        .map((id) => {
            // A count in one language may be a plural in another alone.
            const kinds = new Map();
            for (const words of all)
                for (const [name, kind] of argumentsOf(words[id] ?? ''))
                    if (kind !== 'text' || !kinds.has(name)) kinds.set(name, kind);
            const list = [...kinds].map(([name, kind]) => `${name}: ${types[kind]}`);
            return `    '${id}': ${list.length ? `{ ${list.join('; ')} }` : 'null'};`;
        });
    return (
        '// Made from messages/*.json by `npm run messages`: what each message of the page needs.\n\n' +
        `type Text = string | number;\n\nexport interface Arguments {\n${lines.join('\n')}\n}\n`
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(idsFile, idsText());
