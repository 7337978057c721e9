// What the page at hand is about, for the title of the window and of the tab: a page that shows several things says
// which one it is. Without a word of its own it is called as in the navigation.

let text = $state('');

export const subject = (): string => text;

/** For as long as the page is shown; called while it is set up. */
export function tellSubject(of: () => string): void {
    $effect(() => {
        text = of();
        return () => (text = '');
    });
}
