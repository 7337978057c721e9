// `stockade play`: a game in the terminal, full-screen or line by line.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "base/messages/cli.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "cli/play/app.h"
#include "cli/play/files.h"
#include "cli/play/pipe.h"
#include "cli/play/screen.h"
#include "cli/play/seats.h"
#include "draw/terminal.h"
#include "record/notation.h"

namespace stockade::cli {
namespace {

struct PlayOptions {
    std::string spec;
    std::string position;
    std::string file;
    std::string players;
    std::optional<std::uint64_t> seed;
    std::optional<bool> ascii;
    bool lines = false;
    std::string notation;

    std::optional<record::Notation> told_notation() const { return record::parse_notation(notation); }
    bool names_a_game() const { return !spec.empty() || !position.empty() || !file.empty(); }
};

std::uint64_t fresh_seed() {
    std::random_device device;
    return static_cast<std::uint64_t>(device()) << 32 | device();
}

Result<games::Session> open_session(const PlayOptions& options, std::uint64_t seed) {
    const int sources = !options.spec.empty() + !options.position.empty() + !options.file.empty();
    if (sources > 1) return error<"cli.one-source">();
    if (!options.file.empty()) return load_game(options.file);
    if (!options.position.empty()) return games::Session::from_position(options.position, seed);
    return games::Session::create(options.spec.empty() ? "quoridor" : options.spec, seed);
}

/// With a pipe the same script gives the same game, so the seed is fixed and nobody plays unasked.
int play_line_by_line(const PlayOptions& options) {
    const bool person = isatty(STDIN_FILENO) != 0;
    auto session = open_session(options, options.seed.value_or(person ? fresh_seed() : 0));
    if (!session) return fail(session.error());
    const auto fallback = person ? default_seats(session->players())
                                 : std::vector<Seat>(static_cast<std::size_t>(session->players()));
    const auto seats = parse_seats(options.players, session->players(), fallback);
    if (!seats) return fail(seats.error());
    PipeOptions lines;
    const bool ascii = options.ascii.value_or(false);
    lines.depth = ascii ? draw::ColourDepth::kNone : draw::colour_depth(isatty(STDOUT_FILENO) != 0);
    lines.charset = {!ascii && draw::unicode_wanted(), lines.depth != draw::ColourDepth::kNone};
    lines.boards = person;
    lines.notation = options.told_notation();
    std::ios::sync_with_stdio(false);
    return play_lines(std::move(*session), *seats, lines, std::cin, std::cout);
}

// Windows has no curses library: there a game goes line by line.
#if !defined(_WIN32)
/// A terminal that can be drawn upon at any place.
bool can_do_full_screen() {
    const char* terminal = std::getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal && *terminal &&
           std::string_view(terminal) != "dumb";
}

void run_app(App& app, Screen& screen) {
    while (!app.done()) {
        screen.show(app.frame(screen.size()));
        const auto key = screen.read(app.wait());
        if (key)
            app.press(*key);
        else
            app.tick();
    }
}

int play_full_screen(const PlayOptions& options) {
    App::Options setup;
    setup.settings = load_settings();
    setup.settings.ascii = options.ascii.value_or(setup.settings.ascii);
    setup.seed = options.seed.value_or(fresh_seed());
    setup.autosave = autosave_path();
    setup.notation = options.told_notation();
    std::optional<games::Session> session;
    std::vector<Seat> seats;
    if (options.names_a_game()) {
        auto opened = open_session(options, setup.seed);
        if (!opened) return fail(opened.error());
        auto parsed = parse_seats(options.players, opened->players(), default_seats(opened->players()));
        if (!parsed) return fail(parsed.error());
        if (setup.notation)
            if (const auto names = record::Translator::create(opened->spec(), *setup.notation); !names)
                return fail(names.error());
        session = std::move(*opened);
        seats = std::move(*parsed);
    } else if (!options.players.empty()) {
        setup.settings.seats = options.players;
    }
    Screen screen(draw::colour_depth(true) != draw::ColourDepth::kNone);
    setup.charset = {!setup.settings.ascii && draw::unicode_wanted(),
                     screen.colour() && !setup.settings.ascii};
    App app = session ? App(std::move(setup), std::move(*session), std::move(seats)) : App(std::move(setup));
    run_app(app, screen);
    (void)save_settings(app.settings());
    return 0;
}
#endif

int play(const PlayOptions& options) {
    draw::use_environment_locale();
#if !defined(_WIN32)
    if (!options.lines && can_do_full_screen()) return play_full_screen(options);
#endif
    return play_line_by_line(options);
}

}  // namespace

int run_default_game() { return play({}); }

void add_play(CLI::App& app, int& status) {
    auto options = std::make_shared<PlayOptions>();
    auto* command = app.add_subcommand("play", "Play a game in the terminal");
    command
        ->add_option("spec", options->spec,
                     "The game, as `stockade games` lists them; without it a menu opens")
        ->type_name("SPEC");
    command->add_option("--position", options->position, "Begin from this position")->type_name("POSITION");
    command->add_option("--load", options->file, "Go on with a saved game")->type_name("FILE");
    add_number(*command, "--seed", options->seed, "Decides dice, who starts and what random players do", 0,
               std::numeric_limits<std::uint64_t>::max());
    command
        ->add_option("--players", options->players,
                     "human, engine, engine:LEVEL (1 to 10) or random for each seat, or one word for all")
        ->type_name("SEAT,...");
    command->add_flag("--ascii,!--unicode", options->ascii,
                      "Plain ASCII without colours; full-screen games remember it until --unicode");
    command->add_flag("--lines", options->lines, "Line by line: type turns, no full screen");
    command
        ->add_option("--notation", options->notation,
                     "How turns are typed and shown: modern, or glendenning (two-player Quoridor and Pinko "
                     "Pallino).\nWithout it modern, unless the first turn fits Glendenning's notation alone")
        ->check(CLI::IsMember({"modern", "glendenning"}));
    command->footer(
        "Full screen: arrows and Enter, or type a turn; ? shows all keys.\n"
        "When standard input is no terminal: one turn or command a line (undo, redo, roll, show, moves,\n"
        "position, record, resign, help, quit), answered by `ok TURN`, `part TURN`, `play TURN`, `roll N`,\n"
        "`result RESULT VERDICT` or `error: REASON`. The exit status is 2 when any line failed.\n"
        "Examples:\n"
        "  stockade play wallgo:players=3 --players human,engine:3,random\n"
        "  printf 'e2\\ne8\\nshow\\n' | stockade play quoridor");
    command->callback([options, &status] { status = play(*options); });
}

}  // namespace stockade::cli
