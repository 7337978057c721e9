#include "draw/card.h"

#include <fmt/format.h>

#include <algorithm>

#include "draw/canvas.h"
#include "draw/svg_text.h"
#include "draw/svg_writer.h"
#include "draw/wooden.h"

namespace stockade::draw {
namespace {

/// Whether a character is invisible or would move the characters beside it.
bool is_invisible(char32_t c) {
    return (c >= 0x300 && c < 0x370) || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff || c == 0xad ||
           c == 0x61c || (c >= 0xe0000 && c <= 0xe01ef);
}
bool is_known(char32_t c) {
    return (c >= 0x20 && c < 0x7f) || (c >= 0xa0 && c < 0x180) || (c >= 0x400 && c < 0x460) ||
           (c >= 0x2010 && c <= 0x2027) || c == 0x20ac;
}

/// The width of a text in Bitter Bold as a part of the font's size, estimated by kinds of letters and rather
/// too wide.
double width_of(std::string_view text) {
    double width = 0;
    for (const char32_t c : from_utf8(text)) {
        const auto among = [&](std::u32string_view letters) { return letters.find(c) != letters.npos; };
        width += among(U"ijl.,:;'|!·’ ")  ? 0.33
                 : among(U"frtIJ()[]-/1") ? 0.45
                 : among(U"mwMW@%")       ? 0.98
                 : c >= 'A' && c <= 'Z'   ? 0.74
                 : c < 0x80               ? 0.6
                                          : 0.78;
    }
    return width;
}

class CardPicture : SvgWriter {
public:
    explicit CardPicture(const Card& card) : card_(card) {}

    std::string draw() {
        add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
            R"(font-family="Bitter Thin" font-weight="700" direction="ltr">)",
            kCardWidth, kCardHeight);
        add(R"(<rect width="{}" height="{}" fill="{}"/>)", kCardWidth, kCardHeight, kGround);
        add(R"(<rect width="{}" height="9" y="{}" fill="{}"/>)", kCardWidth, kCardHeight - 9, kAccent);
        out_ += draw_wooden_board(card_.view, card_.last, kBoardAt, kBoardAt - 4, kBoardSide);
        heading();
        if (card_.players.empty())
            headline();
        else
            players();
        wordmark();
        out_ += "</svg>\n";
        return std::move(out_);
    }

private:
    static constexpr std::string_view kGround = "#f3efe3", kText = "#1e2822", kSoft = "#565f53",
                                      kAccent = "#1d5c46", kLine = "#d8cfb9", kGold = "#c98a1b";
    // The board is a square of this side, with as much ground around it.
    static constexpr double kBoardAt = 40, kBoardSide = kCardHeight - 2 * kBoardAt;
    static constexpr double kLeft = kBoardAt + kBoardSide + 50, kRight = kCardWidth - 54,
                            kWidth = kRight - kLeft;
    static constexpr std::size_t kMostName = 24, kMostLine = 90;

    /// One line, made smaller where it is wider than `most`, and cut where it would become too small to read.
    void line(double x, double y, double size, double most, std::string_view colour, std::string text,
              std::string_view anchor = "start") {
        const double least = size * 0.5;
        double width = width_of(text);
        if (width * least > most) {
            auto letters = from_utf8(text);
            do {
                letters.pop_back();
                text.clear();
                for (const char32_t c : letters) append_utf8(text, c);
            } while (!letters.empty() && (width_of(text) + 0.9) * least > most);
            text += "…";
            width = width_of(text);
        }
        add(R"(<text x="{:g}" y="{:g}" font-size="{:.2f}" fill="{}" text-anchor="{}">{}</text>)", x, y,
            std::clamp(most / std::max(width, 0.1), least, size), colour, anchor, escaped(text));
    }

    void heading() {
        line(kLeft, 104, 58, kWidth, kText, drawable(card_.title, kMostLine));
        if (!card_.subtitle.empty()) line(kLeft, 150, 28, kWidth, kSoft, drawable(card_.subtitle, kMostLine));
    }

    /// Words broken into lines.
    void headline() {
        double y = 236;
        std::string rest = drawable(card_.headline, 160), text;
        const double size = 38;
        const auto flush = [&] {
            line(kLeft, y, size, kWidth, kText, text);
            y += size * 1.3;
            text.clear();
        };
        while (!rest.empty() && y < 430) {
            const auto end = std::min(rest.find(' '), rest.size());
            const auto word = rest.substr(0, end);
            rest.erase(0, std::min(end + 1, rest.size()));
            if (!text.empty() && width_of(text + " " + word) * size > kWidth) flush();
            text += (text.empty() ? "" : " ") + word;
        }
        if (!text.empty()) flush();
        if (!card_.status.empty()) line(kLeft, y + 8, 28, kWidth, kSoft, drawable(card_.status, kMostLine));
    }

    /// A line for each, as on a scoreboard.
    void players() {
        const auto count = static_cast<double>(card_.players.size());
        const double top = 186, height = std::min(92.0, 256 / count);
        const double size = height * 0.5;
        for (std::size_t i = 0; i < card_.players.size(); ++i) {
            const auto& player = card_.players[i];
            const double y = top + static_cast<double>(i) * height, base = y + height / 2 + size * 0.34;
            if (player.won)
                add(R"(<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="12" fill="#fffdf8" stroke="{}" )"
                    R"(stroke-width="2.5"/>)",
                    kLeft - 12, y + 3, kWidth + 24, height - 6, kGold);
            else if (i && !card_.players[i - 1].won)
                add(R"(<rect x="{:g}" y="{:g}" width="{:g}" height="2" fill="{}"/>)", kLeft, y - 1, kWidth,
                    kLine);
            out_ += draw_pawn(static_cast<int>(i), kLeft + height * 0.3, y + height / 2, height / 40);
            double end = kRight - 4;
            if (!player.score.empty()) {
                line(end, base, size * 1.05, 90, player.won ? kText : kSoft, drawable(player.score, 4),
                     "end");
                end -= width_of(player.score) * size * 1.05 + 18;
            }
            if (!player.note.empty()) {
                const auto note = drawable(player.note, 8);
                line(end, base, size * 0.62, 120, kSoft, note, "end");
                end -= width_of(note) * size * 0.62 + 16;
            }
            const double from = kLeft + height * 0.7;
            line(from, base, size, end - from, kText, drawable(player.name, kMostName));
        }
        if (!card_.status.empty())
            line(kLeft, top + count * height + 50, 30, kWidth, kAccent, drawable(card_.status, kMostLine));
    }

    /// The site's sign and name.
    void wordmark() {
        constexpr double kY = 534;
        add(R"svg(<g transform="translate({:g} {:g}) scale(0.8)">)svg"
            R"(<rect width="64" height="64" rx="14" fill="#e4dccd"/>)",
            kLeft, kY);
        for (int row = 0; row < 3; ++row)
            for (int col = 0; col < 3; ++col)
                add(R"(<rect x="{}" y="{}" width="12" height="12" rx="2" fill="#fcfaf5" stroke="#cfc6b5" )"
                    R"(stroke-width="0.6"/>)",
                    10 + 16 * col, 10 + 16 * row);
        add(R"svg(<rect x="10" y="22.4" width="28" height="3.2" rx="1.6" fill="{1}"/>)svg"
            R"svg(<rect x="38.4" y="26" width="3.2" height="28" rx="1.6" fill="{0}"/>)svg"
            R"svg(<circle cx="32" cy="48" r="5" fill="{0}"/>)svg"
            R"svg(<path d="M48 10.2L53.8 16L48 21.8L42.2 16Z" fill="{1}"/></g>)svg",
            piece_colour(0), piece_colour(1));
        line(kLeft + 66, kY + 37, 34, kWidth, kText, "Stockade");
    }

    const Card& card_;
};

}  // namespace

std::string drawable(std::string_view text, std::size_t most) {
    std::string result;
    std::size_t count = 0;
    for (const char32_t c : from_utf8(text)) {
        if (is_invisible(c)) continue;
        if (count++ == most) break;
        append_utf8(result, c < 0x20 || c == 0x7f ? U' ' : is_known(c) ? c : U'?');
    }
    return result;
}

std::string draw_card(const Card& card) { return CardPicture(card).draw(); }

}  // namespace stockade::draw
