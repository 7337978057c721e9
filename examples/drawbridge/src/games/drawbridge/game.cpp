#include "games/drawbridge/game.h"

#include "games/options.h"

namespace stockade::games::drawbridge {

std::vector<GameInfo> Registered::presets() {
    return {{"drawbridge",
             "Drawbridge",
             "Reach the opposite side first; every step closes the side that it crossed.",
             "drawbridge; pawns c3 b4; walls c1h c2h c4h b4v; turn 1",
             {seat_first_option()}}};
}

std::vector<std::string> Registered::rules(const Spec& /*spec*/) {
    return {"Goal: be the first with your pawn on the side opposite its start. A player who cannot step loses.",
            "Turn: move your pawn one step up, down, left or right to a free cell. There are no jumps.",
            "The side that a step crosses is closed behind it, for both players and for good."};
}

std::string Registered::typing(const Spec& /*spec*/) { return "Typing: c2 moves the pawn to c2."; }

}  // namespace stockade::games::drawbridge
