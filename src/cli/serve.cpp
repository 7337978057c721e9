// `stockade serve`: the web page and the platform behind it, from the folder where the page was built.
#include "server/serve/serve.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "server/log.h"

namespace stockade::cli {
namespace {

constexpr auto kDatabaseVariable = "STOCKADE_DATABASE";

struct ServeOptions {
    server::Settings settings;
    std::string database_file;
    int port = 8080;
    std::string root;
    std::string log = "warning";
    std::string bus_secret;  // a file
    bool open = false;
    bool no_page = false;
    bool no_limits = false;
    bool behind_proxy = false;
    std::vector<std::string> trusted_proxies;
    std::vector<std::string> metrics_readers;
};

/// The installed page, as bin/ and share/ of one folder; else web/dist of the project whose build/<preset>/
/// holds this program.
std::string default_root() {
    std::error_code problem;
    const auto program = std::filesystem::canonical("/proc/self/exe", problem);
    if (problem) return "web/dist";
    const auto installed = (program.parent_path() / "../share/stockade/web").lexically_normal();
    if (std::filesystem::exists(installed / "index.html", problem)) return installed.string();
    return (program.parent_path() / "../../web/dist").lexically_normal().string();
}

/// The program beside this one, which analyses games. So many nodes are enough for good labels; the time
/// limit is for machines that are too busy to search them.
std::vector<std::string> analyse_command() {
    std::error_code problem;
    const auto program = std::filesystem::canonical("/proc/self/exe", problem);
    return {problem ? "stockade" : (program.parent_path() / "stockade").string(),
            "analyse",
            "--json",
            "--nodes",
            "20000",
            "--movetime",
            "3000"};
}

/// The address of the usual SQLite file, in $XDG_DATA_HOME or ~/.local/share.
Result<std::string> default_database() {
    const char* data = std::getenv("XDG_DATA_HOME");  // NOLINT(concurrency-mt-unsafe): no other thread yet
    const char* home = std::getenv("HOME");           // NOLINT(concurrency-mt-unsafe): no other thread yet
    if ((!data || !*data) && (!home || !*home)) return error<"cli.database-home">();
    const auto folder =
        (data && *data ? std::filesystem::path(data) : std::filesystem::path(home) / ".local/share") /
        "stockade";
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem) return error<"file.problem">("file"_a = folder.string(), "problem"_a = problem.message());
    return "sqlite://" + (folder / "server.db").string();
}

/// The address of the database: from the option, the file or the variable, in this order; else the usual
/// SQLite file.
Result<std::string> database_of(const ServeOptions& options) {
    const auto& given = options.settings.database;
    if (!given.empty()) {
        const auto at = given.rfind('@');
        const auto colon = given.find(':', given.find("://") + 3);
        if (given.rfind("postgresql://", 0) == 0 && at != given.npos && colon < at)
            server::log(
                server::Level::kWarning, "visible password",
                {{"why", fmt::format("everybody on this machine can read the password of --database in the "
                                     "list of processes: use --database-file or ${}",
                                     kDatabaseVariable)}});
        return given;
    }
    if (!options.database_file.empty()) {
        std::ifstream file(options.database_file);
        std::string line, rest;
        if (!file)
            return error<"cli.database-file">("file"_a = options.database_file,
                                              "problem"_a = std::strerror(errno));
        std::getline(file, line);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (line.empty() || file >> rest) return error<"cli.database-line">("file"_a = options.database_file);
        return line;
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread yet
    if (const char* variable = std::getenv(kDatabaseVariable); variable && *variable) {
        std::string text = variable;
        unsetenv(
            kDatabaseVariable);  // NOLINT(concurrency-mt-unsafe): processes for analysis must not inherit it
        return text;
    }
    return default_database();
}

/// A variable that is not set must not leave a server without TLS unnoticed.
std::string named_file(const std::string& path) { return path.empty() ? "expected a file, got ''" : ""; }

std::string named_network(const std::string& text) {
    const auto network = server::net::Network::parse(text);
    return network ? std::string() : network.error().message;
}

/// Read from a file, because everybody on the machine can read the command line.
Result<std::string> bus_secret(const std::string& path) {
    if (!path.empty()) {
        std::ifstream in(path);
        std::string text(std::istreambuf_iterator<char>(in), {});
        if (!in.is_open() || in.bad())
            return error<"cli.bus-secret">("file"_a = path, "problem"_a = std::strerror(errno));
        return text;
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread yet
    if (const char* variable = std::getenv("STOCKADE_BUS_SECRET"); variable && *variable) {
        std::string text = variable;
        // NOLINTNEXTLINE(concurrency-mt-unsafe): processes for analysis must not inherit it
        unsetenv("STOCKADE_BUS_SECRET");
        return text;
    }
    return error<"cli.bus">();
}

void open_browser(const std::string& address) {
    // The browser opens only if there is a screen; the address is printed in any case.
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
    const auto command = "xdg-open '" + address + "' >/dev/null 2>&1 &";
    if (std::system(command.c_str()) != 0) return;  // NOLINT(concurrency-mt-unsafe): nothing reads it
}

Status run_serve(ServeOptions& options) {
    auto& settings = options.settings;
    for (const auto& text : options.trusted_proxies)
        settings.trusted_proxies.push_back(*server::net::Network::parse(text));
    if (options.behind_proxy && settings.trusted_proxies.empty())
        settings.trusted_proxies = server::net::loopback_networks();
    for (const auto& text : options.metrics_readers)
        settings.metrics_readers.push_back(*server::net::Network::parse(text));
    if (!settings.bus.url.empty()) {
        auto secret = bus_secret(options.bus_secret);
        if (!secret) return secret.error();
        settings.bus_secret = std::move(*secret);
        unsetenv("STOCKADE_BUS");  // NOLINT(concurrency-mt-unsafe): may hold a password
    }
    using server::Level;
    server::set_log_level(options.log == "debug"     ? Level::kDebug
                          : options.log == "info"    ? Level::kInfo
                          : options.log == "warning" ? Level::kWarning
                          : options.log == "error"   ? Level::kError
                                                     : Level::kOff);
    auto database = database_of(options);
    if (!database) return database.error();
    settings.database = std::move(*database);
    std::optional<server::http::Site> site;
    if (!options.no_page) {
        auto loaded = server::http::Site::load(options.root.empty() ? default_root() : options.root);
        if (!loaded) return loaded.error();
        site = std::move(*loaded);
    }
    return server::serve(settings, site ? &*site : nullptr, [&](std::uint16_t port) {
        const bool local = settings.address == "127.0.0.1";
        const auto address = fmt::format("{}://{}:{}/", settings.tls_certificate.empty() ? "http" : "https",
                                         local ? "localhost" : settings.address, port);
        fmt::print("Stockade is at {} (Ctrl+C ends it)\n", address);
        std::fflush(stdout);
        if (options.open) open_browser(address);
    });
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
    auto options = std::make_shared<ServeOptions>();
    auto& settings = options->settings;
    settings.database.clear();
    settings.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    auto* command =
        app.add_subcommand("serve", "Serve the web page, and play between people, over the network");
    add_number(*command, "--port", options->port, "port to listen on; 0 takes a free one (8080)", 0, 65535);
    command->add_option("--address", settings.address,
                        "IP address to listen on; 0.0.0.0 serves the whole network (127.0.0.1)");
    command->add_option("--root", options->root, "folder of the built page (web/dist of the project)");
    command->add_flag("--no-page", options->no_page, "only the API, without the page");
    auto* database = command->add_option(
        "--database", settings.database,
        "sqlite://PATH or postgresql://USER@HOST/NAME ($STOCKADE_DATABASE, else a file of SQLite in "
        "~/.local/share/stockade); with a password rather by --database-file or $STOCKADE_DATABASE");
    command
        ->add_option("--database-file", options->database_file,
                     "file with one line, as for --database: nobody sees it in the list of processes")
        ->check(named_file)
        ->excludes(database);
    command
        ->add_option(
            "--bus", settings.bus.url,
            "tls://[USER:PASSWORD@]HOST:PORT of NATS, or nats:// without TLS: be one of several equal "
            "servers on one database of PostgreSQL")
        ->envname("STOCKADE_BUS");
    command
        ->add_option("--bus-secret", options->bus_secret,
                     "file with the secret that the servers on the bus share, 32 characters or more; needed "
                     "with --bus (or its text in STOCKADE_BUS_SECRET)")
        ->check(named_file);
    command
        ->add_option("--bus-credentials", settings.bus.credentials,
                     "file with the credentials of a user of NATS (.creds)")
        ->check(named_file);
    command
        ->add_option("--bus-ca", settings.bus.authorities,
                     "file of certificates to trust with tls:// (the system's)")
        ->check(named_file);
    command->add_option(
        "--node", settings.node,
        "name of this server among those on the bus, for logs; a restarted server of the same name "
        "takes up its games at once (drawn)");
    add_number(*command, "--threads", settings.threads, "threads for the network (one for each core)", 1,
               256);
    add_number(*command, "--engine-threads", settings.engine_threads,
               "threads for engine seats, of low priority (1)", 1, 256);
    settings.analyses.workers = 1;
    settings.analyses.command = analyse_command();
    add_number(*command, "--analysis-workers", settings.analyses.workers,
               "games to analyse at a time, each in a process of low priority; 0: none (1)", 0, 256);
    command->add_option(
        "--origin", settings.origins,
        "another origin whose pages may use this server, as https://example.org; may be repeated");
    command->add_option("--site", settings.site, "name of this server in records (Stockade)");
    command
        ->add_option("--tls-certificate", settings.tls_certificate,
                     "speak TLS, with this certificate and those above it; a file in PEM")
        ->check(named_file);
    command->add_option("--tls-key", settings.tls_key, "private key of the certificate; a file in PEM")
        ->check(named_file);
    command->add_flag(
        "--secure-cookies", settings.secure_cookies,
        "send cookies over TLS only, behind a proxy that speaks TLS (on with --tls-certificate)");
    command->add_flag("--behind-proxy", options->behind_proxy,
                      "take callers' addresses from the X-Forwarded-For of a proxy on this machine, or of "
                      "those that --trusted-proxy names");
    command
        ->add_option(
            "--trusted-proxy", options->trusted_proxies,
            "address or network of a proxy, as 10.0.0.0/8, whose X-Forwarded-For is believed; may be "
            "repeated")
        ->check(named_network);
    command
        ->add_option("--metrics-from", options->metrics_readers,
                     "address or network, as 10.0.0.7, that may read /metrics besides this machine; may be "
                     "repeated")
        ->check(named_network);
    command->add_flag("--no-limits", options->no_limits, "no limits of rates and numbers: for load tests");
    command
        ->add_option("--log", options->log,
                     "debug, info, warning, error or off; JSON lines on stderr (warning)")
        ->check(CLI::IsMember({"debug", "info", "warning", "error", "off"}));
    command->add_flag("--open", options->open, "open the browser if there is one");
    command->callback([options, &status] {
        options->settings.port = static_cast<std::uint16_t>(options->port);
        options->settings.limits = !options->no_limits;
        const auto done = run_serve(*options);
        status = done ? 0 : fail(done.error());
    });
}

}  // namespace stockade::cli
