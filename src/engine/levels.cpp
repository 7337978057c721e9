#include "engine/levels.h"

#include <array>

namespace stockade::engine {

const Level& level_of(std::string_view /*game*/, int level) {
    static constexpr std::array<Level, kStrongest - 1> kLevels{{
        {40, 0.5f},
        {40, 0.85f},
        {40, 1.3f},
        {60, 2.0f},
        {130, 2.5f},
        {280, 3.0f},
        {600, 4.0f},
        {1500, 5.0f},
        {5000, 8.0f},
    }};
    return kLevels[static_cast<std::size_t>(level - 1)];
}

}  // namespace stockade::engine
