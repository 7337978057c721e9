#include "engine/levels.h"

#include <array>

namespace stockade::engine {

const Level& level_of(std::string_view /*game*/, int level) {
    static constexpr std::array<Level, kStrongest - 1> kLevels{{
        {8, 0.5f},
        {12, 0.8f},
        {20, 1.0f},
        {40, 1.3f},
        {80, 1.6f},
        {180, 2.0f},
        {400, 3.0f},
        {1000, 4.0f},
        {3000, 6.0f},
    }};
    return kLevels[static_cast<std::size_t>(level - 1)];
}

}  // namespace stockade::engine
