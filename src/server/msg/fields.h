// Reads a JSON object field by field, strictly: wrong types, long texts and unknown names are errors that
// tell what was expected. For socket messages and HTTP bodies alike.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "server/ids.h"

namespace stockade::server::msg {

/// The first problem is kept; the values read after it mean nothing.
class Fields {
public:
    explicit Fields(std::string_view text);
    /// The fields of a value that was parsed already.
    static Fields of(nlohmann::json value);

    std::string text(std::string_view name, std::size_t max);
    std::string text_or(std::string_view name, std::size_t max, std::string_view fallback);
    bool flag_or(std::string_view name, bool fallback);
    Int number(std::string_view name, Int min, Int max);
    std::optional<Int> number_if(std::string_view name, Int min, Int max);
    template <class Id>
    Id id(std::string_view name) {
        return Id(id_number(name));
    }
    template <class Id>
    Id id_or_none(std::string_view name) {
        return has(name) ? id<Id>(name) : Id();
    }
    std::vector<int> numbers_or_none(std::string_view name, std::size_t max_count, int min, int max);
    std::vector<std::vector<std::string>> lines(std::string_view name, std::size_t max_count,
                                                std::size_t max_turns, std::size_t max_text);

    /// After the last field: whether all was well and nothing was left over.
    Status finish();
    bool failed() const { return problem_.has_value(); }
    /// Whether a name is there and not null, without reading it.
    bool has(std::string_view name) const;

private:
    Fields() = default;
    void expect_object();
    Int id_number(std::string_view name);
    const nlohmann::json* find(std::string_view name, bool needed);
    void fail(Message problem);

    nlohmann::json object_;
    std::set<std::string, std::less<>> read_;
    std::optional<Message> problem_;
};

}  // namespace stockade::server::msg
