// A progress line on standard error for work that takes longer than two seconds; silent if standard error is
// no terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace stockade::cli {

class Progress {
public:
    explicit Progress(std::string what);
    ~Progress() { finish(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Shows that `done` of `total` are done. May be called by any thread.
    void show(std::size_t done, std::size_t total);
    /// Takes the line away.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    bool watched_;
    bool visible_ = false;
    std::mutex mutex_;
    Clock::time_point shown_ = Clock::now();
};

}  // namespace stockade::cli
