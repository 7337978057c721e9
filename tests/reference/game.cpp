#include "game.h"

#include <stdexcept>

#include "blockade.h"
#include "pinko.h"
#include "quoridor.h"
#include "quoridor4fun.h"
#include "territoires.h"

namespace stockade::reference {

std::string option_text(const Options& options, const std::string& name, const std::string& fallback) {
    auto found = options.find(name);
    return found == options.end() ? fallback : found->second;
}

int option_number(const Options& options, const std::string& name, int fallback) {
    auto found = options.find(name);
    return found == options.end() ? fallback : std::stoi(found->second);
}

bool option_on(const Options& options, const std::string& name, bool fallback) {
    std::string text = option_text(options, name, fallback ? "on" : "off");
    if (text != "on" && text != "off") throw std::invalid_argument(name + " is on or off");
    return text == "on";
}

std::unique_ptr<ReferenceGame> make_reference(const std::string& game, const Options& options) {
    if (game == "quoridor") return std::make_unique<ReferenceQuoridor>(options);
    if (game == "quoridor4fun") return std::make_unique<ReferenceQuoridor4Fun>(options);
    if (game == "territoires") return std::make_unique<ReferenceTerritoires>(options, false);
    if (game == "wallgo") return std::make_unique<ReferenceTerritoires>(options, true);
    if (game == "blockade") return std::make_unique<ReferenceBlockade>(options);
    if (game == "pinko") return std::make_unique<ReferencePinko>(options);
    throw std::invalid_argument("no such game: " + game);
}

long long perft(const ReferenceGame& reference, int depth) {
    if (depth == 0) return 1;
    long long leaves = 0;
    for (const std::string& action : reference.legal_actions()) {
        std::unique_ptr<ReferenceGame> next = reference.clone();
        next->play(action);
        bool turn_done = next->turn_start() || next->over();
        leaves += perft(*next, turn_done ? depth - 1 : depth);
    }
    return leaves;
}

namespace {

long long count_with_rolls(const ReferenceGame& reference, const std::vector<int>& rolls, std::size_t used) {
    bool between_turns = reference.turn_start() || reference.over();
    if (between_turns && used == rolls.size()) return 1;
    if (reference.over()) return 0;
    std::vector<std::string> actions = reference.legal_actions();
    if (reference.mover() == 0) {
        actions = {std::to_string(rolls[used])};
        ++used;
    }
    long long leaves = 0;
    for (const std::string& action : actions) {
        std::unique_ptr<ReferenceGame> next = reference.clone();
        next->play(action);
        leaves += count_with_rolls(*next, rolls, used);
    }
    return leaves;
}

}  // namespace

long long perft_rolls(const ReferenceGame& reference, const std::vector<int>& rolls) {
    return count_with_rolls(reference, rolls, 0);
}

}  // namespace stockade::reference
