#include "match/ugi_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/match.h"

namespace stockade::match {
namespace {

using Kind = EngineLine::Kind;
using Read = Process::Read;

constexpr Milliseconds kStopPatience(1000);

void merge(Info& info, const Info& newer) {
    if (newer.depth) info.depth = newer.depth;
    if (newer.score) info.score = newer.score;
    if (newer.nodes) info.nodes = newer.nodes;
}

}  // namespace

std::string position_command(const games::Session& session) {
    std::string text =
        session.starts_from_standard() ? "position startpos" : "position spec " + session.start_position();
    const auto turns = session.history();
    const auto under_way = session.turn_so_far();
    if (!turns.empty() || !under_way.empty()) text += " moves";
    for (const auto& turn : turns) text += " " + turn;
    if (!under_way.empty()) text += " " + under_way + ":";
    return text;
}

std::string go_command(const TurnLimits& limits, int players, bool uci) {
    switch (limits.tc.kind) {
        case TimeControl::Kind::kMoveTime:
            return fmt::format("go movetime {}", limits.tc.time.count());
        case TimeControl::Kind::kNodes:
            return fmt::format("go nodes {}", limits.tc.amount);
        case TimeControl::Kind::kDepth:
            return fmt::format("go depth {}", limits.tc.amount);
        case TimeControl::Kind::kNone:
            return "go";
        case TimeControl::Kind::kClock:
            break;
    }
    std::string times;
    std::string increments;
    for (int player = 0; player < players; ++player) {
        const auto i = static_cast<std::size_t>(player);
        if (!limits.clocks[i]) continue;
        const std::string who =
            uci && players == 2 ? (player == 0 ? "w" : "b") : fmt::format("p{}", player + 1);
        times += fmt::format(" {}time {}", who, limits.clocks[i]->count());
        increments += fmt::format(" {}inc {}", who, limits.increments[i].count());
    }
    return "go" + times + increments;
}

Result<std::unique_ptr<Engine>> UgiEngine::greet(const EngineConfig& config, std::unique_ptr<Process> process,
                                                 Milliseconds timeout) {
    auto engine = std::unique_ptr<UgiEngine>(new UgiEngine(config, std::move(process), timeout));
    if (auto heard = engine->hear_greeting(); !heard) return heard.error();
    return std::unique_ptr<Engine>(std::move(engine));
}

Status UgiEngine::hear_greeting() {
    constexpr std::size_t kMaxOptions = 1000;
    const auto deadline = Clock::now() + timeout_;
    conversation_.send(uci() ? "uci" : "ugi");
    std::string text;
    for (;;) {
        const auto read = conversation_.receive(text, deadline);
        if (read != Read::kLine)
            return error<"match.after">("command"_a = uci() ? "uci" : "ugi",
                                        "problem"_a = silence(read, uci() ? "uciok" : "ugiok"));
        auto line = parse_engine_line(text);
        if (line.kind == Kind::kOk) return Done{};
        if (line.kind == Kind::kId) (line.name == "name" ? identity_.name : identity_.author) = line.text;
        if (line.kind == Kind::kOption && identity_.options.size() < kMaxOptions)
            identity_.options.emplace_back(std::move(line.name), std::move(line.text));
    }
}

Status UgiEngine::be_ready() {
    const auto deadline = Clock::now() + timeout_;
    conversation_.send("isready");
    std::string text;
    std::string complaint;
    for (;;) {
        const auto read = conversation_.receive(text, deadline);
        if (read != Read::kLine)
            return error<"match.after">("command"_a = "isready", "problem"_a = silence(read, "readyok"));
        const auto line = parse_engine_line(text);
        if (line.kind == Kind::kError && complaint.empty()) complaint = line.text;
        if (line.kind != Kind::kReady) continue;
        if (!complaint.empty()) return error<"match.it-says">("text"_a = complaint);
        return Done{};
    }
}

Status UgiEngine::prepare(const games::Spec& spec) {
    const auto game = spec.str();
    if (game_ != game) {
        conversation_.send("setoption name Game value " + game);
        for (const auto& [name, value] : config_.options)
            conversation_.send(fmt::format("setoption name {} value {}", name, value));
        game_ = game;
    }
    conversation_.send(uci() ? "ucinewgame" : "uginewgame");
    return be_ready();
}

bool UgiEngine::hear_best_move(Answer& answer, Clock::time_point deadline, Read& how) {
    std::string text;
    std::string complaint;
    for (;;) {
        how = conversation_.receive(text, deadline);
        if (how != Read::kLine) {
            answer.problem = complaint.empty() ? "" : "it said: " + complaint;
            return false;
        }
        auto line = parse_engine_line(text);
        if (line.kind == Kind::kInfo) merge(answer.info, line.info);
        if (line.kind == Kind::kError) complaint = line.text;
        if (line.kind != Kind::kBestMove) continue;
        answer.turn = std::move(line.text);
        return true;
    }
}

Answer UgiEngine::choose(const games::Session& session, const TurnLimits& limits) {
    Answer answer;
    conversation_.send(position_command(session));
    conversation_.send(go_command(limits, session.players(), uci()));
    const auto begun = Clock::now();
    const int player = session.turn_of();
    Read how = Read::kLine;
    const bool heard = hear_best_move(answer, begun + limits.budget(player), how);
    answer.elapsed = std::chrono::duration_cast<Milliseconds>(Clock::now() - begun);
    if (heard) {
        if (answer.turn == "resign") answer.kind = Answer::Kind::kResigns;
        return answer;
    }
    if (how == Read::kClosed) {
        answer.kind = Answer::Kind::kCrashed;
        answer.problem = conversation_.ending() + (answer.problem.empty() ? "" : "; " + answer.problem);
        return answer;
    }
    return too_late(std::move(answer), limits, player);
}

/// Tells the engine to stop, so that its answer does not turn up in the next game.
Answer UgiEngine::too_late(Answer answer, const TurnLimits& limits, int player) {
    conversation_.send("stop");
    Read how = Read::kLine;
    const bool heard = hear_best_move(answer, Clock::now() + kStopPatience, how);
    const auto budget = duration_text(limits.budget(player));
    if (heard && limits.timed()) {
        answer.kind = Answer::Kind::kLate;
        answer.problem = fmt::format("it took more than {}, the margin included", budget);
    } else if (how == Read::kClosed) {
        answer.kind = Answer::Kind::kCrashed;
        answer.problem = conversation_.ending();
    } else {
        answer.kind = Answer::Kind::kHangs;
        answer.problem = fmt::format("no bestmove within {}{}{}", budget, heard ? "" : ", nor after stop",
                                     answer.problem.empty() ? "" : "; " + answer.problem);
    }
    return answer;
}

}  // namespace stockade::match
