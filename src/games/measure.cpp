#include "games/measure.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "base/messages/perft.h"
#include "games/perft.h"
#include "games/position_reader.h"
#include "games/quoridor/playout.h"

namespace stockade::games {
namespace {

using Clock = std::chrono::steady_clock;

/// One turn from the root and what follows it.
template <Game P>
struct Branch {
    P position;
    typename P::Context context;
    std::string text;
    int left = 0;
    std::uint64_t count = 0;
};

/// All first turns, action by action.
template <Game P>
void collect(const P& position, const typename P::Context& context, const std::string& text, int depth,
             std::span<const int>& rolls, std::vector<Branch<P>>& branches) {
    typename P::Actions actions;
    if constexpr (Stochastic<P>) {
        if (position.to_move() == Player::kChance && !position.over()) {
            actions.add(position.action_of_roll(rolls[0]).id);
            rolls = rolls.subspan(1);
        }
    }
    if (actions.empty()) position.generate(context, actions);
    for (const Action action : actions) {
        std::string next_text = text;
        if (!next_text.empty()) next_text += TextOf<P>::separator(position);
        next_text += TextOf<P>::action(position, action);
        P next = position;
        next.play(action);
        typename P::Context next_context = context;
        next_context.follow(position, action, next);
        if (!next.turn_start()) {
            collect(next, next_context, next_text, depth, rolls, branches);
            continue;
        }
        const int left = depth - completed_turns(position, next);
        branches.push_back({next, next_context, std::move(next_text), left, left == 0 ? 1u : 0u});
    }
}

template <Game P>
PerftAnswer count_from(const P& root, const PerftRequest& request) {
    std::vector<Branch<P>> branches;
    std::span<const int> rolls = request.rolls;
    collect(root, typename P::Context(root), "", request.depth, rolls, branches);

    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    const auto work = [&] {
        PerftTable table(request.hash_megabytes / static_cast<std::size_t>(request.threads));
        for (std::size_t i; (i = next++) < branches.size();) {
            Branch<P>& branch = branches[i];
            if (branch.left > 0)
                branch.count = perft(branch.position, branch.context, branch.left, table, rolls);
            if (request.progress) request.progress(++done, branches.size());
        }
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < request.threads; ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();

    PerftAnswer answer;
    for (Branch<P>& branch : branches) {
        answer.total += branch.count;
        answer.by_turn.emplace_back(std::move(branch.text), branch.count);
    }
    return answer;
}

}  // namespace

Result<PerftAnswer> count_turns(const PerftRequest& request) {
    const auto fields = PositionFields::parse(request.position);
    if (!fields) return fields.error();
    const auto spec = parse_spec(fields->spec());
    if (!spec) return spec.error();
    if (request.depth < 1 || request.depth > kMaxPerftDepth)
        return error<"perft.depth">("max"_a = kMaxPerftDepth, "depth"_a = request.depth);
    if (spec->game().dice && static_cast<int>(request.rolls.size()) != request.depth)
        return error<"perft.rolls-count">("game"_a = spec->game().name, "rolls"_a = request.depth,
                                          "got"_a = request.rolls.size());
    if (!spec->game().dice && !request.rolls.empty())
        return error<"perft.no-dice">("game"_a = spec->game().name);
    for (const int roll : request.rolls)
        if (roll < 1 || roll > 4) return error<"perft.roll">("roll"_a = roll);
    return with_game(*spec, [&]<class P>(std::type_identity<P>) -> Result<PerftAnswer> {
        const auto root = read_position<P>(request.position);
        if (!root) return root.error();
        return count_from(*root, request);
    });
}

Result<RandomGames> play_random_games(std::string_view spec_text, Seconds least, std::uint64_t seed) {
    constexpr int kMaxActions = 100'000;  // random pawns can wander long
    const auto spec = parse_spec(spec_text);
    if (!spec) return spec.error();
    return with_game(*spec, [&]<class P>(std::type_identity<P>) -> Result<RandomGames> {
        const P start = start_position<P>(*spec);
        Random random(seed);
        RandomGames result;
        const auto begin = Clock::now();
        do {
            for (int i = 0; i < 16; ++i, ++result.games) {
                P position = start;
                result.actions += random_playout(position, random, kMaxActions);
            }
            result.elapsed = Clock::now() - begin;
        } while (result.elapsed < least);
        return result;
    });
}

}  // namespace stockade::games
