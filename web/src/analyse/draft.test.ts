import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseWall } from '../rules/notation';
import { allGames, loadRules, Session } from '../rules/rules';
import { Draft } from './draft.svelte';

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));

describe('drafts', () => {
    const positions = [
        'quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 2',
        'quoridor:players=4; pawns e1 a5 e9 i5; hand 5 5 5 5; walls -; turn 3',
        'pinko; pawns f1 f11; hand 21 20; walls c3v; turn 1',
        'quoridor4fun; pawns e1 e9; hand 10 9; walls c3h; turn 1; skip 2; roll 3',
        'blockade; pawns d4 h4 | d11 h11; hand 9h8v 9h9v; walls a1v; turn 1',
        'wallgo; pawns b2 f6 c3 e4 | f2 b6 e3 c5; walls d4h; turn 1',
        'territoires:players=3; pawns b2 f6 | b6 f2 | d4 d5; walls d4h; turn 1; percee 1 3',
        'territoires; pawns - | -; walls -; turn 1; percee 1 2',
    ];
    const stateOf = (position: string) => {
        const session = Session.fromPosition(position);
        const state = session.state();
        session.close();
        return state;
    };
    for (const position of positions)
        it(`are written as they were read: ${position}`, () => {
            const state = stateOf(position);
            const draft = new Draft(state);
            expect(draft.position).toBe(state.position);
            expect(draft.problem).toBeUndefined();
        });
    it('of every game begin with its start', () => {
        for (const { name } of allGames()) expect(Draft.of(name).problem, name).toBeUndefined();
    });
    it('put walls and take them away, out of the hands and back', () => {
        const draft = Draft.of('quoridor');
        const before = draft.position;
        draft.act('e3h');
        expect(draft.position).toBe('quoridor; pawns e1 e9; hand 9 10; walls e3h; turn 1');
        expect(draft.problem).toBeUndefined();
        expect(draft.refusal({ wall: parseWall('d3h')!, breaking: false })?.text).toBe('d3h overlaps e3h');
        expect(draft.wallPlaces.length).toBe(128 - 3);
        draft.act('e3h');
        expect(draft.position).toBe(before);
    });
    it('say what is wrong in the words of the rules', () => {
        const draft = Draft.of('quoridor');
        draft.act('e1-e9');
        draft.act('e9-e5');
        expect(draft.problem?.text).toBe('two pawns on e5');
        const walled = new Draft(stateOf('quoridor-mini; pawns c2 c5; hand 2 1; walls a4h c4h; turn 1'));
        walled.act('d4v');
        expect(walled.problem?.text).toMatch(/no path to its goal/);
    });
    it('place pawns where a game does', () => {
        const draft = Draft.of('wallgo');
        expect(draft.placesPawns).toBe(true);
        expect(Draft.of('quoridor').placesPawns).toBe(false);
        draft.brush = 0;
        draft.act('d4');
        expect(draft.position).toContain('d4');
        draft.act('d4');
        expect(draft.position).toBe(Draft.of('wallgo').position);
    });
});
