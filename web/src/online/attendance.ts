// The attendance: the hours of the week at which most people are online, from the server's counts. Pure: receives the
// time as an argument.

export interface Attendance {
    /** People online on average in each hour of the week, from Monday 0:00 UTC; null where it was not counted yet. */
    hours: (number | null)[];
    /** The present hour. */
    now: number;
}

const kHour = 3_600_000; // milliseconds
const kDay = 24; // hours

/**
 * The best of the next 24 hours: when it begins, and how many people are usually there. Nothing where that is not
 * known, or where hardly anybody ever comes.
 */
export function busiestHour({ hours, now }: Attendance, time: number): { at: number; people: number } | undefined {
    let best: { at: number; people: number } | undefined;
    for (let ahead = 0; ahead < kDay; ++ahead) {
        const people = Math.round(hours[(now + ahead) % hours.length] ?? 0);
        if (people > (best?.people ?? 1)) best = { at: (Math.floor(time / kHour) + ahead) * kHour, people };
    }
    return best;
}
