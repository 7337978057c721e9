// The meaning of an address under #/learn: the first game, a game's lessons, or its rules.
import type { GameInfo } from '../rules/types';
import { kLessons, type Lesson } from './lessons';

export const kFirst = 'first';

export interface Place {
    /** The guided game. */
    first: boolean;
    game: string;
    /** The number of the lesson; none for a game without lessons. */
    lessons: Lesson[];
    /** The file in docs/rules: the game's own, or its family's. */
    book?: string;
    /** Whether the rules are read rather than the lessons. */
    reading: boolean;
    /** The section of the rules. */
    section: string;
}

/** `path` is `quoridor` for its lessons, `quoridor/rules/draws` for a section of its rules. */
export function placeOf(path: string, games: readonly GameInfo[], books: readonly string[]): Place {
    const [name, part, section = ''] = path.split('/');
    const { name: game, family } = games.find((one) => one.name === name) ?? games[0];
    const lessons = kLessons[game] ?? [];
    const first = name === kFirst;
    const book = [game, family].find((one) => books.includes(one));
    const reading = !first && book !== undefined && (part === 'rules' || lessons.length === 0);
    return { first, game, lessons, book, reading, section: reading && part === 'rules' ? section : '' };
}
