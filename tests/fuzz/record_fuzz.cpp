// Records as text: what can be read is written and read again without a change, and replaying it never
// crashes.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "record/text_reader.h"
#include "record/text_writer.h"

using namespace stockade::record;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    TextReader reader(in);
    for (std::size_t game = 1;; ++game) {
        const auto record = reader.next();
        if (!record || !*record) return 0;
        const auto text = to_text(**record);
        if (!text) std::abort();
        std::istringstream again(*text);
        TextReader second(again);
        const auto reread = second.next();
        if (!reread || !*reread || **reread != **record) std::abort();
        if (second.next()->has_value()) std::abort();
        const auto rewritten = to_text(**reread);
        if (!rewritten || *rewritten != *text) std::abort();

        if ((*record)->turns.size() > 200 || !check(**record, game)) continue;
        const auto session = to_session(**record, game);
        if (!session) std::abort();
        const auto replayed = to_session(from_session(*session));
        if (!replayed || replayed->position() != session->position()) std::abort();
    }
}
