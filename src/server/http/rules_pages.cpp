#include "server/http/rules_pages.h"

#include <fmt/format.h>
#include <md4c-html.h>

#include <algorithm>

#include "server/embedded.h"

namespace stockade::server::http {
namespace {

constexpr std::string_view kRulesStyle =
    "body{margin:0;background:#f3efe3;color:#1e2822;font:1.06rem/1.6 system-ui,'Segoe UI',Roboto,'Noto Sans',"
    "'DejaVu Sans',sans-serif}header,main,footer{max-width:46rem;margin:0 auto;padding:.8rem 1.2rem}"
    "header{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;align-items:center;border-bottom:1px solid #d8cfb9}"
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
    "header{border-color:#3b4a42}th,td{border-color:#3b4a42}code{background:#25312b}.soft,img+em,"
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

std::string around(const Head& head, std::string_view up, std::string_view main) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"{0}icon.svg\" "
        "type=\"image/svg+xml\">\n{1}<style>{2}</style>\n</head>\n<body>\n"
        "<header><a class=\"brand\" href=\"{0}.\">Stockade</a><a href=\"{0}rules\">Rules</a>"
        "<a href=\"{0}learn\">Lessons</a><a href=\"{0}play\">Play</a></header>\n<main>\n{3}</main>\n"
        "<footer class=\"soft\">Stockade plays Quoridor and its family, free and "
        "open.</footer>\n</body>\n</html>\n",
        up, head_tags(head), kRulesStyle, main);
}

}  // namespace

RulesPages::RulesPages() {
    for (const auto& file : rules_files()) {
        if (file.name.ends_with(".svg")) {
            figures_.emplace(file.name, file.content);
            continue;
        }
        if (!file.name.ends_with(".md")) continue;
        Page page;
        page.name = file.name.substr(0, file.name.size() - 3);
        std::string markdown(file.content);
        const auto line = markdown.substr(0, markdown.find('\n'));
        page.title = line.starts_with("# ") ? line.substr(2) : page.name;
        page.summary = first_paragraph(markdown);
        // As they stand in the repository, and as they stand here.
        replace_all(markdown, "../images/rules/", "images/");
        replace_all(markdown, ".md)", ")");
        page.body = rendered(markdown);
        pages_.push_back(std::move(page));
    }
}

const RulesPages::Page* RulesPages::find(std::string_view name) const {
    const auto it =
        std::find_if(pages_.begin(), pages_.end(), [&](const Page& page) { return page.name == name; });
    return it == pages_.end() ? nullptr : &*it;
}

std::string_view RulesPages::figure(std::string_view name) const {
    const auto it = figures_.find(name);
    return it == figures_.end() ? std::string_view() : it->second;
}

std::string RulesPages::document(const Page& page, const Head& head) const {
    std::string others;
    for (const auto& other : pages_)
        if (&other != &page)
            others += fmt::format("<li><a href=\"{}\">{}</a></li>\n", other.name, html(other.title));
    return around(
        head, "../",
        fmt::format("{}<p><a class=\"play\" href=\"../play\">Play {}</a> &nbsp; "
                    "<a href=\"../learn\">Learn it by playing</a></p>\n<h2>Other games</h2>\n<ul>\n{}</ul>\n",
                    page.body, html(page.title), others));
}

std::string RulesPages::index(const Head& head) const {
    std::string list;
    for (const auto& page : pages_)
        list += fmt::format("<h2><a href=\"rules/{}\">{}</a></h2>\n<p>{}</p>\n", page.name, html(page.title),
                            html(page.summary));
    return around(head, "", "<h1>Rules of the Quoridor family</h1>\n" + list);
}

}  // namespace stockade::server::http
