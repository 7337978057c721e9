// `stockade convert`: game records from one format or notation to another, game by game.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "base/messages/record.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/record_files.h"
#include "record/formats.h"

namespace stockade::cli {
namespace {

using record::Format;
using record::Notation;

struct ConvertOptions {
    std::string input = "-";
    std::string output = "-";
    std::string from;
    std::string to;
    std::string notation;
    bool no_check = false;
};

/// Tells how far a long conversion has come.
class Progress {
public:
    ~Progress() {
        if (shown_) fmt::print(stderr, "\r\x1b[K");
    }
    void tell(std::size_t games) {
        constexpr std::size_t kGamesBetweenLooks = 64;
        if (!terminal_ || games % kGamesBetweenLooks != 0) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(500);
        shown_ = true;
        fmt::print(stderr, "\r{} ...\x1b[K", games_text(games));
        std::fflush(stderr);
    }

private:
    bool terminal_ = isatty(STDERR_FILENO) != 0;
    bool shown_ = false;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::seconds(2);
};

struct Target {
    Format format = Format::kRecord;
    Notation notation = Notation::kModern;
};

/// Names are checked by the option parser already.
Result<Target> choose_target(const ConvertOptions& options) {
    Target target;
    if (options.to.empty()) {
        target.format = record::format_of_path(options.output).value_or(Format::kRecord);
    } else if (const auto notation = record::parse_notation(options.to); notation && options.to != "qtp") {
        target.notation = *notation;
    } else {
        target.format = *record::parse_format(options.to);
    }
    if (options.notation.empty()) return target;
    if (target.format != Format::kRecord)
        return error<"cli.own-notation">("format"_a = record::format_name(target.format));
    if (target.notation != Notation::kModern && record::notation_name(target.notation) != options.notation)
        return error<"cli.contradiction">("format"_a = options.to, "notation"_a = options.notation);
    target.notation = *record::parse_notation(options.notation);
    return target;
}

Result<std::size_t> convert_games(record::Source& source, Output& output, const Target& target,
                                  bool checked) {
    Progress progress;
    for (std::size_t games = 0;; ++games) {
        const auto record = source.next();
        if (!record) return record.error();
        if (!*record) return games;
        if (checked)
            if (auto legal = record::check(**record, games + 1); !legal) return legal.error();
        const auto text = record::to_format(**record, target.format, target.notation);
        if (!text) return error<"record.in-game">("game"_a = games + 1, "problem"_a = text.error());
        if (auto written = output.write(*text); !written) return written.error();
        progress.tell(games);
    }
}

int convert(const ConvertOptions& options) {
    const auto target = choose_target(options);
    if (!target) return fail(target.error());
    auto input = RecordInput::open(options.input, options.from);
    if (!input) return fail(input.error());
    auto output = Output::open(options.output);
    if (!output) return fail(output.error());
    const auto games = convert_games(input->source(), *output, *target, !options.no_check);
    if (!games) return fail(error<"file.problem">("file"_a = input->name(), "problem"_a = games.error()));
    if (*games == 0)
        return fail(error<"cli.no-game-in">("file"_a = input->name(),
                                            "format"_a = record::format_name(input->format())));
    if (auto committed = output->commit(); !committed) return fail(committed.error());
    if (output->to_file())
        fmt::print(stderr, "{} written to {}\n", games_text(*games), printable(options.output));
    return 0;
}

}  // namespace

void add_convert(CLI::App& app, int& status) {
    auto options = std::make_shared<ConvertOptions>();
    CLI::App* command =
        app.add_subcommand("convert", "Turn game records from one format or notation into another");
    command->add_option("INPUT", options->input, "file to read, - for standard input")->capture_default_str();
    command->add_option("-o,--output", options->output, "file to write, - for standard output")
        ->capture_default_str();
    command
        ->add_option(
            "--from", options->from,
            "format of the input; modern and glendenning are records in that notation; guessed if not "
            "given")
        ->check(CLI::IsMember({"record", "json", "qf", "qtp", "modern", "glendenning"}));
    command
        ->add_option("--to", options->to,
                     "format of the output; modern and glendenning are records in that notation")
        ->check(CLI::IsMember({"record", "json", "qf", "qtp", "modern", "glendenning"}));
    command->add_option("--notation", options->notation, "notation of the turns in a record")
        ->check(CLI::IsMember({"modern", "glendenning", "qtp"}));
    command->add_flag("--no-check", options->no_check, "do not replay the games to check every turn");
    command->footer(
        "Formats: record (text with tags and numbered turns), json (one object a game), qf (one QF code a "
        "line),\n"
        "qtp (commands of the Quoridor Text Protocol). docs/record.md and docs/notation.md describe them.\n"
        "When something is wrong with a game, a file named by -o is left as it was.");
    command->callback([options, &status] { status = convert(*options); });
}

}  // namespace stockade::cli
