// Solution: the exact result of every position that can follow a root position of two-player Quoridor or
// Pinko Pallino. Its interface takes text; layers.h does the work. An endless game is a draw, and the limit
// on turns is ignored; docs/solved.md tells more.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "search/limits.h"
#include "search/race.h"

namespace stockade::solve {

/// For the side to move; one action is one turn.
using Value = search::RaceResult;

struct Turn {
    std::string text;
    Value value;  ///< for the player who plays it
};

struct Needs {
    double wall_sets = 0;
    double positions = 0;  ///< after leaving out what symmetry gives
    double bytes = 0;
};

class Solution {
public:
    /// Of everything that can follow this position string.
    static Result<std::unique_ptr<Solution>> of(std::string_view root);
    /// Reads what save() wrote. Refuses a solution that needs more memory than allowed.
    static Result<std::unique_ptr<Solution>> load(std::istream& in, double max_bytes);
    virtual ~Solution() = default;

    /// The position string this is a solution of.
    const std::string& root() const { return root_; }
    /// An estimate before prepare(), exact after it.
    virtual Needs needs() const = 0;
    /// Lists the wall sets and takes the memory; nothing is done twice. Refuses what needs more than this.
    virtual Status prepare(double max_bytes) = 0;
    /// A guess at how long all of it takes, from what one set of walls takes here and now.
    virtual Seconds duration(int threads) const = 0;

    /// Works until all is solved or a stop; may be called again. `progress` gets parts done and parts in all.
    virtual Status solve(int threads, const search::StopSignal& stop,
                         const std::function<void(std::size_t, std::size_t)>& progress) = 0;
    virtual bool complete() const = 0;
    /// The number of parts solved so far, and the number of all parts.
    virtual std::pair<std::size_t, std::size_t> done() const = 0;

    /// Refuses position strings of another game, and those that cannot follow the root. After prepare().
    virtual Status covers(std::string_view position) const = 0;
    /// The exact value of a position string that it covers. The solution must be complete.
    virtual Result<Value> value(std::string_view position) const = 0;
    /// All turns from there, the best first.
    virtual Result<std::vector<Turn>> turns(std::string_view position) const = 0;

    Status save(std::ostream& out) const;

protected:
    /// The solved parts in a fixed order, piece by piece: `transfer(memory, bytes)` reads or writes.
    virtual Status transfer(const std::function<Status(std::uint8_t*, std::size_t)>& piece,
                            std::size_t parts) = 0;

    std::string root_;
};

}  // namespace stockade::solve
