// Starts the program's code for the best instruction sets that this processor has. Compiled for the oldest
// x86-64 processor; cmake/Dispatch.cmake makes the code of each level.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

// Each level is a program of its own: its main(), and the static initialisers that must run before.
#define LEVEL(name)                                                                                       \
    extern "C" int stockade_main_##name(int argc, char** argv);                                           \
    extern "C" const Initialiser __start_stockade_init_##name[], __stop_stockade_init_##name[];           \
    static int run_##name(int argc, char** argv) {                                                        \
        for (const Initialiser* next = __start_stockade_init_##name; next != __stop_stockade_init_##name; \
             ++next)                                                                                      \
            (*next)(argc, argv, environ);                                                                 \
        return stockade_main_##name(argc, argv);                                                          \
    }

using Initialiser = void (*)(int, char**, char**);
LEVEL(baseline)
LEVEL(avx2)
LEVEL(avx512)
#undef LEVEL

namespace {

struct Level {
    const char* name;
    bool runs_here;
    int (*run)(int argc, char** argv);
};

}  // namespace

int main(int argc, char** argv) {
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("x86-64-v3") != 0;
    const bool v4 = v3 && __builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vnni");
    // Best first.
    const Level levels[] = {
        {"avx512", v4, run_avx512}, {"avx2", v3, run_avx2}, {"baseline", true, run_baseline}};

    const char* wanted = std::getenv("STOCKADE_CPU");
    for (const Level& level : levels) {
        if (wanted && *wanted && std::strcmp(wanted, level.name) != 0) continue;
        if (level.runs_here) return level.run(argc, argv);
        if (!wanted || !*wanted) continue;
        std::fprintf(stderr, "stockade: STOCKADE_CPU=%s: this processor cannot run it; unset it\n", wanted);
        return 2;
    }
    std::fprintf(stderr, "stockade: STOCKADE_CPU=%s: expected baseline, avx2 or avx512\n", wanted);
    return 2;
}
