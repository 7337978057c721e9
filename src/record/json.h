// Records as JSON, one object a game (docs/record.md gives the schema).
#pragma once

#include <istream>
#include <string>
#include <string_view>

#include "base/scanner.h"
#include "record/source.h"

namespace stockade::record {

/// One line without its line end.
std::string to_json(const Record& record);
Result<Record> from_json(std::string_view text);

/// Objects one after another: JSON Lines, or spread over several lines each.
class JsonReader final : public Source {
public:
    explicit JsonReader(std::istream& in) : scanner_(in) {}
    Result<std::optional<Record>> next() override;

private:
    Result<std::string> next_object();

    Scanner scanner_;
    std::size_t games_ = 0;
    bool done_ = false;
};

}  // namespace stockade::record
