// The formats of games by name: detects, reads and writes each of them.
#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "record/notation.h"
#include "record/source.h"

namespace stockade::record {

enum class Format {
    kRecord,
    kJson,
    kQf,
    kQtp,
    kGlendenning,  ///< a record in Glendenning's notation
};

std::string_view format_name(Format format);
std::optional<Format> parse_format(std::string_view name);

/// The format by the end of a file's name; empty for an unknown ending.
std::optional<Format> format_of_path(std::string_view path);
/// The format by the first lines of a file.
Format format_of_text(std::string_view beginning);

/// The notation is that of records which name none; where it is not given, it is guessed.
std::unique_ptr<Source> open_source(Format format, std::istream& in,
                                    std::optional<Notation> notation = std::nullopt);

/// One game as text in that format. The notation applies to kRecord only.
Result<std::string> to_format(const Record& record, Format format, Notation notation = Notation::kModern);

}  // namespace stockade::record
