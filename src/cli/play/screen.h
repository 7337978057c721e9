// The terminal as a screen: shows canvases and reads keys. The only file that knows ncurses.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "cli/play/keys.h"
#include "draw/canvas.h"

namespace stockade::cli {

class Screen {
public:
    /// Takes the terminal over, until the end of its life. The locale must have been set.
    explicit Screen(bool colour);
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    ~Screen();

    /// Whether the terminal has colours and they are wanted.
    bool colour() const { return colour_; }
    Size size() const;
    void show(const draw::Canvas& canvas);
    /// The next key; nothing when none came in time. Without a limit it waits for ever.
    std::optional<Key> read(std::optional<std::chrono::milliseconds> limit);

private:
    int colour_number(const std::optional<draw::Rgb>& colour) const;
    int pair_of(const draw::Style& style);

    bool colour_ = false;
    std::map<std::pair<int, int>, int> pairs_;
};

}  // namespace stockade::cli
