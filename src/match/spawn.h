// SpawnPlan: the settings for starting a process. It begins with no signals blocked or handled, in a process
// group of its own: Ctrl+C in the terminal does not reach it, and its children can be ended with it.
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
