// Finds the turn that decided a game in its review.
import type { ReviewedTurn, Review } from '../engine/messages';

/** Below this share of the chances no single turn decides. */
const kLeast = 0.15;

/** The turn that cost its player most, of those who did not win; nothing where none cost much. */
export function decisive({ turns }: Pick<Review, 'turns'>, shares: readonly number[]): ReviewedTurn | undefined {
    const best = Math.max(...shares);
    const costly = turns.filter(
        ({ player, before, after }) =>
            before - after >= kLeast && (shares[player] < best || shares.every((s) => s === best)),
    );
    return costly.reduce<ReviewedTurn | undefined>(
        (most, turn) => (!most || turn.before - turn.after > most.before - most.after ? turn : most),
        undefined,
    );
}
