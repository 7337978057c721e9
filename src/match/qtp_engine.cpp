#include "match/qtp_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/match.h"
#include "base/messages/record.h"
#include "record/notation.h"

namespace stockade::match {
namespace {

using Read = Process::Read;
using record::Notation;

constexpr std::array<std::string_view, 2> kColours = {"black", "white"};  // in the order of players

}  // namespace

Result<std::string> qtp_command(std::string_view turn, int player, int rows) {
    auto text = record::translate_turn(turn, Notation::kModern, Notation::kQtp, rows);
    if (!text) return text.error();
    if (*text == "--") return error<"record.qtp-no-pass">();
    const auto colour = kColours[static_cast<std::size_t>(player)];
    const char last = text->back();
    if (last != 'h' && last != 'v') return fmt::format("playmove {} {}", colour, *text);
    return fmt::format("playwall {} {} {}", colour, text->substr(0, text->size() - 1),
                       last == 'h' ? "horizontal" : "vertical");
}

Result<std::unique_ptr<Engine>> QtpEngine::greet(const EngineConfig& config, std::unique_ptr<Process> process,
                                                 Milliseconds timeout) {
    auto engine = std::unique_ptr<QtpEngine>(new QtpEngine(config, std::move(process), timeout));
    const auto reply = engine->ask("name", Clock::now() + timeout);
    if (!reply.heard)
        return error<"match.after">("command"_a = "name", "problem"_a = engine->silence(reply.how, "answer"));
    // Not every engine knows its name; any answer will do.
    if (reply.accepted) engine->identity_.name = reply.text;
    return std::unique_ptr<Engine>(std::move(engine));
}

/// An answer begins with `=` or `?`, perhaps with a number, and ends at an empty line.
QtpEngine::Reply QtpEngine::ask(std::string_view text, Clock::time_point deadline) {
    Reply reply;
    conversation_.send(text);
    std::string line;
    for (;;) {
        reply.how = conversation_.receive(line, deadline);
        if (reply.how != Read::kLine) return reply;
        if (!line.empty() && !reply.heard && (line[0] == '=' || line[0] == '?')) {
            reply.accepted = line[0] == '=';
            reply.heard = true;
            const auto begin = std::min(line.find_first_not_of("0123456789", 1), line.size());
            const auto words = words_of(std::string_view(line).substr(begin));
            reply.text = fmt::format("{}", fmt::join(words, " "));
        } else if (line.empty() && reply.heard) {
            return reply;
        }
    }
}

Status QtpEngine::command(std::string_view text) {
    const auto reply = ask(text, Clock::now() + timeout_);
    if (!reply.heard || reply.how != Read::kLine)
        return error<"match.after">("command"_a = text, "problem"_a = silence(reply.how, "answer"));
    if (!reply.accepted) return error<"match.engine-says">("command"_a = text, "answer"_a = reply.text);
    return Done{};
}

Status QtpEngine::clear_board() {
    told_.clear();
    for (const auto& text :
         {fmt::format("boardsize {}", rows_), std::string("clear_board"), fmt::format("walls {}", walls_)})
        if (auto done = command(text); !done) return done;
    return Done{};
}

Status QtpEngine::prepare(const games::Spec& spec) {
    const auto same_size = games::parse_spec(fmt::format("quoridor:size={}", spec.number("size")));
    if (!same_size || !spec.plays_like(*same_size)) return error<"match.qtp-game">("game"_a = spec.str());
    const auto hands = spec.hands("walls");
    if (hands[0] != hands[1]) return error<"match.qtp-walls">();
    rows_ = spec.number("size");
    walls_ = hands[0];
    return clear_board();
}

/// Brings its board to the session's turns.
Status QtpEngine::tell(const games::Session& session) {
    if (!session.starts_from_standard()) return error<"record.qtp-no-position">();
    const auto turns = session.history();
    const bool follows =
        told_.size() <= turns.size() && std::equal(told_.begin(), told_.end(), turns.begin());
    if (!follows)
        if (auto cleared = clear_board(); !cleared) return cleared;
    const auto movers = session.movers();
    for (std::size_t i = told_.size(); i < turns.size(); ++i) {
        const auto text = qtp_command(turns[i], movers[i], rows_);
        if (!text) return text.error();
        if (auto done = command(*text); !done) return done;
        told_.push_back(turns[i]);
    }
    return Done{};
}

Answer QtpEngine::choose(const games::Session& session, const TurnLimits& limits) {
    Answer answer;
    if (auto told = tell(session); !told) {
        answer.kind = Answer::Kind::kBabbles;
        answer.problem = told.error().message;
        return answer;
    }
    const int player = session.turn_of();
    const auto begun = Clock::now();
    const auto budget = limits.budget(player);
    const auto reply =
        ask(fmt::format("genmove {}", kColours[static_cast<std::size_t>(player)]), begun + budget);
    answer.elapsed = std::chrono::duration_cast<Milliseconds>(Clock::now() - begun);
    if (!reply.heard || reply.how != Read::kLine) {
        const bool gone = reply.how == Read::kClosed;
        answer.kind = gone ? Answer::Kind::kCrashed : Answer::Kind::kHangs;
        answer.problem = gone ? conversation_.ending()
                              : fmt::format("no answer to genmove within {}", duration_text(budget));
        return answer;
    }
    if (reply.accepted && reply.text == "resign") {
        answer.kind = Answer::Kind::kResigns;
        return answer;
    }
    const auto turn = reply.accepted ? parse_qtp_turn(reply.text) : std::nullopt;
    const auto modern = turn ? record::translate_turn(*turn, Notation::kQtp, Notation::kModern, rows_)
                             : Result<std::string>(error<"match.no-turn">());
    if (!modern) {
        answer.kind = Answer::Kind::kBabbles;
        answer.problem = fmt::format("expected a turn after genmove, got '{}'", reply.text.substr(0, 60));
        return answer;
    }
    answer.turn = *modern;
    told_.push_back(*modern);
    return answer;
}

}  // namespace stockade::match
