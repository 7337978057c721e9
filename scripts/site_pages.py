"""Hooks of mkdocs: put the pages of the project's root beside those of docs/, list the rules in other languages, turn
links to files that are not part of the site into plain text, name headings as forges do, and warn of pages that the
navigation forgets. mkdocs itself warns of links that lead nowhere."""
import logging
import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

LOG = logging.getLogger("mkdocs.site_pages")  # below mkdocs, so that --strict counts its warnings
ROOT = Path(__file__).resolve().parent.parent
# Pages of the root, and their addresses. security.html is another page, and some file systems ignore case.
ROOT_PAGES = {
    "README.md": "index.html",
    "ARCHITECTURE.md": "architecture.html",
    "CONTRIBUTING.md": "contributing.html",
    "CHANGELOG.md": "changelog.html",
    "SECURITY.md": "reporting.html",
}
# The folders of docs/rules, by the names that languages have for themselves.
LANGUAGES = {
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
    "ko": "한국어",
    "pl": "Polski",
    "pt": "Português",
    "ru": "Русский",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
}
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
IMAGE = re.compile(r'<img src="docs/')
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def slug(heading, separator):
    """The name of a heading in links, as forges make it: each blank becomes a hyphen."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", separator)


def translations(docs):
    """The rules in other languages as parts of a navigation; pages are called by their own titles."""
    return [
        {LANGUAGES.get(folder.name, folder.name): [str(page.relative_to(docs)) for page in sorted(folder.glob("*.md"))]}
        for folder in sorted(Path(docs, "rules").iterdir())
        if folder.is_dir()
    ]


def on_config(config):
    config.mdx_configs["toc"]["slugify"] = slug
    rules = next(part["Rules"] for part in config.nav if "Rules" in part)
    rules += translations(config.docs_dir)
    return config


def on_files(files, config):
    for name, address in ROOT_PAGES.items():
        file = File(name, str(ROOT), config.site_dir, config.use_directory_urls)
        file.dest_uri = file.url = address
        file.abs_dest_path = str(Path(config.site_dir, address))
        files.append(file)
    return files


def on_nav(nav, config, files):
    named = {page.file.src_uri for page in nav.pages}
    for file in files.documentation_pages():
        if file.src_uri not in named:
            LOG.warning("%s is not in the navigation of mkdocs.yml", file.src_uri)
    return nav


def site_path(source):
    """Where the site has a file of the project; None where it does not."""
    if source in ROOT_PAGES:
        return source
    if source.startswith("docs/") and (ROOT / source).is_file():
        return source.removeprefix("docs/")
    return None


def rewrite(text, page):
    """`page` is a path in the site. The links of its text start from the page's place in the project."""
    folder = posixpath.dirname(page if page in ROOT_PAGES else "docs/" + page)

    def link(match):
        words, address = match.groups()
        if re.match(r"[a-z]+:|#", address):
            return match[0]
        target, mark, heading = address.partition("#")
        source = posixpath.normpath(posixpath.join(folder, target))
        if not (ROOT / source).exists():
            return match[0]  # for mkdocs to warn of
        place = site_path(source)
        if place is None:
            return f"`{source}`" if words.strip("`") == source else f"{words} (`{source}`)"
        return f"[{words}]({posixpath.relpath(place, posixpath.dirname(page) or '.')}{mark}{heading})"

    return IMAGE.sub('<img src="', LINK.sub(link, text))


def on_page_markdown(markdown, page, **_):
    parts, end = [], 0
    for code in CODE.finditer(markdown):
        parts += [rewrite(markdown[end : code.start()], page.file.src_uri), code[0]]
        end = code.end()
    return "".join(parts) + rewrite(markdown[end:], page.file.src_uri)
