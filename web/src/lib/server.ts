// Whether this page came from a server, which knows addresses that a static host does not.
import { load } from './storage';

/** A server marks its pages in their head. A page that has found a server remembers it. */
export const fromServer = (): boolean =>
    document.querySelector('meta[name="server"]') !== null || load<boolean>('server') === true;
