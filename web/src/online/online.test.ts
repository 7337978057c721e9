import { document, fire, forgetListeners, localStorage, location, Socket } from '../test/browser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blockHelp, blockingGame } from '../lib/fairplay';
import type { Change } from './feed';
import type { Seek, Terms, Tournament } from './types';

/** A message whose code does not matter. */
const plain = { code: '', args: {} };

const kUser = { name: 'ann', kind: 'account' };
const kTerms: Terms = { spec: 'quoridor', clock: '300+3', rated: false, seat: 'random' };
const seek = (id: string): Seek =>
    ({ seek: id, user: { name: id, kind: 'guest' }, ...kTerms, players: 2, joined: 1 }) as unknown as Seek;
const game = (id: string, more: object = {}) => ({
    t: 'game',
    game: id,
    spec: 'quoridor',
    clock: '300+3',
    players: [kUser, kUser],
    turns: [],
    times: [],
    seq: 0,
    ply: 0,
    result: '*',
    reason: '',
    tournament: null,
    you: 0,
    chat: [],
    state: { here: [true, true] },
    ...more,
});

/** What the server answers over HTTP, by path; a function may throw. */
let answers: Record<string, () => unknown>;
let calls: string[];
let online: typeof import('./online.svelte').online;

beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    forgetListeners();
    localStorage.clear();
    location.hash = '/online';
    Socket.all = [];
    calls = [];
    answers = { me: () => ({ user: kUser, ratings: {}, games: [], muted: [] }) };
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = '' }: { method?: string; body?: string }) => {
        const path = url.replace('http://here/api/', '');
        calls.push(`${method} ${path} ${body}`.trim());
        if (!answers[path]) throw new TypeError('fetch failed');
        return new Response(JSON.stringify(answers[path]()), { headers: { 'Content-Type': 'application/json' } });
    });
    ({ online } = await import('./online.svelte'));
});
afterEach(() => vi.useRealTimers());

async function connect(welcome: object = {}): Promise<Socket> {
    await online.open();
    Socket.last.say({ t: 'welcome', user: kUser, now: Date.now(), games: [], ...welcome });
    Socket.last.heard();
    return Socket.last;
}
/** A game of the arena t1 has just ended on the board. */
async function atTheEnd(): Promise<Socket> {
    const socket = await connect();
    answers['tournaments/t1'] = () => ({ state: 'running', you: { active: true } });
    answers['tournaments/t1/leave'] = answers['tournaments/t1/join'] = () => ({});
    location.hash = '/online/game/g1';
    online.follow('g1', () => undefined);
    socket.say(game('g1', { reason: 'goal', result: '1-0', tournament: 't1' }));
    return socket;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the server', () => {
    it('is asked for, and connected to', async () => {
        expect(online.host).toBe('asking');
        await online.open();
        expect(online.host).toBe('here');
        expect(online.user?.name).toBe('ann');
        expect(String(Socket.last.url)).toBe('ws://here/ws');
        await online.open();
        expect(Socket.all.length).toBe(1);
        expect(calls).toEqual(['GET me']);
    });
    it('that is absent is asked for again while an online page is shown, and found when it comes', async () => {
        const { me } = answers;
        answers = {};
        const leave = online.visit();
        await settle();
        expect(online.host).toBe('absent');
        await vi.advanceTimersByTimeAsync(9_000);
        expect(calls.length).toBe(1);
        await vi.advanceTimersByTimeAsync(2_000);
        expect(calls.length).toBe(2);
        expect(online.host).toBe('absent');
        answers = { me };
        await vi.advanceTimersByTimeAsync(10_000);
        expect(online.host).toBe('here');
        expect(Socket.all.length).toBe(1);
        await vi.advanceTimersByTimeAsync(60_000);
        expect(calls.length).toBe(3);
        leave();
    });
    it('is not asked for once nobody looks', async () => {
        answers = {};
        const leave = online.visit();
        await settle();
        leave();
        await vi.advanceTimersByTimeAsync(60_000);
        fire('online');
        await settle();
        expect(calls.length).toBe(1);
        // Somebody who asks by hand gets one answer.
        await online.open();
        await vi.advanceTimersByTimeAsync(60_000);
        expect(calls.length).toBe(2);
    });
    it('is asked for at once when the network or the page is back', async () => {
        answers = {};
        online.visit();
        await settle();
        fire('online');
        await settle();
        expect(calls.length).toBe(2);
        document.visibilityState = 'hidden';
        fire('visibilitychange');
        await settle();
        expect(calls.length).toBe(2);
        document.visibilityState = 'visible';
        fire('visibilitychange');
        fire('visibilitychange');
        await settle();
        expect(calls.length).toBe(3);
    });
    it('is told when the page goes, and met again when it is taken from the cache', async () => {
        const socket = await connect();
        fire('pagehide');
        expect(socket.closed).toBe(true);
        fire('pageshow', { persisted: false });
        expect(Socket.all.length).toBe(1);
        fire('pageshow', { persisted: true });
        expect(Socket.all.length).toBe(2);
    });
    it('that is lost is told of until it is back', async () => {
        const socket = await connect();
        expect(online.link).toBe('open');
        expect(online.cut).toBe(false);
        socket.onclose?.();
        expect(online.cut).toBe(true);
        await vi.advanceTimersByTimeAsync(600);
        expect(online.cut).toBe(true);
        Socket.last.say({ t: 'welcome', user: kUser, now: 1, games: [] });
        expect(online.cut).toBe(false);
    });
    it('says what time it is', async () => {
        await connect({ now: Date.now() + 5000 });
        expect(online.now() - Date.now()).toBe(5000);
    });
});

describe('people', () => {
    it('become guests when they need a name, and get a connection of their own', async () => {
        answers.me = () => ({ user: null, ratings: {}, games: [], muted: [] });
        const socket = await connect({ user: null });
        expect(online.user).toBeNull();
        answers.guest = () => ({});
        answers.me = () => ({ user: { name: 'guest1', kind: 'guest' }, ratings: {}, games: [], muted: [] });
        const done = online.needUser();
        await vi.advanceTimersByTimeAsync(1);
        expect(socket.closed).toBe(true);
        let ready = false;
        void done.then(() => (ready = true));
        await vi.advanceTimersByTimeAsync(200);
        expect(ready).toBe(false);
        Socket.last.say({ t: 'welcome', user: { name: 'guest1', kind: 'guest' }, now: 1, games: [] });
        await vi.advanceTimersByTimeAsync(100);
        expect(ready).toBe(true);
        expect(online.user?.name).toBe('guest1');
        calls = [];
        await online.needUser();
        expect(calls).toEqual([]);
    });
    it('sign in, register, leave and mute', async () => {
        const socket = await connect();
        Object.assign(answers, { login: () => ({}), logout: () => ({}), mute: () => ({}), register: () => ({}) });
        online.seeking = [{ terms: kTerms }];
        await online.enter('login', 'ben', 'secret');
        expect(online.seeking).toEqual([]);
        expect(socket.closed).toBe(true);
        await online.enter('register', 'cyd', 'secret');
        await online.leave('logout');
        await online.mute('eve', true);
        expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
            'POST login {"name":"ben","password":"secret"}',
            'POST register {"name":"cyd","password":"secret"}',
            'POST logout {}',
            'POST mute {"name":"eve","on":true}',
        ]);
        expect(calls.at(-1)).toBe('GET me');
    });
});

describe('the lobby', () => {
    it('is followed while somebody looks, and after a new connection', async () => {
        const socket = await connect();
        const [stopA, stopB] = [online.followLobby(), online.followLobby()];
        expect(socket.heard()).toEqual([{ t: 'lobby', on: true }]);
        socket.onclose?.();
        await vi.advanceTimersByTimeAsync(600);
        Socket.last.say({ t: 'welcome', user: kUser, now: 1, games: [] });
        expect(Socket.last.heard()).toEqual([{ t: 'lobby', on: true }]);
        stopA();
        expect(Socket.last.heard()).toEqual([]);
        stopB();
        expect(Socket.last.heard()).toEqual([{ t: 'lobby', on: false }]);
    });
    it('shows who seeks, as they come and go', async () => {
        const socket = await connect();
        const stop = online.followLobby();
        socket.heard();
        online.moreSeeks();
        expect(socket.heard()).toEqual([]);
        socket.say({ t: 'lobby', seeks: [seek('a'), seek('b')], next: 'b', total: 3, people: 3, games: 2 });
        expect([online.lobby.people, online.lobby.games]).toEqual([3, 2]);
        online.moreSeeks();
        expect(socket.heard()).toEqual([{ t: 'lobby', on: true, after: 'b' }]);
        socket.say({ t: 'seeks', seeks: [seek('c')], next: null });
        socket.say({ t: 'seek', ...seek('b'), joined: 2 });
        socket.say({ t: 'unseek', seek: 'a' });
        expect(online.lobby.seeks.map(({ seek: id, joined }) => `${id}${joined}`)).toEqual(['c1', 'b2']);
        // More than is known here: asked for again, by whoever looks.
        socket.say({ t: 'counts', people: 4, games: 2, total: 2 });
        expect(socket.heard()).toEqual([]);
        socket.say({ t: 'counts', people: 4, games: 2, total: 3 });
        expect(socket.heard()).toEqual([{ t: 'lobby', on: true }]);
        stop();
        socket.heard();
        socket.say({ t: 'counts', people: 4, games: 2, total: 3 });
        expect(socket.heard()).toEqual([]);
    });
    it('is where one seeks, under the number the server gives, again after a new connection', async () => {
        const socket = await connect();
        await online.seek(kTerms, true);
        expect(socket.heard()).toEqual([{ t: 'seek', ...kTerms, pair: true }]);
        expect(online.seekingFor(kTerms)).toEqual({ terms: kTerms });
        expect(online.seekingFor({ ...kTerms, clock: '60+2' })).toBeUndefined();
        online.unseek(undefined);
        expect(online.seeking.length).toBe(1);
        await online.seek({ ...kTerms, clock: '60+2' }, false);
        socket.say({ t: 'seeking', seek: 's1' });
        socket.say({ t: 'seeking', seek: 's2' });
        expect(online.seeking.map(({ seek: id }) => id)).toEqual(['s1', 's2']);
        socket.heard();
        online.unseek('s1');
        expect(socket.heard()).toEqual([{ t: 'unseek', seek: 's1' }]);
        expect(online.seeking.map(({ seek: id }) => id)).toEqual(['s2']);
        socket.onclose?.();
        await vi.advanceTimersByTimeAsync(600);
        Socket.last.say({ t: 'welcome', user: kUser, now: 1, games: [] });
        expect(Socket.last.heard()).toEqual([{ t: 'seek', ...kTerms, clock: '60+2', pair: true }]);
        Socket.last.say({ t: 'seeking', seek: 's3' });
        Socket.last.say({ t: 'unseek', seek: 's3' });
        expect(online.seeking).toEqual([]);
    });
    it('tells why a seek is refused, and forgets it', async () => {
        const socket = await connect();
        online.seeking = [{ terms: kTerms, seek: 's1' }, { terms: { ...kTerms, clock: '60+2' } }];
        socket.say({ t: 'error', re: 'seek', ...plain, text: 'you have 3 seeks already' });
        expect(online.refusal?.text).toBe('you have 3 seeks already');
        expect(online.seeking.map(({ seek: id }) => id)).toEqual(['s1']);
        socket.say({ t: 'error', re: 'turn', game: 'g', ...plain, text: 'no' });
        expect(online.refusal?.text).toBe('you have 3 seeks already');
        await online.take('s9');
        expect(online.refusal).toBeUndefined();
        expect(socket.heard()).toEqual([{ t: 'take', seek: 's9' }]);
        socket.say({ t: 'challenge', challenge: 'c1' });
        expect(online.challenge?.challenge).toBe('c1');
    });
});

describe('games', () => {
    it('are followed, and left by the last who follows', async () => {
        const socket = await connect();
        const told: Change[] = [];
        const [a, b] = [online.follow('g1', (what) => told.push(what)), online.follow('g1', () => undefined)];
        expect(socket.heard()).toEqual([
            { t: 'watch', game: 'g1' },
            { t: 'watch', game: 'g1' },
        ]);
        socket.say(game('g1'));
        expect(told).toEqual(['turns']);
        a.close();
        expect(socket.heard()).toEqual([]);
        b.close();
        expect(socket.heard()).toEqual([{ t: 'leave', game: 'g1' }]);
    });
    it('are asked for on every connection, and not before there is one', async () => {
        const { feed } = online.follow('g1', () => undefined);
        await online.open();
        expect(Socket.last.heard()).toEqual([]);
        Socket.last.say({ t: 'welcome', user: kUser, now: 1, games: [] });
        expect(Socket.last.heard()).toEqual([{ t: 'watch', game: 'g1' }]);
        expect(feed.game).toBeUndefined();
    });
    it('are asked for again after the server would not hear more', async () => {
        const socket = await connect();
        online.follow('g1', () => undefined);
        socket.heard();
        socket.say({ t: 'error', re: '', ...plain, text: 'too many messages: wait a moment' });
        await vi.advanceTimersByTimeAsync(1900);
        expect(socket.heard()).toEqual([]);
        await vi.advanceTimersByTimeAsync(200);
        expect(socket.heard()).toEqual([{ t: 'watch', game: 'g1' }]);
        socket.say({ t: 'error', re: 'seek', ...plain, text: 'no' });
        await vi.advanceTimersByTimeAsync(3000);
        expect(socket.heard()).toEqual([]);
    });
    it('open by themselves when they begin', async () => {
        const socket = await connect();
        online.seeking = [{ terms: kTerms }];
        socket.say({ t: 'start', game: 'g1' });
        expect(location.hash).toBe('#/online/game/g1');
        expect(online.seeking).toEqual([]);
        socket.say({ t: 'start', game: 'g1' });
        expect(online.me.games).toEqual(['g1']);
        online.ended('g1');
        expect(online.me.games).toEqual([]);
        online.ended('g2');
    });
    it('wait while another one is played', async () => {
        const socket = await connect();
        location.hash = '/online/game/g1';
        online.follow('g1', () => undefined);
        socket.say(game('g1'));
        socket.say({ t: 'start', game: 'g2' });
        expect(location.hash).toBe('#/online/game/g1');
        expect(online.begun).toBe('g2');
        await vi.advanceTimersByTimeAsync(60_000);
        expect(location.hash).toBe('#/online/game/g1');
        online.show('g2');
        expect(location.hash).toBe('#/online/game/g2');
        expect(online.begun).toBeUndefined();
    });
    it('of others that are watched give way at once', async () => {
        const socket = await connect();
        location.hash = '/online/game/g1';
        online.follow('g1', () => undefined);
        socket.say(game('g1', { you: null }));
        socket.say({ t: 'start', game: 'g2' });
        expect(location.hash).toBe('#/online/game/g2');
    });
    it('that are a rematch open at once', async () => {
        const socket = await connect();
        location.hash = '/online/game/g1';
        online.follow('g1', () => undefined);
        socket.say(game('g1', { reason: 'goal', result: '1-0' }));
        socket.say({ t: 'start', game: 'g2' });
        expect(location.hash).toBe('#/online/game/g2');
    });
    it('of an arena wait until the end of the one before was seen', async () => {
        const socket = await atTheEnd();
        await online.rest.begin('t1');
        expect(calls.slice(-2)).toEqual(['GET tournaments/t1', 'POST tournaments/t1/leave {}']);
        expect([online.rest.arena, online.rest.left, online.rest.asked]).toEqual(['t1', 15, false]);
        await vi.advanceTimersByTimeAsync(14_500);
        expect([online.rest.left, calls.length]).toEqual([1, 3]);
        await vi.advanceTimersByTimeAsync(1000);
        expect(calls.slice(3)).toEqual(['POST tournaments/t1/join {}']);
        expect([online.rest.left, online.rest.asked]).toEqual([undefined, true]);
        await vi.advanceTimersByTimeAsync(5000);
        expect(calls.length).toBe(4);
        expect(location.hash).toBe('#/online/game/g1');
        socket.say({ t: 'start', game: 'g2' });
        expect(location.hash).toBe('#/online/game/g2');
        expect([online.rest.arena, online.rest.asked]).toEqual([undefined, false]);
    });
    it('of an arena wait for ever once the countdown is stopped, and come when they are asked for', async () => {
        await atTheEnd();
        await online.rest.begin('t1');
        await vi.advanceTimersByTimeAsync(5000);
        online.rest.stop();
        await vi.advanceTimersByTimeAsync(600_000);
        expect([online.rest.arena, online.rest.left, online.rest.asked]).toEqual(['t1', undefined, false]);
        expect(calls.length).toBe(3);
        await online.nextGame();
        expect(calls.slice(3)).toEqual(['POST tournaments/t1/join {}']);
        expect(online.rest.asked).toBe(true);
    });
    it('of an arena that came before the server knew of the rest are shown after it', async () => {
        const socket = await atTheEnd();
        socket.say({ t: 'start', game: 'g2' });
        await online.rest.begin('t1');
        await vi.advanceTimersByTimeAsync(14_500);
        expect([location.hash, online.begun]).toEqual(['#/online/game/g1', 'g2']);
        await vi.advanceTimersByTimeAsync(1000);
        expect([location.hash, online.begun]).toEqual(['#/online/game/g2', undefined]);
        expect(calls.at(-1)).toBe('POST tournaments/t1/join {}');
    });
    it('of an arena do not take away a page that was gone to meanwhile', async () => {
        const socket = await atTheEnd();
        socket.say({ t: 'start', game: 'g2' });
        location.hash = '/analyse';
        await vi.advanceTimersByTimeAsync(16_000);
        expect([location.hash, online.begun]).toEqual(['#/analyse', 'g2']);
        expect(online.rest.arena).toBeUndefined();
    });
    it('of an arena are not asked for where it is over, or was paused before', async () => {
        await atTheEnd();
        for (const tournament of [
            { state: 'over', you: { active: true } },
            { state: 'running', you: { active: false } },
            { state: 'running', you: null },
        ]) {
            answers['tournaments/t1'] = () => tournament;
            await online.rest.begin('t1');
            await vi.advanceTimersByTimeAsync(20_000);
            expect([online.rest.arena, online.rest.left]).toEqual([undefined, undefined]);
        }
        expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    });
    it('of an arena that cannot be had say why, and can be asked for again', async () => {
        await atTheEnd();
        await online.rest.begin('t1');
        const { 'tournaments/t1/join': join } = answers;
        delete answers['tournaments/t1/join'];
        await online.nextGame();
        expect(online.rest.asked).toBe(false);
        expect(online.rest.problem).not.toBe('');
        answers['tournaments/t1/join'] = join;
        await online.nextGame();
        expect([online.rest.asked, online.rest.problem]).toEqual([true, '']);
    });
    it('that are over forbid no help', async () => {
        blockHelp('g1', 60_000);
        await connect({ games: ['g1'] });
        expect(blockingGame()).toBe('g1');
        Socket.last.onclose?.();
        await vi.advanceTimersByTimeAsync(600);
        Socket.last.say({ t: 'welcome', user: kUser, now: 1, games: [] });
        expect(blockingGame()).toBeUndefined();
    });
});

describe('arenas', () => {
    it('are followed by the page of standings that is shown, and left with the last', async () => {
        const socket = await connect();
        const told: string[] = [];
        const [a, b] = ['a', 'b'].map((who, i) =>
            online.followArena('t1', 50 * i, ({ name }: Tournament) => told.push(who + name)),
        );
        expect(socket.heard()).toEqual([
            { t: 'arena', tournament: 't1', on: true, from: 0 },
            { t: 'arena', tournament: 't1', on: true, from: 50 },
        ]);
        socket.say({ t: 'standings', tournament: 't1', name: '!' });
        socket.say({ t: 'standings', tournament: 't2', name: '?' });
        expect(told).toEqual(['b!']);
        socket.onclose?.();
        await vi.advanceTimersByTimeAsync(600);
        Socket.last.say({ t: 'welcome', user: kUser, now: 1, games: [] });
        expect(Socket.last.heard()).toEqual([{ t: 'arena', tournament: 't1', on: true, from: 50 }]);
        a();
        expect(Socket.last.heard()).toEqual([]);
        b();
        expect(Socket.last.heard()).toEqual([{ t: 'arena', tournament: 't1', on: false }]);
    });
});
