// `stockade features`: samples of self-play as a small network will see them, for training/student.py.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <thread>

#include "cli/commands.h"
#include "cli/number_option.h"
#include "selfplay/feature_files.h"

namespace stockade::cli {

void add_features(CLI::App& app, int& status) {
    auto settings = std::make_shared<selfplay::FeatureSettings>();
    settings->threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    auto* command = app.add_subcommand(
        "features", "Turn samples of self-play into features of a small network (docs/training.md)");
    command->add_option("shards", settings->shards, "a folder of shards, as selfplay writes them")
        ->required()
        ->type_name("FOLDER");
    command->add_option("out", settings->out, "where the feature files go; those already there are kept")
        ->required()
        ->type_name("FOLDER");
    add_number(*command, "--threads", settings->threads, "files to work on at once", 1, 1024)
        ->capture_default_str()
        ->type_name("N");
    command->callback([settings, &status] {
        const bool watched = isatty(STDERR_FILENO) != 0;
        const auto samples = selfplay::write_features(*settings, [&](std::size_t done, std::size_t all) {
            if (!watched) return;
            fmt::print(stderr, "\r{} of {} files\x1b[K", done, all);
            std::fflush(stderr);
        });
        if (watched) fmt::print(stderr, "\r\x1b[K");
        if (!samples) {
            status = fail(samples.error());
            return;
        }
        fmt::print("{} samples\n", *samples);
        status = 0;
    });
}

}  // namespace stockade::cli
