// The networks that come with the page. Each is fetched at the first search of its game at a level that may use it.
import urls from 'virtual:networks';

/** The time that a search waits for a network to load before it begins without it. */
const kPatience = 3000; // milliseconds

export class Networks {
    private readonly waits = new Map<string, Promise<unknown>>();

    /**
     * `choose` tells which of some games, by their specs, has a network that serves a position's; `use` gets the file,
     * and throws where it is of no use.
     */
    constructor(
        private readonly choose: (position: string, specs: string[]) => string | null,
        private readonly use: (name: string, bytes: Uint8Array) => void,
    ) {}

    /** Ends once the network of a position's game is in use, or need not be waited for. Never fails. */
    async prepare(position: string): Promise<void> {
        const spec = this.choose(position, Object.keys(urls));
        if (!spec) return;
        if (!this.waits.has(spec)) {
            const late = new Promise((resolve) => setTimeout(resolve, kPatience));
            this.waits.set(spec, Promise.race([this.bring(spec), late]));
        }
        await this.waits.get(spec);
    }

    private async bring(spec: string): Promise<void> {
        try {
            const url = new URL(urls[spec], self.location.href);
            const response = await fetch(url);
            if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
            const bytes = new Uint8Array(await response.arrayBuffer());
            try {
                this.use(url.pathname.slice(url.pathname.lastIndexOf('/') + 1), bytes);
            } catch (problem) {
                console.info('The engine plays without a network:', problem);
            }
        } catch (problem) {
            console.info(`The engine plays on without a network for ${spec}:`, problem);
            this.waits.delete(spec); // perhaps next time
        }
    }
}
