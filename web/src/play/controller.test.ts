import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRules, Session } from '../rules/rules';
import { GameController } from './controller.svelte';

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));

class Game extends GameController {
    turns: (string | undefined)[] = [];
    open = true;
    constructor(readonly session: Session) {
        super();
    }
    protected get playable() {
        return this.open ? this.session : undefined;
    }
    protected afterPlay(_: Session, turn: string | undefined) {
        this.turns.push(turn);
    }
}
const game = (spec: string) => new Game(spec.includes(';') ? Session.fromPosition(spec) : Session.create(spec, 1));

describe('what a person does with a game', () => {
    it('is played, turn by turn', () => {
        const quoridor = game('quoridor');
        expect(quoridor.act('e2')).toBe(true);
        expect(quoridor.type(' E8 ')).toBe(true);
        expect(quoridor.type('')).toBe(false);
        expect(quoridor.turns).toEqual(['e2', 'e8']);
    });
    it('is typed in Glendenning’s notation where the first turn tells it', () => {
        const quoridor = game('quoridor');
        for (const turn of ['e8', 'E2', 'e7', 'e3', 'e7h', 'e2v']) expect(quoridor.type(turn)).toBe(true);
        expect(quoridor.turns).toEqual(['e2', 'e8', 'e3', 'e7', 'e2h', 'e7v']);
        // A click is always what the board shows.
        expect(quoridor.act('e4')).toBe(true);
        // Not from a position, nor after a modern turn, nor in other games.
        const placed = game('quoridor; pawns e2 e8; hand 10 10; walls -; turn 1');
        expect(placed.type('e7')).toBe(false);
        const begun = game('quoridor');
        expect(begun.type('e3h')).toBe(true);
        expect(begun.type('e2')).toBe(false);
        expect(game('quoridor:players=4').type('e8')).toBe(false);
        expect(game('wallgo').type('a0')).toBe(false);
    });
    it('is played in parts, clicked or typed', () => {
        const blockade = game('blockade');
        const { moves } = blockade.session.state();
        expect(blockade.type(moves[0][4])).toBe(true);
        expect(blockade.turns).toEqual([undefined]);
        expect(blockade.session.state().inTurn).toBe(true);
    });
    it('is refused with a reason and changes nothing', () => {
        const quoridor = game('quoridor');
        expect(quoridor.act('e4h')).toBe(true);
        expect(quoridor.act('e4v')).toBe(false);
        expect(quoridor.refusal).toMatchObject({ walls: [4, 3, 0] });
        expect(quoridor.type('zz9')).toBe(false);
        expect(quoridor.refusal?.text).not.toBe('');
        expect(quoridor.turns).toEqual(['e4h']);
        expect(quoridor.act('e8')).toBe(true);
        expect(quoridor.refusal).toBeUndefined();
    });
    it('is refused for the part of a turn that cannot be played', () => {
        const dice = game('quoridor4fun; pawns e1 e9; hand 10 10; walls -; turn 1');
        expect(dice.type('2:e2,e5')).toBe(false);
        expect(dice.refusal?.text).toMatch(/e5/);
        expect(dice.session.state().rollDue).toBe(true);
    });
    it('is nothing while others are to move', () => {
        const quoridor = game('quoridor');
        quoridor.open = false;
        expect(quoridor.act('e2')).toBe(false);
        quoridor.refuse({ cell: { col: 4, row: 8 }, pawn: undefined });
        expect(quoridor.refusal).toBeUndefined();
        expect(quoridor.turns).toEqual([]);
    });
});
