#pragma once

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "base/messages/other.h"
#include "cli/commands.h"

namespace stockade::support {

struct Finished {
    int status = 0;
    std::string out;
    std::string err;
};

/// Runs a command of the program in this process: `add` is its add_NAME() of cli/commands.h.
template <class Add>
Finished run_command(Add add, const std::string& name, std::vector<std::string> arguments) {
    CLI::App app;
    Finished run;
    add(app, run.status);
    arguments.insert(arguments.begin(), name);
    std::reverse(arguments.begin(), arguments.end());
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    try {
        app.parse(arguments);
    } catch (const CLI::ParseError& problem) {
        run.status = cli::fail(error<"other.text">("text"_a = problem.what()));
    }
    std::fflush(stdout);
    run.out = ::testing::internal::GetCapturedStdout();
    run.err = ::testing::internal::GetCapturedStderr();
    return run;
}

}  // namespace stockade::support
