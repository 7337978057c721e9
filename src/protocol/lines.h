// Lines and words of text protocols, shared by all of them.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stockade::protocol {

/// The next line without its end; false when there is none. Of a longer line only `longest` bytes are kept.
bool read_line(std::istream& in, std::string& line, std::size_t longest);

std::vector<std::string_view> words_of(std::string_view text);
/// The text after the first `count` words.
std::string_view after_words(std::string_view text, int count);

/// A whole number in a range. The error begins with `what`.
Result<long> parse_number(std::string_view text, std::string_view what, long min, long max);

}  // namespace stockade::protocol
