// Connection: one connection to the database. Every wait on it has a limit. Knows no tables.
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/store/store.h"

namespace stockade::server::store {

/// Cuts connections whose server does not answer. PostgreSQL's own timeouts end with PostgreSQL: of a machine
/// that has stopped, or a network that swallows everything, only we can let go.
class Watchdog {
public:
    Watchdog();
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

private:
    friend class Connection;
    using Clock = std::chrono::steady_clock;
    struct Watched {
        int socket = -1;
        Clock::time_point until;
    };
    using Place = std::list<Watched>::iterator;
    Place watch(int socket, Milliseconds patience);
    void release(Place place);
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Watched> watched_;
    bool stopping_ = false;
    std::thread thread_;
};

class Connection {
public:
    /// Throws what the database throws.
    Connection(const std::string& url, const Timeouts& timeouts, Watchdog& watchdog);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// While this lives the connection is in use, and is cut when that takes too long.
    class Use {
    public:
        Use(Connection& connection, Milliseconds patience);
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        Connection& connection_;
        Watchdog::Place place_;
    };
    [[nodiscard]] Use use() { return {*this, 3 * timeouts_.statement}; }
    /// Tables of any size are brought up to date, which no timeout of a statement may end.
    void migrate();

    /// Keeps a PostgreSQL database for this server, or for it and others that share it, as long as the
    /// connection lives; throws where it belongs to others. `before` is what an earlier connection of this
    /// server returned: PostgreSQL may not have noticed yet that it is gone, and is told to end it.
    std::string claim(Sharing sharing, const std::string& before);

    Database& database() { return *database_; }

private:
    void limit_statements(Milliseconds timeout);

    const Timeouts timeouts_;
    Watchdog& watchdog_;
    std::unique_ptr<Database> database_;
    int socket_ = -1;  // of PostgreSQL: a duplicate, which stays ours when the library closes its own
};

/// Whether a URL names an SQLite file; its path.
bool is_sqlite(const std::string& url);
std::string sqlite_path(const std::string& url);

/// Keeps an SQLite file for this process: two servers would both believe that they own its games.
class FileLock {
public:
    static Result<FileLock> take(const std::string& database_path);
    FileLock() = default;
    FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    FileLock& operator=(FileLock&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }
    ~FileLock();

private:
    int file_ = -1;
};

}  // namespace stockade::server::store
