#include "match/line_reader.h"

#include <algorithm>

namespace stockade::match {

void LineReader::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto end = std::min(bytes.find('\n'), bytes.size());
        open_.append(bytes.substr(0, std::min(end, kMaxLine - open_.size())));
        if (end == bytes.size()) return;
        end_line();
        bytes.remove_prefix(end + 1);
    }
}

void LineReader::finish() {
    if (!open_.empty()) end_line();
}

void LineReader::end_line() {
    constexpr unsigned char kDelete = 0x7f;
    for (char& c : open_)
        if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) == kDelete) c = ' ';
    const auto begin = std::min(open_.find_first_not_of(' '), open_.size());
    const auto end = open_.find_last_not_of(' ') + 1;
    lines_.push_back(open_.substr(begin, end > begin ? end - begin : 0));
    open_.clear();
}

std::optional<std::string> LineReader::next() {
    if (lines_.empty()) return std::nullopt;
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    return line;
}

}  // namespace stockade::match
