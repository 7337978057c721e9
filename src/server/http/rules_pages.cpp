#include "server/http/rules_pages.h"

#include <fmt/format.h>
#include <md4c-html.h>

#include <algorithm>
#include <array>
#include <utility>

#include "server/embedded.h"

namespace stockade::server::http {
namespace {

constexpr std::string_view kRulesStyle =
    "body{margin:0;background:#f3efe3;color:#1e2822;font:1.06rem/1.6 system-ui,'Segoe UI',Roboto,'Noto Sans',"
    "'DejaVu Sans',sans-serif}header,main,footer{max-width:46rem;margin:0 auto;padding:.8rem 1.2rem}"
    "header{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;align-items:center;border-bottom:1px solid #d8cfb9}"
    "details{position:relative}summary{cursor:pointer}details "
    "nav{position:absolute;right:0;z-index:1;display:grid;"
    "grid-template-columns:repeat(2,max-content);padding:.3rem;background:#fcf9f0;border:1px solid #d8cfb9;"
    "border-radius:10px}details a{padding:.5rem .9rem;text-decoration:none}[aria-current]{font-weight:700}"
    "h1,h2,h3,.brand{font-family:Bitter,Rockwell,'Roboto Slab',Georgia,'Noto Serif',serif;line-height:1.2}"
    ".brand{font-weight:700;font-size:1.25rem;margin-right:auto;color:inherit;text-decoration:none}"
    "a{color:#1d5c46}h1{font-size:2.3rem;margin:1.4rem 0 .6rem}h2{margin:2rem 0 .5rem}"
    "img{max-width:min(100%,24rem);height:auto;display:block;margin:1.2rem auto .2rem}"
    "img+em,p>em:only-child{display:block;text-align:center;color:#565f53;font-size:.95rem}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border-bottom:1px solid #d8cfb9;"
    "padding:.3rem .7rem;text-align:left;vertical-align:top}code{background:#fcf9f0;padding:.05em .3em;"
    "border-radius:4px}.play{display:inline-block;background:#1d5c46;color:#fff;padding:.6rem 1.2rem;"
    "border-radius:10px;text-decoration:none;font-weight:600}.soft{color:#565f53}"
    "@media(prefers-color-scheme:dark){body{background:#131a17;color:#eff1e6}a{color:#8cdcb3}"
    "header,th,td,details nav{border-color:#3b4a42}code,details nav{background:#25312b}.soft,img+em,"
    "p>em:only-child{color:#aebbae}img{background:#fcf9f0;border-radius:10px;padding:.4rem}"
    ".play{background:#8cdcb3;color:#0c2318}}";

std::string rendered(const std::string& markdown) {
    std::string result;
    const auto add = [](const MD_CHAR* text, MD_SIZE size, void* to) {
        static_cast<std::string*>(to)->append(text, size);
    };
    md_html(markdown.data(), static_cast<MD_SIZE>(markdown.size()), add, &result,
            MD_FLAG_TABLES | MD_FLAG_NOHTML, 0);
    return result;
}

/// Languages by their own names, as in the page's settings.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kLanguageNames{{
    {"de", "Deutsch"},
    {"en", "English"},
    {"es", "Español"},
    {"fr", "Français"},
    {"it", "Italiano"},
    {"ja", "日本語"},
    {"ko", "한국어"},
    {"pl", "Polski"},
    {"pt", "Português"},
    {"ru", "Русский"},
    {"zh-Hans", "简体中文"},
    {"zh-Hant", "繁體中文"},
}};
std::string_view language_name(std::string_view tag) {
    const auto it = std::find_if(kLanguageNames.begin(), kLanguageNames.end(),
                                 [&](const auto& one) { return one.first == tag; });
    return it == kLanguageNames.end() ? tag : it->second;
}

/// Whether three bytes are a letter or a sign of Chinese or Japanese: U+2E80 to U+9FFF, U+F900 to U+FAFF,
/// U+FF00 to U+FFEF.
bool is_han(std::string_view bytes) {
    if (bytes.size() != 3 || (bytes[0] & 0xf0) != 0xe0) return false;
    const int code = (bytes[0] & 0x0f) << 12 | (bytes[1] & 0x3f) << 6 | (bytes[2] & 0x3f);
    return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) ||
           (code >= 0xff00 && code <= 0xffef);
}

/// Chinese and Japanese write no blank where a line of the file ends; browsers would show one.
std::string without_breaks(std::string_view markdown) {
    std::string result;
    for (std::size_t i = 0; i < markdown.size(); ++i) {
        if (markdown[i] == '\n' && result.size() >= 3) {
            const auto next = std::min(markdown.find_first_not_of(' ', i + 1), markdown.size());
            if (is_han(std::string_view(result).substr(result.size() - 3)) &&
                is_han(markdown.substr(next, 3))) {
                i = next - 1;
                continue;
            }
        }
        result += markdown[i];
    }
    return result;
}

/// Links to other rules lead to their pages; those to documents that are not here become mere words. Figures
/// are found from `up`, which leads to /rules/.
std::string with_links(std::string_view markdown, std::string_view up) {
    constexpr std::string_view kFigures = "images/rules/", kFile = ".md";
    std::string result;
    for (std::size_t i = 0; i < markdown.size(); ++i) {
        const auto middle = markdown[i] == '[' ? markdown.find("](", i) : markdown.npos;
        const auto end = middle == markdown.npos ? markdown.npos : markdown.find(')', middle);
        const auto words = end == markdown.npos ? "\n\n" : markdown.substr(i + 1, middle - i - 1);
        if (words.find('[') != words.npos || words.find("\n\n") != words.npos) {
            result += markdown[i];
            continue;
        }
        const auto target = markdown.substr(middle + 2, end - middle - 2);
        if (const auto figure = target.find(kFigures); figure != target.npos)
            result += fmt::format("[{}]({}images/{})", words, up, target.substr(figure + kFigures.size()));
        else if (const auto file = target.find(kFile); file == target.npos)
            result += markdown.substr(i, end + 1 - i);
        else if (target.find('/') == target.npos)
            result += fmt::format("[{}]({})", words, target.substr(0, file));
        else
            result += words;
        i = end;
    }
    return result;
}

/// The first paragraph after the title, as one line without markup.
std::string first_paragraph(std::string_view markdown) {
    const auto begin = markdown.find("\n\n");
    if (begin == markdown.npos) return {};
    const auto text = markdown.substr(begin + 2, markdown.find("\n\n", begin + 2) - begin - 2);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '*' || text[i] == '`' || text[i] == '[') continue;
        if (text.substr(i, 2) == "](")
            i = std::min(text.find(')', i), text.size());
        else
            plain += text[i] == '\n' ? ' ' : text[i];
    }
    return plain;
}

/// The way from a page to the root of the site.
std::string up_from(std::string_view path) {
    std::string up;
    for (auto slashes = std::count(path.begin(), path.end(), '/'); slashes > 1; --slashes) up += "../";
    return up;
}

RulesPages::Page page_of(const RulesPages::Book& book, std::string_view name, std::string_view file) {
    RulesPages::Page page;
    page.name = name;
    const auto markdown = without_breaks(file);
    const auto line = markdown.substr(0, markdown.find('\n'));
    page.title = line.starts_with("# ") ? line.substr(2) : page.name;
    page.heading = book.words.at("page.lesson.rulebook.heading");
    replace_all(page.heading, "{game}", page.title);
    page.summary = first_paragraph(markdown);
    page.body = rendered(with_links(markdown, book.language == RulesPages::kEnglish ? "" : "../"));
    return page;
}

}  // namespace

RulesPages::RulesPages() {
    for (const auto& [language, id, text] : rules_words()) {
        if (books_.empty() || books_.back().language != language) {
            books_.emplace_back();
            books_.back().language = language;
        }
        books_.back().words.emplace(id, text);
    }
    for (auto& book : books_) {
        book.heading = fmt::format("{}: {}", book.words.at("page.lesson.rulebook.rules"),
                                   book.words.at("page.app.tagline"));
        book.summary = book.words.at("page.home.family.about");
    }
    constexpr std::string_view kRules = "rules/", kFigures = "images/rules/", kEnding = ".md";
    for (const auto& [path, content] : rules_files()) {
        if (path.starts_with(kFigures)) {
            figures_.emplace(path.substr(kFigures.size()), content);
            continue;
        }
        // "quoridor.md" or "fr/quoridor.md".
        const auto rest = path.substr(kRules.size());
        const auto slash = rest.find('/');
        const auto language = slash == rest.npos ? kEnglish : rest.substr(0, slash);
        auto name = slash == rest.npos ? rest : rest.substr(slash + 1);
        name.remove_suffix(kEnding.size());
        for (auto& book : books_)
            if (book.language == language) book.pages.push_back(page_of(book, name, content));
    }
    std::erase_if(books_, [](const Book& book) { return book.pages.empty(); });
}

const RulesPages::Page* RulesPages::Book::find(std::string_view name) const {
    const auto it =
        std::find_if(pages.begin(), pages.end(), [&](const Page& page) { return page.name == name; });
    return it == pages.end() ? nullptr : &*it;
}

const RulesPages::Book* RulesPages::book(std::string_view language) const {
    const auto it = std::find_if(books_.begin(), books_.end(),
                                 [&](const Book& book) { return book.language == language; });
    return it == books_.end() ? nullptr : &*it;
}

std::string_view RulesPages::figure(std::string_view name) const {
    const auto it = figures_.find(name);
    return it == figures_.end() ? std::string_view() : it->second;
}

std::string RulesPages::path_of(std::string_view language, std::string_view name) {
    std::string path = "/rules";
    if (language != kEnglish) path.append("/").append(language);
    if (!name.empty()) path.append("/").append(name);
    return path;
}

std::vector<Alternate> RulesPages::alternates(std::string_view name) const {
    std::vector<Alternate> result;
    for (const auto& book : books_)
        if (name.empty() || book.find(name)) result.push_back({book.language, path_of(book.language, name)});
    return result;
}

std::string RulesPages::around(const Book& book, std::string_view name, const Head& head,
                               std::string_view main) const {
    const auto up = up_from(path_of(book.language, name));
    std::string languages;
    for (const auto& [language, path] : alternates(name))
        languages += fmt::format("<a lang=\"{0}\" hreflang=\"{0}\" href=\"{1}{2}\"{3}>{4}</a>", language, up,
                                 path.substr(1), language == book.language ? " aria-current=\"page\"" : "",
                                 language_name(language));
    const auto word = [&](std::string_view id) { return html(book.words.at(id)); };
    return fmt::format(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"{up}icon.svg\" type=\"image/svg+xml\">\n{head}<style>{style}</style>\n"
        "</head>\n<body>\n"
        "<header><a class=\"brand\" href=\"{up}.\">Stockade</a><a href=\"{up}{rules_path}\">{rules}</a>"
        "<a href=\"{up}learn\">{lessons}</a><a href=\"{up}play\">{play}</a>"
        "<details><summary aria-label=\"{language}: {name}\">{name}</summary>"
        "<nav aria-label=\"{language}\">{languages}</nav></details></header>\n"
        "<main>\n{main}</main>\n<footer class=\"soft\">{footer}</footer>\n</body>\n</html>\n",
        fmt::arg("lang", book.language), fmt::arg("up", up), fmt::arg("head", head_tags(head)),
        fmt::arg("style", kRulesStyle), fmt::arg("rules_path", path_of(book.language, "").substr(1)),
        fmt::arg("rules", word("page.lesson.rulebook.rules")),
        fmt::arg("lessons", word("page.lesson.rulebook.lessons")), fmt::arg("play", word("page.nav.play")),
        fmt::arg("language", word("page.settings.language")), fmt::arg("name", language_name(book.language)),
        fmt::arg("languages", languages), fmt::arg("main", main),
        fmt::arg("footer", word("page.home.intro")));
}

std::string RulesPages::document(const Book& book, const Page& page, const Head& head) const {
    std::string others;
    for (const auto& other : book.pages)
        if (&other != &page)
            others += fmt::format("<li><a href=\"{}\">{}</a></li>\n", other.name, html(other.title));
    const auto word = [&](std::string_view id) { return html(book.words.at(id)); };
    const auto up = up_from(path_of(book.language, page.name));
    return around(book, page.name, head,
                  fmt::format("{0}<p><a class=\"play\" href=\"{1}play\">{2}</a> &nbsp; "
                              "<a href=\"{1}learn\">{3}</a></p>\n<h2>{4}</h2>\n<ul>\n{5}</ul>\n",
                              page.body, up, word("page.learn.play"), word("page.learn.try"),
                              word("page.app.tagline"), others));
}

std::string RulesPages::index(const Book& book, const Head& head) const {
    const auto up = up_from(path_of(book.language, ""));
    auto list = fmt::format("<h1>{}</h1>\n", html(book.heading));
    for (const auto& page : book.pages)
        list +=
            fmt::format("<h2><a href=\"{}{}\">{}</a></h2>\n<p>{}</p>\n", up,
                        path_of(book.language, page.name).substr(1), html(page.title), html(page.summary));
    return around(book, "", head, list);
}

}  // namespace stockade::server::http
