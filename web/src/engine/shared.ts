// Whether the engine can have threads.

/**
 * Threads share memory. A page can be isolated from other origins and still have none to share: WebKitGTK 2.50 says
 * that it is isolated, and knows no SharedArrayBuffer.
 */
export const canShareMemory = (): boolean => self.crossOriginIsolated && typeof SharedArrayBuffer === 'function';
