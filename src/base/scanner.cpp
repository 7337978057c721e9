#include "base/scanner.h"

#include <algorithm>
#include <array>

namespace stockade {
namespace {

constexpr std::size_t kBufferBytes = 1u << 16;

constexpr std::array<bool, 256> word_table() {
    std::array<bool, 256> table{};
    for (int c = '!'; c < 256; ++c) table[static_cast<std::size_t>(c)] = c != 0x7f;
    for (const char c : std::string_view{"{}()[];$!?\""}) table[static_cast<unsigned char>(c)] = false;
    return table;
}

constexpr auto kInWord = word_table();

}  // namespace

Scanner::Scanner(std::istream& in) : in_(in), buffer_(kBufferBytes) {
    refill();
    if (std::string_view(buffer_.data(), end_).starts_with("\xef\xbb\xbf")) {
        at_ = 3;
        line_start_ = 3;
    }
}

bool Scanner::refill() {
    // The unread rest moves to the front of the buffer, so that a word is always in one piece.
    std::move(buffer_.begin() + static_cast<std::ptrdiff_t>(at_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    base_ += at_;
    end_ -= at_;
    at_ = 0;
    if (!in_ || end_ == buffer_.size()) return false;
    in_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
    const auto got = static_cast<std::size_t>(in_.gcount());
    end_ += got;
    return got > 0;
}

void Scanner::skip_line() {
    for (int c = next(); c != kEnd && c != '\n'; c = next()) {
    }
}

void Scanner::skip_spaces() {
    for (int c = peek(); c == ' ' || c == '\t' || c == '\r'; c = peek()) take();
}

void Scanner::skip_blank() {
    for (int c = peek(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek()) take();
}

std::string_view Scanner::word() {
    if (end_ - at_ < kMaxWord) refill();
    const std::size_t limit = std::min(end_, at_ + kMaxWord);
    std::size_t i = at_;
    while (i < limit && kInWord[static_cast<unsigned char>(buffer_[i])]) ++i;
    const std::string_view text(buffer_.data() + at_, i - at_);
    at_ = i;
    return text;
}

}  // namespace stockade
