#include "match/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/messages/match.h"
#include "record/annotations.h"

namespace stockade::match {
namespace {

constexpr std::size_t kDefaultGames = 100;
constexpr std::size_t kMostSprtGames = 1'000'000;
constexpr int kMostFailuresInARow = 5;

struct Job {
    std::size_t block = 0;
    std::size_t game = 0;
};

/// The state that the workers share. One lock guards everything but the flags.
class Match {
public:
    Match(const Settings& settings, const games::Spec& spec, const Schedule& schedule,
          const Openings& openings, Listener& listener, const std::atomic<bool>& interrupt)
        : settings_(settings),
          spec_(spec),
          schedule_(schedule),
          openings_(openings),
          listener_(listener),
          interrupt_(interrupt),
          failures_(settings.engines.size()),
          end_{MatchEnd::Reason::kAllPlayed, {}, Standings(settings.engines.size(), schedule)} {}

    Status prepare_archive() {
        if (settings_.save.empty()) return Done{};
        if (settings_.resume) {
            const auto results = read_archive(settings_.save, programme());
            if (!results) return results.error();
            for (const auto& result : *results) {
                end_.standings.add(result);
                played_.emplace(result.block, result.game);
            }
            listener_.resumed(results->size());
            decide();
        }
        auto archive = Archive::open(settings_.save, settings_.resume);
        if (!archive) return archive.error();
        archive_ = std::move(*archive);
        return Done{};
    }

    MatchEnd run() {
        std::vector<std::thread> workers;
        workers.reserve(static_cast<std::size_t>(settings_.concurrency));
        for (int i = 0; i < settings_.concurrency; ++i) workers.emplace_back([this] { work(); });
        for (auto& worker : workers) worker.join();
        return std::move(end_);
    }

private:
    /// Engines of one worker, by engine and by how many of the same sit at the table before it.
    using Engines = std::map<std::pair<int, int>, std::unique_ptr<Engine>>;

    Programme programme() const { return {settings_, spec_, schedule_, openings_}; }

    void work() {
        Engines engines;
        while (const auto job = next_job()) {
            PlayedGame game = play(*job, engines);
            if (game.aborted) return;
            // A failed engine is in an unknown state.
            if (is_failure(game.result.termination))
                std::erase_if(engines,
                              [&](const auto& item) { return item.first.first == game.result.offender; });
            finish(std::move(game));
        }
    }

    std::optional<Job> next_job() {
        const std::lock_guard lock(mutex_);
        if (over_) return std::nullopt;
        while (next_ < schedule_.games()) {
            const Job job{next_ / schedule_.block_size(), next_ % schedule_.block_size()};
            if (!played_.contains({job.block, job.game})) {
                if (interrupt_) {
                    end_.reason = MatchEnd::Reason::kInterrupted;
                    return std::nullopt;
                }
                ++next_;
                return job;
            }
            ++next_;
        }
        return std::nullopt;
    }

    PlayedGame play(const Job& job, Engines& engines) {
        const auto& seating = schedule_.seating(job.block, job.game);
        // Every opening of a file has been played once; a random one cannot fail where the first did not.
        auto session = openings_.start(schedule_.opening_of(job.block));
        PlayedGame game;
        if (!session) {
            give_up(session.error());
            game.aborted = true;
            return game;
        }
        std::vector<Engine*> players;
        game = seat(*session, seating, engines, players);
        if (players.size() == seating.size())
            game = play_game(std::move(*session), seating, players, settings_, over_);
        game.result.block = job.block;
        game.result.game = job.game;
        return game;
    }

    /// Starts what does not run yet and prepares everyone. When one fails, `players` stays short and the game
    /// is that one's loss.
    PlayedGame seat(const games::Session& session, const Seating& seating, Engines& engines,
                    std::vector<Engine*>& players) {
        std::map<int, int> seen;
        for (const int number : seating) {
            auto& engine = engines[{number, seen[number]++}];
            const auto& config = settings_.engines[static_cast<std::size_t>(number)];
            if (!engine) {
                auto started = start_engine(config, settings_.timeout);
                if (!started) return forfeited_game(session, seating, number, started.error().message, {});
                engine = std::move(*started);
            }
            if (auto prepared = engine->prepare(spec_); !prepared)
                return forfeited_game(session, seating, number, prepared.error().message, engine->recent());
            players.push_back(engine.get());
        }
        return {};
    }

    void finish(PlayedGame game) {
        const std::lock_guard lock(mutex_);
        if (over_) return;
        if (!game.problem.empty())
            game.record.comment =
                record::clean_comment(fmt::format("{}: {}", engine_name(game.result.offender), game.problem));
        label(game.record, programme(), game.result.block, game.result.game);
        end_.standings.add(game.result);
        if (archive_)
            if (auto added = archive_->add(game.record); !added) give_up_locked(added.error());
        listener_.game_ended(end_.standings, game);
        count_failures(game);
        decide();
    }

    const std::string& engine_name(int engine) const {
        return settings_.engines[static_cast<std::size_t>(engine)].name;
    }

    void count_failures(const PlayedGame& game) {
        for (const int engine : std::set<int>(game.result.seating.begin(), game.result.seating.end())) {
            int& failures = failures_[static_cast<std::size_t>(engine)];
            const bool failed = is_failure(game.result.termination) && game.result.offender == engine;
            failures = failed ? failures + 1 : 0;
            if (failures >= kMostFailuresInARow)
                give_up_locked(error<"match.engine-fails">(
                    "engine"_a = engine_name(engine), "games"_a = failures,
                    "problem"_a =
                        fmt::format("{}: {}", termination_name(game.result.termination), game.problem)));
        }
    }

    void decide() {
        if (over_ || !settings_.sprt) return;
        if (sprt_verdict(*settings_.sprt, llr_of(end_.standings, *settings_.sprt)) == SprtVerdict::kGoesOn)
            return;
        end_.reason = MatchEnd::Reason::kSprt;
        over_ = true;
    }

    void give_up(const Error& problem) {
        const std::lock_guard lock(mutex_);
        give_up_locked(problem);
    }

    void give_up_locked(const Error& problem) {
        if (over_) return;
        end_.reason = MatchEnd::Reason::kFailed;
        end_.problem = problem;
        over_ = true;
    }

    const Settings& settings_;
    const games::Spec& spec_;
    const Schedule& schedule_;
    const Openings& openings_;
    Listener& listener_;
    const std::atomic<bool>& interrupt_;

    std::mutex mutex_;
    std::atomic<bool> over_{false};  ///< decided or failed: games under way are dropped
    std::size_t next_ = 0;           ///< games handed out, those already played included
    std::set<std::pair<std::size_t, std::size_t>> played_;  ///< read from the file
    std::vector<int> failures_;                             ///< in a row, of each engine
    std::optional<Archive> archive_;
    MatchEnd end_;
};

Status check_options(const EngineConfig& config, const Identity& identity) {
    const auto lower = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
        return text;
    };
    if (identity.options.empty()) return Done{};  // it does not tell
    std::vector<std::string_view> names;
    std::set<std::string> known;
    for (const auto& [name, rest] : identity.options) {
        names.push_back(name);
        known.insert(lower(name));
    }
    for (const auto& [name, value] : config.options)
        if (!known.contains(lower(name)))
            return error<"match.no-option">("option"_a = name,
                                            "suggestion"_a = games::suggestion(name, names));
    return Done{};
}

}  // namespace

Result<std::unique_ptr<Engine>> checked_engine(const EngineConfig& config, const games::Spec& spec,
                                               Milliseconds timeout) {
    auto engine = start_engine(config, timeout);
    if (!engine) return error<"match.engine">("engine"_a = config.name, "problem"_a = engine.error());
    if (auto known = check_options(config, (*engine)->identity()); !known)
        return error<"match.engine">("engine"_a = config.name, "problem"_a = known.error());
    if (auto prepared = (*engine)->prepare(spec); !prepared)
        return error<"match.engine">("engine"_a = config.name, "problem"_a = prepared.error());
    return engine;
}

double llr_of(const Standings& standings, const Sprt& sprt) {
    return log_likelihood_ratio(standings.scores(0), sprt.elo0, sprt.elo1);
}

Result<MatchEnd> run_match(const Settings& settings, Listener& listener, const std::atomic<bool>& interrupt) {
    const auto spec = games::parse_spec(settings.game);
    if (!spec) return spec.error();
    const auto openings = Openings::create(settings.openings, *spec, settings.seed);
    if (!openings) return openings.error();
    for (const auto& config : settings.engines)
        if (const auto engine = checked_engine(config, *spec, settings.timeout); !engine)
            return engine.error();
    const auto games = settings.games.value_or(settings.sprt ? kMostSprtGames : kDefaultGames);
    const Schedule schedule(*spec, static_cast<int>(settings.engines.size()), settings.gauntlet, games);
    Match match(settings, *spec, schedule, *openings, listener, interrupt);
    if (auto prepared = match.prepare_archive(); !prepared) return prepared.error();
    return match.run();
}

}  // namespace stockade::match
