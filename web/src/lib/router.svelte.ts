// Pages by the part of the address after #, so that any static host will do: #/analyse?turns=e2.e8

export interface Route {
    page: string;
    rest: string;
    values: URLSearchParams;
}

function parse(): Route {
    const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
    const [page, ...rest] = path.split('/');
    return { page: page || 'play', rest: rest.join('/'), values: new URLSearchParams(query) };
}

let current = $state.raw<Route>(parse());
addEventListener('hashchange', () => (current = parse()));

export const route = (): Route => current;
export function go(hash: string): void {
    location.hash = hash;
}
