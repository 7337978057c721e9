import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRules, Session } from '../rules/rules';
import { checkDice, openingRolls, rollAt, seedOf } from './dice';

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));

/** The rolls of a game that the rules module plays with that seed. */
function played(seed: number, turns: number): string[] {
    const session = Session.create('quoridor4fun', seed);
    for (let i = 0; i < turns && !session.state().over; ++i) {
        session.roll();
        session.play(session.state().example);
    }
    const { history } = session.state();
    session.close();
    return history;
}

describe('dice', () => {
    it('fall as in the rules module', () => {
        for (const seed of [0, 42, 2 ** 52 + 12345]) {
            const session = Session.create('quoridor4fun', seed);
            expect(openingRolls(BigInt(seed))).toEqual(session.state().openingRolls);
            session.close();
            const rolls = played(seed, 8).map((turn, ply) => ({ ply, roll: /^(\d):/.exec(turn)?.[1] }));
            expect(rolls.some(({ roll }) => roll)).toBe(true);
            for (const { ply, roll } of rolls) if (roll) expect(rollAt(BigInt(seed), ply)).toBe(Number(roll));
        }
    }, 60_000);

    it('are thrown again for who begins while both show the same', () => {
        let ties = 0;
        for (let seed = 0; seed < 24; ++seed) {
            const session = Session.create('quoridor4fun', seed);
            const rolls = openingRolls(BigInt(seed));
            expect(rolls).toEqual(session.state().openingRolls);
            session.close();
            expect(rolls.every(([a, b], i) => (a === b) === i + 1 < rolls.length)).toBe(true);
            ties += rolls.length - 1;
        }
        expect(ties).toBeGreaterThan(0);
    });

    const secret = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
    const commitment = createHash('sha256').update('stockade dice:').update(Buffer.from(secret, 'hex')).digest('hex');

    it('are checked from the secret', async () => {
        const seed = await seedOf(secret);
        expect(seed).toBe(
            createHash('sha256').update('stockade seed:').update(Buffer.from(secret, 'hex')).digest().readBigUInt64BE(),
        );
        const turns = [0, 1, 2].map((ply) => `${rollAt(seed, ply)}:--`);
        const game = { commitment, secret, turns: [...turns, '--'], opening_rolls: openingRolls(seed) };
        expect(await checkDice(game)).toBe('honest');
        expect(await checkDice({ ...game, secret: null })).toBe('unable');
        expect(
            await checkDice({ ...game, commitment: commitment.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
        ).toBe('commitment');
        const other = turns.map((turn, i) => (i === 2 ? `${(Number(turn[0]) % 4) + 1}:--` : turn));
        expect(await checkDice({ ...game, turns: other })).toBe('rolls');
        expect(await checkDice({ ...game, opening_rolls: [[1, 1]] })).toBe('rolls');
    });
});
