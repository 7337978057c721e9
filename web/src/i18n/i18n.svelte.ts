// The page's language: messages by id, with values put in. The words are in messages/*.json and are compiled by
// messages.js. English is always there; others are loaded when chosen.
import { english, others, type Load, type Table } from 'virtual:messages/page';
import { settings } from '../lib/settings.svelte';
import type { Arguments } from './ids';
import { matchLanguage } from './match';

export type Id = keyof Arguments;
/** Messages without arguments. */
export type PlainId = { [I in Id]: Arguments[I] extends null ? I : never }[Id];
type Values = Record<string, string | number | boolean>;

/** The tags of all languages: the names of the files in messages/. */
export const kLanguages: string[] = ['en', ...Object.keys(others)];

/** A language's name in its own words. */
export function languageName(tag: string): string {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    return name[0].toLocaleUpperCase(tag) + name.slice(1);
}

/** The words of each part of the page, in all languages but English. */
const parts: Record<string, Load>[] = [others];
const fallback: Table = { ...english };
let words = $state.raw<Table>(fallback);
let shown = $state('en');

export const language = (): string => shown;

export function wantedLanguage(): string {
    if (kLanguages.includes(settings.language)) return settings.language;
    return matchLanguage(navigator.languages, kLanguages) ?? 'en';
}

/** The visitor's own form of the page's language, for dates: en-GB rather than en. */
export const locale = (): string =>
    globalThis.navigator?.languages?.find((tag) => matchLanguage([tag], [shown])) ?? shown;

/** The language asked for last, and when its words are there. */
let wanted = 'en';
let loading = Promise.resolve();
export const wordsLoaded = (): Promise<void> => loading;

export function useLanguage(tag: string): Promise<void> {
    wanted = tag;
    const mine = Promise.all(parts.flatMap((part) => (part[tag] ? [part[tag]()] : []))).then(
        (loaded) => show(tag, Object.assign({}, ...loaded.map((file) => file.default)) as Table),
        () => show('en', fallback),
    );
    // The language that was asked for last wins, even if another one loads later.
    const show = (loadedTag: string, table: Table) => {
        if (loading !== mine) return;
        words = table;
        shown = loadedTag;
        document.documentElement.lang = shown;
    };
    loading = mine;
    return mine;
}

/** Adds the words of a part that is loaded later; its pages import the module that calls this. */
export function addWords(table: Table, others: Record<string, Load>): void {
    Object.assign(fallback, table);
    parts.push(others);
    if (wanted !== 'en') void useLanguage(wanted);
}

function format(id: string, values?: Values): string {
    return (words[id] ?? fallback[id])?.(values) ?? id;
}
export function t<I extends Id>(id: I, ...values: Arguments[I] extends null ? [] : [Arguments[I]]): string {
    return format(id, values[0] as Values | undefined);
}
/** A message whose id is put together; `otherwise` where there is none. */
export function tMaybe(id: string, otherwise: string): string {
    return id in words || id in fallback ? format(id) : otherwise;
}
/** Messages about a person that address the reader if they are that person: "Ann wins", "You win". */
type AboutId = { [I in Id]: Arguments[I] extends { name: unknown; you: unknown } ? I : never }[Id];
export function tAbout(id: AboutId, names: string | string[], you: boolean, values: Values = {}): string {
    return format(id, { name: typeof names === 'string' ? names : list(names), you, ...values });
}

/** A message of rules, records, engines or servers: a code with its arguments, and the sentence in English. */
export interface Message {
    code: string;
    args: Record<string, string | number | Message>;
    text: string;
}
/** A message in the page's language; in English where there are no words for it. */
export function tell({ code, args, text }: Message): string {
    if (!(code in words)) return text;
    const values = Object.entries(args).map(([name, value]) => [name, typeof value === 'object' ? tell(value) : value]);
    return format(code, Object.fromEntries(values) as Values);
}

/** "a, b, and c". */
export const list = (items: string[]): string => new Intl.ListFormat(shown, { type: 'conjunction' }).format(items);
export const number = (value: number): string => value.toLocaleString(shown);
/** A share from 0 to 1 as a percentage. */
export const percent = (share: number): string =>
    share.toLocaleString(shown, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });
