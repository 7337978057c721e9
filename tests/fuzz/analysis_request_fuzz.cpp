// Any line at all as a request for analysis: it is read or refused with a reason, and what is read makes
// sense.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "protocol/analysis_request.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stockade::protocol;
    const auto parsed = parse_request({reinterpret_cast<const char*>(data), size});
    if (const auto* bad = std::get_if<BadRequest>(&parsed)) {
        if (bad->problem.message.empty() || nlohmann::json::parse(bad->id).is_structured()) std::abort();
        return 0;
    }
    const auto& request = std::get<Request>(parsed);
    if (nlohmann::json::parse(request.id).is_structured()) std::abort();
    if (const auto* analysis = std::get_if<AnalysisRequest>(&request.what))
        for (const std::size_t turn : analysis->positions)
            if (turn > analysis->session.ply()) std::abort();
    return 0;
}
