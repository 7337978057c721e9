// Tests are skipped where something they need is missing, but not under ./check, which has installed it all.

/** `why` to skip, or false; under ./check a reason is an error. */
export function needed(why) {
    if (why && process.env.STOCKADE_NEED_ALL) throw new Error(why);
    return why;
}
