#include "selfplay/gumbel.h"

namespace stockade::selfplay {

std::vector<std::uint16_t> visit_schedule(int considered, int simulations) {
    const auto wanted = static_cast<std::size_t>(simulations);
    std::vector<std::uint16_t> schedule;
    schedule.reserve(wanted);
    if (considered <= 1) {
        for (std::size_t i = 0; i < wanted; ++i) schedule.push_back(static_cast<std::uint16_t>(i));
        return schedule;
    }
    const int halvings = std::bit_width(static_cast<unsigned>(considered) - 1);
    std::vector<std::uint16_t> visits(static_cast<std::size_t>(considered), 0);
    auto left = static_cast<std::size_t>(considered);
    while (schedule.size() < wanted) {
        const std::size_t each =
            std::max<std::size_t>(1, wanted / (static_cast<std::size_t>(halvings) * left));
        for (std::size_t round = 0; round < each; ++round)
            for (std::size_t i = 0; i < left && schedule.size() < wanted; ++i)
                schedule.push_back(visits[i]++);
        left = std::max<std::size_t>(2, left / 2);
    }
    return schedule;
}

}  // namespace stockade::selfplay
