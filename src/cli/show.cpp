// `stockade show`: a position as text or as an SVG picture.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <memory>

#include "base/messages/cli.h"
#include "cli/commands.h"
#include "draw/board.h"
#include "draw/panel.h"
#include "draw/svg.h"
#include "draw/terminal.h"
#include "games/session.h"

namespace stockade::cli {
namespace {

struct ShowOptions {
    std::string position;
    std::string svg;
    std::string colour = "auto";
    bool ascii = false;
    bool no_coords = false;
    bool moves = false;
    bool flip = false;
};

draw::ColourDepth wanted_depth(const ShowOptions& options) {
    if (options.ascii || options.colour == "never") return draw::ColourDepth::kNone;
    if (options.colour == "always") {
        const auto depth = draw::colour_depth(true);
        return depth == draw::ColourDepth::kNone ? draw::ColourDepth::k256 : depth;
    }
    return draw::colour_depth(isatty(STDOUT_FILENO) != 0);
}

void print_board(const games::Session& session, const ShowOptions& options) {
    draw::use_environment_locale();
    const auto depth = wanted_depth(options);
    draw::BoardOptions board;
    board.charset = {!options.ascii && draw::unicode_wanted(), depth != draw::ColourDepth::kNone};
    board.coordinates = !options.no_coords;
    board.flipped = options.flip;
    board.legal = options.moves;
    const games::View view = session.view();
    fmt::print("{}{}\n", draw::to_text(draw::draw_board(view, board), depth),
               draw::caption(view, session.spec().game().title, english(session.verdict())));
}

std::string picture(const games::Session& session, const ShowOptions& options) {
    const games::View view = session.view();
    draw::SvgOptions svg;
    svg.coordinates = !options.no_coords;
    svg.flipped = options.flip;
    svg.legal = options.moves;
    svg.title = draw::caption(view, session.spec().game().title, english(session.verdict()));
    svg.description = session.position();
    return draw::draw_svg(view, svg);
}

/// Opens a position, or the starting position of a spec.
Result<games::Session> open_position(const std::string& text) {
    return text.find(';') == std::string::npos ? games::Session::in_order(text)
                                               : games::Session::from_position(text);
}

int show(const ShowOptions& options) {
    const auto session = open_position(options.position);
    if (!session) return fail(session.error());
    if (options.svg == "-") {
        fmt::print("{}", picture(*session, options));
        return 0;
    }
    if (!options.svg.empty()) {
        std::ofstream out(options.svg, std::ios::binary);
        out << picture(*session, options) << std::flush;
        if (!out) return fail(error<"cli.cannot-write">("file"_a = options.svg));
    }
    print_board(*session, options);
    return 0;
}

}  // namespace

void add_show(CLI::App& app, int& status) {
    auto options = std::make_shared<ShowOptions>();
    auto* command = app.add_subcommand("show", "Print a position as a board, or draw it as an SVG picture");
    command->add_option("position", options->position, "A position, or a spec for its starting position")
        ->required()
        ->type_name("POSITION");
    command
        ->add_option("--svg", options->svg,
                     "Write an SVG picture to this file too; - prints it instead of the board")
        ->type_name("FILE");
    command->add_flag("--ascii", options->ascii, "Plain ASCII without colours");
    command->add_flag("--no-coords", options->no_coords, "Leave out the letters and numbers");
    command->add_flag("--moves", options->moves, "Mark the cells the player to move may go to");
    command->add_flag("--flip", options->flip, "Turn the board by half a circle");
    command->add_option("--colour", options->colour, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->type_name("WHEN");
    command->footer(
        "Examples:\n"
        "  stockade show 'quoridor; pawns e4 e6; hand 8 9; walls e3h d5v c7h; turn 2'\n"
        "  stockade show wallgo:players=3 --svg start.svg");
    command->callback([options, &status] { status = show(*options); });
}

}  // namespace stockade::cli
