// Analyses: a few threads that analyse finished games, each in a process of its own. The queue is in the
// database, so it survives a restart, and all servers on the database share it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "server/store/store.h"

namespace stockade::server::analysis {

/// Longer games are not analysed, and none for longer than this: others wait.
inline constexpr int kMaxTurns = 300;
inline constexpr Milliseconds kMaxTime = 20min;

struct Settings {
    int workers = 0;
    /// The command that answers requests for analysis (docs/analysis.md), as `stockade analyse --json` does.
    std::vector<std::string> command;
    Milliseconds patience = 15s;  ///< for each turn of a game, and two more; kMaxTime in all
};

class Analyses {
public:
    Analyses(Settings settings, store::Store& store) : settings_(std::move(settings)), store_(store) {}
    ~Analyses() { close(); }
    Analyses(const Analyses&) = delete;
    Analyses& operator=(const Analyses&) = delete;

    /// `node` tells who this server is just now.
    void start(std::function<NodeId()> node);
    /// The next server that starts, or another node, takes up the running analyses again.
    void close();

    bool on() const { return settings_.workers > 0; }
    /// Puts a finished game into the queue, for who asks for it. Waits until it is stored, or says why it is
    /// not.
    Status request(GameId game, UserId user);

    struct Figures {
        std::int64_t waiting = 0, running = 0;
        std::uint64_t done = 0, failed = 0;
    };
    Figures figures() const { return {waiting_, running_, done_, failed_}; }

    /// A stored result, as JSON: the analysis, or the message that says why there is none.
    struct Found {
        bool done;
        std::string text;
    };

private:
    void work();
    /// Says whether there was anything to do.
    bool do_next();
    void perform(GameId game, NodeId node);
    Found analyse(GameId id);
    void pause(std::uint64_t asked_before);

    const Settings settings_;
    store::Store& store_;
    std::function<NodeId()> node_;
    std::vector<std::thread> threads_;
    std::atomic<bool> closing_{false};
    std::atomic<std::int64_t> waiting_{0}, running_{0};
    std::atomic<std::uint64_t> done_{0}, failed_{0};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<std::uint64_t> asked_{0};
};

}  // namespace stockade::server::analysis
