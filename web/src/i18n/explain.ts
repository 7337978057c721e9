// An error of any kind, as a sentence in the page's language.
import { RulesError } from '../rules/error';
import { tell } from './i18n.svelte';

export function inWords(problem: unknown): string {
    if (problem instanceof RulesError) return tell(problem.reason);
    return problem instanceof Error ? problem.message : String(problem);
}
