// Where something is missing, tests are skipped; under ./check they fail.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

for (const name of ['native', 'api'])
    test(`${name}.test.mjs without the program is skipped, but fails under ./check`, () => {
        const run = (more) =>
            spawnSync(process.execPath, [`${name}.test.mjs`], {
                cwd: folder,
                encoding: 'utf8',
                env: { PATH: process.env.PATH, STOCKADE: '/no/such/program', ...more },
            });
        const skipped = run({});
        assert.equal(skipped.status, 0, skipped.stdout);
        assert.match(skipped.stdout, /# SKIP no native build|skipped [1-9]/);
        const failed = run({ STOCKADE_NEED_ALL: '1' });
        assert.notEqual(failed.status, 0);
        assert.match(failed.stdout + failed.stderr, /no native build/);
    });
