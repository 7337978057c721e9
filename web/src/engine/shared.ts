// Whether the engine can have threads.

/**
 * Threads share memory. A page can be isolated from other origins and still have none to share: in WebKitGTK 2.50 it is
 * isolated, and there is no SharedArrayBuffer.
 */
export const canShareMemory = (): boolean => self.crossOriginIsolated && typeof SharedArrayBuffer === 'function';
