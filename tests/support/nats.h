#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "support/postgres.h"

namespace stockade::support {

/// A NATS server of a test's own, on loopback, for as long as this lives.
class Nats {
public:
    explicit Nats(std::vector<std::string> options = {}) : port_(free_port()), options_(std::move(options)) {
        for (const std::string path : {"/usr/sbin/nats-server", "/usr/bin/nats-server"})
            if (std::filesystem::exists(path)) program_ = path;
        if (program_.empty())
            why_ = "nats-server is not installed";
        else
            start();
    }
    Nats(const Nats&) = delete;
    Nats& operator=(const Nats&) = delete;
    ~Nats() { stop(); }

    /// Also again, on the same port.
    void start() {
        child_ = fork();
        if (child_ == 0) {
            const int null = open("/dev/null", O_RDWR);
            dup2(null, STDOUT_FILENO);
            dup2(null, STDERR_FILENO);
            const auto port = std::to_string(port_);
            std::vector<const char*> arguments{program_.c_str(), "-a", "127.0.0.1", "-p", port.c_str()};
            for (const auto& option : options_) arguments.push_back(option.c_str());
            arguments.push_back(nullptr);
            execv(program_.c_str(), const_cast<char* const*>(arguments.data()));
            _exit(127);
        }
        for (int i = 0; i < 200; ++i) {
            if (answers()) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        why_ = "nats-server does not start here";
    }
    void stop() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        child_ = 0;
    }

    bool started() const { return why_.empty(); }
    const std::string& why() const { return why_; }
    int port() const { return port_; }
    std::string url() const { return "nats://127.0.0.1:" + std::to_string(port_); }

private:
    bool answers() const {
        const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(port_));
        const bool connected = connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
        close(socket);
        return connected;
    }

    int port_;
    std::vector<std::string> options_;
    std::string program_;
    std::string why_;
    pid_t child_ = 0;
};

}  // namespace stockade::support
