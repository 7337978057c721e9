#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/scratch_folder.h"

namespace stockade::support {

/// A port that nothing listens on just now.
inline int free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    int port = 0;
    if (bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
        getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0)
        port = ntohs(address.sin_port);
    close(socket);
    return port;
}

/// A PostgreSQL server of a test's own, on loopback and in a folder of its own, for as long as this lives.
/// Its programs refuse to run as root, so root runs them as nobody.
class Postgres {
public:
    /// `more` are options of the server, as on its command line.
    explicit Postgres(const std::string& more = "") {
        for (int version = 20; version >= 12 && programs_.empty(); --version) {
            const std::string folder = "/usr/lib/postgresql/" + std::to_string(version) + "/bin/";
            if (std::filesystem::exists(folder + "initdb")) programs_ = folder;
        }
        if (programs_.empty()) {
            why_ = "PostgreSQL is not installed";
            return;
        }
        if (geteuid() == 0) {
            prefix_ = "setpriv --reuid=nobody --regid=nogroup --clear-groups ";
            std::filesystem::permissions(scratch_.path(), std::filesystem::perms::all);
        }
        // No test takes the power from the machine, so nothing has to be on the disk.
        const auto data = scratch_.path("data");
        started_ = run("initdb --no-sync -D " + data + " -U stockade -A trust -E UTF8 --locale=C.UTF-8");
        // A test beside this one may take the port before the server does: another port is tried.
        for (int tries = 5; started_ && tries > 0; --tries) {
            port_ = free_port();
            const auto options = "-c listen_addresses=127.0.0.1 -c port=" + std::to_string(port_) +
                                 " -c unix_socket_directories=" + scratch_.path().string() +
                                 " -c max_connections=60 -c fsync=off " + more;
            if (run("pg_ctl -D " + data + " -w -t 60 -l " + scratch_.path("log") + " -o '" + options +
                    "' start"))
                return;
        }
        started_ = false;
        why_ = "PostgreSQL does not start here: " + scratch_.get("out").substr(0, 500);
    }
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;
    ~Postgres() {
        if (started_) run("pg_ctl -D " + scratch_.path("data") + " -m immediate -w stop");
    }

    bool started() const { return started_; }
    const std::string& why() const { return why_; }
    int port() const { return port_; }
    /// A new and empty database; it may be reached by another port.
    std::string url(int port = 0) {
        const auto name = "d" + std::to_string(++databases_);
        run("createdb -h 127.0.0.1 -p " + std::to_string(port_) + " -U stockade " + name);
        return "postgresql://stockade@127.0.0.1:" + std::to_string(port ? port : port_) + "/" + name;
    }

private:
    bool run(const std::string& command) {
        const auto whole = "cd / && " + prefix_ + programs_ + command + " >" + scratch_.path("out") + " 2>&1";
        return std::system(whole.c_str()) == 0;
    }

    ScratchFolder scratch_;
    std::string programs_;
    std::string prefix_;
    std::string why_;
    int port_ = 0;
    int databases_ = 0;
    bool started_ = false;
};

}  // namespace stockade::support
