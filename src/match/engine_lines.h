// Parses the output of engines, which may be any text: UGI lines and QTP answers. Does no input or output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stockade::match {

/// An evaluation, as the engine that is to move sees it.
struct Score {
    enum class Kind { kCentipawns, kWin, kLoss };
    Kind kind = Kind::kCentipawns;
    int value = 0;  ///< centipawns, or turns to the end

    friend bool operator==(const Score&, const Score&) = default;
};

/// The readable parts of an `info` line.
struct Info {
    std::optional<int> depth;
    std::optional<Score> score;
    std::optional<std::uint64_t> nodes;
};

struct EngineLine {
    enum class Kind { kId, kOption, kOk, kReady, kInfo, kBestMove, kError, kOther };
    Kind kind = Kind::kOther;
    std::string name;  ///< of kId: `name` or `author`; of kOption: the option
    std::string
        text;  ///< value of an id, turn of a best move, message of an error, all of an option after its name
    Info info;
};

EngineLine parse_engine_line(std::string_view text);

std::vector<std::string_view> words_of(std::string_view text);

/// The turn in a QTP answer such as `e8`, `E3 horizontal` or `e3h`, in QTP's own notation; nothing when it is
/// none.
std::optional<std::string> parse_qtp_turn(std::string_view answer);

}  // namespace stockade::match
