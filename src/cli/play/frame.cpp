#include "cli/play/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/play.h"
#include "cli/play/text.h"
#include "draw/panel.h"
#include "games/rules_text.h"

namespace stockade::cli {

using draw::Canvas;
using draw::Ink;
using draw::Rect;
using draw::Style;

namespace {

constexpr int kLeastPanel = 28;  // characters beside the board, enough for a player's stock

/// Lines of the panel above the board: the title and one line for each player.
int narrow_panel_height(const games::View& view) { return 1 + static_cast<int>(view.players.size()); }

std::optional<FrameLayout> layout_at(const games::View& view, Size size, draw::Scale scale) {
    const draw::Geometry geometry(view.cols, view.rows, scale, true, false);
    const int width = geometry.width(), height = geometry.height();
    const int room = size.height - kFooterHeight;
    if (width + 1 + kLeastPanel <= size.width && height <= room)
        return FrameLayout{scale,
                           {0, (room - height) / 2 > 2 ? 1 : 0, width, height},
                           {width + 2, 0, size.width - width - 2, room},
                           true};
    const int above = narrow_panel_height(view);
    if (width <= size.width && above + height <= room)
        return FrameLayout{
            scale, {(size.width - width) / 2, above, width, height}, {0, 0, size.width, above}, false};
    return std::nullopt;
}

Canvas too_small(const games::View& view, Size size) {
    Canvas canvas(size.width, size.height);
    const draw::Scale least = view.wall_length == 1 ? draw::kFlat : draw::kSmall;
    const draw::Geometry geometry(view.cols, view.rows, least, true, false);
    const auto text = message<"play.window-too-small">(
        "width"_a = geometry.width(),
        "height"_a = geometry.height() + narrow_panel_height(view) + kFooterHeight,
        "wide"_a = geometry.width() + 1 + kLeastPanel, "low"_a = geometry.height() + kFooterHeight,
        "columns"_a = size.width, "rows"_a = size.height);
    int y = 0;
    for (const auto& line : wrap_text(text.message, size.width, size.height)) canvas.write(0, y++, line, {});
    return canvas;
}

class FramePainter {
public:
    FramePainter(const Frame& frame, Size size, const FrameLayout& layout)
        : frame_(frame), layout_(layout), size_(size), canvas_(size.width, size.height) {}

    Canvas paint() {
        draw::BoardOptions options = frame_.board;
        options.scale = layout_.scale;
        canvas_.paste(layout_.board.x, layout_.board.y, draw::draw_board(shown_view(), options));
        if (layout_.wide)
            wide_panel();
        else
            narrow_panel();
        footer();
        return std::move(canvas_);
    }

private:
    const draw::Charset& charset() const { return frame_.board.charset; }

    games::View shown_view() const {
        games::View view = frame_.table.view();
        if (frame_.die_face) view.roll = frame_.die_face;
        return view;
    }

    std::string title() const {
        const auto& spec = frame_.table.session().spec();
        const std::string text = spec.str();
        return text == spec.game().name
                   ? std::string(spec.game().title)
                   : fmt::format("{} ({})", spec.game().title, text.substr(text.find(':') + 1));
    }

    void wide_panel() {
        const Rect& panel = layout_.panel;
        const games::View view = shown_view();
        int y = panel.y;
        canvas_.write(panel.x, y, title(), {Ink::kStrong, draw::Ground::kNone, -1, -1, true});
        y += 2;
        const Canvas players = draw::draw_players(view, frame_.table.names(), panel.width, charset());
        canvas_.paste(panel.x, y, players);
        y += players.height() + 1;
        const Canvas die = draw::draw_die(view, panel.width, charset());
        canvas_.paste(panel.x, y, die);
        y += die.height() ? die.height() + 1 : 0;
        turns({panel.x, y, panel.width, panel.y + panel.height - y});
    }

    /// The turns, the latest last, and the turn under way below them.
    void turns(const Rect& area) {
        if (area.height < 1) return;
        auto lines = turn_list(frame_.table.session(), area.width, frame_.names);
        const std::string so_far = frame_.table.session().turn_so_far();
        const int room = area.height - (so_far.empty() ? 0 : 1);
        const int count = static_cast<int>(lines.size());
        const int last = std::clamp(count - frame_.turns_back, std::min(room, count), count);
        const int first = std::max(0, last - room);
        int y = area.y;
        for (int i = first; i < last; ++i) {
            const bool latest = i == count - 1;
            canvas_.write(area.x, y++, lines[static_cast<std::size_t>(i)],
                          {latest ? Ink::kText : Ink::kMuted});
        }
        if (!so_far.empty())
            canvas_.write(area.x + 5, y, so_far + (charset().unicode ? " …" : " ..."),
                          {Ink::kStrong, draw::Ground::kNone, -1, -1, true});
    }

    void narrow_panel() {
        const games::View view = shown_view();
        int x = canvas_.write(0, 0, title(), {Ink::kStrong, draw::Ground::kNone, -1, -1, true}) + 2;
        if (view.roll) x = canvas_.write(x, 0, fmt::format("[{}]", *view.roll), {}) + 2;
        const auto history = frame_.table.session().history();
        const std::string so_far = frame_.table.session().turn_so_far();
        const std::string latest = !so_far.empty()   ? so_far + "..."
                                   : history.empty() ? ""
                                                     : frame_.names.renamed(history.back());
        canvas_.write(x, 0, latest, {Ink::kMuted});
        // Each player's name and stock on one line.
        const Canvas players = draw::draw_players(view, frame_.table.names(), size_.width, charset());
        for (int i = 0; i < players.height() / 2; ++i) {
            int end = 0;
            for (int col = 0; col < players.width(); ++col) {
                canvas_.put(col, 1 + i, players.at(col, 2 * i).character, players.at(col, 2 * i).style);
                if (players.at(col, 2 * i).character != U' ') end = col + 1;
            }
            for (int col = 4; end + 2 + col - 4 < size_.width && col < players.width(); ++col)
                canvas_.put(end + 2 + col - 4, 1 + i, players.at(col, 2 * i + 1).character,
                            players.at(col, 2 * i + 1).style);
        }
    }

    void footer() {
        const int y = size_.height - kFooterHeight;
        const Style bar{frame_.alarm ? Ink::kIllegal : Ink::kText, draw::Ground::kBar, -1, -1, frame_.alarm};
        canvas_.fill(0, y, size_.width, 1, U' ', bar);
        canvas_.write(1, y, frame_.message.empty() ? frame_.table.task() : frame_.message, bar);
        const bool typing = !frame_.line.empty() || !frame_.line_label.empty();
        const int x =
            canvas_.write(0, y + 1, frame_.line_label.empty() ? "> " : frame_.line_label, {Ink::kMuted});
        if (typing)
            canvas_.write(x, y + 1, frame_.line, {Ink::kStrong, draw::Ground::kNone, -1, -1, true});
        else
            canvas_.write(x, y + 1,
                          frame_.table.view().over
                              ? "another game?  y the same again  n choose one  u undo  q leave"
                              : "type a turn, or arrows and Enter;  w wall  u undo  ? help  q leave",
                          {Ink::kMuted});
    }

    const Frame& frame_;
    const FrameLayout& layout_;
    Size size_;
    Canvas canvas_;
};

}  // namespace

std::optional<FrameLayout> layout_frame(const games::View& view, Size size) {
    for (const draw::Scale scale : {draw::kLarge, draw::kNormal, draw::kFlat, draw::kSmall}) {
        // One character cannot show a pawn and a wall of one cell below it.
        if (scale == draw::kSmall && view.wall_length == 1) continue;
        if (auto layout = layout_at(view, size, scale)) return layout;
    }
    return std::nullopt;
}

Canvas draw_frame(const Frame& frame, Size size) {
    const auto layout = layout_frame(frame.table.view(), size);
    if (!layout) return too_small(frame.table.view(), size);
    return FramePainter(frame, size, *layout).paint();
}

Canvas draw_rules(Size size, const games::Spec& spec) {
    Canvas canvas(size.width, size.height);
    const int width = std::min(size.width, 72), x = (size.width - width) / 2;
    auto paragraphs = games::rules_of(spec);
    paragraphs.push_back(games::typing_of(spec));
    int height = 1;
    for (const auto& text : paragraphs)
        height += static_cast<int>(wrap_text(text, width, size.height).size());
    // A blank line between paragraphs where there is room for it.
    const bool airy = height + static_cast<int>(paragraphs.size()) + 2 <= size.height;
    int y = airy ? (size.height - height - static_cast<int>(paragraphs.size()) - 2) / 2 : 0;
    canvas.write(x, y++, fmt::format("How to play {}", spec.game().title),
                 {Ink::kStrong, draw::Ground::kNone, -1, -1, true});
    for (const auto& text : paragraphs) {
        y += airy;
        for (const auto& line : wrap_text(text, width, size.height))
            if (y < size.height - 1) canvas.write(x, y++, line, {});
    }
    canvas.write(x, size.height - 1, "Any key shows the keys; Esc goes back to the game.", {Ink::kMuted});
    return canvas;
}

Canvas draw_keys(Size size, const draw::Charset& charset) {
    Canvas canvas(size.width, size.height);
    const auto& lines = help_lines();
    const int x = std::max(0, (size.width - 70) / 2);
    int y = std::max(0, (size.height - static_cast<int>(lines.size()) - 8) / 2);
    canvas.write(x, y, "Keys", {Ink::kStrong, draw::Ground::kNone, -1, -1, true});
    ++y;
    for (const HelpLine& line : lines) {
        if (y >= size.height - 1) break;
        canvas.write(x, y, line.keys, {Ink::kPlayer, draw::Ground::kNone, 0, -1, true});
        canvas.write(x + 15, y++, line.meaning, {});
    }
    const std::string legend =
        charset.unicode ? "Cells are e4; the wall e3h lies above e3 and f3, e3v right of e3 and e4."
                        : "Cells are e4; the wall e3h lies above e3 and f3, e3v right of e3 "
                          "and e4. * is a cell you may go to.";
    ++y;
    for (const auto& text : wrap_text(legend, std::min(size.width, 70), 3))
        if (y < size.height - 1) canvas.write(x, y++, text, {Ink::kMuted});
    canvas.write(x, size.height - 1, "Any key goes back.", {Ink::kMuted});
    return canvas;
}

}  // namespace stockade::cli
