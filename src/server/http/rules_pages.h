// RulesPages: docs/rules as plain pages in every language, for readers without JavaScript and for search
// engines. Made once at the start of the server from files and words inside the program.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/head.h"

namespace stockade::server::http {

class RulesPages {
public:
    static constexpr std::string_view kEnglish = "en";

    RulesPages();

    struct Page {
        std::string name;     ///< as in its address: "quoridor"
        std::string title;    ///< "Quoridor"
        std::string heading;  ///< "Rules of Quoridor"
        std::string summary;  ///< its first paragraph, without markup
        std::string body;     ///< HTML
    };
    /// The rules of all games in one language.
    struct Book {
        std::string language;  ///< its tag, as the files of messages/ are named
        std::string heading;   ///< "Rules: Quoridor and its family"
        std::string summary;   ///< a sentence about the family
        std::vector<Page> pages;
        std::map<std::string_view, std::string_view> words;  ///< by id

        /// The page of that name, or null.
        const Page* find(std::string_view name) const;
    };
    /// By language; English is always there, others where some game is translated. Null where there is none.
    const Book* book(std::string_view language) const;
    const std::vector<Book>& books() const { return books_; }
    /// A figure by the name of its file; empty where there is none.
    std::string_view figure(std::string_view name) const;

    /// From the root of the site: "/rules/fr/quoridor", and "/rules/fr" for no name. English has no language
    /// in it.
    static std::string path_of(std::string_view language, std::string_view name);
    /// The same page in all languages that have it: no name is the list of games.
    std::vector<Alternate> alternates(std::string_view name) const;

    /// A whole document.
    std::string document(const Book& book, const Page& page, const Head& head) const;
    /// The list of all of them.
    std::string index(const Book& book, const Head& head) const;

private:
    std::string around(const Book& book, std::string_view name, const Head& head,
                       std::string_view main) const;

    std::vector<Book> books_;
    std::map<std::string, std::string_view, std::less<>> figures_;
};

}  // namespace stockade::server::http
