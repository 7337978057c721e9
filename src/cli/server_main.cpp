// `stockade-server`: what `stockade serve` becomes.
#include "cli/commands.h"
#include "cli/health.h"
#include "cli/run.h"

int main(int argc, char** argv) {
    using namespace stockade::cli;
    return run_one_of({add_serve, add_health}, "Stockade: the server", argc, argv);
}
