#include "games/family.h"

#include "games/spec.h"

namespace stockade::games {

bool fits_glendenning(const Spec& spec) { return spec.game().family->one_part_turns && spec.players() == 2; }

bool fits_qf(const Spec& spec) {
    const auto text = spec.game().family->qf_spec;
    if (text.empty()) return false;
    const auto held = parse_spec(text);
    return held && spec.plays_like(*held) && spec.hands("walls") == held->hands("walls");
}

}  // namespace stockade::games
