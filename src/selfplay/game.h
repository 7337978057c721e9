// Plays one self-play game after another: searches, plays, and hands over the samples of finished games. It
// pauses at every leaf that has to be evaluated and goes on with the evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "selfplay/channel.h"
#include "selfplay/openings.h"
#include "selfplay/settings.h"
#include "selfplay/shard.h"

namespace stockade::selfplay {

/// Remembers the keys of recent positions, to tell how many are new. Shared by all threads; now and then a
/// key is lost, which does not matter.
class RecentKeys {
public:
    RecentKeys() : keys_(std::size_t{1} << kBits) {}
    bool is_new(std::uint64_t key) {
        auto& place = keys_[key >> (64 - kBits)];
        return place.exchange(key, std::memory_order_relaxed) != key;
    }

private:
    static constexpr int kBits = 22;
    std::vector<std::atomic<std::uint64_t>> keys_;
};

/// Results of both games of each pair, where two networks meet.
class Pairs {
public:
    explicit Pairs(std::uint64_t games) : first_(games / 2 + 1) {}
    /// Half points of the first network in one game. Returns those of the pair when it is complete, else -1.
    int add(std::uint64_t game, int half_points) {
        const int before = first_[game / 2].exchange(half_points + 1, std::memory_order_acq_rel);
        return before == 0 ? -1 : before - 1 + half_points;
    }

private:
    std::vector<std::atomic<int>> first_;  // 0: neither game is finished
};

/// The state that all games of a run share.
template <class P>
struct Shared {
    Shared(const Settings& its_settings, const SearchPlan& its_plan, const Layout& its_layout,
           const P& its_start, Counters& its_counters, RecentKeys& its_recent)
        : settings(its_settings),
          plan(its_plan),
          layout(its_layout),
          start(its_start),
          counters(its_counters),
          recent(its_recent) {}

    const Settings& settings;
    const SearchPlan& plan;
    const Layout& layout;
    P start;
    Counters& counters;
    RecentKeys& recent;
    ShardWriter* shards = nullptr;
    Pairs* pairs = nullptr;
    std::atomic<std::uint64_t> started{0};
    std::atomic<bool> failed{false};
    std::mutex failure_mutex;
    std::optional<Error> failure;

    void fail(Error problem) {
        const std::lock_guard lock(failure_mutex);
        if (!failed.exchange(true)) failure = std::move(problem);
    }
};

template <games::Game P>
class SelfPlay {
public:
    using Tensors = games::TensorsOf<P>;

    SelfPlay(Shared<P>& shared, Oracle<P>& oracle, std::uint64_t seed)
        : shared_(shared), oracle_(oracle), random_(seed), search_(shared.plan) {
        planes_.resize(shared.layout.plane_bytes());
        start_game();
    }

    /// No game is being played and none will be.
    bool idle() const { return idle_; }
    GumbelSearch<P>& search() { return search_; }
    /// Which of two networks is to evaluate the leaf.
    int network() const { return network_; }

    /// Goes on after search().answer(), until the next leaf.
    void advance() {
        while (!idle_ && !search_.advance()) finish_search();
    }
    const P& position() const { return position_; }
    std::uint64_t number() const { return number_; }
    /// Keys of the positions before this one.
    const std::vector<std::uint64_t>& earlier() const { return earlier_; }
    /// Plays an action that somebody else has chosen, whatever was searched.
    void play(games::Action action) {
        shared_.counters.actions.fetch_add(1, std::memory_order_relaxed);
        go_on(action);
    }

private:
    const Settings& settings() const { return shared_.settings; }

    void start_game() {
        const std::uint64_t number = shared_.started.fetch_add(1, std::memory_order_relaxed);
        if (settings().games && number >= settings().games) {
            idle_ = true;
            return;
        }
        number_ = number;
        plays_out_ = settings().versus || settings().resign_below <= 0 ||
                     static_cast<int>(random_.below(100)) < settings().play_out;
        Random paired(mix64(settings().seed) + number / 2 * 0x1000003);
        do {
            const auto begin =
                settings().versus
                    ? random_opening(shared_.start, 0, settings().opening_actions, paired)
                    : random_opening(shared_.start, settings().variety, settings().opening_actions, random_);
            position_ = begin.position;
            standard_ = begin.standard;
        } while (settle());
        context_.emplace(position_);
        samples_.clear();
        movers_.clear();
        earlier_.clear();
        played_ = 0;
        hopeless_ = 0;
        resigning_ = -1;
        start_search();
    }

    void start_search() {
        if constexpr (games::Stochastic<P>)
            if (position_.to_move() == games::Player::kChance) roll();
        network_ = settings().versus ? network_of(games::index(position_.to_move())) : 0;
        search_.begin(position_, *context_, random_, oracle_, settings().versus ? 0 : settings().noise);
    }

    void roll() requires(games::Stochastic<P>) {
        // The position before the roll becomes a sample too: its value is what the player can expect.
        if (shared_.shards) {
            samples_.entry_counts.push_back(0);
            samples_.values.resize(samples_.values.size() + static_cast<std::size_t>(shared_.layout.values));
            add_sample(games::index(position_.turn_of()));
        }
        const P before = position_;
        const games::Action face = games::random_action(position_, *context_, random_);
        position_.play(face);
        context_->follow(before, face, position_);
    }

    /// Two networks sit by turns, and change places from game to game.
    int network_of(int player) const { return (player ^ static_cast<int>(number_)) & 1; }

    void finish_search() {
        shared_.counters.actions.fetch_add(1, std::memory_order_relaxed);
        if (shared_.recent.is_new(position_.key()))
            shared_.counters.distinct.fetch_add(1, std::memory_order_relaxed);
        const int mover = games::index(position_.to_move());
        const float value = record(mover);
        if (!settings().versus && gives_up(mover, value)) {
            end_game(1 - mover, false);
            return;
        }
        go_on(search_.best());
    }

    void go_on(games::Action action) {
        const P before = position_;
        earlier_.push_back(before.key());
        position_.play(action);
        ++played_;
        if (const games::Outcome outcome = position_.outcome(); outcome.over) {
            end_game(winner_of(outcome), true);
        } else if (played_ >= settings().max_actions * P::kPlayers / 2) {
            end_game(-1, true);
        } else if (const auto known = settle()) {
            const int winner = games::index(position_.to_move()) ^ (known->value < 0);
            shared_.counters.solved.fetch_add(1, std::memory_order_relaxed);
            end_game(known->value == 0 ? -1 : winner, false, known->actions);
        } else {
            context_->follow(before, action, position_);
            start_search();
        }
    }

    /// -1 where several share the first place.
    static int winner_of(const games::Outcome& outcome) {
        const auto begin = outcome.shares.begin();
        const auto end = begin + P::kPlayers;
        const auto best = std::max_element(begin, end);
        return std::count(begin, end, *best) == 1 ? static_cast<int>(best - begin) : -1;
    }

    /// A solved position ends the game, unless the game is one of those that are played out.
    std::optional<Known> settle() { return plays_out_ ? std::nullopt : oracle_.ask(position_); }

    /// Keeps the sample of the search just finished; returns the value of its root for the mover.
    float record(int mover) {
        const auto turn = Tensors::perspective(position_);
        const std::size_t first = samples_.entries.size();
        float total = 0;
        const bool kept = shared_.shards != nullptr;
        weights_.clear();
        const auto found = search_.improved_policy([&](games::Action action, float share) {
            if (!kept || share < kLeastShare) return;
            weights_.push_back({action.id, share});
            total += share;
        });
        const float value = found[static_cast<std::size_t>(mover)];
        if (!kept) return value;
        for (const auto& [id, share] : weights_) {
            const auto seen = Tensors::apply(position_, games::Action{id}, turn);
            samples_.entries.push_back(
                {seen.id, static_cast<std::uint16_t>(std::lround(65'535 * share / total))});
        }
        samples_.entry_counts.push_back(static_cast<std::uint16_t>(samples_.entries.size() - first));
        const auto values = static_cast<std::size_t>(shared_.layout.values);
        std::array<std::int16_t, P::kPlayers> numbers{};
        for (std::size_t i = 0; i < values; ++i) {
            const float of = found[(static_cast<std::size_t>(mover) + i) % P::kPlayers];
            numbers[i] = static_cast<std::int16_t>(std::lround(32'767 * std::clamp(of, -1.0f, 1.0f)));
        }
        const std::span seen(numbers.data(), values);
        // Before the roll nothing was searched: what came of it is as good a guess as any.
        if (const std::size_t n = samples_.size(); n && samples_.entry_counts[n - 1] == 0)
            std::copy(seen.begin(), seen.end(), samples_.values.end() - static_cast<std::ptrdiff_t>(values));
        samples_.values.insert(samples_.values.end(), seen.begin(), seen.end());
        add_sample(mover);
        return value;
    }
    /// Adds a sample of the position. The caller adds values and policy.
    void add_sample(int mover) {
        Tensors::encode(position_, planes_);
        const std::size_t at = samples_.positions.size();
        samples_.positions.resize(at + shared_.layout.packed_bytes());
        pack(shared_.layout, planes_, samples_.positions.data() + at);
        samples_.verdicts.emplace_back();
        movers_.push_back(static_cast<std::uint8_t>(mover));
    }

    /// Whether the mover resigns: both sides have long agreed that it is lost.
    bool gives_up(int mover, float value) {
        if (P::kPlayers > 2) return false;
        const int loser = value <= -settings().resign_below  ? mover
                          : value >= settings().resign_below ? 1 - mover
                                                             : -1;
        if (loser < 0 || loser != hopeless_side_) hopeless_ = 0;
        hopeless_side_ = loser;
        if (loser < 0 || ++hopeless_ < settings().resign_after || loser != mover) return false;
        if (resigning_ < 0) resigning_ = mover;
        if (plays_out_) return false;
        shared_.counters.resigned.fetch_add(1, std::memory_order_relaxed);
        return true;
    }

    /// `winner`: -1 for a draw. `played`: to the very end, so that lengths and margins are true.
    /// `left`: actions that best play would still have taken.
    void end_game(int winner, bool played, int left = 0) {
        auto& counters = shared_.counters;
        const auto count = [](std::atomic<std::uint64_t>& counter, std::uint64_t by = 1) {
            counter.fetch_add(by, std::memory_order_relaxed);
        };
        count(counters.games);
        count(counters.game_actions, static_cast<std::uint64_t>(played_));
        if (winner < 0)
            count(counters.draws);
        else if (standard_)
            count(winner == 0 ? counters.first_wins : counters.second_wins);
        if (plays_out_ && resigning_ >= 0) {
            count(counters.checked);
            if (winner != 1 - resigning_) count(counters.mistaken);
        }
        if (settings().versus) {
            const bool won = winner >= 0 && network_of(winner) == 0;
            if (winner >= 0) count(won ? counters.wins : counters.losses);
            const int points = shared_.pairs->add(number_, winner < 0 ? 1 : won ? 2 : 0);
            if (points >= 0) count(counters.pairs[points]);
        } else if (shared_.shards) {
            hand_over(winner, played, left);
        }
        start_game();
    }

    void hand_over(int winner, bool played, int left) {
        const auto n = static_cast<int>(samples_.size());
        const int margin = played && winner >= 0 ? margin_of(winner) : kUnknownMargin;
        for (int i = 0; i < n; ++i) {
            Verdict& verdict = samples_.verdicts[i];
            const bool won = winner == movers_[i];
            if (P::kPlayers == 2)
                verdict.outcome = static_cast<std::int8_t>(winner < 0 ? 0 : won ? 1 : -1);
            else
                verdict.outcome = static_cast<std::int8_t>(
                    winner < 0 ? -1 : (winner - movers_[i] + P::kPlayers) % P::kPlayers);
            const int turns = n - i + left;
            if ((played && winner >= 0) || left) verdict.turns = static_cast<std::uint16_t>(turns);
            if (margin != kUnknownMargin)
                verdict.margin = static_cast<std::int8_t>(std::clamp(won ? margin : -margin, -127, 127));
        }
        shared_.counters.samples.fetch_add(static_cast<std::uint64_t>(n), std::memory_order_relaxed);
        if (const auto done = shared_.shards->add(samples_); !done) shared_.fail(done.error());
    }

    /// In two-player Quoridor: the distance of the loser's pawn from its goal.
    int margin_of(int winner) const {
        if constexpr (detail::kIsQuoridor<P> && P::kPlayers == 2) {
            const auto loser = games::player_at(1 - winner);
            return position_.passages().distance(P::Set::single(position_.pawn(loser)),
                                                 position_.goal(loser));
        } else {
            return kUnknownMargin;
        }
    }

    static constexpr float kLeastShare = 1.0f / 4096;

    struct Weight {
        std::uint16_t id;
        float share;
    };

    Shared<P>& shared_;
    Oracle<P>& oracle_;
    Random random_;
    GumbelSearch<P> search_;
    P position_{};
    std::optional<typename P::Context> context_;
    std::uint64_t number_ = 0;
    bool standard_ = true;
    bool idle_ = false;
    bool plays_out_ = false;
    int network_ = 0;
    int played_ = 0;
    int hopeless_ = 0;        // searches in a row that agree on the loser
    int hopeless_side_ = -1;  // who that is
    int resigning_ = -1;      // who would have resigned first
    Samples samples_;
    std::vector<std::uint8_t> movers_;
    std::vector<std::uint64_t> earlier_;
    std::vector<Weight> weights_;
    std::vector<std::uint8_t> planes_;
};

}  // namespace stockade::selfplay
