#include "draw/panel.h"

#include <fmt/format.h>

namespace stockade::draw {
namespace {

using games::PlayerView;

/// Stocks above this many are written as a number alone.
constexpr int kMostBars = 12;

std::string repeated(char32_t glyph, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) append_utf8(text, glyph);
    return text;
}

std::string bars(int count, char32_t glyph, bool wide) {
    const bool countable = wide && count > 0 && count <= kMostBars;
    return countable ? fmt::format("{} {}", repeated(glyph, count), count) : fmt::format("{}", count);
}

/// One item of a player's state, such as the walls in hand.
struct Holding {
    std::string text;
    bool coloured = false;
};

std::vector<Holding> holdings(const PlayerView& player, int index, const Charset& charset, bool wide) {
    std::vector<Holding> result;
    const char32_t stroke = charset.unicode && charset.colour ? U'▌' : wall_glyph(index, charset);
    const char32_t upright = charset.unicode ? U'┃' : U'|', level = charset.unicode ? U'━' : U'=';
    if (player.walls)
        result.push_back(
            {bars(*player.walls, stroke, wide) + (*player.walls == 1 ? " wall" : " walls"), true});
    if (player.horizontal_walls) result.push_back({"h " + bars(*player.horizontal_walls, level, wide), true});
    if (player.vertical_walls) result.push_back({"v " + bars(*player.vertical_walls, upright, wide), true});
    if (player.score) result.push_back({fmt::format("area {}", *player.score), true});
    if (player.percee) result.push_back({*player.percee ? "breakthrough left" : "breakthrough used", false});
    if (player.distance) result.push_back({fmt::format("{} to go", *player.distance), false});
    if (player.skips_next) result.push_back({"skips a turn", false});
    return result;
}

int width_of(const std::vector<Holding>& holdings) {
    int width = -2;
    for (const Holding& holding : holdings) width += 2 + static_cast<int>(from_utf8(holding.text).size());
    return width;
}

std::string plain_holding(const PlayerView& player) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
    if (player.walls) add(fmt::format("{}", *player.walls));
    if (player.horizontal_walls) add(fmt::format("{}h", *player.horizontal_walls));
    if (player.vertical_walls) add(fmt::format("{}v", *player.vertical_walls));
    return text;
}

void draw_player(Canvas& canvas, int y, const View& view, int index, std::string_view name,
                 const Charset& charset) {
    const auto player = static_cast<std::int8_t>(index);
    const Style own{Ink::kPlayer, Ground::kNone, player, -1, true};
    const bool moving = !view.over && view.mover == index;
    if (moving) canvas.put(0, y, charset.unicode ? U'▶' : U'>', own);
    canvas.put(2, y, pawn_glyph(index, charset), own);
    canvas.write(4, y, name, {moving ? Ink::kStrong : Ink::kText, Ground::kNone, -1, -1, moving});
    int x = 4;
    auto held = holdings(view.players[index], index, charset, true);
    if (x + width_of(held) > canvas.width()) held = holdings(view.players[index], index, charset, false);
    for (const Holding& holding : held) {
        const Style style =
            holding.coloured ? Style{Ink::kPlayer, Ground::kNone, player} : Style{Ink::kMuted};
        x = canvas.write(x, y + 1, holding.text, style) + 2;
    }
}

std::string walls_in_hand(const View& view) {
    std::string text;
    for (const PlayerView& player : view.players) {
        const std::string part = plain_holding(player);
        if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

std::string areas(const View& view) {
    std::string text;
    for (const PlayerView& player : view.players)
        if (player.score) text += fmt::format("{}{}", text.empty() ? "" : ", ", *player.score);
    return text;
}

}  // namespace

Canvas draw_players(const View& view, const std::vector<std::string>& names, int width,
                    const Charset& charset) {
    const int count = static_cast<int>(view.players.size());
    Canvas canvas(width, 2 * count);
    for (int i = 0; i < count; ++i) {
        const bool named = i < static_cast<int>(names.size());
        draw_player(canvas, 2 * i, view, i, named ? names[i] : fmt::format("Player {}", i + 1), charset);
    }
    return canvas;
}

Canvas draw_die(const View& view, int width, const Charset& charset) {
    if (!view.roll && !view.roll_due) return {};
    Canvas canvas(width, 3);
    const Style edge{Ink::kMuted}, face{Ink::kStrong, Ground::kNone, -1, -1, true};
    canvas.write(2, 0, charset.unicode ? "╭───╮" : "+---+", edge);
    canvas.write(2, 1, charset.unicode ? "│   │" : "|   |", edge);
    canvas.write(2, 2, charset.unicode ? "╰───╯" : "+---+", edge);
    canvas.put(4, 1, view.roll ? U'0' + *view.roll : U'?', face);
    if (view.roll_due)
        canvas.write(9, 1, "the die rolls", edge);
    else if (!view.over && view.actions_left > 0)
        canvas.write(9, 1, fmt::format("{} of {} to go", view.actions_left, *view.roll), edge);
    return canvas;
}

std::string caption(const View& view, std::string_view title, std::string_view verdict) {
    std::string text(title);
    const auto add = [&](std::string_view part) { text.append("; ").append(part); };
    if (view.over)
        add(verdict.empty() ? "the game is over" : verdict);
    else if (view.mover >= 0)
        add(fmt::format("player {} to move", view.mover + 1));
    if (view.roll_due) add("a roll is due");
    if (view.roll) add(fmt::format("roll {}", *view.roll));
    if (const std::string walls = walls_in_hand(view); !walls.empty()) add("walls in hand " + walls);
    if (const std::string area = areas(view); !area.empty()) add("areas " + area);
    for (std::size_t i = 0; i < view.players.size(); ++i) {
        if (view.players[i].skips_next) add(fmt::format("player {} skips a turn", i + 1));
        if (view.players[i].percee.value_or(false)) add(fmt::format("player {} has the breakthrough", i + 1));
    }
    return text;
}

}  // namespace stockade::draw
