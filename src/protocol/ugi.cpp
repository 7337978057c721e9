#include "protocol/ugi.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>

#include "base/messages/file.h"
#include "base/messages/ugi.h"
#include "base/printable.h"
#include "base/version.h"
#include "protocol/clock_share.h"
#include "protocol/lines.h"

namespace stockade::protocol {
namespace {

constexpr std::size_t kLongestCommand = 1 << 20;

constexpr int kMaxThreads = 256;
constexpr int kMaxHash = 1 << 20;
constexpr int kMaxLines = 256;
constexpr long kMaxDepth = 10'000;
constexpr long kMaxSeed = 2'000'000'000;
constexpr std::array<std::pair<std::string_view, engine::Algorithm>, 5> kSearches{{
    {"best", engine::Algorithm::kBest},
    {"alphabeta", engine::Algorithm::kAlphaBeta},
    {"tree", engine::Algorithm::kTree},
    {"baseline", engine::Algorithm::kBaseline},
    {"random", engine::Algorithm::kRandom},
}};
constexpr long kLongTime = 1'000'000'000;

std::string score_text(const search::Line& variation) {
    if (variation.proven > 0) return fmt::format("win {}", variation.proven);
    if (variation.proven < 0) return fmt::format("loss {}", -variation.proven);
    return fmt::format("cp {}", variation.score);
}

}  // namespace

Ugi::Ugi(std::function<void(std::string_view)> write, std::function<void()> on_hold)
    : write_(std::move(write)), on_hold_(std::move(on_hold)), session_(*games::Session::create("quoridor")) {}

Ugi::~Ugi() { stop_thinking(); }

void Ugi::say(std::string_view line) {
    const std::lock_guard lock(output_);
    write_(line);
}
void Ugi::refuse(const Error& error) { say("error " + printable(error.message)); }

void Ugi::stop_thinking() {
    if (!thinking_.joinable()) return;
    {
        const std::lock_guard lock(hold_mutex_);
        held_ = false;
    }
    released_.notify_all();
    stop_.stop();
    thinking_.join();
    pondered_.reset();
}

bool Ugi::handle(std::string_view line) {
    const auto words = words_of(line);
    if (words.empty()) return true;
    const auto command = words[0];
    if (command == "quit") {
        stop_thinking();
        return false;
    }
    if (command == "ugi" || command == "uci")
        introduce(command == "uci");
    else if (command == "isready")
        say("readyok");
    else if (command == "stop")
        stop_thinking();
    else if (command == "setoption")
        set_option(words);
    else if (command == "uginewgame" || command == "ucinewgame") {
        stop_thinking();
        engine_.new_game();
    } else if (command == "position")
        set_position(after_words(line, 1));
    else if (command == "go")
        go(words);
    else if (command == "ponderhit")
        ponder_hit();
    else if (command == "query")
        query(words);
    else
        refuse(error<"ugi.unknown-command">("command"_a = command.substr(0, 40)));
    return true;
}

void Ugi::introduce(bool as_uci) {
    say(fmt::format("id name Stockade {}", version()));
    say("id author the Stockade team");
    say("option name Game type string default quoridor");
    say(fmt::format("option name Threads type spin default 1 min 1 max {}", kMaxThreads));
    say(fmt::format("option name Hash type spin default 64 min 1 max {}", kMaxHash));
    say(fmt::format("option name MultiPV type spin default 1 min 1 max {}", kMaxLines));
    say(fmt::format("option name Level type spin default {0} min 1 max {0}", engine::kStrongest));
    say(fmt::format("option name Seed type spin default 0 min 0 max {}", kMaxSeed));
    say("option name Ponder type check default false");
    say("option name Search type combo default best var best var alphabeta var tree var baseline var random");
    say("option name Network type string default default");
    say(as_uci ? "uciok" : "ugiok");
}

void Ugi::set_option(const Words& words) {
    const auto value_word = std::find(words.begin(), words.end(), "value");
    if (words.size() < 5 || words[1] != "name" || value_word == words.end() || value_word + 1 == words.end())
        return refuse(error<"ugi.setoption">());
    stop_thinking();
    const auto name = words[2];
    const auto value = *(value_word + 1);
    const auto set_number = [&](auto& target, long min, long max) {
        const auto given = parse_number(value, name, min, max);
        if (!given) return refuse(given.error());
        target = static_cast<std::remove_reference_t<decltype(target)>>(*given);
    };
    if (name == "Game") {
        auto session = games::Session::in_order(value);
        if (!session) return refuse(session.error());
        session_ = std::move(*session);
        spec_ = value;
    } else if (name == "Threads")
        set_number(options_.threads, 1, kMaxThreads);
    else if (name == "Hash")
        set_number(options_.hash_megabytes, 1, kMaxHash);
    else if (name == "MultiPV")
        set_number(options_.lines, 1, kMaxLines);
    else if (name == "Level")
        set_number(options_.level, 1, engine::kStrongest);
    else if (name == "Seed")
        set_number(options_.seed, 0, kMaxSeed);
    else if (name == "Ponder") {
        if (value != "true" && value != "false")
            return refuse(error<"ugi.ponder">("value"_a = value.substr(0, 40)));
        ponder_ = value == "true";
    } else if (name == "Search") {
        const auto* found = std::find_if(kSearches.begin(), kSearches.end(),
                                         [&](const auto& search) { return search.first == value; });
        if (found == kSearches.end()) return refuse(error<"ugi.search">("value"_a = value.substr(0, 40)));
        options_.algorithm = found->second;
    } else if (name == "Network") {
        // All that follows, for paths with spaces.
        const auto path = std::string(value.data(), words.back().data() + words.back().size());
        if (path == "default")
            options_.network.reset();
        else if (path == "none")
            options_.network = nullptr;
        else {
            auto network = net::load_network(path);
            if (!network) return refuse(network.error());
            if (const auto fits = engine::Engine::check_fit(*network, session_.spec()); !fits)
                return refuse(error<"file.problem">("file"_a = path, "problem"_a = fits.error()));
            options_.network = std::make_shared<const net::Network>(std::move(*network));
        }
    } else {
        return refuse(error<"ugi.unknown-option">("option"_a = name.substr(0, 40)));
    }
    engine_.set_options(options_);
}

void Ugi::set_position(std::string_view rest) {
    stop_thinking();
    std::string_view moves;
    if (const auto at = rest.find(" moves");
        at != std::string_view::npos && (at + 6 == rest.size() || rest[at + 6] == ' ')) {
        moves = rest.substr(at + 6);
        rest = rest.substr(0, at);
    }
    const auto words = words_of(rest);
    if (words.empty() || (words[0] != "startpos" && words[0] != "spec") ||
        (words[0] == "startpos" && words.size() > 1))
        return refuse(error<"ugi.position">());
    auto session = words[0] == "startpos" ? games::Session::in_order(spec_)
                                          : games::Session::from_position(after_words(rest, 1));
    if (!session) return refuse(session.error());
    for (const auto turn : words_of(moves)) {
        // A last word such as `3:` is the roll of the turn under way.
        const auto played =
            turn.back() == ':' ? session->play_action(turn.substr(0, turn.size() - 1)) : session->play(turn);
        if (!played) return refuse(error<"ugi.moves">("problem"_a = played.error()));
    }
    session_ = std::move(*session);
}

void Ugi::go(const Words& words) {
    stop_thinking();
    search::SearchLimits limits;
    std::array<Milliseconds, games::kMaxPlayers> times{};
    std::array<Milliseconds, games::kMaxPlayers> increments{};
    bool clocked = false;
    bool ponder = false;
    bool infinite = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto word = words[i];
        if (word == "infinite") {
            infinite = true;
            continue;
        }
        if (word == "ponder") {
            ponder = true;
            continue;
        }
        const bool is_clock = word.size() > 4 && word[0] == 'p' && word[1] >= '1' && word[1] <= '4' &&
                              (word.substr(2) == "time" || word.substr(2) == "inc");
        if (word != "movetime" && word != "nodes" && word != "depth" && word != "mate" && !is_clock)
            return refuse(error<"ugi.go-word">("word"_a = word.substr(0, 40)));
        if (i + 1 == words.size()) return refuse(error<"ugi.go-number">("word"_a = word));
        const bool counts = word == "depth" || word == "mate";
        const auto value = parse_number(words[++i], word, counts ? 1 : 0, counts ? kMaxDepth : kLongTime);
        if (!value) return refuse(value.error());
        if (word == "movetime")
            limits.time = Milliseconds(*value);
        else if (word == "nodes")
            limits.nodes = static_cast<std::uint64_t>(*value);
        else if (word == "depth")
            limits.depth = static_cast<int>(*value);
        else if (word == "mate")
            limits.win_in_turns = static_cast<int>(*value);
        else {
            (word.substr(2) == "time" ? times : increments)[static_cast<std::size_t>(word[1] - '1')] =
                Milliseconds(*value);
            clocked = true;
        }
    }
    const int player = session_.turn_of();
    if (clocked && player >= 0 && !limits.time) {
        const auto share = share_of_clock(times[static_cast<std::size_t>(player)],
                                          increments[static_cast<std::size_t>(player)]);
        limits.time = share.time;
        limits.enough_time = share.enough_time;
    }

    // Without limits until the guess comes true; then the search begins again with what it has learnt.
    begin_thinking(ponder ? search::SearchLimits{} : limits, ponder || infinite);
    if (ponder) pondered_ = limits;
}

void Ugi::ponder_hit() {
    if (!pondered_) return refuse(error<"ugi.ponderhit">());
    search::SearchLimits limits = *pondered_;
    silent_ = true;
    stop_thinking();
    silent_ = false;
    limits.begin = search::Clock::now();
    begin_thinking(limits, false);
}

void Ugi::begin_thinking(const search::SearchLimits& limits, bool hold) {
    stop_.reset();
    held_ = hold;
    thinking_ = std::thread([this, limits, session = session_] {
        const auto tell = [this](const engine::SearchInfo& info) {
            const double seconds = info.elapsed.count();
            for (std::size_t i = 0; i < info.lines.size(); ++i) {
                const auto& variation = info.lines[i];
                const double rate = seconds > 0 ? static_cast<double>(info.nodes) / seconds : 0;
                say(fmt::format(
                    "info depth {} seldepth {} multipv {} score {} chance {:.0f} nodes {} nps {:.0f} "
                    "hashfull {} time {:.0f} pv {}",
                    info.depth, info.seldepth, i + 1, score_text(variation), 1000 * variation.win_probability,
                    info.nodes, rate, info.hashfull, 1000 * seconds, fmt::join(variation.turns, " ")));
            }
        };
        const auto info = engine_.think(session, limits, stop_, tell);
        {
            std::unique_lock lock(hold_mutex_);
            if (held_ && on_hold_) on_hold_();
            released_.wait(lock, [this] { return !held_; });
        }
        if (silent_) return;
        if (!info) refuse(info.error());
        if (!info || info->lines.empty() || info->lines[0].turns.empty()) return say("bestmove none");
        const auto& best = info->lines[0];
        if (limits.win_in_turns && best.proven <= 0)
            say(fmt::format("info string no win in {} found", *limits.win_in_turns));
        const std::string guess = ponder_ && best.turns.size() > 1 ? " ponder " + best.turns[1] : "";
        say("bestmove " + session.completed_turn(best.turns[0]) + guess);
    });
}

void Ugi::query(const Words& words) {
    const auto what = words.size() > 1 ? words[1] : std::string_view{};
    if (what == "gameover")
        say(fmt::format("response {}", session_.outcome().over));
    else if (what == "p1turn")
        say(fmt::format("response {}", session_.turn_of() == 0));
    else if (what == "result") {
        const auto outcome = session_.outcome();
        std::string result;
        for (int i = 0; i < session_.players(); ++i)
            result += fmt::format("{}{}", i ? "-" : "", outcome.shares[static_cast<std::size_t>(i)]);
        say("response " +
            (outcome.over ? session_.verdict()->message + ", twelfths " + result : std::string("none")));
    } else if (what == "legal") {
        constexpr std::size_t kMost = 10'000;
        say(fmt::format("response {}", fmt::join(session_.turns(kMost), " ")));
    } else if (what == "position")
        say("response " + session_.position());
    else
        refuse(error<"ugi.query">("word"_a = what.substr(0, 40)));
}

void converse(std::istream& in, std::ostream& out) {
    Ugi ugi([&out](std::string_view line) { out << line << std::endl; });
    for (std::string line; read_line(in, line, kLongestCommand);)
        if (!ugi.handle(line)) return;
}

}  // namespace stockade::protocol
