// Game specs: `name` or `name:option=value,...`. Owns the descriptions of games and options, and checks
// specs; knows no position type.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "games/levels.h"

namespace stockade::games {

class Spec;
struct Family;

struct OptionInfo {
    enum class Kind {
        kNumber,  ///< a whole number in [min, max], or one of `words`
        kWord,    ///< one of `words`
        kHands,   ///< a number for everyone, or one per player joined by '+'
    };
    std::string_view name;
    Kind kind = Kind::kNumber;
    int min = 0;
    int max = 0;
    std::vector<std::string_view> words;
    /// The value when none is given; options listed before this one are already set.
    std::string (*fallback)(const Spec&) = nullptr;
    std::string_view help;
    /// Finds a value that is in range but contradicts the others, and tells what is wrong with it.
    std::optional<Message> (*conflict)(const Spec&) = nullptr;
    /// The option sets how games begin or when they are drawn, not how they are played.
    bool frame = false;

    /// The values it takes, in words: "2 to 4", "on or off".
    ArgumentValue range() const;
};

struct GameInfo {
    std::string_view name;
    std::string_view title;
    std::string_view summary;  ///< one sentence for lists
    std::string_view sample;   ///< a position string that shows the game well, for pictures
    std::vector<OptionInfo> options;
    bool dice = false;
    const Levels* levels = &kUsualLevels;
    /// The levels with a network, for specs that play like this game; null: the same as without.
    const Levels* network_levels = nullptr;
    /// The games whose rules it shares; set by the registry.
    const Family* family = nullptr;
};

/// A game with every option set to a checked value.
class Spec {
public:
    const GameInfo& game() const { return *game_; }
    std::string_view text(std::string_view option) const;
    int number(std::string_view option) const;
    bool on(std::string_view option) const { return text(option) == "on"; }
    bool has(std::string_view option) const { return values_.find(option) != values_.end(); }
    /// One count per player of a kHands option.
    std::vector<int> hands(std::string_view option) const;
    int players() const { return has("players") ? number("players") : 2; }
    /// The same game with every kHands option in the order of play: player i gets what seat seats[i] was
    /// given.
    Spec seated(const std::vector<int>& seats) const;

    /// Whether the specs differ only in options with `frame`, so that a player of one can play the other.
    /// play the other.
    bool plays_like(const Spec& other) const;

    /// The shortest spec string that means the same.
    std::string str() const;

    friend bool operator==(const Spec& a, const Spec& b) {
        return a.game_ == b.game_ && a.values_ == b.values_;
    }

private:
    friend Result<Spec> parse_spec(std::string_view text);
    const GameInfo* game_ = nullptr;
    std::map<std::string, std::string, std::less<>> values_;
};

/// All games and presets, in the order in which people should see them.
std::span<const GameInfo> all_games();
/// The game of that exact name, or nothing.
const GameInfo* find_game(std::string_view name);

Result<Spec> parse_spec(std::string_view text);

/// Of `names`, the one most like `text`, as " (did you mean X?)"; an empty text when none is near.
ArgumentValue suggestion(std::string_view text, std::span<const std::string_view> names);

}  // namespace stockade::games
