#include "match/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <thread>

#include "base/messages/match.h"
#include "match/spawn.h"

namespace stockade::match {
namespace {

constexpr auto kWritePatience = std::chrono::seconds(5);
constexpr Milliseconds kForever = std::chrono::hours(24 * 365);

/// The processes that run, for kill_all(). A signal handler may touch nothing but lock-free atomics.
constexpr std::size_t kMaxProcesses = 1024;
std::array<std::atomic<pid_t>, kMaxProcesses> running;
static_assert(std::atomic<pid_t>::is_always_lock_free);

std::size_t enter(pid_t pid) {
    for (std::size_t slot = 0; slot < kMaxProcesses; ++slot) {
        pid_t free = 0;
        if (running[slot].compare_exchange_strong(free, pid)) return slot;
    }
    return kMaxProcesses;  // more than anyone starts; kill_all() would miss it
}

class Pipe {
public:
    Pipe() {
        if (pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        for (const int end : ends_)
            if (end >= 0) close(end);
    }
    bool ok() const { return ends_[0] >= 0; }
    int reading() const { return ends_[0]; }
    int writing() const { return ends_[1]; }
    /// Hands an end over, set so that it never blocks.
    int take(int which) {
        const int end = std::exchange(ends_[static_cast<std::size_t>(which)], -1);
        fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
        return end;
    }

private:
    std::array<int, 2> ends_{-1, -1};
};

int poll_for(int descriptor, short events, Clock::time_point deadline) {
    const auto left = std::chrono::ceil<Milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return 0;
    pollfd entry{descriptor, events, 0};
    constexpr std::int64_t kLongest = 1'000'000;
    const int ready = poll(&entry, 1, static_cast<int>(std::min<std::int64_t>(left, kLongest)));
    // After a signal, look again.
    return ready < 0 && errno == EINTR ? 1 : ready;
}

}  // namespace

Result<std::unique_ptr<Process>> Process::start(const Command& command) {
    static std::once_flag once;
    std::call_once(once, [] { std::signal(SIGPIPE, SIG_IGN); });
    if (command.words.empty()) return error<"match.empty-command">();
    Pipe to_engine;
    Pipe from_engine;
    if (!to_engine.ok() || !from_engine.ok())
        return error<"match.no-pipe">("problem"_a = std::strerror(errno));
    SpawnPlan plan(to_engine.reading(), from_engine.writing());
    const char* log = command.stderr_path.empty() ? "/dev/null" : command.stderr_path.c_str();
    posix_spawn_file_actions_addopen(&plan.files(), STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (!command.dir.empty()) posix_spawn_file_actions_addchdir_np(&plan.files(), command.dir.c_str());
    pid_t pid = 0;
    if (const int problem = plan.spawn(command.words, pid); problem != 0) {
        if (command.dir.empty() && command.stderr_path.empty())
            return error<"match.cannot-start">("command"_a = command.words[0],
                                               "problem"_a = std::strerror(problem));
        return error<"match.cannot-start-there">("command"_a = command.words[0], "dir"_a = command.dir,
                                                 "stderr"_a = command.stderr_path,
                                                 "problem"_a = std::strerror(problem));
    }
    return std::unique_ptr<Process>(new Process(pid, to_engine.take(1), from_engine.take(0)));
}

Process::Process(pid_t pid, int input, int output)
    : pid_(pid), input_(input), output_(output), slot_(enter(pid)) {}

Process::~Process() {
    if (input_ >= 0) close(input_);
    close(output_);
    kill_group();
    reap(kForever);
}

Process::Read Process::read_line(std::string& line, Clock::time_point deadline) {
    for (;;) {
        if (auto next = lines_.next()) {
            line = std::move(*next);
            return Read::kLine;
        }
        if (closed_) return Read::kClosed;
        if (poll_for(output_, POLLIN, deadline) <= 0) return Read::kTimeout;
        std::array<char, 1u << 16> buffer;
        const auto got = read(output_, buffer.data(), buffer.size());
        if (got > 0) {
            lines_.add({buffer.data(), static_cast<std::size_t>(got)});
        } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            lines_.finish();
            closed_ = true;
        }
    }
}

bool Process::write_line(std::string_view line) {
    if (input_ < 0) return false;
    const std::string text = std::string(line) + '\n';
    const auto deadline = Clock::now() + kWritePatience;
    for (std::size_t done = 0; done < text.size();) {
        const auto wrote = write(input_, text.data() + done, text.size() - done);
        if (wrote >= 0)
            done += static_cast<std::size_t>(wrote);
        else if (errno == EAGAIN) {
            if (poll_for(input_, POLLOUT, deadline) <= 0) return false;
        } else if (errno != EINTR)
            return false;
    }
    return true;
}

bool Process::reap(Milliseconds patience) {
    const auto begun = Clock::now();
    for (Milliseconds pause(1); !reaped_; pause = std::min(pause * 2, Milliseconds(20))) {
        siginfo_t info{};
        const int asked = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
        if (asked == 0 ? info.si_pid == pid_ : errno != EINTR) {
            // While it is not reaped its number stays taken, so only what it left behind can be hit.
            kill(-pid_, SIGKILL);
            if (slot_ < kMaxProcesses) running[slot_] = 0;
            waitpid(pid_, &wait_status_, 0);
            reaped_ = true;
        } else if (Clock::now() - begun >= patience) {
            return false;
        } else {
            std::this_thread::sleep_for(pause);
        }
    }
    return true;
}

void Process::kill_group() {
    // Once reaped, its number may belong to another process.
    if (!reaped_) kill(-pid_, SIGKILL);
}

void Process::leave(Milliseconds patience) {
    if (input_ >= 0) close(std::exchange(input_, -1));
    if (reap(patience)) return;
    kill_group();
    reap(kForever);
}

std::string Process::ending() {
    constexpr Milliseconds kDying(300);
    if (!reap(kDying)) return "it closed its output but still runs";
    if (WIFSIGNALED(wait_status_)) {
        const int number = WTERMSIG(wait_status_);
        const char* name = sigdescr_np(number);
        return fmt::format("it was killed by signal {} ({})", number, name ? name : "unknown");
    }
    return fmt::format("it exited with status {}", WEXITSTATUS(wait_status_));
}

void Process::kill_all() {
    for (auto& slot : running)
        if (const pid_t pid = slot.load(); pid > 0) kill(-pid, SIGKILL);
}

}  // namespace stockade::match
