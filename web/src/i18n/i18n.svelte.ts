// The page's language: texts by key, with values put in. English is always there; others are loaded when chosen.
import { settings } from '../lib/settings.svelte';
import en from './en';

export type Key = keyof typeof en;
export type Messages = Record<Key, string>;

/** One file a language; its name in its own words. */
export const kLanguages: Record<string, { name: string; load: () => Promise<{ default: Messages }> }> = {
    en: { name: 'English', load: async () => ({ default: en }) },
    fr: { name: 'Français', load: () => import('./fr') },
};

let messages = $state.raw<Messages>(en);
let shown = $state('en');

export const language = (): string => shown;

export function wantedLanguage(): string {
    if (settings.language in kLanguages) return settings.language;
    const known = navigator.languages.map((tag) => tag.split('-')[0]).find((tag) => tag in kLanguages);
    return known ?? 'en';
}

export async function useLanguage(tag: string): Promise<void> {
    try {
        messages = (await kLanguages[tag].load()).default;
        shown = tag;
    } catch {
        messages = en;
        shown = 'en';
    }
    document.documentElement.lang = shown;
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
    return (messages[key] ?? en[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
/** A text whose key is put together; `fallback` where there is none. */
export function tMaybe(key: string, fallback: string, values: Record<string, string | number> = {}): string {
    return key in en ? t(key as Key, values) : fallback;
}
/** Texts about somebody that differ where it is whoever reads them: "Ann wins", "You win". */
type AboutKey = { [K in Key]: `${K}.you` extends Key ? K : never }[Key];
export function tAbout(key: AboutKey, names: string | string[], values: Record<string, string | number> = {}): string {
    const all = typeof names === 'string' ? [names] : names;
    return t(all.includes(t('name.you')) ? `${key}.you` : key, { name: list(all), ...values });
}
/** A text with a number in it; languages differ in which numbers are one. */
export function tCount(key: 'play.walls' | 'play.territory', count: number): string {
    return t(new Intl.PluralRules(shown).select(count) === 'one' ? `${key}.one` : key, { count });
}
/** "a, b and c". */
export function list(items: string[]): string {
    if (items.length < 2) return items.join('');
    return t('list.and', { some: items.slice(0, -1).join(', '), last: items[items.length - 1] });
}
export const number = (value: number): string => value.toLocaleString(shown);
/** Of a share from 0 to 1. */
export const percent = (share: number): string =>
    share.toLocaleString(shown, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });
