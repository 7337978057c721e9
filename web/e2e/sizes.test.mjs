// The sizes of the files that a visitor waits for, compressed as `stockade serve` sends them.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const kDist = fileURLToPath(new URL('../dist', import.meta.url));
const kFirstLoad = 250_000; // bytes
const kEngine = 500_000;

const sizeOf = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
const assets = readdirSync(`${kDist}/assets`).filter((name) => !/\.(br|gz)$/.test(name));

test('the first load is small', () => {
    const page = readFileSync(`${kDist}/index.html`, 'utf8');
    const named = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1]);
    const rules = assets.find((name) => /^rules-.*\.wasm$/.test(name));
    assert.ok(named.includes(`assets/${rules}`), 'the rules come late');
    const files = ['index.html', ...named];
    assert.ok(files.length >= 4, files.join());
    const total = files.reduce((sum, name) => sum + sizeOf(`${kDist}/${name}`), 0);
    console.log(`first load: ${total} bytes (${files.join(', ')})`);
    assert.ok(total <= kFirstLoad);
});

test('the engine is no larger than it may be', () => {
    const engines = assets.filter((name) => /^engine.*\.wasm$/.test(name));
    assert.equal(engines.length, 2);
    for (const name of engines) {
        console.log(`${name}: ${sizeOf(`${kDist}/assets/${name}`)} bytes`);
        assert.ok(sizeOf(`${kDist}/assets/${name}`) <= kEngine);
    }
});

test('networks come apart from everything else', () => {
    const here = readdirSync(fileURLToPath(new URL('../../networks', import.meta.url))).filter((name) =>
        name.endsWith('.net'),
    );
    const built = assets.filter((name) => name.endsWith('.net'));
    assert.equal(built.length, here.length);
    for (const name of built) console.log(`${name}: ${sizeOf(`${kDist}/assets/${name}`)} bytes`);
    const kept = readFileSync(`${kDist}/service-worker.js`, 'utf8');
    for (const name of built) assert.ok(kept.includes(`assets/${name}`), `${name} is not kept for later`);
});
