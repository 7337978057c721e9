// Several `stockade serve` on one database, with PostgreSQL and nats-server of the test's own on loopback, and doors to
// them: small load balancers.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needed } from './needed.mjs';
import { missing, spawnServer } from './platform.mjs';

const kPostgres = '/usr/lib/postgresql';
const kNats = ['/usr/sbin/nats-server', '/usr/bin/nats-server'].find(existsSync);

/** Why there are no servers to test with; false where there are. */
export function missingForSeveral() {
    return needed(
        !existsSync(kPostgres) ? 'PostgreSQL is not installed' : kNats ? missing() : 'nats-server is not installed',
    );
}

async function freePort() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    await once(server, 'close');
    return port;
}

async function startPostgres() {
    const folder = mkdtempSync(join(tmpdir(), 'stockade-postgres-'));
    const version = readdirSync(kPostgres).sort((a, b) => b - a)[0];
    // Its programs refuse to run as root.
    const prefix =
        process.getuid() === 0 ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : ['env'];
    chmodSync(folder, 0o777);
    const port = await freePort();
    const data = join(folder, 'data');
    const run = (program, ...options) =>
        execFileSync(prefix[0], [...prefix.slice(1), join(kPostgres, version, 'bin', program), ...options], {
            cwd: '/',
            stdio: 'ignore',
        });
    // No test takes the power from the machine, so nothing has to be on the disk.
    run('initdb', '--no-sync', '-D', data, '-U', 'stockade', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
    run(
        'pg_ctl',
        '-D',
        data,
        '-w',
        '-t',
        '60',
        '-l',
        join(folder, 'log'),
        '-o',
        `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off`,
        'start',
    );
    run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'stockade', 'games');
    return {
        url: `postgresql://stockade@127.0.0.1:${port}/games`,
        close() {
            run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
            rmSync(folder, { recursive: true });
        },
    };
}

async function startNats() {
    const port = await freePort();
    const child = spawn(kNats, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    for (;;) {
        const socket = connect(port, '127.0.0.1');
        const up = await Promise.race([
            once(socket, 'connect').then(() => true),
            once(socket, 'error').then(
                () => false,
                () => false,
            ),
        ]).catch(() => false);
        socket.destroy();
        if (up) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { url: `nats://127.0.0.1:${port}`, close: () => child.kill('SIGKILL') };
}

class Node {
    constructor(name, options) {
        Object.assign(this, { name, options });
    }
    async start() {
        const server = await spawnServer(['--port', String(this.port ?? 0), '--node', this.name, ...this.options]);
        this.child = server.child;
        this.port = Number(new URL(server.url).port);
        this.alive = true;
    }
    /** Kills the server without warning, like a power cut. */
    async kill() {
        this.alive = false;
        const ended = once(this.child, 'exit');
        this.child.kill('SIGKILL');
        await ended;
    }
    /** The number of games that this server owns. */
    async games() {
        const metrics = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
        return Number(/^stockade_games_running (\d+)$/m.exec(metrics)[1]);
    }
}

/** An address that leads to one of the nodes while it lives, and otherwise to another one. */
async function openDoor(nodes, favourite) {
    const server = createServer((socket) => {
        const node = favourite.alive ? favourite : nodes.find((other) => other.alive);
        const onward = connect(node.port, '127.0.0.1');
        for (const [from, to] of [
            [socket, onward],
            [onward, socket],
        ]) {
            from.pipe(to);
            from.on('error', () => {}).on('close', () => to.destroy());
        }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${server.address().port}/`;
    const ask = async (path) => (await fetch(`${url}api/${path}`)).json();
    // A connection that fetch kept may have ended with its node.
    return { url, favourite, get: (path) => ask(path).catch(() => ask(path)), close: () => server.close() };
}

export async function startCluster(names) {
    const postgres = await startPostgres();
    const nats = await startNats();
    process.env.STOCKADE_BUS_SECRET = randomBytes(32).toString('hex');
    const nodes = names.map((name) => new Node(name, ['--database', postgres.url, '--bus', nats.url]));
    for (const node of nodes) await node.start();
    const doors = [];
    for (const node of nodes) doors.push(await openDoor(nodes, node));
    return {
        nodes,
        doors,
        async close() {
            for (const node of nodes) if (node.alive) await node.kill();
            for (const door of doors) door.close();
            nats.close();
            postgres.close();
        },
    };
}
