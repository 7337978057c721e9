#include "server/store/store.h"

#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

#include "server/log.h"
#include "server/store/leases.h"

namespace stockade::server::store {
namespace {

constexpr std::size_t kMaxBatch = 1000;  // pieces to one transaction
constexpr std::string_view kSqlite = "sqlite://";
constexpr std::string_view kPostgres = "postgresql://";

struct Append {
    Id game;
    Entry entry;
    Fence fence;
};

struct Piece {
    std::variant<Store::Work, Append> what;
    Store::Done done;
};

/// The statement that every turn needs, prepared once.
class Appender {
public:
    explicit Appender(Database& database)
        : statement_((database.prepare
                          << "insert into turns (game, seq, kind, player, text, spent, time_left, at, "
                             "client) values (:game, :seq, :kind, :player, :text, :spent, :left, :at, "
                             ":client)",
                      soci::use(game_), soci::use(entry_.seq), soci::use(kind_), soci::use(entry_.player),
                      soci::use(entry_.text), soci::use(entry_.spent), soci::use(entry_.left),
                      soci::use(entry_.at), soci::use(entry_.client))) {}

    void operator()(Database& database, const Append& append) {
        hold_lease(database, append.game, append.fence);
        game_ = append.game;
        entry_ = append.entry;
        kind_ = static_cast<int>(append.entry.kind);
        statement_.execute(true);
    }

private:
    Id game_ = 0;
    Entry entry_;
    int kind_ = 0;
    soci::statement statement_;
};

}  // namespace

struct Store::Impl {
    std::string url;
    bool sqlite = true;
    std::unique_ptr<Database> writer;

    std::mutex readers_mutex;
    std::condition_variable reader_free;
    std::vector<std::unique_ptr<Database>> readers;

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Piece> queue;
    bool closing = false;
    std::thread thread;
    std::uint64_t asked = 0;  // pieces of work, ever
    std::atomic<std::uint64_t> commits{0}, pieces{0}, failures{0};

    std::unique_ptr<Database> connect() const {
        auto database = std::make_unique<Database>();
        if (sqlite) {
            database->open(soci::sqlite3, "dbname=\"" + url.substr(kSqlite.size()) + "\" timeout=10");
            // A commit is on the disk before it counts; readers never wait for the writer.
            *database << "pragma journal_mode = wal";
            *database << "pragma synchronous = full";
            *database << "pragma cache_size = -16000";
        } else {
            // SOCI takes the text apart at its first '=' and puts it together again, with a stray '=' where
            // there was none.
            const char joint = url.find('?') == url.npos ? '?' : '&';
            database->open(soci::postgresql, url + joint + "application_name=stockade");
            *database << "set client_min_messages = warning";
            // A machine that vanished in the middle of a transaction must not keep its locks.
            *database << "set idle_in_transaction_session_timeout = 5000";
        }
        return database;
    }

    void run_batch(std::vector<Piece>& batch, std::unique_ptr<Appender>& appender) {
        const auto perform = [&](const Piece& piece) {
            if (const auto* append = std::get_if<Append>(&piece.what)) {
                if (!appender) appender = std::make_unique<Appender>(*writer);
                (*appender)(*writer, *append);
            } else {
                std::get<Work>(piece.what)(*writer);
            }
        };
        const auto transact = [&](auto first, auto last) {
            try {
                soci::transaction transaction(*writer);
                for (auto it = first; it != last; ++it) perform(*it);
                transaction.commit();
                commits.fetch_add(1, std::memory_order_relaxed);
                return true;
            } catch (const std::exception& problem) {
                log(Level::kWarning, "transaction failed",
                    {{"pieces", std::to_string(last - first)}, {"why", reason(problem)}});
                return false;
            }
        };
        if (transact(batch.begin(), batch.end())) {
            for (auto& piece : batch)
                if (piece.done) piece.done(true);
        } else if (batch.size() == 1) {
            recover(appender);
            failures.fetch_add(1, std::memory_order_relaxed);
            if (batch[0].done) batch[0].done(false);
        } else {
            // One of them is at fault: each gets a transaction of its own.
            recover(appender);
            for (auto it = batch.begin(); it != batch.end(); ++it) {
                const bool committed = transact(it, it + 1);
                if (!committed) {
                    recover(appender);
                    failures.fetch_add(1, std::memory_order_relaxed);
                }
                if (it->done) it->done(committed);
            }
        }
        pieces.fetch_add(batch.size(), std::memory_order_release);  // what was done is seen with it
    }

    /// After a failure statements may be half-way, and the connection may be gone.
    void recover(std::unique_ptr<Appender>& appender) {
        appender.reset();
        try {
            *writer << "select 1";
        } catch (const std::exception&) {
            try {
                writer = connect();
                log(Level::kWarning, "database reconnected", {});
            } catch (const std::exception& problem) {
                log(Level::kError, "database unreachable", {{"why", reason(problem)}});
            }
        }
    }

    void write_loop() {
        std::unique_ptr<Appender> appender;
        std::vector<Piece> batch;
        for (;;) {
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return closing || !queue.empty(); });
                if (queue.empty()) break;
                while (!queue.empty() && batch.size() < kMaxBatch) {
                    batch.push_back(std::move(queue.front()));
                    queue.pop_front();
                }
            }
            run_batch(batch, appender);
            batch.clear();
        }
    }

    void push(Piece piece) {
        {
            const std::lock_guard lock(mutex);
            if (!closing) {
                queue.push_back(std::move(piece));
                ++asked;
                changed.notify_one();
                return;
            }
        }
        if (piece.done) piece.done(false);
    }
};

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<Store>> Store::open(const std::string& url, int readers) {
    auto impl = std::make_unique<Impl>();
    impl->url = url;
    impl->sqlite = url.rfind(kSqlite, 0) == 0;
    if (!impl->sqlite && url.rfind(kPostgres, 0) != 0)
        return error("database: expected sqlite://PATH or postgresql://..., got '{}'",
                     url.substr(0, url.find(':')).substr(0, 40));
    if (impl->sqlite && (url.size() == kSqlite.size() || url.find('"') != url.npos))
        return error("database: expected a path after sqlite://, without quotes");
    try {
        impl->writer = impl->connect();
        migrate(*impl->writer);
        for (int i = 0; i < readers; ++i) impl->readers.push_back(impl->connect());
    } catch (const std::exception& problem) {
        return error("database: {}", reason(problem));
    }
    impl->thread = std::thread([raw = impl.get()] { raw->write_loop(); });
    return std::unique_ptr<Store>(new Store(std::move(impl)));
}

Store::~Store() { close(); }

void Store::close() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->closing = true;
        impl_->changed.notify_one();
    }
    if (impl_->thread.joinable()) impl_->thread.join();
}

void Store::write(Work work, Done done) { impl_->push({std::move(work), std::move(done)}); }
void Store::append(Id game, Entry entry, const Fence& fence, Done done) {
    impl_->push({Append{game, std::move(entry), fence}, std::move(done)});
}

bool Store::write_now(Work work) {
    std::promise<bool> promise;
    auto future = promise.get_future();
    write(std::move(work), [&promise](bool committed) { promise.set_value(committed); });
    return future.get();
}

void Store::read_with(const Work& work) {
    std::unique_ptr<Database> database;
    {
        std::unique_lock lock(impl_->readers_mutex);
        impl_->reader_free.wait(lock, [&] { return !impl_->readers.empty(); });
        database = std::move(impl_->readers.back());
        impl_->readers.pop_back();
    }
    const auto give_back = [&] {
        const std::lock_guard lock(impl_->readers_mutex);
        impl_->readers.push_back(std::move(database));
        impl_->reader_free.notify_one();
    };
    try {
        work(*database);
    } catch (const std::exception&) {
        // The connection may be the reason: the next one gets a fresh one where that is possible.
        try {
            database = impl_->connect();
        } catch (const std::exception&) {
        }
        give_back();
        throw;
    } catch (...) {
        give_back();  // a refusal: nothing is wrong with the connection
        throw;
    }
    give_back();
}

Store::Figures Store::figures() const {
    const std::lock_guard lock(impl_->mutex);
    const auto done = impl_->pieces.load();
    return {impl_->commits.load(), done, impl_->failures.load(), impl_->asked - done};
}

}  // namespace stockade::server::store
