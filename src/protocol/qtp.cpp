#include "protocol/qtp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>

#include "base/messages/qtp.h"
#include "base/printable.h"
#include "games/names.h"
#include "protocol/lines.h"
#include "record/notation.h"

namespace stockade::protocol {
namespace {

using games::Session;
using record::Notation;

constexpr std::size_t kLongestLine = 1 << 16;
constexpr std::array<std::string_view, 2> kColours = {"black", "white"};  // in the order of players

// The words that the protocol prescribes.
Error illegal_move() { return error<"qtp.illegal-move">(); }
Error syntax_error(std::string_view expected) { return error<"qtp.syntax-error">("expected"_a = expected); }

/// A line without its comment and control characters, in small letters.
std::string clean(std::string_view line) {
    std::string result;
    for (const char c : line.substr(0, line.find('#'))) {
        if (c == '\t' || (c >= ' ' && c != 0x7f))
            result += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    return result;
}

std::optional<int> parse_colour(std::string_view text) {
    for (int player = 0; player < 2; ++player) {
        const auto colour = kColours[static_cast<std::size_t>(player)];
        if (text == colour || text == colour.substr(0, 1)) return player;
    }
    return std::nullopt;
}

/// `E8`, or `E7 horizontal` for a wall: as answers to genmove look.
std::string answer_text(std::string turn) {
    std::string orientation;
    if (turn.ends_with('h')) orientation = " horizontal";
    if (turn.ends_with('v')) orientation = " vertical";
    if (!orientation.empty()) turn.pop_back();
    turn[0] = static_cast<char>(turn[0] - 'a' + 'A');
    return turn + orientation;
}

/// The board with black on top and white below, as the protocol's coordinates have it.
class Diagram {
public:
    explicit Diagram(const games::View& view) : view_(view) {}

    std::string draw() const {
        std::string out = letters() + "\n" + border() + "\n";
        for (int row = 0; row < view_.rows; ++row) {  // rows from player 1, who is on top here
            out +=
                fmt::format("{:>2} ", view_.rows - row) + cells(row) + fmt::format(" {}", view_.rows - row);
            if (row < 2)
                out += fmt::format("{:>{}}  {} walls: {}", "", view_.rows - row < 10 ? 1 : 0,
                                   kColours[static_cast<std::size_t>(row)],
                                   view_.players[static_cast<std::size_t>(row)].walls.value_or(0));
            out += "\n" + (row + 1 < view_.rows ? grooves(row) : border()) + "\n";
        }
        return out + letters();
    }

private:
    std::string letters() const {
        std::string text = "  ";
        for (int col = 0; col < view_.cols; ++col) text += fmt::format("   {}", static_cast<char>('A' + col));
        return text;
    }
    std::string border() const {
        std::string text = "   +";
        for (int col = 0; col < view_.cols; ++col) text += "---+";
        return text;
    }
    bool wall(int col, int row, games::Orientation orientation) const {
        return std::find(view_.walls.begin(), view_.walls.end(),
                         games::PlacedWall{{col, row}, orientation, -1}) != view_.walls.end();
    }
    /// A row of cells; a wall to the right of one is an H.
    std::string cells(int row) const {
        std::string text = "|";
        for (int col = 0; col < view_.cols; ++col) {
            char pawn = ' ';
            for (const auto& placed : view_.pawns)
                if (placed.at == games::Square{col, row}) pawn = placed.player == 0 ? 'B' : 'W';
            const bool shut = wall(col, row, games::Orientation::kVertical) ||
                              wall(col, row - 1, games::Orientation::kVertical);
            text += fmt::format(" {} {}", pawn, shut ? 'H' : '|');
        }
        return text;
    }
    /// The grooves between a row and the one further from player 1; a wall there is ===.
    std::string grooves(int row) const {
        std::string text = "   +";
        for (int col = 0; col < view_.cols; ++col) {
            const bool shut = wall(col, row, games::Orientation::kHorizontal) ||
                              wall(col - 1, row, games::Orientation::kHorizontal);
            const bool middle = wall(col, row, games::Orientation::kHorizontal);
            const bool upright = wall(col, row, games::Orientation::kVertical);
            text += shut ? "===" : "---";
            text += middle ? '=' : upright ? 'H' : '+';
        }
        return text;
    }

    const games::View& view_;
};

}  // namespace

const std::vector<Qtp::Command>& Qtp::commands() {
    static const std::vector<Command> kCommands = {{"name", &Qtp::name},
                                                   {"known_command", &Qtp::known_command},
                                                   {"list_commands", &Qtp::list_commands},
                                                   {"quit", &Qtp::quit},
                                                   {"boardsize", &Qtp::boardsize},
                                                   {"clear_board", &Qtp::clear_board},
                                                   {"walls", &Qtp::walls},
                                                   {"playmove", &Qtp::playmove},
                                                   {"playwall", &Qtp::playwall},
                                                   {"genmove", &Qtp::genmove},
                                                   {"undo", &Qtp::undo},
                                                   {"winner", &Qtp::winner},
                                                   {"showboard", &Qtp::showboard}};
    return kCommands;
}

Qtp::Qtp(const QtpSettings& settings, std::function<void(std::string_view)> write)
    : effort_(settings.effort), write_(std::move(write)) {
    engine_.set_options(settings.options);
    (void)begin(size_, walls_);
}

bool Qtp::handle(std::string_view line) {
    const std::string text = clean(line);
    const auto views = words_of(text);
    if (views.empty()) return true;
    const Words words(views.begin(), views.end());
    const auto command = std::find_if(commands().begin(), commands().end(),
                                      [&](const Command& c) { return c.name == words[0]; });
    if (command == commands().end()) {
        write_("? unknown command\n\n");
        return true;
    }
    const Reply reply = (this->*command->run)(words);
    if (!reply)
        write_("? " + printable(reply.error().message) + "\n\n");
    else if (reply->empty())
        write_("=\n\n");
    else
        write_((reply->front() == '\n' ? "=" : "= ") + *reply + "\n\n");
    return !over_;
}

// --- about the engine ---

Qtp::Reply Qtp::name(const Words&) { return std::string("Stockade"); }

Qtp::Reply Qtp::known_command(const Words& words) {
    if (words.size() != 2) return syntax_error("known_command COMMAND");
    return std::string(std::any_of(commands().begin(), commands().end(),
                                   [&](const Command& command) { return command.name == words[1]; })
                           ? "true"
                           : "false");
}

Qtp::Reply Qtp::list_commands(const Words&) {
    std::string list;
    for (const Command& command : commands())
        list += fmt::format("{}{}", list.empty() ? "" : "\n", command.name);
    return list;
}

Qtp::Reply Qtp::quit(const Words&) {
    over_ = true;
    return std::string();
}

// --- the board ---

/// Draws by repetition or length are no part of the protocol: only a pawn on its goal ends a game.
Status Qtp::begin(int size, int walls) {
    auto session =
        Session::create(fmt::format("quoridor:size={},walls={},repetition=0,max-turns=0", size, walls));
    if (!session) return session.error();
    size_ = size;
    walls_ = walls;
    games_.clear();
    games_.push_back(std::move(*session));
    engine_.new_game();
    return Done{};
}

Qtp::Reply Qtp::boardsize(const Words& words) {
    const auto size = words.size() == 2 ? parse_number(words[1], "", 0, 1000) : Result<long>(Error{});
    if (!size) return syntax_error("boardsize SIZE");
    if (!begin(static_cast<int>(*size), walls_)) return error<"qtp.unacceptable-size">();
    return std::string();
}

Qtp::Reply Qtp::clear_board(const Words&) {
    if (auto begun = begin(size_, walls_); !begun) return begun.error();
    return std::string();
}

Qtp::Reply Qtp::walls(const Words& words) {
    const auto walls = words.size() == 2 ? parse_number(words[1], "", 0, 1000) : Result<long>(Error{});
    if (!walls) return syntax_error("walls NUMBER");
    if (turns_played() > 0) return error<"qtp.walls-first">();
    if (auto begun = begin(size_, static_cast<int>(*walls)); !begun)
        return error<"qtp.unacceptable-walls">("walls"_a = *walls);
    return std::string();
}

Qtp::Reply Qtp::showboard(const Words&) { return "\n" + Diagram(now().view()).draw(); }

// --- play ---

std::size_t Qtp::turns_played() const {
    std::size_t turns = 0;
    for (const Session& game : games_) turns += game.ply();
    return turns;
}

Status Qtp::give_turn_to(int player) {
    if (now().turn_of() < 0) return error<"qtp.game-over">("verdict"_a = now().verdict());
    if (now().turn_of() == player) return Done{};
    std::string position = now().position();
    const auto turn = position.find("; turn ");
    position[turn + 7] = static_cast<char>('1' + player);
    auto session = Session::from_position(position);
    if (!session) return session.error();
    games_.push_back(std::move(*session));
    return Done{};
}

/// Plays a turn in the protocol's notation.
Qtp::Reply Qtp::play(int player, const std::string& turn) {
    const auto modern = record::translate_turn(turn, Notation::kQtp, Notation::kModern, size_);
    if (!modern) return illegal_move();  // off the board
    const std::size_t games = games_.size();
    if (auto given = give_turn_to(player); !given) return given.error();
    if (const auto played = games_.back().play(*modern); !played) {
        // The reason names the turn in another notation; the protocol's own words will do.
        games_.resize(games, games_.front());
        return illegal_move();
    }
    return std::string();
}

Qtp::Reply Qtp::playmove(const Words& words) {
    const auto player = words.size() == 3 ? parse_colour(words[1]) : std::nullopt;
    if (!player || !games::parse_cell(words[2])) return syntax_error("playmove black|white CELL");
    return play(*player, words[2]);
}

Qtp::Reply Qtp::playwall(const Words& words) {
    const auto player = words.size() == 4 ? parse_colour(words[1]) : std::nullopt;
    const bool oriented =
        player && (words[3] == "h" || words[3] == "horizontal" || words[3] == "v" || words[3] == "vertical");
    if (!oriented || !games::parse_cell(words[2]))
        return syntax_error("playwall black|white CELL horizontal|vertical");
    return play(*player, words[2] + words[3][0]);
}

Qtp::Reply Qtp::genmove(const Words& words) {
    const auto player = words.size() == 2 ? parse_colour(words[1]) : std::nullopt;
    if (!player) return syntax_error("genmove black|white");
    const std::size_t games = games_.size();
    if (auto given = give_turn_to(*player); !given) return given.error();
    search::StopSignal stop;
    const auto info = engine_.think(now(), effort_.limits(), stop, {});
    const auto refuse = [&](Error problem) -> Reply {
        games_.resize(games, games_.front());
        return problem;
    };
    if (!info) return refuse(info.error());
    if (info->lines.empty() || info->lines[0].turns.empty() || info->lines[0].turns[0] == "--")
        return refuse(error<"qtp.no-move">("colour"_a = kColours[static_cast<std::size_t>(*player)]));
    const std::string& turn = info->lines[0].turns[0];
    auto translated = record::translate_turn(turn, Notation::kModern, Notation::kQtp, size_);
    if (!translated) return refuse(translated.error());
    if (const auto played = games_.back().play(turn); !played) return refuse(played.error());
    return answer_text(*translated);
}

Qtp::Reply Qtp::undo(const Words& words) {
    const auto times = words.size() == 1   ? Result<long>(1L)
                       : words.size() == 2 ? parse_number(words[1], "", 0, 1'000'000)
                                           : Result<long>(Error{});
    if (!times) return syntax_error("undo [TIMES]");
    if (static_cast<std::size_t>(*times) > turns_played()) return error<"qtp.cannot-undo">();
    for (long left = *times; left > 0;) {
        if (games_.back().undo()) --left;
        // A game that was begun only to give the turn to the other colour is removed with its first turn.
        if (games_.back().ply() == 0 && games_.size() > 1) games_.pop_back();
    }
    return std::string();
}

Qtp::Reply Qtp::winner(const Words&) {
    const auto outcome = now().outcome();
    if (!outcome.over) return std::string("false");
    return fmt::format("true {}", kColours[outcome.shares[0] > 0 ? 0 : 1]);
}

void converse_qtp(std::istream& in, std::ostream& out, const QtpSettings& settings) {
    Qtp qtp(settings, [&out](std::string_view answer) { out << answer << std::flush; });
    for (std::string line; read_line(in, line, kLongestLine);)
        if (!qtp.handle(line)) return;
}

}  // namespace stockade::protocol
