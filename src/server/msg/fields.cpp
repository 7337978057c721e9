#include "server/msg/fields.h"

#include "base/messages/server.h"
#include "server/msg/text.h"

namespace stockade::server::msg {

using nlohmann::json;

Fields::Fields(std::string_view text) {
    object_ = json::parse(text, nullptr, false);
    if (const auto problem = utf8_problem(text))
        fail(*problem);
    else if (object_.is_discarded())
        fail(message<"server.expected-json">());
    expect_object();
}

Fields Fields::of(json value) {
    Fields fields;
    fields.object_ = std::move(value);
    fields.expect_object();
    return fields;
}

void Fields::expect_object() {
    if (!problem_ && !object_.is_object()) fail(message<"server.expected-object">());
    if (problem_) object_ = json::object();
}

void Fields::fail(Message problem) {
    if (!problem_) problem_ = std::move(problem);
}

bool Fields::has(std::string_view name) const {
    const auto it = object_.find(name);
    return it != object_.end() && !it->is_null();
}

const json* Fields::find(std::string_view name, bool needed) {
    read_.emplace(name);
    const auto it = object_.find(name);
    if (it != object_.end() && !(it->is_null() && !needed)) return &*it;
    if (needed) fail(message<"server.field-missing">("field"_a = name));
    return nullptr;
}

std::string Fields::text(std::string_view name, std::size_t max) {
    const auto* value = find(name, true);
    if (!value) return {};
    if (!value->is_string()) {
        fail(message<"server.expected-text">("field"_a = name));
        return {};
    }
    auto result = value->get<std::string>();
    if (result.size() > max)
        fail(message<"server.text-long">("field"_a = name, "most"_a = max, "got"_a = result.size()));
    if (const auto problem = text_problem(result))
        fail(message<"server.at-field">("field"_a = name, "problem"_a = *problem));
    return result;
}

std::string Fields::text_or(std::string_view name, std::size_t max, std::string_view fallback) {
    return find(name, false) ? text(name, max) : std::string(fallback);
}

bool Fields::flag_or(std::string_view name, bool fallback) {
    const auto* value = find(name, false);
    if (!value) return fallback;
    if (value->is_boolean()) return value->get<bool>();
    fail(message<"server.expected-flag">("field"_a = name));
    return fallback;
}

std::optional<Int> Fields::number_if(std::string_view name, Int min, Int max) {
    const auto* value = find(name, false);
    if (!value) return std::nullopt;
    // Unsigned numbers above the signed range would wrap.
    const bool fits =
        value->is_number_integer() &&
        !(value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
    const Int number = fits ? value->get<Int>() : 0;
    if (fits && number >= min && number <= max) return number;
    fail(message<"server.number-range">("field"_a = name, "least"_a = min, "most"_a = max));
    return std::nullopt;
}

Int Fields::number(std::string_view name, Int min, Int max) {
    if (!find(name, true)) return min;
    const auto value = number_if(name, min, max);
    if (!value) fail(message<"server.number-range">("field"_a = name, "least"_a = min, "most"_a = max));
    return value.value_or(min);
}

Int Fields::id_number(std::string_view name) {
    const auto shown = text(name, 40);
    const auto id = parse_id_number(shown);
    if (!id && !failed()) fail(message<"server.expected-id">("field"_a = name, "text"_a = shown));
    return id.value_or(0);
}

std::vector<int> Fields::numbers_or_none(std::string_view name, std::size_t max_count, int min, int max) {
    std::vector<int> result;
    const auto* value = find(name, false);
    if (!value) return result;
    const auto wrong = [&] {
        fail(message<"server.expected-numbers">("field"_a = name, "count"_a = max_count, "least"_a = min,
                                                "most"_a = max));
        return std::vector<int>();
    };
    if (!value->is_array() || value->size() > max_count) return wrong();
    for (const auto& item : *value) {
        if (!item.is_number_integer()) return wrong();
        const auto number = item.get<Int>();
        if (number < min || number > max) return wrong();
        result.push_back(static_cast<int>(number));
    }
    return result;
}

std::vector<std::vector<std::string>> Fields::lines(std::string_view name, std::size_t max_count,
                                                    std::size_t max_turns, std::size_t max_text) {
    std::vector<std::vector<std::string>> result;
    const auto* value = find(name, true);
    if (!value) return result;
    const auto wrong = [&] {
        fail(message<"server.expected-lines">("field"_a = name, "count"_a = max_count, "most"_a = max_turns));
        return std::vector<std::vector<std::string>>();
    };
    if (!value->is_array() || value->size() > max_count) return wrong();
    for (const auto& list : *value) {
        if (!list.is_array() || list.empty() || list.size() > max_turns) return wrong();
        auto& line = result.emplace_back();
        for (const auto& item : list) {
            if (!item.is_string()) return wrong();
            line.push_back(item.get<std::string>());
            if (line.back().size() > max_text) return wrong();
            if (const auto problem = text_problem(line.back()))
                fail(message<"server.at-field">("field"_a = name, "problem"_a = *problem));
        }
    }
    return result;
}

Status Fields::finish() {
    if (!problem_)
        for (const auto& [name, value] : object_.items())
            if (read_.find(name) == read_.end()) {
                fail(message<"server.unknown-field">("field"_a = name.substr(0, 40)));
                break;
            }
    if (problem_) return *problem_;
    return Done{};
}

}  // namespace stockade::server::msg
