// The base class of games on the page: plays an action, types a turn, asks why a choice is refused. Games on this
// device, games on a server and games under study extend it. Draws nothing.
import type { Meant } from '$board/pieces';
import { glendenning, parseCell, turnParts } from '../rules/notation';
import { RulesError, type Session } from '../rules/rules';
import type { Refusal } from '../rules/types';

export abstract class GameController {
    /** Why the last thing that was tried cannot be played. */
    refusal = $state.raw<Refusal>();
    /** Turns are typed in Glendenning's notation: the first turn of the game could be in no other. */
    private inGlendenning = false;

    /** The session a person may play on now; nothing while they may not. */
    protected abstract get playable(): Session | undefined;
    /** Something is about to be tried. */
    protected beforePlay(): void {}
    /** Something was played; `turn` is the turn that it completed. */
    protected abstract afterPlay(session: Session, turn: string | undefined): void;

    /** Plays one action; a refused one changes nothing and says why. */
    act(action: string): boolean {
        return this.attempt(action, (session) => session.act(action));
    }
    /** Plays a turn as it is typed, whole or one action of it. */
    type(text: string): boolean {
        const typed = text.trim().toLowerCase();
        if (typed === '') return false;
        const turn = this.modern(typed);
        return this.attempt(turn, (session) => {
            try {
                session.play(turn);
            } catch (problem) {
                if (turnParts(turn).length > 1) throw problem;
                session.act(turn);
            }
        });
    }
    /** The typed turn in the notation of the rules. */
    private modern(typed: string): string {
        const session = this.playable;
        if (!session) return typed;
        const state = session.state();
        const other = glendenning(typed, state.rows);
        if (state.history.length === 0)
            this.inGlendenning =
                state.formats.includes('glendenning') &&
                state.standardStart &&
                parseCell(typed) !== undefined &&
                session.refusal(typed) !== undefined &&
                session.refusal(other) === undefined;
        return this.inGlendenning ? other : typed;
    }
    /** Asks why a place on the board cannot be chosen, and shows it. */
    refuse(meant: Meant): void {
        this.refusal = this.playable?.refusalOf(meant);
    }

    private attempt(text: string, play: (session: Session) => void): boolean {
        const session = this.playable;
        if (!session) return false;
        this.beforePlay();
        const turns = session.state().history.length;
        try {
            play(session);
        } catch (problem) {
            if (!(problem instanceof RulesError)) throw problem;
            this.refusal = refusalOf(session, text) ?? { ...problem.problem, action: text, pawns: [], walls: [] };
            return false;
        }
        this.refusal = undefined;
        const { history } = session.state();
        this.afterPlay(session, history.length > turns ? history[history.length - 1] : undefined);
        return true;
    }
}

/** The refusal of the first action of a turn that cannot be played. */
function refusalOf(session: Session, turn: string): Refusal | undefined {
    const copy = session.copy();
    try {
        for (const action of turnParts(turn)) {
            const refusal = copy.refusal(action);
            if (refusal) return refusal;
            copy.act(action);
        }
        return undefined;
    } finally {
        copy.close();
    }
}
