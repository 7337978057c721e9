// Words of the full-screen game: wrapping, the help page, the list of turns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/session.h"
#include "record/notation.h"

namespace stockade::cli {

/// Lines of at most `width` characters, broken at blanks; at most `most` of them. Meant for ASCII text.
std::vector<std::string> wrap_text(std::string_view text, int width, int most);

/// The keys and what they do, in pairs.
struct HelpLine {
    std::string_view keys;
    std::string_view meaning;
};
const std::vector<HelpLine>& help_lines();

/// The turns played as lines of numbered rounds, no wider than `width` where one turn fits.
std::vector<std::string> turn_list(const games::Session& session, int width,
                                   const record::Translator& names = {});

}  // namespace stockade::cli
