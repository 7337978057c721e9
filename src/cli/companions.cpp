#include "cli/companions.h"

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "base/messages/cli.h"
#include "base/system.h"
#include "cli/commands.h"

namespace stockade::cli {
namespace {

// The descriptions are those of the subcommands; tests/scripts/companions_test.sh holds them to it.
constexpr std::array kAll{
    Companion{"serve", "stockade-server", "Serve the web page, and play between people, over the network"},
    Companion{"bot", "stockade-client",
              "Play on a server as a bot: challenges that come, and seeks of its own"},
    Companion{"load", "stockade-client", "Play many games at once on a server and measure its answers"},
    Companion{"bench", "stockade-lab",
              "Measure how fast rules and searches are, one thread, and print the signature of the searches"},
    Companion{"perft", "stockade-lab", "Count all sequences of the next turns"},
    Companion{"match", "stockade-lab", "Let engines play each other and measure how strong they are"},
    Companion{"solve", "stockade-lab", "Find the exact result of a small board and its best turns"},
    Companion{"tune", "stockade-lab", "Fit the weights of the classical evaluation to self-play games"},
    // The last two train; releases leave them out.
    Companion{"selfplay", "stockade-lab", "Play a game against itself and keep samples for training"},
    Companion{"features", "stockade-lab",
              "Turn samples of self-play into features of a small network (docs/training.md)"},
};
#if defined(STOCKADE_TRAINING)
constexpr std::span<const Companion> kCompanions(kAll);
#else
constexpr std::span<const Companion> kCompanions(kAll.data(), kAll.size() - 2);
#endif

/// `engine` speaks by pipes here; only over HTTP is it another program's.
bool is_http_engine(char** argv) {
    if (std::string_view(argv[1]) != "engine") return false;
    for (char** argument = argv + 2; *argument; ++argument)
        if (std::string_view(*argument).substr(0, 6) == "--http") return true;
    return false;
}

}  // namespace

const char* companion_for(char** argv) {
    if (!argv[0] || !argv[1]) return nullptr;
    for (const Companion& companion : kCompanions)
        if (std::string_view(argv[1]) == companion.command) return companion.program;
    return is_http_engine(argv) ? "stockade-client" : nullptr;
}

std::span<const Companion> companions() { return kCompanions; }

int hand_over(char** argv) {
    const char* const companion = companion_for(argv);
    const auto folder = own_folder();
    if (folder.empty()) return fail(error<"cli.where">("problem"_a = std::generic_category().message(errno)));
    auto program = std::filesystem::path(folder) / companion;
#if defined(_WIN32)
    // Windows has no exec(): this process waits for the other to end.
    program += ".exe";
    std::vector<std::string> words;
    for (char** word = argv; *word; ++word) words.push_back(quoted_for_windows(*word));
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    pointers.push_back(nullptr);
    if (const auto status = _spawnv(_P_WAIT, program.string().c_str(), pointers.data()); status != -1)
        return static_cast<int>(status);
#else
    execv(program.c_str(), argv);
#endif
    if (errno == ENOENT)
        return fail(error<"cli.companion">("command"_a = argv[1], "program"_a = companion,
                                           "file"_a = program.string()));
    return fail(error<"cli.cannot-start">("file"_a = program.string(),
                                          "problem"_a = std::generic_category().message(errno)));
}

}  // namespace stockade::cli
