// Files of `stockade solve`: whatever is read is written again without a change.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "solve/solution.h"

using stockade::solve::Solution;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string file(reinterpret_cast<const char*>(data), size);
    std::istringstream in(file);
    const auto solution = Solution::load(in, 1e5);
    if (!solution) return 0;
    std::ostringstream out;
    if (!(*solution)->save(out) || out.str() != file) std::abort();
    return 0;
}
