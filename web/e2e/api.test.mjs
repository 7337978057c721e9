// docs/openapi.json is true: a real server answers every route in it as it says, refuses every body that it forbids,
// and gives every status that it lists. That it lists every route is in tests/server/openapi_test.cpp.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { kBinary, missing, startServer } from './platform.mjs';

// Clients are to ignore unknown fields of answers; here one would be missing in the description.
const closed = (_, value) =>
    value?.properties && !('additionalProperties' in value) ? { ...value, additionalProperties: false } : value;
const api = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'), closed);
/** What a `$ref` names, with what stands beside it. */
const resolved = ({ $ref, ...rest }) =>
    $ref
        ? {
              ...resolved(
                  $ref
                      .slice(2)
                      .split('/')
                      .reduce((part, name) => part[name], api),
              ),
              ...rest,
          }
        : rest;

const kUnknown = { id: '000000000001', name: 'nobody-at-all' };
const routes = Object.entries(api.paths)
    .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({
            name: `${method.toUpperCase()} ${path}`,
            method: method.toUpperCase(),
            path,
            pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
            operation,
            body: operation.requestBody?.content['application/json'].schema,
            queries: (operation.parameters ?? []).map(resolved).filter((parameter) => parameter.in === 'query'),
        })),
    )
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length); // download before {id}
const routeOf = (method, path) =>
    routes.find((route) => route.method === method && route.pattern.test(path)) ??
    assert.fail(`${method} ${path} is not described`);

const ajv = new Ajv({ strictTypes: false, allErrors: true }).addVocabulary(['components']);
const validators = new WeakMap();
function validator(schema) {
    if (!validators.has(schema)) validators.set(schema, ajv.compile({ ...schema, components: api.components }));
    return validators.get(schema);
}
function check(schema, value, where) {
    const valid = validator(schema);
    assert.ok(valid(value), `${where}: ${ajv.errorsText(valid.errors)}`);
}

/** Bodies that the schema forbids, each made from one that it allows. */
function* forbidden(schema, body) {
    yield { ...body, unknown: 1 };
    for (const name of schema.required ?? []) yield { ...body, [name]: undefined };
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const {
            type,
            enum: choices,
            minLength,
            maxLength,
            minimum,
            maximum,
            maxItems,
            items,
            pattern,
        } = resolved(property);
        const wrong = [{}];
        if (type === 'string') wrong.push(5, `${body[name] ?? ''}\u0007`);
        if (pattern?.startsWith('^(')) wrong.push('x');
        if (choices) wrong.push('x');
        if (minLength) wrong.push('x'.repeat(minLength - 1));
        if (maxLength) wrong.push('x'.repeat(maxLength + 1));
        if (type === 'integer') wrong.push(minimum - 1, maximum + 1, 1.5);
        if (maxItems)
            wrong.push(
                Array(maxItems + 1).fill(resolved(items).minimum),
                [resolved(items).minimum - 1],
                [resolved(items).maximum + 1],
            );
        for (const value of wrong) yield { ...body, [name]: value };
    }
}
/** The longest and largest that a schema allows. */
function* limits(schema, body) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const { maxLength, minimum, maximum, maxItems, items } = resolved(property);
        if (maxLength) yield { ...body, [name]: 'x'.repeat(maxLength) };
        if (maximum) yield* [minimum, maximum].map((value) => ({ ...body, [name]: value }));
        if (maxItems) yield { ...body, [name]: Array(maxItems).fill(resolved(items).maximum) };
    }
}

const seen = new Set(); // `GET /api/tv 200`, `GET /api/live ?type`
const probed = new Set();
let server;

/** Somebody with a cookie or a token; each call is held against the description. */
class Caller {
    headers = {};
    static async account(name) {
        const caller = new Caller();
        await caller.post('/api/register', { name, password: 'password' });
        return caller;
    }
    get(target, status = 200) {
        return this.call('GET', target, undefined, status);
    }
    async post(target, body = {}, status = 200) {
        const route = routeOf('POST', target);
        if (status === 200) {
            check(route.body, body, `${route.name} ${JSON.stringify(body)}`);
            if (!probed.has(route)) await this.probe(route, target, body);
        }
        return this.call('POST', target, body, status);
    }
    async call(method, target, body, status, headers = { 'Content-Type': 'application/json' }) {
        const url = new URL(target, server.url);
        const route = routeOf(method, url.pathname);
        const answer = await fetch(url, {
            method,
            headers: { ...this.headers, ...(body && headers) },
            body: body && (typeof body === 'string' ? body : JSON.stringify(body)),
        });
        const text = await answer.text();
        const where = `${method} ${target} ${JSON.stringify(body)}: ${answer.status} ${text.slice(0, 2000)}`;
        if (status) assert.equal(answer.status, status, where);
        const described =
            route.operation.responses[answer.status] ?? assert.fail(`${where}: this status is not described`);
        const type = answer.headers.get('content-type').split(';')[0];
        const { schema } = resolved(described).content[type] ?? assert.fail(`${where}: ${type} is not described`);
        seen.add(`${route.name} ${answer.status}`);
        for (const name of answer.ok ? url.searchParams.keys() : []) {
            assert.ok(
                route.queries.some((query) => query.name === name),
                `${where}: ${name} is not described`,
            );
            seen.add(`${route.name} ?${name}`);
        }
        const cookie = answer.headers.get('set-cookie');
        if (cookie) this.headers.Cookie = cookie.split(';')[0];
        if (type !== 'application/json') return text;
        const value = JSON.parse(text);
        check(schema, value, where);
        return value;
    }
    /** What the description forbids is refused, and what it allows is not too long. */
    async probe(route, target, body) {
        probed.add(route);
        for (const text of ['x', '[]']) await this.call('POST', target, text, 400);
        const schema = resolved(route.body);
        for (const wrong of forbidden(schema, body)) {
            const sent = JSON.parse(JSON.stringify(wrong));
            assert.ok(!validator(route.body)(sent), `${route.name} allows ${JSON.stringify(sent)}`);
            await this.call('POST', target, sent, 400);
        }
        // A name that is not known is refused last of all, and nothing is done.
        for (const largest of limits(schema, body))
            assert.deepEqual(await this.call('POST', target, { ...largest, unknown: 1 }, 400), {
                error: "'unknown' is not known here",
                code: 'server.unknown-field',
                args: { field: 'unknown' },
            });
    }
}

/** A program that plays as somebody: `end` waits for it. */
async function bot(name) {
    const caller = await Caller.account(name);
    await caller.post('/api/me/bot');
    const { secret } = await caller.post('/api/me/tokens', { label: 'program' });
    caller.headers = { Authorization: `Bearer ${secret}` };
    const child = spawn(
        kBinary,
        ['bot', '--server', server.url.replace(/\/$/, ''), '--token', secret, '--level', '1', '--time', '10'],
        { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await new Promise((resolve, reject) =>
        child.stdout.once('data', resolve).once('end', () => reject(new Error('the bot ended'))),
    );
    return Object.assign(caller, {
        name,
        end: () => new Promise((resolve) => child.once('exit', resolve).kill('SIGINT')),
    });
}
/** A game between two programs, to its end. */
async function play(first, second, terms) {
    const { challenge } = await first.post('/api/challenges', { clock: '300+3', ...terms, to: second.name });
    const until = Date.now() + 60_000;
    for (let game; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 20))) {
        game ??= (await first.get(`/api/challenges/${challenge}`)).game;
        const now = game && (await first.get(`/api/games/${game}`));
        if (now?.reason) return now;
    }
    assert.fail(`the game of ${challenge} has no end`);
}

const skip = missing();
before(async () => {
    if (!skip) server = await startServer();
});
after(() => server?.close());

test('who may ask, and how', { skip }, async () => {
    for (const { method, path, operation } of routes.filter((route) => route.path !== '/ws')) {
        const visitor = new Caller();
        const target = path.replace(/\{(\w+)\}/g, (_, name) => kUnknown[name]);
        if (method === 'POST') {
            await visitor.call(method, target, '{}', 415, { 'Content-Type': 'text/plain' });
            await visitor.call(method, target, '{}', 403, {
                'Content-Type': 'application/json',
                Origin: 'https://else.example',
            });
        }
        await visitor.call(method, target, method === 'POST' ? '{}' : undefined, operation.security ? 401 : undefined);
    }
});

test('the socket opens', { skip }, async () => {
    const open = (headers) =>
        new Promise((resolve, reject) => {
            const upgrade = {
                Connection: 'Upgrade',
                Upgrade: 'websocket',
                'Sec-WebSocket-Version': 13,
                'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
            };
            request(`${server.url}ws`, { headers: { ...upgrade, ...headers } })
                .on('upgrade', (answer, socket) => resolve(answer.statusCode, socket.destroy()))
                .on('response', (answer) => resolve(answer.resume().statusCode))
                .on('error', reject)
                .end();
        });
    for (const [status, headers] of [
        [101, {}],
        [401, { Authorization: 'Bearer nonsense' }],
        [403, { Origin: 'https://else.example' }],
    ]) {
        assert.equal(await open(headers), status);
        assert.ok(api.paths['/ws'].get.responses[status]);
        seen.add(`GET /ws ${status}`);
    }
});

test('people', { skip }, async () => {
    const guest = new Caller();
    assert.equal((await guest.get('/api/me')).user, null);
    const { user } = await guest.post('/api/guest');
    assert.equal(user.kind, 'guest');
    assert.deepEqual((await guest.post('/api/guest')).user, user);
    await guest.post('/api/me/tokens', { label: 'none' }, 403);
    await guest.post('/api/me/bot', {}, 403);
    await guest.post('/api/register', { name: 'bea', password: '12345678' });
    await guest.post('/api/register', { name: 'bea2', password: '12345678' }, 409);
    await guest.post('/api/login', { name: 'Bea', password: 'not that' }, 403);
    await guest.post('/api/login', { name: 'Bea', password: '12345678' });
    await guest.post('/api/me/password', { old: 'not that', new: 'x'.repeat(200) }, 403);
    await guest.post('/api/me/password', { old: '12345678', new: 'x'.repeat(200) });

    const bea = guest;
    await Caller.account('cal');
    await bea.post('/api/mute', { name: 'cal' });
    await bea.post('/api/mute', { name: kUnknown.name, on: false }, 404);
    await bea.post('/api/reports', { name: 'cal', text: '' });
    await bea.post('/api/reports', { name: kUnknown.name, game: kUnknown.id, text: 'x' }, 404);
    assert.deepEqual((await bea.get('/api/me')).muted, ['cal']);
    const { token } = await bea.post('/api/me/tokens', { label: 'x'.repeat(40) });
    for (let i = 1; i < 20; ++i) await bea.post('/api/me/tokens', { label: String(i) });
    await bea.post('/api/me/tokens', { label: 'one more' }, 409);
    assert.equal((await bea.get('/api/me/tokens')).tokens[0].token, token);
    assert.equal((await bea.get('/api/me/export')).tokens.length, 20);
    await bea.post(`/api/me/tokens/${token}/delete`);
    await bea.post(`/api/me/tokens/${token}/delete`, {}, 404);
    assert.equal((await bea.get('/api/users/BEA')).user.name, 'bea');
    await bea.post('/api/me/delete', { password: 'not that' }, 403);
    await bea.post('/api/me/delete', { password: 'x'.repeat(200) });
    await bea.post('/api/logout');
});

test('challenges and arenas', { skip }, async () => {
    const [ann, bob] = [await Caller.account('ann'), await Caller.account('bob')];
    const guest = new Caller();
    await guest.post('/api/guest');
    const three = await ann.post('/api/challenges', {
        spec: 'quoridor:players=3',
        clock: '2d',
        rated: false,
        seat: '2',
        delay: 300,
        engines: [1],
    });
    const link = `/api/challenges/${three.challenge}`;
    assert.equal((await guest.get(link)).game, null);
    await ann.post(`${link}/accept`, {}, 409);
    await guest.post(`${link}/cancel`, {}, 403);
    const { game } = await guest.post(`${link}/accept`);
    assert.equal((await ann.get(`/api/games/${game}`)).players[1].name, 'ann');
    await ann.post(`${link}/cancel`, {}, 409);
    const direct = await ann.post('/api/challenges', { spec: 'wallgo', clock: 'none', to: 'bob' });
    assert.equal((await bob.get('/api/challenges')).challenges[0].to.name, 'bob');
    await guest.post(`/api/challenges/${direct.challenge}/accept`, {}, 403);
    await bob.post(`/api/challenges/${direct.challenge}/cancel`);
    await ann.post('/api/challenges', { spec: 'quoridor', clock: 'none', to: kUnknown.name }, 404);
    const solo = await guest.post('/api/challenges', { spec: 'quoridor4fun', clock: '300+0', seat: '1', engines: [2] });
    assert.equal((await guest.get('/api/me')).games.includes(solo.game), true);
    await guest.post('/api/me/delete', {}, 409);
    for (let i = 1; i < 3; ++i)
        await ann.post('/api/challenges', { spec: 'quoridor-mini', clock: 'none', engines: [1] });
    await ann.post('/api/challenges', { spec: 'quoridor-mini', clock: 'none', engines: [1] }, 409);
    assert.equal((await ann.get('/api/live')).games.length, 4);
    assert.equal((await ann.get('/api/live?type=quoridor-mini')).games.length, 2);
    assert.notEqual((await ann.get('/api/tv')).game, null);
    assert.equal((await ann.get('/api/attendance')).hours.length, 168);

    const arena = {
        name: 'Sunday',
        spec: 'quoridor-mini',
        clock: '60+0',
        rated: true,
        starts_in: 20160,
        minutes: 1440,
    };
    const { tournament } = await ann.post('/api/tournaments', arena);
    await guest.post('/api/tournaments', arena, 403);
    const address = `/api/tournaments/${tournament}`;
    await guest.post(`${address}/join`, {}, 403);
    await ann.post(`${address}/join`);
    assert.equal((await ann.get(address)).standings[0].user.name, 'ann');
    assert.equal((await ann.get(`${address}?from=1`)).standings.length, 0);
    await ann.post(`${address}/leave`);
    assert.equal((await ann.get('/api/tournaments')).tournaments[0].state, 'waiting');
    for (const what of [
        `challenges/${kUnknown.id}/accept`,
        `challenges/${kUnknown.id}/cancel`,
        `tournaments/${kUnknown.id}/join`,
        `tournaments/${kUnknown.id}/leave`,
    ])
        await ann.post(`/api/${what}`, {}, 404);
});

test('games and the archive', { skip, timeout: 300_000 }, async () => {
    const [eve, max] = [await bot('eve'), await bot('max')];
    const human = await Caller.account('dan');
    let last;
    try {
        // Until nobody's rating is provisional, as the leaderboard wants it.
        for (let i = 0; i < 40 && !(await eve.get('/api/leaderboard?type=quoridor-mini')).users.length; ++i)
            last = await play(...(i % 2 ? [eve, max] : [max, eve]), { spec: 'quoridor-mini', rated: true });
        const dice = await play(eve, max, { spec: 'quoridor4fun' });
        assert.ok(dice.opening_rolls.length);
        await eve.get(`/api/games/${dice.game}/record?format=qf`, 409);
        // An account with a rated game cannot become a bot.
        await human.post('/api/challenges', { spec: 'quoridor-mini', clock: '2d', rated: true, to: 'max' });
        while (!(await human.get('/api/me')).games.length) await new Promise((resolve) => setTimeout(resolve, 20));
        await human.post('/api/me/bot', {}, 409);
    } finally {
        await eve.end();
        await max.end();
    }
    assert.equal((await eve.get('/api/leaderboard?type=quoridor-mini')).users.length > 0, true);
    for (const format of ['record', 'json', 'qtp'])
        assert.ok((await eve.get(`/api/games/${last.game}/record?format=${format}`)).length);
    await eve.get(`/api/games/${last.game}/record?format=x`, 400);

    await eve.get('/api/games/none/analysis', 404);
    const [running] = (await human.get('/api/me')).games;
    await eve.post(`/api/games/${running}/analysis`, {}, 409);
    await eve.post(`/api/games/${kUnknown.id}/analysis`, {}, 404);
    let analysis = await eve.post(`/api/games/${last.game}/analysis`);
    for (
        const until = Date.now() + 60_000;
        analysis.state !== 'done' && Date.now() < until;
        await new Promise((resolve) => setTimeout(resolve, 50))
    )
        analysis = await eve.get(`/api/games/${last.game}/analysis`);
    assert.equal(analysis.turns?.length, last.turns.length);

    const opening = last.turns.slice(0, 2).join('+');
    const search =
        `player=eve&opponent=max&type=quoridor-mini&result=${last.result}&rated=true` +
        `&since=1&until=${Date.now()}&opening=${opening}`;
    const page = await eve.get(`/api/games?${search}&limit=1`);
    assert.equal(page.games[0].game, last.game);
    await eve.get(`/api/games?${search}&cursor=${page.next}`);
    assert.equal((await eve.get('/api/games?limit=100')).next, null);
    for (const wrong of [
        'limit=0',
        'limit=101',
        'since=-1',
        'rated=yes',
        'result=x',
        'result=win',
        'type=chess',
        'cursor=x',
        'colour=red',
    ])
        await eve.get(`/api/games?${wrong}`, 400);
    await eve.get(`/api/games?player=${kUnknown.name}`, 404);
    const lines = (await eve.get(`/api/games/download?${search}&cursor=${page.next}&format=json`))
        .split('\n')
        .filter(Boolean);
    for (const line of lines) assert.equal(typeof JSON.parse(line), 'object');
    assert.match(await eve.get('/api/games/download'), /\[Player1 "(eve|max)"\]/);
    await eve.get('/api/games/download?format=qf', 400);
    await eve.get(`/api/games/download?player=${kUnknown.name}`, 404);
    const explored = await eve.get(`/api/explorer?spec=quoridor-mini&turns=${last.turns[0]}`);
    assert.ok(explored.turns.some(({ turn }) => turn === last.turns[1]));
    await eve.get('/api/explorer?turns=z9', 400);

    assert.ok((await eve.get('/api/users/max')).ratings['quoridor-mini'].games);
    assert.ok((await eve.get('/api/users/max/ratings?type=quoridor-mini')).points.length);
    await eve.get('/api/users/max/ratings?type=quoridor:walls=1', 400);
    await eve.get(`/api/users/${kUnknown.name}/ratings?type=quoridor`, 404);
    const exported = await eve.get('/api/me/export');
    assert.ok(exported.games.length && exported.ratings['quoridor-mini'].history.length);
});

test('every route, status and parameter came up', { skip }, () => {
    // Those want a database that fails, a call from another machine, and a tournament that has ended.
    const away = ['GET /health 503', 'GET /metrics 403', 'POST /api/tournaments/{id}/join 409'];
    const described = routes.flatMap(({ name, operation, queries }) => [
        ...Object.keys(operation.responses)
            .filter((status) => status !== 'default')
            .map((status) => `${name} ${status}`),
        ...queries.map((query) => `${name} ?${query.name}`),
    ]);
    assert.deepEqual(
        described.filter((one) => !seen.has(one)),
        away,
    );
});
