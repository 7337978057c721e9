// `stockade load`: many games at once on a server, and how fast it answers.
#include "server/client/load.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/printable.h"
#include "cli/commands.h"
#include "cli/number_option.h"

namespace stockade::cli {
namespace {

Status run_load(const std::string& server, const std::string& authorities, server::client::LoadPlan& plan) {
    const auto url = server::client::parse_url(server);
    if (!url) return url.error();
    plan.server = *url;
    plan.server.authorities = authorities;
    const bool show = isatty(STDERR_FILENO);
    const auto report = server::client::run_load(plan, [&](const std::string& text) {
        if (show) fmt::print(stderr, "\r\033[K{}", text);
    });
    if (show) fmt::print(stderr, "\r\033[K");
    if (!report) return report.error();
    fmt::print(
        "connections    {}\ngames begun    {}\ngames ended    {}\nturns accepted {} in {:.1f} s: {:.0f} a "
        "second\n",
        report->connected, report->games, report->ended, report->turns, report->elapsed.count(),
        static_cast<double>(report->turns) / report->elapsed.count());
    const auto milliseconds = [&](double percent) { return 1000 * report->percentile(percent).count(); };
    if (!report->latencies.empty())
        fmt::print("answered after {:.1f} ms (50%), {:.1f} ms (95%), {:.1f} ms (99%), {:.1f} ms (all)\n",
                   milliseconds(50), milliseconds(95), milliseconds(99), milliseconds(100));
    fmt::print("errors         {}{}\n", report->errors,
               report->errors ? ": " + printable(report->first_error) : "");
    return Done{};
}

}  // namespace

void add_load(CLI::App& app, int& status) {
    struct Options {
        std::string server = "http://127.0.0.1:8080";
        std::string authorities;
        server::client::LoadPlan plan;
    };
    auto options = std::make_shared<Options>();
    auto* command = app.add_subcommand("load", "Play many games at once on a server and measure its answers");
    command->add_option("--server", options->server,
                        "http://HOST:PORT, or https, of a server started with --no-limits "
                        "(http://127.0.0.1:8080)");
    command
        ->add_option("--ca", options->authorities,
                     "file of certificates to trust for https, in PEM (the system's)")
        ->check(CLI::ExistingFile);
    command->add_option("--spec", options->plan.spec, "game to play, for two and without dice (quoridor)");
    add_number(*command, "--connections", options->plan.connections,
               "WebSocket connections, two to a game (100)", 2, 60'000);
    add_number(*command, "--rate", options->plan.rate,
               "turns a second in all; 0 leaves connections idle (100)", 0.0, 1e6);
    add_number(*command, "--seconds", options->plan.duration, "how long to measure (10)", 1, 86'400);
    command->callback([options, &status] {
        const auto done = run_load(options->server, options->authorities, options->plan);
        status = done ? 0 : fail(done.error());
    });
}

}  // namespace stockade::cli
