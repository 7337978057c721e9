// Files of the project that lie inside the program, as cmake/Embed.cmake puts them there.
#pragma once

#include <span>
#include <string_view>

namespace stockade::server {

struct EmbeddedFile {
    std::string_view name;  ///< without folders
    std::string_view content;
};

/// The fonts of pictures: web/src/fonts.
std::span<const EmbeddedFile> card_fonts();
/// docs/rules and the figures in docs/images/rules.
std::span<const EmbeddedFile> rules_files();

}  // namespace stockade::server
