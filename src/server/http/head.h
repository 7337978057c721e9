// Head: the metadata of a page for other programs: title, description, the picture for links (Open Graph and
// Twitter cards), and its subject as JSON-LD. Knows HTML, and nothing of games.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace stockade::server::http {

/// The same page in a language, its own included.
struct Alternate {
    std::string language;  ///< a tag: "zh-Hant"
    std::string address;
};

struct Head {
    std::string title;
    std::string description;
    std::string address;  ///< of the page, whole; what other addresses of the same page mean
    std::string picture;  ///< address of a card, whole
    std::string kind = "website";
    std::string subject;  ///< JSON-LD; empty: none
    bool listed = true;   ///< search engines may list it
    std::vector<Alternate>
        alternates;  ///< with whole addresses; readers of other languages get the English one
};

/// Every time that it occurs.
void replace_all(std::string& text, std::string_view from, std::string_view to);

/// A text escaped for HTML and its attributes. Characters that change the direction of writing are
/// left out.
std::string html(std::string_view text);

/// JSON escaped for a script element: nothing in it ends the element.
std::string script_json(const nlohmann::json& value);

/// The tags, one a line.
std::string head_tags(const Head& head);

/// A page of files with another head, which also tells the page that it comes from a server. `up` leads from
/// its address to that of the files: "" or "../". The description is also what readers without JavaScript
/// see.
std::string with_head(std::string_view page, const Head& head, std::string_view up);

}  // namespace stockade::server::http
