// The first game: a whole game on the smallest board, step by step, against fixed answers. The words of each step are
// the messages page.lesson.guide.*.

export interface Step {
    id: 'move' | 'wall' | 'jump' | 'round' | 'win';
    /** The action to play, which the board shows. */
    turn: string;
    /** The other player's answer; empty when the game is won. */
    answer?: string;
}

export const kGuideGame = 'quoridor-mini';

export const kGuide: Step[] = [
    { id: 'move', turn: 'c2', answer: 'c4' },
    { id: 'wall', turn: 'b1h', answer: 'c3' },
    { id: 'jump', turn: 'c4', answer: 'c4h' },
    { id: 'round', turn: 'b4', answer: 'c2' },
    { id: 'win', turn: 'b5' },
];
