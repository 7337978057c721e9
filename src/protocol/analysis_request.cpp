#include "protocol/analysis_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "games/spec.h"
#include "record/record.h"

namespace stockade::protocol {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 12> kFields = {"id",       "action",       "spec",  "position",
                                                      "turns",    "analyseTurns", "judge", "lines",
                                                      "movetime", "nodes",        "depth", "terminateId"};
constexpr std::size_t kLongestId = 200;
constexpr int kDeepest = 4;  // an object with lists in it has two levels

std::string kind_name(const Json& value) {
    if (value.is_null()) return "null";
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) return "a text";
    return value.is_boolean() ? "a truth value" : value.is_number_integer() ? "a whole number" : "a number";
}

/// Thrown inside this file only, to leave the reading of a request at the field that is wrong.
struct Wrong {
    std::string field;
    std::string problem;
};

[[noreturn]] void wrong_kind(std::string_view field, std::string_view expected, const Json& value) {
    throw Wrong{std::string(field), fmt::format("expected {}, got {}", expected, kind_name(value))};
}

std::string id_of(const Json& value, std::string_view field) {
    if (!value.is_string() && !value.is_number_integer())
        wrong_kind(field, "a text or a whole number", value);
    std::string id = value.dump();
    if (id.size() > kLongestId)
        throw Wrong{std::string(field), fmt::format("expected at most {} bytes", kLongestId)};
    return id;
}

class Reader {
public:
    explicit Reader(const Json& object) : object_(object) {}

    Request read(std::string id) {
        for (const auto& [name, value] : object_.items())
            if (std::find(kFields.begin(), kFields.end(), name) == kFields.end())
                throw Wrong{name.substr(0, 40),
                            fmt::format("unknown field{}; expected one of {}",
                                        games::suggestion(name, kFields), fmt::join(kFields, ", "))};
        if (!object_.contains("action")) return {std::move(id), analysis()};
        const auto action = text("action");
        if (action == "query_version") return {std::move(id), QueryVersion{}};
        if (action == "terminate_all") return {std::move(id), Terminate{}};
        if (action != "terminate")
            throw Wrong{"action", fmt::format("expected terminate, terminate_all or query_version, got '{}'",
                                              action.substr(0, 40))};
        if (!object_.contains("terminateId"))
            throw Wrong{"terminateId", "expected the id of the request to give up"};
        return {std::move(id), Terminate{id_of(object_["terminateId"], "terminateId")}};
    }

private:
    std::string text(const char* field) const {
        const Json& value = object_[field];
        if (!value.is_string()) wrong_kind(field, "a text", value);
        return value.get<std::string>();
    }
    std::optional<std::uint64_t> number(const char* field, std::uint64_t max) const {
        if (!object_.contains(field)) return std::nullopt;
        const Json& value = object_[field];
        if (!value.is_number_integer())
            wrong_kind(field, fmt::format("a whole number from 1 to {}", max), value);
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() < 1 || value.get<std::uint64_t>() > max)
            throw Wrong{field,
                        fmt::format("expected a whole number from 1 to {}, got {}", max, value.dump())};
        return value.get<std::uint64_t>();
    }

    bool truth(const char* field) const {
        if (!object_.contains(field)) return false;
        if (!object_[field].is_boolean()) wrong_kind(field, "true or false", object_[field]);
        return object_[field].get<bool>();
    }

    AnalysisRequest analysis() {
        AnalysisRequest request{start(), false, {}, {}, {}};
        play_turns(request.session);
        request.judge = truth("judge");
        if (!request.judge)
            read_positions(request);
        else if (object_.contains("analyseTurns"))
            throw Wrong{"analyseTurns", "expected none beside judge, which is about every turn"};
        if (const auto lines = number("lines", 256)) request.lines = static_cast<int>(*lines);
        if (const auto time = number("movetime", 86'400'000))
            request.effort.time = search::Milliseconds(*time);
        request.effort.nodes = number("nodes", 1'000'000'000'000);
        if (const auto depth = number("depth", 1000)) request.effort.depth = static_cast<int>(*depth);
        return request;
    }

    games::Session start() const {
        const bool has_position = object_.contains("position");
        if (!has_position && !object_.contains("spec"))
            throw Wrong{"spec", "expected a game such as \"quoridor\", or a position"};
        std::optional<games::Spec> spec;
        if (object_.contains("spec")) {
            auto parsed = games::parse_spec(text("spec"));
            if (!parsed) throw Wrong{"spec", parsed.error().message};
            spec = std::move(*parsed);
        }
        auto session = has_position ? games::Session::from_position(text("position"))
                                    : games::Session::in_order(spec->str());
        if (!session) throw Wrong{has_position ? "position" : "spec", session.error().message};
        if (spec && !(*spec == session->spec()))
            throw Wrong{"position", fmt::format("the position is of {}, spec says {}", session->spec().str(),
                                                spec->str())};
        return std::move(*session);
    }

    /// A last turn such as `3:` is the roll of the turn under way.
    void play_turns(games::Session& session) {
        if (!object_.contains("turns")) return;
        const Json& turns = object_["turns"];
        if (!turns.is_array()) wrong_kind("turns", "a list of texts", turns);
        if (turns.size() > record::kMaxTurns)
            throw Wrong{"turns", fmt::format("expected at most {} turns", record::kMaxTurns)};
        for (std::size_t i = 0; i < turns.size(); ++i) {
            if (!turns[i].is_string()) wrong_kind("turns", "a list of texts", turns[i]);
            const std::string turn = turns[i].get<std::string>();
            const bool roll = turn.ends_with(':') && i + 1 == turns.size();
            const auto played =
                roll ? session.play_action(turn.substr(0, turn.size() - 1)) : session.play(turn);
            if (played) continue;
            std::string problem = played.error().message;
            if (problem.starts_with(turn + ": ")) problem.erase(0, turn.size() + 2);
            throw Wrong{"turns", fmt::format("turn {} ({}): {}", i + 1, turn.substr(0, 40), problem)};
        }
    }

    void read_positions(AnalysisRequest& request) const {
        const std::size_t last = request.session.ply();
        if (!object_.contains("analyseTurns")) {
            request.positions.push_back(last);
            return check_roll(request);
        }
        const Json& positions = object_["analyseTurns"];
        if (!positions.is_array()) wrong_kind("analyseTurns", "a list of numbers", positions);
        for (const Json& position : positions) {
            if (!position.is_number_unsigned() || position.get<std::uint64_t>() > last)
                throw Wrong{"analyseTurns", fmt::format("expected numbers of turns played, 0 to {}, got {}",
                                                        last, position.dump().substr(0, 40))};
            request.positions.push_back(position.get<std::size_t>());
        }
        std::sort(request.positions.begin(), request.positions.end());
        request.positions.erase(std::unique(request.positions.begin(), request.positions.end()),
                                request.positions.end());
        check_roll(request);
    }
    /// Of a turn that was played the roll is known; the one to come must be told.
    static void check_roll(const AnalysisRequest& request) {
        if (!request.positions.empty() && request.positions.back() == request.session.ply() &&
            request.session.view().roll_due)
            throw Wrong{"turns",
                        "a roll is due after the last turn; expected it as one more turn such as \"3:\""};
    }

    const Json& object_;
};

std::string_view short_message(std::string_view message) {
    const auto bracket = message.find("] ");
    return bracket == std::string_view::npos ? message : message.substr(bracket + 2);
}

}  // namespace

std::variant<Request, BadRequest> parse_request(std::string_view line) {
    BadRequest bad;
    if (line.size() > kLongestRequest) {
        bad.problem = fmt::format("expected a line of at most {} bytes", kLongestRequest);
        return bad;
    }
    try {
        const auto shallow = [](int depth, Json::parse_event_t, Json&) {
            if (depth > kDeepest) throw Wrong{"", fmt::format("nested more than {} deep", kDeepest)};
            return true;
        };
        const Json object = Json::parse(line, shallow);
        if (!object.is_object()) {
            bad.problem = "expected a JSON object, got " + kind_name(object);
            return bad;
        }
        if (!object.contains("id"))
            throw Wrong{"id", "expected a text or a whole number that names the request"};
        bad.id = id_of(object["id"], "id");
        return Reader(object).read(bad.id);
    } catch (const Json::exception& problem) {
        bad.problem = fmt::format("expected a JSON object: {}", short_message(problem.what()));
    } catch (const Wrong& wrong) {
        bad.field = wrong.field;
        bad.problem = wrong.problem;
    }
    return bad;
}

}  // namespace stockade::protocol
