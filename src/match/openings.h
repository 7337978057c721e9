// The openings of a match: random turns, or a file of records or of lists of turns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/session.h"

namespace stockade::match {

class Openings {
public:
    /// `random:PLIES`, or the name of a file. Every opening of a file is played through here.
    static Result<Openings> create(std::string_view text, const games::Spec& spec, std::uint64_t seed);

    /// A game after its opening. The same number gives the same opening and dice; numbers beyond the end of a
    /// file begin it again with other dice.
    Result<games::Session> start(std::size_t number) const;
    /// The value of the Opening tag.
    std::string name(std::size_t number) const;

private:
    struct Opening {
        std::string position;  ///< empty: the game's own start
        std::vector<std::string> turns;
    };
    Openings(const games::Spec& spec, std::uint64_t seed) : spec_(spec), seed_(seed) {}
    Status read_file(const std::string& path);
    Status read_records(std::istream& in, std::string_view beginning, const std::string& path);
    Status read_lists(std::istream& in);
    Result<games::Session> play(const Opening& opening, std::uint64_t seed) const;
    Result<games::Session> play_random(std::uint64_t seed) const;
    Result<games::Session> fresh(const std::string& position, std::uint64_t seed) const;

    games::Spec spec_;
    std::uint64_t seed_;
    int plies_ = 0;
    std::string file_;  ///< empty: random openings
    std::vector<Opening> openings_;
};

}  // namespace stockade::match
