// `stockade serve`: the web page, from the folder where it was built.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "server/http.h"

namespace stockade::cli {
namespace {

struct ServeOptions {
    server::Listen listen;
    int port = 8080;
    std::string root;
    bool open = false;
};

/// web/dist of the project whose build/<preset>/ holds this program.
std::string default_root() {
    std::error_code problem;
    const auto program = std::filesystem::canonical("/proc/self/exe", problem);
    return problem ? "web/dist" : (program.parent_path() / "../../web/dist").lexically_normal().string();
}

void open_browser(const std::string& address) {
    // Only where there is a screen; the address is printed in any case.
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
    const auto command = "xdg-open '" + address + "' >/dev/null 2>&1 &";
    if (std::system(command.c_str()) != 0) return;  // NOLINT(concurrency-mt-unsafe): no other thread yet
}

Status run_serve(const ServeOptions& options) {
    const auto site = server::Site::load(options.root.empty() ? default_root() : options.root);
    if (!site) return site.error();
    return server::serve(*site, options.listen, [&](std::uint16_t port) {
        const bool local = options.listen.address == "127.0.0.1";
        const auto address = fmt::format("http://{}:{}/", local ? "localhost" : options.listen.address, port);
        fmt::print("Stockade is at {} (Ctrl+C ends it)\n", address);
        std::fflush(stdout);
        if (options.open) open_browser(address);
    });
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
    auto options = std::make_shared<ServeOptions>();
    auto* command = app.add_subcommand("serve", "Serve the web page to browsers of this machine");
    command->add_option("--port", options->port, "port to listen on; 0 takes a free one (8080)")
        ->check(CLI::Range(0, 65535));
    command->add_option("--address", options->listen.address,
                        "IP address to listen on; 0.0.0.0 serves the whole network (127.0.0.1)");
    command->add_option("--root", options->root, "folder of the built page (web/dist of the project)");
    command->add_flag("--open", options->open, "open the browser where there is one");
    command->callback([options, &status] {
        options->listen.port = static_cast<std::uint16_t>(options->port);
        const auto done = run_serve(*options);
        status = done ? 0 : fail(done.error());
    });
}

}  // namespace stockade::cli
