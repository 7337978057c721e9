// Reads records as text (docs/record.md), one game at a time in constant memory.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "base/scanner.h"
#include "record/notation.h"
#include "record/source.h"

namespace stockade::record {

class TextReader final : public Source {
public:
    /// Records that name no notation are in the one given, or in the one guessed where none is.
    explicit TextReader(std::istream& in, std::optional<Notation> notation = std::nullopt)
        : scanner_(in), notation_(notation) {}
    Result<std::optional<Record>> next() override;

private:
    /// A line of turns that is being read: the main line, or a variation that has not been closed.
    struct OpenLine {
        Line* line;
        Place opened;
        bool after_number = false;
        std::string before;    ///< comments for the turn to come
        std::string commands;  ///< comments after the last turn that begin with a command
        std::string comment;   ///< the other comments after the last turn
    };

    bool fail(Place place, Error problem);
    bool fail_expected(Place place, const Message& expected);
    bool read_game();
    bool read_tag();
    bool read_tag_value(std::string& value);
    bool read_brace_comment(std::string& text);
    void read_line_comment(std::string& text);
    bool read_comment();
    bool read_token();
    bool read_word(std::string_view word, Place place);
    bool read_turn(std::string_view text, Place place);
    bool read_glyph();
    bool open_variation();
    bool close_variation();
    bool finish_game();
    void settle(OpenLine& open);
    bool check_size();

    Scanner scanner_;
    std::optional<Notation> notation_;
    std::size_t games_ = 0;
    std::optional<Error> problem_;
    bool done_ = false;

    // The game being read.
    Record record_;
    std::vector<OpenLine> open_;
    std::size_t begin_ = 0;  ///< where it begins, in bytes
    std::size_t turns_ = 0;
    Place place_;            ///< where it begins
    bool in_turns_ = false;  ///< past the tags
    std::string result_;     ///< the token at the end
    Place result_place_;
};

}  // namespace stockade::record
