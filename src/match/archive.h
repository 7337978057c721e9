// The file of a match's games: adds games with their labels one by one, and reads them back to resume the
// match.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "match/game.h"
#include "match/openings.h"
#include "match/schedule.h"

namespace stockade::match {

/// The facts about a match that the labels of its games need.
struct Programme {
    const Settings& settings;
    const games::Spec& spec;
    const Schedule& schedule;
    const Openings& openings;
};

/// Sets the tags Event, Date, Round, Player1 .., Opening and TimeControl. Round is `BLOCK.GAME`, both from 1.
void label(record::Record& record, const Programme& programme, std::size_t block, std::size_t game);

/// The games that a file holds. Fails when they are not games of this match. A last game that was cut off
/// while it was written is removed from the file.
Result<std::vector<GameResult>> read_archive(const std::string& path, const Programme& programme);

class Archive {
public:
    /// Opens a file to add games. It must not hold any unless the match is resumed.
    static Result<Archive> open(const std::string& path, bool resume);
    /// Writes one game and hands it to the operating system before it returns.
    Status add(const record::Record& record);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace stockade::match
