// How good turns were, from chances to win before and after. Knows no rules and no engine.

export type Judgement = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export interface Judged {
    player: number;
    turn: string;
    /** The best turn, and the chance of the mover with it and with what was played. */
    best: string;
    before: number;
    after: number;
    judgement: Judgement;
}

export const kGlyphs: Record<Judgement, string> = { best: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

export function judge(loss: number, isBest: boolean): Judgement {
    if (isBest) return 'best';
    if (loss < 0.05) return 'good';
    if (loss < 0.1) return 'inaccuracy';
    if (loss < 0.2) return 'mistake';
    return 'blunder';
}

/** 100 for a turn that loses nothing, falling with the chance lost as it does on chess servers. */
export function accuracyOf(loss: number): number {
    return Math.max(0, Math.min(100, 103.1668 * Math.exp(-0.04354 * Math.max(0, loss) * 100) - 3.1669));
}

/** The mean accuracy of each player; undefined for who has not moved. */
export function accuracies(judged: Judged[], players: number): (number | undefined)[] {
    return Array.from({ length: players }, (_, player) => {
        const own = judged.filter((item) => item.player === player);
        return own.length ? own.reduce((sum, item) => sum + accuracyOf(item.before - item.after), 0) / own.length : undefined;
    });
}
