#include "solve/solution.h"

#include <fmt/format.h>

#include <cstring>
#include <istream>
#include <ostream>

#include "base/messages/rules.h"
#include "base/messages/solve.h"
#include "games/all_games.h"
#include "games/erase.h"
#include "games/session.h"
#include "solve/layers.h"

namespace stockade::solve {
namespace {

// The file: these two lines, the number of parts, their bytes, and a checksum over all of it.
constexpr std::string_view kFirstLine = "stockade solution 1";
constexpr std::size_t kLongestLine = 4096;

/// A running checksum, eight bytes at a time. Finds damage, not malice.
class Checksum {
public:
    void add(const std::uint8_t* data, std::size_t size) {
        for (; size >= 8; data += 8, size -= 8) {
            std::uint64_t word;
            std::memcpy(&word, data, 8);
            sum_ = mix64(sum_ ^ word);
        }
        std::uint64_t rest = size;
        for (std::size_t i = 0; i < size; ++i) rest = rest << 8 | data[i];
        sum_ = mix64(sum_ ^ rest);
    }
    std::uint64_t sum() const { return sum_; }

private:
    std::uint64_t sum_ = 0;
};

std::array<std::uint8_t, 8> bytes_of(std::uint64_t number) {
    std::array<std::uint8_t, 8> bytes;
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
    return bytes;
}
std::uint64_t number_of(const std::array<std::uint8_t, 8>& bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 8; i-- > 0;) number = number << 8 | bytes[i];
    return number;
}

template <class P>
inline constexpr bool kSolvable = false;
template <class S, class Steps>
inline constexpr bool kSolvable<games::quoridor::Position<S, 2, Steps>> = true;

Result<std::string> read_line(std::istream& in) {
    std::string line;
    for (int c = in.get(); c != '\n'; c = in.get()) {
        if (c == std::istream::traits_type::eof() || line.size() == kLongestLine)
            return error<"solve.no-solution">("line"_a = kFirstLine);
        line += static_cast<char>(c);
    }
    return line;
}

}  // namespace

Result<std::unique_ptr<Solution>> Solution::of(std::string_view root) {
    // The session knows defaults and words its errors for people.
    const auto session = games::Session::from_position(root);
    if (!session) return session.error();
    const games::Spec& spec = session->spec();
    return games::with_game(
        spec, [&]<class P>(std::type_identity<P> /*type*/) -> Result<std::unique_ptr<Solution>> {
            if constexpr (kSolvable<P>) {
                const P& position = games::position_as<P>(session->now());
                if (position.over()) return error<"rules.game-over">();
                return std::unique_ptr<Solution>(
                    std::make_unique<SolutionOf<P>>(session->position(), spec, position));
            } else {
                return error<"solve.which-games">("game"_a = spec.str());
            }
        });
}

Status Solution::save(std::ostream& out) const {
    Checksum checksum;
    const auto write = [&](const std::uint8_t* data, std::size_t size) -> Status {
        checksum.add(data, size);
        out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
        if (!out) return error<"solve.disk-full">();
        return Done{};
    };
    const std::string head = fmt::format("{}\n{}\n", kFirstLine, root_);
    const std::size_t parts = done().first;
    if (auto wrote = write(reinterpret_cast<const std::uint8_t*>(head.data()), head.size()); !wrote)
        return wrote;
    if (auto wrote = write(bytes_of(parts).data(), 8); !wrote) return wrote;
    // Writing changes nothing; reading uses the same walk over the parts.
    if (auto wrote = const_cast<Solution*>(this)->transfer(write, parts); !wrote) return wrote;
    const auto sum = bytes_of(checksum.sum());
    return write(sum.data(), sum.size());
}

Result<std::unique_ptr<Solution>> Solution::load(std::istream& in, double max_bytes) {
    const auto first = read_line(in);
    if (!first) return first.error();
    if (*first != kFirstLine) return error<"solve.no-solution">("line"_a = kFirstLine);
    const auto root = read_line(in);
    if (!root) return root.error();
    auto solution = of(*root);
    if (!solution) return error<"solve.line-two">("problem"_a = solution.error());
    if ((*solution)->root() != *root)
        return error<"solve.line-two-is">("expected"_a = (*solution)->root(), "got"_a = *root);
    if (const auto ready = (*solution)->prepare(max_bytes); !ready) return ready.error();

    Checksum checksum;
    const auto read = [&](std::uint8_t* data, std::size_t size) -> Status {
        in.read(reinterpret_cast<char*>(data), static_cast<std::streamsize>(size));
        if (static_cast<std::size_t>(in.gcount()) != size)
            return error<"solve.cut-off">("bytes"_a = size, "got"_a = in.gcount());
        checksum.add(data, size);
        return Done{};
    };
    std::string head = fmt::format("{}\n{}\n", *first, *root);
    checksum.add(reinterpret_cast<const std::uint8_t*>(head.data()), head.size());
    std::array<std::uint8_t, 8> bytes{};
    if (const auto got = read(bytes.data(), 8); !got) return got.error();
    const std::uint64_t parts = number_of(bytes);
    const std::size_t total = (*solution)->done().second;
    if (parts > total) return error<"solve.too-many-sets">("sets"_a = parts, "total"_a = total);
    if (const auto got = (*solution)->transfer(read, parts); !got) return got.error();
    const std::uint64_t expected = checksum.sum();
    if (const auto got = read(bytes.data(), 8); !got) return got.error();
    if (number_of(bytes) != expected)
        return error<"solve.checksum">("got"_a = fmt::format("{:016x}", number_of(bytes)),
                                       "expected"_a = fmt::format("{:016x}", expected));
    if (in.peek() != std::istream::traits_type::eof()) return error<"solve.goes-on">();
    return solution;
}

}  // namespace stockade::solve
