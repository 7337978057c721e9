import { localStorage, location } from '../test/browser';
import { Engine, info, reviewed } from '../test/engine';
import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameLink, readLink } from '../lib/share';
import { load, save } from '../lib/storage';
import { Match, type SavedMatch } from '../play/match.svelte';
import { loadRules, Session } from '../rules/rules';
import { isAside, playOn, takeUp } from './playOn';
import { Study } from './study.svelte';
import { mainLine } from './tree';

vi.mock('../engine/engine', () => import('../test/engine'));

beforeAll(() => loadRules(readFileSync(new URL('../../wasm/rules.wasm', import.meta.url))));
let studies: Study[] = [];
beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    Engine.all = [];
});
afterEach(() => {
    for (const study of studies) study.close();
    studies = [];
    vi.useRealTimers();
});
const keep = (study: Study): Study => {
    studies.push(study);
    return study;
};
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const shown = (study: Study) => study.state.history.join(' ');
const main = (study: Study) => mainLine(study.root).map(({ turn }) => turn);
const link = (start: string, turns: string[], ply = turns.length) =>
    keep(Study.fromLink({ start, turns, ply, review: false }));

describe('a game under study', () => {
    it('is a tree: what is played goes beside what was there', () => {
        const study = link('quoridor', ['e2', 'e8', 'e3'], 1);
        expect(shown(study)).toBe('e2');
        study.act('d9');
        expect(shown(study)).toBe('e2 d9');
        expect(main(study)).toEqual(['e2', 'e8', 'e3']);
        expect(study.node.parent!.children.map(({ turn }) => turn)).toEqual(['e8', 'd9']);
        expect(study.node.player).toBe(1);
        // The same turn again is the same place.
        study.back();
        const { version } = study;
        study.act('e8');
        expect(study.node.children.map(({ turn }) => turn)).toEqual(['e3']);
        expect(study.version).toBe(version + 1);
    });
    it('is gone through by turns, and to both ends of the line that is shown', () => {
        const study = link('quoridor', ['e2', 'e8', 'e3'], 1);
        study.act('d9');
        study.act('f2');
        study.first();
        expect(shown(study)).toBe('');
        study.back();
        expect(shown(study)).toBe('');
        study.forward();
        study.forward();
        expect(shown(study)).toBe('e2 e8');
        study.last();
        expect(shown(study)).toBe('e2 e8 e3');
        study.forward();
        expect(shown(study)).toBe('e2 e8 e3');
        expect(study.states().map(({ history }) => history.length)).toEqual([0, 1, 2, 3]);
    });
    it('takes back a part of a turn before the turn', () => {
        const study = keep(new Study('blockade'));
        study.type('d4-d6/a1h');
        study.act('d11-d9');
        study.back();
        expect(study.state).toMatchObject({ inTurn: false, history: ['d4-d6/a1h'] });
        study.back();
        expect(shown(study)).toBe('');
        expect(main(study)).toEqual(['d4-d6/a1h']);
    });
    it('promotes and deletes where one is', () => {
        const study = link('quoridor', ['e2', 'e8', 'e3'], 1);
        study.deleteHere();
        expect([shown(study), main(study)]).toEqual(['', []]);
        study.deleteHere();
        expect(shown(study)).toBe('');
        study.act('e2');
        study.act('e8');
        study.back();
        study.act('d9');
        study.promoteHere();
        expect(main(study)).toEqual(['e2', 'd9']);
        expect(shown(study)).toBe('e2 d9');
        study.deleteHere();
        expect([shown(study), main(study)]).toEqual(['e2', ['e2', 'e8']]);
    });
    it('leaves out what cannot be played, and says which', () => {
        const study = link('quoridor', ['e2', 'e7', 'e3']);
        expect(shown(study)).toBe('e2');
        expect(main(study)).toEqual(['e2']);
        expect(study.trouble).toMatch(/turn 2.*e7/);
        expect(link('quoridor', ['e2']).trouble).toBe('');
        expect(() => new Study('chess')).toThrow(/chess/);
    });
    it('says why a turn is refused', () => {
        const study = keep(new Study('quoridor'));
        expect(study.type('e5')).toBe(false);
        expect(study.refusal?.text).toMatch(/e5/);
        study.act('e2');
        expect(study.refusal).toBeUndefined();
    });
});

describe('what is given away of it', () => {
    it('is a line of turns where that is all, and comes back', () => {
        const study = link('quoridor', ['e2', 'e8', 'e3'], 2);
        expect(study.shared()).toEqual({ start: 'quoridor', turns: ['e2', 'e8', 'e3'], ply: 2, review: false });
    });
    it('is the record where there is more: names, comments, variations', () => {
        const study = link('quoridor', ['e2', 'e8'], 1);
        study.setComment('Solid.');
        study.act('d9');
        study.tags = { Player1: 'Ann' };
        const shared = study.shared();
        expect(shared).toMatchObject({ turns: ['e2', 'd9'], ply: 2 });
        const query = gameLink(shared).split('?')[1];
        const again = keep(Study.fromLink(readLink(new URLSearchParams(query))!));
        expect(shown(again)).toBe('e2 d9');
        expect(main(again)).toEqual(['e2', 'e8']);
        expect(again.tags.Player1).toBe('Ann');
        expect(again.root.children[0].comment).toBe('Solid.');
        expect(again.record()).toEqual(study.record());
    });
    it('has the result of the main line, and that of the record only as long as its turns stand', () => {
        const tags = { Game: 'quoridor-mini', Result: '1-0', Termination: 'resignation', Player1: 'Ann' };
        const study = keep(Study.fromRecord({ tags, turns: ['c2', 'c4'] }));
        expect(study.record().tags).toMatchObject({ Result: '1-0', Termination: 'resignation', Player1: 'Ann' });
        for (const turn of ['c3', 'c2']) study.act(turn);
        expect(study.record().tags).toMatchObject({ Result: '*', Player1: 'Ann' });
        expect(study.record().tags.Termination).toBeUndefined();
        for (const turn of ['c4', 'c1']) study.act(turn);
        expect(study.record().tags.Result).toBe('0-1');
    });
    it('names the position where it began from one', () => {
        const position = 'quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 2';
        const study = keep(new Study(position));
        study.act('e5');
        expect(study.record().tags).toMatchObject({ Game: 'quoridor', Position: position });
        expect(study.record().turns).toEqual(['e5']);
    });
    it('is read from a position, but not from nothing', async () => {
        const study = keep(await Study.fromText(' quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 2 '));
        expect(study.state.turnOf).toBe(1);
        await expect(Study.fromText(' ')).rejects.toThrow(/empty/);
    });
});

describe('the engine', () => {
    it('thinks about what is shown, but not about every position one leafs through', async () => {
        const study = link('quoridor', ['e2', 'e8'], 0);
        study.setThinking(true);
        study.forward();
        await wait(100);
        expect(Engine.last.task).toBeUndefined();
        study.forward();
        await wait(120);
        expect(Engine.last.task).toMatchObject({ type: 'think', request: { turns: ['e2', 'e8'], lines: 2 } });
        const { task } = Engine.last;
        (task!.hear as unknown as (found: unknown) => void)(info('e3', 0.6));
        expect(study.info?.lines[0].turns).toEqual(['e3']);
        expect(study.node.chance).toBe(0.6);
        study.back();
        expect(study.info).toBeUndefined();
        await wait(120);
        Engine.last.answer(info('e8', 0.7));
        await wait(0);
        // Of the first player, whoever is to move.
        expect(study.node.chance).toBeCloseTo(0.3);
        study.setThinking(false);
        study.forward();
        await wait(500);
        expect(Engine.last.task).toBeUndefined();
    });
    it('rates actions where that is wanted', async () => {
        const study = keep(new Study('quoridor'));
        study.setRating(true);
        await wait(120);
        expect(Engine.last.task?.type).toBe('rate');
        Engine.last.answer({ actions: ['e2'], shares: [1], network: null });
        await wait(0);
        expect(study.ratings?.actions).toEqual(['e2']);
        expect(Engine.last.task).toBeUndefined();
    });
    it('that fails says why', async () => {
        const study = keep(new Study('quoridor'));
        study.setThinking(true);
        await wait(120);
        Engine.last.fail('out of memory');
        await wait(0);
        expect(study.problem).toBe('out of memory');
    });
});

describe('the review', () => {
    const review = reviewed([
        ['e2', 'best', 'e2'],
        ['d9', 'blunder', 'e8'],
        ['e3', 'good', 'e3'],
    ]);
    async function reviewedGame() {
        const study = link('quoridor', ['e2', 'd9', 'e3']);
        const done = study.review();
        expect(study.reviewing).toBe(1);
        Engine.last.answer(review);
        await done;
        return study;
    }
    it('marks the main line', async () => {
        const study = await reviewedGame();
        expect(Engine.all).toHaveLength(2);
        expect(study.reviewing).toBe(0);
        expect(mainLine(study.root).map(({ glyph }) => glyph)).toEqual(['', '??', '']);
        expect([study.root, ...mainLine(study.root)].map(({ chance }) => chance)).toEqual(review.course);
        expect(study.accuracies).toEqual([90, 80]);
    });
    it('can be stopped, and says nothing of that', async () => {
        const study = link('quoridor', ['e2']);
        const done = study.review();
        study.stopReview();
        await done;
        expect([study.reviewing, study.problem]).toEqual([0, '']);
    });
    it('shows what was better as a variation', async () => {
        const study = await reviewedGame();
        study.showBest(1);
        expect(shown(study)).toBe('e2 e8');
        expect(main(study)).toEqual(['e2', 'd9', 'e3']);
    });
    it('lets one find the better turn', async () => {
        const study = await reviewedGame();
        study.retry(1);
        expect(shown(study)).toBe('e2');
        // A bad one is labelled, and one is where one was.
        study.act('f9');
        expect(Engine.last.task).toMatchObject({ type: 'review', request: { turns: ['f9'] } });
        Engine.last.answer(reviewed([['f9', 'mistake', 'e8']]));
        await wait(0);
        expect([study.retryResult, shown(study)]).toEqual(['bad', 'e2']);
        expect(study.retrying?.best).toBe('e8');
        // The best one needs no engine.
        study.act('e8');
        await wait(0);
        expect(Engine.last.task).toBeUndefined();
        expect([study.retryResult, study.retrying, shown(study)]).toEqual(['good', undefined, 'e2 e8']);
        expect(main(study)).toEqual(['e2', 'd9', 'e3']);
        study.retry(1);
        study.endRetry();
        expect([study.retrying, study.retryResult]).toEqual([undefined, undefined]);
    });
});

describe('playing on from a position', () => {
    const view = (turns: string[]) => {
        const session = Session.create('quoridor:players=3', 0);
        for (const turn of turns) session.play(turn);
        const state = session.state();
        session.close();
        return state;
    };
    it('seats a person and engines, and begins there', () => {
        playOn(view(['e2']), 2, 4);
        expect(location.hash).toBe('#/play/game');
        const { state, setup } = (() => {
            const match = Match.resume()!;
            match.close();
            return match;
        })();
        expect(setup.seats.map(({ kind, level }) => [kind, level])).toEqual([
            ['engine', 4],
            ['engine', 4],
            ['person', 4],
        ]);
        expect(state).toMatchObject({ history: [], turnOf: 1, spec: 'quoridor:players=3' });
        expect(isAside()).toBe(false);
    });
    it('puts the game that goes on aside, from where it comes back', () => {
        const seat = { kind: 'person' as const, name: '', level: 1 };
        const saved = { version: 1, setup: { spec: 'quoridor', seats: [seat, seat] }, seed: 7, soFar: '', clocks: [] };
        save('game', { ...saved, turns: ['e2'] });
        playOn(view([]), 0, 1);
        expect(isAside()).toBe(true);
        takeUp();
        expect(load<SavedMatch>('game')).toMatchObject({ seed: 7, turns: ['e2'] });
        // Nothing had been played on, so nothing is put aside for it.
        expect(isAside()).toBe(false);
        playOn(view([]), 0, 1);
        save('game', { ...load<SavedMatch>('game')!, turns: ['e2'] });
        takeUp();
        expect(load<SavedMatch>('game')).toMatchObject({ seed: 7 });
        expect(isAside()).toBe(true);
        // A game that was only begun is not worth keeping.
        save('game.aside', undefined);
        save('game', { ...saved, turns: [] });
        playOn(view([]), 0, 1);
        expect(isAside()).toBe(false);
    });
});
