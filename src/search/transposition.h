// The table of searched positions that all threads of alpha-beta share. Entries may be overwritten at any
// moment; the key is stored mixed with the data, so that a torn entry is never believed.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>

#include "base/large_array.h"
#include "games/game.h"
#include "search/score.h"

namespace stockade::search {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

struct Found {
    Score score = 0;
    int depth = 0;
    Bound bound = Bound::kNone;
    games::Action action;
    bool has_action = false;
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes = 16) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        slots_ = LargeArray<Slot>(
            std::bit_floor(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Slot)));
        generation_ = 0;
    }
    /// Empties the table and keeps its memory.
    void clear() {
        std::fill_n(&slots_[0], slots_.size(), Slot{});
        generation_ = 0;
    }
    /// Entries of earlier searches give way to those of this one.
    void new_search() { generation_ = (generation_ + 1) & 63; }

    std::optional<Found> find(std::uint64_t key, int ply) const {
        const Slot& slot = slots_[key & (slots_.size() - 1)];
        const std::uint64_t data = load(slot.data);
        const std::uint64_t check = load(slot.check);
        if ((check ^ data) != key || data == 0) return std::nullopt;
        Found found;
        found.score = from_table(static_cast<std::int16_t>(data & 0xffff), ply);
        found.depth = depth_of(data);
        found.bound = static_cast<Bound>((data >> 24) & 3);
        found.has_action = (data >> 26) & 1;
        found.action.id = static_cast<std::uint16_t>((data >> 32) & 0xffff);
        return found;
    }

    void store(std::uint64_t key, int ply, Score score, int depth, Bound bound,
               std::optional<games::Action> action) {
        Slot& slot = slots_[key & (slots_.size() - 1)];
        const std::uint64_t old = load(slot.data);
        const bool same = (load(slot.check) ^ old) == key;
        const bool current = ((old >> 48) & 63) == generation_;
        if (old && !same && current && depth_of(old) > depth + 2 && bound != Bound::kExact) return;
        std::uint64_t data = static_cast<std::uint16_t>(to_table(score, ply)) |
                             std::uint64_t{static_cast<std::uint8_t>(depth)} << 16 |
                             static_cast<std::uint64_t>(bound) << 24 | std::uint64_t{generation_} << 48;
        if (action)
            data |= std::uint64_t{1} << 26 | std::uint64_t{action->id} << 32;
        else if (same)
            data |= old & (std::uint64_t{0xffff} << 32 | std::uint64_t{1} << 26);
        store(slot.data, data);
        store(slot.check, key ^ data);
    }
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[key & (slots_.size() - 1)]); }

    /// Thousandths of the table that this search has filled, from a sample.
    int hashfull() const {
        int full = 0;
        for (std::size_t i = 0; i < 1000 && i < slots_.size(); ++i)
            full += slots_[i].data != 0 && ((slots_[i].data >> 48) & 63) == generation_;
        return full;
    }

private:
    /// Eight bits with their sign.
    static int depth_of(std::uint64_t data) {
        return static_cast<int>(static_cast<std::int64_t>(data << 40) >> 56);
    }

    // Emscripten's library has no std::atomic_ref.
    static std::uint64_t load(const std::uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void store(std::uint64_t& word, std::uint64_t value) {
        __atomic_store_n(&word, value, __ATOMIC_RELAXED);
    }

    struct Slot {
        std::uint64_t check;
        std::uint64_t data;
    };
    // Proven results are stored as counted from the position, not from the root.
    static int to_table(Score score, int ply) {
        return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
    }
    static Score from_table(int score, int ply) {
        return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
    }

    LargeArray<Slot> slots_;
    std::uint8_t generation_ = 0;
};

}  // namespace stockade::search
