// Storage of the browser. If it is full, denied or broken, the game goes on without it.

export function load<T>(key: string): T | undefined {
    try {
        const text = localStorage.getItem(`stockade.${key}`);
        return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
        return undefined;
    }
}

export function save(key: string, value: unknown): void {
    try {
        if (value === undefined) localStorage.removeItem(`stockade.${key}`);
        else localStorage.setItem(`stockade.${key}`, JSON.stringify(value));
    } catch {
        // The game goes on without.
    }
}
