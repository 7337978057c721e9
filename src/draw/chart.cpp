#include "draw/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "draw/svg_text.h"
#include "draw/svg_writer.h"

namespace stockade::draw {
namespace {

using engine::GameAnalysis;
using engine::Label;
using engine::ReviewedTurn;

// All lengths in user units; one is a CSS pixel at natural size.
constexpr double kWidth = 920, kLeft = 56, kRight = 24, kTop = 96, kPlotHeight = 260, kBottom = 50;
constexpr double kLegendRow = 22;

// Colours by class, so that a dark theme can replace them. Players have those of the board.
constexpr std::string_view kStyle = R"(<style>
.paper{fill:#ffffff}.ink{fill:#24211d}.soft{fill:#6b645a}.grid{stroke:#000000;stroke-opacity:.1}
.middle{stroke:#000000;stroke-opacity:.35}.curve{fill:none;stroke:#33302b}.rim{stroke:#ffffff}
.area0{fill:#cfe3f1}.area1{fill:#fbdcc3}
.fill0{fill:#0072b2}.fill1{fill:#d55e00}.fill2{fill:#009e73}.fill3{fill:#b4518c}
.line0{stroke:#0072b2}.line1{stroke:#d55e00}.line2{stroke:#009e73}.line3{stroke:#b4518c}
.mark2{fill:#b58900}.mark3{fill:#e05a00}.mark4{fill:#c81e1e}
@media (prefers-color-scheme:dark){
.paper{fill:#1c1b1a}.ink{fill:#ece7df}.soft{fill:#a39b8f}.grid{stroke:#ffffff;stroke-opacity:.1}
.middle{stroke:#ffffff;stroke-opacity:.4}.curve{stroke:#f2eee7}.rim{stroke:#1c1b1a}
.area0{fill:#17415c}.area1{fill:#663a17}
.fill0{fill:#4aa8e0}.fill1{fill:#f08a3c}.fill2{fill:#35c79b}.fill3{fill:#de86b8}
.line0{stroke:#4aa8e0}.line1{stroke:#f08a3c}.line2{stroke:#35c79b}.line3{stroke:#de86b8}
.mark2{fill:#e8c33a}.mark3{fill:#ff8a3a}.mark4{fill:#ff5a5a}}
</style>)";

constexpr std::array<std::string_view, 4> kDashes{"none", "7 4", "2 3", "9 3 2 3"};
constexpr std::array<std::string_view, engine::kLabels> kSigns{"", "", "?!", "?", "??"};

struct PlotPoint {
    double x = 0, y = 0;
};

class Chart : SvgWriter {
public:
    Chart(const GameAnalysis& game, const ChartText& text) : game_(game), text_(text) {
        points_ = two_sides() ? game.course.size() : game.turns.size();
    }

    std::string draw() {
        open();
        heading();
        if (two_sides()) areas();
        grid();
        rounds();
        if (two_sides())
            curve();
        else
            curves();
        marks();
        out_ += "</svg>\n";
        return std::move(out_);
    }

private:
    bool two_sides() const { return text_.sides == 2; }
    std::size_t players() const { return game_.players.size(); }
    double top() const {
        const std::size_t rows = (players() + 1) / 2;
        return kTop + kLegendRow * static_cast<double>(rows - 1);
    }
    double bottom() const { return top() + kPlotHeight; }
    double x(std::size_t point) const {
        const auto last = static_cast<double>(std::max<std::size_t>(points_, 2) - 1);
        return kLeft + (kWidth - kLeft - kRight) * static_cast<double>(point) / last;
    }
    double y(double chance) const { return bottom() - kPlotHeight * std::clamp(chance, 0.0, 1.0); }
    /// The point of a turn: on the common curve of two sides, or on its player's own line.
    PlotPoint at(std::size_t turn) const {
        if (two_sides()) return {x(turn + 1), y(game_.course[turn + 1])};
        return {x(turn), y(game_.turns[turn].after)};
    }
    /// `3.` or `3...` for a turn.
    std::string number(std::size_t turn) const {
        const std::size_t index = text_.first_turn - 1 + turn;
        return fmt::format("{}{}", index / players() + 1, index % players() == 0 ? "." : "...");
    }

    void open() {
        const double height = bottom() + kBottom;
        add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:g}" height="{1:g}" )"
            R"(viewBox="0 0 {0:g} {1:g}" role="img" aria-labelledby="title" )"
            R"(font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="13">)",
            kWidth, height);
        add("<title id=\"title\">{}</title>", escaped(text_.title));
        out_ += kStyle;
        out_ += '\n';
        add(R"(<rect class="paper" width="{:g}" height="{:g}" rx="8"/>)", kWidth, height);
    }

    void heading() {
        add(R"(<text class="ink" x="{:g}" y="34" font-size="18" font-weight="bold">{}</text>)", kLeft,
            escaped(text_.title));
        for (std::size_t player = 0; player < players(); ++player) {
            const double left = kLeft + (player % 2 == 0 ? 0 : (kWidth - kLeft - kRight) / 2);
            const std::size_t row = player / 2;
            const double base = 66 + kLegendRow * static_cast<double>(row);
            const auto& summary = game_.players[player];
            const std::size_t colour = two_sides() ? player % 2 : player;
            if (two_sides())
                add(R"(<rect class="fill{}" x="{:g}" y="{:g}" width="12" height="12" rx="3"/>)", colour, left,
                    base - 10.5);
            else
                add(R"(<line class="line{}" x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" stroke-width="2.5" )"
                    R"(stroke-dasharray="{}"/>)",
                    colour, left - 8, base - 4.5, left + 14, base - 4.5, kDashes[player & 3]);
            std::string faults;
            for (const Label label : {Label::kInaccuracy, Label::kMistake, Label::kBlunder})
                if (const int count = summary.labels[static_cast<std::size_t>(label)])
                    faults +=
                        fmt::format(R"(<tspan class="mark{}" font-weight="bold" dx="9">{} {}</tspan>)",
                                    static_cast<int>(label), count, kSigns[static_cast<std::size_t>(label)]);
            add(R"(<text class="ink" x="{:g}" y="{:g}">{}<tspan class="soft" dx="9">{}</tspan>{}</text>)",
                left + 20, base, escaped(shortened(text_.players[player])),
                summary.accuracy ? fmt::format("accuracy {:.1f}%", *summary.accuracy) : "no turns", faults);
        }
    }
    /// A name that leaves room for the rest of its line. Cuts between characters of UTF-8.
    static std::string shortened(const std::string& name) {
        constexpr std::size_t kMost = 28;
        std::size_t characters = 0;
        for (std::size_t i = 0; i < name.size(); ++i) {
            if ((name[i] & 0xc0) == 0x80) continue;
            if (++characters > kMost) return name.substr(0, i) + "…";
        }
        return name;
    }

    std::string path_of_course() const {
        std::string path;
        for (std::size_t i = 0; i < game_.course.size(); ++i)
            path += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "M" : " L", x(i), y(game_.course[i]));
        return path;
    }

    /// The area below the curve has player 1's colour, the area above it the other side's.
    void areas() {
        add(R"(<rect class="area1" x="{:g}" y="{:g}" width="{:g}" height="{:g}"/>)", kLeft, top(),
            kWidth - kLeft - kRight, kPlotHeight);
        add(R"(<path class="area0" d="{} L{:.1f},{:.1f} L{:.1f},{:.1f} Z"/>)", path_of_course(),
            x(game_.course.size() - 1), bottom(), kLeft, bottom());
    }

    void grid() {
        for (int percent = 0; percent <= 100; percent += 25) {
            const double level = y(percent / 100.0);
            add(R"(<line class="{}" x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}"/>)",
                percent == 50 && two_sides() ? "middle" : "grid", kLeft, level, kWidth - kRight, level);
            add(R"(<text class="soft" x="{:g}" y="{:g}" text-anchor="end">{}%</text>)", kLeft - 8,
                level + 4.5, percent);
        }
    }

    /// Numbers of rounds under the plot, as many as there is room for.
    void rounds() {
        const std::size_t index = text_.first_turn - 1;
        const std::size_t first = index / players() + 1;
        const std::size_t last = (index + game_.turns.size()) / players() + 1;
        std::size_t step = 1;
        for (const std::size_t wider : {2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000})
            if ((last - first) / step > 20) step = wider;
        for (std::size_t round = (first + step - 1) / step * step; round <= last; round += step) {
            const std::size_t begin = (round - 1) * players();
            if (begin < index || begin - index >= std::max<std::size_t>(game_.turns.size(), 1)) continue;
            const double across = at_turn(begin - index);
            add(R"(<line class="grid" x1="{0:.1f}" y1="{1:g}" x2="{0:.1f}" y2="{2:g}"/>)", across, bottom(),
                bottom() + 5);
            add(R"(<text class="soft" x="{:.1f}" y="{:g}" text-anchor="middle">{}</text>)", across,
                bottom() + 20, round);
        }
        add(R"(<text class="soft" x="{:g}" y="{:g}" text-anchor="middle">round</text>)",
            (kLeft + kWidth - kRight) / 2, bottom() + 40);
        add(R"svg(<text class="soft" transform="translate(14 {:g}) rotate(-90)" text-anchor="middle">{}</text>)svg",
            (top() + bottom()) / 2,
            two_sides() ? fmt::format("chance of {}", escaped(shortened(side_name()))) : "chance to win");
    }
    double at_turn(std::size_t turn) const { return two_sides() ? x(turn + 1) : x(turn); }
    std::string side_name() const {
        return players() == 2 ? text_.players[0] : text_.players[0] + " and " + text_.players[2];
    }

    void curve() {
        add(R"(<path class="curve" stroke-width="2" stroke-linejoin="round" d="{}"/>)", path_of_course());
    }

    void curves() {
        for (std::size_t player = 0; player < players(); ++player) {
            std::string path;
            for (std::size_t i = 0; i < game_.turns.size(); ++i)
                if (game_.turns[i].player == static_cast<int>(player))
                    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "M" : " L", at(i).x, at(i).y);
            if (path.empty()) continue;
            add(R"(<path class="line{}" fill="none" stroke-width="2" stroke-linejoin="round" )"
                R"(stroke-dasharray="{}" d="{}"/>)",
                player, kDashes[player & 3], path);
        }
    }

    /// Every turn can be pointed at; those that gave much away stand out.
    void marks() {
        // Further apart than their signs are wide, or only the worst are signed.
        const double room = x(1) - x(0);
        for (std::size_t i = 0; i < game_.turns.size(); ++i) {
            const ReviewedTurn& turn = game_.turns[i];
            const PlotPoint point = at(i);
            const std::string hint =
                fmt::format("{} {} {}: {:.0f}%, {}", number(i), text_.players[index_of(turn)], turn.text,
                            100 * turn.after, engine::label_name(turn.label)) +
                (turn.label >= Label::kInaccuracy ? ", best was " + turn.lines[0].turns[0] : std::string());
            if (turn.label < Label::kInaccuracy) {
                add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="5" fill-opacity="0"><title>{}</title></circle>)",
                    point.x, point.y, escaped(hint));
                continue;
            }
            const auto label = static_cast<std::size_t>(turn.label);
            add(R"(<circle class="mark{} rim" cx="{:.1f}" cy="{:.1f}" r="{:g}" stroke-width="1.5">)"
                R"(<title>{}</title></circle>)",
                label, point.x, point.y, 3.5 + 0.5 * static_cast<double>(label - 2), escaped(hint));
            if (turn.label != Label::kBlunder && room < 9) continue;
            // A fall is signed below, a rise above, where the curve does not run.
            const bool below = !two_sides() || turn.player % 2 == 0;
            PlotPoint sign{point.x, point.y + (below ? 18 : -9)};
            // Below the plot are the numbers; the curve came from the left.
            if (sign.y > bottom() - 2) sign = {point.x + 13, point.y - 8};
            add(R"(<text class="mark{}" x="{:.1f}" y="{:.1f}" text-anchor="middle" font-weight="bold">)"
                R"({}</text>)",
                label, std::clamp(sign.x, kLeft + 10, kWidth - kRight - 10), sign.y, kSigns[label]);
        }
    }
    static std::size_t index_of(const ReviewedTurn& turn) { return static_cast<std::size_t>(turn.player); }

    const GameAnalysis& game_;
    const ChartText& text_;
    std::size_t points_;
};

}  // namespace

std::string draw_chart(const GameAnalysis& game, const ChartText& text) { return Chart(game, text).draw(); }

}  // namespace stockade::draw
