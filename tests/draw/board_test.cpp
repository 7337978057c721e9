// Boards as text: what each game looks like, and that everything is drawn where it is.
#include "draw/board.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "draw/panel.h"
#include "games/paths.h"
#include "games/session.h"

namespace stockade::draw {
namespace {

using games::Session;
using Places = std::set<std::pair<int, int>>;

constexpr Charset kAscii{false, false};

std::string ascii(std::string_view position, bool legal = false) {
    const auto session = Session::from_position(position);
    EXPECT_TRUE(session.ok()) << session.error().message;
    BoardOptions options;
    options.charset = kAscii;
    options.legal = legal;
    return "\n" + to_text(draw_board(session->view(), options), ColourDepth::kNone);
}

View empty_view(int cols, int rows, int wall_length) {
    View view;
    view.cols = cols;
    view.rows = rows;
    view.wall_length = wall_length;
    return view;
}

/// Every wall that lies on the board, whether or not a game would allow it.
std::vector<PlacedWall> all_walls(const View& view) {
    std::vector<PlacedWall> walls;
    const int more = view.wall_length - 1;
    for (int row = 0; row < view.rows; ++row)
        for (int col = 0; col < view.cols; ++col) {
            if (row + 1 < view.rows && col + more < view.cols)
                walls.push_back({{col, row}, Orientation::kHorizontal, 0});
            if (col + 1 < view.cols && row + more < view.rows)
                walls.push_back({{col, row}, Orientation::kVertical, 0});
        }
    return walls;
}

Places places_of(const Canvas& canvas, char32_t glyph) {
    Places places;
    for (int y = 0; y < canvas.height(); ++y)
        for (int x = 0; x < canvas.width(); ++x)
            if (canvas.at(x, y).character == glyph) places.emplace(x, y);
    return places;
}

TEST(Board, Quoridor) {
    EXPECT_EQ(ascii("quoridor-mini; pawns c2 c4; hand 2 2; walls b2h c3v; turn 2", true), R"(
   +-1---1---1---1---1-+
 5 | .   .   *   .   . |
   |                   |
 4 | .   *  (2)# .   . |
   |           #       |
 3 | .   .   * # .   . |
   |    #######        |
 2 | .   .  (1)  .   . |
   |                   |
 1 | .   .   .   .   . |
   +-2---2---2---2---2-+
     a   b   c   d   e
)");
}

TEST(Board, FourPlayers) {
    EXPECT_EQ(ascii("quoridor:players=4,size=5; pawns c2 b3 c5 e3; hand 5 5 4 5; walls b2h; turn 3"), R"(
   +-1---1---1---1---1-+
 5 4 .   .  (3)  .   . 2
   |                   |
 4 4 .   .   .   .   . 2
   |                   |
 3 4 .  (2)  .   .  (4)2
   |    #######        |
 2 4 .   .  (1)  .   . 2
   |                   |
 1 4 .   .   .   .   . 2
   +-3---3---3---3---3-+
     a   b   c   d   e
)");
}

TEST(Board, Quoridor4Fun) {
    const auto text = ascii("quoridor4fun; pawns e2 e9; hand 8 10; walls a1h c3v; turn 2; skip 1; roll 3");
    EXPECT_NE(text.find("9 | .   .   .   .  (2)  .   .   .   . |"), std::string::npos) << text;
    EXPECT_NE(text.find("2 | .   .   .   .  (1)  .   .   .   . |\n   |#######"), std::string::npos) << text;
}

TEST(Board, Pinko) {
    const auto text = ascii("pinko; pawns f1 k11; hand 20 21; walls j10v; turn 1");
    EXPECT_NE(text.find("11 | .   .   .   .   .   .   .   .   .   . #(2)|\n"
                        "   |                                       #   |\n"
                        "10 | .   .   .   .   .   .   .   .   .   . # . |"),
              std::string::npos)
        << text;
}

TEST(Board, BlockadeShowsItsGoalCells) {
    const auto text = ascii("blockade; pawns d4 h4 | d11 g10; hand 8h9v 9h8v; walls d5h a1v; turn 1");
    EXPECT_NE(text.find("11 | .   .   .  (2)  .   .   .   ^   .   .   . |"), std::string::npos) << text;
    EXPECT_NE(text.find(" 6 | .   .   .   .   .   .   .   .   .   .   . |\n"
                        "   |            #######                        |"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(" 2 | . # .   .   .   .   .   .   .   .   .   . |\n"
                        "   |   #                                       |\n"
                        " 1 | . # .   .   .   .   .   .   .   .   .   . |"),
              std::string::npos)
        << text;
}

TEST(Board, WallGoShowsTerritories) {
    EXPECT_EQ(ascii("wallgo:pawns=1,setup=round,first=1; pawns a1 | g7; walls a1h b1h b1v; turn 1"), R"(
   +---------------------------+
 7 | 2   2   2   2   2   2  (2)|
   |                           |
 6 | 2   2   2   2   2   2   2 |
   |                           |
 5 | 2   2   2   2   2   2   2 |
   |                           |
 4 | 2   2   2   2   2   2   2 |
   |                           |
 3 | 2   2   2   2   2   2   2 |
   |                           |
 2 | 2   2   2   2   2   2   2 |
   |### ###                    |
 1 |(1)  1 # 2   2   2   2   2 |
   +---------------------------+
     a   b   c   d   e   f   g
)");
}

TEST(Board, OwnersHaveTheirOwnWalls) {
    auto session = *Session::create("quoridor-mini");
    ASSERT_TRUE(session.play("a1h").ok());
    ASSERT_TRUE(session.play("c3v").ok());
    BoardOptions options;
    options.charset = kAscii;
    const Canvas canvas = draw_board(session.view(), options);
    EXPECT_EQ(places_of(canvas, U'#').size(), 7u);
    EXPECT_EQ(places_of(canvas, U'%').size(), 3u);
}

// Where a wall belongs, worked out from the text alone: cells are 4 characters and 2 lines apart, a1 is at
// the bottom.
Places expected_places(const View& view, const PlacedWall& wall) {
    Places places;
    const int x = 4 + 4 * wall.anchor.col, y = 1 + 2 * (view.rows - 1 - wall.anchor.row),
              length = view.wall_length;
    if (wall.orientation == Orientation::kHorizontal)
        for (int i = 0; i < 4 * length - 1; ++i) places.emplace(x + i, y - 1);
    else
        for (int i = 0; i < 2 * length - 1; ++i) places.emplace(x + 3, y - i);
    return places;
}

TEST(BoardGeometry, EveryWallIsDrawnOnItsEdge) {
    BoardOptions options;
    options.charset = kAscii;
    for (const auto& [cols, rows] : {std::pair{2, 2}, {3, 5}, {5, 3}, {7, 7}, {9, 9}, {11, 14}, {19, 19}})
        for (const int length : {1, 2}) {
            View view = empty_view(cols, rows, length);
            for (const PlacedWall& wall : all_walls(view)) {
                view.walls = {wall};
                ASSERT_EQ(places_of(draw_board(view, options), U'#'), expected_places(view, wall))
                    << cols << "x" << rows << " length " << length << " at " << wall.anchor.col << ","
                    << wall.anchor.row;
            }
        }
}

// At every scale, either way up: a wall touches the cells it parts and covers no cell, except flat ones,
// which underline the upper cells.
TEST(BoardGeometry, WallsPartTheirCells) {
    for (const Scale scale : {kLarge, kNormal, kFlat, kSmall})
        for (const bool flipped : {false, true})
            for (const int length : {1, 2}) {
                const View view = empty_view(7, 6, length);
                const Geometry geometry(view.cols, view.rows, scale, true, flipped);
                for (const PlacedWall& wall : all_walls(view)) {
                    const bool level = wall.orientation == Orientation::kHorizontal;
                    const Rect bar = geometry.wall(wall, length), near = geometry.cell(wall.anchor);
                    const Rect far =
                        geometry.cell({wall.anchor.col + (level ? 0 : 1), wall.anchor.row + (level ? 1 : 0)});
                    if (level) {
                        const Rect& upper = near.y < far.y ? near : far;
                        EXPECT_EQ(bar.y, upper.y + upper.height - (scale.groove_height ? 0 : 1));
                        EXPECT_EQ(bar.width, length * scale.cell_width + length - 1);
                    } else {
                        EXPECT_EQ(bar.x, std::max(near.x, far.x) - 1);
                        EXPECT_EQ(bar.x, std::min(near.x, far.x) + scale.cell_width);
                    }
                }
            }
}

TEST(BoardGeometry, PlacesAreFoundAgain) {
    for (const bool flipped : {false, true})
        for (const int length : {1, 2}) {
            const View view = empty_view(5, 4, length);
            const Geometry geometry(view.cols, view.rows, kNormal, true, flipped);
            for (int row = 0; row < view.rows; ++row)
                for (int col = 0; col < view.cols; ++col) {
                    const Rect cell = geometry.cell({col, row});
                    EXPECT_EQ(geometry.cell_at(cell.x + 1, cell.y), (Square{col, row}));
                }
            for (const PlacedWall& wall : all_walls(view)) {
                const Rect bar = geometry.wall(wall, length);
                // The middle of a long wall is that of the one crossing it too.
                if (length == 2) continue;
                EXPECT_EQ(geometry.wall_at(bar.x + bar.width / 2, bar.y + bar.height / 2, length), wall);
            }
            EXPECT_FALSE(geometry.cell_at(0, 0));
            EXPECT_FALSE(geometry.wall_at(0, 0, length));
        }
}

TEST(Board, FlippingTurnsItByHalfACircle) {
    View view = empty_view(5, 5, 2);
    view.pawns = {{{0, 0}, 0}};
    BoardOptions options;
    options.charset = kAscii;
    options.coordinates = false;
    options.flipped = true;
    const Canvas canvas = draw_board(view, options);
    EXPECT_EQ(places_of(canvas, U'1'), (Places{{canvas.width() - 3, 1}}));
}

TEST(Board, NothingIsDrawnOutside) {
    for (const Scale scale : {kLarge, kNormal, kFlat, kSmall}) {
        View view = empty_view(19, 19, 2);
        view.walls = all_walls(view);
        BoardOptions options;
        options.scale = scale;
        options.cursor = Square{18, 18};
        options.ghost = Ghost{{{17, 17}, Orientation::kVertical}, false};
        const Canvas canvas = draw_board(view, options);
        const Geometry geometry = geometry_of(view, options);
        EXPECT_EQ(canvas.width(), geometry.width());
        EXPECT_EQ(canvas.height(), geometry.height());
    }
}

TEST(Board, PlainAsciiIsAscii) {
    const auto text = ascii("blockade; pawns d4 h4 | d11 g10; hand 8h9v 9h8v; walls d5h a1v; turn 1", true);
    for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
}

TEST(Difference, NamesWhatChanged) {
    auto session = *Session::create("blockade");
    const View before = session.view();
    ASSERT_TRUE(session.play("d4-d6/e5h").ok());
    const Marks marks = difference(before, session.view());
    EXPECT_EQ(marks.cells, (std::vector<Square>{{3, 3}, {3, 5}}));
    ASSERT_EQ(marks.walls.size(), 1u);
    EXPECT_EQ(marks.walls[0].anchor, (Square{4, 4}));
}

TEST(Paths, AsLongAsTheViewSays) {
    auto session = *Session::create("quoridor");
    for (const auto* turn : {"e1h", "e8h", "c1h", "c8h", "b1v"}) ASSERT_TRUE(session.play(turn).ok()) << turn;
    const View view = session.view();
    for (int player = 0; player < 2; ++player)
        EXPECT_EQ(static_cast<int>(shortest_path(view, player).size()), *view.players[player].distance);
}

TEST(Paths, EmptyWithoutGoals) {
    const View view = Session::create("wallgo:first=1")->view();
    EXPECT_TRUE(shortest_path(view, 0).empty());
    EXPECT_TRUE(shortest_path(view, -1).empty());
    EXPECT_TRUE(shortest_path(view, 7).empty());
}

TEST(Caption, TellsAllThereIs) {
    const auto session =
        Session::from_position("quoridor4fun; pawns e2 e9; hand 8 10; walls a1h c3v; turn 2; skip 1; roll 3");
    EXPECT_EQ(caption(session->view(), "Title"),
              "Title; player 2 to move; roll 3; walls in hand 8, 10; player 1 skips a turn");
}

}  // namespace
}  // namespace stockade::draw
