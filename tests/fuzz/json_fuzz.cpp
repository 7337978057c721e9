// Records as JSON: what can be read is written and read again without a change, as JSON and as text.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "record/json.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

using namespace stockade::record;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    JsonReader reader(in);
    while (true) {
        const auto record = reader.next();
        if (!record || !*record) return 0;
        const std::string json = to_json(**record);
        const auto again = from_json(json);
        if (!again || *again != **record || to_json(*again) != json) std::abort();
        const auto text = to_text(**record);
        if (!text) std::abort();
        std::istringstream text_in(*text);
        TextReader text_reader(text_in);
        const auto from_text = text_reader.next();
        if (!from_text || !*from_text || **from_text != **record) std::abort();
    }
}
