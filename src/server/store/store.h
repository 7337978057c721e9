// Store: the database, SQLite or PostgreSQL. Owns connections, the one writer thread and its transactions;
// the other files of this folder hold the queries.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.h"
#include "base/time.h"
#include "server/ids.h"
#include "server/model/entry.h"

namespace soci {  // NOLINT(readability-identifier-naming): the library's own
class session;
}

namespace stockade::server::store {

using Database = soci::session;

/// A lease under which something is written, where several servers share a database: see leases.h. Node 0:
/// the server is alone, and nothing is checked.
struct Fence {
    NodeId node;
    Epoch epoch;
    friend bool operator==(const Fence&, const Fence&) = default;
};

/// How long PostgreSQL may take.
struct Timeouts {
    Milliseconds connect = 5s;
    Milliseconds statement =
        5s;  ///< three times as long for a whole transaction, after which the connection is cut
};

/// Whether this server is the only one that writes to the database, or shares it with nodes that hold leases.
enum class Sharing { kAlone, kNodes };

class Store {
public:
    /// `sqlite://PATH` or `postgresql://USER:PASSWORD@HOST:PORT/NAME`. Brings the schema up to date. A
    /// database belongs to one store, or to those that share it: others are refused. An SQLite file is never
    /// shared.
    static Result<std::unique_ptr<Store>> open(const std::string& url, int readers = 4,
                                               const Timeouts& timeouts = {},
                                               Sharing sharing = Sharing::kAlone);
    ~Store();

    /// Work for the writer, in the order in which it is given, many pieces to one transaction. It may run
    /// twice, when a piece beside it fails. `done`, which is required, is called on the writer's
    /// thread and receives whether the work was committed.
    using Work = std::function<void(Database&)>;
    using Done = std::function<void(bool committed)>;
    void write(Work work, Done done);
    /// The same for the one hot statement.
    void append(GameId game, model::Entry entry, const Fence& fence, Done done);
    /// Waits, and says whether it was committed.
    [[nodiscard]] bool write_now(Work work);
    /// For work that is done again later anyway: only the log and the figures tell of a failure.
    void upkeep(Work work);

    /// Runs on a connection that is lent for it; waits while all are out.
    template <class F>
    auto read(F&& work) {
        if constexpr (std::is_void_v<std::invoke_result_t<F, Database&>>) {
            read_with([&](Database& database) { work(database); });
        } else {
            std::invoke_result_t<F, Database&> result{};
            read_with([&](Database& database) { result = work(database); });
            return result;
        }
    }

    /// Commits what is waiting, then ends the writer.
    void close();

    /// Why nothing can be stored just now; empty while all is well. The writer finds out by itself: where
    /// nothing is committed for some seconds, or something fails, it tries a write of its own.
    std::string trouble() const;
    /// For tests: is asked on the writer's thread after each piece of work has run; where it says true the
    /// piece fails, as it does when the disk is full.
    void inject_failures(std::function<bool()> fails);

    struct Figures {
        std::uint64_t commits = 0;
        std::uint64_t pieces = 0;
        std::uint64_t failures = 0;
        std::uint64_t failures_now = 0;  ///< those of write_now(): somebody was told
        std::uint64_t waiting = 0;       ///< pieces that are not committed, or whose `done` has not returned
    };
    Figures figures() const;

private:
    struct Impl;
    explicit Store(std::unique_ptr<Impl> impl);
    void read_with(const Work& work);

    std::unique_ptr<Impl> impl_;
};

/// Brings tables up to the newest version. Throws what the database throws.
void migrate(Database& database);
/// From here to the end of the transaction no other server is in such a place. Where a row is read and then
/// written, as ratings are, this keeps two servers from losing one of the changes.
void one_at_a_time(Database& database);

}  // namespace stockade::server::store
