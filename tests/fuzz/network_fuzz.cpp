// Network files: whatever is read is written again byte for byte but for padding, and evaluates without fault
// where it fits. The checksum is mended first, or nothing would ever get past it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/checksum.h"
#include "games/all_games.h"
#include "games/position_reader.h"
#include "net/features/quoridor.h"
#include "net/inference.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stockade;
    constexpr std::size_t kChecksumAt = 24;
    std::vector<std::uint8_t> bytes(data, data + size);
    if (size >= 32) {
        const std::uint64_t whole = size;
        std::memcpy(bytes.data() + 16, &whole, sizeof whole);
        const std::span<const std::uint8_t> file(bytes);
        const std::uint32_t checksum = crc32(file.subspan(kChecksumAt + 4), crc32(file.first(kChecksumAt)));
        std::memcpy(bytes.data() + kChecksumAt, &checksum, sizeof checksum);
    }
    auto network = net::read_network(bytes, "fuzz");
    if (!network) return 0;
    const auto again = net::read_network(net::write_network(*network), "again");
    if (!again || !(again->description() == network->description())) std::abort();
    const auto a = network->weights();
    const auto b = again->weights();
    if (!std::equal(a.begin(), a.end(), b.begin(), b.end())) std::abort();

    // The smallest board, so that a whole network is a short file.
    using P = games::Quoridor5;
    const auto spec = *games::parse_spec("quoridor:size=5");
    if (!net::check_fit<P>(*network, spec)) return 0;
    const P p = games::start_position<P>(spec);
    net::Inference<P> evaluator(std::make_shared<const net::Network>(std::move(*network)));
    typename P::Actions actions;
    p.generate(P::Context(p), actions);
    std::array<std::int32_t, P::Actions::kCapacity> logits;
    evaluator.policy(p, actions, logits);
    evaluator.value(p);
    return 0;
}
