#include "server/http/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "draw/card.h"
#include "draw/svg_text.h"

namespace stockade::server::http {
namespace {

/// Takes out what begins and ends so, the first time that it occurs.
void remove_between(std::string& text, std::string_view begin, std::string_view end) {
    const auto from = text.find(begin);
    if (from == text.npos) return;
    const auto to = text.find(end, from + begin.size());
    if (to != text.npos) text.erase(from, to + end.size() - from);
}

/// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, in UTF-8.
bool turns_writing(std::string_view text) {
    if (text.size() < 3 || text[0] != '\xe2') return false;
    const auto second = static_cast<unsigned char>(text[1]), third = static_cast<unsigned char>(text[2]);
    return (second == 0x80 && (third == 0x8e || third == 0x8f || (third >= 0xaa && third <= 0xae))) ||
           (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

}  // namespace

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string html(std::string_view text) {
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (turns_writing(text.substr(i, 3)))
            i += 2;
        else
            kept += text[i];
    }
    auto result = draw::escaped(kept);
    replace_all(result, "'", "&#39;");
    return result;
}

std::string script_json(const nlohmann::json& value) {
    auto text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    replace_all(text, "<", "\\u003c");
    replace_all(text, ">", "\\u003e");
    replace_all(text, "&", "\\u0026");
    return text;
}

std::string head_tags(const Head& head) {
    std::string tags;
    const auto add = [&](std::string_view kind, std::string_view name, std::string_view value) {
        if (!value.empty())
            fmt::format_to(std::back_inserter(tags), "<meta {}=\"{}\" content=\"{}\">\n", kind, name,
                           html(value));
    };
    fmt::format_to(std::back_inserter(tags), "<title>{}</title>\n", html(head.title));
    add("name", "description", head.description);
    if (!head.listed) add("name", "robots", "noindex");
    if (!head.address.empty())
        fmt::format_to(std::back_inserter(tags), "<link rel=\"canonical\" href=\"{}\">\n",
                       html(head.address));
    const auto alternate = [&](std::string_view language, std::string_view address) {
        fmt::format_to(std::back_inserter(tags), "<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">\n",
                       html(language), html(address));
    };
    for (const auto& [language, address] : head.alternates) {
        alternate(language, address);
        if (language == "en") alternate("x-default", address);
    }
    add("property", "og:site_name", "Stockade");
    add("property", "og:type", head.kind);
    add("property", "og:title", head.title);
    add("property", "og:description", head.description);
    add("property", "og:url", head.address);
    if (!head.picture.empty()) {
        add("property", "og:image", head.picture);
        add("property", "og:image:type", "image/png");
        add("property", "og:image:width", std::to_string(draw::kCardWidth));
        add("property", "og:image:height", std::to_string(draw::kCardHeight));
        add("property", "og:image:alt", head.description);
        add("name", "twitter:card", "summary_large_image");
        add("name", "twitter:image", head.picture);
        add("name", "twitter:image:alt", head.description);
    } else {
        add("name", "twitter:card", "summary");
    }
    add("name", "twitter:title", head.title);
    add("name", "twitter:description", head.description);
    if (!head.subject.empty())
        fmt::format_to(std::back_inserter(tags), "<script type=\"application/ld+json\">{}</script>\n",
                       head.subject);
    return tags;
}

std::string with_head(std::string_view page, const Head& head, std::string_view up) {
    std::string text(page);
    if (!up.empty()) {
        // Files of the page are named from its own folder.
        replace_all(text, "=\"./", fmt::format("=\"{}", up));
    }
    remove_between(text, "<title>", "</title>");
    // The page's own, however its tags are broken into lines.
    if (const auto name = text.find("name=\"description\""); name != text.npos) {
        const auto begin = text.rfind("<meta", name);
        const auto end = text.find('>', name);
        if (begin != text.npos && end != text.npos) text.erase(begin, end + 1 - begin);
    }
    if (const auto end = text.find("</head>"); end != text.npos)
        text.insert(end, head_tags(head) + "<meta name=\"server\" content=\"stockade\">\n");
    if (const auto script = text.find("<noscript>"); script != text.npos)
        text.insert(
            script + std::string_view("<noscript>").size(),
            fmt::format("<h1>{}</h1><p>{}</p>{}", html(head.title), html(head.description),
                        head.picture.empty() ? ""
                                             : fmt::format("<p><img src=\"{}\" alt=\"\" width=\"600\"></p>",
                                                           html(head.picture))));
    return text;
}

}  // namespace stockade::server::http
