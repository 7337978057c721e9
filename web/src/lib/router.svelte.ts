// Routes by the part of the address after #, so that any static host works: #/analyse?turns=e2.e8

export interface Route {
    page: string;
    rest: string;
    values: URLSearchParams;
}

function parse(): Route {
    const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
    const [page, ...rest] = path.split('/');
    return { page: page || 'home', rest: rest.join('/'), values: new URLSearchParams(query) };
}

let current = $state.raw<Route>(parse());
addEventListener('hashchange', () => (current = parse()));

export const route = (): Route => current;
/** A part of an address as it was meant; as it stands where it is none. */
export function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}
/** Goes to a page; `replace` leaves no entry in the history for the page before. */
export function go(hash: string, { replace = false } = {}): void {
    if (!replace) location.hash = hash;
    else location.replace(`#${hash}`);
}
