// Feature files: the samples of a shard as features of a small network, so that the trainer needs no rules
// and no second definition of any feature (docs/training.md). Owns the format and writes it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace stockade::selfplay {

/// The class of actions that are not legal.
inline constexpr std::uint8_t kIllegal = 255;

/// The feature file of a shard's bytes. Refuses damaged shards, games without such a network, and impossible
/// positions.
Result<std::vector<std::uint8_t>> features_of(std::span<const std::uint8_t> bytes);

struct FeatureSettings {
    std::string shards;  ///< a folder of shards
    std::string out;     ///< a folder for feature files; those already there are left alone
    int threads = 1;
};

/// Makes shard-NNNNNN.features of every shard-NNNNNN; returns how many samples were written.
/// `on_progress(done, all)` is called in the calling thread after every file.
Result<std::uint64_t> write_features(const FeatureSettings& settings,
                                     const std::function<void(std::size_t, std::size_t)>& on_progress);

}  // namespace stockade::selfplay
