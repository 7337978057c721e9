// Engine: strong play in every game behind callbacks. Owns the searches and their memory; does no input or
// output and knows no protocol.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/levels.h"
#include "games/session.h"
#include "net/network.h"
#include "search/limits.h"

namespace stockade::engine {

/// How turns are found. The last two are yardsticks for matches and take no notice of levels or lines.
enum class Algorithm { kBest, kAlphaBeta, kTree, kBaseline, kRandom };

struct Options {
    int threads = 1;
    std::size_t hash_megabytes = 64;
    int lines = 1;  ///< how many best turns to tell of
    Algorithm algorithm = Algorithm::kBest;
    int level = kStrongest;  ///< 1 to kStrongest
    /// Decides between turns that are as good as each other in the opening, and what weaker levels overlook;
    /// 0: the same position is always answered alike, and the strongest level plays what it likes best.
    std::uint64_t seed = 0;
    /// Who judges positions: a network, or nobody but the hand-made evaluation when there is none in it.
    /// Nothing: the network that comes with the program for the game, where there is one. Which levels ask it
    /// is theirs to say.
    std::optional<std::shared_ptr<const net::Network>> network;
};

/// One line of play that the engine considers.
struct Variation {
    double win_probability = 0.5;  ///< for the player to move
    int score = 0;                 ///< hundredths of a step for the player to move
    int proven = 0;            ///< actions until a proven win (positive) or loss (negative); 0: not proven
    std::uint32_t visits = 0;  ///< by tree search
    std::vector<std::string> turns;  ///< whole turns; the first goes on from the turn under way
};

struct Thoughts {
    int depth = 0;
    int deepest = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int permille_full = 0;
    std::vector<Variation> variations;  ///< best first
};

/// What the hand-made evaluation counts in a position, for the player to move, and what each is worth.
struct Terms {
    std::vector<std::string_view> names;
    std::vector<int> counts;
    std::vector<int> weights;
};

/// An action and how promising it looks at first sight, as a share of all the actions together.
struct RatedAction {
    std::string action;
    double share = 0;
};

class Thinker;

class Engine {
public:
    Engine();
    ~Engine();

    const Options& options() const { return options_; }
    void set_options(const Options& options);
    /// Forgets what was learnt from earlier positions.
    void new_game();

    /// Thinks about the position of the session, in the calling thread, until a limit or a stop. The first
    /// variation of the answer begins with the turn to play. Refuses finished games, and positions where a
    /// roll is due.
    Result<Thoughts> think(const games::Session& session, const search::Limits& limits,
                           search::StopSignal& stop, const std::function<void(const Thoughts&)>& on_thoughts);

    /// How promising each action looks before any search, by whoever judges at the strongest level. Refuses
    /// what think() refuses.
    Result<std::vector<RatedAction>> rate(const games::Session& session);

    /// The network that judged last; none where the hand-made evaluation did.
    const net::Network* network() const { return network_.get(); }

    /// Refuses games of more than two players and games of dice.
    Result<Terms> terms(const games::Session& session);

    /// Whether a network can play a game.
    static Status check_fit(const net::Network& network, const games::Spec& spec);

private:
    /// Who judges at the strongest level.
    std::shared_ptr<const net::Network> network_for(const games::Session& session) const;
    Result<Thinker*> thinker_for(const games::Session& session,
                                 const std::shared_ptr<const net::Network>& network);

    Options options_;
    std::unique_ptr<Thinker> thinker_;
    std::string spec_;  // of the game that the thinker plays
    std::shared_ptr<const net::Network> network_;
};

}  // namespace stockade::engine
