#include "record/qf_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "base/messages/qf.h"
#include "base/messages/record.h"
#include "base/messages/rules.h"
#include "games/names.h"
#include "record/annotations.h"

namespace stockade::record {
namespace {

using games::Orientation;
using games::PlacedWall;
using games::Square;

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int kSide = 9;
constexpr int kMaxNumber = 1023;  // of turns, and of the turn to come: ten bits
constexpr std::size_t kMaxListed = 15;

// Bits of each field.
constexpr int kCellBits = 7;
constexpr int kWallBits = 6;
constexpr int kCountBits = 4;
constexpr int kTurnBits = 10;
constexpr int kDirectionBits = 3;

/// Clockwise from up, which is away from player 1.
constexpr std::array<Square, 8> kDirections = {Square{0, 1},  Square{1, 1},   Square{1, 0},  Square{1, -1},
                                               Square{0, -1}, Square{-1, -1}, Square{-1, 0}, Square{-1, 1}};

bool on_board(Square cell) { return cell.col >= 0 && cell.col < kSide && cell.row >= 0 && cell.row < kSide; }
Square plus(Square a, Square b) { return {a.col + b.col, a.row + b.row}; }

constexpr int kNoDigit = 64;

constexpr std::array<std::uint8_t, 256> digit_table() {
    std::array<std::uint8_t, 256> table{};
    table.fill(kNoDigit);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
        table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return table;
}
constexpr auto kDigits = digit_table();

int digit(char c) { return kDigits[static_cast<unsigned char>(c)]; }

/// The field that is being read, for messages: a part of the position, or a turn by its number.
struct Field {
    Message (*name)() = nullptr;
    int turn = 0;
    bool number_of = false;  ///< how many there are
    Message text() const {
        if (turn > 0) return message<"qf.turn-of-record">("turn"_a = turn);
        return number_of ? message<"qf.number-of">("field"_a = name()) : name();
    }
};

class BitReader {
public:
    explicit BitReader(std::string_view code) : code_(code) {}

    Result<int> take(int bits, Field field) {
        const std::size_t end = at_ + static_cast<std::size_t>(bits);
        if (end > 6 * code_.size())
            return error<"qf.too-short">("bit"_a = 6 * code_.size(), "field"_a = field.text(),
                                         "first"_a = at_ + 1, "last"_a = end);
        int value = 0;
        for (; at_ < end; ++at_) value = 2 * value + (digit(code_[at_ / 6]) >> (5 - at_ % 6) & 1);
        return value;
    }
    std::size_t left() const { return 6 * code_.size() - at_; }

private:
    std::string_view code_;
    std::size_t at_ = 0;
};

class BitWriter {
public:
    void put(int value, int bits) {
        for (int bit = bits - 1; bit >= 0; --bit) {
            sextet_ = 2 * sextet_ + (value >> bit & 1);
            if (++filled_ == 6) flush();
        }
    }
    std::string finish() {
        while (filled_ != 0) put(0, 1);
        return std::move(code_);
    }

private:
    void flush() {
        code_ += kAlphabet[static_cast<std::size_t>(sextet_)];
        sextet_ = filled_ = 0;
    }
    std::string code_;
    int sextet_ = 0;
    int filled_ = 0;
};

std::string name(const PlacedWall& wall) { return games::wall_name(wall.anchor, wall.orientation); }

/// The reason why two walls cannot both be placed; empty if they can.
std::optional<Error> clash(const PlacedWall& a, const PlacedWall& b) {
    const int cols = std::abs(a.anchor.col - b.anchor.col);
    const int rows = std::abs(a.anchor.row - b.anchor.row);
    if (a.orientation != b.orientation) {
        if (cols + rows != 0) return std::nullopt;
        return error<"rules.wall-crosses">("wall"_a = name(a), "other"_a = name(b));
    }
    const bool in_line = a.orientation == Orientation::kHorizontal ? rows == 0 : cols == 0;
    if (!in_line || cols + rows > 1) return std::nullopt;
    return error<"rules.wall-overlaps">("wall"_a = name(a), "other"_a = name(b));
}

Result<Square> take_cell(BitReader& bits, Field field) {
    const auto cell = bits.take(kCellBits, field);
    if (!cell) return cell.error();
    if (*cell >= kSide * kSide)
        return error<"qf.cell-range">("field"_a = field.text(), "max"_a = kSide * kSide - 1,
                                      "cell"_a = *cell);
    return Square{*cell % kSide, *cell / kSide};
}

Result<Square> take_anchor(BitReader& bits, Field field) {
    const auto wall = bits.take(kWallBits, field);
    if (!wall) return wall.error();
    return Square{*wall % (kSide - 1), *wall / (kSide - 1)};
}

Status take_walls(BitReader& bits, int owner, Orientation orientation, std::vector<PlacedWall>& walls) {
    const bool horizontal = orientation == Orientation::kHorizontal;
    const Field field{owner == 0
                          ? (horizontal ? &message<"qf.white-horizontal"> : &message<"qf.white-vertical">)
                          : (horizontal ? &message<"qf.black-horizontal"> : &message<"qf.black-vertical">)};
    const auto count = bits.take(kCountBits, {field.name, 0, true});
    if (!count) return count.error();
    for (int i = 0; i < *count; ++i) {
        const auto anchor = take_anchor(bits, field);
        if (!anchor) return anchor.error();
        const PlacedWall wall{*anchor, orientation, owner};
        for (const PlacedWall& other : walls)
            if (auto problem = clash(wall, other))
                return error<"qf.in-field">("field"_a = field.text(), "problem"_a = *std::move(problem));
        walls.push_back(wall);
    }
    return Done{};
}

Result<QfState> take_state(BitReader& bits) {
    QfState state;
    for (int player = 0; player < 2; ++player) {
        const auto cell =
            take_cell(bits, {player == 0 ? &message<"qf.white-cell"> : &message<"qf.black-cell">});
        if (!cell) return cell.error();
        state.pawns[static_cast<std::size_t>(player)] = *cell;
    }
    if (state.pawns[0] == state.pawns[1])
        return error<"qf.both-pawns">("cell"_a = games::cell_name(state.pawns[0]));
    for (int owner = 0; owner < 2; ++owner) {
        for (const auto orientation : {Orientation::kHorizontal, Orientation::kVertical})
            if (auto taken = take_walls(bits, owner, orientation, state.walls); !taken) return taken.error();
        const auto count = std::count_if(state.walls.begin(), state.walls.end(),
                                         [&](const PlacedWall& wall) { return wall.owner == owner; });
        if (count > kQfHand)
            return error<"qf.walls-placed">(
                "player"_a = owner == 0 ? message<"qf.white">() : message<"qf.black">(), "walls"_a = count,
                "max"_a = kQfHand);
    }
    const auto mover = bits.take(1, {&message<"qf.last-mover">});
    if (!mover) return mover.error();
    state.last_mover = *mover;
    const auto was_wall = bits.take(1, {&message<"qf.last-kind">});
    if (!was_wall) return was_wall.error();
    if (*was_wall) {
        const auto anchor = take_anchor(bits, {&message<"qf.last-wall">});
        if (!anchor) return anchor.error();
        const bool placed = std::any_of(state.walls.begin(), state.walls.end(),
                                        [&](const PlacedWall& wall) { return wall.anchor == *anchor; });
        if (!placed) return error<"qf.no-last-wall">("cell"_a = games::cell_name(*anchor));
        state.last_wall = *anchor;
    }
    const auto turn = bits.take(kTurnBits, {&message<"qf.field-turn-number">});
    if (!turn) return turn.error();
    if (*turn == 0) return error<"qf.turn-number">("max"_a = kMaxNumber);
    state.turn = *turn;
    return state;
}

Result<std::string> take_turn(BitReader& bits, std::array<Square, 2>& pawns, std::size_t mover, int number) {
    const Field field{{}, number};
    const auto is_wall = bits.take(1, field);
    if (!is_wall) return is_wall.error();
    if (*is_wall) {
        const auto vertical = bits.take(1, field);
        if (!vertical) return vertical.error();
        const auto anchor = take_anchor(bits, field);
        if (!anchor) return anchor.error();
        return games::wall_name(*anchor, *vertical ? Orientation::kVertical : Orientation::kHorizontal);
    }
    const auto direction = bits.take(kDirectionBits, field);
    if (!direction) return direction.error();
    const Square step = kDirections[static_cast<std::size_t>(*direction)];
    Square to = plus(pawns[mover], step);
    if (to == pawns[1 - mover]) to = plus(to, step);
    if (!on_board(to))
        return error<"qf.off-board">("field"_a = field.text(), "direction"_a = *direction,
                                     "cell"_a = games::cell_name(pawns[mover]));
    pawns[mover] = to;
    return games::cell_name(to);
}

Status put_state(BitWriter& bits, const QfState& state) {
    for (const Square pawn : state.pawns) bits.put(pawn.row * kSide + pawn.col, kCellBits);
    for (int owner = 0; owner < 2; ++owner)
        for (const auto orientation : {Orientation::kHorizontal, Orientation::kVertical}) {
            std::vector<Square> list;
            for (const PlacedWall& wall : state.walls)
                if (wall.owner == owner && wall.orientation == orientation) list.push_back(wall.anchor);
            if (list.size() > kMaxListed) return error<"qf.too-many-walls">("max"_a = kMaxListed);
            bits.put(static_cast<int>(list.size()), kCountBits);
            for (const Square anchor : list) bits.put(anchor.row * (kSide - 1) + anchor.col, kWallBits);
        }
    bits.put(state.last_mover, 1);
    bits.put(state.last_wall ? 1 : 0, 1);
    if (state.last_wall) bits.put(state.last_wall->row * (kSide - 1) + state.last_wall->col, kWallBits);
    if (state.turn < 1 || state.turn > kMaxNumber)
        return error<"qf.turn-too-high">("max"_a = kMaxNumber, "turn"_a = state.turn);
    bits.put(state.turn, kTurnBits);
    return Done{};
}

Status put_turn(BitWriter& bits, std::string_view turn, std::array<Square, 2>& pawns, std::size_t mover) {
    if (const auto wall = games::parse_wall(turn)) {
        if (wall->anchor.col >= kSide - 1 || wall->anchor.row >= kSide - 1)
            return error<"qf.expected-wall">();
        bits.put(1, 1);
        bits.put(wall->orientation == Orientation::kVertical, 1);
        bits.put(wall->anchor.row * (kSide - 1) + wall->anchor.col, kWallBits);
        return Done{};
    }
    const auto to = games::parse_cell(turn);
    if (!to || !on_board(*to)) return error<"qf.expected-cell-wall">();
    for (std::size_t direction = 0; direction < kDirections.size(); ++direction) {
        Square reached = plus(pawns[mover], kDirections[direction]);
        if (reached == pawns[1 - mover]) reached = plus(reached, kDirections[direction]);
        if (reached != *to) continue;
        bits.put(0, 1);
        bits.put(static_cast<int>(direction), kDirectionBits);
        pawns[mover] = *to;
        return Done{};
    }
    return error<"qf.not-in-one-move">("cell"_a = games::cell_name(pawns[mover]));
}

}  // namespace

std::string QfState::position() const {
    std::array<int, 2> hands{kQfHand, kQfHand};
    std::string list;
    for (const PlacedWall& wall : walls) {
        --hands[static_cast<std::size_t>(wall.owner)];
        list += ' ' + name(wall);
    }
    return fmt::format("quoridor; pawns {} {}; hand {} {}; walls{}; turn {}", games::cell_name(pawns[0]),
                       games::cell_name(pawns[1]), hands[0], hands[1], list.empty() ? " -" : list,
                       2 - last_mover);
}

Result<QfCode> decode_qf(std::string_view code) {
    for (std::size_t i = 0; i < code.size(); ++i)
        if (digit(code[i]) == kNoDigit)
            return error<"qf.character">("number"_a = i + 1, "character"_a = clean_text(code.substr(i, 1)));
    BitReader bits(code);
    const auto has_state = bits.take(1, {&message<"qf.first-flag">});
    if (!has_state) return has_state.error();
    const auto has_record = bits.take(1, {&message<"qf.second-flag">});
    if (!has_record) return has_record.error();
    if (!*has_state && !*has_record) return error<"qf.empty">();
    QfCode result;
    std::array<Square, 2> pawns = QfState{}.pawns;
    std::size_t mover = 0;
    if (*has_state) {
        auto state = take_state(bits);
        if (!state) return state.error();
        pawns = state->pawns;
        mover = static_cast<std::size_t>(1 - state->last_mover);
        result.state = std::move(*state);
    }
    if (*has_record) {
        const auto count = bits.take(kTurnBits, {&message<"qf.number-of-turns">});
        if (!count) return count.error();
        result.turns.emplace();
        for (int i = 1; i <= *count; ++i, mover = 1 - mover) {
            auto turn = take_turn(bits, pawns, mover, i);
            if (!turn) return turn.error();
            result.turns->push_back(std::move(*turn));
        }
    }
    if (bits.left() >= 6) return error<"qf.too-long">("characters"_a = bits.left() / 6);
    const auto spare = static_cast<int>(bits.left());
    if (*bits.take(spare, {&message<"qf.field-filling">}) != 0) return error<"qf.filling">("bits"_a = spare);
    return result;
}

Result<std::string> encode_qf(const QfCode& code) {
    BitWriter bits;
    bits.put(code.state.has_value(), 1);
    bits.put(code.turns.has_value(), 1);
    if (!code.state && !code.turns) return error<"qf.nothing-to-write">();
    if (code.state)
        if (auto put = put_state(bits, *code.state); !put) return put.error();
    if (!code.turns) return bits.finish();
    if (code.turns->size() > static_cast<std::size_t>(kMaxNumber))
        return error<"qf.too-many-turns">("max"_a = kMaxNumber, "turns"_a = code.turns->size());
    bits.put(static_cast<int>(code.turns->size()), kTurnBits);
    auto pawns = code.state ? code.state->pawns : QfState{}.pawns;
    std::size_t mover = code.state ? static_cast<std::size_t>(1 - code.state->last_mover) : 0;
    for (std::size_t i = 0; i < code.turns->size(); ++i, mover = 1 - mover)
        if (auto put = put_turn(bits, (*code.turns)[i], pawns, mover); !put)
            return error<"record.at-turn">("number"_a = i + 1, "turn"_a = (*code.turns)[i],
                                           "problem"_a = put.error());
    return bits.finish();
}

}  // namespace stockade::record
