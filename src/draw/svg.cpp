#include "draw/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/contains.h"
#include "draw/svg_text.h"
#include "draw/svg_writer.h"
#include "games/paths.h"

namespace stockade::draw {
namespace {

// All lengths in user units; one is a CSS pixel at natural size.
constexpr double kCell = 40, kGroove = 9, kPitch = kCell + kGroove;
constexpr double kRim = 12;     // the plate around the cells
constexpr double kGutter = 20;  // room for a line of coordinates
constexpr double kMargin = 6;
constexpr double kThickness = 7.5;  // of a wall

constexpr std::array<std::string_view, 4> kColours{"#0072b2", "#d55e00", "#009e73", "#b4518c"};
constexpr std::array<std::string_view, 4> kDark{"#004a75", "#8f3f00", "#00664a", "#74305a"};
constexpr std::array<std::string_view, 4> kPale{"#cfe3f1", "#fbdcc3", "#c5eadd", "#efd3e3"};
constexpr std::string_view kNobody = "#5f564c", kNobodyDark = "#38322b";

struct Point {
    double x = 0, y = 0;
};

class Picture : SvgWriter {
public:
    Picture(const View& view, const SvgOptions& options) : view_(view), options_(options) {}

    std::string draw() {
        open();
        plate();
        goal_edges();
        cells();
        territories();
        highlights();
        walls();
        if (options_.coordinates) coordinates();
        if (options_.legal) legal_moves();
        if (options_.last_move) arrow(*options_.last_move);
        pawns();
        out_ += "</svg>\n";
        return std::move(out_);
    }

private:
    double gutter() const { return options_.coordinates ? kGutter : 0; }
    double inner_width() const { return view_.cols * kPitch - kGroove; }
    double inner_height() const { return view_.rows * kPitch - kGroove; }
    double width() const { return 2 * kMargin + gutter() + 2 * kRim + inner_width(); }
    double height() const { return 2 * kMargin + gutter() + 2 * kRim + inner_height(); }
    Box plate_box() const {
        return {kMargin + gutter(), kMargin, inner_width() + 2 * kRim, inner_height() + 2 * kRim};
    }

    Box cell(Square square) const {
        const int across = options_.flipped ? view_.cols - 1 - square.col : square.col;
        const int down = options_.flipped ? square.row : view_.rows - 1 - square.row;
        return {plate_box().x + kRim + across * kPitch, plate_box().y + kRim + down * kPitch, kCell, kCell};
    }
    Point middle(Square square) const {
        const Box box = cell(square);
        return {box.x + kCell / 2, box.y + kCell / 2};
    }
    Box wall_box(const PlacedWall& wall) const {
        return box_of_wall(wall, view_.wall_length, kGroove, kThickness,
                           [this](Square square) { return cell(square); });
    }

    void open() {
        const std::string title = options_.title.empty() ? "Board" : options_.title;
        add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:g}" height="{1:g}" )"
            R"(viewBox="0 0 {0:g} {1:g}" role="img" aria-labelledby="title desc" )"
            R"(font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">)",
            width(), height());
        add("<title id=\"title\">{}</title>", escaped(title));
        add("<desc id=\"desc\">{}</desc>",
            escaped(options_.description.empty() ? title : options_.description));
    }

    void plate() { rect(plate_box(), 8, R"(fill="#e4dccd" stroke="#a89f8f" stroke-width="1")"); }

    void cells() {
        for (int row = 0; row < view_.rows; ++row)
            for (int col = 0; col < view_.cols; ++col)
                rect(cell({col, row}), 3.5, R"(fill="#fcfaf5" stroke="#cfc6b5" stroke-width="0.75")");
    }

    /// A goal that is one whole edge is a coloured strip on the rim; any other goal is an outline in its
    /// cell.
    void goal_edges() {
        for (std::size_t player = 0; player < view_.players.size(); ++player) {
            const auto& goals = view_.players[player].goals;
            if (goals.empty()) continue;
            Box box = cell(goals.front());
            for (const Square goal : goals) box = hull(box, cell(goal));
            const Box plate = plate_box();
            const double inset = 3, strip = 5;
            const bool lies = box.width > kCell && box.height == kCell,
                       stands = box.height > kCell && box.width == kCell;
            const bool top = lies && box.y < plate.y + kRim + 1;
            const bool bottom = lies && box.y + kCell > plate.y + plate.height - kRim - 1;
            const bool left = stands && box.x < plate.x + kRim + 1;
            const bool right = stands && box.x + kCell > plate.x + plate.width - kRim - 1;
            if (top || bottom)
                box = {box.x, top ? plate.y + inset : plate.y + plate.height - inset - strip, box.width,
                       strip};
            else if (left || right)
                box = {left ? plate.x + inset : plate.x + plate.width - inset - strip, box.y, strip,
                       box.height};
            else
                continue;
            rect(box, strip / 2, fmt::format(R"(fill="{}")", kColours[player & 3]));
        }
    }

    bool pawn_on(Square square) const {
        return std::any_of(view_.pawns.begin(), view_.pawns.end(),
                           [&](const auto& pawn) { return pawn.at == square; });
    }
    bool is_edge_goal(const std::vector<Square>& goals) const {
        const auto count = static_cast<int>(goals.size());
        return count == view_.cols || count == view_.rows;
    }

    /// The territory, cells and the open grooves between them, as one tinted area.
    void territories() {
        for (const auto& territory : view_.territories) {
            const std::string fill = fmt::format(R"(fill="{}")", kPale[territory.player & 3]);
            for (const Square a : territory.cells) {
                for (const Square b : {Square{a.col + 1, a.row}, Square{a.col, a.row + 1}})
                    if (contains(territory.cells, b) && open_between(view_, a, b))
                        rect(hull(cell(a), cell(b)), 3.5, fill);
                rect(cell(a), 3.5, fill);
            }
            fill_crossings(territory, fill);
            for (const Square a : territory.cells) {
                rect(cell(a), 3.5, R"(fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="1")");
                if (!pawn_on(a)) territory_mark(a, territory.player);
            }
        }
    }

    void fill_crossings(const games::Territory& territory, const std::string& fill) {
        for (const Square a : territory.cells) {
            const Square right{a.col + 1, a.row}, above{a.col, a.row + 1}, across{a.col + 1, a.row + 1};
            const bool whole = contains(territory.cells, right) && contains(territory.cells, above) &&
                               contains(territory.cells, across) && open_between(view_, a, right) &&
                               open_between(view_, a, above) && open_between(view_, right, across) &&
                               open_between(view_, above, across);
            if (whole) rect(hull(cell(a), cell(across)), 3.5, fill);
        }
    }

    void territory_mark(Square square, int player) {
        shape(middle(square), player, 4,
              fmt::format(R"(fill="{0}" fill-opacity="0.35" stroke="none")", kColours[player & 3]));
    }

    void highlights() {
        for (const Square square : options_.last.cells)
            rect(cell(square), 3.5, R"(fill="#fff1b8" stroke="#d9b740" stroke-width="1.5")");
        for (std::size_t player = 0; player < view_.players.size(); ++player) {
            const auto& goals = view_.players[player].goals;
            if (is_edge_goal(goals)) continue;
            for (const Square goal : goals) {
                rect(cell(goal), 3.5, fmt::format(R"(fill="{}")", kPale[player & 3]));
                if (!pawn_on(goal))
                    shape(middle(goal), static_cast<int>(player), 11,
                          fmt::format(R"(fill="none" stroke="{}" stroke-width="1.6")", kColours[player & 3]));
            }
        }
    }

    void walls() {
        for (const PlacedWall& wall : view_.walls) {
            const bool owned = wall.owner >= 0;
            const std::string_view fill = owned ? kColours[wall.owner & 3] : kNobody;
            const std::string_view edge = owned ? kDark[wall.owner & 3] : kNobodyDark;
            const bool fresh = contains(options_.last.walls, wall);
            const Box box = wall_box(wall);
            if (fresh)
                rect({box.x - 2.5, box.y - 2.5, box.width + 5, box.height + 5}, kThickness / 2 + 2.5,
                     R"(fill="#ffd84d")");
            rect(box, kThickness / 2, fmt::format(R"(fill="{}" stroke="{}" stroke-width="0.9")", fill, edge));
            if (owned) wall_stripe(box, wall.owner);
        }
    }

    /// The line inside a wall that tells its owner in print without colour: none, solid, dashed, dotted.
    void wall_stripe(const Box& box, int owner) {
        static constexpr std::array<std::string_view, 4> kStripes{"", "none", "6 4", "0.1 5"};
        if (owner == 0) return;
        const bool level = box.width > box.height;
        const double inset = kThickness * 0.8;
        const Point from{level ? box.x + inset : box.x + box.width / 2,
                         level ? box.y + box.height / 2 : box.y + inset};
        const Point to{level ? box.x + box.width - inset : from.x,
                       level ? from.y : box.y + box.height - inset};
        add(R"(<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" stroke="#fff" )"
            R"(stroke-opacity="0.85" stroke-width="1.7" )"
            R"(stroke-linecap="round" stroke-dasharray="{}"/>)",
            from.x, from.y, to.x, to.y, kStripes[owner & 3]);
    }

    void coordinates() {
        const Box plate = plate_box();
        add(R"(<g font-size="14" fill="#4a443b" text-anchor="middle">)");
        for (int row = 0; row < view_.rows; ++row)
            add(R"(<text x="{:g}" y="{:g}">{}</text>)", plate.x - 12, middle({0, row}).y + 5, row + 1);
        for (int col = 0; col < view_.cols; ++col)
            add(R"(<text x="{:g}" y="{:g}">{}</text>)", middle({col, 0}).x, plate.y + plate.height + 16,
                static_cast<char>('a' + col));
        add("</g>");
    }

    void legal_moves() {
        const auto dot = [&](Square square) {
            const Point at = middle(square);
            add(R"(<circle cx="{:g}" cy="{:g}" r="4.5" fill="#8a8172"/>)", at.x, at.y);
        };
        for (const auto& move : view_.moves)
            if (move.from != move.to) dot(move.to);
        for (const auto& placement : view_.placements) dot(placement.at);
    }

    void arrow(const games::PawnMove& move) {
        const Point from = middle(move.from), to = middle(move.to);
        const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
        if (length < 1) return;
        const double ux = dx / length, uy = dy / length;
        const Point tip{to.x - ux * 17, to.y - uy * 17}, neck{tip.x - ux * 10, tip.y - uy * 10};
        add(R"(<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" stroke="#6b5b1e" )"
            R"(stroke-width="3.2" stroke-linecap="round"/>)",
            from.x, from.y, neck.x, neck.y);
        add(R"(<polygon points="{:g},{:g} {:g},{:g} {:g},{:g}" fill="#6b5b1e"/>)", tip.x, tip.y,
            neck.x - uy * 7, neck.y + ux * 7, neck.x + uy * 7, neck.y - ux * 7);
    }

    /// A player's shape: disc, triangle, square, diamond, all of like weight for the eye.
    void shape(Point at, int player, double r, std::string_view attributes) {
        const auto polygon = [&](std::initializer_list<Point> corners) {
            std::string points;
            for (const Point& corner : corners)
                points += fmt::format("{}{:g},{:g}", points.empty() ? "" : " ", at.x + corner.x * r,
                                      at.y + corner.y * r);
            add(R"(<polygon points="{}" stroke-linejoin="round" {}/>)", points, attributes);
        };
        switch (player & 3) {
            case 0:
                add(R"(<circle cx="{:g}" cy="{:g}" r="{:g}" {}/>)", at.x, at.y, r, attributes);
                break;
            case 1:
                polygon({{0, -1.12}, {1.1, 0.85}, {-1.1, 0.85}});
                break;
            case 2:
                polygon({{-0.88, -0.88}, {0.88, -0.88}, {0.88, 0.88}, {-0.88, 0.88}});
                break;
            default:
                polygon({{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}});
                break;
        }
    }

    void pawns() {
        for (const auto& pawn : view_.pawns) {
            const Point at = middle(pawn.at);
            const bool moving = !view_.over && view_.mover == pawn.player;
            shape(at, pawn.player, 13,
                  fmt::format(R"(fill="{}" stroke="{}" stroke-width="{}")", kColours[pawn.player & 3],
                              kDark[pawn.player & 3], 2));
            // A light core marks the player to move.
            if (moving) shape(at, pawn.player, 4.5, R"(fill="#fff" stroke="none")");
        }
    }

    const View& view_;
    const SvgOptions& options_;
};

}  // namespace

std::string draw_svg(const View& view, const SvgOptions& options) { return Picture(view, options).draw(); }

}  // namespace stockade::draw
