// Chooses the page's language that suits a visitor best.

/** The language with its script: zh-TW and zh-HK are written like zh-Hant, zh and zh-SG like zh-Hans. */
function kindOf(tag: string): string | undefined {
    try {
        const { language, script } = new Intl.Locale(tag).maximize();
        return `${language}-${script}`;
    } catch {
        return undefined; // no tag of a language
    }
}

/** The first of the wanted languages, best first, that the page has. */
export function matchLanguage(wanted: readonly string[], known: readonly string[]): string | undefined {
    for (const tag of wanted) {
        const kind = kindOf(tag);
        const found = kind && known.find((one) => kindOf(one) === kind);
        if (found) return found;
    }
    return undefined;
}
