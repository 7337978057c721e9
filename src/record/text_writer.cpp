#include "record/text_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "record/annotations.h"

namespace stockade::record {
namespace {

/// Lays words out in lines of kTextWidth.
class Wrapper {
public:
    explicit Wrapper(std::string& out) : out_(out) {}

    void word(std::string_view text) {
        // Continuation bytes of UTF-8 take no column.
        const auto width = static_cast<std::size_t>(
            std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
        const bool fits = column_ + (glued_ ? 0 : 1) + width <= kTextWidth;
        if (column_ > 0 && !glued_) {
            out_ += fits ? ' ' : '\n';
            column_ = fits ? column_ + 1 : 0;
        }
        out_ += text;
        column_ += width;
        glued_ = false;
    }
    /// Puts the next word right after this one.
    void open(std::string_view text) {
        word(text);
        glued_ = true;
    }
    void close(std::string_view text) {
        glued_ = true;
        word(text);
    }
    void comment(std::string_view text) {
        if (text.empty()) return;
        std::string escaped = "{";
        for (const char c : text) {
            if (c == '}' || c == '\\') escaped += '\\';
            escaped += c;
        }
        escaped += '}';
        for (std::string_view rest = escaped; !rest.empty();) {
            const auto end = std::min(rest.find(' ', command_length(rest)), rest.size());
            word(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }

private:
    /// The length of a command such as [%clk 0:05:00], which stays in one piece; 0 if the text begins
    /// with none.
    static std::size_t command_length(std::string_view text) {
        constexpr std::size_t kLongest = 40;
        const auto close = text.substr(0, kLongest).find(']');
        const bool command = text.starts_with("[%") || text.starts_with("{[%");
        return command && close != std::string_view::npos ? close : 0;
    }

    std::string& out_;
    std::size_t column_ = 0;
    bool glued_ = false;
};

void write_line(Wrapper& out, const Line& line, std::size_t index, std::size_t players) {
    bool needs_number = true;
    for (const Turn& turn : line) {
        const std::size_t round = index / players + 1;
        if (index % players == 0)
            out.word(fmt::format("{}.", round));
        else if (needs_number || !turn.before.empty())
            out.word(fmt::format("{}...", round));
        out.comment(turn.before);

        std::string text = turn.text;
        const bool marked = !turn.glyphs.empty() && !glyph_mark(turn.glyphs[0]).empty();
        if (marked) text += glyph_mark(turn.glyphs[0]);
        out.word(text);
        for (std::size_t i = marked ? 1 : 0; i < turn.glyphs.size(); ++i)
            out.word(fmt::format("${}", turn.glyphs[i]));
        const std::string comment = annotated_comment(turn);
        out.comment(comment);
        for (const Line& variation : turn.variations) {
            out.open("(");
            write_line(out, variation, index, players);
            out.close(")");
        }
        needs_number = !comment.empty() || !turn.variations.empty();
        ++index;
    }
}

void write_tag(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("[{} \"", name);
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += "\"]\n";
}

/// The number of players in the spec; two if it names none.
std::size_t players_of(const Record& record) {
    constexpr std::string_view kOption = "players=";
    const auto game = record.game();
    const auto option = game.find(kOption);
    const auto digit = option == std::string_view::npos ? game.size() : option + kOption.size();
    return digit < game.size() && game[digit] >= '2' && game[digit] <= '4'
               ? static_cast<std::size_t>(game[digit] - '0')
               : 2;
}

}  // namespace

Result<std::string> to_text(const Record& record, Notation notation) {
    if (notation != Notation::kModern) {
        Record other = record;
        if (auto done = translate(other, Notation::kModern, notation); !done) return done.error();
        other.tags.set("Notation", notation_name(notation));
        return to_text(other);
    }
    if (!record.tags.has("Notation") && guess_notation(record) != Notation::kModern) {
        Record told = record;  // turns that were never checked, and that a reader would take for others
        told.tags.set("Notation", notation_name(Notation::kModern));
        return to_text(told);
    }
    std::string out;
    for (const auto& [name, value] : record.tags.items()) write_tag(out, name, value);
    out += '\n';
    Wrapper wrapper(out);
    wrapper.comment(record.comment);
    write_line(wrapper, record.turns, first_turn(record) - 1, players_of(record));
    wrapper.word(record.result());
    out += "\n\n";
    return out;
}

}  // namespace stockade::record
