// SolutionOf<P>: the solution for one position type, layer by layer. A layer is all positions with the same
// number of walls on the board; placing a wall leads into the next layer, which is solved before. For each
// set of walls and each way the hands can be left, all placements of the pawns are solved together
// (search/retrograde.h).
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/large_array.h"
#include "base/messages/solve.h"
#include "games/position_reader.h"
#include "search/retrograde.h"
#include "solve/solution.h"
#include "solve/wall_sets.h"

namespace stockade::solve {

/// A value in a byte, in the order in which the player who hands the position over likes it.
///   0         no such placement
///   1 .. 127  won for the side to move in 2n-1 turns
///   128       a draw
///   129 ..    lost in 2(255-n) turns
namespace code {
inline constexpr std::uint8_t kNone = 0;
inline constexpr std::uint8_t kDraw = 128;
inline constexpr int kLongest = 252;  ///< turns
/// `ends` as in search/retrograde.h.
constexpr std::uint8_t of_ends(int ends) {
    return static_cast<std::uint8_t>(ends % 2 ? 255 - (ends - 1) / 2 : ends / 2);
}
constexpr Value value(std::uint8_t byte) {
    if (byte == kDraw) return {};
    return byte < kDraw ? Value{Value::Kind::kWon, 2 * byte - 1}
                        : Value{Value::Kind::kLost, 2 * (255 - byte)};
}
/// The ends of a position whose best exit leads to this value: when it wins by it, or has to lose with it.
constexpr int ends_before(std::uint8_t byte) { return byte > kDraw ? 2 * (256 - byte) : 2 * byte + 1; }
}  // namespace code

/// Numbers for the placements of both pawns, neither on its goal.
template <class P>
class Placements {
public:
    explicit Placements(const P& like) {
        const auto& cells = like.shape().masks().cells;
        for (int player = 0; player < 2; ++player) {
            number_[player].fill(-1);
            cells.without(like.goal(games::player_at(player))).for_each([&](int cell) {
                number_[player][cell] = static_cast<std::int16_t>(cells_[player].size());
                cells_[player].push_back(cell);
            });
        }
        side_ = cells_[0].size();
    }
    std::size_t count() const { return side_ * side_; }
    bool has(int cell1, int cell2) const { return number_[0][cell1] >= 0 && number_[1][cell2] >= 0; }
    std::size_t number(int cell1, int cell2) const {
        return static_cast<std::size_t>(number_[0][cell1]) * side_ +
               static_cast<std::size_t>(number_[1][cell2]);
    }
    int cell(int player, std::size_t number) const {
        return cells_[player][player == 0 ? number / side_ : number % side_];
    }

private:
    std::array<std::array<std::int16_t, P::Shape::kCells>, 2> number_;
    std::array<std::vector<int>, 2> cells_;
    std::size_t side_ = 0;
};

/// The best that placing a wall does for each placement, as the exits of one set of walls.
template <class P>
class WallExits {
public:
    static constexpr bool kAny = true;
    using Set = typename P::Set;

    explicit WallExits(const Placements<P>& placements)
        : placements_(placements), next_(2 * placements.count()) {}

    /// `best[player]`: the best code that the player can hand over, by placement.
    void set(const std::array<std::vector<std::uint8_t>, 2>& best) {
        heads_.fill(kEnd);
        for (auto& of_player : held_) of_player.fill(Set{});
        last_ = 0;
        const auto count = static_cast<std::uint32_t>(placements_.count());
        for (int mover = 0; mover < 2; ++mover)
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint8_t byte = best[mover][i];
                if (byte == code::kNone) continue;
                held_[mover][placements_.cell(1 - mover, i)].set(placements_.cell(mover, i));
                if (byte == code::kDraw) continue;
                const std::uint32_t state = static_cast<std::uint32_t>(mover) * count + i;
                next_[state] = std::exchange(heads_[byte], state);
                last_ = std::max(last_, code::ends_before(byte));
            }
    }
    void set_playable(int player, const Set& cells) { playable_[player] = cells; }

    Set playable(int player) const { return playable_[player]; }
    Set held(int mover, int still) const { return held_[mover][still]; }
    int last() const { return last_; }
    template <class F>
    void wins(int ends, F&& visit) const {
        if (ends <= 2 * (255 - code::kDraw)) for_each(static_cast<std::size_t>(256 - ends / 2), visit);
    }
    template <class F>
    void opens(int ends, F&& visit) const {
        if (ends < 2 * code::kDraw) for_each(static_cast<std::size_t>((ends - 1) / 2), visit);
    }

private:
    static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

    template <class F>
    void for_each(std::size_t byte, F& visit) const {
        const auto count = static_cast<std::uint32_t>(placements_.count());
        for (std::uint32_t state = heads_[byte]; state != kEnd; state = next_[state]) {
            const int mover = state >= count;
            const std::size_t i = state % count;
            visit(mover, placements_.cell(1 - mover, i), placements_.cell(mover, i));
        }
    }

    const Placements<P>& placements_;
    std::array<Set, 2> playable_;
    std::array<std::array<Set, P::Shape::kCells>, 2> held_;
    std::array<std::uint32_t, 256> heads_;  // lists of states by their byte
    std::vector<std::uint32_t> next_;
    int last_ = 0;
};

template <class P>
class SolutionOf final : public Solution {
public:
    SolutionOf(std::string text, games::Spec spec, const P& root)
        : spec_(std::move(spec)),
          root_position_(root),
          placements_(root),
          sets_(root.shape(), root.walls(), hand(0) == hand(1)) {
        root_ = std::move(text);
        for (const Mapping& mapping : sets_.mappings()) images_.push_back(images_under(mapping));
        estimate_needs();
    }

    Needs needs() const override { return needs_; }

    Status prepare(double max_bytes) override {
        if (!layers_.empty()) return Done{};
        if (const auto fits = check(max_bytes, &error<"solve.memory-about">); !fits) return fits;
        if (const auto listed = sets_.enumerate(most_walls()); !listed) return listed;
        needs_ = {};
        for (int walls = 0; walls <= sets_.largest(); ++walls)
            add_needs(walls, static_cast<double>(sets_.count(walls)));
        if (const auto fits = check(max_bytes, &error<"solve.memory">); !fits) return fits;
        for (int walls = 0; walls <= sets_.largest(); ++walls) {
            layers_.emplace_back(sets_.count(walls) * splits(walls) * block_bytes());
            parts_ += sets_.count(walls);
        }
        return Done{};
    }

    Seconds duration(int threads) const override {
        // Exits make a set of walls about three times as dear as a race without them, as measured on 5x5 to
        // 9x9.
        constexpr double kExitsCost = 3;
        constexpr int kRuns = 20;
        search::Retrograde<P> backwards;
        search::NoExits none;
        Seconds least = Seconds::max();
        for (int i = 0; i < kRuns; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            backwards.set_walls(root_position_);
            backwards.run(root_position_, none, [](int, int, int, int) {});
            least = std::min<Seconds>(least, std::chrono::steady_clock::now() - begin);
        }
        return least * kExitsCost * needs_.positions / static_cast<double>(block_bytes()) / threads;
    }

    Status solve(int threads, const search::StopSignal& stop,
                 const std::function<void(std::size_t, std::size_t)>& progress) override {
        std::size_t before = 0;  // parts of the layers before this one
        for (int walls = sets_.largest(); walls >= 0; --walls) {
            const std::size_t count = sets_.count(walls);
            if (done_ < before + count) {
                std::atomic<std::size_t> next{done_ - before};
                std::vector<std::thread> helpers;
                for (int i = 1; i < threads; ++i)
                    helpers.emplace_back([&] { work(walls, before, next, stop, nullptr); });
                work(walls, before, next, stop, progress ? &progress : nullptr);
                for (std::thread& helper : helpers) helper.join();
                done_ = before + std::min(next.load(), count);
                if (too_long_) return error<"solve.win-too-long">("turns"_a = code::kLongest);
                if (done_ < before + count) return Done{};
            }
            before += count;
        }
        return Done{};
    }
    bool complete() const override { return parts_ > 0 && done_ == parts_; }
    std::pair<std::size_t, std::size_t> done() const override { return {done_, parts_}; }

    /// The value of a position that follows the root; nothing when this one cannot.
    std::optional<Value> value(const P& p) const {
        assert(complete());
        if (!follows(p)) return std::nullopt;
        if (p.over()) return Value{Value::Kind::kLost, 0};
        const Place place = sets_.find(p.walls().without(root_position_.walls()));
        const auto mapping = static_cast<std::size_t>(place.mapping);
        const bool swap = sets_.mappings()[mapping].swap;
        const int walls = placed(p, 0) + placed(p, 1);
        const int mover = games::index(p.to_move());
        const std::size_t placement =
            placements_.number(p.pawn(games::Player::kOne), p.pawn(games::Player::kTwo));
        return code::value(
            half(walls, place.slot, placed(p, swap), swap ? 1 - mover : mover)[images_[mapping][placement]]);
    }

    Status covers(std::string_view position) const override {
        const auto p = read(position);
        if (!p) return p.error();
        return Done{};
    }
    Result<Value> value(std::string_view position) const override {
        const auto p = read(position);
        if (!p) return p.error();
        return *value(*p);
    }
    Result<std::vector<Turn>> turns(std::string_view position) const override {
        const auto p = read(position);
        if (!p) return p.error();
        std::vector<Turn> turns;
        typename P::Actions actions;
        p->generate(typename P::Context(*p), actions);
        for (const games::Action action : actions) {
            P next = *p;
            next.play(action);
            Value after = *value(next);
            if (after.kind != Value::Kind::kDrawn)
                after = {after.kind == Value::Kind::kWon ? Value::Kind::kLost : Value::Kind::kWon,
                         after.actions + 1};
            turns.push_back({games::TextOf<P>::action(*p, action), after});
        }
        std::stable_sort(turns.begin(), turns.end(),
                         [](const Turn& a, const Turn& b) { return a.value.score() > b.value.score(); });
        return turns;
    }

protected:
    Status transfer(const std::function<Status(std::uint8_t*, std::size_t)>& piece,
                    std::size_t parts) override {
        std::size_t left = parts;
        for (int walls = sets_.largest(); walls >= 0 && left > 0; --walls) {
            const std::size_t count = std::min(left, sets_.count(walls));
            if (auto moved = piece(&layers_[static_cast<std::size_t>(walls)][0],
                                   count * splits(walls) * block_bytes());
                !moved)
                return moved;
            left -= count;
        }
        done_ = parts;
        return Done{};
    }

private:
    using Set = typename P::Set;
    using Bytes = std::vector<std::uint8_t>;

    /// The memory that one thread needs to solve sets of walls.
    struct Worker {
        explicit Worker(const SolutionOf& solution) : exits(solution.placements_) {
            for (auto& of_mapping : handed)
                for (auto& bytes : of_mapping) bytes.resize(solution.placements_.count());
        }
        search::Retrograde<P> backwards;
        WallExits<P> exits;
        std::array<std::array<Bytes, 2>, kMaxMappings> handed;  // by mapping and player who places
    };

    int hand(int player) const { return root_position_.hand(games::player_at(player)); }
    /// How many walls the player has placed since the root; negative when `p` cannot follow it.
    int placed(const P& p, int player) const { return hand(player) - p.hand(games::player_at(player)); }
    bool follows(const P& p) const {
        const auto added = p.walls().without(root_position_.walls());
        return p.shape() == root_position_.shape() && p.rules() == root_position_.rules() &&
               p.walls() == (root_position_.walls() | added) && placed(p, 0) >= 0 && placed(p, 1) >= 0 &&
               placed(p, 0) + placed(p, 1) == added.count();
    }
    int most_walls() const { return hand(0) + hand(1); }
    /// The number of ways to divide the placed walls between the two hands, and player 1's smallest share.
    int fewest_by_first(int walls) const { return std::max(0, walls - hand(1)); }
    std::size_t splits(int walls) const {
        return static_cast<std::size_t>(std::min(walls, hand(0)) - fewest_by_first(walls) + 1);
    }
    std::size_t block_bytes() const { return 2 * placements_.count(); }
    /// The bytes of one set of walls, of which player 1 placed so many, by placement.
    const std::uint8_t* half(int walls, std::size_t slot, int by_first, int mover) const {
        const std::size_t block =
            slot * splits(walls) + static_cast<std::size_t>(by_first - fewest_by_first(walls));
        return &layers_[static_cast<std::size_t>(walls)]
                       [block * block_bytes() + static_cast<std::size_t>(mover) * placements_.count()];
    }

    void add_needs(int walls, double sets) {
        const double blocks = sets * static_cast<double>(splits(walls));
        needs_.wall_sets += sets;
        needs_.positions += blocks * static_cast<double>(block_bytes());
        needs_.bytes += blocks * static_cast<double>(block_bytes()) + sets * sets_.kEntryBytes;
    }
    void estimate_needs() {
        const auto counts = sets_.estimate(most_walls());
        for (int walls = 0; walls <= most_walls(); ++walls)
            add_needs(walls, counts[static_cast<std::size_t>(walls)]);
    }
    using TooLarge = Error (*)(detail::Bound<"megabytes">, detail::Bound<"positions">,
                               detail::Bound<"allowed">);
    Status check(double max_bytes, TooLarge too_large) const {
        if (needs_.bytes <= max_bytes) return Done{};
        return too_large("megabytes"_a = fmt::format("{:.3g}", needs_.bytes / 1e6),
                         "positions"_a = fmt::format("{:.3g}", needs_.positions),
                         "allowed"_a = fmt::format("{:.0f}", max_bytes / 1e6));
    }

    /// The number that each placement has under a mapping.
    std::vector<std::uint32_t> images_under(const Mapping& mapping) const {
        std::vector<std::uint32_t> images(placements_.count());
        for (std::size_t i = 0; i < images.size(); ++i) {
            int first = board::apply(root_position_.shape(), mapping.symmetry, placements_.cell(0, i));
            int second = board::apply(root_position_.shape(), mapping.symmetry, placements_.cell(1, i));
            if (mapping.swap) std::swap(first, second);
            images[i] = static_cast<std::uint32_t>(placements_.number(first, second));
        }
        return images;
    }

    void work(int walls, std::size_t before, std::atomic<std::size_t>& next, const search::StopSignal& stop,
              const std::function<void(std::size_t, std::size_t)>* progress) {
        constexpr std::size_t kAtOnce = 16;
        Worker worker(*this);
        const std::size_t count = sets_.count(walls);
        while (!stop.stopped() && !too_long_) {
            const std::size_t begin = next.fetch_add(kAtOnce);
            if (begin >= count) break;
            for (std::size_t slot = begin; slot < std::min(begin + kAtOnce, count); ++slot)
                solve_walls(worker, walls, slot);
            if (progress) (*progress)(before + begin, parts_);
        }
    }

    void solve_walls(Worker& worker, int walls, std::size_t slot) {
        const auto all = sets_.walls(walls, slot);
        const auto& from = root_position_;
        const P like(from.shape(), from.rules(), {0, 0},
                     {from.pawn(games::Player::kOne), from.pawn(games::Player::kTwo)}, all, from.to_move());
        worker.backwards.set_walls(like);
        const auto open = like.passages();
        std::array<Set, 2> playable;
        for (int player = 0; player < 2; ++player) {
            playable[player] = open.flood(like.goal(games::player_at(player)));
            worker.exits.set_playable(player, playable[player]);
        }
        std::vector<Place> after;
        if (walls < std::min(most_walls(), sets_.largest()))
            board::fitting(like.shape(), all).for_each([&](board::Wall wall) {
                auto added = all.without(from.walls());
                added.add(wall);
                after.push_back(sets_.find(added));
            });

        for (std::size_t split = 0; split < splits(walls); ++split) {
            const int by_first = fewest_by_first(walls) + static_cast<int>(split);
            auto* const block = const_cast<std::uint8_t*>(half(walls, slot, by_first, 0));
            clear(block, playable);
            worker.exits.set(best_handed(worker, after, walls, by_first));
            worker.backwards.run(like, worker.exits, [&](int mover, int still, int cell, int ends) {
                const int first = mover == 0 ? cell : still;
                const int second = mover == 0 ? still : cell;
                if (ends == 1 || !placements_.has(first, second)) return;
                if (ends > code::kLongest + 1) too_long_ = true;
                block[static_cast<std::size_t>(mover) * placements_.count() +
                      placements_.number(first, second)] = code::of_ends(ends);
            });
        }
    }
    /// Every possible placement is a draw until something else is found.
    void clear(std::uint8_t* block, const std::array<Set, 2>& playable) const {
        for (std::size_t i = 0; i < placements_.count(); ++i) {
            const int first = placements_.cell(0, i);
            const int second = placements_.cell(1, i);
            const bool possible = first != second && playable[0].test(first) && playable[1].test(second);
            block[i] = block[placements_.count() + i] = possible ? code::kDraw : code::kNone;
        }
    }

    /// For each player the best value that a wall hands over, by placement.
    const std::array<Bytes, 2>& best_handed(Worker& worker, const std::vector<Place>& after, int walls,
                                            int by_first) const {
        for (std::size_t m = 0; m < images_.size(); ++m)
            for (Bytes& bytes : worker.handed[m]) std::fill(bytes.begin(), bytes.end(), code::kNone);
        const int by_second = walls - by_first;
        for (int player = 0; player < 2; ++player) {
            if ((player == 0 ? by_first : by_second) == hand(player)) continue;
            const int then_first = by_first + (player == 0);
            const int then_second = by_second + (player == 1);
            for (const Place& place : after) {
                const auto m = static_cast<std::size_t>(place.mapping);
                const bool swap = sets_.mappings()[m].swap;
                const std::uint8_t* const values =
                    half(walls + 1, place.slot, swap ? then_second : then_first, swap ? player : 1 - player);
                // First under each mapping by itself: whole rows of bytes at once.
                std::uint8_t* const best = worker.handed[m][static_cast<std::size_t>(player)].data();
                const std::size_t count = placements_.count();
                for (std::size_t i = 0; i < count; ++i) best[i] = std::max(best[i], values[i]);
            }
            Bytes& best = worker.handed[0][static_cast<std::size_t>(player)];
            for (std::size_t m = 1; m < images_.size(); ++m) {
                const Bytes& mapped = worker.handed[m][static_cast<std::size_t>(player)];
                for (std::size_t i = 0; i < best.size(); ++i)
                    best[i] = std::max(best[i], mapped[images_[m][i]]);
            }
        }
        return worker.handed[0];
    }

    Result<P> read(std::string_view position) const {
        const auto fields = games::PositionFields::parse(position);
        if (!fields) return fields.error();
        const auto spec = games::parse_spec(fields->spec());
        if (!spec) return spec.error();
        if (!(*spec == spec_))
            return error<"solve.other-game">("game"_a = spec->str(), "solved"_a = spec_.str());
        auto p = games::TextOf<P>::read(*spec, *fields);
        if (p && !follows(*p)) return error<"solve.cannot-follow">("position"_a = root_);
        return p;
    }

    games::Spec spec_;
    P root_position_;
    Placements<P> placements_;
    WallSets<typename P::Shape> sets_;
    std::vector<std::vector<std::uint32_t>> images_;  // by mapping and placement
    Needs needs_;
    std::vector<LargeArray<std::uint8_t>> layers_;  // by walls: set, split, mover, placement
    std::size_t parts_ = 0;                         // sets of walls, all layers
    std::size_t done_ = 0;                          // of these, those with most walls first
    std::atomic<bool> too_long_{false};
};

}  // namespace stockade::solve
