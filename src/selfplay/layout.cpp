#include "selfplay/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/messages/list.h"
#include "base/messages/selfplay.h"
#include "base/numbers.h"

namespace stockade::selfplay {
namespace {

using games::PlaneKind;

constexpr std::array<std::string_view, 5> kKindNames{"cells", "cell", "number", "bytes", "derived"};

// Bounds on what a text may ask for.
constexpr int kMaxSide = 64;
constexpr int kMaxActions = 65'535;
constexpr int kMaxPlanes = 256;

/// Cuts the first word off `line`.
std::string_view next_word(std::string_view& line) {
    const auto end = line.find(' ');
    const auto word = line.substr(0, end);
    line = end == std::string_view::npos ? std::string_view{} : line.substr(end + 1);
    return word;
}

}  // namespace

std::size_t packed_bytes(PlaneKind kind, std::size_t cells) {
    switch (kind) {
        case PlaneKind::kCells:
            return (cells + 7) / 8;
        case PlaneKind::kOneCell:
            return 2;
        case PlaneKind::kNumber:
            return 1;
        case PlaneKind::kBytes:
            return cells;
        default:
            return 0;
    }
}

std::size_t Layout::packed_bytes() const {
    std::size_t total = 0;
    for (const Plane& plane : planes) total += selfplay::packed_bytes(plane.kind, cells());
    return total;
}

std::string Layout::text() const {
    std::string text = fmt::format("spec {}\nrows {}\ncols {}\nactions {}\npolicy-planes {}\n", spec, rows,
                                   cols, actions, policy_planes);
    if (values > 1) text += fmt::format("values {}\n", values);
    if (policy_planes) text += fmt::format("policy-index {}\n", fmt::join(policy_index, " "));
    if (!mirror.empty()) text += fmt::format("mirror {}\n", fmt::join(mirror, " "));
    for (const Plane& plane : planes)
        text += fmt::format("plane {} {}\n", kKindNames[static_cast<std::size_t>(plane.kind)], plane.name);
    return text;
}

Result<Layout> Layout::parse(std::string_view text) {
    Layout layout;
    const std::string_view whole = text;
    int line_number = 0;
    for (; !text.empty(); ++line_number) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos)
            return error<"selfplay.layout-line-end">("line"_a = line_number + 1,
                                                     "text"_a = text.substr(0, 40));
        std::string_view line = text.substr(0, end);
        text = text.substr(end + 1);
        const std::string_view name = next_word(line);
        const auto bad = [&](Message expected) {
            return error<"selfplay.layout-line">("line"_a = line_number + 1, "name"_a = name,
                                                 "expected"_a = std::move(expected),
                                                 "text"_a = line.substr(0, 40));
        };
        const auto read = [&](int& into, int min, int max) {
            const auto value = read_number<int>(line, min, max);
            if (value) into = *value;
            return value.has_value();
        };
        if (name == "spec") {
            layout.spec = line;
        } else if (name == "rows" || name == "cols") {
            if (!read(name == "rows" ? layout.rows : layout.cols, 1, kMaxSide))
                return bad(message<"list.range">("first"_a = 1, "last"_a = 64));
        } else if (name == "actions") {
            if (!read(layout.actions, 1, kMaxActions))
                return bad(message<"list.range">("first"_a = 1, "last"_a = 65535));
        } else if (name == "values") {
            if (!read(layout.values, 1, games::kMaxPlayers))
                return bad(message<"list.range">("first"_a = 1, "last"_a = 4));
        } else if (name == "policy-planes") {
            if (!read(layout.policy_planes, 0, kMaxPlanes))
                return bad(message<"list.range">("first"_a = 0, "last"_a = 256));
        } else if (name == "policy-index" || name == "mirror") {
            auto& list = name == "mirror" ? layout.mirror : layout.policy_index;
            list.clear();
            while (!line.empty()) {
                const auto index = read_number<int>(next_word(line), 0, kMaxPlanes * kMaxSide * kMaxSide);
                if (!index || list.size() >= kMaxActions) return bad(message<"selfplay.numbers">());
                list.push_back(*index);
            }
        } else if (name == "plane") {
            const auto kind = std::find(kKindNames.begin(), kKindNames.end(), next_word(line));
            if (kind == kKindNames.end() || layout.planes.size() >= kMaxPlanes)
                return bad(message<"selfplay.plane-kinds">());
            layout.planes.push_back({static_cast<PlaneKind>(kind - kKindNames.begin()), std::string(line)});
        } else {
            return error<"selfplay.layout-word">("line"_a = line_number + 1, "word"_a = name.substr(0, 40));
        }
    }
    if (layout.spec.empty() || !layout.rows || !layout.cols || !layout.actions || layout.planes.empty())
        return error<"selfplay.layout-short">("lines"_a = line_number, "bytes"_a = whole.size());
    if (layout.policy_planes) {
        const auto limit = static_cast<int>(static_cast<std::size_t>(layout.policy_planes) * layout.cells());
        if (layout.policy_index.size() != static_cast<std::size_t>(layout.actions))
            return error<"selfplay.layout-index">("actions"_a = layout.actions,
                                                  "got"_a = layout.policy_index.size());
        for (const int index : layout.policy_index)
            if (index >= limit)
                return error<"selfplay.layout-index-limit">("limit"_a = limit, "index"_a = index);
    } else if (!layout.policy_index.empty()) {
        return error<"selfplay.layout-no-planes">();
    }
    if (!layout.mirror.empty() && layout.mirror.size() != static_cast<std::size_t>(layout.actions))
        return error<"selfplay.layout-mirror">("actions"_a = layout.actions, "got"_a = layout.mirror.size());
    for (const int image : layout.mirror)
        if (image >= layout.actions)
            return error<"selfplay.layout-mirror-limit">("limit"_a = layout.actions, "index"_a = image);
    return layout;
}

void pack(const Layout& layout, std::span<const std::uint8_t> planes, std::uint8_t* packed) {
    const std::size_t cells = layout.cells();
    for (std::size_t i = 0; i < layout.planes.size(); ++i) {
        const std::uint8_t* plane = planes.data() + i * cells;
        const PlaneKind kind = layout.planes[i].kind;
        switch (kind) {
            case PlaneKind::kCells:
                for (std::size_t at = 0; at < cells; at += 8) {
                    unsigned byte = 0;
                    for (std::size_t bit = 0; bit < 8 && at + bit < cells; ++bit)
                        byte |= unsigned{plane[at + bit] != 0} << bit;
                    packed[at / 8] = static_cast<std::uint8_t>(byte);
                }
                break;
            case PlaneKind::kOneCell: {
                const auto cell =
                    static_cast<std::size_t>(std::find(plane, plane + cells, std::uint8_t{1}) - plane);
                packed[0] = static_cast<std::uint8_t>(cell & 0xff);
                packed[1] = static_cast<std::uint8_t>(cell >> 8);
                break;
            }
            case PlaneKind::kNumber:
                packed[0] = plane[0];
                break;
            case PlaneKind::kBytes:
                std::copy(plane, plane + cells, packed);
                break;
            case PlaneKind::kDerived:
                break;
        }
        packed += packed_bytes(kind, cells);
    }
}

void unpack(const Layout& layout, const std::uint8_t* packed, std::span<std::uint8_t> planes) {
    const std::size_t cells = layout.cells();
    std::fill(planes.begin(), planes.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < layout.planes.size(); ++i) {
        std::uint8_t* plane = planes.data() + i * cells;
        const PlaneKind kind = layout.planes[i].kind;
        switch (kind) {
            case PlaneKind::kCells:
                for (std::size_t at = 0; at < cells; ++at) plane[at] = (packed[at / 8] >> (at % 8)) & 1;
                break;
            case PlaneKind::kOneCell:
                if (const std::size_t cell = packed[0] | std::size_t{packed[1]} << 8; cell < cells)
                    plane[cell] = 1;
                break;
            case PlaneKind::kNumber:
                std::fill(plane, plane + cells, packed[0]);
                break;
            case PlaneKind::kBytes:
                std::copy(packed, packed + cells, plane);
                break;
            case PlaneKind::kDerived:
                break;
        }
        packed += packed_bytes(kind, cells);
    }
}

}  // namespace stockade::selfplay
