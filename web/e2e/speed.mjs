// speed.mjs [rounds]: how fast the engine and its network are in WebAssembly beside the native ones, and two threads
// beside one. Ratios within a round, for other work on the machine slows everything alike; the middle round counts. The
// searches of `stockade bench --signature` and the network alone are compared by processor time, threads by the clock.
import { readdirSync } from 'node:fs';
import { launch } from './browser.mjs';
import { nativeNetworkSpeed, nativeSignature, wasmNetworkSpeed, wasmSignature } from './engine.mjs';
import { serve } from './serve.mjs';

const rounds = Number(process.argv[2] ?? 5);
const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const percent = (value) => `${(100 * value).toFixed(0)} %`;

const shares = [];
for (let round = 0; round < rounds; ++round) shares.push(nativeSignature(false).cpu / wasmSignature(false).cpu);
console.log(`one thread: ${percent(middle(shares))} of native (${shares.map(percent).join(', ')})`);

const networks = [];
for (let round = 0; round < rounds; ++round) {
    const native = nativeNetworkSpeed();
    const wasm = wasmNetworkSpeed();
    networks.push(
        Object.fromEntries(
            Object.keys(native).map((what) => [what, { share: wasm[what] / native[what], wasm: wasm[what] }]),
        ),
    );
}
for (const what of Object.keys(networks[0])) {
    const rates = networks.map((round) => round[what]);
    const shares = rates.map(({ share }) => share);
    const speed = Math.round(middle(rates.map(({ wasm }) => wasm)));
    const listed = shares.map((share) => percent(share)).join(', ');
    console.log(`${what}: ${percent(middle(shares))} of native (${listed}), ${speed} a second`);
}

/** Nodes a second of the page's own worker, on a position in the middle of a game. */
const think = async ([worker, threads]) => {
    const engine = new Worker(worker);
    const request = {
        start: 'quoridor; pawns e4 e6; hand 7 7; walls d3h e6h c5v f3v g7h b2h; turn 1',
        turns: [],
        milliseconds: 4000,
        nodes: 0,
        depth: 0,
        lines: 1,
        level: 'strongest',
        seed: 0,
    };
    try {
        return await new Promise((resolve, reject) => {
            engine.onerror = ({ message }) => reject(new Error(message));
            engine.onmessage = ({ data }) => {
                if (data.type === 'ready') engine.postMessage({ type: 'think', id: 1, ...request });
                if (data.type === 'done') resolve(data.answer.nodes / data.answer.seconds);
            };
            engine.postMessage({ type: 'load', threads, cancelled: new SharedArrayBuffer(4) });
        });
    } finally {
        engine.terminate();
    }
};
const host = await serve();
const browser = await launch();
const page = await browser.newPage();
await page.goto(host.url);
const assets = readdirSync(new URL('../dist/assets', import.meta.url));
const worker = `./assets/${assets.find((name) => /^worker-.*\.js$/.test(name))}`;
const gains = [];
for (let round = 0; round < rounds; ++round) {
    const one = await page.evaluate(think, [worker, 1]);
    const two = await page.evaluate(think, [worker, 2]);
    gains.push(two / one);
}
console.log(`two threads: ${middle(gains).toFixed(2)} times one (${gains.map((gain) => gain.toFixed(2)).join(', ')})`);
await browser.close();
host.close();
