// Texts that could break a page: names, comments, long games. `standIn` answers a page as a server that
// holds nothing else; the shapes are those of src/online/types.ts.

/** Twenty letters each, as wide, high or backward as letters get. */
export const kNames = {
    wide: 'W'.repeat(20),
    'full width': '龘'.repeat(20),
    'right to left': 'אבגדהוזחטיכלמנסעפצקר',
    marks: 'Z\u0351\u036b\u0343\u0329\u0331'.repeat(3) + 'Zo',
    emoji: '🧱👑'.repeat(10),
};
export const kWord = 'W'.repeat(2000);
export const kSentence = 'Never step back here! '.repeat(91).slice(0, 2000);
const kTitle = 'M'.repeat(60);

/** The largest board; pawns that step to and fro for 300 turns. */
export const kLargest = 'quoridor:size=19,repetition=0';
const kRound = ['j2', 'j18', 'j1', 'j19'];
export const kTurns = Array.from({ length: 300 }, (_, i) => kRound[i % 4]);

/** Each name has another ending, so that two players are not the same. */
const other = (name, i) => [...name].slice(0, i ? -1 : undefined).join('') + (i ? 'ABCDEFGHIJ'[i % 10] : '');
const kMoment = 1_794_900_000_000;
const kId = (i) => `0000000000${String(i).padStart(2, '0')}`;
const rating = { rating: 2345, deviation: 60, games: 1234, provisional: false };

/** A server for one page: `name` is whoever looks at it, and, with other endings, everybody else. */
export async function standIn(page, name) {
    const user = (i) => ({ name: other(name, i), kind: i % 3 === 2 ? 'bot' : 'account', rating: 2345 - i });
    const brief = (i, { over = true, players = 2 + (i % 3), spec = `quoridor:players=${players}` } = {}) => ({
        game: kId(i),
        spec,
        clock: '5400+30',
        rated: true,
        created: kMoment,
        players: Array.from({ length: players }, (_, k) => user(k)),
        result: over ? ['1-0', '0-0-1', '0-0-0-1'][players - 2] : '*',
        reason: over ? 'resignation' : '',
        ended: over ? kMoment : null,
        changes: over ? Array(players).fill(-128) : null,
        tournament: null,
        plies: 300,
        opening: 'e2 e8',
    });
    const game = (over) => ({
        ...brief(over ? 2 : 1, { over, players: 2, spec: kLargest }),
        delay: 300,
        turns: kTurns,
        times: kTurns.map(() => 1000),
        commitment: '0'.repeat(64),
        secret: over ? '0'.repeat(64) : null,
        seq: 300,
        ply: 300,
        state: {
            left: [5_400_000, 5_399_000],
            running: !over,
            now: Date.now(),
            to_move: over ? null : 0,
            roll: null,
            deadline: null,
            draw: over ? [] : [1],
            takeback: [],
            rematch: [],
            here: [true, false],
            watchers: 12_345,
            claim: null,
        },
        you: 0,
        chat: [kWord.slice(0, 300), kSentence.slice(0, 300), name].map((text, n) => ({
            n,
            user: user(n % 2),
            text,
            at: kMoment,
            room: 'players',
        })),
    });
    const terms = { clock: '5400+30', rated: true, seat: 'random', delay: 300 };
    const challenge = (i, mine) => ({
        ...terms,
        challenge: kId(i),
        spec: 'territoires:players=4',
        user: user(mine ? 0 : 1),
        to: user(mine ? 1 : 0),
        players: 4,
        joined: [user(0), user(1)],
        engines: [10],
        game: null,
        open: true,
        created: kMoment,
    });
    const tournament = {
        tournament: kId(5),
        name: kTitle,
        spec: 'territoires:players=4',
        clock: '5400+30',
        rated: true,
        starts: Date.now() - 60_000,
        ends: Date.now() + 3_600_000,
        players: 2000,
        state: 'running',
        from: 0,
        you: null,
        standings: Array.from({ length: 10 }, (_, i) => ({
            user: user(i),
            rank: 1991 + i,
            points: 1234,
            games: 999,
            wins: 888,
            streak: 3,
            playing: kId(1),
            active: i % 2 === 0,
        })),
    };
    const answers = {
        me: { user: user(0), ratings: { quoridor: rating }, games: [kId(1)], muted: [] },
        live: { games: [0, 1, 2].map((i) => brief(i + 10, { over: false })) },
        tv: { game: null },
        games: { games: Array.from({ length: 9 }, (_, i) => brief(i + 20)), next: 'next' },
        challenges: { challenges: [challenge(3, true), challenge(4, false)] },
        leaderboard: { users: Array.from({ length: 10 }, (_, i) => user(i)) },
        tournaments: { tournaments: [tournament, { ...tournament, tournament: kId(6), state: 'over' }] },
        [`tournaments/${kId(5)}`]: tournament,
        [`challenges/${kId(4)}`]: challenge(4, false),
        [`games/${kId(1)}`]: game(false),
        [`games/${kId(2)}`]: game(true),
        [`games/${kId(2)}/analysis`]: { state: 'off' },
        explorer: { games: 0, turns: [] },
        'me/tokens': { tokens: [{ token: kId(7), label: 'M'.repeat(40), created: kMoment, seen: kMoment }] },
        'users/ratings': { points: Array.from({ length: 30 }, (_, i) => [kMoment + i * 86_400_000, 2000 + 10 * i]) },
        users: {
            user: user(1),
            created: kMoment,
            seen: kMoment,
            online: false,
            ratings: { quoridor: rating, 'territoires:players=4': rating, blockade: rating },
            games: 123_456,
            wins: 23_456,
            losses: 90_000,
            draws: 10_000,
            playing: [kId(1)],
        },
    };
    await page.route('**/api/**', (route) => {
        const { pathname, searchParams } = new URL(route.request().url());
        const path = pathname.replace(/^\/api\//, '');
        if (path === 'games' && [...searchParams.values()].includes('next'))
            return route.fulfill({ json: { games: Array.from({ length: 9 }, (_, i) => brief(i + 40)), next: null } });
        const [, rest] = /^users\/[^/]+(\/ratings)?$/.exec(path) ?? [];
        const answer = path.startsWith('users/') ? answers[`users${rest ?? ''}`] : answers[path];
        return answer
            ? route.fulfill({ json: answer })
            : route.fulfill({ status: 404, json: { error: 'none', code: 'server.no-such-route', args: {} } });
    });
    await page.routeWebSocket(/\/ws$/, (socket) => {
        const say = (t, message) => socket.send(JSON.stringify({ t, ...message }));
        socket.onMessage((text) => {
            const heard = JSON.parse(text);
            if (heard.t === 'ping') say('pong', { at: heard.at, now: Date.now() });
            if (heard.t === 'watch') say('game', game(heard.game === kId(2)));
            if (heard.t === 'arena') say('standings', tournament);
            if (heard.t === 'lobby' && heard.on)
                say('lobby', {
                    seeks: Array.from({ length: 8 }, (_, i) => ({
                        ...terms,
                        seek: kId(30 + i),
                        spec: ['quoridor', 'territoires:players=4', 'wallgo:players=3'][i % 3],
                        user: user(i),
                        players: 2 + (i % 3),
                        joined: 1,
                    })),
                    next: 'next',
                    total: 1234,
                    people: 123_456,
                    games: 12_345,
                });
        });
        say('welcome', { user: user(0), now: Date.now(), games: [kId(1)] });
    });
}

/** The stored data of somebody who has played: an unfinished game and finished ones. */
export function keptGames(name, { spec = kLargest, turns = kTurns, players = 2 } = {}) {
    const seats = Array.from({ length: players }, (_, i) => ({ kind: 'person', name: other(name, i), level: 1 }));
    const game = spec.split(':')[0];
    return {
        settings: { language: 'en', turnBoard: false },
        setup: { game, values: { [game]: {} }, seats, clock: 0 },
        game: { version: 1, setup: { spec, seats }, seed: 1, turns, soFar: '', clocks: [] },
        games: Array.from({ length: 6 }, (_, i) => ({
            id: i + 1,
            when: kMoment,
            game,
            spec,
            turns,
            seats: i % 2 ? seats : [seats[0], { kind: 'engine', name: '', level: 10 }],
            shares: [0, 12],
        })),
    };
}

/** The address of a game under analysis with names and comments. */
export function annotated(name, spec = kLargest, turns = kTurns) {
    const noted = turns.slice(0, 100).map((turn, i) => {
        if (i === 1) return { turn, comment: kWord };
        if (i === 4) return { turn, comment: kSentence };
        if (i === 7) return { turn, comment: name.repeat(20), variations: [['i18', 'a1h']] };
        return turn;
    });
    const record = { tags: { Game: spec, Player1: name, Player2: other(name, 1) }, turns: noted };
    const values = new URLSearchParams({
        start: spec,
        turns: turns.slice(0, 100).join('_'),
        ply: '8',
        record: JSON.stringify(record),
    });
    return `#/analyse?${values}`;
}
