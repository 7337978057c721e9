// The next lesson to offer.

/** Of `games`, the first whose lessons were begun and not ended; else one that was neither played nor learnt. */
export function toLearn(
    games: readonly string[],
    played: readonly string[],
    learned: readonly string[],
): string | undefined {
    // A game itself is in the list once all its lessons are done.
    const open = games.filter((game) => !learned.includes(game));
    const begun = (game: string) => learned.some((lesson) => lesson.startsWith(`${game}.`));
    return open.find(begun) ?? open.find((game) => !played.includes(game));
}
