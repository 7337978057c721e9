// The full-screen game: the effect of each key, and the turns of engines and dice. Knows no screen library:
// it takes keys and gives canvases.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/play/cursor.h"
#include "cli/play/files.h"
#include "cli/play/keys.h"
#include "cli/play/line.h"
#include "cli/play/menu.h"
#include "cli/play/table.h"
#include "draw/board.h"
#include "record/notation.h"

namespace stockade::cli {

class App {
public:
    struct Options {
        draw::Charset charset;
        Settings settings;
        std::uint64_t seed = 0;
        std::filesystem::path autosave;  ///< empty: games are not kept
        /// The notation of turns typed and shown. Empty: modern, unless the first turn is valid only in
        /// Glendenning's.
        std::optional<record::Notation> notation;
    };

    /// Opens the menu.
    explicit App(Options options);
    /// Opens a game.
    App(Options options, games::Session session, std::vector<Seat> seats);

    draw::Canvas frame(Size size);
    void press(const Key& key);
    /// The time to wait for a key before tick(); empty: for ever.
    std::optional<std::chrono::milliseconds> wait() const;
    /// One step without a key: the die falls, or an engine or random player plays.
    void tick();
    bool done() const { return done_; }
    Settings settings() const {
        Settings now = settings_;
        now.flipped = ui_.flipped != human_is_far_;
        return now;
    }
    const Table* table() const { return table_.get(); }
    const BoardCursor& cursor() const { return ui_.cursor; }

private:
    enum class Page { kBoard, kMenu, kRules, kKeys };
    enum class Prompt { kNone, kSave, kLoad, kQuit, kResign };

    /// The state that keys change without changing the game.
    struct Ui {
        Page page = Page::kBoard;
        Prompt prompt = Prompt::kNone;
        BoardCursor cursor;
        LineEditor line;
        LineEditor answer;  ///< to the prompt
        std::string message;
        bool alarm = false;
        bool show_path = false;
        bool flipped = false;
        int turns_back = 0;
    };

    void open_menu();
    void start(games::Session session, std::vector<Seat> seats);
    void start_from_menu();
    void start_again();
    void resume();
    void changed();  ///< the game has changed
    void schedule();
    void keep();

    void press_menu(const Key& key);
    void press_prompt(const Key& key);
    void press_board(const Key& key);
    bool press_letter(char32_t letter);
    bool press_special(const Key& key);
    void arrow(int right, int up);
    void turn_wall();
    bool choosing_break() const;
    void act();
    void act_on_cell();
    void act_on_wall();
    void click(int x, int y);
    void submit_line();
    void play(const std::string& turn);
    void confirm_prompt();
    void ask(Prompt prompt, std::string_view suggestion);
    void quit();
    bool is_column(char32_t letter) const;

    void say(const Message& what) { ui_.message = what.message, ui_.alarm = false; }
    void complain(const Message& what) { ui_.message = what.message, ui_.alarm = true; }
    /// A refusal of the rules, whose cells and walls have their modern names.
    void complain_renamed(const Message& what) {
        ui_.message = names_.renamed(what.message), ui_.alarm = true;
    }
    void explain_wall();
    std::string wall_help() const;
    std::string prompt_label() const;
    draw::BoardOptions board_options() const;
    std::string default_file() const;

    draw::Charset charset_;
    Settings settings_;
    std::uint64_t seed_;
    std::filesystem::path autosave_;
    std::optional<record::Notation> told_notation_;
    record::Translator names_;  ///< of the game on the table
    std::unique_ptr<Table> table_;
    std::unique_ptr<Menu> menu_;
    bool human_is_far_ = false;  ///< the board is turned for the only human
    Ui ui_;
    /// The state before a letter that is a command but also a column, should a number follow.
    std::optional<Ui> before_letter_;
    char32_t letter_ = 0;
    std::optional<games::Refusal> refusal_;  ///< of the wall under the cursor
    int die_frames_ = 0;                     ///< left of the die's rolling
    std::chrono::steady_clock::time_point due_;
    Size size_;
    bool done_ = false;
};

}  // namespace stockade::cli
