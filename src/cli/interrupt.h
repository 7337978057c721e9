// Ctrl-C for commands that run long. A guard catches it as long as the guard lives.
#pragma once

#include <csignal>

namespace stockade::cli {

inline constexpr int kInterruptedStatus = 130;  ///< as shells report Ctrl-C

#if defined(_WIN32)
class InterruptGuard {
public:
    explicit InterruptGuard(void (*handler)(int), int /*flags*/ = 0) : old_(std::signal(SIGINT, handler)) {}
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
    ~InterruptGuard() { std::signal(SIGINT, old_); }

private:
    void (*old_)(int);
};
#else
class InterruptGuard {
public:
    /// With SA_RESTART a read that waits goes on; without, it is given up, so that its reader can look
    /// around.
    explicit InterruptGuard(void (*handler)(int), int flags = SA_RESTART) {
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = flags;
        sigaction(SIGINT, &action, &old_);
    }
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
    ~InterruptGuard() { sigaction(SIGINT, &old_, nullptr); }

private:
    struct sigaction old_ {};
};
#endif

}  // namespace stockade::cli
