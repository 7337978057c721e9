// Cuts the output of an engine into lines, in bounded memory and as printable text. Knows no protocol.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace stockade::match {

class LineReader {
public:
    /// Longer lines are cut off; no useful answer is that long.
    static constexpr std::size_t kMaxLine = 1u << 16;

    void add(std::string_view bytes);
    /// The engine has closed its output: a last line may lack its end.
    void finish();
    /// The next line without its end, without spaces around it, and with a space for each control character.
    /// Empty lines are lines.
    std::optional<std::string> next();

private:
    void end_line();

    std::string open_;  ///< the line that has not ended yet
    std::deque<std::string> lines_;
};

}  // namespace stockade::match
