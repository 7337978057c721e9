// The rules for the page. Every answer comes from the C++ session behind this file.
import type { Meant } from '$board/pieces';
import rulesUrl from '../../wasm/rules.wasm?url';
import { answered } from './error';
import { WasmModule } from './module';
import type { GameInfo, Paths, Refusal, SessionState, SpecInfo, WallEffects } from './types';

export { RulesError } from './error';

let module: WasmModule;
let games: GameInfo[] = [];

export async function loadRules(source: string | BufferSource = rulesUrl): Promise<void> {
    module = await WasmModule.load(source);
    games = module.call<GameInfo[]>('stockade_games');
}

function ask<T>(name: string, ...values: (string | number)[]): T {
    return answered<T>(module.call(name, ...values));
}

export const allGames = (): GameInfo[] => games;
export const gameInfo = (name: string): GameInfo => games.find((game) => game.name === name) ?? games[0];
export const parseSpec = (text: string): SpecInfo => ask('stockade_spec', text);

/** A game being played. Close it when it is no longer needed. */
export class Session {
    /** The state, until something changes it. */
    private known: SessionState | undefined;

    private constructor(private readonly id: number) {}

    static create(spec: string, seed: number): Session {
        return new Session(ask<{ id: number }>('stockade_create', spec, seed).id);
    }
    static fromPosition(position: string, seed = 0): Session {
        return new Session(ask<{ id: number }>('stockade_from_position', position, seed).id);
    }
    copy(): Session {
        return new Session(ask<{ id: number }>('stockade_copy', this.id).id);
    }
    close(): void {
        module.invoke('stockade_close', [this.id]);
    }

    state(): SessionState {
        return (this.known ??= ask<SessionState>('stockade_state', this.id));
    }
    /** One call changes the session and brings the new state. A refused change throws and leaves all as it was. */
    private change(name: string, ...values: (string | number)[]): boolean {
        const { done, state } = ask<{ done: boolean; state: SessionState }>(name, this.id, ...values);
        this.known = state;
        return done;
    }
    paths(): Paths[] {
        return module.call('stockade_paths', this.id);
    }
    walls(): WallEffects {
        return module.call('stockade_walls', this.id);
    }
    /** Plays a whole turn or the rest of one. */
    play(turn: string): void {
        this.change('stockade_play', turn);
    }
    /** Plays one action of a turn. */
    act(action: string): void {
        this.change('stockade_act', action);
    }
    /** Why an action cannot be played now; nothing when it can. */
    refusal(action: string): Refusal | undefined {
        return this.refused('stockade_refusal', action);
    }
    /** Why a place on the board cannot be chosen now. */
    refusalOf(meant: Meant): Refusal | undefined {
        if ('wall' in meant) {
            const { col, row, vertical } = meant.wall;
            return this.refused('stockade_refusal_of_wall', col, row, Number(vertical), Number(meant.breaking));
        }
        const from = meant.pawn ?? { col: -1, row: -1 };
        return this.refused('stockade_refusal_of_move', from.col, from.row, meant.cell.col, meant.cell.row);
    }
    private refused(name: string, ...values: (string | number)[]): Refusal | undefined {
        const answer = ask<Partial<Refusal>>(name, this.id, ...values);
        return answer.text === undefined ? undefined : (answer as Refusal);
    }
    roll(): boolean {
        return this.change('stockade_roll');
    }
    undo(): boolean {
        return this.change('stockade_undo');
    }
    redo(): boolean {
        return this.change('stockade_redo');
    }
    /** Takes back the last action of the turn under way. */
    takeBack(): boolean {
        return this.change('stockade_take_back');
    }
    resign(player: number): void {
        this.change('stockade_resign', player);
    }
}
