// The difference between the server's clock and the one of this device. The answer with the shortest round trip gives
// the best estimate.

const kKept = 8;

export class ServerClock {
    private samples: { offset: number; trip: number }[] = [];
    private hinted = 0;
    private best: number | undefined;

    /** An answer to a question: sent and received by the clock here, `now` by the server's. */
    sample(sent: number, received: number, now: number): void {
        this.samples.push({ offset: now - (sent + received) / 2, trip: Math.max(0, received - sent) });
        if (this.samples.length > kKept) this.samples.shift();
        this.best = this.samples.reduce((a, b) => (b.trip < a.trip ? b : a)).offset;
    }
    /** A message that was not asked for: good enough until there is an answer. */
    hint(received: number, now: number): void {
        this.hinted = now - received;
    }
    /** After a new connection: the device may have slept, or its clock have been set. */
    forget(): void {
        this.samples = [];
        this.best = undefined;
    }
    get offset(): number {
        return this.best ?? this.hinted;
    }
    now(here = Date.now()): number {
        return here + this.offset;
    }
}
