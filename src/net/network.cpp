#include "net/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "base/checksum.h"
#include "base/messages/list.h"
#include "base/messages/net.h"
#include "base/numbers.h"

namespace stockade::net {
namespace {

static_assert(std::endian::native == std::endian::little, "files are written as the memory holds them");

constexpr std::string_view kMagic = "STKNETWK";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kPart = 64;  // every part of the weights begins at a multiple of it
constexpr std::size_t kMaxText = 4096;
constexpr int kMaxBias = 1 << 28;  // sums of two such and of all products still fit into 32 bits

struct Header {
    std::array<char, 8> magic;
    std::uint32_t version = kVersion;
    std::uint32_t text_bytes = 0;  ///< the description, right after the header, padded with zeros to 64 bytes
    std::uint64_t file_bytes = 0;
    std::uint32_t checksum = 0;  ///< CRC-32 of all other bytes in order
    std::uint32_t zero = 0;
};
static_assert(sizeof(Header) == 32);
constexpr std::size_t kChecksumAt = offsetof(Header, checksum);

constexpr std::size_t padded(std::size_t bytes) { return (bytes + kPart - 1) / kPart * kPart; }

std::uint32_t checksum_of(std::span<const std::uint8_t> file) {
    return crc32(file.subspan(kChecksumAt + 4), crc32(file.first(kChecksumAt)));
}

bool is_amount(std::string_view word) {
    const auto point = std::count(word.begin(), word.end(), '.');
    const auto digits = std::count_if(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits > 0 && point <= 1 && static_cast<std::size_t>(digits + point) == word.size() &&
           word.size() <= 16;
}
bool is_date(std::string_view word) {
    if (word.size() != 10) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (i == 4 || i == 7 ? word[i] != '-' : word[i] < '0' || word[i] > '9') return false;
    return true;
}
bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// The description from its lines, each of which must be there once; but `values`, where it is not 1.
Result<Description> parse(std::string_view text, std::string_view name) {
    Description description;
    Shape& shape = description.shape;
    struct Count {
        std::string_view name;
        int* into;
        int max;
        int unit;
    };
    const Count counts[] = {{"inputs", &shape.inputs, 65'535, 1},
                            {"actions", &shape.actions, 65'535, 1},
                            {"classes", &shape.classes, 255, 1},
                            {"first", &shape.first, kMaxFirst, kLayerUnit},
                            {"second", &shape.second, kMaxLater, kLayerUnit},
                            {"third", &shape.third, kMaxLater, kLayerUnit},
                            {"values", &shape.values, kMaxValues, 1}};
    constexpr std::array<std::string_view, 13> kFacts{"spec",  "features", "inputs", "actions", "classes",
                                                      "first", "second",   "third",  "games",   "gpu-hours",
                                                      "date",  "note",     "values"};
    std::array<bool, kFacts.size()> seen{};
    for (int line_number = 1; !text.empty(); ++line_number) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos)
            return error<"net.line-end">("file"_a = name, "line"_a = line_number,
                                         "text"_a = is_printable(text) ? ArgumentValue(text.substr(0, 40))
                                                                       : message<"net.not-text">());
        const std::string_view line = text.substr(0, end);
        text = text.substr(end + 1);
        if (!is_printable(line)) return error<"net.plain-text">("file"_a = name, "line"_a = line_number);
        const auto space = std::min(line.find(' '), line.size());
        const std::string_view fact = line.substr(0, space);
        const std::string_view value = line.substr(std::min(space + 1, line.size()));
        const auto bad = [&](Message expected) {
            return error<"net.fact">("file"_a = name, "line"_a = line_number, "fact"_a = fact,
                                     "expected"_a = std::move(expected), "value"_a = value.substr(0, 40));
        };
        const auto* known = std::find(kFacts.begin(), kFacts.end(), fact);
        if (known == kFacts.end())
            return error<"net.unknown-word">("file"_a = name, "line"_a = line_number,
                                             "word"_a = fact.substr(0, 40));
        if (std::exchange(seen[static_cast<std::size_t>(known - kFacts.begin())], true))
            return bad(message<"net.once">());
        const auto* count = std::find_if(std::begin(counts), std::end(counts),
                                         [&](const Count& c) { return c.name == fact; });
        if (count != std::end(counts)) {
            const auto given = read_number<std::uint64_t>(value);
            const auto most = static_cast<std::uint64_t>(count->max);
            if (!given || *given < 1 || *given > most || *given % static_cast<unsigned>(count->unit))
                return bad(count->unit > 1 ? message<"net.multiple">("unit"_a = count->unit, "max"_a = most)
                                           : message<"list.range">("first"_a = 1, "last"_a = most));
            *count->into = static_cast<int>(*given);
        } else if (fact == "games") {
            const auto given = read_number<std::uint64_t>(value);
            if (!given) return bad(message<"net.whole-number">());
            description.games = *given;
        } else if (fact == "gpu-hours") {
            if (!is_amount(value)) return bad(message<"net.amount">());
            description.gpu_hours = value;
        } else if (fact == "date") {
            if (!is_date(value)) return bad(message<"net.date">());
            description.date = value;
        } else {
            if (value.empty() && fact != "note") return bad(message<"net.a-word">());
            (fact == "spec"       ? description.spec
             : fact == "features" ? description.features
                                  : description.note) = value;
        }
    }
    for (std::size_t i = 0; i < kFacts.size(); ++i)
        if (!seen[i] && kFacts[i] != "values")
            return error<"net.missing-line">("file"_a = name, "word"_a = kFacts[i]);
    return description;
}

}  // namespace

std::string Description::text() const {
    return fmt::format(
        "spec {}\nfeatures {}\ninputs {}\nactions {}\nclasses {}\nfirst {}\nsecond {}\nthird {}\n{}games {}\n"
        "gpu-hours {}\ndate {}\nnote {}\n",
        spec, features, shape.inputs, shape.actions, shape.classes, shape.first, shape.second, shape.third,
        shape.values > 1 ? fmt::format("values {}\n", shape.values) : "", games, gpu_hours, date, note);
}

std::vector<std::size_t> Network::part_sizes(const Shape& s) {
    const auto size = [](int rows, int cols, std::size_t bytes) {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols) * bytes;
    };
    return {size(s.inputs, s.first, 2), size(1, s.first, 2),         size(s.second, s.first, 1),
            size(s.second, 1, 4),       size(s.third, s.second, 1),  size(s.third, 1, 4),
            size(s.values, s.third, 1), size(s.values, 1, 4),        size(s.actions, s.first, 1),
            size(s.actions, 1, 4),      size(s.classes, s.first, 1), size(s.classes, 1, 4)};
}

Result<Network> read_network(std::span<const std::uint8_t> bytes, std::string_view name) {
    if (bytes.size() > kMaxFileBytes)
        return error<"net.too-long">("file"_a = name, "max"_a = kMaxFileBytes, "bytes"_a = bytes.size());
    if (bytes.size() < sizeof(Header))
        return error<"net.too-short">("file"_a = name, "min"_a = sizeof(Header), "bytes"_a = bytes.size());
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (!std::equal(kMagic.begin(), kMagic.end(), header.magic.begin()))
        return error<"net.magic">("file"_a = name, "magic"_a = kMagic);
    if (header.version != kVersion)
        return error<"net.version">("file"_a = name, "expected"_a = kVersion, "got"_a = header.version);
    if (header.file_bytes != bytes.size())
        return error<"net.not-whole">("file"_a = name, "expected"_a = header.file_bytes,
                                      "got"_a = bytes.size());
    if (const auto found = checksum_of(bytes); found != header.checksum)
        return error<"net.checksum">("file"_a = name, "expected"_a = fmt::format("{:08x}", header.checksum),
                                     "got"_a = fmt::format("{:08x}", found));
    if (header.text_bytes > kMaxText || sizeof(Header) + header.text_bytes > bytes.size())
        return error<"net.description-too-long">("file"_a = name,
                                                 "max"_a = std::min(kMaxText, bytes.size() - sizeof(Header)),
                                                 "bytes"_a = header.text_bytes);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + sizeof(Header),
                                header.text_bytes);
    auto description = parse(text, name);
    if (!description) return description.error();

    Network network;
    network.description_ = std::move(*description);
    std::size_t total = 0;
    const auto sizes = Network::part_sizes(network.shape());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        network.begins_[i] = total;
        total += padded(sizes[i]);
    }
    const std::size_t begin = padded(sizeof(Header) + header.text_bytes);
    if (begin > bytes.size() || bytes.size() - begin != total)
        return error<"net.weights">("file"_a = name, "expected"_a = total,
                                    "got"_a = bytes.size() - std::min(begin, bytes.size()));
    network.memory_ = LargeArray<std::uint8_t>(total, kUninitialised);
    std::memcpy(&network.memory_[0], bytes.data() + begin, total);

    const Shape& shape = network.shape();
    using Output = Message (*)(detail::Bound<"number">);
    const auto check = [&](const std::int32_t* bias, int count, Output output) -> Status {
        for (int i = 0; i < count; ++i)
            if (bias[i] > kMaxBias || bias[i] < -kMaxBias)
                return error<"net.bias">("file"_a = name, "output"_a = output("number"_a = i),
                                         "max"_a = kMaxBias, "bias"_a = bias[i]);
        return Done{};
    };
    for (const Status& status : {check(network.second_bias(), shape.second, &message<"net.second-output">),
                                 check(network.third_bias(), shape.third, &message<"net.third-output">),
                                 check(network.value_bias(), shape.values, &message<"net.value-output">),
                                 check(network.action_bias(), shape.actions, &message<"net.action">),
                                 check(network.class_bias(), shape.classes, &message<"net.class">)})
        if (!status) return status.error();
    return network;
}

std::vector<std::uint8_t> write_network(const Network& network) {
    const std::string text = network.description().text();
    const std::size_t begin = padded(sizeof(Header) + text.size());
    std::vector<std::uint8_t> file(begin + network.weights().size());
    Header header;
    std::copy(kMagic.begin(), kMagic.end(), header.magic.begin());
    header.text_bytes = static_cast<std::uint32_t>(text.size());
    header.file_bytes = file.size();
    std::memcpy(file.data(), &header, sizeof header);
    std::memcpy(file.data() + sizeof header, text.data(), text.size());
    std::copy(network.weights().begin(), network.weights().end(),
              file.begin() + static_cast<std::ptrdiff_t>(begin));
    header.checksum = checksum_of(file);
    std::memcpy(file.data(), &header, sizeof header);
    return file;
}

}  // namespace stockade::net
