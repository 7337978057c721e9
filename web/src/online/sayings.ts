// A refusal of the server, as a sentence in the page's language.
import { inWords } from '../i18n/explain';
import { type Message, t, tell } from '../i18n/i18n.svelte';
import { ApiError, NoServer } from './http';

const kEnds = '.!?…。！？';

/** A refusal as a sentence of its own: with a capital, and a full stop. */
export function said(refusal: Message | undefined): string {
    const text = refusal ? tell(refusal) : '';
    if (!text) return '';
    const [first] = text;
    return first.toUpperCase() + text.slice(first.length) + (kEnds.includes(text[text.length - 1]) ? '' : '.');
}

/** The message for any failure of a call. */
export function explain(problem: unknown): string {
    if (problem instanceof ApiError)
        return (
            said(problem.reason) +
            (problem.retryAfter ? ` ${t('page.online.error.retry', { seconds: problem.retryAfter })}` : '')
        );
    if (problem instanceof NoServer) return t('page.online.error.away');
    return inWords(problem);
}
/** Does something with the server; what went wrong in words, or nothing. */
export async function trouble(what: () => Promise<unknown>): Promise<string> {
    try {
        await what();
        return '';
    } catch (refused) {
        return explain(refused);
    }
}
