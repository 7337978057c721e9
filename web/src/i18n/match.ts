// Chooses the page's language that suits a visitor best.

/** What tells one language from another: zh-TW and zh-HK are written as zh-Hant is, zh and zh-SG as zh-Hans. */
function kindOf(tag: string): string | undefined {
    try {
        const { language, script } = new Intl.Locale(tag).maximize();
        return `${language}-${script}`;
    } catch {
        return undefined; // no tag of a language
    }
}

/** Of the languages there are, the first that somebody reads who wants these, best first. */
export function matchLanguage(wanted: readonly string[], known: readonly string[]): string | undefined {
    for (const tag of wanted) {
        const kind = kindOf(tag);
        const found = kind && known.find((one) => kindOf(one) === kind);
        if (found) return found;
    }
    return undefined;
}
