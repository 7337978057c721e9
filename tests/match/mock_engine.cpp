// An engine for tests of `stockade match`: mock_engine MODE [NUMBER]. It plays random legal turns. `greedy`
// plays for the shorter way in games of one action a turn, `mixed` does so in NUMBER of a hundred turns,
// `qtp` speaks QTP, `titanium` the protocol of `titanium session`, and all other modes misbehave in their own
// way from turn NUMBER (3) of the process on.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "games/session.h"
#include "match/engine_lines.h"
#include "match/qtp_engine.h"
#include "record/notation.h"

namespace {

using stockade::Random;
using stockade::games::Session;
using stockade::match::words_of;

void say(const std::string& line) { std::cout << line << std::endl; }

[[noreturn]] void hang() {
    for (;;) pause();
}

/// A whole random turn of the player to move; a due roll has been thrown.
std::string random_turn(Session session) {
    Random random(stockade::mix64(session.key() ^ session.ply()));
    const auto ply = session.ply();
    while (session.ply() == ply && !session.outcome().over) {
        const auto actions = session.actions();
        if (!session.play_action(actions[random.below(static_cast<std::uint32_t>(actions.size()))]))
            std::abort();
    }
    return session.history().back();
}

/// The action that leaves the shortest way to the goal.
std::string greedy_turn(const Session& session) {
    const auto me = static_cast<std::size_t>(session.turn_of());
    std::string best;
    int best_lead = -1000;
    for (const auto& action : session.actions()) {
        Session next = session;
        if (!next.play_action(action)) std::abort();
        if (next.outcome().over && next.outcome().shares[me] > 0) return action;
        const auto view = next.view();
        const int lead = -2 * view.players[me].distance.value_or(0) +
                         view.players[(me + 1) % view.players.size()].distance.value_or(0);
        if (lead > best_lead) {
            best_lead = lead;
            best = action;
        }
    }
    return best;
}

class Ugi {
public:
    Ugi(std::string mode, int number) : mode_(std::move(mode)), number_(number) {}

    int run() {
        if (mode_ == "dead") return 7;
        if (mode_ == "mute") hang();
        std::string line;
        while (std::getline(std::cin, line)) {
            const auto words = words_of(line);
            if (words.empty()) continue;
            if (words[0] == "quit") return 0;
            answer(line, words);
        }
        return 0;
    }

private:
    void answer(const std::string& line, const std::vector<std::string_view>& words) {
        if (words[0] == "ugi" || words[0] == "uci") {
            say("id name Mock " + mode_);
            say("id author the tests");
            say("option name Game type string default quoridor");
            say("option name Multi PV type spin default 1 min 1 max 9");
            say(std::string(words[0]) + "ok");
        } else if (words[0] == "isready") {
            say("readyok");
        } else if (words[0] == "setoption" && line.find("name Game value ") != std::string::npos) {
            game_ = line.substr(line.find("value ") + 6);
        } else if (words[0] == "position") {
            set_position(line);
        } else if (words[0] == "go") {
            go();
        }
    }

    void set_position(const std::string& line) {
        const auto moves = line.find(" moves ");
        const bool standard = line.starts_with("position startpos");
        auto session = standard
                           ? Session::create(game_)
                           : Session::from_position(line.substr(14, moves == line.npos ? moves : moves - 14));
        if (!session) return say("error " + session.error().message);
        session_ = std::make_unique<Session>(*session);
        if (moves == line.npos) return;
        for (const auto word : words_of(std::string_view(line).substr(moves + 7))) {
            const bool roll = word.ends_with(':');
            const auto played =
                roll ? session_->play_action(word.substr(0, word.size() - 1)) : session_->play(word);
            if (!played) say("error " + played.error().message);
        }
    }

    void go() {
        if (!session_) return say("error no position");
        if (++gone_ >= number_) misbehave();
        const bool greedy = mode_ == "greedy" ||
                            (mode_ == "mixed" &&
                             static_cast<int>(stockade::mix64(session_->key() ^ number_) % 100) < number_);
        const std::string turn = greedy ? greedy_turn(*session_) : random_turn(*session_);
        say("info depth 1 score cp " +
            std::string(greedy              ? "50"
                        : mode_ == "gloomy" ? "-900"
                                            : "0") +
            " nodes 17 nps 1000 time 1 pv " + turn);
        // Both ways to write a turn whose roll is known.
        const auto colon = turn.find(':');
        say("bestmove " + (gone_ % 2 && colon != turn.npos ? turn.substr(colon + 1) : turn));
    }

    void misbehave() {
        if (mode_ == "illegal") say("bestmove z99");
        if (mode_ == "crash") std::raise(SIGKILL);
        if (mode_ == "exit") std::exit(3);
        if (mode_ == "hang") hang();
        if (mode_ == "resign") say("bestmove resign");
        if (mode_ == "late") std::this_thread::sleep_for(std::chrono::milliseconds(400));
        if (mode_ == "flood")
            for (;;) std::cout << "info string all the time\n";
        if (mode_ == "closed") {
            close(STDOUT_FILENO);
            hang();
        }
        if (mode_ == "garbage") {
            std::cout << std::string(300'000, 'x')
                      << "\n\n\0\x01\xff\nbestmove\ninfo score cp\nscore win 3\n";
            say("info depth x score cp 99999999999999999999 nodes -4 pv");
            say("   info   string bestmove e2  \r");
        }
    }

    std::string mode_;
    int number_;
    int gone_ = 0;
    std::string game_ = "quoridor";
    std::unique_ptr<Session> session_;
};

/// Quoridor by QTP, with a board of its own.
class Qtp {
public:
    int run() {
        std::string line;
        while (std::getline(std::cin, line)) {
            const auto words = words_of(line);
            if (words.empty()) continue;
            if (words[0] == "quit") return 0;
            std::cout << answer(words) << "\n\n" << std::flush;
        }
        return 0;
    }

private:
    static constexpr auto kQtp = stockade::record::Notation::kQtp;
    static constexpr auto kModern = stockade::record::Notation::kModern;

    std::string answer(const std::vector<std::string_view>& words) {
        if (words[0] == "name") return "= Mock QTP";
        if (words[0] == "boardsize") size_ = std::stoi(std::string(words[1]));
        if (words[0] == "walls") walls_ = std::stoi(std::string(words[1]));
        if (words[0] == "boardsize" || words[0] == "walls" || words[0] == "clear_board") {
            const auto spec = "quoridor:size=" + std::to_string(size_) + ",walls=" + std::to_string(walls_);
            session_ = std::make_unique<Session>(*Session::create(spec));
            return "=";
        }
        if (words[0] == "playmove" || words[0] == "playwall") {
            const auto text = std::string(words[2]) + (words.size() > 3 ? std::string(1, words[3][0]) : "");
            const auto turn = stockade::record::translate_turn(text, kQtp, kModern, size_);
            const bool colour = words[1] == (session_->turn_of() == 0 ? "black" : "white");
            return turn && colour && session_->play(*turn) ? "=" : "? illegal move";
        }
        if (words[0] != "genmove") return "? unknown command";
        const auto turn = random_turn(*session_);
        if (!session_->play(turn)) return "? no move";
        auto text = *stockade::record::translate_turn(turn, kModern, kQtp, size_);
        if (text.back() == 'h') text.replace(text.size() - 1, 1, " horizontal");
        if (text.back() == 'v') text.replace(text.size() - 1, 1, " vertical");
        return "= " + text;
    }

    int size_ = 9;
    int walls_ = 10;
    std::unique_ptr<Session> session_ = std::make_unique<Session>(*Session::create("quoridor"));
};

/// Quoridor by the protocol of `titanium session`.
class Titanium {
public:
    int run() {
        std::string line;
        while (std::getline(std::cin, line)) {
            const auto words = words_of(line);
            if (words.empty()) continue;
            if (words[0] == "quit") return 0;
            answer(words);
        }
        return 0;
    }

private:
    void answer(const std::vector<std::string_view>& words) {
        if (words[0] == "reset") return say("ready");
        if (words[0] == "position") {
            session_ = std::make_unique<Session>(*Session::create("quoridor"));
            for (const auto turn : std::span(words).subspan(1))
                if (!session_->play(turn)) return say("error illegal move " + std::string(turn));
            return say("ready " + std::to_string(words.size() - 1));
        }
        if (words[0] != "go" || !session_) return say("error unknown command");
        const auto turn = random_turn(*session_);
        say("info json {\"nodes\":17,\"rootScore\":3}");
        say("bestmove " + turn);
    }

    std::unique_ptr<Session> session_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "random";
    if (mode == "qtp") return Qtp().run();
    if (mode == "titanium") return Titanium().run();
    return Ugi(mode, argc > 2 ? std::atoi(argv[2]) : 3).run();
}
