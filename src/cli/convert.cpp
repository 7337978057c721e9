// `stockade convert`: game records from one format or notation to another, game by game.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "record/formats.h"

namespace stockade::cli {
namespace {

namespace fs = std::filesystem;
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

/// What was read to recognise a stream, followed by the rest of it.
class Rewound : public std::streambuf {
public:
    explicit Rewound(std::streambuf& rest) : rest_(rest), buffer_(1u << 16) {
        const auto got = rest_.sgetn(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
    }
    std::string_view beginning() const { return {eback(), static_cast<std::size_t>(egptr() - eback())}; }

protected:
    int_type underflow() override {
        const auto got = rest_.sgetn(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return got > 0 ? traits_type::to_int_type(buffer_[0]) : traits_type::eof();
    }

private:
    std::streambuf& rest_;
    std::vector<char> buffer_;
};

/// Standard output, or a file that takes its name only when everything is in it.
class Output {
public:
    static Result<Output> open(const std::string& path) {
        Output output;
        if (path == "-") {
            output.file_ = stdout;
            return output;
        }
        std::error_code ignored;
        // Follow a link rather than replace it; a device or pipe is written to as it is.
        output.target_ = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : fs::path(path);
        const auto status = fs::status(output.target_, ignored);
        if (fs::is_directory(status)) return error("{}: is a folder", path);
        if (fs::exists(status) && !fs::is_regular_file(status)) {
            output.file_ = std::fopen(path.c_str(), "wb");
            if (!output.file_) return error("{}: {}", path, std::strerror(errno));
            return output;
        }
        std::string name = output.target_.string() + ".XXXXXX";
        const int descriptor = mkstemp(name.data());
        if (descriptor < 0) return error("{}: {}", path, std::strerror(errno));
        const mode_t mask = umask(0);
        umask(mask);
        fchmod(descriptor, fs::exists(status) ? static_cast<mode_t>(status.permissions()) : 0666 & ~mask);
        output.temporary_ = name;
        output.file_ = fdopen(descriptor, "wb");
        return output;
    }
    Output(Output&& other) noexcept
        : file_(std::exchange(other.file_, nullptr)),
          target_(std::move(other.target_)),
          temporary_(std::exchange(other.temporary_, {})) {}
    Output& operator=(Output&&) = delete;
    ~Output() {
        if (file_ && file_ != stdout) std::fclose(file_);
        std::error_code ignored;
        if (!temporary_.empty()) fs::remove(temporary_, ignored);
    }

    bool to_file() const { return !target_.empty(); }

    Status write(std::string_view text) {
        if (std::fwrite(text.data(), 1, text.size(), file_) == text.size()) return Done{};
        return problem();
    }
    /// Makes the file visible under its name.
    Status commit() {
        if (std::fflush(file_) != 0) return problem();
        if (temporary_.empty()) return Done{};
        const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
        std::error_code failed;
        if (closed) fs::rename(temporary_, target_, failed);
        if (!closed || failed) return problem();
        temporary_.clear();
        return Done{};
    }

private:
    Output() = default;
    Error problem() const {
        return error("{}: cannot be written: {}", to_file() ? target_.string() : "standard output",
                     std::strerror(errno));
    }

    std::FILE* file_ = nullptr;
    fs::path target_;
    fs::path temporary_;
};

std::string games_text(std::size_t games) { return fmt::format("{} game{}", games, games == 1 ? "" : "s"); }

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
    } else if (const auto format = record::parse_format(options.to)) {
        target.format = *format;
    } else {
        target.notation = *record::parse_notation(options.to);
    }
    if (options.notation.empty()) return target;
    if (target.format != Format::kRecord)
        return error("--notation goes with --to record, {} has a notation of its own",
                     record::format_name(target.format));
    if (target.notation != Notation::kModern && record::notation_name(target.notation) != options.notation)
        return error("--to {} and --notation {} contradict each other", options.to, options.notation);
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
        if (!text) return error("game {}: {}", games + 1, text.error().message);
        if (auto written = output.write(*text); !written) return written.error();
        progress.tell(games);
    }
}

int convert(const ConvertOptions& options) {
    const bool from_stdin = options.input == "-";
    const std::string input_name = from_stdin ? "standard input" : options.input;
    const auto target = choose_target(options);
    if (!target) return fail(target.error());

    std::error_code ignored;
    if (!from_stdin && fs::is_directory(options.input, ignored))
        return fail(error("{}: is a folder", input_name));
    std::ifstream file;
    if (!from_stdin) {
        errno = 0;
        file.open(options.input, std::ios::binary);
        if (!file) return fail(error("{}: {}", input_name, std::strerror(errno)));
    }
    std::ios::sync_with_stdio(false);
    Rewound rewound(from_stdin ? *std::cin.rdbuf() : *file.rdbuf());
    std::istream in(&rewound);

    auto format = record::parse_format(options.from);
    if (!format && !from_stdin) format = record::format_of_path(options.input);
    if (!format) format = record::format_of_text(rewound.beginning());
    const auto source = record::open_source(*format, in);

    auto output = Output::open(options.output);
    if (!output) return fail(output.error());
    const auto games = convert_games(*source, *output, *target, !options.no_check);
    if (!games) return fail(error("{}: {}", input_name, games.error().message));
    if (*games == 0)
        return fail(error("{}: expected a game as {}, found none", input_name, record::format_name(*format)));
    if (auto committed = output->commit(); !committed) return fail(committed.error());
    if (output->to_file()) fmt::print(stderr, "{} written to {}\n", games_text(*games), options.output);
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
    command->add_option("--from", options->from, "format of the input; guessed where it is not given")
        ->check(CLI::IsMember({"record", "json", "qf", "qtp"}));
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
