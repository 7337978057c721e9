// Position strings: one that can be read is written and read again without a change, and its legal turns can
// be played.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/session.h"

using stockade::games::Session;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    auto session = Session::from_position(text);
    if (!session) return 0;
    const std::string position = session->position();
    const auto again = Session::from_position(position);
    if (!again || again->position() != position || again->key() != session->key()) std::abort();
    if (!(again->outcome() == session->outcome())) std::abort();
    (void)session->view();
    session->roll();
    const auto actions = session->actions();
    if (actions.empty() != session->outcome().over) std::abort();
    if (actions.empty()) return 0;
    // Any one will do, as long as the same input always gives the same.
    const auto& action = actions[(size * 31 + data[size / 2]) % actions.size()];
    if (!session->play_action(action)) std::abort();
    const std::string after = session->position();
    const auto reread = Session::from_position(after);
    if (!reread || reread->position() != after) std::abort();
    return 0;
}
