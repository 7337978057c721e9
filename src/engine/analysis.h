// The analysis of a whole game: the chances in every position, the best turns, and the loss of each played
// turn. Reads and writes no files.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/accuracy.h"
#include "engine/engine.h"
#include "record/record.h"

namespace stockade::engine {

/// The time or work for each position.
struct Effort {
    std::optional<Milliseconds> time;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;

    /// Limits that count from now, for one of `parts` equal parts of the effort.
    search::SearchLimits limits(int parts = 1) const;
};

/// Those who win together: partners are one side, everybody else is a side alone.
int sides(const games::Spec& spec);
int side_of(int player, const games::Spec& spec);
/// A share of the point as the chance of the whole side, for partners halve what they win.
double side_chance(double share, const games::Spec& spec);

struct ReviewedTurn {
    int player = 0;
    std::string text;
    int depth = 0;
    std::uint64_t nodes = 0;
    std::vector<search::Line> lines;  ///< instead of the turn, best first; whole turns, with the roll made
    double before = 0.5;              ///< the player's chance with the best turn (for the roll made)
    double after = 0.5;               ///< the player's chance with the turn played
    std::optional<int> score;         ///< the same in hundredths of a step, where the engine gave one
    double loss = 0;                  ///< percentage points; 0 for the engine's own choice
    Label label = Label::kGood;
    double accuracy = 100;
};

struct PlayerSummary {
    std::optional<double> accuracy;
    std::array<int, kLabels> labels{};
};

struct GameAnalysis {
    std::vector<ReviewedTurn> turns;
    /// The chance of player 1's side at the start and after each turn; empty with more than two sides.
    std::vector<double> course;
    std::vector<PlayerSummary> players;
};

class Analyst {
public:
    /// The engine's options decide about threads, memory and how many lines are kept.
    Analyst(Engine& engine, const Effort& effort) : engine_(engine), effort_(effort) {}

    /// Analyses every turn of the main line. `on_turn` gets the review so far after each turn; the players'
    /// summaries are still empty. Fails where the record does not replay, naming the turn, and when it is
    /// stopped.
    Result<GameAnalysis> analyse(const record::Record& record, std::size_t game_number = 1,
                                 const std::function<void(const GameAnalysis&)>& on_turn = {});

    /// Ends the analysis under way and all later ones. Any thread or signal handler may call it.
    void stop() {
        stopped_ = true;
        signal_.stop();
    }
    bool stopped() const { return stopped_; }

private:
    Result<SearchInfo> think(const games::Session& session, int parts = 1);
    Result<double> chance_before_roll(int player, const games::Session& session);
    Result<double> chance_after_replies(int player, games::Session session);
    Result<ReviewedTurn> look(const games::Session& session, const std::string& text, int player);
    Status review_two_sides(games::Session& session, GameAnalysis& game);
    Status review_many_sides(games::Session& session, GameAnalysis& game);
    void tell(const GameAnalysis& so_far) const {
        if (on_turn_) on_turn_(so_far);
    }

    Engine& engine_;
    Effort effort_;
    std::atomic<bool> stopped_{false};
    search::StopSignal signal_;
    std::function<void(const GameAnalysis&)> on_turn_;
};

/// The record with chances, marks and comments on its turns, and the best line as a variation where a turn
/// was an inaccuracy or worse.
record::Record annotated(const record::Record& record, const GameAnalysis& game);

}  // namespace stockade::engine
