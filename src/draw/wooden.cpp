#include "draw/wooden.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "draw/svg_writer.h"

namespace stockade::draw {
namespace {

constexpr std::array<std::string_view, 4> kPieceColours{"#0072b2", "#d55e00", "#009e73", "#b4518c"};
constexpr std::array<std::string_view, 4> kPieceEdges{"#00486f", "#8a3c00", "#00573f", "#6f2a54"};
constexpr std::string_view kNobodys = "#6b6156", kNobodysEdge = "#3d362e";
// The shapes that tell players apart without colour, around 0, 0, in units of the radius.
constexpr std::array<std::string_view, 4> kPieceShapes{"M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z",
                                                       "M0 -1.16L1.16 0L0 1.16L-1.16 0Z",
                                                       "M0 -1.12L1.12 .82L-1.12 .82Z", "M-.9 -.9H.9V.9H-.9Z"};

class WoodenBoard : SvgWriter {
public:
    WoodenBoard(const View& view, const Marks& last) : view_(view), last_(last) {}

    std::string draw(double x, double y, double side) {
        const Box plate = plate_box();
        const double scale = side / std::max(plate.width, plate.height);
        add(R"svg(<g transform="translate({:.3f} {:.3f}) scale({:.4f}) translate({:.2f} {:.2f})">)svg",
            x + side / 2, y + side / 2, scale, -(plate.x + plate.width / 2), -(plate.y + plate.height / 2));
        ground(plate);
        goals();
        territories();
        for (const PlacedWall& wall : view_.walls) draw_wall(wall);
        for (const auto& pawn : view_.pawns) {
            const Box box = cell(pawn.at);
            out_ += draw_pawn(pawn.player, box.x + kCell / 2, box.y + kCell / 2, 1);
        }
        out_ += "</g>\n";
        return std::move(out_);
    }

private:
    // As in web/board (geometry.ts, drawing.ts, pieces.ts, themes.css): 40 units from one cell to the next.
    static constexpr double kPitch = 40, kGroove = 8, kCell = kPitch - kGroove;
    static constexpr double kRim = 7;
    static constexpr double kThickness = kGroove * 0.82;  // of a wall

    static Box shifted(Box box, double x, double y) { return {box.x + x, box.y + y, box.width, box.height}; }

    Box plate_box() const {
        return {-kRim, -kRim, view_.cols * kPitch - kGroove + 2 * kRim,
                view_.rows * kPitch - kGroove + 2 * kRim};
    }
    Box cell(Square square) const {
        return {square.col * kPitch, (view_.rows - 1 - square.row) * kPitch, kCell, kCell};
    }
    Box wall_box(const PlacedWall& wall) const {
        return box_of_wall(wall, view_.wall_length, kGroove, kThickness,
                           [this](Square square) { return cell(square); });
    }

    /// The plate with its shadow, the cells cut into it by light from the upper left, and the grain over all.
    void ground(const Box& plate) {
        for (const double size : {1.0, 3.0, 6.0, 10.0})
            rect({plate.x - size / 2, plate.y + 4 - size / 4, plate.width + size, plate.height + size}, 11,
                 R"(fill="#4a3a1c" fill-opacity="0.07")");
        rect(plate, 9, R"(fill="#c99f66" stroke="#8f6a38" stroke-width="1")");
        std::string lit, unlit;
        for (int row = 0; row < view_.rows; ++row)
            for (int col = 0; col < view_.cols; ++col) {
                const Box box = cell({col, row});
                const bool fresh = contains(last_.cells, Square{col, row});
                rect(box, 4,
                     fmt::format(R"(fill="{}" stroke="#b98f56" stroke-width="0.75")",
                                 fresh ? "#f8e58f" : "#f1dcb4"));
                const double left = box.x + 0.9, top = box.y + 0.9, right = box.x + kCell - 0.9,
                             bottom = box.y + kCell - 0.9, corner = 3, far = 3.6;
                lit += fmt::format("M{:g} {:g}V{:g}Q{:g} {:g} {:g} {:g}H{:g}", left, bottom - far,
                                   top + corner, left, top, left + corner, top, right - far);
                unlit += fmt::format("M{:g} {:g}H{:g}Q{:g} {:g} {:g} {:g}V{:g}", left + far, bottom,
                                     right - corner, right, bottom, right, bottom - corner, top + far);
            }
        constexpr std::string_view kEdge =
            R"(<path d="{}" fill="none" stroke="{}" stroke-opacity="{}" stroke-width="1.2" stroke-linecap="round"/>)";
        out_ += fmt::format(fmt::runtime(kEdge), lit, "#fff8e6", 0.75);
        out_ += fmt::format(fmt::runtime(kEdge), unlit, "#5a3c14", 0.3);
        grain(plate);
    }

    void grain(const Box& plate) {
        add(R"svg(<defs><pattern id="grain" patternUnits="userSpaceOnUse" width="260" height="72">)svg"
            R"svg(<path fill="none" stroke="#7a4f1c" stroke-opacity="0.17" stroke-width="1.4" d=")svg"
            "M0 6C60 2 90 12 140 8S220 2 260 6M0 17C40 21 110 13 160 18S230 22 260 17"
            "M0 29C70 25 120 35 180 30S240 26 260 29M0 38C50 42 80 34 130 40S210 43 260 38"
            "M0 51C60 46 130 57 190 50S240 47 260 51M0 63C40 67 100 59 150 64S220 67 260 63"
            R"svg("/></pattern></defs>)svg");
        rect(plate, 9, R"svg(fill="url(#grain)")svg");
    }

    /// A goal that is a whole edge of the board is a strip on the rim; any other is outlined.
    void goals() {
        const double strip = 4.6, inset = 1.2;
        const Box plate = plate_box();
        for (std::size_t player = 0; player < view_.players.size(); ++player) {
            const auto& goals = view_.players[player].goals;
            if (goals.empty()) continue;
            const auto all = [&](auto test) { return std::all_of(goals.begin(), goals.end(), test); };
            const auto count = static_cast<int>(goals.size());
            const Box first = hull(cell(goals.front()), cell(goals.back()));
            const auto fill = fmt::format(R"(fill="{}")", piece_colour(static_cast<int>(player)));
            const bool lies = count == view_.cols && all([&](Square s) { return s.row == goals[0].row; });
            const bool stands = count == view_.rows && all([&](Square s) { return s.col == goals[0].col; });
            if (lies && (goals[0].row == 0 || goals[0].row == view_.rows - 1))
                rect({first.x, goals[0].row ? plate.y + inset : plate.y + plate.height - inset - strip,
                      first.width, strip},
                     strip / 2, fill);
            else if (stands && (goals[0].col == 0 || goals[0].col == view_.cols - 1))
                rect({goals[0].col ? plate.x + plate.width - inset - strip : plate.x + inset, first.y, strip,
                      first.height},
                     strip / 2, fill);
            else
                for (const Square goal : goals)
                    rect({cell(goal).x + 2.4, cell(goal).y + 2.4, kCell - 4.8, kCell - 4.8}, 4,
                         fmt::format(R"(fill="none" stroke="{}" stroke-width="2" stroke-dasharray="5 3")",
                                     piece_colour(static_cast<int>(player))));
        }
    }

    void territories() {
        for (const auto& territory : view_.territories)
            for (const Square square : territory.cells) {
                const Box box = cell(square);
                rect(box, 4, fmt::format(R"(fill="{}" fill-opacity="0.3")", piece_colour(territory.player)));
                add(R"svg(<path d="{}" transform="translate({:g} {:g}) scale(3.4)" fill="{}" fill-opacity="0.55"/>)svg",
                    kPieceShapes[territory.player & 3], box.x + kCell / 2, box.y + kCell / 2,
                    piece_edge(territory.player));
            }
    }

    /// A wall in its groove, with a shadow and a highlight.
    void draw_wall(const PlacedWall& wall) {
        const Box box = wall_box(wall);
        const bool level = box.width > box.height, fresh = contains(last_.walls, wall);
        rect(shifted(box, 1.3, 2.1), 2.6, R"(fill="#000" fill-opacity="0.34")");
        rect(box, 2.6,
             fmt::format(R"(fill="{}" stroke="{}" stroke-width="{}")", piece_colour(wall.owner),
                         fresh ? "#241a0d" : piece_edge(wall.owner), fresh ? 1.7 : 0.9));
        const Box gloss = level ? Box{box.x + 1.3, box.y + 0.9, box.width - 2.6, 1.8}
                                : Box{box.x + 0.9, box.y + 1.3, 1.8, box.height - 2.6};
        rect(gloss, 0.9, R"(fill="#fff" fill-opacity="0.42")");
        if (wall.owner >= 0)
            add(R"svg(<path d="{}" transform="translate({:g} {:g}) scale(1.9)" fill="#fff" fill-opacity="0.95"/>)svg",
                kPieceShapes[wall.owner & 3], box.x + box.width / 2, box.y + box.height / 2);
    }

    const View& view_;
    const Marks& last_;
};

}  // namespace

std::string_view piece_colour(int player) { return player < 0 ? kNobodys : kPieceColours[player & 3]; }
std::string_view piece_edge(int player) { return player < 0 ? kNobodysEdge : kPieceEdges[player & 3]; }

std::string draw_pawn(int player, double x, double y, double size) {
    return fmt::format(
        R"svg(<g transform="translate({:g} {:g}) scale({:g})">)svg"
        R"svg(<ellipse cx="1.6" cy="11.6" rx="11.4" ry="3.6" fill="#000" fill-opacity="0.26"/>)svg"
        R"svg(<path d="M-10.6 11C-10.6 7.4 -6 6.4 -4.7 2.4C-4.1 .6 -3.8 -.8 -3.6 -2.6H3.6C3.8 -.8 4.1 .6 4.7 2.4)svg"
        R"svg(C6 6.4 10.6 7.4 10.6 11C10.6 13.9 -10.6 13.9 -10.6 11Z" fill="{}" stroke="{}" stroke-width="1.1" )svg"
        R"svg(stroke-linejoin="round"/><path d="M1.2 -2.6H3.6C3.8 -.8 4.1 .6 4.7 2.4C6 6.4 10.6 7.4 10.6 11)svg"
        R"svg(C10.6 12.7 6 13.2 2.4 13.2C5.2 9 1.6 3 1.2 -2.6Z" fill="#000" fill-opacity="0.2"/>)svg"
        R"svg(<g fill="none" stroke="#fff" stroke-linecap="round"><path d="M-8.6 9.4C-5 11.4 5 11.4 8.6 9.4" )svg"
        R"svg(stroke-opacity="0.5"/></g><path d="{}" transform="translate(0 -6.6) scale(7)" fill="{}" )svg"
        R"svg(stroke="{}" stroke-width="0.16" stroke-linejoin="round"/>)svg"
        R"svg(<path d="M-4.2 -8.4A4.6 4.6 0 0 1 -.6 -11.4" )svg"
        R"svg(fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-opacity="0.75"/></g>)svg"
        "\n",
        x, y, size, piece_colour(player), piece_edge(player), kPieceShapes[player & 3], piece_colour(player),
        piece_edge(player));
}

std::string draw_wooden_board(const View& view, const Marks& last, double x, double y, double side) {
    return WoodenBoard(view, last).draw(x, y, side);
}

}  // namespace stockade::draw
