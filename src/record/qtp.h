// Games as commands of the Quoridor Text Protocol: boardsize, walls, playmove, playwall. Black is player 1
// and moves first.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/scanner.h"
#include "record/source.h"

namespace stockade::record {

/// One game, its tags in comments. Comments, variations and the like are lost.
Result<std::string> to_qtp(const Record& record);

/// clear_board or boardsize begins another game.
class QtpReader final : public Source {
public:
    explicit QtpReader(std::istream& in) : scanner_(in) {}
    Result<std::optional<Record>> next() override;

private:
    Status read_line(std::string_view line);
    Status read_tag(std::string_view line);
    Status read_command(const std::vector<std::string>& words);
    Status set_board(const std::vector<std::string>& words);
    Status add_turn(const std::vector<std::string>& words);
    Status undo(const std::vector<std::string>& words);
    Status finish_game();

    Scanner scanner_;
    std::size_t games_ = 0;
    bool done_ = false;

    int size_ = 9;
    int walls_ = 10;
    Record record_;                ///< the game being read
    std::optional<Record> ready_;  ///< the one before it
};

}  // namespace stockade::record
