// The engine in WebAssembly visits the same nodes as the native one, in every game and by both searches. Left out where
// there is no native build.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNative, nativeSignature, wasmSignature } from './engine.mjs';

test('the signature of the searches is that of the native engine', { skip: !hasNative && 'no native build' }, () => {
    const counts = ({ rows, signature }) => ({ signature, rows: rows.map(({ spec, depth, nodes }) => ({ spec, depth, nodes })) });
    assert.deepEqual(counts(wasmSignature(true)), counts(nativeSignature(true)));
});
