// The lessons of each game: a position and a task. Their words are the messages page.lesson.*.

export interface Lesson {
    id: string;
    position: string;
    /** Turns that were played before, which a repetition needs. */
    before?: string[];
    /** The turn is written, not played on the board. */
    typed?: boolean;
    /** Done when a turn matches. */
    turn?: RegExp;
    /** Done when such an action has been refused: what one must not do is worth trying. */
    refused?: RegExp;
    /** The game whose words it shares. */
    words?: string;
    /** An answer, for the tests. */
    answer: string;
}

const kPlacing = 'wallgo; pawns b2 f6 | f2 b6; walls -; turn 1';
const kMoving = 'wallgo; pawns b2 f6 c3 e2 | f2 b6 d5 e4; walls b3h; turn 1';

/** 24 cells each and one for nobody, once d2v stands. */
const kTie = 'pawns c2 | f5; walls a6h a7v c5v c6v c7v d4h d1v d3v d4v; turn 1';

export const kLessons: Record<string, Lesson[]> = {
    quoridor: [
        {
            id: 'goal',
            position: 'quoridor; pawns e8 b5; hand 8 8; walls c5h e6h; turn 1',
            turn: /^[a-i]9$/,
            answer: 'e9',
        },
        { id: 'wall', position: 'quoridor; pawns e3 e6; hand 10 10; walls -; turn 1', turn: /[hv]$/, answer: 'e5h' },
        { id: 'jump', position: 'quoridor; pawns e5 e6; hand 8 8; walls b3h; turn 1', turn: /^e7$/, answer: 'e7' },
        {
            id: 'diagonal',
            position: 'quoridor; pawns e5 e6; hand 8 8; walls e6h; turn 1',
            turn: /^[df]6$/,
            answer: 'd6',
        },
        {
            id: 'cross',
            position: 'quoridor; pawns e3 e7; hand 8 8; walls d5h; turn 1',
            refused: /^[cde]5[hv]$/,
            answer: 'd5v',
        },
        {
            id: 'path',
            position: 'quoridor-mini; pawns c2 c5; hand 2 1; walls a4h c4h; turn 1',
            refused: /[hv]$/,
            answer: 'd4v',
        },
        {
            id: 'four',
            position: 'quoridor:players=4; pawns e2 b5 e8 h5; hand 4 4 4 4; walls d5h; turn 1',
            turn: /./,
            answer: 'e3',
        },
        {
            id: 'pass',
            position: 'quoridor:players=4; pawns a1 b1 e5 c1; hand 0 2 2 2; walls a1h; turn 1',
            turn: /^--$/,
            answer: '--',
        },
        {
            id: 'repetition',
            position: 'quoridor; pawns e3 c5; hand 0 0; walls g3h a7h g5h; turn 1',
            before: ['e4', 'c6', 'e5', 'c5', 'e4', 'c6', 'e5', 'c5'],
            turn: /^e4$/,
            answer: 'e4',
        },
        {
            id: 'notation',
            position: 'quoridor; pawns e4 e6; hand 10 10; walls -; turn 1',
            typed: true,
            turn: /^e5h$/,
            answer: 'e5h',
        },
        {
            id: 'handicap',
            position: 'quoridor:walls=10+7; pawns e3 e7; hand 10 7; walls -; turn 1',
            turn: /[hv]$/,
            answer: 'e6h',
        },
    ],
    'quoridor-kid': [
        {
            id: 'goal',
            words: 'quoridor',
            position: 'quoridor-kid; pawns d6 b4; hand 6 6; walls c4h e5h; turn 1',
            turn: /^[a-g]7$/,
            answer: 'd7',
        },
        {
            id: 'wall',
            words: 'quoridor',
            position: 'quoridor-kid; pawns d2 d5; hand 8 8; walls -; turn 1',
            turn: /[hv]$/,
            answer: 'd4h',
        },
        {
            id: 'jump',
            words: 'quoridor',
            position: 'quoridor-kid; pawns d3 d4; hand 7 7; walls b2h; turn 1',
            turn: /^d5$/,
            answer: 'd5',
        },
    ],
    'quoridor-mini': [
        {
            id: 'goal',
            words: 'quoridor',
            position: 'quoridor-mini; pawns c4 b3; hand 2 2; walls b3h; turn 1',
            turn: /^[a-e]5$/,
            answer: 'c5',
        },
        {
            id: 'wall',
            words: 'quoridor',
            position: 'quoridor-mini; pawns c2 c4; hand 3 3; walls -; turn 1',
            turn: /[hv]$/,
            answer: 'c3h',
        },
        {
            id: 'path',
            words: 'quoridor',
            position: 'quoridor-mini; pawns c2 c5; hand 2 1; walls a4h c4h; turn 1',
            refused: /[hv]$/,
            answer: 'd4v',
        },
    ],
    quoridor4fun: [
        {
            id: 'steps',
            position: 'quoridor4fun; pawns e3 e7; hand 8 8; walls d4h; turn 1; roll 3',
            turn: /^([a-i]\d,?){3}$/,
            answer: 'f3,f4,f5',
        },
        {
            id: 'walls',
            position: 'quoridor4fun; pawns e3 e7; hand 8 8; walls -; turn 1; roll 2',
            turn: /[hv]$/,
            answer: 'd6h,f6h',
        },
        {
            id: 'mixed',
            position: 'quoridor4fun; pawns e3 e7; hand 8 8; walls -; turn 1; roll 3; steps 1',
            refused: /[hv]$/,
            answer: 'e5h',
        },
        {
            id: 'four',
            position: 'quoridor4fun; pawns e6 b4; hand 8 8; walls -; turn 1; roll 4',
            turn: /9$/,
            answer: 'e7,e8,e9',
        },
    ],
    wallgo: [
        { id: 'place', words: 'territoires', position: kPlacing, turn: /./, answer: 'd4' },
        { id: 'move', words: 'territoires', position: kMoving, turn: /\//, answer: 'c3-d3/d3h' },
        {
            id: 'score',
            position: 'wallgo:pawns=1; pawns c4 | e4; walls d1v d2v d3v d5v d6v d7v; turn 1',
            turn: /d4v$/,
            answer: 'c4-d4/d4v',
        },
        { id: 'tie', words: 'territoires', position: `wallgo:pawns=1; ${kTie}`, turn: /d2v$/, answer: 'c2-d2/d2v' },
    ],
    territoires: [
        { id: 'place', position: kPlacing, turn: /./, answer: 'd4' },
        { id: 'move', position: kMoving, turn: /\//, answer: 'c3-d3/d3h' },
        {
            id: 'close',
            position: 'territoires:pawns=1; pawns c1 | a1; walls a2h b2h b1v; turn 1; percee -',
            turn: /b2v$/,
            answer: 'c1-c2/b2v',
        },
        {
            id: 'percee',
            position: 'territoires:pawns=1; pawns d2 | d5; walls d2h d2v c2v e4h; turn 1; percee 1 2',
            turn: /^x/,
            answer: 'xd2h/d2-d3',
        },
        {
            id: 'tie',
            position: `territoires:pawns=1; ${kTie}; percee -`,
            turn: /d2v$/,
            answer: 'c2-d2/d2v',
        },
    ],
    blockade: [
        {
            id: 'turn',
            position: 'blockade; pawns d4 h4 | d11 h11; hand 9h9v 9h9v; walls -; turn 1',
            turn: /\//,
            answer: 'd4-d6/d9h',
        },
        {
            id: 'over',
            position: 'blockade; pawns d6 h4 | d7 h11; hand 7h7v 7h7v; walls e8h; turn 1',
            turn: /^d6-d8/,
            answer: 'd6-d8/a1h',
        },
        {
            id: 'goal',
            position: 'blockade; pawns d9 h5 | f6 h11; hand 6h6v 6h6v; walls c9v; turn 1',
            turn: /-d11$/,
            answer: 'd9-d11',
        },
    ],
    pinko: [
        {
            id: 'steps',
            position: 'pinko; pawns f4 f8; hand 18 18; walls f4h; turn 1',
            turn: /^[a-k]\d+$/,
            answer: 'e5',
        },
        {
            id: 'corner',
            position: 'pinko; pawns f4 f8; hand 16 16; walls f4h f3v e5v; turn 1',
            turn: /^[a-k]\d+$/,
            answer: 'e4',
        },
        { id: 'beside', position: 'pinko; pawns f5 f6; hand 18 18; walls -; turn 1', turn: /^[eg]6$/, answer: 'e6' },
    ],
};
