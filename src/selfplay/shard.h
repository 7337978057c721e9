// Shards: files of training samples in columns, with the game's layout at the head and a checksum over
// everything (docs/training.md). Owns the format; knows neither search nor network.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "selfplay/layout.h"

namespace stockade::selfplay {

/// A share of a policy, in 65535ths.
struct PolicyEntry {
    std::uint16_t action = 0;  ///< as the mover sees the board
    std::uint16_t weight = 0;
    friend bool operator==(const PolicyEntry&, const PolicyEntry&) = default;
};

inline constexpr std::uint16_t kUnknownTurns = 0xffff;
inline constexpr std::int8_t kUnknownMargin = -128;

/// The result of a sample's game, as the mover sees it.
struct Verdict {
    std::uint16_t turns = kUnknownTurns;  ///< actions until the game was over
    /// With two players: 1 won, 0 drawn, -1 lost. Else the winner's seat counted from the mover; -1: no
    /// single winner.
    std::int8_t outcome = 0;
    std::int8_t margin = kUnknownMargin;  ///< by how much, in steps
    friend bool operator==(const Verdict&, const Verdict&) = default;
};

struct Samples {
    std::vector<std::uint8_t> positions;  ///< packed, one after another
    std::vector<std::uint16_t> entry_counts;
    std::vector<PolicyEntry> entries;
    /// The search's, -32767 to 32767: the mover's, or of all players from the mover on, as many as the layout
    /// says.
    std::vector<std::int16_t> values;
    std::vector<Verdict> verdicts;

    std::size_t size() const { return verdicts.size(); }
    void clear();
    void append(const Samples& more);
    friend bool operator==(const Samples&, const Samples&) = default;
};

struct Shard {
    Layout layout;
    Samples samples;
};

std::vector<std::uint8_t> write_shard(const Layout& layout, const Samples& samples);
/// Refuses what is cut short, damaged or of another kind.
Result<Shard> read_shard(std::span<const std::uint8_t> bytes);

/// Collects samples of finished games from many threads and writes a file whenever enough have come. A file
/// appears under its final name, shard-NNNNNN, only when it is complete.
class ShardWriter {
public:
    ShardWriter(Layout layout, std::string folder, std::size_t samples_per_shard);

    /// Checks that the folder can be written to; numbering goes on after the shards already there.
    Status open();
    Status add(const Samples& samples);
    /// Writes what is left.
    Status flush();

private:
    Status write();

    Layout layout_;
    std::string folder_;
    std::size_t samples_per_shard_;
    std::mutex mutex_;
    Samples pending_;
    int next_number_ = 0;
};

}  // namespace stockade::selfplay
