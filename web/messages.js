// The message files (../messages; docs/web.md, "Words") as the page takes them: compiled when it is built, in parts, so
// that a visitor loads what the page at hand says and no parser.
//
//   npm run messages                  writes src/i18n/ids.ts
//   npm run messages -- --missing     lists what a language lacks, in English
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { parse } from '@messageformat/parser';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../messages', import.meta.url));
const idsFile = fileURLToPath(new URL('src/i18n/ids.ts', import.meta.url));
const kColumns = 120; // of a line that is written
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

/** The plurals and selections within a message: on which argument, and the names of their branches. */
export function branchesOf(message) {
    const found = [];
    const visit = (tokens) => {
        for (const { type, arg, cases = [] } of tokens) {
            if (cases.length) found.push({ type, argument: arg, keys: cases.map(({ key }) => key) });
            for (const { tokens: inner } of cases) visit(inner);
        }
    };
    visit(parse(message));
    return found;
}

/** The branches that a plural needs in a language: those that counts choose. */
export function pluralBranches(language) {
    const rules = new Intl.PluralRules(language);
    return new Set(['other', ...Array.from({ length: 1000 }, (_, count) => rules.select(count))]);
}

/** What a language lacks, with the English words. */
export function missingIn(language) {
    const words = readMessages(language);
    return Object.entries(readMessages('en')).filter(([id]) => !(id in words));
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

/** The plural rules of a language for compiled messages: the browser's own. */
function pluralRules(language) {
    const made = `((rules) => (count) => rules.select(count))(new Intl.PluralRules('${language}'))`;
    return Object.defineProperties(() => '', {
        name: { value: language },
        cardinals: { value: new Intl.PluralRules(language).resolvedOptions().pluralCategories },
        toString: { value: () => made },
    });
}

/** A module of functions by id. English is left out where it comes with the message itself. */
function compile(language, part) {
    const wanted = ([id]) => partOf(id) === part && (language !== 'en' || id.startsWith('page.'));
    const words = Object.fromEntries(Object.entries(readMessages(language)).filter(wanted));
    return compileModule(new MessageFormat(pluralRules(language), { strictPluralKeys: true }), words);
}

const kPrefix = 'virtual:messages/';

/** A module with a part's words in English, and a way to load them in each other language. */
function partModule(part) {
    const others = languages().filter((language) => language !== 'en');
    const loads = others.map((language) => `'${language}': () => import('${kPrefix}${language}/${part}')`);
    return (
        `export { default as english } from '${kPrefix}en/${part}';\n` +
        `export const others = { ${loads.join(', ')} };\n`
    );
}

/** `virtual:messages/PART`, a plugin for Vite. */
export function messages() {
    return {
        name: 'stockade-messages',
        resolveId: (id) => (id.startsWith(kPrefix) ? `\0${id}` : undefined),
        load(id) {
            if (!id.startsWith(`\0${kPrefix}`)) return undefined;
            const [language, part] = id.slice(kPrefix.length + 1).split('/');
            if (!part) return partModule(language);
            this.addWatchFile(fileOf(language));
            return compile(language, part);
        },
    };
}

/** The name of the built file with the words of a language; nothing for other files. */
export function wordsFile(moduleId) {
    const [language, part] = moduleId?.startsWith(`\0${kPrefix}`) ? moduleId.slice(kPrefix.length + 1).split('/') : [];
    return part && `assets/words-${language}-${part}-[hash].js`;
}

/** The text of src/i18n/ids.ts: the page's own ids with their arguments, for the compiler to check. */
export function idsText() {
    const all = languages().map(readMessages);
    const types = { text: 'Text', number: 'number', choice: 'string | boolean' };
    const entries = Object.keys(readMessages('en'))
        .filter((id) => id.startsWith('page.'))
        .map((id) => {
            // A count in one language may be a plural in another alone.
            const kinds = new Map();
            for (const words of all)
                for (const [name, kind] of argumentsOf(words[id] ?? ''))
                    if (kind !== 'text' || !kinds.has(name)) kinds.set(name, kind);
            const list = [...kinds].map(([name, kind]) => `${name}: ${types[kind]}`);
            return `'${id}': ${list.length ? `{ ${list.join('; ')} }` : 'null'};`;
        });
    // As many to a line as fit.
    const lines = [];
    for (const entry of entries) {
        const longer = `${lines.at(-1)} ${entry}`;
        if (lines.length && longer.length <= kColumns) lines[lines.length - 1] = longer;
        else lines.push(`    ${entry}`);
    }
    return (
        '// Made from messages/*.json by `npm run messages`: what each message of the page needs.\n\n' +
        `type Text = string | number;\n\nexport interface Arguments {\n${lines.join('\n')}\n}\n`
    );
}

function listMissing() {
    for (const language of languages()) {
        const missing = missingIn(language);
        console.log(`${language}: ${missing.length} missing`);
        for (const [id, english] of missing) console.log(`    ${JSON.stringify(id)}: ${JSON.stringify(english)},`);
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [option, ...more] = process.argv.slice(2);
    if (more.length || ![undefined, '--missing'].includes(option)) {
        console.error(`messages.js: expected nothing or --missing, got '${process.argv.slice(2).join(' ')}'`);
        process.exit(2);
    }
    if (option) listMissing();
    else writeFileSync(idsFile, idsText());
}
