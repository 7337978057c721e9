// While somebody plays a rated game against the clock, no window of this browser offers the engine. The mark is stored
// where all windows see it, and expires with the clocks of that game, so that a closed page blocks nothing for ever.
import { load, save } from './storage';

const kKey = 'rated';

interface Block {
    game: string;
    until: number;
}

export function blockHelp(game: string, milliseconds: number, now = Date.now()): void {
    save(kKey, { game, until: now + milliseconds } satisfies Block);
}
export function allowHelp(game: string): void {
    if (load<Block>(kKey)?.game === game) save(kKey, undefined);
}
/** The game that forbids help now. */
export function blockingGame(now = Date.now()): string | undefined {
    const block = load<Partial<Block>>(kKey);
    return typeof block?.until === 'number' && block.until > now ? block.game : undefined;
}
