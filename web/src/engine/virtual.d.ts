/** Made by vite.config.ts: the address of each network, by the spec of its game. */
declare module 'virtual:networks' {
    const urls: Record<string, string>;
    export default urls;
}
