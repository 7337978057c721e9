// What comes over the bus for a node: sealed or not, a frame or not, a message of a node or not. Whatever is
// read as a message is written and read again as the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/auth/secrets.h"
#include "server/bus/links.h"
#include "server/bus/seal.h"
#include "server/cluster/messages.h"

namespace {

using namespace stockade::server;

void require(bool holds) {
    if (!holds) std::abort();
}

void read(std::string_view payload) {
    const auto message = cluster::parse_message(payload);
    if (!message) return;
    const auto text = cluster::message_text(*message);
    const auto again = cluster::parse_message(text);
    require(again.ok() && again->index() == message->index());
    require(cluster::message_text(*again) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool kSodium = auth::start_sodium();
    require(kSodium);
    static const auto kSeal = bus::Seal::from("0123456789abcdef0123456789abcdef");
    constexpr NodeId kSelf(77);
    constexpr NodeId kOther(78);
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    // Nobody makes up what only the secret makes.
    require(!kSeal->open(kSelf, input));
    // Everything that is closed for a node is opened by it as it was, by no other, and not after a change.
    auto sealed = kSeal->close(kSelf, input);
    require(kSeal->open(kSelf, sealed) == input);
    require(!kSeal->open(kOther, sealed));
    sealed[size % sealed.size()] ^= 1;
    require(!kSeal->open(kSelf, sealed));
    if (const auto frame = bus::parse_frame(input)) read(frame->payload);
    read(input);
    return 0;
}
