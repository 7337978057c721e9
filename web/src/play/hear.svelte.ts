// Lets be heard what happens on a board while somebody looks at it.
import { untrack } from 'svelte';
import { play, type Sound } from '../lib/sound';
import type { SessionState } from '../rules/types';

/**
 * `sounds` tells what is heard when one position follows another; each refusal is heard, too. Called while a component
 * is made: what a game brings along is silent,
 * also where it comes later.
 */
export function hear(
    state: () => SessionState | undefined,
    refusal: () => unknown,
    sounds: (before: SessionState, now: SessionState) => Sound[],
): void {
    let before = untrack(state);
    $effect(() => {
        const now = state();
        const wanted = untrack(() => (before && now ? sounds(before, now) : []));
        before = now;
        untrack(() => play(...wanted));
    });
    $effect(() => {
        if (refusal()) untrack(() => play('refused'));
    });
}
