#include "base/time.h"

namespace stockade {

TimePoint time_now() {
    using std::chrono::floor;
    using Steady = std::chrono::steady_clock;
    static const auto kStart = Steady::now();
    static const auto kOffset = floor<Milliseconds>(std::chrono::system_clock::now());
    return kOffset + floor<Milliseconds>(Steady::now() - kStart);
}

}  // namespace stockade
