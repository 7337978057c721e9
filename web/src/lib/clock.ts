/** Below this time a player is short of time, in milliseconds. */
export const kLowTime = 20_000;

/** A time as a clock shows it: 1:02:03, 1:05, 0:09.3. */
export function clockText(milliseconds: number): string {
    const seconds = Math.max(0, milliseconds) / 1000;
    if (seconds < 20) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, '0')}`;
    const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
    const minutes = Math.floor(seconds / 60);
    return minutes < 60
        ? `${minutes}:${two(seconds % 60)}`
        : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
