// `stockade-client`: the subcommands of `stockade` that talk to a server.
#include "cli/commands.h"
#include "cli/run.h"

int main(int argc, char** argv) {
    using namespace stockade::cli;
    return run_one_of({add_bot, add_load}, "Stockade: what plays on a server", argc, argv);
}
