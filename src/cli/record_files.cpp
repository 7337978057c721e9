#include "cli/record_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>
#include <vector>

#include "base/messages/cli.h"
#include "base/messages/file.h"

namespace stockade::cli {

namespace fs = std::filesystem;

/// A stream from its beginning: the part that was read to recognise its format, then the rest.
class RecordInput::Rewound : public std::streambuf {
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

RecordInput::RecordInput() = default;
RecordInput::RecordInput(RecordInput&&) noexcept = default;
RecordInput::~RecordInput() = default;

Result<RecordInput> RecordInput::open(const std::string& path, std::string_view format) {
    RecordInput input;
    const bool from_stdin = path == "-";
    input.name_ = from_stdin ? "standard input" : path;
    if (from_stdin) {
        std::ios::sync_with_stdio(false);
    } else {
        std::error_code ignored;
        if (fs::is_directory(path, ignored)) return error<"cli.folder">("file"_a = path);
        errno = 0;
        input.file_ = std::make_unique<std::ifstream>(path, std::ios::binary);
        if (!*input.file_) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    }
    input.rewound_ = std::make_unique<Rewound>(from_stdin ? *std::cin.rdbuf() : *input.file_->rdbuf());
    input.in_ = std::make_unique<std::istream>(input.rewound_.get());
    auto known = record::parse_format(format);
    const bool modern = format == record::notation_name(record::Notation::kModern);
    if (modern) known = record::Format::kRecord;
    if (!known && !from_stdin) known = record::format_of_path(path);
    input.format_ = known ? *known : record::format_of_text(input.rewound_->beginning());
    input.source_ = record::open_source(input.format_, *input.in_,
                                        modern ? std::optional(record::Notation::kModern) : std::nullopt);
    return input;
}

Result<Output> Output::open(const std::string& path) {
    Output output;
    if (path == "-") {
        output.file_ = stdout;
        return output;
    }
    std::error_code ignored;
    // Follow a link rather than replace it; a device or pipe is written to as it is.
    output.target_ = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : fs::path(path);
    const auto status = fs::status(output.target_, ignored);
    if (fs::is_directory(status)) return error<"cli.folder">("file"_a = path);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        output.file_ = std::fopen(path.c_str(), "wb");
        if (!output.file_) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
        return output;
    }
    std::string name = output.target_.string() + ".XXXXXX";
#if defined(_WIN32)
    if (_mktemp_s(name.data(), name.size() + 1) == 0) output.file_ = std::fopen(name.c_str(), "wb");
    if (!output.file_) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    output.temporary_ = name;
#else
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0) return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, fs::exists(status) ? static_cast<mode_t>(status.permissions()) : 0666 & ~mask);
    output.temporary_ = name;
    output.file_ = fdopen(descriptor, "wb");
#endif
    return output;
}

Output::Output(Output&& other) noexcept
    : file_(std::exchange(other.file_, nullptr)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})) {}

Output::~Output() {
    if (file_ && file_ != stdout) std::fclose(file_);
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

Status Output::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) == text.size()) return Done{};
    return problem();
}

Status Output::commit() {
    if (std::fflush(file_) != 0) return problem();
    if (temporary_.empty()) return Done{};
    const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
    std::error_code failed;
    if (closed) fs::rename(temporary_, target_, failed);
    if (!closed || failed) return problem();
    temporary_.clear();
    return Done{};
}

Error Output::problem() const {
    return error<"cli.cannot-write-because">(
        "file"_a = to_file() ? ArgumentValue(target_.string()) : message<"cli.standard-output">(),
        "problem"_a = std::strerror(errno));
}

std::string games_text(std::size_t games) { return fmt::format("{} game{}", games, games == 1 ? "" : "s"); }

}  // namespace stockade::cli
