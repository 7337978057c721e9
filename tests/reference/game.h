// Owns the interface of the slow reference implementations that decide what the
// rules mean. Must not know anything of the fast code: reference implementations are written from docs/rules
// alone.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stockade::reference {

// Option names and values as in the rule documents; a missing option takes its default.
using Options = std::map<std::string, std::string>;

class ReferenceGame {
public:
    virtual ~ReferenceGame() = default;
    virtual int players() const = 0;
    // 1..players; 0 when a roll is due.
    virtual int mover() const = 0;
    // True between turns, false while a turn is only partly played.
    virtual bool turn_start() const = 0;
    // All legal actions as sorted text; empty when the game is over; "1".."4" when a roll is due.
    virtual std::vector<std::string> legal_actions() const = 0;
    // The action must be one of legal_actions().
    virtual void play(const std::string& action) = 0;
    virtual bool over() const = 0;
    // When over: twelfths of the point for each player, adding up to 12.
    virtual std::vector<int> shares() const = 0;
    // Everything about the state on one line, for messages.
    virtual std::string board() const = 0;
    virtual std::unique_ptr<ReferenceGame> clone() const = 0;
};

// Games: quoridor, quoridor4fun, territoires, wallgo, blockade, pinko. Throws std::invalid_argument on a bad
// name or option. The match options (first, repetition, max-turns) are accepted and ignored.
std::unique_ptr<ReferenceGame> make_reference(const std::string& game, const Options& options);

// Number of sequences of `depth` turns. A finished game has no successors.
long long perft(const ReferenceGame& reference, int depth);

// The same for quoridor4fun with the rolls given: counts the ways to play until all are used.
// A skipped turn uses no roll.
long long perft_rolls(const ReferenceGame& reference, const std::vector<int>& rolls);

// Reads one option as text, as a number, or as on/off.
std::string option_text(const Options& options, const std::string& name, const std::string& fallback);
int option_number(const Options& options, const std::string& name, int fallback);
bool option_on(const Options& options, const std::string& name, bool fallback);

}  // namespace stockade::reference
