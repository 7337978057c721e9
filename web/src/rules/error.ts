// Errors that the WebAssembly modules and the server return.
import type { Message } from '../i18n/i18n.svelte';

/** The form of an error in a module's JSON: the English words are in `error`. */
export interface Failure {
    error?: string;
    code?: string;
    args?: Message['args'];
}

export class RulesError extends Error {
    constructor(readonly reason: Message) {
        super(reason.text);
    }
    /** The message without the turn or the place in a position that it is about. */
    get problem(): Message {
        const inner = this.reason.args.problem;
        const where = this.reason.code === 'turn.refused' || this.reason.code === 'position.at';
        return where && typeof inner === 'object' ? inner : this.reason;
    }
}

/** The message of an answer that is a failure. */
export function failureOf({ error, code, args }: Failure): Message | undefined {
    return error === undefined ? undefined : { text: error, code: code ?? '', args: args ?? {} };
}

/** The answer, where it is one. */
export function answered<T>(answer: T & Failure): T {
    const failure = failureOf(answer);
    if (failure) throw new RulesError(failure);
    return answer;
}
