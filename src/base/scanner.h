// A stream as characters with line and column, through one fixed buffer. Knows no format.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace stockade {

/// A place in a file, both from 1; columns count bytes.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

class Scanner {
public:
    static constexpr int kEnd = -1;
    static constexpr std::size_t kMaxWord = 256;

    /// Passes over a byte order mark.
    explicit Scanner(std::istream& in);

    int peek() {
        if (at_ == end_ && !refill()) return kEnd;
        return static_cast<unsigned char>(buffer_[at_]);
    }
    /// Takes the character that peek() showed.
    void take() {
        if (buffer_[at_++] == '\n') {
            ++line_;
            line_start_ = offset();
        }
    }
    int next() {
        const int c = peek();
        if (c != kEnd) take();
        return c;
    }
    bool at_line_start() const { return offset() == line_start_; }
    /// Bytes taken so far.
    std::size_t offset() const { return base_ + at_; }
    Place place() const { return {line_, offset() - line_start_ + 1}; }

    void skip_line();
    void skip_spaces();  ///< spaces and tabs
    void skip_blank();   ///< line ends too
    /// The characters up to the next blank or one of `{}()[];$!?"`, at most kMaxWord of them. It stays valid
    /// until the next call.
    std::string_view word();

private:
    bool refill();

    std::istream& in_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::size_t base_ = 0;  ///< offset of the buffer's first byte
    std::size_t line_ = 1;
    std::size_t line_start_ = 0;
};

}  // namespace stockade
