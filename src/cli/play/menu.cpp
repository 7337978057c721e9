#include "cli/play/menu.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/play/text.h"

namespace stockade::cli {

using draw::Canvas;
using draw::Ink;
using draw::Style;
using games::GameInfo;
using games::OptionInfo;

namespace {

/// The values an option can be stepped through; long ranges in strides.
std::vector<std::string> values_of(const OptionInfo& option, std::string_view current) {
    std::vector<std::string> values(option.words.begin(), option.words.end());
    const int stride = option.max - option.min > 200 ? 50 : 1;
    if (option.kind != OptionInfo::Kind::kWord)
        for (int number = option.min; number <= option.max; number += stride)
            values.push_back(std::to_string(number));
    if (std::find(values.begin(), values.end(), current) == values.end()) values.emplace_back(current);
    return values;
}

std::string spec_text(std::string_view game, const std::map<std::string, std::string>& chosen) {
    std::string text(game);
    char separator = ':';
    for (const auto& [name, value] : chosen) {
        text += fmt::format("{}{}={}", separator, name, value);
        separator = ',';
    }
    return text;
}

/// The choices for a seat, in their order: a person, engines from the weakest up, the random player.
std::vector<Seat> seat_choices() {
    std::vector<Seat> choices{Seat{}};
    for (int level = 1; level <= engine::kStrongest; ++level) choices.push_back({Seat::Kind::kEngine, level});
    choices.push_back({Seat::Kind::kRandom});
    return choices;
}

games::Spec spec_or_default(std::string_view text) {
    if (auto spec = games::parse_spec(text)) return *spec;
    return *games::parse_spec(games::all_games().front().name);
}

}  // namespace

Menu::Menu(std::string_view spec, std::string_view seats, std::string resume)
    : spec_(spec_or_default(spec)), resume_(std::move(resume)) {
    // Options that differ from the game's defaults were set by hand.
    const auto plain = games::parse_spec(spec_.game().name);
    for (const OptionInfo& option : spec_.game().options)
        if (plain->text(option.name) != spec_.text(option.name))
            chosen_.emplace(option.name, spec_.text(option.name));
    const auto fallback = default_seats(spec_.players());
    auto parsed = parse_seats(seats, spec_.players(), fallback);
    seats_ = parsed ? *parsed : fallback;
    build_rows();
    select(resume_.empty() ? RowKind::kStart : RowKind::kResume);
}

void Menu::build_rows() {
    rows_.clear();
    if (!resume_.empty()) rows_.push_back({RowKind::kResume});
    rows_.push_back({RowKind::kGame});
    const auto& options = spec_.game().options;
    const auto add_options = [&](bool players) {
        for (std::size_t i = 0; i < options.size(); ++i)
            if ((options[i].name == "players") == players)
                rows_.push_back({RowKind::kOption, static_cast<int>(i)});
    };
    add_options(true);
    for (int seat = 0; seat < spec_.players(); ++seat) rows_.push_back({RowKind::kSeat, seat});
    rows_.push_back({RowKind::kMore});
    if (more_) add_options(false);
    rows_.push_back({RowKind::kStart});
    row_ = std::min(row_, rows_.size() - 1);
}

void Menu::select(RowKind kind) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].kind == kind) row_ = i;
}

Menu::Answer Menu::press(const Key& key) {
    switch (key.kind) {
        case Key::Kind::kUp:
            row_ = (row_ + rows_.size() - 1) % rows_.size();
            break;
        case Key::Kind::kDown:
        case Key::Kind::kTab:
            row_ = (row_ + 1) % rows_.size();
            break;
        case Key::Kind::kLeft:
            change(-1);
            break;
        case Key::Kind::kRight:
            change(+1);
            break;
        case Key::Kind::kEnter:
            return activate();
        case Key::Kind::kEscape:
            return Answer::kCancel;
        case Key::Kind::kCharacter:
            if (key.is(U'q')) return Answer::kCancel;
            if (key.is(U' ')) return activate();
            if (key.is(U's')) return Answer::kStart;
            if (key.is(U'c') && !resume_.empty()) return Answer::kResume;
            break;
        default:
            break;
    }
    return Answer::kNone;
}

Menu::Answer Menu::activate() {
    switch (rows_[row_].kind) {
        case RowKind::kResume:
            return Answer::kResume;
        case RowKind::kStart:
            return Answer::kStart;
        default:
            change(+1);
            return Answer::kNone;
    }
}

void Menu::change(int direction) {
    const Row row = rows_[row_];
    switch (row.kind) {
        case RowKind::kGame:
            change_game(direction);
            break;
        case RowKind::kOption:
            change_option(spec_.game().options[static_cast<std::size_t>(row.index)], direction);
            break;
        case RowKind::kSeat: {
            Seat& seat = seats_[static_cast<std::size_t>(row.index)];
            const auto choices = seat_choices();
            const auto count = static_cast<int>(choices.size());
            const auto here =
                static_cast<int>(std::find(choices.begin(), choices.end(), seat) - choices.begin());
            seat = choices[static_cast<std::size_t>((here + direction + count) % count)];
            break;
        }
        case RowKind::kMore:
            more_ = !more_;
            break;
        default:
            break;
    }
    build_rows();
}

void Menu::change_game(int direction) {
    const auto all = games::all_games();
    const auto here =
        std::find_if(all.begin(), all.end(), [&](const GameInfo& game) { return &game == &spec_.game(); });
    const auto count = static_cast<int>(all.size());
    const int next = (static_cast<int>(here - all.begin()) + direction + count) % count;
    chosen_.clear();
    spec_ = *games::parse_spec(all[static_cast<std::size_t>(next)].name);
    seats_ = default_seats(spec_.players());
}

void Menu::change_option(const OptionInfo& option, int direction) {
    const auto values = values_of(option, spec_.text(option.name));
    const auto count = static_cast<int>(values.size());
    int at =
        static_cast<int>(std::find(values.begin(), values.end(), spec_.text(option.name)) - values.begin());
    // Values that contradict the other choices are skipped.
    for (int tries = 1; tries < count; ++tries) {
        at = (at + direction + count) % count;
        auto wanted = chosen_;
        wanted[std::string(option.name)] = values[static_cast<std::size_t>(at)];
        if (try_spec(wanted)) return;
        // A new number of players matters more than what was chosen for the old one.
        if (option.name == "players" && try_spec({{"players", values[static_cast<std::size_t>(at)]}})) return;
    }
}

bool Menu::try_spec(const std::map<std::string, std::string>& chosen) {
    auto spec = games::parse_spec(spec_text(spec_.game().name, chosen));
    if (!spec) return false;
    spec_ = std::move(*spec);
    chosen_ = chosen;
    seats_.resize(static_cast<std::size_t>(spec_.players()), kEasyEngine);
    return true;
}

std::string Menu::label(const Row& row) const {
    switch (row.kind) {
        case RowKind::kResume:
            return "Continue";
        case RowKind::kGame:
            return "Game";
        case RowKind::kOption: {
            std::string name(spec_.game().options[static_cast<std::size_t>(row.index)].name);
            if (name == "percee") return "Breakthrough";
            std::replace(name.begin(), name.end(), '-', ' ');
            if (!name.empty() && name[0] >= 'a' && name[0] <= 'z')
                name[0] = static_cast<char>(name[0] - 'a' + 'A');
            return name;
        }
        case RowKind::kSeat:
            return fmt::format("Seat {}", row.index + 1);
        case RowKind::kMore:
            return "More options";
        case RowKind::kStart:
            return "Start the game";
    }
    return {};
}

std::string Menu::value(const Row& row) const {
    switch (row.kind) {
        case RowKind::kResume:
            return resume_;
        case RowKind::kGame:
            return std::string(spec_.game().title);
        case RowKind::kOption:
            return std::string(spec_.text(spec_.game().options[static_cast<std::size_t>(row.index)].name));
        case RowKind::kSeat:
            return seat_name(seats_[static_cast<std::size_t>(row.index)]);
        case RowKind::kMore:
            return more_ ? "shown" : "hidden";
        case RowKind::kStart:
            return {};
    }
    return {};
}

std::string Menu::hint(const Row& row) const {
    switch (row.kind) {
        case RowKind::kResume:
            return "Take up the game that was left unfinished.";
        case RowKind::kGame:
        case RowKind::kStart:
            return std::string(spec_.game().summary);
        case RowKind::kOption: {
            const OptionInfo& option = spec_.game().options[static_cast<std::size_t>(row.index)];
            return fmt::format("{}: {}", option.range().english(), option.help);
        }
        case RowKind::kSeat:
            return fmt::format(
                "A person at this keyboard, an engine from level 1 (weakest) to {}, or a player who does "
                "anything legal.",
                engine::kStrongest);
        case RowKind::kMore:
            return "Every option of this game.";
    }
    return {};
}

int Menu::draw_row(Canvas& canvas, int x, int y, int width, std::size_t row,
                   const draw::Charset& charset) const {
    const bool here = row == row_;
    const Style plain = here ? Style{Ink::kStrong, draw::Ground::kBar, -1, -1, true} : Style{};
    const Style shown = here ? plain : Style{Ink::kMuted};
    if (here) canvas.fill(x, y, width, 1, U' ', plain);
    if (here) canvas.put(x, y, charset.unicode ? U'▶' : U'>', plain);
    canvas.write(x + 2, y, label(rows_[row]), plain);
    const std::string text = value(rows_[row]);
    const RowKind kind = rows_[row].kind;
    const bool changes = kind != RowKind::kResume && kind != RowKind::kStart;
    if (text.empty()) return y + 1;
    canvas.write(x + 22, y, text, shown);
    if (here && changes) {
        canvas.put(x + 20, y, charset.unicode ? U'‹' : U'<', shown);
        canvas.put(x + 23 + static_cast<int>(text.size()), y, charset.unicode ? U'›' : U'>', shown);
    }
    return y + 1;
}

Canvas Menu::picture(Size size, const draw::Charset& charset) const {
    Canvas canvas(size.width, size.height);
    const int width = std::min(size.width - 2, 64), x = (size.width - width) / 2;
    const int free = size.height - 8;  // title, hint and keys take the rest
    const int shown = std::clamp(static_cast<int>(rows_.size()), 1, std::max(free, 1));
    const int first =
        std::clamp(static_cast<int>(row_) - shown / 2, 0, static_cast<int>(rows_.size()) - shown);
    int y = std::max(0, (size.height - shown - 8) / 2);
    canvas.write(x + 2, y, "S T O C K A D E", {Ink::kPlayer, draw::Ground::kNone, 0, -1, true});
    y += 2;
    for (int i = first; i < first + shown; ++i)
        y = draw_row(canvas, x, y, width, static_cast<std::size_t>(i), charset);
    ++y;
    for (const auto& line : wrap_text(hint(rows_[row_]), width - 4, 3))
        canvas.write(x + 2, y++, line, {Ink::kMuted});
    canvas.write(x + 2, size.height - 1,
                 charset.unicode ? "↑ ↓ choose   ← → change   Enter start   Esc leave"
                                 : "up/down choose   left/right change   Enter start   Esc leave",
                 {Ink::kMuted});
    return canvas;
}

}  // namespace stockade::cli
