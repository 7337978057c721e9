#include "protocol/lines.h"

#include <algorithm>
#include <istream>

#include "base/messages/protocol.h"
#include "base/numbers.h"

namespace stockade::protocol {
namespace {

constexpr std::string_view kBlanks = " \t\r";

}  // namespace

bool read_line(std::istream& in, std::string& line, std::size_t longest) {
    line.clear();
    auto* const buffer = in.rdbuf();
    bool any = false;
    for (int c = buffer->sbumpc(); c != std::char_traits<char>::eof(); c = buffer->sbumpc()) {
        any = true;
        if (c == '\n') return true;
        if (line.size() < longest) line += static_cast<char>(c);
    }
    return any;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (;;) {
        const auto begin = text.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos) return words;
        text.remove_prefix(begin);
        words.push_back(text.substr(0, text.find_first_of(kBlanks)));
        text.remove_prefix(words.back().size());
    }
}

std::string_view after_words(std::string_view text, int count) {
    for (; count > 0; --count) {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        text.remove_prefix(std::min(text.find_first_of(kBlanks), text.size()));
    }
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text;
}

Result<long> parse_number(std::string_view text, std::string_view what, long min, long max) {
    if (const auto value = read_number<long>(text, min, max)) return *value;
    return error<"protocol.number">("what"_a = what, "min"_a = min, "max"_a = max,
                                    "word"_a = text.substr(0, 40));
}

}  // namespace stockade::protocol
