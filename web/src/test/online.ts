// A sample game on a server in the form of messages, for tests: two people before the first turn.
import type { Game, GameState } from '../online/types';

export const kState: GameState = {
    left: [300_000, 300_000],
    running: false,
    now: 0,
    to_move: 0,
    roll: null,
    deadline: null,
    draw: [],
    takeback: [],
    rematch: [],
    here: [true, true],
    watchers: 0,
    claim: null,
};

export const kGame: Game = {
    game: '000000000001',
    spec: 'quoridor',
    clock: '300+3',
    rated: false,
    created: 0,
    players: [
        { name: 'ann', kind: 'account' },
        { name: 'ben', kind: 'account' },
    ],
    turns: [],
    times: [],
    commitment: '',
    secret: null,
    result: '*',
    reason: '',
    ended: null,
    tournament: null,
    seq: 0,
    ply: 0,
    state: kState,
    you: 0,
    chat: [],
};
