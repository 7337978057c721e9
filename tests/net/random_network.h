// Networks with weights drawn at random, as files and read: enough to compare one evaluation with another.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "base/random.h"
#include "net/network.h"

namespace stockade::net {

/// The checksum of a file as it is, for tests that change bytes on purpose.
inline void mend_checksum(std::vector<std::uint8_t>& file) {
    constexpr std::size_t kAt = 24;
    const std::span<const std::uint8_t> whole(file);
    const std::uint32_t checksum = crc32(whole.subspan(kAt + 4), crc32(whole.first(kAt)));
    std::memcpy(file.data() + kAt, &checksum, sizeof checksum);
}

/// A file from its description, with weights from -spread to spread.
inline std::vector<std::uint8_t> random_file(const std::string& text, const Shape& shape, std::uint64_t seed,
                                             int first_spread = 400) {
    Random random(seed);
    std::string body(32, '\0');
    const auto pad = [&] { body.resize((body.size() + 63) / 64 * 64); };
    body += text;
    pad();
    const auto put = [&]<class T>(T /*kind*/, int count, int spread) {
        for (int i = 0; i < count; ++i) {
            const int drawn = static_cast<int>(random.below(static_cast<std::uint32_t>(2 * spread + 1)));
            const auto value = static_cast<T>(drawn - spread);
            body.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
        pad();
    };
    const auto later = [&](int rows, int cols) {
        put(std::int8_t{}, rows * cols, 127);
        put(std::int32_t{}, rows, 20'000);
    };
    put(std::int16_t{}, shape.inputs * shape.first, first_spread);
    put(std::int16_t{}, shape.first, first_spread);
    later(shape.second, shape.first);
    later(shape.third, shape.second);
    later(shape.values, shape.third);
    later(shape.actions, shape.first);
    later(shape.classes, shape.first);
    std::vector<std::uint8_t> file(body.begin(), body.end());
    std::memcpy(file.data(), "STKNETWK", 8);
    const auto set = [&](std::size_t at, auto value) { std::memcpy(file.data() + at, &value, sizeof value); };
    set(8, std::uint32_t{1});
    set(12, static_cast<std::uint32_t>(text.size()));
    set(16, static_cast<std::uint64_t>(file.size()));
    mend_checksum(file);
    return file;
}

inline Description some_description(const std::string& spec, std::string_view features, const Shape& shape) {
    Description description;
    description.spec = spec;
    description.features = features;
    description.shape = shape;
    description.games = 12;
    description.gpu_hours = "0.25";
    description.date = "2026-11-15";
    description.note = "drawn at random";
    return description;
}

}  // namespace stockade::net
