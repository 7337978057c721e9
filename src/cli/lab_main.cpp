// `stockade-lab`: the subcommands of `stockade` that train and measure, and what they need on machines where
// it is the only program.
#include "cli/commands.h"
#include "cli/run.h"

int main(int argc, char** argv) {
    using namespace stockade::cli;
    return run_one_of(
        {
#if defined(STOCKADE_TRAINING)
            add_selfplay, add_features,
#endif
                add_match, add_solve, add_tune, add_perft, add_engine, add_bench
        },
        "Stockade: tools to train networks and measure strength", argc, argv);
}
