#include "selfplay/feature_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "base/checksum.h"
#include "base/messages/file.h"
#include "base/messages/rules.h"
#include "base/messages/selfplay.h"
#include "games/position_reader.h"
#include "net/features/all.h"
#include "selfplay/shard.h"

namespace stockade::selfplay {
namespace {

constexpr std::string_view kFeatureMagic = "STKFEATS";

struct Header {
    std::array<char, 8> magic;
    std::uint32_t version = 1;
    std::uint32_t text_bytes = 0;
    std::uint64_t file_bytes = 0;
    std::uint32_t samples = 0;
    std::uint32_t inputs = 0;   ///< of all samples together
    std::uint32_t entries = 0;  ///< likewise
    std::uint32_t reserved = 0;
    std::uint32_t checksum = 0;  ///< CRC-32 of all other bytes in order
    std::uint32_t zero = 0;
};
static_assert(sizeof(Header) == 48);
constexpr std::size_t kChecksumAt = offsetof(Header, checksum);

/// Columns in the order of the file.
struct FeatureColumns {
    std::vector<std::uint16_t> input_counts;
    std::vector<std::uint16_t> inputs;
    std::vector<std::uint8_t> classes;  ///< by action, for each sample
    std::vector<std::uint16_t> entry_counts;
    std::vector<PolicyEntry> entries;
    std::vector<std::int16_t> values;  ///< as many of a sample as its game has
    std::vector<std::int8_t> outcomes;
};

std::vector<std::uint8_t> file_of(const std::string& text, const FeatureColumns& columns) {
    std::vector<std::uint8_t> file(sizeof(Header));
    const auto put = [&](const void* data, std::size_t bytes) {
        const auto* begin = static_cast<const std::uint8_t*>(data);
        file.insert(file.end(), begin, begin + bytes);
        file.resize((file.size() + 7) / 8 * 8);
    };
    const auto put_all = [&](const auto& column) { put(column.data(), column.size() * sizeof(column[0])); };
    put(text.data(), text.size());
    put_all(columns.input_counts);
    put_all(columns.inputs);
    put_all(columns.classes);
    put_all(columns.entry_counts);
    put_all(columns.entries);
    put_all(columns.values);
    put_all(columns.outcomes);
    Header header;
    std::copy(kFeatureMagic.begin(), kFeatureMagic.end(), header.magic.begin());
    header.text_bytes = static_cast<std::uint32_t>(text.size());
    header.file_bytes = file.size();
    header.samples = static_cast<std::uint32_t>(columns.outcomes.size());
    header.inputs = static_cast<std::uint32_t>(columns.inputs.size());
    header.entries = static_cast<std::uint32_t>(columns.entries.size());
    std::memcpy(file.data(), &header, sizeof header);
    const std::span<const std::uint8_t> whole(file);
    header.checksum = crc32(whole.subspan(kChecksumAt + 4), crc32(whole.first(kChecksumAt)));
    std::memcpy(file.data(), &header, sizeof header);
    return file;
}

template <net::HasFeatures P>
std::string description_of(const P& start, const games::Spec& spec) {
    using F = net::FeaturesOf<P>;
    std::vector<int> actions = layout_of(start, spec.str()).mirror;
    const bool mirrors = !actions.empty();
    actions.resize(F::kActions);  // rolls are none of them
    if (!mirrors) std::iota(actions.begin(), actions.end(), 0);
    std::vector<int> inputs;
    inputs.reserve(F::kInputs);
    for (int i = 0; i < F::kInputs; ++i) inputs.push_back(mirrors ? F::mirrored_input(i) : i);
    const int values = net::kValuesOf<P>;
    return fmt::format(
        "spec {}\nfeatures {}\ninputs {}\nactions {}\nclasses {}\n{}mirror-inputs {}\nmirror-actions {}\n",
        spec.str(), F::kName, F::kInputs, F::kActions, F::kClasses,
        values > 1 ? fmt::format("values {}\n", values) : "", fmt::join(inputs, " "),
        fmt::join(actions, " "));
}

/// The part of a policy that is legal in a position.
template <net::HasFeatures P>
int legal_weight(const P& p, std::span<const PolicyEntry> policy) {
    typename P::Actions actions;
    p.generate(typename P::Context(p), actions);
    int weight = 0;
    for (const games::Action action : actions)
        for (const PolicyEntry& entry : policy)
            if (entry.action == net::FeaturesOf<P>::seen(p, action)) weight += entry.weight;
    return weight;
}

/// The position of a sample, with the mover as the first player who can be to move: pawns of Territoires are
/// placed in an order like 1 2 2 1. In the midst of a turn of walls, which come in an order that depends on
/// who places them, the mover is the player for whom more of the policy is legal.
template <net::HasFeatures P>
Result<P> position_of(const Shard& shard, std::size_t sample, std::span<const PolicyEntry> policy,
                      const P& start, std::string_view spec, std::span<std::uint8_t> planes) {
    const Layout& layout = shard.layout;
    unpack(layout, shard.samples.positions.data() + sample * layout.packed_bytes(), planes);
    for (std::size_t i = 0; i < layout.planes.size(); ++i) {
        const auto plane = planes.subspan(i * layout.cells(), layout.cells());
        if (layout.planes[i].kind == games::PlaneKind::kOneCell &&
            std::count(plane.begin(), plane.end(), 1) != 1)
            return error<"selfplay.one-cell">("plane"_a = layout.planes[i].name);
    }
    const auto seen_by = [&](games::Player mover) {
        const P decoded = games::TensorsOf<P>::decode(start, mover, planes);
        return games::read_position<P>(fmt::format("{}{}", spec, games::TextOf<P>::fields(decoded)));
    };
    if constexpr (requires { games::TensorsOf<P>::mover_of(start, planes); }) {
        const auto mover = games::TensorsOf<P>::mover_of(start, planes);
        if (!mover) return error<"selfplay.goals">();
        auto position = seen_by(*mover);
        if (position && position->outcome().over) return error<"rules.game-over">();
        return position;
    }
    auto position = seen_by(games::Player::kOne);
    for (int i = 1; i < P::kPlayers; ++i) {
        bool in_order = false;
        if constexpr (games::Stochastic<P>) in_order = position && position->turn().after_wall;
        if (position && !in_order) break;
        if (auto other = seen_by(games::player_at(i));
            other && (!position || legal_weight(*other, policy) > legal_weight(*position, policy)))
            position = std::move(other);
    }
    if (position && position->outcome().over) return error<"rules.game-over">();
    return position;
}

template <net::HasFeatures P>
Result<std::vector<std::uint8_t>> typed_features(const Shard& shard, const games::Spec& spec) {
    using F = net::FeaturesOf<P>;
    const P start = games::start_position<P>(spec);
    if (const auto expected = layout_of(start, spec.str()); !(expected == shard.layout))
        return error<"selfplay.shard-planes">("game"_a = spec.str());
    std::vector<std::uint8_t> planes(shard.layout.plane_bytes());
    FeatureColumns columns;
    columns.values = shard.samples.values;
    std::size_t next_entry = 0;
    for (std::size_t i = 0; i < shard.samples.size(); ++i) {
        const std::span<const PolicyEntry> policy(shard.samples.entries.data() + next_entry,
                                                  shard.samples.entry_counts[i]);
        next_entry += policy.size();
        const auto position = position_of(shard, i, policy, start, spec.str(), planes);
        if (!position) return error<"selfplay.shard-sample">("sample"_a = i, "problem"_a = position.error());
        const P& p = *position;
        const typename F::FeatureState state(p);
        typename F::Inputs inputs;
        F::inputs(p, state, inputs);
        columns.input_counts.push_back(static_cast<std::uint16_t>(inputs.count()));
        inputs.for_each([&](int input) { columns.inputs.push_back(static_cast<std::uint16_t>(input)); });

        std::array<std::uint8_t, F::kActions> classes;
        classes.fill(kIllegal);
        typename P::Actions actions;
        if (p.to_move() != games::Player::kChance) p.generate(typename P::Context(p), actions);
        for (const games::Action action : actions)
            classes[static_cast<std::size_t>(F::seen(p, action))] =
                static_cast<std::uint8_t>(F::class_of(p, state, action));
        columns.classes.insert(columns.classes.end(), classes.begin(), classes.end());

        // Networks that label positions may give a little to actions that are not legal.
        std::uint16_t kept = 0;
        for (const PolicyEntry& entry : policy) {
            if (entry.action >= F::kActions || classes[entry.action] == kIllegal) continue;
            columns.entries.push_back(entry);
            ++kept;
        }
        columns.entry_counts.push_back(kept);
        columns.outcomes.push_back(shard.samples.verdicts[i].outcome);
    }
    return file_of(description_of(start, spec), columns);
}

Result<std::vector<std::uint8_t>> read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    return std::vector<std::uint8_t>(std::istreambuf_iterator<char>(file), {});
}

Status write_file(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    const std::string partial = path + ".part";
    std::ofstream file(partial, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file || std::rename(partial.c_str(), path.c_str()))
        return error<"file.problem">("file"_a = partial, "problem"_a = std::strerror(errno));
    return Done{};
}

Result<std::uint64_t> convert(const std::string& from, const std::string& to) {
    const auto bytes = read_file(from);
    if (!bytes) return bytes.error();
    const auto features = features_of(*bytes);
    if (!features) return error<"file.problem">("file"_a = from, "problem"_a = features.error());
    if (const auto written = write_file(to, *features); !written) return written.error();
    Header header;
    std::memcpy(&header, features->data(), sizeof header);
    return header.samples;
}

}  // namespace

Result<std::vector<std::uint8_t>> features_of(std::span<const std::uint8_t> bytes) {
    const auto shard = read_shard(bytes);
    if (!shard) return shard.error();
    const auto spec = games::parse_spec(shard->layout.spec);
    if (!spec) return spec.error();
    return games::with_game(*spec, [&]<class P>(std::type_identity<P>) -> Result<std::vector<std::uint8_t>> {
        if constexpr (net::HasFeatures<P>)
            return typed_features<P>(*shard, *spec);
        else
            return error<"selfplay.no-small-network">("game"_a = spec->str());
    });
}

Result<std::uint64_t> write_features(const FeatureSettings& settings,
                                     const std::function<void(std::size_t, std::size_t)>& on_progress) {
    namespace fs = std::filesystem;
    std::error_code problem;
    fs::create_directories(settings.out, problem);
    if (problem) return error<"file.problem">("file"_a = settings.out, "problem"_a = problem.message());
    std::vector<std::pair<std::string, std::string>> work;
    for (const auto& entry : fs::directory_iterator(settings.shards, problem)) {
        const std::string name = entry.path().filename().string();
        if (name.size() != 12 || name.rfind("shard-", 0) != 0)
            continue;  // shard-NNNNNN and nothing unfinished
        auto target = (fs::path(settings.out) / (name + ".features")).string();
        if (!fs::exists(target)) work.emplace_back(entry.path().string(), std::move(target));
    }
    if (problem) return error<"file.problem">("file"_a = settings.shards, "problem"_a = problem.message());
    std::sort(work.begin(), work.end());

    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    std::atomic<std::uint64_t> samples{0};
    std::mutex mutex;
    std::optional<Error> failure;
    const auto convert_some = [&](bool tells) {
        for (std::size_t i = next++; i < work.size(); i = next++) {
            const auto converted = convert(work[i].first, work[i].second);
            if (!converted) {
                const std::lock_guard lock(mutex);
                failure = converted.error();
                next = work.size();
                return;
            }
            samples += *converted;
            ++done;
            if (tells) on_progress(done, work.size());
        }
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < settings.threads; ++i) helpers.emplace_back(convert_some, false);
    convert_some(true);
    for (std::thread& helper : helpers) helper.join();
    if (failure) return *failure;
    return samples.load();
}

}  // namespace stockade::selfplay
