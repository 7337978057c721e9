#include "server/store/connection.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "base/messages/serve.h"
#include "server/log.h"

namespace stockade::server::store {
namespace {

constexpr std::string_view kSqlite = "sqlite://";
constexpr Milliseconds kMigrating = 1h;
constexpr Milliseconds kSilenceCheck = 200ms;
constexpr int kOwnerLock = 730'003;  // among PostgreSQL's advisory locks
constexpr std::string_view kLockTimeout = "55P03";

/// Settings that the URL has already stay as they are.
std::string with_timeouts(std::string url, const Timeouts& timeouts) {
    const auto add = [&](const std::string& name, const std::string& value) {
        if (url.find(name + "=") != url.npos) return;
        url += (url.find('?') == url.npos ? '?' : '&') + name + "=" + value;
    };
    // SOCI takes the text apart at its first '=' and puts it together again, with a stray '=' where there was
    // none.
    add("application_name", "stockade");
    add("connect_timeout", std::to_string(std::max(2L, timeouts.connect / 1s)));  // seconds; 2 at least
    add("tcp_user_timeout", std::to_string(number_of(2 * timeouts.statement)));
    add("keepalives_idle", "5");
    add("keepalives_interval", "2");
    add("keepalives_count", "3");
    return url;
}

}  // namespace

bool is_sqlite(const std::string& url) { return url.rfind(kSqlite, 0) == 0; }
std::string sqlite_path(const std::string& url) { return url.substr(kSqlite.size()); }

Watchdog::Watchdog() : thread_([this] { run(); }) {}

Watchdog::~Watchdog() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        changed_.notify_all();
    }
    thread_.join();
}

Watchdog::Place Watchdog::watch(int socket, Milliseconds patience) {
    const std::lock_guard lock(mutex_);
    return watched_.insert(watched_.end(), {socket, Clock::now() + patience});
}

void Watchdog::release(Place place) {
    const std::lock_guard lock(mutex_);
    watched_.erase(place);
}

void Watchdog::run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kSilenceCheck, [&] { return stopping_; })) {
        const auto now = Clock::now();
        for (auto& watched : watched_)
            if (watched.socket >= 0 && watched.until < now) {
                log(Level::kError, "database does not answer: connection cut", {});
                ::shutdown(watched.socket, SHUT_RDWR);
                watched.socket = -1;
            }
    }
}

Connection::Use::Use(Connection& connection, Milliseconds patience)
    : connection_(connection), place_(connection.watchdog_.watch(connection.socket_, patience)) {}
Connection::Use::~Use() { connection_.watchdog_.release(place_); }

Connection::Connection(const std::string& url, const Timeouts& timeouts, Watchdog& watchdog)
    : timeouts_(timeouts), watchdog_(watchdog), database_(std::make_unique<Database>()) {
    auto& database = *database_;
    if (is_sqlite(url)) {
        database.open(soci::sqlite3, "dbname=\"" + sqlite_path(url) + "\" timeout=5");
        // A commit is on the disk before it counts; readers never wait for the writer.
        database << "pragma journal_mode = wal";
        database << "pragma synchronous = full";
        database << "pragma cache_size = -16000";
        return;
    }
    database.open(soci::postgresql, with_timeouts(url, timeouts));
    auto* backend = static_cast<soci::postgresql_session_backend*>(database.get_backend());
    socket_ = fcntl(PQsocket(backend->conn_), F_DUPFD_CLOEXEC, 0);
    try {
        const auto in_use = use();
        database << "set client_min_messages = warning";
        // A machine that vanished in the middle of a transaction must not keep its locks.
        database << "set idle_in_transaction_session_timeout = 5000";
        limit_statements(timeouts_.statement);
    } catch (...) {
        ::close(socket_);
        throw;
    }
}

Connection::~Connection() {
    database_.reset();
    if (socket_ >= 0) ::close(socket_);
}

void Connection::limit_statements(Milliseconds timeout) {
    *database_ << "set statement_timeout = " + std::to_string(number_of(timeout));
}

void Connection::migrate() {
    const Use in_use(*this, kMigrating);
    if (socket_ >= 0) limit_statements(0ms);
    store::migrate(*database_);
    if (socket_ >= 0) limit_statements(timeouts_.statement);
}

std::string Connection::claim(Sharing sharing, const std::string& before) {
    if (socket_ < 0) return {};
    const auto in_use = use();
    auto& database = *database_;
    // Of a server that vanished PostgreSQL must hear soon: it holds the database until then.
    database << "set tcp_keepalives_idle = 5";
    database << "set tcp_keepalives_interval = 2";
    database << "set tcp_keepalives_count = 3";
    const std::string session = "pid || ' ' || backend_start";
    if (!before.empty())
        database << "select pg_terminate_backend(pid) from pg_stat_activity where " + session + " = :before",
            soci::use(before);
    // A server that was stopped a moment ago may still hold it.
    database << "set lock_timeout = " + std::to_string(number_of(timeouts_.statement / 2));
    try {
        database << fmt::format("select pg_advisory_lock{}({})", sharing == Sharing::kNodes ? "_shared" : "",
                                kOwnerLock);
    } catch (const soci::postgresql_soci_error& problem) {
        if (problem.sqlstate() != kLockTimeout) throw;
        throw std::runtime_error(sharing == Sharing::kNodes
                                     ? "a server without --bus uses it; stop that server first"
                                     : "other servers use it; stop them first, or join them by --bus");
    }
    database << "set lock_timeout = 0";
    std::string self;
    database << "select " + session + " from pg_stat_activity where pid = pg_backend_pid()", soci::into(self);
    return self;
}

Result<FileLock> FileLock::take(const std::string& database_path) {
    // A file of its own: SQLite's locks on the database end when anybody in the process closes it.
    std::error_code ignored;
    const auto path = std::filesystem::weakly_canonical(database_path, ignored).string() + ".lock";
    FileLock lock;
    lock.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock.file_ < 0)
        return error<"serve.database-file">("file"_a = path, "reason"_a = std::strerror(errno));
    if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return error<"serve.database-file">("file"_a = path, "reason"_a = std::strerror(errno));
        return error<"serve.database-used">("file"_a = database_path);
    }
    return lock;
}

FileLock::~FileLock() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace stockade::server::store
