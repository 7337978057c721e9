// Specs: the short form of one that can be read means the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/session.h"
#include "games/spec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto spec = stockade::games::parse_spec({reinterpret_cast<const char*>(data), size});
    if (!spec) return 0;
    const auto again = stockade::games::parse_spec(spec->str());
    if (!again || !(*again == *spec) || again->str() != spec->str()) std::abort();
    const auto session = stockade::games::Session::create(spec->str(), size);
    if (!session || session->players() != spec->players()) std::abort();
    return 0;
}
