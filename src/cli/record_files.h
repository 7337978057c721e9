// Files of games for commands: an input whose format is given or guessed, and an output that gets its name
// only when it is complete.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/formats.h"

namespace stockade::cli {

/// Games from a file, or from standard input for `-`.
class RecordInput {
public:
    /// The format by its name, or a notation of records; guessed from the file's name and first lines where
    /// it is empty.
    static Result<RecordInput> open(const std::string& path, std::string_view format = {});
    RecordInput(RecordInput&&) noexcept;
    RecordInput& operator=(RecordInput&&) = delete;
    ~RecordInput();

    /// Its errors do not name the file.
    record::Source& source() { return *source_; }
    record::Format format() const { return format_; }
    /// The name of the file in messages.
    const std::string& name() const { return name_; }

private:
    RecordInput();

    class Rewound;
    std::string name_;
    record::Format format_ = record::Format::kRecord;
    std::unique_ptr<std::ifstream> file_;
    std::unique_ptr<Rewound> rewound_;
    std::unique_ptr<std::istream> in_;
    std::unique_ptr<record::Source> source_;
};

/// Standard output, or a file that takes its name only when everything is in it.
class Output {
public:
    static Result<Output> open(const std::string& path);
    Output(Output&& other) noexcept;
    Output& operator=(Output&&) = delete;
    ~Output();

    bool to_file() const { return !target_.empty(); }
    Status write(std::string_view text);
    /// Makes the file visible under its name.
    Status commit();

private:
    Output() = default;
    Error problem() const;

    std::FILE* file_ = nullptr;
    std::filesystem::path target_;
    std::filesystem::path temporary_;
};

/// `1 game`, `2 games`.
std::string games_text(std::size_t games);

}  // namespace stockade::cli
