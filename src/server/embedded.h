// Files and words of the project that are embedded in the program by cmake/Embed.cmake and
// cmake/Messages.cmake.
#pragma once

#include <span>
#include <string_view>

namespace stockade::server {

struct EmbeddedFile {
    std::string_view name;  ///< a path from the folder that holds them all
    std::string_view content;
};

/// The fonts of pictures: web/src/fonts.
std::span<const EmbeddedFile> card_fonts();
/// The rules and their figures, by their paths in docs: "rules/quoridor.md", "rules/fr/quoridor.md",
/// "images/rules/quoridor-start.svg".
std::span<const EmbeddedFile> rules_files();

struct EmbeddedWords {
    std::string_view language;  ///< its tag: "fr"
    std::string_view id;
    std::string_view text;  ///< in ICU MessageFormat
};
/// The words around the rules on their pages, in every language of messages/.
std::span<const EmbeddedWords> rules_words();

}  // namespace stockade::server
