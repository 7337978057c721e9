/** Compiled by messages.js: each message of a part of the page, as a function of its arguments. */
declare module 'virtual:messages/*' {
    const table: Record<string, (values?: Record<string, unknown>) => string>;
    export default table;
}
