// A run of self-play for one type of position: threads, games in progress, and the source of evaluations.
#pragma once

#include <chrono>
#include <deque>
#include <thread>

#include "base/messages/file.h"
#include "base/messages/selfplay.h"
#include "engine/network_evaluator.h"
#include "games/position_reader.h"
#include "net/features/all.h"
#include "search/heuristics/all.h"
#include "selfplay/game.h"
#include "selfplay/opponent.h"
#include "selfplay/parts.h"

namespace stockade::selfplay {

/// An evaluator that knows nothing, to measure everything else.
template <games::Game P>
class Noise {
public:
    struct EvalState {};

    explicit Noise(std::uint64_t seed) : random_(seed) {}

    static EvalState eval_state(const P& /*position*/) { return {}; }
    void rate(const P& /*position*/, EvalState /*eval_state*/, const typename P::Actions& actions,
              std::span<int> ratings) {
        for (int i = 0; i < actions.size(); ++i)
            ratings[static_cast<std::size_t>(i)] = static_cast<int>(random_.below(300));
    }
    std::array<float, P::kPlayers> shares(const P& /*position*/) {
        std::array<float, P::kPlayers> shares;
        for (float& share : shares) share = static_cast<float>(25 + random_.below(50)) / 100;
        if constexpr (P::kPlayers == 2) shares[1] = 1 - shares[0];
        return shares;
    }

private:
    Random random_;
};

/// Answers a search by an evaluator in this process (search/evaluator.h).
template <games::Game P, class Evaluator>
void answer_by(Evaluator& evaluator, GumbelSearch<P>& search) {
    const P& leaf = search.leaf();
    const auto& actions = search.leaf_actions();
    std::array<int, P::Actions::kCapacity> ratings;
    evaluator.rate(leaf, evaluator.eval_state(leaf), actions, ratings);
    std::array<float, P::Actions::kCapacity> logits;
    for (int i = 0; i < actions.size(); ++i) logits[i] = static_cast<float>(ratings[i]) / 100;
    typename GumbelSearch<P>::Values values;
    const auto shares = evaluator.shares(leaf);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 2 * shares[i] - 1;
    search.answer({logits.data(), static_cast<std::size_t>(actions.size())}, values);
}

/// For each way the board may be turned, which of a network's answers belongs to an action.
template <games::Game P>
class SeenActions {
public:
    explicit SeenActions(const P& position) {
        for (int i = 0; i < 8; ++i) {
            const board::Symmetry turn{(i & 4) != 0, (i & 2) != 0, (i & 1) != 0};
            auto& table = tables_[static_cast<std::size_t>(i)];
            if (turn.transpose && P::kPlayers == 2)
                continue;  // the mover of a game for two sees the board upright or half turned
            for (int id = 0; id < position.action_count(); ++id)
                table.push_back(
                    games::TensorsOf<P>::apply(position, games::Action{static_cast<std::uint16_t>(id)}, turn)
                        .id);
        }
    }
    const std::vector<std::uint16_t>& of(const P& position) const {
        const board::Symmetry turn = games::TensorsOf<P>::perspective(position);
        return tables_[static_cast<std::size_t>(4 * turn.transpose + 2 * turn.mirror + turn.flip)];
    }

private:
    std::array<std::vector<std::uint16_t>, 8> tables_;
};

template <games::Game P>
class Run {
public:
    Run(const Settings& settings, const games::Spec& spec)
        : settings_(settings),
          plan_(settings.search),
          start_(games::start_position<P>(spec)),
          layout_(layout_of(start_, spec.str())),
          seen_(start_) {}

    Result<Report> play(const std::function<bool(const Progress&)>& on_progress) {
        if (settings_.evaluator == EvaluatorKind::kNetwork)
            if (const auto loaded = load_network(); !loaded) return loaded.error();
        if (settings_.evaluator == EvaluatorKind::kChannel) {
            if (const auto made = channel_.create(settings_.channel, layout_, settings_.batch,
                                                  settings_.slots, settings_.threads);
                !made)
                return made.error();
        }
        const bool shared_memory = settings_.evaluator == EvaluatorKind::kChannel;
        Counters own_counters{};
        Counters& counters = shared_memory ? channel_.counters() : own_counters;
        RecentKeys recent;
        std::optional<ShardWriter> shards;
        if (!settings_.shards.empty() && !settings_.versus) {
            shards.emplace(layout_, settings_.shards, static_cast<std::size_t>(settings_.samples_per_shard));
            if (const auto opened = shards->open(); !opened) return opened.error();
        }
        Pairs pairs(settings_.versus ? settings_.games : 0);
        Shared<P> shared(settings_, plan_, layout_, start_, counters, recent);
        shared.shards = shards ? &*shards : nullptr;
        shared.pairs = &pairs;

        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        std::vector<std::thread> threads;
        for (int i = 0; i < settings_.threads; ++i)
            threads.emplace_back([this, &shared, i] {
                if (settings_.evaluator == EvaluatorKind::kChannel)
                    serve_channel(shared, i);
                else
                    serve_locally(shared, i);
                running_.fetch_sub(1, std::memory_order_acq_rel);
            });

        Report report;
        const auto elapsed = [&] { return Seconds(Clock::now() - begin); };
        auto next_progress = begin + 1s;
        while (running_.load(std::memory_order_acquire) > 0) {
            std::this_thread::sleep_for(5ms);
            if ((settings_.duration > 0s && elapsed() >= settings_.duration) ||
                (settings_.games && counters.games >= settings_.games) || shared.failed)
                stop(shared_memory);
            if (Clock::now() < next_progress) continue;
            next_progress += 1s;
            if (!on_progress(progress(counters, elapsed()))) {
                report.interrupted = true;
                stop(shared_memory);
            }
        }
        for (std::thread& thread : threads) thread.join();
        report.progress = progress(counters, elapsed());
        Status flushed = shards ? shards->flush() : Status(Done{});
        if (shared_memory) channel_.finish();
        if (shared.failed) return *shared.failure;
        if (!flushed) return flushed.error();
        report.game_actions = counters.game_actions;
        report.first_wins = counters.first_wins;
        report.second_wins = counters.second_wins;
        report.draws = counters.draws;
        report.resigned = counters.resigned;
        report.checked = counters.checked;
        report.mistaken = counters.mistaken;
        report.distinct = counters.distinct;
        report.solved = counters.solved;
        report.wins = counters.wins;
        report.losses = counters.losses;
        return report;
    }

private:
    Status load_network() {
        auto loaded = net::load_network(settings_.network);
        if (!loaded) return loaded.error();
        if constexpr (net::HasFeatures<P>) {
            if (const auto fits = net::check_fit<P>(*loaded, *games::parse_spec(layout_.spec)); !fits)
                return error<"file.problem">("file"_a = settings_.network, "problem"_a = fits.error());
        } else {
            return error<"selfplay.no-network">("file"_a = settings_.network, "game"_a = layout_.spec);
        }
        network_ = std::make_shared<const net::Network>(std::move(*loaded));
        return Done{};
    }
    static Progress progress(const Counters& counters, Seconds elapsed) {
        return {elapsed, counters.evaluations, counters.actions, counters.games, counters.samples};
    }
    std::uint64_t seed_of(int thread) const {
        return mix64(settings_.seed * 0x9e3779b9 + static_cast<std::uint64_t>(thread));
    }

    /// One game at a time, which keeps its tree in the cache.
    void serve_locally(Shared<P>& shared, int thread) {
        const auto serve = [&](auto evaluator) {
            Oracle<P> oracle;
            SelfPlay<P> game(shared, oracle, seed_of(thread));
            while (!game.idle() && !stop_.load(std::memory_order_relaxed)) {
                answer_by(evaluator, game.search());
                shared.counters.evaluations.fetch_add(1, std::memory_order_relaxed);
                game.advance();
            }
        };
        if constexpr (net::HasFeatures<P>)
            if (network_) return serve(engine::NetworkEvaluator<P>(network_));
        if (settings_.evaluator == EvaluatorKind::kRandom) return serve(Noise<P>(seed_of(thread) + 1));
        serve(search::ClassicEvaluator<P>{});
    }

    void serve_channel(Shared<P>& shared, int thread) {
        constexpr std::chrono::seconds kPatience{300};
        Oracle<P> oracle;
        search::ClassicEvaluator<P> heuristic;
        Opponent<P> engine(settings_.versus_engine);
        const int first = settings_.batch * thread / settings_.threads;
        const int last = settings_.batch * (thread + 1) / settings_.threads;
        std::deque<SelfPlay<P>> games;
        Random seeds(seed_of(thread));
        for (int i = 0; i < settings_.slots * (last - first); ++i)
            games.emplace_back(shared, oracle, seeds.next());
        std::vector<float> row(static_cast<std::size_t>(layout_.actions));
        std::array<float, P::Actions::kCapacity> logits;

        for (std::uint32_t round = 0;; ++round)
            for (int slot = 0; slot < settings_.slots; ++slot) {
                if (stop_.load(std::memory_order_relaxed)) return;
                if (round > 0) {
                    const auto wait = channel_.wait_answered(slot, round, kPatience);
                    if (wait == Channel::Wait::kGone) return shared.fail(error<"selfplay.evaluator-ended">());
                    if (wait == Channel::Wait::kAlone)
                        return shared.fail(error<"selfplay.no-evaluator">("file"_a = settings_.channel,
                                                                          "seconds"_a = kPatience.count()));
                    if (wait == Channel::Wait::kStopped) return;
                }
                for (int i = first; i < last; ++i) {
                    SelfPlay<P>& game = games[static_cast<std::size_t>(slot * (last - first) + i - first)];
                    if (game.idle()) continue;
                    auto& search = game.search();
                    if (round > 0) {
                        const auto& actions = search.leaf_actions();
                        const std::uint16_t* policy = channel_.policy(slot, i);
                        for (std::size_t j = 0; j < row.size(); ++j) row[j] = float_of(policy[j]);
                        const auto& seen = seen_.of(search.leaf());
                        for (int j = 0; j < actions.size(); ++j) logits[j] = row[seen[actions[j].id]];
                        search.answer({logits.data(), static_cast<std::size_t>(actions.size())},
                                      values_for(search.leaf(), channel_.values(slot, i)));
                        game.advance();
                    }
                    while (settings_.versus_heuristic && !game.idle() && game.network() == 1) {
                        answer_by(heuristic, search);
                        game.advance();
                    }
                    while (settings_.versus_engine > 0ms && !game.idle() && game.network() == 1)
                        game.play(engine.choose(game.position(), game.number(), game.earlier()));
                    if (game.idle()) continue;
                    games::TensorsOf<P>::encode(search.leaf(),
                                                {channel_.planes(slot, i), layout_.plane_bytes()});
                    *channel_.network(slot, i) = static_cast<std::uint8_t>(game.network());
                }
                if (round > 0)
                    shared.counters.evaluations.fetch_add(static_cast<std::uint64_t>(last - first),
                                                          std::memory_order_relaxed);
                channel_.filled_part(slot);
            }
    }

    /// The evaluator's values, which begin with the mover's, by player.
    static auto values_for(const P& leaf, const float* given) {
        if constexpr (P::kPlayers == 2) {
            return opposed(leaf, given[0]);
        } else {
            typename GumbelSearch<P>::Values values;
            for (int i = 0; i < P::kPlayers; ++i)
                values[static_cast<std::size_t>((games::index(leaf.to_move()) + i) % P::kPlayers)] = given[i];
            return values;
        }
    }

    /// Threads that wait for answers learn of it through the channel.
    void stop(bool shared_memory) {
        stop_ = true;
        if (shared_memory) channel_.stop();
    }

    const Settings& settings_;
    SearchPlan plan_;
    P start_;
    Layout layout_;
    SeenActions<P> seen_;
    Channel channel_;
    std::shared_ptr<const net::Network> network_;  // where one evaluates in this process
    std::atomic<bool> stop_{false};
    std::atomic<int> running_{settings_.threads};
};

template <std::size_t Part>
std::optional<Result<Report>> run_part(const Settings& settings, const games::Spec& spec,
                                       const std::function<bool(const Progress&)>& on_progress) {
    return games::with_game(spec, [&]<class P>(std::type_identity<P>) -> std::optional<Result<Report>> {
        if constexpr (games::kTypeNumber<P> % kRunParts == Part)
            return Run<P>(settings, spec).play(on_progress);
        else
            return std::nullopt;
    });
}

}  // namespace stockade::selfplay
