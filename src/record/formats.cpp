#include "record/formats.h"

#include <algorithm>
#include <array>

#include "record/json.h"
#include "record/qf_code.h"
#include "record/qtp.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

namespace stockade::record {
namespace {

constexpr std::array<std::string_view, 5> kFormatNames = {"record", "json", "qf", "qtp", "glendenning"};

struct FileEnding {
    std::string_view text;
    Format format;
};
constexpr std::array<FileEnding, 8> kEndings = {{{".record", Format::kRecord},
                                                 {".stk", Format::kRecord},
                                                 {".pgn", Format::kRecord},
                                                 {".json", Format::kJson},
                                                 {".jsonl", Format::kJson},
                                                 {".ndjson", Format::kJson},
                                                 {".qf", Format::kQf},
                                                 {".qtp", Format::kQtp}}};

constexpr std::array<std::string_view, 5> kQtpCommands = {"boardsize", "clear_board", "walls ", "playmove",
                                                          "playwall"};

}  // namespace

std::string_view format_name(Format format) { return kFormatNames[static_cast<std::size_t>(format)]; }

std::optional<Format> parse_format(std::string_view name) {
    const auto found = std::find(kFormatNames.begin(), kFormatNames.end(), name);
    if (found == kFormatNames.end()) return std::nullopt;
    return static_cast<Format>(found - kFormatNames.begin());
}

std::optional<Format> format_of_path(std::string_view path) {
    for (const FileEnding& ending : kEndings)
        if (path.ends_with(ending.text)) return ending.format;
    return std::nullopt;
}

Format format_of_text(std::string_view beginning) {
    if (beginning.starts_with("\xef\xbb\xbf")) beginning.remove_prefix(3);
    while (true) {
        beginning.remove_prefix(std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size()));
        if (beginning.empty()) return Format::kRecord;
        const auto line = beginning.substr(0, beginning.find('\n'));
        const auto is_command = [&](std::string_view command) { return line.starts_with(command); };
        if (std::any_of(kQtpCommands.begin(), kQtpCommands.end(), is_command)) return Format::kQtp;
        if (line[0] != '#') {
            const auto code = line.substr(0, line.find_last_not_of(" \t\r") + 1);
            // A record begins with a brace only for a comment; JSON goes on with a name.
            const auto second = beginning.find_first_not_of(" \t\r\n", 1);
            if (line[0] == '{')
                return second != std::string_view::npos &&
                               (beginning[second] == '"' || beginning[second] == '}')
                           ? Format::kJson
                           : Format::kRecord;
            return decode_qf(code) ? Format::kQf : Format::kRecord;
        }
        if (line.starts_with("# [")) return Format::kQtp;
        beginning.remove_prefix(line.size());
    }
}

std::unique_ptr<Source> open_source(Format format, std::istream& in, std::optional<Notation> notation) {
    switch (format) {
        case Format::kJson:
            return std::make_unique<JsonReader>(in);
        case Format::kQf:
            return std::make_unique<QfReader>(in);
        case Format::kQtp:
            return std::make_unique<QtpReader>(in);
        case Format::kGlendenning:
            return std::make_unique<TextReader>(in, Notation::kGlendenning);
        case Format::kRecord:
            break;
    }
    return std::make_unique<TextReader>(in, notation);
}

Result<std::string> to_format(const Record& record, Format format, Notation notation) {
    switch (format) {
        case Format::kJson:
            return to_json(record) + '\n';
        case Format::kQtp:
            return to_qtp(record);
        case Format::kQf: {
            const auto code = qf_from_record(record);
            if (!code) return code.error();
            auto text = encode_qf(*code);
            if (text) *text += '\n';
            return text;
        }
        case Format::kGlendenning:
            return to_text(record, Notation::kGlendenning);
        case Format::kRecord:
            break;
    }
    return to_text(record, notation);
}

}  // namespace stockade::record
