#include "server/store/store.h"

#include <fmt/format.h>
#include <soci/soci.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <variant>
#include <vector>

#include "base/messages/serve.h"
#include "server/log.h"
#include "server/store/connection.h"
#include "server/store/id_columns.h"
#include "server/store/leases.h"
#include "server/store/time_columns.h"

namespace stockade::server::store {
namespace {

constexpr std::size_t kMaxBatch = 1000;  // pieces to one transaction
constexpr std::string_view kPostgres = "postgresql://";
// How long the writer is idle before it tries whether the database still takes what is written.
constexpr auto kProbeWhenWell = std::chrono::seconds(5);
constexpr auto kProbeInTrouble = std::chrono::seconds(1);
constexpr Milliseconds kSlow = 5s;  // a transaction that takes longer is trouble, whatever comes of it

struct Append {
    GameId game;
    model::Entry entry;
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
        hold_lease(database, resource_of(append.game), append.fence);
        game_ = append.game;
        entry_ = append.entry;
        kind_ = static_cast<int>(append.entry.kind);
        statement_.execute(true);
    }

private:
    GameId game_;
    model::Entry entry_;
    int kind_ = 0;
    soci::statement statement_;
};

}  // namespace

struct Store::Impl {
    std::string url;
    Timeouts timeouts;
    Sharing sharing = Sharing::kAlone;
    FileLock lock;
    Watchdog watchdog;
    std::unique_ptr<Connection> writer;  // nothing while it cannot be reached
    std::unique_ptr<Appender> appender;  // belongs to the writer's connection
    std::string claimed;                 // the session that holds a PostgreSQL database for us

    std::mutex readers_mutex;
    std::condition_variable reader_free;
    std::vector<std::unique_ptr<Connection>> readers;  // nothing: to be connected when it is lent

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Piece> queue;
    bool closing = false;
    std::thread thread;
    std::uint64_t asked = 0;  // pieces of work, ever
    std::atomic<std::uint64_t> commits{0}, pieces{0}, failures{0}, failures_now{0};
    std::mutex fails_mutex;
    std::function<bool()> fails;  // of tests
    std::atomic<bool> may_fail{false};
    std::string trouble;
    std::atomic<TimePoint> busy_since{};  // kNever: the writer waits for work

    std::unique_ptr<Connection> connect() { return std::make_unique<Connection>(url, timeouts, watchdog); }

    /// Every write goes through this connection, so a server that lost the database to another one writes
    /// nothing.
    std::unique_ptr<Connection> connect_writer() {
        auto connection = connect();
        claimed = connection->claim(sharing, claimed);
        return connection;
    }

    void fail_if_told() {
        if (!may_fail.load(std::memory_order_relaxed)) return;
        const std::lock_guard guard(fails_mutex);
        if (fails && fails()) throw std::runtime_error("a failure that a test asked for");
    }

    void perform(const Piece& piece) {
        auto& database = writer->database();
        if (const auto* append = std::get_if<Append>(&piece.what)) {
            if (!appender) appender = std::make_unique<Appender>(database);
            (*appender)(database, *append);
        } else {
            std::get<Work>(piece.what)(database);
        }
        fail_if_told();
    }

    template <class Iterator>
    bool transact(Iterator first, Iterator last) {
        if (!writer) return false;
        try {
            const auto in_use = writer->use();
            soci::transaction transaction(writer->database());
            for (auto it = first; it != last; ++it) perform(*it);
            transaction.commit();
            commits.fetch_add(1, std::memory_order_relaxed);
            return true;
        } catch (const std::exception& problem) {
            log(Level::kWarning, "transaction failed",
                {{"pieces", std::to_string(last - first)}, {"why", reason(problem)}});
            return false;
        }
    }

    void run_batch(std::vector<Piece>& batch) {
        bool alive = writer || find_out();
        const bool all = alive && transact(batch.begin(), batch.end());
        if (all) set_trouble({});
        // Where some are not stored one of them may be at fault: each gets a transaction of its own. A
        // database that takes nothing fails them all at once, as each might take as long as the first.
        alive = all || (alive && find_out());
        const bool alone = batch.size() == 1;
        for (auto it = batch.begin(); it != batch.end(); ++it) {
            const bool committed = all || (alive && !alone && transact(it, it + 1));
            if (!committed) {
                if (alive && !alone) alive = find_out();
                failures.fetch_add(1, std::memory_order_relaxed);
            }
            it->done(committed);
        }
        pieces.fetch_add(batch.size(), std::memory_order_release);  // what was done is seen with it
    }

    /// After a failure, or silence: whether the database takes what is written, and a new connection where
    /// that is needed for it. Statements may be half-way.
    bool find_out() {
        appender.reset();
        std::string why;
        for (const bool fresh : {false, true}) {
            if (fresh && is_sqlite(url)) break;  // the same file would be opened again
            try {
                if (fresh) {
                    writer.reset();
                    writer = connect_writer();
                    log(Level::kWarning, "database reconnected", {});
                }
                if (writer && probe()) return true;
            } catch (const std::exception& problem) {
                why = reason(problem);
            }
        }
        log(Level::kError, "database takes nothing", {{"why", why}});
        set_trouble(why);
        return false;
    }

    bool probe() {
        const auto in_use = writer->use();
        auto& database = writer->database();
        soci::transaction transaction(database);
        const TimePoint now = time_now();
        database
            << "insert into heartbeats (node, at) values ('probe', :at) on conflict (node) do update set "
               "at = excluded.at",
            soci::use(now);
        fail_if_told();
        transaction.commit();
        set_trouble({});
        return true;
    }

    void set_trouble(std::string why) {
        const std::lock_guard guard(mutex);
        trouble = std::move(why);
    }

    void write_loop() {
        std::vector<Piece> batch;
        for (;;) {
            bool idle = false;
            {
                std::unique_lock guard(mutex);
                const auto patience = trouble.empty() ? kProbeWhenWell : kProbeInTrouble;
                idle = !changed.wait_for(guard, patience, [&] { return closing || !queue.empty(); });
                if (queue.empty() && closing) break;
                while (!queue.empty() && batch.size() < kMaxBatch) {
                    batch.push_back(std::move(queue.front()));
                    queue.pop_front();
                }
            }
            busy_since = time_now();
            if (idle)
                find_out();
            else
                run_batch(batch);
            busy_since = kNever;
            batch.clear();
        }
    }

    void push(Piece piece) {
        {
            const std::lock_guard guard(mutex);
            if (!closing) {
                queue.push_back(std::move(piece));
                ++asked;
                changed.notify_one();
                return;
            }
        }
        piece.done(false);
    }
};

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<Store>> Store::open(const std::string& url, int readers, const Timeouts& timeouts,
                                           Sharing sharing) {
    const bool sqlite = is_sqlite(url);
    if (!sqlite && url.rfind(kPostgres, 0) != 0)
        return error<"serve.database-url">("text"_a = url.substr(0, url.find(':')).substr(0, 40));
    if (sqlite && (sqlite_path(url).empty() || url.find('"') != url.npos))
        return error<"serve.database-path">();
    auto impl = std::make_unique<Impl>();
    impl->url = url;
    impl->timeouts = timeouts;
    impl->sharing = sharing;
    if (sqlite) {
        auto lock = FileLock::take(sqlite_path(url));
        if (!lock) return lock.error();
        impl->lock = std::move(*lock);
    }
    try {
        impl->writer = impl->connect_writer();
        impl->writer->migrate();
        for (int i = 0; i < readers; ++i) impl->readers.push_back(impl->connect());
    } catch (const std::exception& problem) {
        return error<"serve.database">("reason"_a = reason(problem));
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

void Store::write(Work work, Done done) {
    assert(done);
    impl_->push({std::move(work), std::move(done)});
}
void Store::append(GameId game, model::Entry entry, const Fence& fence, Done done) {
    assert(done);
    impl_->push({Append{game, std::move(entry), fence}, std::move(done)});
}

bool Store::write_now(Work work) {
    std::promise<bool> promise;
    auto future = promise.get_future();
    write(std::move(work), [&promise](bool committed) { promise.set_value(committed); });
    const bool committed = future.get();
    if (!committed) impl_->failures_now.fetch_add(1, std::memory_order_relaxed);
    return committed;
}

void Store::upkeep(Work work) {
    write(std::move(work), [](bool) {});
}

void Store::read_with(const Work& work) {
    std::unique_ptr<Connection> connection;
    {
        std::unique_lock lock(impl_->readers_mutex);
        impl_->reader_free.wait(lock, [&] { return !impl_->readers.empty(); });
        connection = std::move(impl_->readers.back());
        impl_->readers.pop_back();
    }
    const auto give_back = [&] {
        const std::lock_guard lock(impl_->readers_mutex);
        impl_->readers.push_back(std::move(connection));
        impl_->reader_free.notify_one();
    };
    try {
        if (!connection) {
            // A reader that waits for an unreachable database would keep others waiting too.
            if (!trouble().empty()) throw std::runtime_error("the database cannot be reached");
            connection = impl_->connect();
        }
        const auto in_use = connection->use();
        work(connection->database());
    } catch (const std::exception&) {
        connection.reset();  // which may be the reason: the next one gets a fresh one
        give_back();
        throw;
    } catch (...) {
        give_back();  // a refusal: nothing is wrong with the connection
        throw;
    }
    give_back();
}

std::string Store::trouble() const {
    const TimePoint since = impl_->busy_since;
    const Milliseconds busy = since != kNever ? time_now() - since : 0ms;
    if (busy > kSlow) return fmt::format("no answer for {} s", busy / 1s);
    const std::lock_guard lock(impl_->mutex);
    return impl_->trouble;
}

void Store::inject_failures(std::function<bool()> fails) {
    const std::lock_guard lock(impl_->fails_mutex);
    impl_->may_fail = fails != nullptr;
    impl_->fails = std::move(fails);
}

Store::Figures Store::figures() const {
    const std::lock_guard lock(impl_->mutex);
    const auto done = impl_->pieces.load();
    return {impl_->commits.load(), done, impl_->failures.load(), impl_->failures_now.load(),
            impl_->asked - done};
}

}  // namespace stockade::server::store
