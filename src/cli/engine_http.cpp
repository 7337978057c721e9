// `stockade engine --http`: the engine over HTTP, as public arenas ask for turns (protocol/arena.h).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>

#include "base/messages/cli.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "protocol/arena.h"

namespace stockade::cli {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;

constexpr std::uint64_t kMaxBodyBytes = 64 * 1024;
constexpr std::uint32_t kMaxHeaderBytes = 16 * 1024;
constexpr int kMaxConnections = 64;
constexpr std::chrono::seconds kPatience{30};  // with a client that neither asks nor listens

struct HttpOptions {
    std::uint16_t port = 0;
    std::string address = "127.0.0.1";
    engine::Options engine;
};

class HttpEngine {
public:
    explicit HttpEngine(const engine::Options& options) : arena_(options) {}

    Status run(const HttpOptions& options) {
        boost::system::error_code failed;
        const auto address = asio::ip::make_address(options.address, failed);
        Tcp::acceptor acceptor(context_);
        const auto listen = [&] {
            const Tcp::endpoint endpoint(address, options.port);
            acceptor.open(endpoint.protocol(), failed);
            if (!failed) acceptor.set_option(Tcp::acceptor::reuse_address(true), failed);
            if (!failed) acceptor.bind(endpoint, failed);
            if (!failed) acceptor.listen(asio::socket_base::max_listen_connections, failed);
        };
        if (!failed) listen();
        if (failed)
            return error<"cli.http-listen">("address"_a = options.address, "port"_a = options.port,
                                            "reason"_a = failed.message());
        fmt::print("listening on http://{}:{}\n", options.address, acceptor.local_endpoint().port());
        std::fflush(stdout);

        asio::signal_set signals(context_, SIGINT, SIGTERM);
        signals.async_wait([&](auto, int) {
            arena_.stop();
            context_.stop();
        });
        asio::co_spawn(context_, accept(acceptor), asio::detached);
        context_.run();
        searchers_.join();
        return Done{};
    }

private:
    asio::awaitable<void> accept(Tcp::acceptor& acceptor) {
        for (;;) {
            Tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
            if (connections_ >= kMaxConnections) continue;  // closes it
            ++connections_;
            asio::co_spawn(context_, converse(beast::tcp_stream(std::move(socket))),
                           [this](const std::exception_ptr&) { --connections_; });
        }
    }

    /// An exception, such as a client that goes away or sends no HTTP, ends the connection.
    asio::awaitable<void> converse(beast::tcp_stream stream) {
        beast::flat_buffer buffer;
        for (bool open = true; open;) {
            http::request_parser<http::string_body> parser;
            parser.body_limit(kMaxBodyBytes);
            parser.header_limit(kMaxHeaderBytes);
            stream.expires_after(kPatience);
            co_await http::async_read(stream, buffer, parser, asio::use_awaitable);
            const auto request = parser.release();
            stream.expires_never();
            http::response<http::string_body> response{http::status::ok, request.version()};
            response.set(http::field::content_type, "application/json");
            response.keep_alive(request.keep_alive());
            if (request.method() == http::verb::post) {
                // Two threads think: a third game waits here.
                co_await asio::post(searchers_, asio::bind_executor(searchers_, asio::use_awaitable));
                response.body() = arena_.answer(request.body());
                co_await asio::post(context_, asio::bind_executor(context_, asio::use_awaitable));
            } else if (request.method() == http::verb::get || request.method() == http::verb::head) {
                response.body() = R"({"ok": true, "name": "Stockade"})";
            } else {
                response.result(http::status::method_not_allowed);
                response.set(http::field::allow, "GET, HEAD, POST");
                response.body() = R"({"ok": false, "error": "expected GET or POST"})";
            }
            response.prepare_payload();
            if (request.method() == http::verb::head) response.body().clear();
            stream.expires_after(kPatience);
            co_await http::async_write(stream, response, asio::use_awaitable);
            open = response.keep_alive();
        }
    }

    protocol::Arena arena_;
    asio::thread_pool searchers_{protocol::Arena::kGames};
    asio::io_context context_{1};
    int connections_ = 0;
};

}  // namespace

void add_engine_http(CLI::App& app, int& status) {
    auto options = std::make_shared<HttpOptions>();
    auto* command = app.add_subcommand("engine", "Answer HTTP requests for turns (docs/protocol.md)");
    add_number(*command, "--http", options->port, "the port; 0: any that is free", 0, 65535)->required();
    command->add_option("--address", options->address, "the address to listen on (127.0.0.1)");
    add_number(*command, "--threads", options->engine.threads, "threads to think with, for each game (1)", 1,
               256);
    add_number(*command, "--hash", options->engine.hash_megabytes, "memory of each search, in megabytes (64)",
               1, 1 << 20);
    command->callback([options, &status] {
        const auto done = HttpEngine(options->engine).run(*options);
        status = done ? 0 : fail(done.error());
    });
}

}  // namespace stockade::cli
