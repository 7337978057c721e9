#include "draw/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/contains.h"

namespace stockade::draw {
namespace {

struct FrameGlyphs {
    char32_t horizontal, vertical, upper_left, upper_right, lower_left, lower_right, goal_h, goal_v;
};
constexpr FrameGlyphs kUnicodeFrame{U'─', U'│', U'╭', U'╮', U'╰', U'╯', U'━', U'┃'};
constexpr FrameGlyphs kAsciiFrame{U'-', U'|', U'+', U'+', U'+', U'+', U'-', U'|'};

enum class Edge { kTop, kBottom, kLeft, kRight };

class Painter {
public:
    Painter(const View& view, const BoardOptions& options)
        : view_(view),
          options_(options),
          geometry_(geometry_of(view, options)),
          frame_(options.charset.unicode ? kUnicodeFrame : kAsciiFrame),
          canvas_(geometry_.width(), geometry_.height()) {}

    Canvas paint() {
        paint_frame();
        paint_goal_edges();
        for (int row = 0; row < view_.rows; ++row)
            for (int col = 0; col < view_.cols; ++col) paint_cell({col, row});
        for (const PlacedWall& wall : view_.walls)
            paint_wall(wall, wall_style(wall), wall_glyph(wall.owner, charset()));
        if (options_.ghost) paint_ghost(*options_.ghost);
        if (options_.coordinates) paint_coordinates();
        return std::move(canvas_);
    }

private:
    const Charset& charset() const { return options_.charset; }
    bool unicode() const { return options_.charset.unicode; }
    bool colour() const { return options_.charset.colour; }

    void paint_frame() {
        const Rect in = geometry_.inside();
        const int right = in.x + in.width, bottom = in.y + in.height;
        const Style line{Ink::kFrame};
        canvas_.fill(in.x, in.y - 1, in.width, 1, frame_.horizontal, line);
        canvas_.fill(in.x, bottom, in.width, 1, frame_.horizontal, line);
        canvas_.fill(in.x - 1, in.y, 1, in.height, frame_.vertical, line);
        canvas_.fill(right, in.y, 1, in.height, frame_.vertical, line);
        canvas_.put(in.x - 1, in.y - 1, frame_.upper_left, line);
        canvas_.put(right, in.y - 1, frame_.upper_right, line);
        canvas_.put(in.x - 1, bottom, frame_.lower_left, line);
        canvas_.put(right, bottom, frame_.lower_right, line);
        canvas_.fill(in.x, in.y, in.width, in.height, U' ', {Ink::kText, Ground::kGroove});
    }

    /// The edge that a goal fills, where it is a whole edge of the board.
    std::optional<Edge> goal_edge(const std::vector<Square>& goals) const {
        if (goals.empty()) return std::nullopt;
        const auto all = [&](auto same) { return std::all_of(goals.begin(), goals.end(), same); };
        const auto count = static_cast<int>(goals.size());
        const bool flipped = options_.flipped;
        if (count == view_.cols) {
            if (all([&](Square s) { return s.row == view_.rows - 1; }))
                return flipped ? Edge::kBottom : Edge::kTop;
            if (all([&](Square s) { return s.row == 0; })) return flipped ? Edge::kTop : Edge::kBottom;
        }
        if (count == view_.rows) {
            if (all([&](Square s) { return s.col == view_.cols - 1; }))
                return flipped ? Edge::kLeft : Edge::kRight;
            if (all([&](Square s) { return s.col == 0; })) return flipped ? Edge::kRight : Edge::kLeft;
        }
        return std::nullopt;
    }

    void paint_goal_edges() {
        for (int player = 0; player < static_cast<int>(view_.players.size()); ++player) {
            const auto edge = goal_edge(view_.players[player].goals);
            if (!edge) continue;
            for (const Square goal : view_.players[player].goals) paint_goal_segment(goal, *edge, player);
        }
    }

    void paint_goal_segment(Square goal, Edge edge, int player) {
        const Rect in = geometry_.inside(), cell = geometry_.cell(goal);
        const Style style{Ink::kPlayer, Ground::kNone, static_cast<std::int8_t>(player), -1, true};
        const bool level = edge == Edge::kTop || edge == Edge::kBottom;
        const int x = edge == Edge::kLeft ? in.x - 1 : edge == Edge::kRight ? in.x + in.width : cell.x;
        const int y = edge == Edge::kTop ? in.y - 1 : edge == Edge::kBottom ? in.y + in.height : cell.y;
        const int gap_x = x + cell.width < in.x + in.width ? 1 : 0;
        const int gap_y = y + cell.height < in.y + in.height ? geometry_.scale().groove_height : 0;
        if (level)
            canvas_.fill(x, y, cell.width + gap_x, 1, frame_.goal_h, style);
        else
            canvas_.fill(x, y, 1, cell.height + gap_y, frame_.goal_v, style);
        if (colour()) return;
        const Style mark{Ink::kPlayer, Ground::kNone, static_cast<std::int8_t>(player)};
        const char32_t glyph = unicode() ? pawn_glyph(player, charset(), true) : U'1' + player;
        canvas_.put(level ? x + cell.width / 2 : x, level ? y : y + cell.height / 2, glyph, mark);
    }

    std::optional<int> pawn_on(Square square) const {
        for (const auto& pawn : view_.pawns)
            if (pawn.at == square) return pawn.player;
        return std::nullopt;
    }
    std::optional<int> territory_of(Square square) const {
        for (const auto& territory : view_.territories)
            if (contains(territory.cells, square)) return territory.player;
        return std::nullopt;
    }
    /// Whose goal cell this is, where the goal is no edge.
    std::optional<int> goal_of(Square square) const {
        for (std::size_t player = 0; player < view_.players.size(); ++player) {
            const auto& goals = view_.players[player].goals;
            if (contains(goals, square) && !goal_edge(goals)) return static_cast<int>(player);
        }
        return std::nullopt;
    }
    bool is_legal(Square square) const {
        if (!options_.legal) return false;
        for (const auto& placement : view_.placements)
            if (placement.at == square) return true;
        for (const auto& move : view_.moves)
            if (move.to == square && move.from != move.to &&
                (!options_.selected || *options_.selected == move.from))
                return true;
        return false;
    }

    Style cell_ground(Square square) const {
        Style style{Ink::kText, Ground::kCell};
        const auto owner = territory_of(square), goal = goal_of(square);
        if (owner || goal) {
            style.ground = Ground::kTint;
            style.ground_player = static_cast<std::int8_t>(owner ? *owner : *goal);
        }
        if (contains(options_.last.cells, square)) style.ground = Ground::kLast;
        if (options_.cursor == square) style.ground = Ground::kCursor;
        return style;
    }

    void paint_cell(Square square) {
        const Rect cell = geometry_.cell(square);
        const Style ground = cell_ground(square);
        canvas_.fill(cell.x, cell.y, cell.width, cell.height, U' ', ground);
        if (const auto player = pawn_on(square))
            paint_pawn(square, *player, ground);
        else
            paint_mark(square, ground);
        const bool bracketed = options_.cursor == square || options_.selected == square;
        if (!bracketed || colour()) return;
        const int y = cell.y + cell.height / 2, middle = cell.x + cell.width / 2;
        if (cell.width >= 3) {
            canvas_.put(middle - 1, y, U'[', ground);
            canvas_.put(middle + 1, y, U']', ground);
        } else if (!pawn_on(square)) {
            canvas_.put(middle, y, U'_', ground);
        }
    }

    void paint_pawn(Square square, int player, Style ground) {
        const Rect cell = geometry_.cell(square);
        const int middle = cell.x + cell.width / 2, y = cell.y + cell.height / 2;
        const auto owner = static_cast<std::int8_t>(player);
        const bool moved = contains(options_.last.cells, square);
        Style body{Ink::kOnPawn, Ground::kPawn, owner, owner, true};
        if (ground.ground == Ground::kCursor) body = {Ink::kPlayer, Ground::kCursor, owner, -1, true};
        if (contains(options_.blamed.cells, square)) body.ink = Ink::kIllegal;
        if (colour() && body.ground == Ground::kPawn) paint_body(cell, body, ground);
        canvas_.put(middle, y, pawn_glyph(player, charset()), body);
        if (!colour() && cell.width >= 3) {
            canvas_.put(middle - 1, y, moved ? U'{' : U'(', ground);
            canvas_.put(middle + 1, y, moved ? U'}' : U')', ground);
        }
    }

    /// The coloured ground of a pawn, with half a character of its cell left free on either side.
    void paint_body(const Rect& cell, Style body, Style ground) {
        const int half = cell.width / 2;
        const int middle = cell.x + cell.width / 2;
        const int left = std::max(cell.x, middle - half),
                  right = std::min(cell.x + cell.width - 1, middle + half);
        canvas_.fill(left, cell.y, right - left + 1, cell.height, U' ', body);
        if (!unicode() || cell.width < 3) return;
        Style edge = ground;
        edge.ink = Ink::kPawn;
        edge.player = body.player;
        canvas_.fill(left, cell.y, 1, cell.height, U'▐', edge);
        canvas_.fill(right, cell.y, 1, cell.height, U'▌', edge);
    }

    /// The glyph in the middle of an empty cell.
    Glyph mark(Square square, Style style) const {
        const auto owned = [&](int player, char32_t glyph) {
            style.ink = Ink::kPlayer;
            style.player = static_cast<std::int8_t>(player);
            return Glyph{glyph, style};
        };
        if (contains(options_.path, square)) {
            style.ink = Ink::kPath;
            style.bold = true;
            return {unicode() ? (is_legal(square) ? U'●' : U'•') : U'+', style};
        }
        if (is_legal(square)) {
            style.ink = Ink::kLegal;
            return {unicode() ? U'•' : U'*', style};
        }
        if (const auto player = goal_of(square)) {
            static constexpr std::array<char32_t, 4> kAsciiGoal{U'^', U'v', U'<', U'>'};
            return owned(*player, unicode() ? pawn_glyph(*player, charset(), true) : kAsciiGoal[*player]);
        }
        if (const auto player = territory_of(square); player && !colour())
            return owned(*player, pawn_glyph(*player, charset(), true));
        if (colour()) return {U' ', style};
        style.ink = Ink::kMuted;
        return {unicode() ? U'·' : U'.', style};
    }

    void paint_mark(Square square, Style ground) {
        const Rect cell = geometry_.cell(square);
        const Glyph glyph = mark(square, ground);
        canvas_.put(cell.x + cell.width / 2, cell.y + cell.height / 2, glyph.character, glyph.style);
    }

    Style wall_style(const PlacedWall& wall) const {
        Style style{Ink::kPlayer, Ground::kGroove, static_cast<std::int8_t>(wall.owner)};
        style.bold = contains(options_.last.walls, wall);
        if (contains(options_.blamed.walls, wall)) style.ink = Ink::kIllegal;
        return style;
    }

    void paint_wall(const PlacedWall& wall, Style style, char32_t glyph) {
        const Rect bar = geometry_.wall(wall, view_.wall_length);
        if (wall.orientation == Orientation::kHorizontal && geometry_.scale().groove_height == 0)
            paint_flat_wall(bar, style);
        else
            canvas_.fill(bar.x, bar.y, bar.width, bar.height, glyph, style);
    }

    /// A wall without a line of its own: it underlines the cells above it, and what stands in them stays.
    void paint_flat_wall(const Rect& bar, Style style) {
        for (int x = bar.x; x < bar.x + bar.width; ++x) {
            Glyph& glyph = canvas_.at(x, bar.y);
            if (glyph.character == U' ' ||
                (!colour() && (glyph.character == U'·' || glyph.character == U'.'))) {
                const Ground ground = glyph.style.ground;
                const auto ground_player = glyph.style.ground_player;
                glyph = {unicode() ? U'▂' : U'_', style};
                glyph.style.ground = ground;
                glyph.style.ground_player = ground_player;
            } else {
                glyph.style.underline = true;
            }
        }
    }

    void paint_ghost(const Ghost& ghost) {
        Style style{ghost.legal ? Ink::kGhost : Ink::kIllegal, Ground::kGroove};
        style.bold = true;
        const char32_t glyph =
            unicode() ? (ghost.legal ? U'▒' : (colour() ? U'▒' : U'×')) : (ghost.legal ? U'o' : U'x');
        paint_wall(ghost.wall, style, glyph);
    }

    void paint_coordinates() {
        const Rect in = geometry_.inside();
        const Style style{Ink::kMuted};
        for (int row = 0; row < view_.rows; ++row) {
            const Rect cell = geometry_.cell({0, row});
            const int number = options_.rows_from_top ? view_.rows - row : row + 1;
            canvas_.write(0, cell.y + cell.height / 2, fmt::format("{:>2}", number), style);
        }
        for (int col = 0; col < view_.cols; ++col) {
            const Rect cell = geometry_.cell({col, 0});
            canvas_.put(cell.x + cell.width / 2, in.y + in.height + 1, U'a' + col, style);
        }
    }

    const View& view_;
    const BoardOptions& options_;
    Geometry geometry_;
    FrameGlyphs frame_;
    Canvas canvas_;
};

}  // namespace

Canvas draw_board(const View& view, const BoardOptions& options) { return Painter(view, options).paint(); }

char32_t pawn_glyph(int player, const Charset& charset, bool outline) {
    static constexpr std::array<char32_t, 4> kFilled{U'●', U'▲', U'■', U'◆'};
    static constexpr std::array<char32_t, 4> kOutline{U'○', U'△', U'□', U'◇'};
    if (!charset.unicode) return U'1' + player;
    return outline ? kOutline[player & 3] : kFilled[player & 3];
}

char32_t wall_glyph(int owner, const Charset& charset) {
    static constexpr std::array<char32_t, 4> kAscii{U'#', U'%', U'@', U'&'};
    static constexpr std::array<char32_t, 4> kShades{U'█', U'▓', U'▒', U'░'};
    if (owner < 0) return charset.unicode ? U'█' : U'#';
    if (!charset.unicode) return kAscii[owner & 3];
    return charset.colour ? U'█' : kShades[owner & 3];
}

Marks difference(const View& before, const View& after) {
    Marks marks;
    const auto stands = [](const View& view, const games::PlacedPawn& pawn) {
        return std::any_of(view.pawns.begin(), view.pawns.end(), [&](const auto& other) {
            return other.at == pawn.at && other.player == pawn.player;
        });
    };
    for (const auto& pawn : before.pawns)
        if (!stands(after, pawn)) marks.cells.push_back(pawn.at);
    for (const auto& pawn : after.pawns)
        if (!stands(before, pawn)) marks.cells.push_back(pawn.at);
    for (const auto& wall : before.walls)
        if (!contains(after.walls, wall)) marks.walls.push_back(wall);
    for (const auto& wall : after.walls)
        if (!contains(before.walls, wall)) marks.walls.push_back(wall);
    return marks;
}

}  // namespace stockade::draw
