#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace stockade::cli {

Progress::Progress(std::string what) : what_(std::move(what)), watched_(isatty(STDERR_FILENO) != 0) {}

void Progress::show(std::size_t done, std::size_t total) {
    if (!watched_ || total == 0) return;
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (now - shown_ < (visible_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(2000))) return;
    shown_ = now;
    visible_ = true;
    fmt::print(stderr, "\r{}: {:3}%", what_, 100 * done / total);
    std::fflush(stderr);
}

void Progress::finish() {
    if (visible_) fmt::print(stderr, "\r\033[K");
    visible_ = false;
}

}  // namespace stockade::cli
