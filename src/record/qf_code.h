// QF codes: positions and games of two-player 9x9 Quoridor as short base64 strings (bit layout in
// docs/notation.md). White is player 1.
#pragma once

#include <array>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/scanner.h"
#include "games/view.h"
#include "record/source.h"

namespace stockade::record {

inline constexpr int kQfHand = 10;  ///< walls of each player at the start

/// The board part of a code.
struct QfState {
    std::array<games::Square, 2> pawns{games::Square{4, 0}, games::Square{4, 8}};
    std::vector<games::PlacedWall> walls;    ///< player 1's first, each player's horizontal ones first
    int last_mover = 1;                      ///< who moved last, from 0; the other moves next
    std::optional<games::Square> last_wall;  ///< anchor of the wall just placed; nothing after a pawn move
    int turn = 1;                            ///< number of the turn to come

    std::string position() const;
};

/// The turns go on from the state, or from the standard start where there is none.
struct QfCode {
    std::optional<QfState> state;
    std::optional<std::vector<std::string>> turns;  ///< modern notation
};

Result<QfCode> decode_qf(std::string_view code);
Result<std::string> encode_qf(const QfCode& code);

/// The position that a session has reached.
Result<QfState> qf_state(const games::Session& session);
/// The whole game: turns alone from the standard start, else a state and the turns that followed, if any.
Result<QfCode> qf_code(const games::Session& session);

/// Tags FirstTurn, LastWall, Walls1 and Walls2 keep what a position string does not say.
Record record_from_qf(const QfCode& code);
Result<QfCode> qf_from_record(const Record& record);

/// One code a line; lines that begin with # are left out.
class QfReader final : public Source {
public:
    explicit QfReader(std::istream& in) : scanner_(in) {}
    Result<std::optional<Record>> next() override;

private:
    Scanner scanner_;
    std::size_t games_ = 0;
    bool done_ = false;
};

}  // namespace stockade::record
