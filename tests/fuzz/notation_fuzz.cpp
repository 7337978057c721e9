// Turns in other notations, and QTP files: translating there and back changes nothing.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "record/notation.h"
#include "record/qtp.h"

using namespace stockade::record;

namespace {

void check_turn(std::string_view turn, Notation from, Notation to, int rows) {
    const auto there = translate_turn(turn, from, to, rows);
    if (!there) return;
    const auto back = translate_turn(*there, to, from, rows);
    if (!back || *back != turn) std::abort();
}

void check_qtp(const std::string& text) {
    std::istringstream in(text);
    QtpReader reader(in);
    while (true) {
        const auto record = reader.next();
        if (!record || !*record) return;
        const auto written = to_qtp(**record);
        if (!written) std::abort();
        std::istringstream again(*written);
        QtpReader second(again);
        const auto reread = second.next();
        if (!reread || !*reread || **reread != **record) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const auto from : {Notation::kModern, Notation::kGlendenning, Notation::kQtp})
        for (const auto to : {Notation::kModern, Notation::kGlendenning, Notation::kQtp})
            for (const int rows : {3, 9, 19}) check_turn(text, from, to, rows);
    check_qtp(text);
    return 0;
}
