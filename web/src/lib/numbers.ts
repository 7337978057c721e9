/**
 * The number that a text from outside is, such as a part of an address: nothing but digits. Number() would take '',
 * '1e1' and '0x1' too.
 */
export const wholeNumber = (text: string | null): number | undefined =>
    text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
