/** Made by rulebook.js from docs/rules: a way to load the sections of each game's rules, by the name of the file. */
declare module 'virtual:rulebook' {
    export interface Section {
        id: string;
        /** In English; empty for the first. */
        title: string;
        html: string;
    }
    const books: Record<string, () => Promise<{ default: Section[] }>>;
    export default books;
}
