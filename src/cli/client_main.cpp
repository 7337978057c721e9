// `stockade-client`: the subcommands of `stockade` that play over the network.
#include "cli/commands.h"
#include "cli/run.h"

int main(int argc, char** argv) {
    using namespace stockade::cli;
    return run_one_of({add_bot, add_engine_http, add_load}, "Stockade: what plays over the network", argc,
                      argv);
}
