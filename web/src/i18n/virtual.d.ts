/** Compiled by messages.js: each message of a part of the page, as a function of its arguments. */
declare module 'virtual:messages/*' {
    export type Table = Record<string, (values?: Record<string, unknown>) => string>;
    export type Load = () => Promise<{ default: Table }>;
    export const english: Table;
    /** All languages but English. */
    export const others: Record<string, Load>;
}
