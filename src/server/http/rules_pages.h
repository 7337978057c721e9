// RulesPages: docs/rules as plain pages, for readers without JavaScript and for search engines. Made once,
// when the server starts, from the files inside the program.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/head.h"

namespace stockade::server::http {

class RulesPages {
public:
    RulesPages();

    struct Page {
        std::string name;     ///< as in its address: "quoridor"
        std::string title;    ///< "Quoridor"
        std::string summary;  ///< its first paragraph, without markup
        std::string body;     ///< HTML
    };
    /// By name; null where there is none.
    const Page* find(std::string_view name) const;
    const std::vector<Page>& pages() const { return pages_; }
    /// A figure by the name of its file; empty where there is none.
    std::string_view figure(std::string_view name) const;

    /// A whole document.
    std::string document(const Page& page, const Head& head) const;
    /// The list of all of them.
    std::string index(const Head& head) const;

private:
    std::vector<Page> pages_;
    std::map<std::string, std::string_view, std::less<>> figures_;
};

}  // namespace stockade::server::http
