// The choice of the game on television: the best live game, and for a while the one that has just ended.

/** A game that is over stays for so long where another one is played, and for so long where none is. */
export const kShown = 10_000; // milliseconds
const kLast = 60_000;

/** The game to show; none means that engines play. `overFor`: milliseconds since the one on the screen ended. */
export const onAir = (shown: string | null | undefined, found: string | null, overFor: number): string | null =>
    shown && !found && overFor < kLast ? shown : found;
