/** Made by rulebook.js from docs/rules: a way to load the sections of each game's rules, by language and file name. */
declare module 'virtual:rulebook' {
    export interface Section {
        /** The same in every language. */
        id: string;
        /** Empty for the first. */
        title: string;
        html: string;
    }
    const books: Record<string, Record<string, () => Promise<{ default: Section[] }>>>;
    export default books;
}
