// `stockade analyse`: analyses whole games, and single positions for other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "base/printable.h"
#include "cli/analyse_text.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/number_option.h"
#include "cli/progress.h"
#include "cli/record_files.h"
#include "draw/chart.h"
#include "engine/analysis.h"
#include "protocol/analysis_server.h"

namespace stockade::cli {
namespace {

namespace fs = std::filesystem;
using record::Format;

constexpr Milliseconds kDefaultMoveTime = 200ms;

struct AnalyseOptions {
    std::string input;
    std::string from;
    std::string output;
    std::string chart;
    std::optional<Milliseconds> movetime;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    int threads = 1;
    std::size_t hash = 64;
    int lines = 1;
    int parallel = 1;
    bool json = false;
};

engine::Effort effort_of(const AnalyseOptions& options) {
    engine::Effort effort;
    effort.nodes = options.nodes;
    effort.depth = options.depth;
    if (options.movetime)
        effort.time = *options.movetime;
    else if (!options.nodes && !options.depth)
        effort.time = kDefaultMoveTime;
    return effort;
}

engine::Options engine_options(const AnalyseOptions& options) {
    engine::Options result;
    result.threads = options.threads;
    result.hash_megabytes = options.hash;
    result.lines = options.lines;
    return result;
}

// --- Ctrl-C ---

std::atomic<bool> interrupted{false};
std::atomic<engine::Analyst*> at_work{nullptr};

void on_interrupt(int) {
    interrupted = true;
    if (auto* analyst = at_work.load()) analyst->stop();
}

// --- games ---

/// A file that can be read twice: the one that was named, or a copy of what a pipe gives, without a name.
class Rereadable {
public:
    static Result<Rereadable> open(const std::string& path) {
        Rereadable result;
        std::error_code ignored;
        if (path != "-" && !fs::is_fifo(path, ignored) && !fs::is_character_file(path, ignored)) {
            result.path_ = path;
            return result;
        }
        std::FILE* const in = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
        if (!in) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
#if defined(_WIN32)
        result.path_ = (fs::temp_directory_path() / fmt::format("stockade-{}.record", getpid())).string();
        result.copy_.reset(std::fopen(result.path_.c_str(), "w+b"));
#else
        result.copy_.reset(std::tmpfile());
#endif
        if (!result.copy_) return error<"cli.no-copy">("file"_a = path, "problem"_a = std::strerror(errno));
        std::array<char, 1 << 16> buffer;
        for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), in)) > 0;)
            if (std::fwrite(buffer.data(), 1, got, result.copy_.get()) != got)
                return error<"cli.no-copy">("file"_a = path, "problem"_a = std::strerror(errno));
        if (in != stdin) std::fclose(in);
        if (std::fflush(result.copy_.get()) != 0)
            return error<"cli.no-copy">("file"_a = path, "problem"_a = std::strerror(errno));
#if !defined(_WIN32)
        result.path_ = fmt::format("/proc/self/fd/{}", fileno(result.copy_.get()));
#endif
        return result;
    }
    const std::string& path() const { return path_; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> copy_;
};

struct Extent {
    std::size_t games = 0;
    std::size_t turns = 0;
};

/// Replays everything once, so that a bad game is known before the long work begins and anything is written.
Result<Extent> survey(RecordInput& input) {
    Extent extent;
    for (;;) {
        const auto record = input.source().next();
        if (!record) return record.error();
        if (!*record) break;
        if (auto legal = record::check(**record, ++extent.games); !legal) return legal.error();
        extent.turns += (*record)->turns.size();
    }
    if (extent.games == 0) return error<"cli.no-game">("format"_a = record::format_name(input.format()));
    return extent;
}

/// `game.svg`, and `game-3.svg` for the third of several.
std::string chart_path(const std::string& path, std::size_t number, std::size_t games) {
    if (games == 1) return path;
    const fs::path whole(path);
    return (whole.parent_path() /
            fmt::format("{}-{}{}", whole.stem().string(), number, whole.extension().string()))
        .string();
}

Status write_file(const std::string& path, const std::string& text) {
    auto file = Output::open(path);
    if (!file) return file.error();
    if (auto written = file->write(text); !written) return written;
    return file->commit();
}

Status draw_chart(const std::string& path, const record::Record& record, const games::Spec& spec,
                  const engine::GameAnalysis& game) {
    draw::ChartText text;
    text.title = game_title(record, spec);
    text.players = player_names(record, spec.players());
    text.first_turn = record::first_turn(record);
    text.sides = engine::sides(spec);
    return write_file(path, draw::draw_chart(game, text));
}

class GameAnalyser {
public:
    GameAnalyser(const AnalyseOptions& options, std::string name)
        : options_(options),
          name_(std::move(name)),
          table_(options.output != "-"),
          analyst_(engine_, effort_of(options)) {
        engine_.set_options(engine_options(options));
    }

    /// Ctrl-C reaches the analyst as long as this runs, and files without a name yet are taken away.
    Status run(RecordInput& input, const Extent& extent) {
        at_work = &analyst_;
        interrupted = false;
        const InterruptGuard guard(on_interrupt, 0);
        auto done = write_all(input, extent);
        at_work = nullptr;
        return done;
    }

private:
    Status write_all(RecordInput& input, const Extent& extent) {
        std::optional<Output> output;
        Format format = Format::kRecord;
        if (!options_.output.empty()) {
            format = record::format_of_path(options_.output).value_or(Format::kRecord);
            auto opened = Output::open(options_.output);
            if (!opened) return opened.error();
            output.emplace(std::move(*opened));
        }
        if (auto done = all_games(input, extent, output, format); !done) return done;
        if (!output) return Done{};
        if (auto committed = output->commit(); !committed) return committed;
        if (output->to_file())
            fmt::print(stderr, "{} written to {}\n", games_text(extent.games), printable(options_.output));
        return Done{};
    }

    Status all_games(RecordInput& input, const Extent& extent, std::optional<Output>& output, Format format) {
        Progress progress("Analysing");
        std::size_t turns = 0;
        for (std::size_t number = 1; number <= extent.games; ++number) {
            const auto record = input.source().next();
            if (!record) return blame(record.error());
            if (!*record) return error<"cli.changed">("file"_a = name_);
            const auto game = analyst_.analyse(**record, number, [&](const engine::GameAnalysis& so_far) {
                progress.show(turns + so_far.turns.size(), extent.turns);
            });
            if (!game) return blame(game.error());
            turns += (*record)->turns.size();
            progress.finish();
            if (auto told = tell(**record, *game, number, extent.games); !told) return told;
            if (!output) continue;
            const auto text = record::to_format(engine::annotated(**record, *game), format);
            if (!text) return text.error();
            if (auto written = output->write(*text); !written) return written;
        }
        return Done{};
    }

    Status tell(const record::Record& record, const engine::GameAnalysis& game, std::size_t number,
                std::size_t games) {
        const auto session = record::to_session(record, number);
        if (!session) return session.error();
        const auto& spec = session->spec();
        if (table_) {
            fmt::print("{}Game {}: {}\n\n{}", number > 1 ? "\n" : "", number,
                       printable(game_title(record, spec)), analysis_table(record, spec, game));
            std::fflush(stdout);
        }
        if (options_.chart.empty()) return Done{};
        return draw_chart(chart_path(options_.chart, number, games), record, spec, game);
    }

    Error blame(const Error& problem) const {
        return error<"file.problem">("file"_a = name_, "problem"_a = problem);
    }

    const AnalyseOptions& options_;
    std::string name_;  ///< of the input
    bool table_;
    engine::Engine engine_;
    engine::Analyst analyst_;
};

Status check_output(const AnalyseOptions& options) {
    const auto format = record::format_of_path(options.output);
    if (format == Format::kQf || format == Format::kQtp)
        return error<"cli.output-annotations">("file"_a = options.output,
                                               "format"_a = record::format_name(*format));
    std::error_code ignored;
    const fs::path chart(options.chart);
    if (fs::is_directory(chart, ignored)) return error<"cli.chart-folder">("file"_a = options.chart);
    if (chart.has_parent_path() && !fs::is_directory(chart.parent_path(), ignored))
        return error<"cli.chart-no-folder">("file"_a = options.chart,
                                            "folder"_a = chart.parent_path().string());
    return Done{};
}

int analyse_games(const AnalyseOptions& options) {
    if (options.input.empty()) return fail(error<"cli.analyse-input">());
    if (auto possible = check_output(options); !possible) return fail(possible.error());
    const auto file = Rereadable::open(options.input);
    if (!file) return fail(file.error());
    const std::string name = options.input == "-" ? "standard input" : options.input;
    auto first = RecordInput::open(file->path(), options.from);
    if (!first) return fail(first.error());
    const auto extent = survey(*first);
    if (!extent) return fail(error<"file.problem">("file"_a = name, "problem"_a = extent.error()));
    auto second = RecordInput::open(file->path(), options.from);
    if (!second) return fail(second.error());
    const auto done = GameAnalyser(options, name).run(*second, *extent);
    if (interrupted) return kInterruptedStatus;
    return done ? 0 : fail(done.error());
}

// --- requests ---

int answer_requests(const AnalyseOptions& options) {
    if (!options.input.empty() || !options.output.empty() || !options.chart.empty())
        return fail(error<"cli.json-input">());
    protocol::AnalysisServer::Settings settings;
    settings.workers = options.parallel;
    settings.options = engine_options(options);
    settings.effort = effort_of(options);
    interrupted = false;
    const InterruptGuard guard(on_interrupt, 0);
    protocol::AnalysisServer server(settings, [](std::string_view line) {
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fputc('\n', stdout);
        std::fflush(stdout);
    });
    protocol::serve_analysis(std::cin, server, interrupted);
    return interrupted ? kInterruptedStatus : 0;
}

}  // namespace

void add_analyse(CLI::App& app, int& status) {
    auto options = std::make_shared<AnalyseOptions>();
    CLI::App* command =
        app.add_subcommand("analyse", "Analyse recorded games turn by turn (docs/analysis.md)");
    command->add_option("FILE", options->input, "games to analyse, - for standard input");
    command
        ->add_option(
            "--from", options->from,
            "format of the file, or modern or glendenning for records in that notation; guessed if not "
            "given")
        ->check(CLI::IsMember({"record", "json", "qf", "qtp", "modern", "glendenning"}));
    add_number(*command, "--movetime", options->movetime,
               fmt::format("time for each position ({} if no limit is given)", number_of(kDefaultMoveTime)),
               1, 86'400'000)
        ->type_name("MS");
    add_number(*command, "--nodes", options->nodes, "nodes to search for each position", 1, 1'000'000'000'000)
        ->type_name("N");
    add_number(*command, "--depth", options->depth, "search depth for each position", 1, 1000)
        ->type_name("D");
    add_number(*command, "--threads", options->threads, "threads to think with", 1, 256)
        ->capture_default_str()
        ->type_name("N");
    add_number(*command, "--hash", options->hash, "memory of the search, in megabytes", 1, 1 << 20)
        ->capture_default_str()
        ->type_name("MB");
    add_number(*command, "--lines", options->lines, "how many of the best turns to list", 1, 256)
        ->capture_default_str()
        ->type_name("N");
    command
        ->add_option("-o,--output", options->output,
                     "write the games with chances, marks, comments and best lines; - prints them instead "
                     "of the table")
        ->type_name("FILE");
    command
        ->add_option("--chart", options->chart,
                     "draw the chances as an SVG picture; NAME-1.svg and so on for several games")
        ->type_name("FILE");
    command->add_flag("--json", options->json,
                      "answer requests from standard input, one JSON object a line, until it ends");
    add_number(*command, "--parallel", options->parallel, "with --json: how many engines think at once", 1,
               256)
        ->capture_default_str()
        ->type_name("N");
    command->footer(
        "Examples:\n"
        "  stockade analyse game.record --chart game.svg\n"
        "  stockade analyse match.record --nodes 20000 --output analysed.record");
    command->callback(
        [options, &status] { status = options->json ? answer_requests(*options) : analyse_games(*options); });
}

}  // namespace stockade::cli
