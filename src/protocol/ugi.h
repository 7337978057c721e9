// UGI, engine side: the game-neutral dialect of UCI (docs/protocol.md). Owns the conversation; the engine
// searches and the session knows the rules.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "engine/engine.h"

namespace stockade::protocol {

class Ugi {
public:
    /// `write` receives whole lines, without their ends, from any thread but one at a time. `on_hold` is
    /// called when an answer is ready and waits until it is asked for.
    explicit Ugi(std::function<void(std::string_view)> write, std::function<void()> on_hold = {});
    ~Ugi();
    Ugi(const Ugi&) = delete;
    Ugi& operator=(const Ugi&) = delete;

    /// Answers one line; false when the conversation is over. A line that makes no sense is answered with
    /// `error ...`.
    bool handle(std::string_view line);

private:
    using Words = std::vector<std::string_view>;

    void say(std::string_view line);
    void refuse(const Error& error);
    void introduce(bool as_uci);
    void set_option(const Words& words);
    void set_position(std::string_view rest);
    void go(const Words& words);
    /// With `hold` the answer waits for `stop` or `ponderhit`, even if the search has ended.
    void begin_thinking(const search::SearchLimits& limits, bool hold);
    void ponder_hit();
    void query(const Words& words);
    void stop_thinking();

    std::function<void(std::string_view)> write_;
    std::function<void()> on_hold_;
    std::mutex output_;
    engine::Engine engine_;
    engine::Options options_;
    games::Session session_;
    std::string spec_ = "quoridor";
    bool ponder_ = false;                           // the answers name the turn to ponder on
    std::optional<search::SearchLimits> pondered_;  // what holds once the guess comes true
    std::atomic<bool> silent_ = false;              // the search that is being stopped shall not answer
    std::mutex hold_mutex_;
    std::condition_variable released_;
    bool held_ = false;  // the answer waits
    search::StopSignal stop_;
    std::thread thinking_;
};

/// Reads lines until `quit` or the end of input.
void converse(std::istream& in, std::ostream& out);

}  // namespace stockade::protocol
