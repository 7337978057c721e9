// Options that several games share.
#pragma once

#include "games/spec.h"

namespace stockade::games {

/// A default that does not depend on other options.
template <int Value>
std::string number(const Spec& /*spec*/) {
    return std::to_string(Value);
}
std::string on(const Spec& spec);
std::string off(const Spec& spec);
inline const std::vector<std::string_view> kOnOff{"on", "off"};

OptionInfo players_option();
OptionInfo walls_option(std::string (*fallback)(const Spec&), std::string_view help);
OptionInfo edge_diagonal_option();
/// `words`: values beside the numbers of seats.
OptionInfo first_option(std::string (*fallback)(const Spec&), std::vector<std::string_view> words);
/// Seat 1, another one, or a random one.
OptionInfo seat_first_option();
OptionInfo repetition_option();
OptionInfo max_turns_option();

}  // namespace stockade::games
