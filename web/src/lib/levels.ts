// The engine's levels as opponents: names, strengths, and the levels that have been beaten.
import { t } from '../i18n/i18n.svelte';
import { load, save } from './storage';

export const kLevels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type Level = (typeof kLevels)[number];

export const kStrongest: Level = 10;

export const levelOf = (value: number): Level => Math.min(kStrongest, Math.max(1, Math.round(value) || 1)) as Level;
export const levelName = (level: number): string => t(`page.level.${levelOf(level)}.name`);
export const levelAbout = (level: number): string => t(`page.level.${levelOf(level)}.about`);

/** Scores of each level against the one below, from level 2 on, in per cent (docs/levels.md, "Measured"). */
const kScores: Record<string, number[]> = {
    quoridor: [81, 80.5, 81.5, 79, 79.5, 71.8, 79, 80, 70],
    'quoridor-kid': [66, 70, 73, 76, 79, 89, 77.8, 82.2],
    'quoridor-mini': [55, 60.5, 64.5, 60, 65.5, 63.5, 62.3, 63.5],
    territoires: [75.8, 73, 75.8, 75.2, 73, 69.5, 76.5, 75.2],
    wallgo: [81.5, 78, 80.8, 75.2, 77.8, 72, 79, 75, 86.7],
    pinko: [75, 73, 68, 69, 73.5, 71, 65, 66],
    blockade: [65, 68.5, 64, 73.5, 73.5, 71.5, 74, 72.5],
    quoridor4fun: [59, 61.5, 64, 68.5, 58.5, 67, 60.5, 65],
};
/** The rating of level 1, chosen freely: only distances are measured. */
const kFirstRating = 500;

/** About how strong a level is in a game, in steps of 50; nothing where it was not measured. */
export function ratingOf(game: string, level: number): number | undefined {
    const scores = kScores[game];
    if (!scores || level - 1 > scores.length) return undefined;
    const above = scores
        .slice(0, level - 1)
        .reduce((sum, score) => sum + 400 * Math.log10(score / (100 - score)), kFirstRating);
    return Math.round(above / 50) * 50;
}

/** The strongest level that was beaten, by game. */
type Progress = Record<string, number>;
const kStored = 'progress';

export const beaten = (game: string): number => load<Progress>(kStored)?.[game] ?? 0;
export function beat(game: string, level: number): void {
    const progress = load<Progress>(kStored) ?? {};
    if (level > (progress[game] ?? 0)) save(kStored, { ...progress, [game]: level });
}
/** The level to try next: the one above the strongest that was beaten. */
export const advised = (game: string): Level => levelOf(beaten(game) + 1);
