#include "selfplay/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/checksum.h"
#include "base/messages/file.h"
#include "base/messages/selfplay.h"
#include "base/numbers.h"

namespace stockade::selfplay {
namespace {

static_assert(std::endian::native == std::endian::little, "shards are written as the memory holds them");

constexpr std::string_view kShardMagic = "STKSHARD";
constexpr std::uint32_t kVersion = 1;

struct ShardHeader {
    std::array<char, 8> magic;
    std::uint32_t version = kVersion;
    std::uint32_t text_bytes = 0;  ///< the layout, right after the header, padded to 8 bytes
    std::uint64_t file_bytes = 0;
    std::uint32_t samples = 0;
    std::uint32_t entries = 0;
    std::uint32_t packed_bytes = 0;
    std::uint32_t reserved = 0;
    std::uint32_t checksum = 0;  ///< CRC-32 of all other bytes in order
    std::uint32_t zero = 0;
};
static_assert(sizeof(ShardHeader) == 48);
constexpr std::size_t kShardChecksumAt = offsetof(ShardHeader, checksum);

std::uint32_t checksum_of(std::span<const std::uint8_t> file) {
    return crc32(file.subspan(kShardChecksumAt + 4), crc32(file.first(kShardChecksumAt)));
}

constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

/// The columns one after another, each padded to 8 bytes. `visit(bytes of an item, count)`.
struct Columns {
    std::size_t samples;
    std::size_t entries;
    std::size_t packed_bytes;
    std::size_t values;  ///< of a sample

    static constexpr int kCount = 7;
    std::array<std::size_t, kCount> sizes() const {
        return {packed_bytes * samples,
                2 * samples,
                2 * values * samples,
                2 * samples,
                samples,
                samples,
                4 * entries};
    }
    std::size_t total() const {
        std::size_t sum = 0;
        for (const std::size_t size : sizes()) sum += padded(size);
        return sum;
    }
};

void put(std::vector<std::uint8_t>& out, const void* data, std::size_t bytes) {
    const auto* begin = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), begin, begin + bytes);
    out.resize(padded(out.size()));
}

template <class T, class F>
void put_each(std::vector<std::uint8_t>& out, const std::vector<Verdict>& verdicts, F&& field) {
    std::vector<T> column;
    column.reserve(verdicts.size());
    for (const Verdict& verdict : verdicts) column.push_back(field(verdict));
    put(out, column.data(), column.size() * sizeof(T));
}

/// Reads the columns in order; their sizes are known to fit.
class ColumnReader {
public:
    explicit ColumnReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    template <class T>
    void take(std::vector<T>& into, std::size_t count) {
        into.resize(count);
        if (count) std::memcpy(into.data(), bytes_.data(), count * sizeof(T));
        bytes_ = bytes_.subspan(padded(count * sizeof(T)));
    }

private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace

void Samples::clear() {
    positions.clear();
    entry_counts.clear();
    entries.clear();
    values.clear();
    verdicts.clear();
}

void Samples::append(const Samples& more) {
    positions.insert(positions.end(), more.positions.begin(), more.positions.end());
    entry_counts.insert(entry_counts.end(), more.entry_counts.begin(), more.entry_counts.end());
    entries.insert(entries.end(), more.entries.begin(), more.entries.end());
    values.insert(values.end(), more.values.begin(), more.values.end());
    verdicts.insert(verdicts.end(), more.verdicts.begin(), more.verdicts.end());
}

std::vector<std::uint8_t> write_shard(const Layout& layout, const Samples& samples) {
    const std::string text = layout.text();
    const Columns columns{samples.size(), samples.entries.size(), layout.packed_bytes(),
                          static_cast<std::size_t>(layout.values)};
    ShardHeader header;
    std::copy(kShardMagic.begin(), kShardMagic.end(), header.magic.begin());
    header.text_bytes = static_cast<std::uint32_t>(text.size());
    header.file_bytes = sizeof(ShardHeader) + padded(text.size()) + columns.total();
    header.samples = static_cast<std::uint32_t>(columns.samples);
    header.entries = static_cast<std::uint32_t>(columns.entries);
    header.packed_bytes = static_cast<std::uint32_t>(columns.packed_bytes);

    std::vector<std::uint8_t> out;
    out.reserve(header.file_bytes);
    put(out, &header, sizeof header);
    put(out, text.data(), text.size());
    put(out, samples.positions.data(), samples.positions.size());
    put(out, samples.entry_counts.data(), 2 * samples.entry_counts.size());
    put(out, samples.values.data(), 2 * samples.values.size());
    put_each<std::uint16_t>(out, samples.verdicts, [](const Verdict& v) { return v.turns; });
    put_each<std::int8_t>(out, samples.verdicts, [](const Verdict& v) { return v.outcome; });
    put_each<std::int8_t>(out, samples.verdicts, [](const Verdict& v) { return v.margin; });
    put(out, samples.entries.data(), sizeof(PolicyEntry) * samples.entries.size());
    const std::uint32_t checksum = checksum_of(out);
    std::memcpy(out.data() + kShardChecksumAt, &checksum, sizeof checksum);
    return out;
}

Result<Shard> read_shard(std::span<const std::uint8_t> bytes) {
    ShardHeader header;
    if (bytes.size() < sizeof header)
        return error<"selfplay.shard-short">("min"_a = sizeof header, "bytes"_a = bytes.size());
    std::memcpy(&header, bytes.data(), sizeof header);
    if (!std::equal(kShardMagic.begin(), kShardMagic.end(), header.magic.begin()))
        return error<"selfplay.shard-magic">("magic"_a = kShardMagic);
    if (header.version != kVersion)
        return error<"selfplay.shard-version">("expected"_a = kVersion, "got"_a = header.version);
    if (header.file_bytes != bytes.size())
        return error<"selfplay.shard-bytes">("expected"_a = header.file_bytes, "got"_a = bytes.size());
    if (const std::uint32_t checksum = checksum_of(bytes); checksum != header.checksum)
        return error<"selfplay.shard-checksum">("expected"_a = fmt::format("{:08x}", header.checksum),
                                                "got"_a = fmt::format("{:08x}", checksum));
    const auto rest = bytes.subspan(sizeof header);
    if (header.text_bytes > rest.size())
        return error<"selfplay.shard-layout">("expected"_a = header.text_bytes, "got"_a = rest.size());
    auto layout = Layout::parse({reinterpret_cast<const char*>(rest.data()), std::size_t{header.text_bytes}});
    if (!layout) return error<"selfplay.shard">("problem"_a = layout.error());
    if (header.packed_bytes != layout->packed_bytes())
        return error<"selfplay.shard-positions">("expected"_a = layout->packed_bytes(),
                                                 "got"_a = header.packed_bytes);
    const Columns columns{header.samples, header.entries, header.packed_bytes,
                          static_cast<std::size_t>(layout->values)};
    if (sizeof header + padded(header.text_bytes) + columns.total() != bytes.size())
        return error<"selfplay.shard-columns">(
            "expected"_a = sizeof header + padded(header.text_bytes) + columns.total(),
            "samples"_a = header.samples, "entries"_a = header.entries, "got"_a = bytes.size());

    Shard shard{std::move(*layout), {}};
    Samples& samples = shard.samples;
    ColumnReader reader(rest.subspan(padded(header.text_bytes)));
    reader.take(samples.positions, columns.packed_bytes * columns.samples);
    reader.take(samples.entry_counts, columns.samples);
    std::vector<std::uint16_t> turns;
    std::vector<std::int8_t> outcomes;
    std::vector<std::int8_t> margins;
    reader.take(samples.values, columns.values * columns.samples);
    reader.take(turns, columns.samples);
    reader.take(outcomes, columns.samples);
    reader.take(margins, columns.samples);
    reader.take(samples.entries, columns.entries);
    std::size_t entries = 0;
    for (const std::uint16_t count : samples.entry_counts) entries += count;
    if (entries != columns.entries)
        return error<"selfplay.shard-entries">("expected"_a = columns.entries, "got"_a = entries);
    for (const PolicyEntry& entry : samples.entries)
        if (entry.action >= shard.layout.actions)
            return error<"selfplay.shard-actions">("limit"_a = shard.layout.actions,
                                                   "action"_a = entry.action);
    const int highest = shard.layout.values == 1 ? 1 : shard.layout.values - 1;
    for (std::size_t i = 0; i < columns.samples; ++i) {
        if (outcomes[i] < -1 || outcomes[i] > highest)
            return error<"selfplay.shard-outcome">("sample"_a = i, "max"_a = highest,
                                                   "outcome"_a = outcomes[i]);
        samples.verdicts.push_back({turns[i], outcomes[i], margins[i]});
    }
    return shard;
}

ShardWriter::ShardWriter(Layout layout, std::string folder, std::size_t samples_per_shard)
    : layout_(std::move(layout)), folder_(std::move(folder)), samples_per_shard_(samples_per_shard) {}

Status ShardWriter::open() {
    namespace fs = std::filesystem;
    std::error_code problem;
    fs::create_directories(folder_, problem);
    if (problem) return error<"file.problem">("file"_a = folder_, "problem"_a = problem.message());
    for (const auto& entry : fs::directory_iterator(folder_, problem)) {
        const std::string name = entry.path().filename().string();
        if (name.rfind("shard-", 0) != 0) continue;
        // File names pad their numbers with zeros.
        const std::string_view digits =
            std::string_view(name).substr(6, name.find_first_not_of("0123456789", 6) - 6);
        if (digits.empty()) continue;
        const auto number =
            read_number<int>(digits.substr(std::min(digits.find_first_not_of('0'), digits.size())));
        next_number_ = std::max(next_number_, number.value_or(0) + 1);
    }
    if (problem) return error<"file.problem">("file"_a = folder_, "problem"_a = problem.message());
    return Done{};
}

Status ShardWriter::add(const Samples& samples) {
    const std::lock_guard lock(mutex_);
    pending_.append(samples);
    return pending_.size() >= samples_per_shard_ ? write() : Status(Done{});
}

Status ShardWriter::flush() {
    const std::lock_guard lock(mutex_);
    return pending_.size() ? write() : Status(Done{});
}

Status ShardWriter::write() {
    const auto bytes = write_shard(layout_, pending_);
    pending_.clear();
    const std::string name = fmt::format("{}/shard-{:06}", folder_, next_number_++);
    const std::string partial = name + ".part";
    const auto failure = [&] {
        return error<"file.problem">("file"_a = partial, "problem"_a = std::strerror(errno));
    };
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(partial.c_str(), "wb"),
                                                               [](std::FILE* f) { return std::fclose(f); });
    if (!file) return failure();
    if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() || std::fflush(file.get()))
        return failure();
    if (std::rename(partial.c_str(), name.c_str())) return failure();
    return Done{};
}

}  // namespace stockade::selfplay
