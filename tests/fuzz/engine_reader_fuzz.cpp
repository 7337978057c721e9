// What engines write: however the bytes are cut, they give the same bounded and printable lines, and any line
// can be read.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "match/engine_lines.h"
#include "match/line_reader.h"

using namespace stockade::match;

namespace {

std::vector<std::string> lines_of(std::string_view bytes, std::size_t piece) {
    LineReader reader;
    std::vector<std::string> lines;
    while (!bytes.empty()) {
        reader.add(bytes.substr(0, piece));
        bytes.remove_prefix(std::min(piece, bytes.size()));
        while (auto line = reader.next()) lines.push_back(*line);
    }
    reader.finish();
    while (auto line = reader.next()) lines.push_back(*line);
    return lines;
}

void check(const std::string& text) {
    if (text.size() > LineReader::kMaxLine) std::abort();
    if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }))
        std::abort();
    const auto line = parse_engine_line(text);
    if (line.kind == EngineLine::Kind::kBestMove && (line.text.empty() || words_of(line.text).size() != 1))
        std::abort();
    if (const auto turn = parse_qtp_turn(text))
        if (parse_qtp_turn(*turn) != turn) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto lines = lines_of(bytes, 1u + data[0]);
    if (lines != lines_of(bytes, bytes.size() + 1)) std::abort();
    for (const auto& line : lines) check(line);
    return 0;
}
