#include "twin.h"

#include <stdexcept>

#include "blockade_twin.h"
#include "pinko_twin.h"
#include "quoridor4fun_twin.h"
#include "quoridor_twin.h"
#include "territoires_twin.h"

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

std::unique_ptr<Twin> make_twin(const std::string& game, const Options& options) {
    if (game == "quoridor") return std::make_unique<QuoridorTwin>(options);
    if (game == "quoridor4fun") return std::make_unique<Quoridor4funTwin>(options);
    if (game == "territoires") return std::make_unique<TerritoiresTwin>(options, false);
    if (game == "wallgo") return std::make_unique<TerritoiresTwin>(options, true);
    if (game == "blockade") return std::make_unique<BlockadeTwin>(options);
    if (game == "pinko") return std::make_unique<PinkoTwin>(options);
    throw std::invalid_argument("no such game: " + game);
}

long long perft(const Twin& twin, int depth) {
    if (depth == 0) return 1;
    long long leaves = 0;
    for (const std::string& action : twin.legal_actions()) {
        std::unique_ptr<Twin> next = twin.clone();
        next->play(action);
        bool turn_done = next->turn_start() || next->over();
        leaves += perft(*next, turn_done ? depth - 1 : depth);
    }
    return leaves;
}

namespace {

long long count_with_rolls(const Twin& twin, const std::vector<int>& rolls, std::size_t used) {
    bool between_turns = twin.turn_start() || twin.over();
    if (between_turns && used == rolls.size()) return 1;
    if (twin.over()) return 0;
    std::vector<std::string> actions = twin.legal_actions();
    if (twin.mover() == 0) {
        actions = {std::to_string(rolls[used])};
        ++used;
    }
    long long leaves = 0;
    for (const std::string& action : actions) {
        std::unique_ptr<Twin> next = twin.clone();
        next->play(action);
        leaves += count_with_rolls(*next, rolls, used);
    }
    return leaves;
}

}  // namespace

long long perft_rolls(const Twin& twin, const std::vector<int>& rolls) {
    return count_with_rolls(twin, rolls, 0);
}

}  // namespace stockade::reference
