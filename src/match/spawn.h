// SpawnPlan: how a process is to be started. It begins with no signals blocked or handled, and leads a group
// of its own, which keeps Ctrl+C in the terminal away from it and lets us end its children.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace stockade::match {

class SpawnPlan {
public:
    /// Files for its standard input and output.
    SpawnPlan(int input, int output);
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan();

    posix_spawn_file_actions_t& files() { return files_; }

    /// 0, or an error of errno.
    int spawn(const std::vector<std::string>& words, pid_t& pid) const;

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace stockade::match
