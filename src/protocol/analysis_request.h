// Reads requests for analysis, one JSON object a line (docs/analysis.md). Does not answer them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/analysis.h"
#include "games/session.h"

namespace stockade::protocol {

inline constexpr std::size_t kLongestRequest = 1u << 20;

/// Positions of one game to search, or all its turns to analyse.
struct AnalysisRequest {
    games::Session session;              ///< after all turns
    bool review = false;                 ///< every turn, in one answer; positions are empty
    std::vector<std::size_t> positions;  ///< after how many turns each
    std::optional<int> lines;
    engine::Effort effort;  ///< empty where the request sets no limit
};
/// Gives up one request, or all of them.
struct Terminate {
    std::optional<std::string> id;
};
struct QueryVersion {};

struct Request {
    std::string id;  ///< as JSON, to be repeated in answers
    std::variant<AnalysisRequest, Terminate, QueryVersion> what;
};

struct BadRequest {
    std::string id = "null";  ///< as JSON, as far as it could be read
    std::string field;        ///< empty where the line is no JSON object at all
    Error problem;
};

std::variant<Request, BadRequest> parse_request(std::string_view line);

}  // namespace stockade::protocol
