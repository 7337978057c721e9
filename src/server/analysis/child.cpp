#include "server/analysis/child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/messages/server.h"
#include "match/spawn.h"

namespace stockade::server::analysis {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds kStopCheck = 20ms;
constexpr int kNiceness = 19;  // the lowest priority

/// A file in memory: unlike a pipe it never fills up, so nobody has to read and write at the same time.
class MemoryFile {
public:
    explicit MemoryFile(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {}
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() {
        if (file_ >= 0) close(file_);
    }
    int number() const { return file_; }

    /// Leaves it to be read from the beginning.
    bool fill(const std::string& text) {
        return write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
               lseek(file_, 0, SEEK_SET) == 0;
    }
    std::string text() const {
        std::string result;
        std::array<char, 1u << 16> buffer;
        for (;;) {
            const auto got = pread(file_, buffer.data(), buffer.size(), static_cast<off_t>(result.size()));
            if (got <= 0) return result;
            result.append(buffer.data(), static_cast<std::size_t>(got));
        }
    }

private:
    int file_;
};

/// The process's number, or an error of errno as a negative one.
pid_t spawn(const std::vector<std::string>& command, int input, int output) {
    match::SpawnPlan plan(input, output);
    posix_spawn_file_actions_addopen(&plan.files(), STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // Else it would hold on to connections, and to the port.
    posix_spawn_file_actions_addclosefrom_np(&plan.files(), STDERR_FILENO + 1);
    pid_t pid = 0;
    int problem = 0;
    // Games come first. A process begins with the priority of the thread that starts it, and a thread that
    // has lowered its own cannot raise it again: so a thread of its own starts it.
    std::thread starter([&] {
        (void)setpriority(PRIO_PROCESS, 0, kNiceness);
        problem = plan.spawn(command, pid);
    });
    starter.join();
    return problem ? -problem : pid;
}

/// True once it has ended by itself.
bool ended(pid_t pid, Clock::time_point deadline, const std::atomic<bool>& stop, int& status) {
    while (!stop && Clock::now() < deadline) {
        const auto asked = waitpid(pid, &status, WNOHANG);
        if (asked == pid) return true;
        std::this_thread::sleep_for(kStopCheck);
    }
    // It leads its group, which may have others in it.
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return false;
}

}  // namespace

Result<std::string> run_child(const std::vector<std::string>& command, const std::string& input,
                              Milliseconds patience, const std::atomic<bool>& stop) {
    MemoryFile in("stockade-input");
    MemoryFile out("stockade-output");
    if (in.number() < 0 || out.number() < 0 || !in.fill(input))
        return error<"server.process-memory">("reason"_a = std::strerror(errno));
    const pid_t pid = spawn(command, in.number(), out.number());
    if (pid < 0) return error<"server.process-start">("reason"_a = std::strerror(-pid));
    int status = 0;
    if (!ended(pid, Clock::now() + patience, stop, status))
        return stop ? error<"server.stopping">()
                    : error<"server.engine-slow">(
                          "seconds"_a = std::chrono::ceil<std::chrono::seconds>(patience).count());
    if (WIFSIGNALED(status)) return error<"server.engine-killed">("signal"_a = WTERMSIG(status));
    if (WEXITSTATUS(status) != 0) return error<"server.engine-ended">("status"_a = WEXITSTATUS(status));
    return out.text();
}

}  // namespace stockade::server::analysis
