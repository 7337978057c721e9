// Channel: the shared memory between self-play and an evaluator in another process. Self-play writes planes,
// the evaluator writes policies and values, one batch at a time in several slots by turns, so that both sides
// work at once. Owns the memory's layout (docs/training.md) and the handshake.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "selfplay/layout.h"

namespace stockade::selfplay {

inline constexpr int kMaxSlots = 16;
inline constexpr int kMaxBatch = 1 << 20;

/// The progress so far; the evaluator reads it for its log.
struct Counters {
    std::atomic<std::uint64_t> evaluations;
    std::atomic<std::uint64_t> actions;       ///< played after a search
    std::atomic<std::uint64_t> games;         ///< finished
    std::atomic<std::uint64_t> game_actions;  ///< of finished games, the random opening left out
    std::atomic<std::uint64_t> samples;
    std::atomic<std::uint64_t> first_wins;  ///< of games that began as the rules say or nearly so
    std::atomic<std::uint64_t> second_wins;
    std::atomic<std::uint64_t> draws;  ///< games that became too long
    std::atomic<std::uint64_t> resigned;
    std::atomic<std::uint64_t> checked;   ///< would have been resigned, but were played to the end
    std::atomic<std::uint64_t> mistaken;  ///< of those, not lost by the side that would have resigned
    std::atomic<std::uint64_t> distinct;  ///< positions not met among the last ones
    std::atomic<std::uint64_t> solved;    ///< games ended by what is known of the position
    std::atomic<std::uint64_t> wins;      ///< two networks: games the first one won,
    std::atomic<std::uint64_t> losses;    ///< and lost
    std::atomic<std::uint64_t> pairs[5];  ///< pairs of games by half points of the first: 0, 1/2, 1, 3/2, 2
};

class Channel {
public:
    Channel() = default;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    ~Channel();

    /// Makes the file; it must not exist yet. `writers` threads fill each slot.
    Status create(const std::string& path, const Layout& layout, int batch, int slots, int writers);
    /// Maps the file of another process, or of this one.
    Status open(const std::string& path);

    const Layout& layout() const { return layout_; }
    int batch() const { return batch_; }
    int slots() const { return slots_; }
    std::uint8_t* planes(int slot, int row) const;
    std::uint8_t* network(int slot, int row) const;  ///< which of two networks is asked
    std::uint16_t* policy(int slot, int row) const;  ///< logits by action, as bfloat16
    float* values(int slot, int row) const;          ///< as many as the layout says, from -1 to 1
    Counters& counters() const;

    // --- for those who play ---
    /// One of the writers has filled its rows; the last of them hands the slot over.
    void filled_part(int slot);
    enum class Wait { kAnswered, kStopped, kGone, kAlone };
    /// Waits until the slot has been answered `rounds` times, or there is no point in waiting any more: told
    /// to stop, the evaluator's process has ended, or none has come in time.
    Wait wait_answered(int slot, std::uint32_t rounds, std::chrono::seconds patience) const;
    void finish();  ///< says that no more slots will be filled

    // --- for the evaluator ---
    void attach();  ///< names this process as the evaluator
    bool is_filled(int slot) const;
    void answered(int slot);
    void stop();  ///< asks the players to end
    bool finished() const;
    bool stopping() const;

private:
    struct Head;
    Status map(int file, std::size_t bytes, const std::string& path);
    Head& head() const;

    std::uint8_t* memory_ = nullptr;
    std::size_t bytes_ = 0;
    Layout layout_;
    int batch_ = 0;
    int slots_ = 0;
    int writers_ = 0;
    std::atomic<int> parts_[kMaxSlots] = {};
};

/// bfloat16 is the upper half of a float.
inline float float_of(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
/// Rounded to nearest, ties to even; not for NaN.
inline std::uint16_t bfloat_of(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

}  // namespace stockade::selfplay
