// The keys of the full-screen game.
#include <algorithm>

#include "base/messages/play.h"
#include "cli/play/app.h"
#include "cli/play/frame.h"

namespace stockade::cli {

using games::Square;

void App::press(const Key& key) {
    if (key.kind == Key::Kind::kResize) return;
    if (key.kind == Key::Kind::kClosed) {
        done_ = true;
        return;
    }

    // `h5` must not stop at the help page: when a number follows a command that is also a column, the command
    // is undone and both are taken as the beginning of a turn.
    const bool digit = key.kind == Key::Kind::kCharacter && key.character >= U'1' && key.character <= U'9';
    if (before_letter_ && digit) {
        ui_ = std::move(*before_letter_);
        before_letter_.reset();
        ui_.line.insert(letter_);
        ui_.line.insert(key.character);
        return;
    }
    before_letter_.reset();

    if (ui_.page == Page::kMenu) return press_menu(key);
    if (ui_.page == Page::kRules && key.kind != Key::Kind::kEscape) {
        ui_.page = Page::kKeys;
        return;
    }
    if (ui_.page != Page::kBoard) {
        ui_.page = Page::kBoard;
        return schedule();
    }
    ui_.message.clear();
    ui_.alarm = false;
    if (ui_.prompt != Prompt::kNone) return press_prompt(key);
    press_board(key);
}

void App::press_menu(const Key& key) {
    ui_.message.clear();
    switch (menu_->press(key)) {
        case Menu::Answer::kStart:
            return start_from_menu();
        case Menu::Answer::kResume:
            return resume();
        case Menu::Answer::kCancel:
            if (!table_) {
                done_ = true;
                return;
            }
            ui_.page = Page::kBoard;
            return schedule();
        case Menu::Answer::kNone:
            return;
    }
}

void App::press_prompt(const Key& key) {
    const bool asks_yes = ui_.prompt == Prompt::kQuit || ui_.prompt == Prompt::kResign;
    if (key.kind == Key::Kind::kEscape || (asks_yes && (key.is(U'n') || key.is(U'N')))) {
        ui_.prompt = Prompt::kNone;
        return schedule();
    }
    if (asks_yes ? key.is(U'y') || key.is(U'Y') || key.kind == Key::Kind::kEnter
                 : key.kind == Key::Kind::kEnter)
        return confirm_prompt();
    if (!asks_yes) ui_.answer.press(key);
}

void App::ask(Prompt prompt, std::string_view suggestion) {
    ui_.prompt = prompt;
    ui_.answer.set(suggestion);
}

void App::confirm_prompt() {
    const Prompt prompt = ui_.prompt;
    const std::string file = ui_.answer.text();
    ui_.prompt = Prompt::kNone;
    schedule();
    if (prompt == Prompt::kQuit) {
        done_ = true;
    } else if (prompt == Prompt::kResign) {
        if (const auto resigned = table_->resign(); !resigned) return complain(resigned.error());
        changed();
    } else if (file.empty()) {
        say(message<"play.no-file">());
    } else if (prompt == Prompt::kSave) {
        const auto saved = save_game(file, table_->session());
        saved ? say(message<"play.saved">("file"_a = file)) : complain(saved.error());
    } else if (prompt == Prompt::kLoad) {
        auto session = load_game(file);
        if (!session) return complain(session.error());
        const auto fallback = default_seats(session->players());
        auto seats = table_->seats().size() == fallback.size() ? table_->seats() : fallback;
        start(std::move(*session), std::move(seats));
        say(message<"play.loaded">("file"_a = file));
    }
}

bool App::is_column(char32_t letter) const {
    return table_ && letter >= U'a' && letter < U'a' + static_cast<char32_t>(table_->view().cols);
}

void App::press_board(const Key& key) {
    if (key.kind == Key::Kind::kClick) return click(key.x, key.y);
    if (!ui_.line.empty()) {
        if (key.kind == Key::Kind::kEnter) return submit_line();
        if (key.kind == Key::Kind::kEscape) return ui_.line.clear();
        ui_.line.press(key);
        return;
    }
    if (key.kind != Key::Kind::kCharacter) {
        press_special(key);
        return;
    }
    const Ui before = ui_;
    if (press_letter(key.character)) {
        if (is_column(key.character)) {
            before_letter_ = before;
            letter_ = key.character;
        }
        return;
    }
    ui_.line.press(key);
}

/// The commands; false when the character begins a turn instead.
bool App::press_letter(char32_t letter) {
    BoardCursor& cursor = ui_.cursor;
    const games::View& view = table_->view();
    const bool walls = cursor.mode == BoardCursor::Mode::kWall;
    switch (letter) {
        case U'w':
            cursor.toggle_mode(view);
            if (choosing_break()) cursor.cycle(view.breakable, 0);
            explain_wall();
            return true;
        case U' ':
            if (walls) turn_wall();
            return true;
        case U'r':
            if (!walls) return !is_column(U'r');
            turn_wall();
            return true;
        case U'u':
            table_->undo() ? changed() : complain(message<"play.nothing-to-undo">());
            return true;
        case U'U':
            table_->redo() ? changed() : complain(message<"play.nothing-to-redo">());
            return true;
        case U'p':
            ui_.show_path = !ui_.show_path;
            return true;
        case U'f':
            ui_.flipped = !ui_.flipped;
            return true;
        case U'h':
        case U'?':
            ui_.page = Page::kRules;
            return true;
        case U's':
            ask(Prompt::kSave, default_file());
            return true;
        case U'l':
            ask(Prompt::kLoad, "");
            return true;
        case U'n':
            open_menu();
            return true;
        case U'y':
            if (table_->view().over) start_again();
            return true;
        case U'R':
            if (table_->human_to_move()) ask(Prompt::kResign, "");
            return true;
        case U'q':
            quit();
            return true;
        case U'-':
            if (table_->human_to_move() && !view.pass.empty()) play(std::string(view.pass));
            return true;
        case U'.':
            if (table_->human_to_move() && !view.decline.empty()) play(std::string(view.decline));
            return true;
        default:
            return false;
    }
}

bool App::press_special(const Key& key) {
    switch (key.kind) {
        case Key::Kind::kUp:
            arrow(0, 1);
            return true;
        case Key::Kind::kDown:
            arrow(0, -1);
            return true;
        case Key::Kind::kLeft:
            arrow(-1, 0);
            return true;
        case Key::Kind::kRight:
            arrow(1, 0);
            return true;
        case Key::Kind::kEnter:
            act();
            return true;
        case Key::Kind::kTab:
            return press_letter(U'w');
        case Key::Kind::kEscape:
            ui_.cursor.selected.reset();
            return true;
        case Key::Kind::kPageUp:
            ui_.turns_back += 5;
            return true;
        case Key::Kind::kPageDown:
            ui_.turns_back = std::max(0, ui_.turns_back - 5);
            return true;
        case Key::Kind::kBackspace:
            if (table_->human_to_move() && table_->take_back())
                changed();
            else
                complain(message<"play.no-part-to-undo">());
            return true;
        case Key::Kind::kControl:
            if (key.character == U'r') return press_letter(U'U');
            return ui_.line.press(key);
        default:
            return false;
    }
}

/// Walls are to be broken and none can be placed: the cursor goes from one to the next.
bool App::choosing_break() const {
    const games::View& view = table_->view();
    return ui_.cursor.mode == BoardCursor::Mode::kWall && view.wall_places.empty() &&
           !view.breakable.empty() && table_->human_to_move();
}

void App::turn_wall() {
    const games::View& view = table_->view();
    if (choosing_break())
        ui_.cursor.cycle(view.breakable, 1);
    else
        ui_.cursor.turn(view);
    explain_wall();
}

void App::arrow(int right, int up) {
    const games::View& view = table_->view();
    const auto owed = table_->owed_side();
    if (choosing_break())
        ui_.cursor.cycle(view.breakable, right + up > 0 ? 1 : -1);
    else if (owed && ui_.cursor.mode == BoardCursor::Mode::kWall && table_->human_to_move())
        ui_.cursor.point(*owed, right, up, view, ui_.flipped);
    else
        ui_.cursor.move(right, up, view, ui_.flipped);
    explain_wall();
}

void App::act() {
    if (table_->view().over) return say(message<"play.game-over-keys">());
    if (!table_->human_to_move()) return say(message<"play.not-your-turn">());
    if (table_->view().roll_due) return;
    if (table_->must_pass()) return play("--");
    if (ui_.cursor.mode == BoardCursor::Mode::kWall)
        act_on_wall();
    else
        act_on_cell();
}

void App::act_on_cell() {
    BoardCursor& cursor = ui_.cursor;
    const bool again = cursor.selected == cursor.cell;
    if (!again && table_->selectable(cursor.cell)) {
        cursor.selected = cursor.cell;
        const bool may_stay = table_->action_to(cursor.cell, cursor.cell).ok();
        return say(may_stay ? message<"play.where-to-or-stay">() : message<"play.where-to">());
    }
    if (!again && !table_->rooted_pawn() && table_->own_pawn(cursor.cell))
        return say(message<"play.own-pawn">());
    const auto action = table_->action_to(cursor.cell, cursor.selected);
    if (action) return play(*action);
    if (again) {
        cursor.selected.reset();
        return;
    }
    complain_renamed(action.error());
}

void App::act_on_wall() {
    if (refusal_) return complain_renamed(refusal_->reason);
    play(ui_.cursor.wall_action(table_->view()));
}

void App::play(const std::string& turn) {
    if (const auto played = table_->enter(turn); !played) return complain_renamed(played.error());
    changed();
}

void App::submit_line() {
    const std::string text = ui_.line.text();
    if (!table_->human_to_move())
        return complain(table_->view().over ? message<"play.game-over">() : message<"play.not-your-turn">());
    const auto& session = table_->session();
    const bool guesses = !told_notation_ && session.ply() == 0 && session.starts_from_standard();
    if (guesses && record::tells_glendenning(session.spec(), text))
        names_ = *record::Translator::create(session.spec(), record::Notation::kGlendenning);
    const auto turn = names_.modern(text);
    if (!turn) return complain(turn.error());
    if (const auto played = table_->enter(*turn); !played) return complain_renamed(played.error());
    ui_.line.remember();
    changed();
}

void App::click(int x, int y) {
    const auto layout = layout_frame(table_->view(), size_);
    if (!layout || !table_->human_to_move()) return;
    draw::BoardOptions options = board_options();
    options.scale = layout->scale;
    const draw::Geometry geometry = draw::geometry_of(table_->view(), options);
    const int bx = x - layout->board.x, by = y - layout->board.y;
    BoardCursor& cursor = ui_.cursor;
    if (const auto cell = geometry.cell_at(bx, by)) {
        if (cursor.mode == BoardCursor::Mode::kWall) cursor.toggle_mode(table_->view());
        cursor.cell = *cell;
        return act();
    }
    const auto wall = geometry.wall_at(bx, by, table_->view().wall_length);
    if (!wall) return;
    const bool again = cursor.mode == BoardCursor::Mode::kWall && cursor.wall == *wall;
    if (again) return act();
    cursor.mode = BoardCursor::Mode::kWall;
    cursor.selected.reset();
    cursor.wall = *wall;
    explain_wall();
}

void App::quit() {
    // If q is a column, a number may still follow, so the question is asked even without a game to lose.
    if (table_->under_way() || is_column(U'q'))
        ask(Prompt::kQuit, "");
    else
        done_ = true;
}

}  // namespace stockade::cli
