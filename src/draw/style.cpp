#include "draw/style.h"

#include <algorithm>
#include <array>
#include <climits>

namespace stockade::draw {
namespace {

constexpr Rgb kGrooveColour{24, 24, 24};
constexpr Rgb kCellColour{58, 58, 58};
constexpr std::array<Rgb, 4> kPlayers{{{0, 135, 215}, {230, 140, 0}, {0, 175, 135}, {215, 135, 175}}};
// Corners of xterm's colour cube, so that 256 colours show them unchanged.
constexpr std::array<Rgb, 4> kTints{{{0, 95, 135}, {135, 95, 0}, {0, 95, 0}, {135, 95, 135}}};

int distance(Rgb a, Rgb b) {
    const int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;
    return 2 * r * r + 4 * g * g + 3 * blue * blue;
}

Rgb lighter(Rgb colour) {
    const auto raise = [](int value) { return static_cast<std::uint8_t>(value + (255 - value) * 45 / 100); };
    return {raise(colour.r), raise(colour.g), raise(colour.b)};
}

Rgb tint(int player) { return kTints[std::clamp(player, 0, 3)]; }

std::optional<Rgb> ground_colour(const Style& style) {
    switch (style.ground) {
        case Ground::kNone:
            return std::nullopt;
        case Ground::kGroove:
            return kGrooveColour;
        case Ground::kCell:
            return kCellColour;
        case Ground::kPawn:
            return lighter(player_colour(style.ground_player));
        case Ground::kTint:
            return tint(style.ground_player);
        case Ground::kLast:
            return Rgb{108, 108, 88};
        case Ground::kCursor:
            return Rgb{238, 238, 220};
        case Ground::kBar:
            return Rgb{48, 48, 48};
    }
    return std::nullopt;
}

std::optional<Rgb> ink_colour(const Style& style) {
    const bool bright = style.ground == Ground::kCursor;
    switch (style.ink) {
        case Ink::kText:
            if (style.ground == Ground::kNone) return std::nullopt;
            return bright ? Rgb{0, 0, 0} : Rgb{228, 228, 228};
        case Ink::kStrong:
            if (style.ground == Ground::kNone) return std::nullopt;
            return bright ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
        case Ink::kMuted:
            return Rgb{138, 138, 138};
        case Ink::kFrame:
            return Rgb{98, 98, 98};
        case Ink::kPlayer: {
            const Rgb colour = style.player < 0 ? Rgb{190, 190, 190} : player_colour(style.player);
            return style.bold && style.ground != Ground::kNone && !bright ? lighter(colour) : colour;
        }
        case Ink::kPawn:
            return lighter(player_colour(style.player));
        case Ink::kOnPawn:
            return Rgb{0, 0, 0};
        case Ink::kGhost:
            return Rgb{188, 188, 148};
        case Ink::kIllegal:
            return Rgb{255, 50, 50};
        case Ink::kLegal:
            return bright ? Rgb{0, 0, 0} : Rgb{178, 178, 178};
        case Ink::kPath:
            return bright ? Rgb{0, 0, 0} : Rgb{255, 215, 95};
    }
    return std::nullopt;
}

}  // namespace

Rgb player_colour(int player) { return kPlayers[std::clamp(player, 0, 3)]; }

Colours colours_of(const Style& style) { return {ink_colour(style), ground_colour(style)}; }

int xterm256(Rgb colour) {
    static constexpr std::array<int, 6> kLevels{0, 95, 135, 175, 215, 255};
    const auto nearest_level = [](int value) {
        int best = 0;
        for (int i = 1; i < 6; ++i)
            if (std::abs(kLevels[i] - value) < std::abs(kLevels[best] - value)) best = i;
        return best;
    };
    const int r = nearest_level(colour.r), g = nearest_level(colour.g), b = nearest_level(colour.b);
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    const Rgb in_cube{byte(kLevels[r]), byte(kLevels[g]), byte(kLevels[b])};
    const int grey = std::clamp(((colour.r + colour.g + colour.b) / 3 - 3) / 10, 0, 23);
    const auto level = byte(8 + 10 * grey);
    if (distance(colour, {level, level, level}) < distance(colour, in_cube)) return 232 + grey;
    return 16 + 36 * r + 6 * g + b;
}

int basic8(Rgb colour) {
    int best = 0, best_distance = INT_MAX;
    for (int i = 0; i < 8; ++i) {
        const auto level = [&](int bit) { return static_cast<std::uint8_t>((i >> bit) & 1 ? 205 : 0); };
        const int d = distance(colour, {level(0), level(1), level(2)});
        if (d < best_distance) best = i, best_distance = d;
    }
    return best;
}

}  // namespace stockade::draw
