// The texts of the online pages: loaded with them, English first, others when chosen.
import { language } from '../i18n/i18n.svelte';
import en from './words.en';

export type Word = keyof typeof en;
export type Words = Record<Word, string>;

const kOthers: Record<string, () => Promise<{ default: Words }>> = { fr: () => import('./words.fr') };

let words = $state.raw<Words>(en);

/** Follows the page's language; called once, within an effect root. */
export function followLanguage(): void {
    $effect(() => {
        const other = kOthers[language()];
        if (!other) words = en;
        else
            other().then(
                ({ default: loaded }) => (words = loaded),
                () => (words = en),
            );
    });
}

/** {name} stands for a value, {name:# game|# games} for a count with its word. */
export function o(key: Word, values: Record<string, string | number> = {}): string {
    return (words[key] ?? en[key]).replace(
        /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g,
        (_, name: string, one?: string, many?: string) => {
            const value = String(values[name] ?? '');
            if (one === undefined || many === undefined) return value;
            const single = value === '1' || (value === '0' && language() === 'fr');
            return (single ? one : many).replace('#', value);
        },
    );
}
