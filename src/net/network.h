// Network files and the networks in them: shapes, weights in the order that inference needs, and their
// origin. Owns the format (docs/network.md); knows neither games nor features.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/large_array.h"
#include "base/result.h"

namespace stockade::net {

inline constexpr std::size_t kMaxFileBytes = 2'000'000;
/// Sizes of layers are multiples of this, so that no kernel has a rest to care about.
inline constexpr int kLayerUnit = 32;
inline constexpr int kMaxFirst = 1024;
inline constexpr int kMaxLater = 128;
inline constexpr int kMaxValues = 4;

struct Shape {
    int inputs = 0;   ///< that are there or not
    int actions = 0;  ///< as the mover sees them
    int classes = 0;  ///< kinds of actions by what they do
    int first = 0;    ///< sums that are kept up to date from position to position
    int second = 0;
    int third = 0;
    int values = 1;  ///< 1: the mover's; else one for each player from the mover on
    friend bool operator==(const Shape&, const Shape&) = default;
};

/// Everything but the weights.
struct Description {
    std::string spec;      ///< of the game
    std::string features;  ///< the name of the inputs and classes, as the game's features give it
    Shape shape;
    std::uint64_t games = 0;  ///< learnt from
    std::string gpu_hours;    ///< that games and learning took, as digits with at most one point
    std::string date;         ///< 2026-11-15
    std::string note;         ///< one line; may be empty
    friend bool operator==(const Description&, const Description&) = default;

    /// One fact a line.
    std::string text() const;
};

class Network {
public:
    const Description& description() const { return description_; }
    const Shape& shape() const { return description_.shape; }

    // Weights by row, each row one output's inputs; but for the first layer, where a row is one input's share
    // of every output. Rows begin at multiples of 32 bytes.
    const std::int16_t* first_rows() const { return at<std::int16_t>(kFirstRows); }
    const std::int16_t* first_bias() const { return at<std::int16_t>(kFirstBias); }
    const std::int8_t* second_row(int i) const { return row(kSecondRows, i, shape().first); }
    const std::int32_t* second_bias() const { return at<std::int32_t>(kSecondBias); }
    const std::int8_t* third_row(int i) const { return row(kThirdRows, i, shape().second); }
    const std::int32_t* third_bias() const { return at<std::int32_t>(kThirdBias); }
    const std::int8_t* value_row(int i) const { return row(kValueRows, i, shape().third); }
    const std::int32_t* value_bias() const { return at<std::int32_t>(kValueBias); }
    const std::int8_t* action_row(int i) const { return row(kActionRows, i, shape().first); }
    const std::int32_t* action_bias() const { return at<std::int32_t>(kActionBias); }
    const std::int8_t* class_row(int i) const { return row(kClassRows, i, shape().first); }
    const std::int32_t* class_bias() const { return at<std::int32_t>(kClassBias); }

    std::span<const std::uint8_t> weights() const { return {&memory_[0], memory_.size()}; }

private:
    friend Result<Network> read_network(std::span<const std::uint8_t> bytes, std::string_view name);

    enum Part {
        kFirstRows,
        kFirstBias,
        kSecondRows,
        kSecondBias,
        kThirdRows,
        kThirdBias,
        kValueRows,
        kValueBias,
        kActionRows,
        kActionBias,
        kClassRows,
        kClassBias,
        kParts
    };
    static std::vector<std::size_t> part_sizes(const Shape& shape);

    template <class T>
    const T* at(Part part) const {
        return reinterpret_cast<const T*>(&memory_[begins_[part]]);
    }
    const std::int8_t* row(Part part, int i, int length) const {
        return at<std::int8_t>(part) + static_cast<std::ptrdiff_t>(i) * length;
    }

    Description description_;
    LargeArray<std::uint8_t> memory_;  // the file's parts, as they lie there
    std::array<std::size_t, kParts> begins_{};
};

/// Refuses what is cut short, damaged, of another kind, or too large; `name` begins every message.
Result<Network> read_network(std::span<const std::uint8_t> bytes, std::string_view name);
/// The file of a network.
std::vector<std::uint8_t> write_network(const Network& network);
Result<Network> load_network(const std::string& path);

}  // namespace stockade::net
