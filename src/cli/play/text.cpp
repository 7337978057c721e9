#include "cli/play/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace stockade::cli {

std::vector<std::string> wrap_text(std::string_view text, int width, int most) {
    const auto limit = static_cast<std::size_t>(std::max(width, 1));
    std::vector<std::string> lines;
    while (!text.empty() && static_cast<int>(lines.size()) < most) {
        std::size_t end = text.size();
        if (end > limit) {
            end = text.rfind(' ', limit);
            if (end == std::string_view::npos || end == 0) end = limit;
        }
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    }
    return lines;
}

const std::vector<HelpLine>& help_lines() {
    static const std::vector<HelpLine> kLines{
        {"arrows", "move the cursor; with a wall, move the wall"},
        {"Enter", "choose the pawn, go there, or place the wall"},
        {"w or Tab", "walls and back to pawns"},
        {"space or r", "turn the wall"},
        {"typing", "a turn: e2, e3h, d4-d6/e5h, xd4h"},
        {"Esc", "forget what was typed or chosen"},
        {"Backspace", "take back the last part of this turn"},
        {"- and .", "pass; stay where you are after a breakthrough"},
        {"u   U or ^R", "take a turn back; play it again"},
        {"p   f", "show the shortest path; turn the board round"},
        {"s   l   n   y", "save, load, new game; after the end: again"},
        {"PgUp PgDn", "look through the turns"},
        {"R", "resign"},
        {"? or h   q", "rules and keys; leave (the game is kept)"},
        {"mouse", "click a cell to go there; a groove twice for a wall"},
    };
    return kLines;
}

namespace {

struct Round {
    std::vector<std::string> turns;  ///< by player; empty where none
};

std::vector<Round> rounds_of(const games::Session& session, const record::Translator& names) {
    const auto turns = session.history();
    const auto movers = session.movers();
    const auto players = static_cast<std::size_t>(session.players());
    std::vector<Round> rounds;
    int previous = session.players();
    for (std::size_t i = 0; i < turns.size(); ++i) {
        if (movers[i] <= previous) rounds.push_back({std::vector<std::string>(players)});
        rounds.back().turns[static_cast<std::size_t>(movers[i])] = names.renamed(turns[i]);
        previous = movers[i];
    }
    return rounds;
}

}  // namespace

std::vector<std::string> turn_list(const games::Session& session, int width,
                                   const record::Translator& names) {
    const auto rounds = rounds_of(session, names);
    std::size_t longest = 4;
    for (const Round& round : rounds)
        for (const auto& turn : round.turns) longest = std::max(longest, turn.size());
    const bool side_by_side =
        5 + static_cast<int>((longest + 1) * static_cast<std::size_t>(session.players())) <= width;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        std::string line = fmt::format("{:>3}. ", i + 1);
        for (const auto& turn : rounds[i].turns) {
            if (side_by_side) {
                line += fmt::format("{:<{}} ", turn, longest);
            } else if (!turn.empty()) {
                lines.push_back(line + turn);
                line = "     ";
            }
        }
        if (side_by_side) lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
    return lines;
}

}  // namespace stockade::cli
