// Whether this page came from a server, which knows addresses that a static host does not.
import { load } from './storage';

/** The head of a page from a server says so; a page that has found one remembers it. */
export const fromServer = (): boolean =>
    document.querySelector('meta[name="server"]') !== null || load<boolean>('server') === true;
