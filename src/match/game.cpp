#include "match/game.h"

#include <fmt/format.h>

#include <algorithm>

namespace stockade::match {
namespace {

constexpr std::array<std::string_view, 8> kNames = {
    "normal", "repetition", "turn limit", "resignation", "time forfeit", "crash", "hang", "illegal turn"};

/// The whole point for those seats which the loser's engine does not hold.
games::Outcome all_but(const Seating& seating, int loser) {
    unsigned winners = 0;
    for (std::size_t player = 0; player < seating.size(); ++player)
        if (seating[player] != loser) winners |= 1u << player;
    // An engine that plays all seats, as when it is tried out, has nobody to lose to.
    return games::shared_between(winners ? winners : (1u << seating.size()) - 1);
}

Termination termination_of(games::Ending ending) {
    switch (ending) {
        case games::Ending::kRepetition:
            return Termination::kRepetition;
        case games::Ending::kTurnLimit:
            return Termination::kTurnLimit;
        case games::Ending::kResigned:
            return Termination::kResignation;
        default:
            return Termination::kNormal;
    }
}

Termination termination_of(Answer::Kind kind) {
    switch (kind) {
        case Answer::Kind::kLate:
            return Termination::kTime;
        case Answer::Kind::kHangs:
            return Termination::kHang;
        case Answer::Kind::kCrashed:
            return Termination::kCrash;
        default:
            return Termination::kIllegal;
    }
}

class Game {
public:
    Game(games::Session session, const Seating& seating, const std::vector<Engine*>& engines,
         const Settings& settings)
        : session_(std::move(session)), seating_(seating), engines_(engines), settings_(settings) {
        played_.result.seating = seating;
        for (std::size_t player = 0; player < seating.size(); ++player) {
            const auto tc = tc_of(player);
            if (!tc.on_clock()) continue;
            limits_.clocks[player] = tc.time;
            limits_.increments[player] = tc.increment;
        }
        limits_.margin = settings.margin;
        limits_.timeout = settings.timeout;
        notes_.resize(session_.ply());
    }

    PlayedGame play(const std::atomic<bool>& abort) {
        while (!ended_ && !session_.outcome().over) {
            if (abort) {
                played_.aborted = true;
                return std::move(played_);
            }
            if (settings_.max_turns && static_cast<int>(session_.ply()) >= settings_.max_turns) {
                end(Termination::kTurnLimit, games::shared_between((1u << session_.players()) - 1));
                break;
            }
            session_.roll();
            take_turn();
        }
        if (!ended_) end(termination_of(session_.ending()), session_.outcome());
        write_record();
        return std::move(played_);
    }

private:
    /// An engine's report about a turn.
    struct Note {
        std::optional<Score> score;
        std::optional<Milliseconds> clock;
    };

    TimeControl tc_of(std::size_t player) const {
        return settings_.tc_of(settings_.engines[static_cast<std::size_t>(seating_[player])]);
    }

    void end(Termination termination, const games::Outcome& outcome) {
        ended_ = true;
        played_.result.termination = termination;
        played_.result.outcome = outcome;
    }

    void forfeit(std::size_t player, Termination termination, std::string problem) {
        played_.result.offender = seating_[player];
        played_.problem = std::move(problem);
        played_.last_lines = engines_[player]->recent();
        end(termination, all_but(seating_, seating_[player]));
    }

    void take_turn() {
        const auto player = static_cast<std::size_t>(session_.turn_of());
        limits_.tc = tc_of(player);
        const Answer answer = engines_[player]->choose(session_, limits_);
        if (answer.kind == Answer::Kind::kResigns) return resign(player);
        if (answer.kind != Answer::Kind::kTurn)
            return forfeit(player, termination_of(answer.kind), answer.problem);
        if (!keep_time(player, answer)) return;
        if (auto legal = session_.play(answer.turn); !legal)
            return forfeit(player, Termination::kIllegal, legal.error().message);
        notes_.push_back({answer.info.score, limits_.clocks[player]});
        if (settings_.resign) consider_resigning(player, answer);
    }

    /// False when the time is over. The clock goes on from what is left.
    bool keep_time(std::size_t player, const Answer& answer) {
        const auto budget = limits_.budget(static_cast<int>(player));
        if (limits_.timed() && answer.elapsed > budget) {
            forfeit(player, Termination::kTime,
                    fmt::format("it took {}, {} more than it had", duration_text(answer.elapsed),
                                duration_text(answer.elapsed - (budget - limits_.margin))));
            return false;
        }
        if (auto& clock = limits_.clocks[player])
            clock = std::max(*clock - answer.elapsed, Milliseconds(0)) + limits_.increments[player];
        return true;
    }

    void resign(std::size_t player) {
        if (!session_.resign(static_cast<int>(player))) return;
        end(Termination::kResignation, session_.outcome());
    }

    void consider_resigning(std::size_t player, const Answer& answer) {
        if (session_.outcome().over || !answer.info.score) return;
        const auto& score = *answer.info.score;
        const bool hopeless = score.kind == Score::Kind::kLoss || (score.kind == Score::Kind::kCentipawns &&
                                                                   score.value <= -settings_.resign->score);
        hopeless_[player] = hopeless ? hopeless_[player] + 1 : 0;
        if (hopeless_[player] >= settings_.resign->turns) resign(player);
    }

    void write_record() {
        // A roll whose turn never came is no part of the record.
        played_.record = record::from_session(session_);
        auto& record = played_.record;
        record.tags.set("Result", record::result_text(played_.result.outcome, session_.players()));
        record.tags.set("Termination", termination_name(played_.result.termination));
        for (std::size_t i = 0; i < std::min(notes_.size(), record.turns.size()); ++i) {
            const Note& note = notes_[i];
            if (note.clock) record.turns[i].clock = note.clock;
            if (!note.score) continue;
            if (note.score->kind == Score::Kind::kCentipawns)
                record.turns[i].eval = note.score->value / 100.0;
            else
                record.turns[i].win = note.score->kind == Score::Kind::kWin ? 1.0 : 0.0;
        }
    }

    games::Session session_;
    const Seating& seating_;
    const std::vector<Engine*>& engines_;
    const Settings& settings_;
    TurnLimits limits_;
    PlayedGame played_;
    std::vector<Note> notes_;  ///< of each turn
    std::array<int, games::kMaxPlayers> hopeless_{};
    bool ended_ = false;
};

}  // namespace

std::string_view termination_name(Termination termination) {
    return kNames[static_cast<std::size_t>(termination)];
}

Termination parse_termination(std::string_view name) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    return found == kNames.end() ? Termination::kNormal : static_cast<Termination>(found - kNames.begin());
}

bool is_failure(Termination termination) {
    return termination == Termination::kCrash || termination == Termination::kHang ||
           termination == Termination::kIllegal;
}

PlayedGame play_game(games::Session session, const Seating& seating, const std::vector<Engine*>& engines,
                     const Settings& settings, const std::atomic<bool>& abort) {
    return Game(std::move(session), seating, engines, settings).play(abort);
}

PlayedGame forfeited_game(const games::Session& session, const Seating& seating, int offender,
                          std::string problem, std::vector<std::string> last_lines) {
    PlayedGame played;
    played.result.seating = seating;
    played.result.offender = offender;
    played.result.termination = Termination::kCrash;
    played.result.outcome = all_but(seating, offender);
    played.problem = std::move(problem);
    played.last_lines = std::move(last_lines);
    played.record = record::from_session(session);
    played.record.tags.set("Result", record::result_text(played.result.outcome, session.players()));
    played.record.tags.set("Termination", termination_name(Termination::kCrash));
    return played;
}

}  // namespace stockade::match
