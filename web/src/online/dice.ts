// Checks the dice of a finished game (docs/api.md, "Dice"). Written from the documentation rather than taken from the
// rules module, so that it is an independent check.

export type DiceVerdict = 'honest' | 'commitment' | 'rolls' | 'unable';

const kMask = (1n << 64n) - 1n;
const kStep = 0x9e3779b97f4a7c15n;

function mix(value: bigint): bigint {
    let x = (value + kStep) & kMask;
    x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & kMask;
    x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & kMask;
    return x ^ (x >> 31n);
}

/** One stream of throws of a four-sided die. */
function* throws(seed: bigint, purpose: bigint, number: bigint): Generator<number, never> {
    for (let state = mix(seed ^ mix(purpose ^ mix(number))); ; state = (state + kStep) & kMask)
        // Four divides 2^32, so the two top bits are all it takes.
        yield 1 + Number(mix(state) >> 62n);
}

const kSeatStream = 0x5ea7n;
const kDieStream = 0xd1e0n;

/** The roll for the turn after `ply` turns. */
export const rollAt = (seed: bigint, ply: number): number => throws(seed, kDieStream, BigInt(ply)).next().value;

/** The rolls for who begins: pairs until they differ. */
export function openingRolls(seed: bigint): [number, number][] {
    const die = throws(seed, kSeatStream, 0n);
    const rolls: [number, number][] = [];
    do rolls.push([die.next().value, die.next().value]);
    while (rolls[rolls.length - 1][0] === rolls[rolls.length - 1][1]);
    return rolls;
}

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashed(words: string, secret: Uint8Array): Promise<Uint8Array> {
    const head = new TextEncoder().encode(words);
    const whole = new Uint8Array(head.length + secret.length);
    whole.set(head);
    whole.set(secret, head.length);
    return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

export async function seedOf(secret: string): Promise<bigint> {
    return BigInt(`0x${hexOf((await hashed('stockade seed:', bytesOf(secret))).slice(0, 8))}`);
}

export async function checkDice(game: {
    commitment: string;
    secret: string | null;
    turns: string[];
    opening_rolls?: [number, number][];
}): Promise<DiceVerdict> {
    // Browsers lend their hash functions only to pages that came by a secure way.
    if (!game.secret || !globalThis.crypto?.subtle) return 'unable';
    if (hexOf(await hashed('stockade dice:', bytesOf(game.secret))) !== game.commitment.toLowerCase())
        return 'commitment';
    const seed = await seedOf(game.secret);
    if (game.opening_rolls && JSON.stringify(openingRolls(seed)) !== JSON.stringify(game.opening_rolls)) return 'rolls';
    const fair = game.turns.every((turn, ply) => {
        const roll = /^(\d):/.exec(turn);
        return !roll || Number(roll[1]) === rollAt(seed, ply);
    });
    return fair ? 'honest' : 'rolls';
}
