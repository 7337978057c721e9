#include "server/http/line.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/messages/record.h"
#include "base/messages/server.h"
#include "base/numbers.h"

namespace stockade::server::http {
namespace {

constexpr char kSeparator = '_';  // no turn has it

std::string_view value(const Query& query, std::string_view name) {
    const auto found = query.find(name);
    return found == query.end() ? std::string_view() : found->second;
}

std::vector<std::string_view> turns_in(std::string_view text) {
    std::vector<std::string_view> turns;
    while (!text.empty()) {
        const auto end = std::min(text.find(kSeparator), text.size());
        if (end > 0) turns.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return turns;
}

std::string encoded(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-_.~:,/").find(c) != std::string_view::npos;
        if (plain)
            result += c;
        else
            fmt::format_to(std::back_inserter(result), "%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

}  // namespace

Result<std::optional<games::Session>> line_of(const Query& query) {
    const auto start = value(query, "start"), line = value(query, "turns"), shown = value(query, "ply");
    if (start.empty()) return std::optional<games::Session>();
    if (start.size() > kMaxStartBytes)
        return error<"server.text-long">("field"_a = "start", "most"_a = kMaxStartBytes,
                                         "got"_a = start.size());
    if (line.size() > kMaxTurnsBytes)
        return error<"server.text-long">("field"_a = "turns", "most"_a = kMaxTurnsBytes,
                                         "got"_a = line.size());
    const auto turns = turns_in(line);
    const auto ply =
        shown.empty() ? std::optional(turns.size()) : read_number<std::size_t>(shown, 0, turns.size());
    if (!ply) return error<"server.number-range">("field"_a = "ply", "least"_a = 0, "most"_a = turns.size());
    auto session =
        start.find(';') == start.npos ? games::Session::create(start) : games::Session::from_position(start);
    if (!session) return error<"server.at-field">("field"_a = "start", "problem"_a = session.error());
    for (std::size_t i = 0; i < *ply; ++i)
        if (const auto played = session->play(turns[i]); !played)
            return error<"record.json-turn">("number"_a = i + 1, "problem"_a = played.error());
    return std::optional(std::move(*session));
}

std::string line_query(const Query& query) {
    std::string result;
    for (const std::string_view name : {"start", "turns", "ply"})
        if (const auto text = value(query, name); !text.empty())
            result += fmt::format("{}{}={}", result.empty() ? '?' : '&', name, encoded(text));
    return result;
}

}  // namespace stockade::server::http
