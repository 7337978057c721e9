// Game files, read and written by the records module; loaded only when one is opened or saved.
import recordsUrl from '../../wasm/records.wasm?url';
import { WasmModule } from './module';
import { RulesError } from './rules';

export type Format = 'record' | 'json' | 'qf' | 'qtp';

export interface RecordTurn {
    turn: string;
    comment?: string;
    before?: string;
    glyphs?: string[];
    eval?: number;
    win?: number;
    clock?: string;
    variations?: (string | RecordTurn)[][];
}
/** As docs/record.md has it. */
export interface GameRecord {
    tags: Record<string, string>;
    comment?: string;
    turns: (string | RecordTurn)[];
}

let loading: Promise<WasmModule> | undefined;
const module = (): Promise<WasmModule> => (loading ??= WasmModule.load(recordsUrl));

function checked<T>(answer: T & { error?: string }): T {
    if (answer.error !== undefined) throw new RulesError(answer.error);
    return answer;
}

/** The first game of a text in any format. */
export async function readRecord(text: string): Promise<GameRecord> {
    return checked((await module()).call<GameRecord & { error?: string }>('stockade_read', text));
}
export async function writeRecord(record: GameRecord, format: Format): Promise<string> {
    return checked(
        (await module()).call<{ text: string; error?: string }>('stockade_write', JSON.stringify(record), format),
    ).text;
}
