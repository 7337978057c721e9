// Bits<N>: a fixed set of N small integers as machine words, with the shifts that move a whole board at once.
// Knows nothing of boards, walls or games.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace stockade::board {

template <int N>
struct Bits {
    static constexpr int kSize = N;
    static constexpr int kWords = (N + 63) / 64;

    std::array<std::uint64_t, kWords> words;  // not set by default: arrays of sets on the stack cost nothing

    static constexpr Bits none() { return {}; }
    static constexpr Bits single(int index) {
        Bits result{};
        result.words[index >> 6] = std::uint64_t{1} << (index & 63);
        return result;
    }
    /// The members 0 .. count-1.
    static constexpr Bits below(int count) {
        Bits result{};
        for (int i = 0; i < kWords; ++i) {
            const int here = count - 64 * i;
            result.words[i] = here >= 64 ? ~std::uint64_t{0} : here <= 0 ? 0 : (std::uint64_t{1} << here) - 1;
        }
        return result;
    }

    constexpr bool test(int index) const { return (words[index >> 6] >> (index & 63)) & 1; }
    constexpr void set(int index) { words[index >> 6] |= std::uint64_t{1} << (index & 63); }
    constexpr void reset(int index) { words[index >> 6] &= ~(std::uint64_t{1} << (index & 63)); }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }
    constexpr explicit operator bool() const { return any(); }

    constexpr int count() const {
        int total = 0;
        for (const std::uint64_t word : words) total += std::popcount(word);
        return total;
    }

    /// The smallest member; the set must not be empty.
    constexpr int first() const {
        for (int i = 0; i < kWords - 1; ++i)
            if (words[i]) return 64 * i + std::countr_zero(words[i]);
        return 64 * (kWords - 1) + std::countr_zero(words[kWords - 1]);
    }

    /// The member with exactly `rank` smaller ones; 0 <= rank < count().
    constexpr int nth(int rank) const {
        int i = 0;
        for (; i < kWords - 1; ++i) {
            const int here = std::popcount(words[i]);
            if (rank < here) break;
            rank -= here;
        }
        std::uint64_t word = words[i];
        for (; rank > 0; --rank) word &= word - 1;
        return 64 * i + std::countr_zero(word);
    }

    template <class F>
    constexpr void for_each(F&& visit) const {
        for (int i = 0; i < kWords; ++i)
            for (std::uint64_t word = words[i]; word; word &= word - 1)
                visit(64 * i + std::countr_zero(word));
    }

    /// Every member moved up by K; what leaves the top word is lost.
    template <int K>
    constexpr Bits up() const {
        static_assert(K >= 0 && K < 64);
        Bits result{};
        if constexpr (K == 0)
            return *this;
        else {
            result.words[0] = words[0] << K;
            for (int i = 1; i < kWords; ++i) result.words[i] = (words[i] << K) | (words[i - 1] >> (64 - K));
            return result;
        }
    }
    /// Every member moved down by K; members below K are lost.
    template <int K>
    constexpr Bits down() const {
        static_assert(K >= 0 && K < 64);
        Bits result{};
        if constexpr (K == 0)
            return *this;
        else {
            for (int i = 0; i + 1 < kWords; ++i)
                result.words[i] = (words[i] >> K) | (words[i + 1] << (64 - K));
            result.words[kWords - 1] = words[kWords - 1] >> K;
            return result;
        }
    }

    constexpr Bits& operator|=(const Bits& o) {
        for (int i = 0; i < kWords; ++i) words[i] |= o.words[i];
        return *this;
    }
    constexpr Bits& operator&=(const Bits& o) {
        for (int i = 0; i < kWords; ++i) words[i] &= o.words[i];
        return *this;
    }
    constexpr Bits& operator^=(const Bits& o) {
        for (int i = 0; i < kWords; ++i) words[i] ^= o.words[i];
        return *this;
    }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    constexpr Bits operator~() const {
        Bits result{};
        for (int i = 0; i < kWords; ++i) result.words[i] = ~words[i];
        return result;
    }
    /// Members of this set that are not in `o`.
    constexpr Bits without(const Bits& o) const {
        Bits result{};
        for (int i = 0; i < kWords; ++i) result.words[i] = words[i] & ~o.words[i];
        return result;
    }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;
};

}  // namespace stockade::board
