#include "cli/play/pipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/messages/play.h"
#include "base/printable.h"
#include "base/trimmed.h"
#include "cli/commands.h"
#include "cli/play/text.h"
#include "cli/play/turns.h"
#include "draw/panel.h"
#include "games/rules_text.h"
#include "record/record.h"
#include "record/text_writer.h"

namespace stockade::cli {
namespace {

/// No turn or command comes near this; the rest of a longer line is dropped unread.
constexpr std::size_t kLongestLine = 1000;

/// Reads one line, at most kLongestLine characters of it. Says whether there was one.
bool read_line(std::istream& in, std::string& line, bool& too_long) {
    line.clear();
    too_long = false;
    auto* buffer = in.rdbuf();
    for (int c = buffer->sbumpc();; c = buffer->sbumpc()) {
        if (c == std::char_traits<char>::eof()) return !line.empty();
        if (c == '\n') return true;
        if (line.size() < kLongestLine)
            line += static_cast<char>(c);
        else
            too_long = true;
    }
}

/// Without a leading turn number: `12. e4` is `e4`.
std::string_view without_number(std::string_view text) {
    const auto digits = text.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos || text[digits] != '.') return text;
    const auto rest = text.find_first_not_of('.', digits);
    return rest == std::string_view::npos ? text : trimmed(text.substr(rest));
}

class LineGame {
public:
    LineGame(games::Session session, const std::vector<Seat>& seats, const PipeOptions& options,
             record::Translator names, std::ostream& out)
        : session_(std::move(session)), seats_(seats), options_(options), names_(names), out_(out) {}

    int run(std::istream& in) {
        tell_draw();
        follow_up();
        std::string line;
        // The driving program waits for the answer before it sends the next line.
        for (bool too_long = false; !quit_ && out_.flush().good() && read_line(in, line, too_long);) {
            const std::string_view text = trimmed(line);
            if (too_long)
                refuse(message<"play.line-too-long">("max"_a = kLongestLine));
            else if (!text.empty() && text[0] != '#')
                answer(text);
        }
        return failed_ ? kBadInput : 0;
    }

private:
    struct Command {
        std::string_view name;
        void (LineGame::*run)();
    };
    static constexpr std::array<Command, 10> commands();

    void say(std::string_view text) { out_ << text << '\n'; }
    void refuse(std::string_view reason) {
        failed_ = true;
        say(fmt::format("error: {}", printable(reason)));
    }
    /// The program's own words, whose cells and walls have their modern names.
    void refuse(const Error& problem) { refuse(names_.renamed(problem.message)); }

    void answer(std::string_view text);
    void undo();
    void redo();
    void roll() {
        if (!session_.roll()) return refuse(message<"play.no-roll-due">());
        say("roll " + session_.turn_so_far());
    }
    void resign() {
        const games::View view = session_.view();
        if (view.mover < 0) return refuse(message<"play.nobody-resigns">());
        if (const auto done = session_.resign(view.mover); !done) return refuse(done.error());
        say("ok resign");
        follow_up();
    }
    void quit() { quit_ = true; }
    void position() { say("position " + session_.position()); }
    void moves() {
        std::string text = "moves";
        for (const auto& action : session_.actions()) text += ' ' + names_.renamed(action);
        say(text);
    }
    void record() {
        const auto text = record::to_text(record::from_session(session_), names_.notation());
        if (!text) return refuse(text.error());
        out_ << *text;
    }
    void show() {
        draw::BoardOptions board;
        board.charset = options_.charset;
        board.rows_from_top = names_.notation() == record::Notation::kGlendenning;
        const games::View view = session_.view();
        out_ << draw::to_text(draw::draw_board(view, board), options_.depth);
        say(draw::caption(view, session_.spec().game().title, english(session_.verdict())));
    }

    void help();
    void play(std::string_view text);
    /// Takes to Glendenning's notation where the first turn can be in no other.
    void guess_notation(std::string_view typed);
    /// Which seat is player 1, 2 and so on, where that was drawn.
    void tell_draw();
    /// Plays the turns of engines and random players, then tells the result if the game is over.
    void follow_up();
    void play_automatic_turn();

    games::Session session_;
    const std::vector<Seat>& seats_;
    const PipeOptions& options_;
    record::Translator names_;
    std::ostream& out_;
    bool failed_ = false;
    bool quit_ = false;
    bool told_result_ = false;
};

constexpr std::array<LineGame::Command, 10> LineGame::commands() {
    return {{{"undo", &LineGame::undo},
             {"redo", &LineGame::redo},
             {"roll", &LineGame::roll},
             {"show", &LineGame::show},
             {"moves", &LineGame::moves},
             {"position", &LineGame::position},
             {"record", &LineGame::record},
             {"resign", &LineGame::resign},
             {"help", &LineGame::help},
             {"quit", &LineGame::quit}}};
}

void LineGame::answer(std::string_view text) {
    const auto same = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); };
    for (const Command& command : commands())
        if (std::equal(text.begin(), text.end(), command.name.begin(), command.name.end(), same))
            return (this->*command.run)();
    play(without_number(text));
}

void LineGame::help() {
    constexpr int kWidth = 100;
    const auto& spec = session_.spec();
    say(fmt::format("{}: how to play", spec.game().title));
    for (const auto& paragraph : games::rules_of(spec))
        for (const auto& line : wrap_text(paragraph, kWidth, 10)) say(line);
    for (const auto& line : wrap_text(games::typing_of(spec), kWidth, 10)) say(line);
    std::string names;
    for (const Command& command : commands())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", command.name);
    say(fmt::format("Each line is a turn, a part of one, or a command: {}.", names));
    say("");
}

void LineGame::tell_draw() {
    const auto first = session_.spec().text("first");
    if ((first != "roll" && first != "random") || !begun_by_spec(session_) || session_.ply() > 0) return;
    std::string text = "seats";
    for (const int seat : session_.seats()) text += fmt::format(" {}", seat + 1);
    say(text);
}

void LineGame::play(std::string_view text) {
    if (session_.view().roll_due) return refuse(message<"play.roll-first">());
    guess_notation(text);
    const auto turn = names_.modern(text);
    if (!turn) return refuse(turn.error().message);  // it names what was typed
    const std::size_t before = session_.ply();
    if (const auto done = enter_turn(session_, *turn); !done) return refuse(done.error());
    if (session_.ply() > before)
        say("ok " + names_.renamed(session_.history().back()));
    else
        say("part " + session_.turn_so_far());
    follow_up();
}

void LineGame::guess_notation(std::string_view typed) {
    if (options_.notation || session_.ply() > 0 || !session_.starts_from_standard()) return;
    if (!record::tells_glendenning(session_.spec(), typed)) return;
    names_ = *record::Translator::create(session_.spec(), record::Notation::kGlendenning);
    say(fmt::format("notation {}", record::notation_name(names_.notation())));
}

void LineGame::undo() {
    if (!undo_to_human(session_, seats_)) return refuse(message<"play.undo-nothing">());
    told_result_ = false;
    say("ok undo");
    if (options_.boards) show();
}

void LineGame::redo() {
    if (!redo_to_human(session_, seats_)) return refuse(message<"play.redo-nothing">());
    say("ok redo");
    follow_up();
}

void LineGame::play_automatic_turn() {
    for (const std::size_t before = session_.ply(); session_.ply() == before;) {
        if (session_.roll()) continue;
        if (!session_.play_action(action_of(seat_to_move(session_, seats_), session_))) return;
    }
    say("play " + names_.renamed(session_.history().back()));
    out_.flush();  // the next turn may take its time
}

void LineGame::follow_up() {
    while (!session_.outcome().over && !seat_to_move(session_, seats_).human() && out_.good())
        play_automatic_turn();
    if (options_.boards) show();
    const auto outcome = session_.outcome();
    if (!outcome.over || told_result_) return;
    told_result_ = true;
    say(fmt::format("result {} {}", record::result_text(outcome, session_.players()),
                    english(session_.verdict())));
}

}  // namespace

int play_lines(games::Session session, const std::vector<Seat>& seats, const PipeOptions& options,
               std::istream& in, std::ostream& out) {
    const auto names =
        record::Translator::create(session.spec(), options.notation.value_or(record::Notation::kModern));
    if (!names) return fail(names.error());
    LineGame game(std::move(session), seats, options, *names, out);
    const int status = game.run(in);
    out.flush();
    return status;
}

}  // namespace stockade::cli
