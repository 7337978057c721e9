import { describe, expect, it } from 'vitest';
import { kGame, kState as kFresh } from '../test/online';
import { GameFeed, type Change } from './feed';
import type { Game, GameState, Heard, Said } from './types';

/** A message whose code does not matter. */
const plain = { code: '', args: {} };

const kState: GameState = { ...kFresh, now: 1000, deadline: 31_000 };
const game = (more: Partial<Game> = {}): Heard => ({ ...kGame, t: 'game', game: 'g', state: kState, ...more });
const turn = (seq: number, ply: number, text: string, more: object = {}): Heard => ({
    t: 'turn',
    game: 'g',
    seq,
    ply,
    player: (ply - 1) % 2,
    turn: text,
    time: 5,
    left: [1, 2],
    to_move: ply % 2,
    roll: null,
    deadline: 99,
    now: 50,
    ...more,
});

function setUp(connected = true) {
    const sent: Said[] = [];
    const changes: Change[] = [];
    let ids = 0;
    const link = { up: connected };
    const feed = new GameFeed(
        'g',
        (message) => {
            if (link.up) sent.push(message);
            return link.up;
        },
        (what) => changes.push(what),
        () => `id${++ids}`,
    );
    return { feed, sent, changes, link };
}
/** Connected, with the game as given. */
function playing(more: Partial<Game> = {}) {
    const all = setUp();
    all.feed.connected();
    all.feed.hear(game(more));
    all.sent.length = 0;
    all.changes.length = 0;
    return all;
}

describe('following a game', () => {
    it('asks for the whole game first, and for the rest after that', () => {
        const { feed, sent } = setUp();
        feed.connected();
        expect(sent).toEqual([{ t: 'watch', game: 'g' }]);
        feed.hear(game());
        feed.hear(turn(1, 1, 'e2'));
        expect(feed.game?.turns).toEqual(['e2']);
        expect(feed.game?.times).toEqual([5]);
        expect(feed.game?.state).toMatchObject({ left: [1, 2], to_move: 1, deadline: 99, running: false });
        feed.hear(turn(2, 2, 'e8'));
        expect(feed.game?.state.running).toBe(true);
        feed.connected();
        expect(sent.at(-1)).toEqual({ t: 'watch', game: 'g', seq: 2 });
    });
    it('takes everything once, in whatever way it is repeated', () => {
        const { feed, changes } = playing();
        feed.hear(turn(1, 1, 'e2'));
        feed.hear(turn(1, 1, 'e2'));
        expect(feed.game?.turns).toEqual(['e2']);
        expect(changes).toEqual(['turns']);
    });
    it('asks once where something is missing, and takes the answer in order', () => {
        const { feed, sent } = playing();
        feed.hear(turn(3, 3, 'e3'));
        feed.hear(turn(4, 4, 'e7'));
        expect(sent).toEqual([{ t: 'watch', game: 'g', seq: 0 }]);
        expect(feed.game?.turns).toEqual([]);
        for (const [seq, text] of [
            [1, 'e2'],
            [2, 'e8'],
            [3, 'e3'],
            [4, 'e7'],
        ] as const)
            feed.hear({ t: 'turn', game: 'g', seq, ply: seq, player: 0, turn: text, time: 1 });
        feed.hear({ t: 'state', game: 'g', seq: 4, ...kState, to_move: 0 });
        expect(feed.game?.turns).toEqual(['e2', 'e8', 'e3', 'e7']);
        expect(sent.length).toBe(1);
        // The next gap is asked for again.
        feed.hear(turn(6, 6, 'e6'));
        expect(sent.at(-1)).toEqual({ t: 'watch', game: 'g', seq: 4 });
    });
    it('learns of a gap by a state that is further on', () => {
        const { feed, sent } = playing();
        feed.hear({ t: 'state', game: 'g', seq: 2, ...kState });
        expect(sent).toEqual([{ t: 'watch', game: 'g', seq: 0 }]);
    });
    it('begins anew where the server is behind what was seen', () => {
        const { feed, sent } = playing({ turns: ['e2', 'e8'], times: [1, 1], seq: 2, ply: 2 });
        feed.hear({ t: 'state', game: 'g', seq: 1, ...kState });
        expect(sent).toEqual([{ t: 'watch', game: 'g' }]);
        feed.hear(game({ turns: ['e2'], times: [1], seq: 1, ply: 1 }));
        expect(feed.game?.turns).toEqual(['e2']);
    });
    it('takes turns back and ends', () => {
        const { feed } = playing({ turns: ['e2', 'e8'], times: [1, 1], seq: 2, ply: 2 });
        feed.hear({
            t: 'takeback',
            game: 'g',
            seq: 3,
            ply: 1,
            to_move: 1,
            left: [9, 9],
            roll: null,
            deadline: null,
            now: 3,
        });
        expect(feed.game).toMatchObject({ turns: ['e2'], times: [1], ply: 1, seq: 3 });
        feed.hear({
            t: 'end',
            game: 'g',
            seq: 4,
            result: '1-0',
            reason: 'resignation',
            secret: 'aa',
            changes: [8, -8],
            now: 7,
        });
        expect(feed.over).toBe(true);
        expect(feed.game).toMatchObject({
            result: '1-0',
            reason: 'resignation',
            changes: [8, -8],
            state: { running: false, to_move: null },
        });
    });
    it('hears of its own game only', () => {
        const { feed, changes } = playing();
        feed.hear({ ...turn(1, 1, 'e2'), game: 'other' } as Heard);
        expect(changes).toEqual([]);
    });
    it('asks for the state when somebody who is away is to move', () => {
        const { feed, sent } = playing({ state: { ...kState, here: [true, false] } });
        feed.hear(turn(1, 1, 'e2'));
        expect(sent).toEqual([{ t: 'watch', game: 'g', seq: 1 }]);
        feed.hear({ t: 'state', game: 'g', seq: 1, ...kState, here: [true, false], claim: 60_000 });
        expect(feed.game?.state.claim).toBe(60_000);
    });
    it('keeps what is said once', () => {
        const { feed } = playing();
        const line: Heard = {
            t: 'chat',
            game: 'g',
            n: 1,
            user: { name: 'ben', kind: 'account' },
            text: 'hi',
            at: 1,
            room: 'players',
        };
        feed.hear(line);
        feed.hear(line);
        expect(feed.chat.length).toBe(1);
    });
});

describe('a question that is refused for now', () => {
    const busy = (code = 'server.busy'): Heard => ({ t: 'error', re: 'watch', code, args: {}, text: 'no', game: 'g' });
    function waiting() {
        const sent: Said[] = [];
        const changes: Change[] = [];
        const timers: { work: () => void; wait: number }[] = [];
        const feed = new GameFeed(
            'g',
            (message) => sent.push(message) > 0,
            (what) => changes.push(what),
            () => 'id',
            (work, wait) => timers.push({ work, wait }),
        );
        feed.connected();
        return { feed, sent, changes, timers };
    }
    const watch: Said = { t: 'watch', game: 'g' };

    it('is asked again after a while, and nobody is told', () => {
        for (const code of ['server.busy', 'server.not-so-fast', 'server.game-unreachable']) {
            const { feed, sent, changes, timers } = waiting();
            feed.hear(busy(code));
            expect(sent).toEqual([watch]);
            expect(feed.refusal).toBeUndefined();
            expect(changes).toEqual([]);
            timers[0].work();
            expect(sent).toEqual([watch, watch]);
        }
    });
    it('is asked less and less often, until there is an answer', () => {
        const { feed, timers } = waiting();
        for (let i = 0; i < 7; ++i) {
            feed.hear(busy());
            timers[i].work();
        }
        expect(timers.map(({ wait }) => wait)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
        feed.hear(game());
        feed.hear(turn(3, 3, 'e3'));
        feed.hear(busy());
        expect(timers.at(-1)?.wait).toBe(1000);
        feed.hear(busy());
        feed.connected();
        feed.hear(busy());
        expect(timers.at(-1)?.wait).toBe(1000);
        feed.hear({ t: 'state', game: 'g', seq: 0, ...kState });
        feed.hear(turn(3, 3, 'e3'));
        feed.hear(busy());
        expect(timers.at(-1)?.wait).toBe(1000);
    });
    it('is asked once by a new connection', () => {
        const { feed, sent, timers } = waiting();
        feed.hear(busy());
        feed.connected();
        timers[0].work();
        expect(sent).toEqual([watch, watch]);
    });
    it('asks for what is still missing', () => {
        const { feed, sent, timers } = waiting();
        feed.hear(game());
        feed.hear(turn(3, 3, 'e3'));
        feed.hear(busy());
        feed.hear(turn(1, 1, 'e2'));
        timers[0].work();
        expect(sent.slice(1)).toEqual([
            { t: 'watch', game: 'g', seq: 0 },
            { t: 'watch', game: 'g', seq: 1 },
        ]);
    });
    it('is not asked again once it was answered, or the game was left', () => {
        const answered = waiting();
        answered.feed.hear(busy());
        answered.feed.hear(game());
        answered.timers[0].work();
        expect(answered.sent).toEqual([watch]);
        const left = waiting();
        left.feed.hear(busy());
        left.feed.leave();
        left.timers[0].work();
        expect(left.sent).toEqual([watch, { t: 'leave', game: 'g' }]);
    });
    it('is told where asking again does not help', () => {
        const { feed, changes, timers } = waiting();
        feed.hear(busy('server.no-game'));
        expect(feed.refusal?.text).toBe('no');
        expect(changes).toEqual(['refused']);
        expect(timers).toEqual([]);
    });
});

describe('a new connection', () => {
    it('asks again for what the lost one had not answered', () => {
        const { feed, sent } = setUp();
        feed.connected();
        feed.connected();
        expect(sent).toEqual([
            { t: 'watch', game: 'g' },
            { t: 'watch', game: 'g' },
        ]);
    });
    it('asks again for a gap that was asked for before', () => {
        const { feed, sent } = playing();
        feed.hear(turn(3, 3, 'e3'));
        feed.connected();
        expect(sent).toEqual([
            { t: 'watch', game: 'g', seq: 0 },
            { t: 'watch', game: 'g', seq: 0 },
        ]);
    });
    it('asks once more where the question itself could not be sent', () => {
        const { feed, sent, link } = playing();
        link.up = false;
        feed.hear(turn(3, 3, 'e3'));
        link.up = true;
        feed.hear(turn(4, 4, 'e7'));
        expect(sent).toEqual([{ t: 'watch', game: 'g', seq: 0 }]);
    });
    it('does not repeat a turn that was answered', () => {
        const { feed, sent } = playing();
        feed.play('e2');
        feed.hear(turn(1, 1, 'e2', { id: 'id1' }));
        sent.length = 0;
        feed.connected();
        expect(sent).toEqual([{ t: 'watch', game: 'g', seq: 1 }]);
    });
});

describe('playing a turn', () => {
    it('says what it answers to and is answered', () => {
        const { feed, sent } = playing();
        feed.play('e2');
        expect(sent).toEqual([{ t: 'turn', game: 'g', ply: 0, turn: 'e2', id: 'id1' }]);
        feed.play('d1');
        expect(sent.length).toBe(1);
        feed.hear(turn(1, 1, 'e2', { id: 'id1' }));
        expect(feed.unanswered).toBeUndefined();
        expect(feed.game?.turns).toEqual(['e2']);
    });
    it('is sent again under its old id after a lost connection', () => {
        const { feed, sent, link } = playing();
        link.up = false;
        feed.play('e2');
        expect(sent).toEqual([]);
        link.up = true;
        feed.connected();
        expect(sent).toEqual([
            { t: 'watch', game: 'g', seq: 0 },
            { t: 'turn', game: 'g', ply: 0, turn: 'e2', id: 'id1' },
        ]);
    });
    it('that the server had taken before the connection was lost is on the board once', () => {
        const { feed } = playing();
        feed.play('e2');
        feed.connected();
        // What was missed comes first, without the id; then the answer to the turn that was sent twice.
        feed.hear({ t: 'turn', game: 'g', seq: 1, ply: 1, player: 0, turn: 'e2', time: 1 });
        feed.hear({ t: 'state', game: 'g', seq: 1, ...kState, to_move: 1 });
        feed.hear(turn(1, 1, 'e2', { id: 'id1' }));
        expect(feed.unanswered).toBeUndefined();
        expect(feed.game?.turns).toEqual(['e2']);
    });
    it('is answered by its id even where the board stands as before', () => {
        // Taken back at once: the board has as many turns as when it was sent.
        const { feed } = playing();
        feed.play('e2');
        feed.hear(turn(1, 1, 'e2'));
        expect(feed.unanswered).toBeUndefined();
        feed.hear({ t: 'takeback', game: 'g', seq: 2, ply: 0 });
        feed.play('e2');
        expect(feed.unanswered?.id).toBe('id2');
        feed.hear(turn(1, 1, 'e2', { id: 'id2' }));
        expect(feed.unanswered).toBeUndefined();
    });
    it('is kept through answers to other turns', () => {
        const { feed } = playing();
        feed.play('e2');
        feed.hear(turn(0, 1, 'e2', { id: 'another' }));
        expect(feed.unanswered?.turn).toBe('e2');
        feed.hear({ t: 'error', re: 'turn', ...plain, text: 'no', game: 'g', id: 'another' });
        expect(feed.unanswered?.turn).toBe('e2');
    });
    it('that came too late is forgotten with the game that answers it', () => {
        const { feed } = playing();
        feed.play('e2');
        feed.hear(game({ turns: ['e2', 'e8'], times: [1, 1], seq: 2, ply: 2 }));
        expect(feed.unanswered).toBeUndefined();
    });
    it('stays unanswered through a game that has not gone on', () => {
        const { feed } = playing();
        feed.play('e2');
        feed.hear(game());
        expect(feed.unanswered?.turn).toBe('e2');
    });
    it('that is refused is told, and the page asks for the game', () => {
        const { feed, changes, sent } = playing();
        feed.play('e9');
        feed.hear({ t: 'error', re: 'turn', ...plain, text: 'no', game: 'g', id: 'id1' });
        expect(feed.unanswered).toBeUndefined();
        expect(feed.refusal?.text).toBe('no');
        expect(changes).toEqual(['refused']);
        expect(sent.at(-1)).toEqual({ t: 'watch', game: 'g' });
    });
    it('of somebody else that is refused changes nothing here', () => {
        const { feed, sent } = playing();
        feed.play('e2');
        const before = sent.length;
        feed.hear({ t: 'error', re: 'turn', ...plain, text: 'no', game: 'g', id: 'another' });
        expect(feed.unanswered?.turn).toBe('e2');
        expect(sent.length).toBe(before);
    });
    it('is not possible once the game is over', () => {
        const { feed, sent } = playing({ reason: 'time', result: '0-1' });
        feed.play('e2');
        expect(sent).toEqual([]);
    });
});

describe('what is said at a board', () => {
    it('goes to the server as it is, and wipes an old refusal', () => {
        const { feed, sent, link } = playing({ turns: ['e2'], times: [1], seq: 1, ply: 1 });
        feed.hear({ t: 'error', re: 'act', ...plain, text: 'no', game: 'g' });
        expect(feed.refusal?.text).toBe('no');
        feed.act('draw');
        expect(feed.refusal).toBeUndefined();
        feed.premove([['*', 'e3']]);
        expect(feed.talk('hello')).toBe(true);
        feed.leave();
        expect(sent).toEqual([
            { t: 'act', game: 'g', do: 'draw' },
            { t: 'premove', game: 'g', ply: 1, lines: [['*', 'e3']] },
            { t: 'chat', game: 'g', text: 'hello' },
            { t: 'leave', game: 'g' },
        ]);
        link.up = false;
        expect(feed.talk('hello')).toBe(false);
    });
    it('waits for the game where it is about one', () => {
        const { feed, sent } = setUp();
        feed.premove([['e2']]);
        feed.play('e2');
        expect(sent).toEqual([]);
        expect(feed.over).toBe(false);
        for (const message of [turn(1, 1, 'e2'), { t: 'state', game: 'g', seq: 0, ...kState } as Heard])
            feed.hear(message);
        expect(feed.game).toBeUndefined();
    });
    it('has an id of its own for each turn', () => {
        const sent: Said[] = [];
        const feed = new GameFeed(
            'g',
            (message) => sent.push(message) > 0,
            () => undefined,
        );
        feed.hear(game());
        feed.play('e2');
        expect(sent).toMatchObject([{ t: 'turn', turn: 'e2', id: expect.stringMatching(/^[0-9a-f]{24}$/) }]);
    });
    it('is kept in order, and replaced with the whole game', () => {
        const { feed, changes } = playing();
        const line = (n: number): Heard => ({
            t: 'chat',
            game: 'g',
            n,
            user: { name: 'ben', kind: 'account' },
            text: `${n}`,
            at: n,
            room: 'players',
        });
        feed.hear(line(1));
        feed.hear(line(2));
        expect(feed.chat.map(({ n }) => n)).toEqual([1, 2]);
        expect(changes).toEqual(['chat', 'chat']);
        feed.hear(game({ chat: undefined }));
        expect(feed.chat.length).toBe(2);
        feed.hear(game({ chat: [] }));
        expect(feed.chat).toEqual([]);
    });
});

describe('a turn on the board', () => {
    it('that does not follow from what is here asks for the whole game', () => {
        const { feed, sent } = playing({ turns: ['e2'], times: [1], seq: 1, ply: 1 });
        feed.hear(turn(2, 5, 'e8'));
        expect(sent).toEqual([{ t: 'watch', game: 'g' }]);
        expect(feed.game?.turns).toEqual(['e2']);
        const other = playing({ turns: ['e2'], times: [1], seq: 1, ply: 1 });
        other.feed.hear({ t: 'takeback', game: 'g', seq: 2, ply: 3 });
        expect(other.sent).toEqual([{ t: 'watch', game: 'g' }]);
        other.feed.hear(game());
        other.feed.hear(turn(2, 2, 'e8'));
        expect(other.sent.length).toBe(2);
    });
    it('settles offers of whoever played it, and claims', () => {
        const state = { ...kState, draw: [0, 1], takeback: [0, 1], claim: 5 };
        const { feed } = playing({ state });
        feed.hear(turn(1, 1, 'e2'));
        expect(feed.game?.state).toMatchObject({ draw: [1], takeback: [1], claim: null, roll: null, now: 50 });
        feed.hear({ t: 'takeback', game: 'g', seq: 2, ply: 0 });
        expect(feed.game?.state).toMatchObject({ draw: [1], takeback: [], claim: null });
        feed.hear({ t: 'end', game: 'g', seq: 3, result: '0-1', reason: 'time', secret: 's' });
        expect(feed.game).toMatchObject({
            secret: 's',
            ended: null,
            state: { running: false, to_move: null, roll: null, deadline: null, draw: [], takeback: [], claim: null },
        });
    });
    it('starts the clocks once all have moved, by correspondence at once, and never without one', () => {
        for (const [clock, ply, deadline, running] of [
            ['300+3', 1, 99, false],
            ['300+3', 2, 99, true],
            ['2d', 1, 99, true],
            ['none', 2, 99, false],
            ['300+3', 2, null, false],
        ] as const) {
            const turns = Array<string>(ply - 1).fill('e2');
            const { feed } = playing({ clock, turns, times: turns.map(() => 1), ply: ply - 1 });
            feed.hear(turn(1, ply, 'e8', { deadline }));
            expect([clock, ply, feed.game?.state.running]).toEqual([clock, ply, running]);
        }
    });
    it('of an engine, or with everybody there, asks for nothing more', () => {
        const engine = playing({
            players: [
                { name: 'ann', kind: 'account' },
                { name: 'e', kind: 'engine' },
            ],
            state: { ...kState, here: [true, false] },
        });
        engine.feed.hear(turn(1, 1, 'e2'));
        expect(engine.sent).toEqual([]);
        const all = playing();
        all.feed.hear(turn(1, 1, 'e2'));
        expect(all.sent).toEqual([]);
    });
    it('that another device of mine played takes the place of the one on its way', () => {
        const { feed } = playing();
        feed.play('e2');
        feed.hear({ t: 'end', game: 'g', seq: 1, result: '1-0', reason: 'resignation', secret: '' });
        expect(feed.unanswered).toBeUndefined();
    });
});
