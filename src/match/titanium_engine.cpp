#include "match/titanium_engine.h"

#include <fmt/format.h>

#include "base/messages/match.h"

namespace stockade::match {
namespace {

using Kind = EngineLine::Kind;
using Read = Process::Read;

/// The expected number of turns of each side that are still to come; they share the time left.
constexpr int kTurnsToCome = 25;

}  // namespace

Result<std::string> titanium_go(const TurnLimits& limits, int player) {
    Milliseconds time{0};
    switch (limits.tc.kind) {
        case TimeControl::Kind::kMoveTime:
            time = limits.tc.time;
            break;
        case TimeControl::Kind::kClock: {
            const auto i = static_cast<std::size_t>(player);
            const auto left = limits.clocks[i].value_or(Milliseconds(0));
            time = std::min(left / kTurnsToCome + limits.increments[i], left * 4 / 5);
            break;
        }
        default:
            return error<"match.titanium-time">();
    }
    return fmt::format("go {:.3f}", static_cast<double>(time.count()) / 1000);
}

Result<std::unique_ptr<Engine>> TitaniumEngine::greet(const EngineConfig& config,
                                                      std::unique_ptr<Process> process,
                                                      Milliseconds timeout) {
    auto engine = std::unique_ptr<TitaniumEngine>(new TitaniumEngine(config, std::move(process), timeout));
    if (auto heard = engine->command("reset"); !heard) return heard.error();
    engine->identity_.name = "Titanium";
    return std::unique_ptr<Engine>(std::move(engine));
}

Status TitaniumEngine::command(std::string_view text) {
    const auto deadline = Clock::now() + timeout_;
    conversation_.send(text);
    const auto sent = text.substr(0, text.find(' '));
    std::string line;
    for (;;) {
        const auto read = conversation_.receive(line, deadline);
        if (read != Read::kLine)
            return error<"match.after">("command"_a = sent, "problem"_a = silence(read, "ready"));
        const auto words = words_of(line);
        if (!words.empty() && words[0] == "ready") return Done{};
        if (!words.empty() && words[0] == "error")
            return error<"match.engine-says">("command"_a = sent, "answer"_a = line);
    }
}

Status TitaniumEngine::prepare(const games::Spec& spec) {
    const bool known =
        spec.plays_like(*games::parse_spec("quoridor")) && spec.hands("walls") == std::vector<int>{10, 10};
    if (!known) return error<"match.titanium-game">("game"_a = spec.str());
    return command("reset");
}

Answer TitaniumEngine::choose(const games::Session& session, const TurnLimits& limits) {
    Answer answer;
    const auto fail = [&](Answer::Kind kind, std::string problem) {
        answer.kind = kind;
        answer.problem = std::move(problem);
        return answer;
    };
    const int player = session.turn_of();
    const auto go = titanium_go(limits, player);
    if (!go) return fail(Answer::Kind::kBabbles, go.error().message);
    if (!session.starts_from_standard())
        return fail(Answer::Kind::kBabbles, "the Titanium protocol cannot set up a position");
    if (auto told = command(fmt::format("position {}", fmt::join(session.history(), " "))); !told)
        return fail(Answer::Kind::kBabbles, told.error().message);

    conversation_.send(*go);
    const auto begun = Clock::now();
    const auto budget = limits.budget(player);
    std::string text;
    for (;;) {
        const auto read = conversation_.receive(text, begun + budget);
        answer.elapsed = std::chrono::duration_cast<Milliseconds>(Clock::now() - begun);
        // The protocol has no `stop`: an engine that is late cannot be brought back for the next game.
        if (read == Read::kClosed) return fail(Answer::Kind::kCrashed, conversation_.ending());
        if (read != Read::kLine)
            return fail(Answer::Kind::kHangs, fmt::format("no bestmove within {}", duration_text(budget)));
        auto line = parse_engine_line(text);
        if (line.kind == Kind::kError) return fail(Answer::Kind::kBabbles, "it says: " + line.text);
        if (line.kind != Kind::kBestMove) continue;
        answer.turn = std::move(line.text);
        return answer;
    }
}

}  // namespace stockade::match
