// Game files, read and written by the records module; loaded only when one is opened or saved.
import recordsUrl from '../../wasm/records.wasm?url';
import { answered } from './error';
import { WasmModule } from './module';

export type Format = 'record' | 'json' | 'qf' | 'qtp' | 'glendenning';

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
/** A record as JSON (docs/record.md). */
export interface GameRecord {
    tags: Record<string, string>;
    comment?: string;
    turns: (string | RecordTurn)[];
}

let loading: Promise<WasmModule> | undefined;
const module = (): Promise<WasmModule> => (loading ??= WasmModule.load(recordsUrl));

/** The first game of a text in any format. */
export async function readRecord(text: string): Promise<GameRecord> {
    return answered<GameRecord>((await module()).call('stockade_read', text));
}
export async function writeRecord(record: GameRecord, format: Format): Promise<string> {
    return answered<{ text: string }>((await module()).call('stockade_write', JSON.stringify(record), format)).text;
}
