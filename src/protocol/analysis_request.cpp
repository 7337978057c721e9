#include "protocol/analysis_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/messages/json.h"
#include "base/messages/record.h"
#include "base/messages/request.h"
#include "games/spec.h"
#include "record/record.h"

namespace stockade::protocol {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 12> kFields = {"id",       "action",       "spec",   "position",
                                                      "turns",    "analyseTurns", "review", "lines",
                                                      "movetime", "nodes",        "depth",  "terminateId"};
constexpr std::size_t kLongestId = 200;
constexpr int kDeepest = 4;  // an object with lists in it has two levels

Message kind_name(const Json& value) {
    if (value.is_null()) return message<"json.null">();
    if (value.is_object()) return message<"json.object">();
    if (value.is_array()) return message<"json.list">();
    if (value.is_string()) return message<"json.text">();
    return value.is_boolean()          ? message<"json.truth">()
           : value.is_number_integer() ? message<"json.whole-number">()
                                       : message<"json.number">();
}

/// Thrown inside this file only, to leave the reading of a request at the field that is wrong.
struct Wrong {
    std::string field;
    Error problem;
};

[[noreturn]] void wrong_kind(std::string_view field, const Message& expected, const Json& value) {
    throw Wrong{std::string(field),
                error<"request.kind">("expected"_a = expected, "got"_a = kind_name(value))};
}

std::string id_of(const Json& value, std::string_view field) {
    if (!value.is_string() && !value.is_number_integer())
        wrong_kind(field, message<"json.text-or-number">(), value);
    std::string id = value.dump();
    if (id.size() > kLongestId)
        throw Wrong{std::string(field), error<"request.id-bytes">("max"_a = kLongestId)};
    return id;
}

class Reader {
public:
    explicit Reader(const Json& object) : object_(object) {}

    Request read(std::string id) {
        for (const auto& [name, value] : object_.items())
            if (std::find(kFields.begin(), kFields.end(), name) == kFields.end())
                throw Wrong{
                    name.substr(0, 40),
                    error<"request.unknown-field">("suggestion"_a = games::suggestion(name, kFields),
                                                   "fields"_a = fmt::format("{}", fmt::join(kFields, ", ")))};
        if (!object_.contains("action")) return {std::move(id), analysis()};
        const auto action = text("action");
        if (action == "query_version") return {std::move(id), QueryVersion{}};
        if (action == "terminate_all") return {std::move(id), Terminate{}};
        if (action != "terminate")
            throw Wrong{"action", error<"request.action">("action"_a = action.substr(0, 40))};
        if (!object_.contains("terminateId")) throw Wrong{"terminateId", error<"request.terminate-id">()};
        return {std::move(id), Terminate{id_of(object_["terminateId"], "terminateId")}};
    }

private:
    std::string text(const char* field) const {
        const Json& value = object_[field];
        if (!value.is_string()) wrong_kind(field, message<"json.text">(), value);
        return value.get<std::string>();
    }
    std::optional<std::uint64_t> number(const char* field, std::uint64_t max) const {
        if (!object_.contains(field)) return std::nullopt;
        const Json& value = object_[field];
        if (!value.is_number_integer())
            wrong_kind(field, message<"request.number-range">("max"_a = max), value);
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() < 1 || value.get<std::uint64_t>() > max)
            throw Wrong{field, error<"request.number">("max"_a = max, "got"_a = value.dump())};
        return value.get<std::uint64_t>();
    }

    bool truth(const char* field) const {
        if (!object_.contains(field)) return false;
        if (!object_[field].is_boolean()) wrong_kind(field, message<"json.true-or-false">(), object_[field]);
        return object_[field].get<bool>();
    }

    AnalysisRequest analysis() {
        AnalysisRequest request{start(), false, {}, {}, {}};
        play_turns(request.session);
        request.review = truth("review");
        if (!request.review)
            read_positions(request);
        else if (object_.contains("analyseTurns"))
            throw Wrong{"analyseTurns", error<"request.review-alone">()};
        if (const auto lines = number("lines", 256)) request.lines = static_cast<int>(*lines);
        if (const auto time = number("movetime", 86'400'000)) request.effort.time = Milliseconds(*time);
        request.effort.nodes = number("nodes", 1'000'000'000'000);
        if (const auto depth = number("depth", 1000)) request.effort.depth = static_cast<int>(*depth);
        return request;
    }

    games::Session start() const {
        const bool has_position = object_.contains("position");
        if (!has_position && !object_.contains("spec")) throw Wrong{"spec", error<"request.no-game">()};
        std::optional<games::Spec> spec;
        if (object_.contains("spec")) {
            auto parsed = games::parse_spec(text("spec"));
            if (!parsed) throw Wrong{"spec", parsed.error()};
            spec = std::move(*parsed);
        }
        auto session = has_position ? games::Session::from_position(text("position"))
                                    : games::Session::in_order(spec->str());
        if (!session) throw Wrong{has_position ? "position" : "spec", session.error()};
        if (spec && !(*spec == session->spec()))
            throw Wrong{"position", error<"request.other-game">("position"_a = session->spec().str(),
                                                                "spec"_a = spec->str())};
        return std::move(*session);
    }

    /// A last turn such as `3:` is the roll of the turn under way.
    void play_turns(games::Session& session) {
        if (!object_.contains("turns")) return;
        const Json& turns = object_["turns"];
        if (!turns.is_array()) wrong_kind("turns", message<"json.list-of-texts">(), turns);
        if (turns.size() > record::kMaxTurns)
            throw Wrong{"turns", error<"request.too-many-turns">("max"_a = record::kMaxTurns)};
        for (std::size_t i = 0; i < turns.size(); ++i) {
            if (!turns[i].is_string()) wrong_kind("turns", message<"json.list-of-texts">(), turns[i]);
            const std::string turn = turns[i].get<std::string>();
            const bool roll = turn.ends_with(':') && i + 1 == turns.size();
            const auto played =
                roll ? session.play_action(turn.substr(0, turn.size() - 1)) : session.play(turn);
            if (played) continue;
            const Error& refused = played.error();
            const Message* inner = refused.nested("problem");
            throw Wrong{"turns",
                        error<"record.at-turn">(
                            "number"_a = i + 1, "turn"_a = turn.substr(0, 40),
                            "problem"_a = inner && refused.code == "turn.refused" ? *inner : refused)};
        }
    }

    void read_positions(AnalysisRequest& request) const {
        const std::size_t last = request.session.ply();
        if (!object_.contains("analyseTurns")) {
            request.positions.push_back(last);
            return check_roll(request);
        }
        const Json& positions = object_["analyseTurns"];
        if (!positions.is_array()) wrong_kind("analyseTurns", message<"json.list-of-numbers">(), positions);
        for (const Json& position : positions) {
            if (!position.is_number_unsigned() || position.get<std::uint64_t>() > last)
                throw Wrong{"analyseTurns", error<"request.turns-played">(
                                                "max"_a = last, "got"_a = position.dump().substr(0, 40))};
            request.positions.push_back(position.get<std::size_t>());
        }
        std::sort(request.positions.begin(), request.positions.end());
        request.positions.erase(std::unique(request.positions.begin(), request.positions.end()),
                                request.positions.end());
        check_roll(request);
    }
    /// The roll of a turn that was played is known; the request must tell the next one.
    static void check_roll(const AnalysisRequest& request) {
        if (!request.positions.empty() && request.positions.back() == request.session.ply() &&
            request.session.view().roll_due)
            throw Wrong{"turns", error<"request.roll-due">()};
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
        bad.problem = error<"request.line-too-long">("max"_a = kLongestRequest);
        return bad;
    }
    try {
        const auto shallow = [](int depth, Json::parse_event_t, Json&) {
            if (depth > kDeepest) throw Wrong{"", error<"request.nested">("max"_a = kDeepest)};
            return true;
        };
        const Json object = Json::parse(line, shallow);
        if (!object.is_object()) {
            bad.problem = error<"request.no-object">("got"_a = kind_name(object));
            return bad;
        }
        if (!object.contains("id")) throw Wrong{"id", error<"request.no-id">()};
        bad.id = id_of(object["id"], "id");
        return Reader(object).read(bad.id);
    } catch (const Json::exception& problem) {
        bad.problem = error<"request.no-json">("problem"_a = short_message(problem.what()));
    } catch (const Wrong& wrong) {
        bad.field = wrong.field;
        bad.problem = wrong.problem;
    }
    return bad;
}

}  // namespace stockade::protocol
