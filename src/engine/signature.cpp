#include "engine/signature.h"

#include <vector>

#include "base/random.h"
#include "engine/engine.h"
#include "games/session.h"

namespace stockade::engine {
namespace {

struct Case {
    const char* spec;
    int depth;  // of alpha-beta; 0 where it does not play
};
constexpr Case kCases[] = {{"quoridor", 8},
                           {"quoridor-mini", 8},
                           {"pinko", 6},
                           {"blockade", 4},
                           {"wallgo", 5},
                           {"territoires", 5},
                           {"quoridor4fun", 0},
                           {"quoridor:players=3", 0},
                           {"quoridor:players=4", 0},
                           {"wallgo:players=3", 0}};

/// The start of a game and some positions that random turns lead to.
std::vector<games::Session> positions_of(std::string_view spec) {
    std::vector<games::Session> result;
    for (const int turns : {0, 6, 14}) {
        auto session = *games::Session::create(spec, 1);
        Random random(static_cast<std::uint64_t>(turns) + 5);
        for (int i = 0; i < turns && !session.outcome().over; ++i) {
            session.roll();
            do {
                const auto actions = session.actions();
                if (!session.play_action(actions[random.below(static_cast<std::uint32_t>(actions.size()))]))
                    break;
            } while (session.in_turn() && !session.outcome().over);
        }
        session.roll();
        if (!session.outcome().over) result.push_back(std::move(session));
    }
    return result;
}

}  // namespace

Result<std::uint64_t> signature(bool quick, const std::function<void(const SignatureRow&)>& on_row) {
    std::uint64_t sum = 0;
    for (const Case& test : kCases) {
        const auto positions = positions_of(test.spec);
        for (const auto algorithm : {Algorithm::kAlphaBeta, Algorithm::kTree}) {
            const bool tree = algorithm == Algorithm::kTree;
            if (!tree && test.depth == 0) continue;
            SignatureRow row{test.spec, tree ? 0 : test.depth - (quick ? 2 : 0)};
            for (const auto& session : positions) {
                Engine engine;
                Options options;
                options.algorithm = algorithm;
                options.hash_megabytes = 32;
                options.network = nullptr;  // networks come and go
                engine.set_options(options);
                search::SearchLimits limits;
                if (tree)
                    limits.nodes = quick ? 1000 : 10'000;
                else
                    limits.depth = row.depth;
                search::StopSignal stop;
                const auto info = engine.think(session, limits, stop, {});
                if (!info) return info.error();
                row.nodes += info->nodes;
                row.elapsed += info->elapsed;
                // The tree's simulations are given; how it spent them is not.
                sum += tree ? info->lines[0].visits : info->nodes;
            }
            if (on_row) on_row(row);
        }
    }
    return sum;
}

}  // namespace stockade::engine
