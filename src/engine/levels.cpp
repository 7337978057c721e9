#include "engine/levels.h"

#include <array>

namespace stockade::engine {
namespace {

using Levels = std::array<Level, kStrongest - 1>;

// Simulations, inverse_temperature and policy_only_share, chosen so that the steps come out even:
// docs/levels.md tells how even they are.

constexpr Levels kQuoridor{{
    {20, 1.0f, 0.75f},
    {20, 1.0f, 0.45f},
    {20, 1.0f, 0.15f},
    {32, 1.2f},
    {100, 3.2f},
    {220, 4.0f},
    {550, 5.0f},
    {1300, 6.0f},
    {4000, 8.0f},
}};
constexpr Levels kQuoridorWithNetwork{{
    {20, 1.0f, 0.75f},
    {20, 1.0f, 0.26f},
    {31, 1.15f},
    {100, 3.2f},
    {260, 4.2f},
    {750, 5.2f},
    {28, 4.4f, 0, EvaluatorKind::kNetwork},
    {170, 5.8f, 0, EvaluatorKind::kNetwork},
    {1300, 7.5f, 0, EvaluatorKind::kNetwork},
}};
// On the small board chance does more for a weak opponent.
constexpr Levels kQuoridorMini{{
    {20, 1.0f, 0.2f},
    {20, 1.0f, 0.05f},
    {30, 1.0f},
    {60, 2.4f},
    {130, 3.4f},
    {260, 4.2f},
    {600, 5.0f},
    {1300, 6.0f},
    {4000, 8.0f},
}};
constexpr Levels kTerritoires{{
    {20, 1.0f, 0.4f},
    {34, 1.4f},
    {50, 2.2f},
    {95, 3.1f},
    {200, 4.0f},
    {450, 4.9f},
    {1150, 5.9f},
    {3300, 7.5f},
    {10000, 9.5f},
}};
constexpr Levels kWallGoWithNetwork{{
    {20, 1.0f, 0.4f},
    {43, 1.9f},
    {87, 3.0f},
    {200, 4.0f},
    {560, 5.1f},
    {2000, 6.8f},
    {340, 6.2f, 0, EvaluatorKind::kNetwork},
    {1700, 7.8f, 0, EvaluatorKind::kNetwork},
    {6000, 9.0f, 0, EvaluatorKind::kNetwork},
}};
constexpr Levels kPinko{{
    {1, 0.72f, 1.0f},
    {1, 0.88f, 1.0f},
    {20, 1.0f, 0.95f},
    {20, 1.0f, 0.52f},
    {20, 1.0f, 0.12f},
    {35, 1.6f},
    {170, 3.8f},
    {950, 5.5f},
    {1900, 7.0f},
}};
constexpr Levels kBlockade{{
    {1, 0.87f, 1.0f},
    {20, 1.0f, 0.96f},
    {20, 1.0f, 0.8f},
    {20, 1.0f, 0.62f},
    {20, 1.0f, 0.3f},
    {36, 1.4f},
    {110, 3.2f},
    {550, 4.8f},
    {4500, 8.0f},
}};
constexpr Levels kQuoridor4Fun{{
    {1, 0.74f, 1.0f},
    {1, 0.82f, 1.0f},
    {1, 0.92f, 1.0f},
    {20, 1.0f, 0.93f},
    {20, 1.0f, 0.65f},
    {20, 1.0f, 0.37f},
    {32, 1.5f},
    {150, 3.6f},
    {1300, 6.0f},
}};

struct OfGame {
    std::string_view name;
    const Levels& levels;
};
constexpr std::array<OfGame, 6> kGames{{
    {"quoridor-mini", kQuoridorMini},
    {"territoires", kTerritoires},
    {"wallgo", kTerritoires},
    {"pinko", kPinko},
    {"blockade", kBlockade},
    {"quoridor4fun", kQuoridor4Fun},
}};
/// Those that play like these: a network knows one size and one number of players.
constexpr std::array<OfGame, 2> kGamesWithNetwork{{
    {"quoridor", kQuoridorWithNetwork},
    {"wallgo", kWallGoWithNetwork},
}};

const Levels& levels_of(const games::Spec& spec, bool network) {
    if (network)
        for (const OfGame& of : kGamesWithNetwork)
            if (spec.plays_like(*games::parse_spec(of.name))) return of.levels;
    for (const OfGame& of : kGames)
        if (spec.game().name == of.name) return of.levels;
    return kQuoridor;
}

}  // namespace

const Level& level_of(const games::Spec& spec, int level, bool network) {
    return levels_of(spec, network)[static_cast<std::size_t>(level - 1)];
}

}  // namespace stockade::engine
