#include "cli/play/app.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>

#include "base/messages/play.h"
#include "base/random.h"
#include "cli/play/frame.h"
#include "games/names.h"
#include "games/paths.h"

namespace stockade::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kThinking{450};  // a random player's pause before each part of a turn
constexpr milliseconds kDieFrame{70};
constexpr int kDieFrames = 9;

}  // namespace

App::App(Options options)
    : charset_(options.charset),
      settings_(std::move(options.settings)),
      seed_(options.seed),
      autosave_(std::move(options.autosave)),
      told_notation_(options.notation) {
    ui_.flipped = settings_.flipped;
    open_menu();
}

App::App(Options options, games::Session session, std::vector<Seat> seats)
    : charset_(options.charset),
      settings_(std::move(options.settings)),
      seed_(options.seed),
      autosave_(std::move(options.autosave)),
      told_notation_(options.notation) {
    ui_.flipped = settings_.flipped;
    start(std::move(session), std::move(seats));
}

// --- games begin, change and end ---

void App::open_menu() {
    std::string kept;
    std::error_code problem;
    if (!table_ && !autosave_.empty() && std::filesystem::exists(autosave_, problem))
        if (const auto session = load_game(autosave_))
            kept =
                message<"play.kept-game">("game"_a = session->spec().game().title, "turns"_a = session->ply())
                    .message;
    menu_ = std::make_unique<Menu>(settings_.spec, settings_.seats, kept);
    ui_.page = Page::kMenu;
}

void App::start(games::Session session, std::vector<Seat> seats) {
    settings_.spec = session.spec().str();
    settings_.seats = seats_text(seats);
    table_ = std::make_unique<Table>(std::move(session), std::move(seats));
    // A game that has no other notation is played in the modern one.
    const auto names = record::Translator::create(table_->session().spec(),
                                                  told_notation_.value_or(record::Notation::kModern));
    names_ = names ? *names : record::Translator();
    const bool turned_by_hand = ui_.flipped != human_is_far_;
    human_is_far_ = table_->human_is_far();
    ui_ = {};
    ui_.flipped = turned_by_hand != human_is_far_;
    ui_.cursor.cell = {table_->view().cols / 2, table_->view().rows / 2};
    changed();
    if (table_->session().ply() > 0) return;
    if (const auto draw = table_->draw()) say(*draw);
}

void App::start_from_menu() {
    auto session = games::Session::create(menu_->spec(), seed_);
    seed_ = mix64(seed_);
    if (session)
        start(std::move(*session), menu_->seats());
    else
        complain(session.error());
}

/// The same game for the same seats, from the same start.
void App::start_again() {
    const games::Session& last = table_->session();
    auto session = begun_by_spec(last) ? games::Session::create(last.spec().str(), seed_)
                                       : games::Session::from_position(last.start_position(), seed_);
    seed_ = mix64(seed_);
    if (!session) return complain(session.error());
    start(std::move(*session), std::vector<Seat>(table_->seats()));
}

void App::resume() {
    auto session = load_game(autosave_);
    if (!session) return complain(session.error());
    const auto fallback = default_seats(session->players());
    const auto seats = parse_seats(settings_.seats, session->players(), fallback);
    start(std::move(*session), seats ? *seats : fallback);
    say(message<"play.welcome-back">());
}

void App::changed() {
    const games::View& view = table_->view();
    BoardCursor& cursor = ui_.cursor;
    cursor.selected.reset();
    ui_.turns_back = 0;
    // The announcement of the draw stays until everybody has had a turn or a key is pressed.
    if (table_->session().ply() >= view.players.size()) ui_.message.clear();
    die_frames_ = view.roll_due ? kDieFrames : 0;
    const bool walls = !view.wall_places.empty() || !view.breakable.empty();
    if (!view.wall_places.empty() && view.moves.empty() && table_->human_to_move()) {
        if (cursor.mode == BoardCursor::Mode::kPawn) cursor.toggle_mode(view);
        // If a wall must be placed beside one cell, only its sides can be chosen.
        if (table_->owed_side()) cursor.wall = view.wall_places.front();
    } else if (!walls || !table_->session().in_turn()) {
        if (cursor.mode == BoardCursor::Mode::kWall) cursor.cell = cursor.wall.anchor;
        cursor.mode = BoardCursor::Mode::kPawn;
    }
    if (table_->human_to_move() && !table_->session().in_turn() && view.placements.empty())
        cursor.home(view, table_->player());
    cursor.clamp(view);
    explain_wall();
    schedule();
    keep();
}

/// Keeps the game under way, so that nothing is lost however the program ends.
void App::keep() {
    if (autosave_.empty() || !table_->any_human() || table_->session().in_turn()) return;
    std::error_code problem;
    if (table_->view().over)
        std::filesystem::remove(autosave_, problem);
    else if (table_->session().ply() > 0)
        (void)save_game(autosave_, table_->session());
}

void App::schedule() {
    due_ = std::chrono::steady_clock::now() + (table_->view().roll_due ? kDieFrame : kThinking);
}

std::optional<milliseconds> App::wait() const {
    if (!table_ || ui_.page != Page::kBoard || ui_.prompt != Prompt::kNone || table_->view().over)
        return std::nullopt;
    if (!table_->view().roll_due && table_->human_to_move()) return std::nullopt;
    const auto left = std::chrono::duration_cast<milliseconds>(due_ - std::chrono::steady_clock::now());
    return std::max(left, milliseconds{0});
}

void App::tick() {
    if (!wait()) return;
    if (table_->view().roll_due) {
        if (--die_frames_ > 0) return schedule();
        table_->roll();
        return changed();
    }
    table_->automatic_step();
    changed();
}

// --- what is shown ---

draw::BoardOptions App::board_options() const {
    const games::View& view = table_->view();
    const bool human = table_->human_to_move();
    const BoardCursor& cursor = ui_.cursor;
    draw::BoardOptions options;
    options.charset = charset_;
    options.flipped = ui_.flipped;
    options.rows_from_top = names_.notation() == record::Notation::kGlendenning;
    options.last = table_->last();
    options.legal = human;
    options.selected = cursor.selected;
    if (ui_.show_path && table_->player() >= 0) options.path = games::shortest_path(view, table_->player());
    if (!human) return options;
    if (cursor.mode == BoardCursor::Mode::kPawn) {
        options.cursor = cursor.cell;
    } else {
        options.legal = false;
        options.ghost = draw::Ghost{cursor.wall, !refusal_};
        if (refusal_) options.blamed = {refusal_->pawns, refusal_->walls};
    }
    return options;
}

draw::Canvas App::frame(Size size) {
    size_ = size;
    if (ui_.page == Page::kMenu) {
        draw::Canvas canvas = menu_->picture(size, charset_);
        if (!ui_.message.empty()) canvas.write(1, size.height - 2, ui_.message, {draw::Ink::kIllegal});
        return canvas;
    }
    if (ui_.page == Page::kRules) return draw_rules(size, table_->session().spec());
    if (ui_.page == Page::kKeys) return draw_keys(size, charset_);
    Frame frame{*table_, board_options(), names_,        ui_.message, ui_.alarm, ui_.line.text(),
                "",      std::nullopt,    ui_.turns_back};
    if (frame.message.empty() && refusal_ && frame.board.ghost) {
        frame.message = names_.renamed(refusal_->reason.message);
        frame.alarm = true;
    } else if (frame.message.empty() && choosing_break()) {
        frame.message = message<"play.break-wall">().message;
    } else if (frame.message.empty() && frame.board.ghost) {
        frame.message = wall_help();
    }
    if (die_frames_ > 0)
        frame.die_face = 1 + static_cast<int>(mix64(static_cast<std::uint64_t>(die_frames_)) % 4);
    if (ui_.prompt != Prompt::kNone) {
        frame.line_label = prompt_label();
        frame.line = ui_.answer.text();
    }
    return draw_frame(frame, size);
}

std::string App::prompt_label() const {
    switch (ui_.prompt) {
        case Prompt::kSave:
            return message<"play.ask-save">().message + " ";
        case Prompt::kLoad:
            return message<"play.ask-load">().message + " ";
        case Prompt::kQuit:
            return (autosave_.empty() ? message<"play.ask-leave">() : message<"play.ask-leave-kept">())
                       .message +
                   " ";
        case Prompt::kResign:
            return message<"play.ask-resign">().message + " ";
        default:
            return {};
    }
}

std::string App::default_file() const {
    const std::time_t now = std::time(nullptr);
    return fmt::format("{}-{:%Y-%m-%d-%H%M}.txt", table_->session().spec().game().name, fmt::localtime(now));
}

std::string App::wall_help() const {
    const games::View& view = table_->view();
    const std::string wall =
        names_.renamed(games::wall_name(ui_.cursor.wall.anchor, ui_.cursor.wall.orientation));
    if (table_->owed_side()) return message<"play.wall-side">("wall"_a = wall).message;
    const bool pawn = !view.moves.empty();
    if (!view.roll)
        return (pawn ? message<"play.wall-keys-pawn">("wall"_a = wall)
                     : message<"play.wall-keys">("wall"_a = wall))
            .message;
    const int left = view.actions_left, roll = *view.roll;
    return (pawn ? message<"play.wall-keys-roll-pawn">("wall"_a = wall, "left"_a = left, "roll"_a = roll)
                 : message<"play.wall-keys-roll">("wall"_a = wall, "left"_a = left, "roll"_a = roll))
        .message;
}

void App::explain_wall() {
    refusal_.reset();
    if (table_ && ui_.cursor.mode == BoardCursor::Mode::kWall && table_->human_to_move())
        refusal_ = table_->session().refusal(ui_.cursor.wall_action(table_->view()));
}

}  // namespace stockade::cli
