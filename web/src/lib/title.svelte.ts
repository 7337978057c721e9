// The title of the window and of the tab. A page that shows several subjects names the current one; otherwise the title
// is the name in the navigation.

let text = $state('');

export const subject = (): string => text;

/** For as long as the page is shown; called while it is set up. */
export function tellSubject(of: () => string): void {
    $effect(() => {
        text = of();
        return () => (text = '');
    });
}
