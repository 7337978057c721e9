// Games played at random, for tests that need whole games.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "games/names.h"
#include "games/session.h"
#include "record/record.h"
#include "record/source.h"

namespace stockade::record::testing {

inline const std::vector<std::string>& every_game() {
    static const std::vector<std::string> kGames = {"quoridor",
                                                    "quoridor:players=3",
                                                    "quoridor:players=4",
                                                    "quoridor:players=4,teams=on,size=7",
                                                    "quoridor-kid",
                                                    "quoridor-mini",
                                                    "quoridor:size=19",
                                                    "quoridor:walls=10+7,first=random",
                                                    "quoridor4fun",
                                                    "territoires",
                                                    "territoires:players=3",
                                                    "territoires:players=4",
                                                    "wallgo",
                                                    "wallgo:players=4",
                                                    "blockade",
                                                    "pinko"};
    return kGames;
}

/// Plays up to that many turns: mostly pawns on their way, now and then a wall.
inline games::Session random_game(std::string_view spec, std::uint64_t seed, int turns = 120) {
    auto created = games::Session::create(spec, seed);
    EXPECT_TRUE(created.ok()) << created.error().message;
    games::Session session = std::move(*created);
    Random random(seed + 1);
    while (static_cast<int>(session.ply()) < turns && !session.outcome().over) {
        session.roll();
        const auto actions = session.actions();
        std::vector<std::string> steps;
        std::vector<std::string> others;
        for (const auto& action : actions) (games::parse_wall(action) ? others : steps).push_back(action);
        const bool step = others.empty() || (!steps.empty() && random.below(10) < 7);
        const auto& choices = step ? steps : others;
        std::string choice = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
        if (step && random.below(10) < 8) {
            const bool up = session.view().mover % 2 == 0;
            for (const auto& other : steps) {
                const auto a = games::parse_cell(choice);
                const auto b = games::parse_cell(other);
                if (a && b && (up ? b->row > a->row : b->row < a->row)) choice = other;
            }
        }
        const auto played = session.play_action(choice);
        EXPECT_TRUE(played.ok()) << played.error().message;
        if (!played) break;
    }
    while (session.in_turn() && session.undo()) {
    }
    return session;
}

/// Everything that a source holds, or its error.
template <class Reader>
Result<std::vector<Record>> read_all(const std::string& text) {
    std::istringstream in(text);
    Reader reader(in);
    std::vector<Record> records;
    while (true) {
        auto record = reader.next();
        if (!record) return record.error();
        if (!*record) return records;
        records.push_back(std::move(**record));
    }
}

template <class Reader>
std::string error_of(const std::string& text) {
    const auto records = read_all<Reader>(text);
    return records ? "no error" : records.error().message;
}

inline std::vector<std::string> turn_texts(const Record& record) {
    std::vector<std::string> texts;
    for (const Turn& turn : record.turns) texts.push_back(turn.text);
    return texts;
}

}  // namespace stockade::record::testing
