// The processes of process.h on Windows: anonymous pipes, and a job for each process, which ends with all it
// started.
#include <fmt/format.h>
#include <windows.h>

#include <array>
#include <atomic>
#include <system_error>
#include <thread>
#include <utility>

#include "base/messages/match.h"
#include "base/system.h"
#include "match/process.h"

namespace stockade::match {
namespace {

/// The jobs that run, for kill_all().
constexpr std::size_t kMaxProcesses = 1024;
std::array<std::atomic<HANDLE>, kMaxProcesses> running;

std::size_t enter(HANDLE job) {
    for (std::size_t slot = 0; slot < kMaxProcesses; ++slot) {
        HANDLE free = nullptr;
        if (running[slot].compare_exchange_strong(free, job)) return slot;
    }
    return kMaxProcesses;
}

std::string problem_of(DWORD code) { return std::system_category().message(static_cast<int>(code)); }

class Owned {
public:
    explicit Owned(HANDLE handle = nullptr) : handle_(handle) {}
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (handle_ && handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
    }
    HANDLE get() const { return handle_; }
    HANDLE* place() { return &handle_; }
    HANDLE take() { return std::exchange(handle_, nullptr); }

private:
    HANDLE handle_;
};

std::wstring command_line(const std::vector<std::string>& words) {
    std::string line;
    for (const auto& word : words) line += (line.empty() ? "" : " ") + quoted_for_windows(word);
    return std::wstring(line.begin(), line.end());
}

}  // namespace

Result<std::unique_ptr<Process>> Process::start(const Command& command) {
    if (command.words.empty()) return error<"match.empty-command">();
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    Owned to_read, to_write, from_read, from_write;
    if (!CreatePipe(to_read.place(), to_write.place(), &inherited, 0) ||
        !CreatePipe(from_read.place(), from_write.place(), &inherited, 1u << 16))
        return error<"match.no-pipe">("problem"_a = problem_of(GetLastError()));
    // Our ends stay with us: a child that held them would never see its input end.
    SetHandleInformation(to_write.get(), HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(from_read.get(), HANDLE_FLAG_INHERIT, 0);
    const char* log = command.stderr_path.empty() ? "NUL" : command.stderr_path.c_str();
    const Owned errors(CreateFileA(log, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                                   OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr));

    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = to_read.get();
    startup.hStdOutput = from_write.get();
    startup.hStdError = errors.get();
    PROCESS_INFORMATION started{};
    std::wstring line = command_line(command.words);
    const std::wstring dir(command.dir.begin(), command.dir.end());
    // Suspended until it is in its job; in a group of its own, which keeps Ctrl+C in the console away from
    // it.
    const BOOL ok = CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE,
                                   CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW, nullptr,
                                   dir.empty() ? nullptr : dir.c_str(), &startup, &started);
    if (!ok) {
        const auto problem = problem_of(GetLastError());
        if (command.dir.empty() && command.stderr_path.empty())
            return error<"match.cannot-start">("command"_a = command.words[0], "problem"_a = problem);
        return error<"match.cannot-start-there">("command"_a = command.words[0], "dir"_a = command.dir,
                                                 "stderr"_a = command.stderr_path, "problem"_a = problem);
    }
    HANDLE job = CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    AssignProcessToJobObject(job, started.hProcess);
    ResumeThread(started.hThread);
    CloseHandle(started.hThread);
    return std::unique_ptr<Process>(new Process(started.hProcess, job, to_write.take(), from_read.take()));
}

Process::Process(Handle process, Handle group, Handle input, Handle output)
    : process_(process), group_(group), input_(input), output_(output), slot_(enter(group)) {}

Process::~Process() {
    if (input_) CloseHandle(input_);
    CloseHandle(output_);
    if (slot_ < kMaxProcesses) running[slot_] = nullptr;
    TerminateJobObject(group_, 1);
    WaitForSingleObject(process_, INFINITE);
    CloseHandle(group_);
    CloseHandle(process_);
}

Process::Read Process::read_line(std::string& line, Clock::time_point deadline) {
    for (;;) {
        if (auto next = lines_.next()) {
            line = std::move(*next);
            return Read::kLine;
        }
        if (closed_) return Read::kClosed;
        // Nothing waits for a pipe with a limit, so it is looked at every millisecond.
        DWORD available = 0;
        std::array<char, 1u << 16> buffer;
        DWORD got = 0;
        if (!PeekNamedPipe(output_, nullptr, 0, nullptr, &available, nullptr)) {
            lines_.finish();
            closed_ = true;
        } else if (available > 0) {
            if (ReadFile(output_, buffer.data(), static_cast<DWORD>(buffer.size()), &got, nullptr))
                lines_.add({buffer.data(), got});
        } else if (Clock::now() >= deadline) {
            return Read::kTimeout;
        } else {
            std::this_thread::sleep_for(Milliseconds(1));
        }
    }
}

bool Process::write_line(std::string_view line) {
    if (!input_) return false;
    const std::string text = std::string(line) + '\n';
    DWORD wrote = 0;
    // An engine that does not read fills the pipe; lines are far shorter than what it holds.
    return WriteFile(input_, text.data(), static_cast<DWORD>(text.size()), &wrote, nullptr) &&
           wrote == text.size();
}

void Process::leave(Milliseconds patience) {
    if (input_) CloseHandle(std::exchange(input_, nullptr));
    if (WaitForSingleObject(process_, static_cast<DWORD>(patience.count())) == WAIT_OBJECT_0) return;
    TerminateJobObject(group_, 1);
    WaitForSingleObject(process_, INFINITE);
}

std::string Process::ending() {
    constexpr DWORD kDying = 300;
    if (WaitForSingleObject(process_, kDying) != WAIT_OBJECT_0) return "it closed its output but still runs";
    DWORD status = 0;
    GetExitCodeProcess(process_, &status);
    return fmt::format("it exited with status {}", status);
}

void Process::kill_all() {
    for (auto& slot : running)
        if (HANDLE job = slot.load()) TerminateJobObject(job, 1);
}

}  // namespace stockade::match
