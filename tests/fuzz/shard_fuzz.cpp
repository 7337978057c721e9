// Shards: whatever is read is written again byte for byte. The checksum is mended first, or nothing would
// ever get past it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "selfplay/shard.h"

namespace {

constexpr std::size_t kChecksumAt = 40;

std::uint32_t crc32(const std::uint8_t* data, std::size_t size, std::uint32_t crc) {
    crc = ~crc;
    for (std::size_t i = 0; i < size; ++i) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::uint8_t> bytes(data, data + size);
    if (size >= 48) {
        const std::uint32_t checksum =
            crc32(data + kChecksumAt + 4, size - kChecksumAt - 4, crc32(data, kChecksumAt, 0));
        std::memcpy(bytes.data() + kChecksumAt, &checksum, sizeof checksum);
    }
    const auto shard = stockade::selfplay::read_shard(bytes);
    if (!shard) return 0;
    const auto again =
        stockade::selfplay::read_shard(stockade::selfplay::write_shard(shard->layout, shard->samples));
    if (!again || !(again->samples == shard->samples) || !(again->layout == shard->layout)) std::abort();
    return 0;
}
