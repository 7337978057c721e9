// Sources and sinks of records, one game at a time, for every format.
#pragma once

#include <optional>
#include <string>

#include "record/record.h"

namespace stockade::record {

class Source {
public:
    Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    virtual ~Source() = default;

    /// The next game; nothing at the end. After an error there is nothing more to read.
    virtual Result<std::optional<Record>> next() = 0;
};

}  // namespace stockade::record
