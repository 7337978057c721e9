// `stockade-server health`: whether the server on this machine is well, for containers that have no other
// program to ask.
#include "cli/health.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "base/messages/cli.h"
#include "cli/commands.h"
#include "cli/number_option.h"

namespace stockade::cli {
namespace {

/// The first bytes that the server on this port answers, at most `size`; fewer where it ends earlier.
Result<std::string> ask(std::uint16_t port, std::string_view request, std::size_t size) {
    const auto failed = [&](int descriptor) {
        const std::string problem = std::strerror(errno);
        if (descriptor >= 0) close(descriptor);
        return error<"cli.health-silent">("port"_a = port, "problem"_a = problem);
    };
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return failed(descriptor);
    const timeval patience{4, 0};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        send(descriptor, request.data(), request.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(request.size()))
        return failed(descriptor);
    std::string answer;
    std::array<char, 512> buffer;
    while (answer.size() < size) {
        const auto got = recv(descriptor, buffer.data(), buffer.size(), 0);
        if (got < 0) return failed(descriptor);
        if (got == 0) break;
        answer.append(buffer.data(), static_cast<std::size_t>(got));
    }
    close(descriptor);
    return answer;
}

int check_health(std::uint16_t port) {
    constexpr std::string_view kRequest =
        "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    constexpr std::string_view kWell = "HTTP/1.1 200 ";
    const auto answer = ask(port, kRequest, kWell.size());
    if (!answer) return fail(answer.error());
    if (answer->starts_with(kWell)) return 0;
    return fail(error<"cli.health-status">("answer"_a = answer->substr(0, answer->find('\r'))));
}

}  // namespace

void add_health(CLI::App& app, int& status) {
    auto port = std::make_shared<int>(8080);
    auto* command =
        app.add_subcommand("health", "Report by the exit status whether the server on this machine works");
    add_number(*command, "--port", *port, "port it listens on, without TLS (8080)", 1, 65535);
    command->callback([port, &status] { status = check_health(static_cast<std::uint16_t>(*port)); });
}

}  // namespace stockade::cli
