// The formats that Python reads and writes by training/stockade_training/formats.json: C++ writes and reads
// the same.
#include <gmock/gmock.h>

#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/checksum.h"
#include "games/position_reader.h"
#include "games/quoridor/tensors.h"
#include "net/network.h"
#include "selfplay/channel.h"
#include "selfplay/feature_files.h"
#include "selfplay/shard.h"
#include "support/scratch_folder.h"

namespace stockade::selfplay {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Json = nlohmann::json;
using Numbers = std::map<std::string, std::uint64_t>;

const Json& description() {
    static const Json json = [] {
        std::ifstream file(STOCKADE_SOURCE_DIR "/training/stockade_training/formats.json");
        return Json::parse(file);
    }();
    return json;
}

std::size_t bytes_of(const std::string& type) {
    static const std::map<std::string, std::size_t> kBytes{{"u8", 1},  {"i8", 1},  {"u16", 2}, {"i16", 2},
                                                           {"u32", 4}, {"i32", 4}, {"u64", 8}, {"char8", 8}};
    return kBytes.at(type);
}

Bytes read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

/// The fields of a header by name, all but the magic, which must be the format's.
Numbers header_of(const Json& format, const Bytes& file, std::size_t& size) {
    Numbers numbers;
    size = 0;
    for (const Json& field : format["header"]) {
        const std::size_t bytes = bytes_of(field[0]);
        EXPECT_LE(size + bytes, file.size());
        if (field[1] == "magic") {
            EXPECT_EQ(std::string(file.begin(), file.begin() + 8), format["magic"]);
        } else {
            std::memcpy(&numbers[field[1]], file.data() + size, bytes);
        }
        size += bytes;
    }
    return numbers;
}

/// The words of a file's text that have one number.
Numbers text_numbers(const std::string& text) {
    Numbers numbers{{"values", 1}};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto space = line.find(' ');
        const std::string value = line.substr(std::min(space + 1, line.size()));
        if (!value.empty() && value.size() < 10 && value.find_first_not_of("0123456789") == std::string::npos)
            numbers[line.substr(0, space)] = std::stoull(value);
    }
    return numbers;
}

/// A file with a header, a text and columns is exactly as long as the description says; returns each column's
/// bytes.
std::map<std::string, Bytes> columns_of(const std::string& name, const Bytes& file) {
    const Json& format = description()[name];
    std::size_t at = 0;
    Numbers sizes = header_of(format, file, at);
    EXPECT_EQ(sizes.at("version"), format["version"]);
    EXPECT_EQ(sizes.at("file_bytes"), file.size());
    const auto text_begin = file.begin() + static_cast<std::ptrdiff_t>(at);
    sizes.merge(text_numbers({text_begin, text_begin + static_cast<std::ptrdiff_t>(sizes.at("text_bytes"))}));
    const std::size_t align = format["align"];
    const auto padded = [&](std::size_t bytes) { return (bytes + align - 1) / align * align; };
    at = padded(at + sizes.at("text_bytes"));
    std::map<std::string, Bytes> columns;
    for (const Json& column : format["columns"]) {
        std::size_t bytes = bytes_of(column[0]);
        for (const Json& factor : column[2])
            bytes *= factor.is_string() ? sizes.at(factor.get<std::string>()) : factor.get<std::size_t>();
        EXPECT_LE(at + bytes, file.size()) << name << ": " << column[1];
        if (at + bytes > file.size()) return columns;
        columns[column[1]].assign(file.begin() + static_cast<std::ptrdiff_t>(at),
                                  file.begin() + static_cast<std::ptrdiff_t>(at + bytes));
        at = padded(at + bytes);
    }
    EXPECT_EQ(at, file.size()) << name;
    return columns;
}

template <class T>
std::vector<T> numbers_of(const Bytes& bytes) {
    std::vector<T> numbers(bytes.size() / sizeof(T));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

Layout quoridor_layout() {
    return layout_of(games::start_position<games::Quoridor9>(*games::parse_spec("quoridor")), "quoridor");
}

/// The start of the game, twice.
Samples two_samples(const Layout& layout) {
    const auto start = games::start_position<games::Quoridor9>(*games::parse_spec("quoridor"));
    Bytes planes(layout.plane_bytes());
    games::TensorsOf<games::Quoridor9>::encode(start, planes);
    Samples samples;
    for (int i = 0; i < 2; ++i) {
        samples.positions.resize(samples.positions.size() + layout.packed_bytes());
        pack(layout, planes, samples.positions.data() + samples.positions.size() - layout.packed_bytes());
    }
    samples.entry_counts = {1, 2};
    samples.entries = {{3, 65535}, {4, 60000}, {5, 5535}};
    samples.values = {-7, 8};
    samples.verdicts = {{30, 1, 4}, {29, -1, -4}};
    return samples;
}

TEST(Formats, ShardsAreAsDescribed) {
    const Layout layout = quoridor_layout();
    const Samples samples = two_samples(layout);
    const auto columns = columns_of("shard", write_shard(layout, samples));
    EXPECT_EQ(columns.at("positions"), samples.positions);
    EXPECT_EQ(numbers_of<std::uint16_t>(columns.at("counts")), samples.entry_counts);
    EXPECT_EQ(numbers_of<std::int16_t>(columns.at("value")), samples.values);
    EXPECT_THAT(numbers_of<std::uint16_t>(columns.at("turns")), testing::ElementsAre(30, 29));
    EXPECT_THAT(numbers_of<std::int8_t>(columns.at("outcome")), testing::ElementsAre(1, -1));
    EXPECT_THAT(numbers_of<std::int8_t>(columns.at("margin")), testing::ElementsAre(4, -4));
    EXPECT_THAT(numbers_of<std::uint16_t>(columns.at("entries")),
                testing::ElementsAre(3, 65535, 4, 60000, 5, 5535));
}

TEST(Formats, FeatureFilesAreAsDescribed) {
    const Layout layout = quoridor_layout();
    const auto file = features_of(write_shard(layout, two_samples(layout)));
    ASSERT_TRUE(file) << file.error().message;
    const auto columns = columns_of("features", *file);
    const auto counts = numbers_of<std::uint16_t>(columns.at("input_counts"));
    EXPECT_EQ(counts.size(), 2u);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::size_t{0}), columns.at("inputs").size() / 2);
    EXPECT_THAT(numbers_of<std::int16_t>(columns.at("value")), testing::ElementsAre(-7, 8));
    EXPECT_THAT(numbers_of<std::int8_t>(columns.at("outcome")), testing::ElementsAre(1, -1));
}

TEST(Formats, NetworksAreAsDescribed) {
    EXPECT_EQ(description()["network"]["max_bytes"], net::kMaxFileBytes);
    for (const char* name : {"quoridor", "wallgo-four"}) {
        const std::string path = std::string(STOCKADE_SOURCE_DIR "/networks/") + name + ".net";
        const auto network = net::load_network(path);
        ASSERT_TRUE(network) << network.error().message;
        const auto columns = columns_of("network", read_file(path));
        // Where every part begins and ends follows from the sizes of all before it.
        EXPECT_EQ(columns.at("first").size(), 2u * static_cast<unsigned>(network->description().shape.inputs *
                                                                         network->description().shape.first));
        EXPECT_EQ(columns.at("of_class_bias").size(),
                  4u * static_cast<unsigned>(network->description().shape.classes));
    }
}

TEST(Formats, ChecksumsCoverAllOtherBytes) {
    const Layout layout = quoridor_layout();
    const auto shard = write_shard(layout, two_samples(layout));
    for (const auto& [name, file] :
         std::map<std::string, Bytes>{{"shard", shard},
                                      {"features", *features_of(shard)},
                                      {"network", read_file(STOCKADE_SOURCE_DIR "/networks/quoridor.net")}}) {
        std::size_t at = 0;
        for (const Json& field : description()[name]["header"]) {
            if (field[1] == "checksum") break;
            at += bytes_of(field[0]);
        }
        std::size_t size = 0;
        const std::span<const std::uint8_t> whole(file);
        EXPECT_EQ(header_of(description()[name], file, size).at("checksum"),
                  crc32(whole.subspan(at + 4), crc32(whole.first(at))))
            << name;
    }
}

TEST(Formats, TheChannelIsAsDescribed) {
    const support::ScratchFolder folder;
    const std::string path = folder.path("channel");
    const Layout layout = quoridor_layout();
    Channel channel;
    ASSERT_TRUE(channel.create(path, layout, 5, 2, 1));
    const Json& format = description()["channel"];
    std::size_t size = 0;
    const Bytes first = read_file(path);
    const Numbers head = header_of(format, first, size);
    EXPECT_LE(size, format["control_at"]);
    EXPECT_EQ(head.at("batch"), 5u);
    EXPECT_EQ(head.at("slots"), 2u);
    EXPECT_EQ(head.at("plane_bytes"), layout.plane_bytes());
    EXPECT_EQ(head.at("actions"), static_cast<unsigned>(layout.actions));
    EXPECT_EQ(head.at("slots_at") + 2 * head.at("slot_bytes"), first.size());
    const auto text = first.begin() + format["text_at"].get<std::ptrdiff_t>();
    EXPECT_EQ(std::string(text, text + static_cast<std::ptrdiff_t>(head.at("text_bytes"))), layout.text());

    const auto* slots = channel.planes(0, 0);  // the first part of the first slot
    const auto at = [&](const void* place) {
        return static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(place) - slots);
    };
    for (int slot = 0; slot < 2; ++slot) {
        const std::uint64_t begin = static_cast<unsigned>(slot) * head.at("slot_bytes");
        EXPECT_EQ(at(channel.planes(slot, 1)), begin + head.at("planes_at") + head.at("plane_bytes"));
        EXPECT_EQ(at(channel.network(slot, 1)), begin + head.at("network_at") + 1);
        EXPECT_EQ(at(channel.policy(slot, 1)), begin + head.at("policy_at") + 2 * head.at("actions"));
        EXPECT_EQ(at(channel.values(slot, 1)), begin + head.at("value_at") + 4);
    }

    // Flags and counts, each seen where it is described.
    Counters& counters = channel.counters();
    counters.evaluations = 1;
    counters.solved = 13;
    counters.pairs[4] = 20;
    channel.attach();
    channel.stop();
    channel.finish();
    channel.filled_part(1);
    const Bytes then = read_file(path);
    const auto u32 = [&](std::size_t place) {
        std::uint32_t number = 0;
        std::memcpy(&number, then.data() + place, sizeof number);
        return number;
    };
    const auto u64 = [&](std::size_t place) {
        std::uint64_t number = 0;
        std::memcpy(&number, then.data() + place, sizeof number);
        return number;
    };
    const std::vector<std::string> control = format["control"];
    ASSERT_THAT(control, testing::ElementsAre("player", "evaluator", "stop", "finished"));
    const std::size_t control_at = format["control_at"];
    EXPECT_EQ(u32(control_at), u32(control_at + 4));  // this process is both
    EXPECT_EQ(u32(control_at + 8), 1u);
    EXPECT_EQ(u32(control_at + 12), 1u);
    const std::vector<std::string> names = format["counters"];
    EXPECT_EQ(names.size() * 8, sizeof(Counters));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::uint64_t wanted = names[i] == "evaluations" ? 1
                                     : names[i] == "solved"    ? 13
                                     : names[i] == "pair4"     ? 20
                                                               : 0;
        EXPECT_EQ(u64(format["counters_at"].get<std::size_t>() + 8 * i), wanted) << names[i];
    }
    const std::size_t counts_at = format["slot_counts_at"];
    const std::size_t apart = format["slot_count_bytes"];
    const std::size_t answered = format["answered_at"];
    EXPECT_EQ(u32(counts_at), 0u);
    EXPECT_EQ(u32(counts_at + apart), 1u);
    EXPECT_EQ(u32(counts_at + apart + answered), 0u);
    channel.answered(1);
    const Bytes last = read_file(path);
    EXPECT_EQ(last[counts_at + apart + answered], 1);
}

TEST(Formats, LayoutsUseTheDescribedWords) {
    const Json& format = description()["layout"];
    std::istringstream lines(quoridor_layout().text());
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word, kind;
        words >> word >> kind;
        EXPECT_TRUE(format["words"].contains(word)) << line;
        if (word == "plane") {
            EXPECT_TRUE(format["kinds"].contains(kind)) << line;
        }
    }
}

}  // namespace
}  // namespace stockade::selfplay
