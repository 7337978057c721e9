// Tensors: the input of large networks, and the symmetries of a game, which multiply its training samples.
// Each game specialises TensorsOf in its tensors.h. The board is turned only here: everywhere else
// coordinates are absolute.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "board/symmetry.h"
#include "games/game.h"

namespace stockade::games {

/// A symmetry of a game: a turn of the board, after which player i is called player (i + shift) mod n.
struct GameSymmetry {
    board::Symmetry board;
    int player_shift = 0;
};

/// Observation planes and symmetries of the positions of one type:
///   static constexpr std::array<GameSymmetry, N> kSymmetries;      // the first one changes nothing
///   static P apply(const P&, GameSymmetry);
///   static Action apply(const P&, Action, board::Symmetry);        // the same action on the turned board
///   static constexpr auto kPlaneNames;                             // one per plane
///   static constexpr auto kPlaneKinds;                             // likewise
///   static board::Symmetry perspective(const P&);                  // how the board is turned for the mover
///   static void encode(const P&, std::span<std::uint8_t> planes);  // planes * rows * cols, row by row
///   static P decode(const P& like, Player mover, std::span<const std::uint8_t> planes);
/// and where the players do not see the same board:
///   static std::optional<Player> mover_of(const P& like, std::span<const std::uint8_t> planes);
/// Planes hold small whole numbers: 0 or 1 for sets, counts spread over the whole plane, distances up to 254
/// with 255 where there is no path. `like` is any position of the same game and rules.
template <class P>
struct TensorsOf;

/// The kind of values in a plane. It decides how compactly samples store the plane.
enum class PlaneKind : std::uint8_t {
    kCells,    ///< a set
    kOneCell,  ///< a set of exactly one cell
    kNumber,   ///< the same number everywhere
    kBytes,    ///< any number in each cell
    kDerived,  ///< follows from the other planes
};

inline constexpr std::uint8_t kNoPath = 255;
inline constexpr std::uint8_t kFarthest = 254;

/// Writes planes one after another, turning the board as it goes.
template <board::Shape S>
class PlaneWriter {
public:
    PlaneWriter(const S& shape, board::Symmetry turn, std::span<std::uint8_t> out)
        : shape_(shape), turn_(turn), out_(out), size_(shape.cols() * shape.rows()) {}

    void cells(const typename S::Set& set) {
        clear();
        set.for_each([&](int cell) { out_[at(cell)] = 1; });
        next();
    }
    void walls(const board::WallSet<S>& walls) {
        const auto turned = board::apply(shape_, turn_, walls);
        const board::Symmetry turn = std::exchange(turn_, board::kIdentity);
        cells(turned.h);
        cells(turned.v);
        turn_ = turn;
    }
    void sides(const board::WallSet<S>& sides) {
        board::WallSet<S> turned{};
        sides.for_each([&](board::Wall side) { turned.add(board::apply_to_side(shape_, turn_, side)); });
        const board::Symmetry turn = std::exchange(turn_, board::kIdentity);
        cells(turned.h);
        cells(turned.v);
        turn_ = turn;
    }
    void constant(int value) {
        for (int i = 0; i < size_; ++i) out_[i] = static_cast<std::uint8_t>(value);
        next();
    }
    void distances(const board::Passages<S>& open, const typename S::Set& seeds) {
        distances(seeds, [&](const typename S::Set& from) { return open.neighbours(from); });
    }
    /// Distances by another kind of step: `around` gives the cells one step from any cell of a set.
    template <class Around>
    void distances(const typename S::Set& seeds, const Around& around) {
        for (int i = 0; i < size_; ++i) out_[i] = kNoPath;
        auto reached = seeds;
        auto ring = seeds;
        for (int distance = 0; ring.any(); ++distance) {
            const auto value = static_cast<std::uint8_t>(distance < kFarthest ? distance : kFarthest);
            ring.for_each([&](int cell) { out_[at(cell)] = value; });
            ring = around(ring).without(reached);
            reached |= ring;
        }
        next();
    }

private:
    int at(int cell) const {
        const auto square = turn_.apply(board::square_of<S>(cell), shape_.cols(), shape_.rows());
        return square.row * shape_.cols() + square.col;
    }
    void clear() {
        for (int i = 0; i < size_; ++i) out_[i] = 0;
    }
    void next() { out_ = out_.subspan(static_cast<std::size_t>(size_)); }

    S shape_;
    board::Symmetry turn_;
    std::span<std::uint8_t> out_;
    int size_;
};

/// Reads planes back, turning the board the other way.
template <board::Shape S>
class PlaneReader {
public:
    PlaneReader(const S& shape, board::Symmetry turn, std::span<const std::uint8_t> in)
        : shape_(shape), back_(turn.inverse()), in_(in), size_(shape.cols() * shape.rows()) {}

    typename S::Set cells() { return board::apply(shape_, back_, raw()); }
    board::WallSet<S> walls() {
        const auto h = raw();
        const auto v = raw();
        return board::apply(shape_, back_, board::WallSet<S>{h, v});
    }
    board::WallSet<S> sides() {
        const auto h = raw();
        const auto v = raw();
        board::WallSet<S> result{};
        board::WallSet<S>{h, v}.for_each(
            [&](board::Wall side) { result.add(board::apply_to_side(shape_, back_, side)); });
        return result;
    }
    int constant() {
        const int value = in_[0];
        skip();
        return value;
    }
    void skip() { in_ = in_.subspan(static_cast<std::size_t>(size_)); }

private:
    typename S::Set raw() {
        typename S::Set result{};
        for (int i = 0; i < size_; ++i)
            if (in_[i]) result.set(board::cell_at<S>({i % shape_.cols(), i / shape_.cols()}));
        skip();
        return result;
    }

    S shape_;
    board::Symmetry back_;
    std::span<const std::uint8_t> in_;
    int size_;
};

}  // namespace stockade::games
