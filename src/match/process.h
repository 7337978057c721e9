// An engine's process: started without a shell, with deadlines for every line, always reaped. Knows no
// protocol.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "match/line_reader.h"

namespace stockade::match {

using Clock = std::chrono::steady_clock;

struct Command {
    std::vector<std::string> words;  ///< program and arguments
    std::string dir;                 ///< where it runs; empty: here
    std::string stderr_path;         ///< what its standard error is added to; empty: thrown away
};

class Process {
public:
    static Result<std::unique_ptr<Process>> start(const Command& command);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    /// Kills what still runs. Call leave() first to let it end by itself.
    ~Process();

    enum class Read { kLine, kTimeout, kClosed };
    /// The next line, if it comes before the deadline. An engine that never stops talking cannot delay it.
    Read read_line(std::string& line, Clock::time_point deadline);
    /// False when the process does not take it: it is gone, or has not read for seconds.
    bool write_line(std::string_view line);

    /// Closes its input, waits a little for it to end, then kills it.
    void leave(Milliseconds patience);
    /// Tells how it ended: "it exited with status 3", "it was killed by signal 11 (Segmentation fault)"; or
    /// that it closed its output but still runs.
    std::string ending();

    /// Kills every process that is running now. Safe in a signal handler.
    static void kill_all();

private:
#if defined(_WIN32)
    using Handle = void*;
    Process(Handle process, Handle group, Handle input, Handle output);

    Handle process_;
    Handle group_;  ///< the job it and its children belong to
    Handle input_;  ///< we write, it reads
    Handle output_;
#else
    Process(pid_t pid, int input, int output);
    bool reap(Milliseconds patience);
    void kill_group();

    pid_t pid_;
    int input_;   ///< we write, it reads
    int output_;  ///< it writes, we read
    bool reaped_ = false;
    int wait_status_ = 0;
#endif
    std::size_t slot_;
    bool closed_ = false;
    LineReader lines_;
};

}  // namespace stockade::match
