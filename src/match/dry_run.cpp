#include "match/dry_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/match.h"
#include "match/game.h"
#include "match/openings.h"
#include "match/tournament.h"

namespace stockade::match {
namespace {

constexpr int kTurns = 20;

std::string introduction(const EngineConfig& config, const Identity& identity) {
    const auto name = identity.name.empty() ? std::string("no name") : identity.name;
    std::string text =
        fmt::format("{}: {}{}\n", config.name, name, identity.author.empty() ? "" : " by " + identity.author);
    for (const auto& [option, rest] : identity.options)
        text += fmt::format("    option {} {}\n", option, rest);
    return text;
}

}  // namespace

Result<std::string> try_engine(const Settings& settings, const EngineConfig& config) {
    const auto spec = games::parse_spec(settings.game);
    if (!spec) return spec.error();
    const auto openings = Openings::create(settings.openings, *spec, settings.seed);
    if (!openings) return openings.error();
    auto session = openings->start(0);
    if (!session) return session.error();
    const auto players = static_cast<std::size_t>(spec->players());

    // It plays every seat, in as many processes as in a match.
    Settings alone = settings;
    alone.engines = {config};
    const auto opening = static_cast<int>(session->ply());
    alone.max_turns = settings.max_turns ? std::min(settings.max_turns, opening + kTurns) : opening + kTurns;
    std::vector<std::unique_ptr<Engine>> engines;
    std::vector<Engine*> seated;
    for (std::size_t i = 0; i < players; ++i) {
        auto engine = checked_engine(config, *spec, settings.timeout);
        if (!engine) return engine.error();
        seated.push_back(engine->get());
        engines.push_back(std::move(*engine));
    }
    const std::atomic<bool> never{false};
    const auto game = play_game(std::move(*session), Seating(players, 0), seated, alone, never);
    if (game.result.offender >= 0) {
        auto problem = fmt::format("{}: {}", termination_name(game.result.termination), game.problem);
        for (const auto& line : game.last_lines) problem += "\n    " + line;
        return error<"match.engine">("engine"_a = config.name, "problem"_a = problem);
    }
    return introduction(config, engines[0]->identity()) +
           fmt::format("    played {} turns of {} at {}\n",
                       game.record.turns.size() - static_cast<std::size_t>(opening), spec->str(),
                       alone.tc_of(config).text());
}

}  // namespace stockade::match
