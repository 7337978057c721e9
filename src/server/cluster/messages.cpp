#include "server/cluster/messages.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/messages/json.h"
#include "base/messages/request.h"
#include "base/messages/serve.h"
#include "base/messages/server.h"
#include "base/time_json.h"
#include "server/msg/fields.h"

namespace stockade::server::cluster {
namespace {

using nlohmann::json;

// Names of the kinds, in the order of the variant's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<Message>> kKinds{
    "forward", "tell", "client_gone",       "moved",  "seek_answered", "seek_ended", "user",    "begun",
    "here",    "open", "standings_changed", "forget", "revoke",        "mute",       "inspect", "inspected"};

template <class Kind>
std::vector<Int> numbers_of(const std::vector<StrongId<Kind>>& ids) {
    std::vector<Int> result;
    for (const auto id : ids) result.push_back(id.value());
    return result;
}

json introduction_json(const Introduction& introduction) {
    json person;
    if (introduction.person)
        person = {{"user", introduction.person->user.value()},
                  {"name", introduction.person->name},
                  {"kind", introduction.person->kind}};
    return {{"person", std::move(person)},
            {"mutes", numbers_of(introduction.mutes)},
            {"limit_key", introduction.limit_key}};
}

/// Reads the members of an object by name. The first problem is kept; the values read after it mean nothing.
class Reader {
public:
    Reader(const json& object, std::optional<Error>& problem) : object_(object), problem_(problem) {}

    Int number(const char* name) {
        const auto* value = find(name);
        return value ? number_of(*value, name) : 0;
    }
    TimePoint time(const char* name) { return TimePoint(Milliseconds(number(name))); }
    bool flag(const char* name) {
        const auto* value = find(name);
        if (value && !value->is_boolean()) fail(error<"server.expected-flag">("field"_a = name));
        return value && value->is_boolean() && value->get<bool>();
    }
    std::string text(const char* name) {
        const auto* value = find(name);
        if (value && !value->is_string()) fail(error<"server.expected-text">("field"_a = name));
        return value && value->is_string() ? value->get<std::string>() : std::string();
    }
    msg::Text shared_text(const char* name) { return std::make_shared<const std::string>(text(name)); }
    template <class Id>
    Id id(const char* name) {
        return Id(number(name));
    }
    template <class Id>
    std::vector<Id> ids(const char* name) {
        std::vector<Id> result;
        const auto* value = find(name);
        if (value && !value->is_array())
            fail_at(name, error<"request.kind">("expected"_a = message<"json.list-of-numbers">(),
                                                "got"_a = value->type_name()));
        if (value && value->is_array())
            for (const auto& item : *value) result.push_back(Id(number_of(item, name)));
        return result;
    }
    msg::Request request(const char* name) {
        const auto* value = find(name);
        if (!value) return {};
        auto read = msg::read_request(msg::Fields::of(*value));
        if (const auto* refused = std::get_if<msg::Refused>(&read)) {
            fail_at(name, refused->why);
            return {};
        }
        return std::get<msg::Request>(std::move(read));
    }
    Introduction introduction(const char* name) {
        Introduction result;
        const auto* value = object(name);
        if (!value) return result;
        Reader reader(*value, problem_);
        result.mutes = reader.ids<UserId>("mutes");
        result.limit_key = reader.text("limit_key");
        if (!reader.has("person")) return result;
        if (const auto* person = reader.object("person")) {
            Reader fields(*person, problem_);
            auto& read = result.person.emplace();
            read.user = fields.id<UserId>("user");
            read.name = fields.text("name");
            read.kind = fields.text("kind");
        }
        return result;
    }
    const json* object(const char* name) {
        const auto* value = find(name);
        if (value && value->is_object()) return value;
        fail_at(name, error<"server.expected-object">());
        return nullptr;
    }
    bool has(const char* name) const {
        const auto it = object_.find(name);
        return it != object_.end() && !it->is_null();
    }

private:
    const json* find(const char* name) {
        const auto it = object_.find(name);
        if (it != object_.end()) return &*it;
        fail(error<"server.field-missing">("field"_a = name));
        return nullptr;
    }
    Int number_of(const json& value, const char* name) {
        // Unsigned numbers above the signed range would wrap.
        const bool fits = value.is_number_integer() &&
                          !(value.is_number_unsigned() &&
                            value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
        if (!fits)
            fail(error<"server.number-range">("field"_a = name, "least"_a = INT64_MIN, "most"_a = INT64_MAX));
        return fits ? value.get<Int>() : 0;
    }
    void fail(Error problem) {
        if (!problem_) problem_ = std::move(problem);
    }
    void fail_at(const char* name, const Error& problem) {
        fail(error<"server.at-field">("field"_a = name, "problem"_a = problem));
    }

    const json& object_;
    std::optional<Error>& problem_;
};

json write(const Forward& message) {
    json result{{"client", message.client.value()},
                {"resource", message.resource.value()},
                {"request", msg::request_json(message.request)},
                {"at", message.at},
                {"lag", message.lag}};
    if (message.introduction) result["introduction"] = introduction_json(*message.introduction);
    return result;
}
json write(const Tell& message) { return {{"client", message.client.value()}, {"text", *message.text}}; }
json write(const ClientGone& message) { return {{"client", message.client.value()}}; }
json write(const Moved& message) {
    json result{
        {"client", message.client.value()}, {"resource", message.resource.value()}, {"at", message.at}};
    if (message.request) result["request"] = msg::request_json(*message.request);
    return result;
}
json write(const SeekAnswered& message) {
    return {{"client", message.client.value()}, {"seek", message.seek.value()}};
}
json write(const SeekEnded& message) {
    return {{"client", message.client.value()}, {"seek", message.seek.value()}};
}
json write(const TellUser& message) { return {{"user", message.user.value()}, {"text", *message.text}}; }
json write(const GameBegun& message) { return {{"users", numbers_of(message.users)}}; }
json write(const Here& message) { return {{"users", numbers_of(message.users)}, {"on", message.on}}; }
json write(const OpenGame& message) { return {{"game", message.game.value()}}; }
json write(const StandingsChanged& message) { return {{"tournament", message.tournament.value()}}; }
json write(const ForgetPerson& message) { return {{"user", message.user.value()}}; }
json write(const Revoke& message) {
    return {{"user", message.user.value()}, {"login", message.login.value()}};
}
json write(const Mute& message) {
    return {{"user", message.user.value()}, {"muted", message.muted.value()}, {"on", message.on}};
}
json write(const Inspect& message) {
    return {{"question", message.question.value()},
            {"game", message.game.value()},
            {"user", message.user.value()}};
}
json write(const Inspected& message) {
    json result{{"question", message.question.value()}};
    if (message.game) result["game"] = *message.game;
    return result;
}

void read(Reader& reader, Forward& message) {
    message.client = reader.id<ClientId>("client");
    message.resource = reader.id<ResourceId>("resource");
    message.request = reader.request("request");
    message.at = reader.time("at");
    message.lag = Milliseconds(reader.number("lag"));
    if (reader.has("introduction")) message.introduction = reader.introduction("introduction");
}
void read(Reader& reader, Tell& message) {
    message = {reader.id<ClientId>("client"), reader.shared_text("text")};
}
void read(Reader& reader, ClientGone& message) { message = {reader.id<ClientId>("client")}; }
void read(Reader& reader, Moved& message) {
    message.client = reader.id<ClientId>("client");
    message.resource = reader.id<ResourceId>("resource");
    message.at = reader.time("at");
    if (reader.has("request")) message.request = reader.request("request");
}
void read(Reader& reader, SeekAnswered& message) {
    message = {reader.id<ClientId>("client"), reader.id<SeekId>("seek")};
}
void read(Reader& reader, SeekEnded& message) {
    message = {reader.id<ClientId>("client"), reader.id<SeekId>("seek")};
}
void read(Reader& reader, TellUser& message) {
    message = {reader.id<UserId>("user"), reader.shared_text("text")};
}
void read(Reader& reader, GameBegun& message) { message = {reader.ids<UserId>("users")}; }
void read(Reader& reader, Here& message) { message = {reader.ids<UserId>("users"), reader.flag("on")}; }
void read(Reader& reader, OpenGame& message) { message = {reader.id<GameId>("game")}; }
void read(Reader& reader, StandingsChanged& message) { message = {reader.id<TournamentId>("tournament")}; }
void read(Reader& reader, ForgetPerson& message) { message = {reader.id<UserId>("user")}; }
void read(Reader& reader, Revoke& message) {
    message = {reader.id<UserId>("user"), reader.id<LoginId>("login")};
}
void read(Reader& reader, Mute& message) {
    message = {reader.id<UserId>("user"), reader.id<UserId>("muted"), reader.flag("on")};
}
void read(Reader& reader, Inspect& message) {
    message = {reader.id<QuestionId>("question"), reader.id<GameId>("game"), reader.id<UserId>("user")};
}
void read(Reader& reader, Inspected& message) {
    message.question = reader.id<QuestionId>("question");
    if (!reader.has("game")) return;
    if (const auto* game = reader.object("game")) message.game = *game;
}

/// Reads a message of the kind at index `I` of kKinds.
template <std::size_t I = 0>
Message read_kind(std::size_t kind, Reader& reader) {
    if constexpr (I < std::variant_size_v<Message>) {
        if (kind != I) return read_kind<I + 1>(kind, reader);
        std::variant_alternative_t<I, Message> message;
        read(reader, message);
        return message;
    } else {
        return {};
    }
}

}  // namespace

std::string message_text(const Message& message) {
    auto object = std::visit([](const auto& kind) { return write(kind); }, message);
    object["k"] = kKinds[message.index()];
    return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Message> parse_message(std::string_view text) {
    const auto object = json::parse(text, nullptr, false);
    if (!object.is_object()) return error<"serve.node-message-object">();
    std::optional<Error> problem;
    Reader reader(object, problem);
    const auto name = reader.text("k");
    std::size_t kind = 0;
    while (kind < kKinds.size() && kKinds[kind] != name) ++kind;
    if (!problem && kind == kKinds.size())
        problem = error<"serve.node-message-kind">("name"_a = name.substr(0, 40));
    if (!problem) {
        auto message = read_kind(kind, reader);
        if (!problem) return message;
    }
    return error<"serve.node-message">("problem"_a = *problem);
}

}  // namespace stockade::server::cluster
