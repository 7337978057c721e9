// A line of text being typed, with history. Knows no screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/play/keys.h"

namespace stockade::cli {

class LineEditor {
public:
    /// Does what the key says and tells whether it meant anything. Enter and Escape are left to the caller.
    bool press(const Key& key);
    void insert(char32_t character);
    void set(std::string_view text);
    void clear();
    /// Keeps a line for recall and clears it.
    void remember();

    bool empty() const { return text_.empty(); }
    std::string text() const;
    std::size_t cursor() const { return cursor_; }

private:
    void recall(int direction);

    std::u32string text_;
    std::size_t cursor_ = 0;
    std::vector<std::u32string> history_;
    std::size_t recalled_ = 0;  ///< history_.size(): the line being typed
};

}  // namespace stockade::cli
