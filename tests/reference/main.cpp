// Owns a small command-line program over the reference implementations: perft, random games with invariants,
// checked positions. Must not know the fast code.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <sstream>

#include "blockade.h"
#include "game.h"
#include "pinko.h"
#include "quoridor.h"
#include "quoridor4fun.h"

namespace {

using namespace stockade::reference;

std::vector<std::string> split(const std::string& text, const std::string& separators) {
    std::vector<std::string> parts;
    std::string part;
    for (char c : text) {
        if (separators.find(c) == std::string::npos) {
            part += c;
        } else if (!part.empty()) {
            parts.push_back(part);
            part.clear();
        }
    }
    if (!part.empty()) parts.push_back(part);
    return parts;
}

Options read_options(const std::vector<std::string>& words, std::size_t from) {
    Options options;
    for (std::size_t i = from; i < words.size(); ++i) {
        std::size_t equals = words[i].find('=');
        options[words[i].substr(0, equals)] = words[i].substr(equals + 1);
    }
    return options;
}

std::string join(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
}

[[noreturn]] void fail(const std::string& message, const ReferenceGame& reference) {
    std::cerr << "FAILED: " << message << "\n" << reference.board() << "\n";
    std::exit(1);
}

// The walls of the board line, for games with two-cell walls.
void check_walls_apart(const ReferenceGame& reference) {
    std::string line = reference.board();
    std::set<Wall> walls;
    bool in_list = false;
    for (const std::string& word : split(line, " ")) {
        if (word == "walls") {
            in_list = true;
        } else if (word == "winner") {
            in_list = false;
        } else if (in_list) {
            walls.insert(parse_wall(word));
        }
    }
    for (Wall wall : walls) {
        Wall crossing = {!wall.vertical, wall.row, wall.column};
        Wall after = wall;
        (wall.vertical ? after.row : after.column) += 1;
        if (walls.contains(crossing)) fail("walls cross", reference);
        if (walls.contains(after)) fail("walls overlap", reference);
    }
}

// Joins the actions of a turn as the rule documents write them.
std::string turn_text(const std::string& game, const std::vector<std::string>& actions) {
    std::string text = actions[0];
    for (std::size_t i = 1; i < actions.size(); ++i) {
        std::string separator = game == "quoridor4fun" ? (i == 1 ? ":" : ",") : "/";
        text += separator + actions[i];
    }
    return text;
}

// Plays random games. With `turns` set, stops each after that many turns and prints the line of turns.
int random_games(const std::string& game, unsigned long seed, int games, int turns, const Options& options) {
    std::mt19937_64 generator(seed);
    bool two_cell_walls = game != "territoires" && game != "wallgo";
    bool never_stuck = game == "quoridor4fun" && option_on(options, "edge-diagonal", true);
    long long positions = 0;
    long long longest = 0;
    std::map<std::vector<int>, int> results;
    for (int i = 0; i < games; ++i) {
        std::unique_ptr<ReferenceGame> reference = make_reference(game, options);
        std::vector<std::string> line;
        std::vector<std::string> turn;
        while (!reference->over() && (turns == 0 || static_cast<int>(line.size()) < turns)) {
            std::vector<std::string> actions = reference->legal_actions();
            if (actions.empty()) fail("no action though not over", *reference);
            if (!std::is_sorted(actions.begin(), actions.end())) fail("not sorted", *reference);
            if (std::set<std::string>(actions.begin(), actions.end()).size() != actions.size()) {
                fail("an action is listed twice", *reference);
            }
            if (never_stuck && !reference->turn_start() && actions[0] == "--")
                fail("a roll is lost", *reference);
            ++positions;
            // Walls far outnumber moves, so half of the choices are made among the moves only, or games would
            // be nothing but walls at first.
            std::vector<std::string> moves;
            for (const std::string& action : actions) {
                if (!is_wall_text(action)) moves.push_back(action);
            }
            const std::vector<std::string>& from = !moves.empty() && generator() % 2 == 0 ? moves : actions;
            std::string action = from[generator() % from.size()];
            reference->play(action);
            turn.push_back(action);
            if (reference->turn_start() || reference->over()) {
                line.push_back(turn_text(game, turn));
                turn.clear();
            }
            if (two_cell_walls) check_walls_apart(*reference);
            if (line.size() > 100000) fail("the game does not end", *reference);
        }
        longest = std::max(longest, static_cast<long long>(line.size()));
        if (turns != 0) std::cout << "moves " << join(line) << "\n# " << reference->board() << "\n";
        if (!reference->over()) continue;
        std::vector<int> shares = reference->shares();
        int sum = 0;
        for (int share : shares) sum += share;
        if (sum != 12) fail("shares do not add up", *reference);
        if (!reference->legal_actions().empty()) fail("a finished game lists actions", *reference);
        results[shares] += 1;
    }
    std::cout << "# " << games << " games, " << positions << " positions, longest " << longest << " turns;";
    for (const auto& [shares, count] : results) {
        std::cout << " ";
        for (std::size_t i = 0; i < shares.size(); ++i) std::cout << (i == 0 ? "" : "+") << shares[i];
        std::cout << " x" << count;
    }
    std::cout << "\n";
    return 0;
}

void play_turns(ReferenceGame& reference, const std::string& turns) {
    for (const std::string& turn : split(turns, " ")) {
        for (const std::string& action : split(turn, "/:,")) {
            std::vector<std::string> actions = reference.legal_actions();
            if (std::find(actions.begin(), actions.end(), action) == actions.end()) {
                fail("not legal: " + action, reference);
            }
            reference.play(action);
        }
    }
}

// Counts one line of a file in tests/perft: SPEC | [moves .. | or rolls .. |] DEPTH.
long long count_case(const std::string& text) {
    std::vector<std::string> fields = split(text, "|");
    std::vector<std::string> spec = split(split(fields.at(0), " ").at(0), ":,");
    std::unique_ptr<ReferenceGame> reference = make_reference(spec[0], read_options(spec, 1));
    std::vector<std::string> second = split(fields.at(1), " ");
    if (second.at(0) == "rolls") {
        std::vector<int> rolls;
        for (const std::string& roll : split(second.at(1), ",")) rolls.push_back(std::stoi(roll));
        return perft_rolls(*reference, rolls);
    }
    if (second.at(0) == "moves") {
        second.erase(second.begin());
        play_turns(*reference, join(second));
        return perft(*reference, std::stoi(fields.at(2)));
    }
    return perft(*reference, std::stoi(second.at(0)));
}

int perft_file() {
    int wrong = 0;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.empty() || line[0] == '#') {
            std::cout << line << "\n";
            continue;
        }
        std::vector<std::string> fields = split(line, "|");
        std::vector<std::string> last = split(fields.back(), " ");
        auto before = std::chrono::steady_clock::now();
        long long count = count_case(line);
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - before;
        if (last.empty() || last[0] == "?") {
            std::cout << line.substr(0, line.rfind('|')) << "| " << count << "\n";
        } else {
            bool same = std::stoll(last[0]) == count;
            std::cout << (same ? "ok " : "WRONG ") << line << (same ? "" : " but " + std::to_string(count))
                      << "\n";
            if (!same) ++wrong;
        }
        std::cout << std::flush;
        std::cerr << taken.count() << " s\n";
    }
    return wrong == 0 ? 0 : 1;
}

int failures = 0;

void expect(const std::string& what, const std::vector<std::string>& got, const std::string& wanted) {
    std::vector<std::string> words = split(wanted, " ");
    std::sort(words.begin(), words.end());
    bool same = got == words;
    std::cout << (same ? "ok    " : "WRONG ") << what << ": " << join(got) << "\n";
    if (!same) ++failures;
}

void expect_count(const std::string& what, long long got, long long wanted) {
    expect(what, {std::to_string(got)}, std::to_string(wanted));
}

// Pawns and walls as words: the first words are pawns of players 1, 2, 3; the rest walls.
ReferenceQuoridor quoridor_position(const std::string& words, const Options& options) {
    ReferenceQuoridor reference(options);
    int player = 0;
    for (const std::string& word : split(words, " ")) {
        if (is_wall_text(word)) {
            reference.put_wall(word);
        } else {
            reference.put_pawn(++player, word);
        }
    }
    return reference;
}

void check_quoridor() {
    struct Case {
        std::string position;
        std::string moves;
        Options options;
    };
    Options no_edge = {{"edge-diagonal", "off"}};
    Options three = {{"players", "3"}};
    Options no_third = {{"players", "3"}, {"third-pawn-diagonal", "off"}};
    std::vector<Case> cases = {
        {"e5 e6", "d5 e4 e7 f5", {}},
        {"e5 e6 e6h", "d5 d6 e4 f5 f6", {}},
        {"e5 e6 e6h d6v", "d5 e4 f5 f6", {}},
        {"e5 e6 d5h", "d5 e4 f5", {}},
        {"e8 e9", "d8 d9 e7 f8 f9", {}},
        {"h5 i5", "g5 h4 h6 i4 i6", {}},
        {"a8 a9", "a7 b8 b9", {}},
        {"e8 e9", "d8 e7 f8", no_edge},
        {"h5 i5", "g5 h4 h6", no_edge},
        {"a8 a9", "a7 b8", no_edge},
        {"e4 e5 e6", "d4 e3 f4 d5 f5", three},
        {"e4 e5 e6", "d4 e3 f4", no_third},
        {"e4 e5 e6 e5h", "d4 e3 f4 d5 f5", no_third},
    };
    for (const Case& c : cases) {
        expect(c.position, quoridor_position(c.position, c.options).pawn_moves(), c.moves);
    }
    ReferenceQuoridor stuck = quoridor_position("e1 e2 e3 d1v e1v", three);
    stuck.set_walls_in_hand(1, 0);
    expect("stuck", stuck.legal_actions(), "--");

    ReferenceQuoridor one_wall = quoridor_position("e1 e9 e4h", {});
    int legal = 0;
    for (Wall wall : WallBoard(9, 9).all_places()) legal += one_wall.wall_is_legal(wall) ? 1 : 0;
    expect_count("walls after e4h", legal, 124);

    ReferenceQuoridor team(Options{{"players", "4"}, {"teams", "on"}});
    play_turns(team, "e2 b5 e8 h5 e3 c5 e7 g5 e4 d5 e6 f5");
    expect("pawns in a ring round e5", team.pawn_moves(), "d4 e3 e5 f4");
}

void check_quoridor4fun() {
    ReferenceQuoridor4Fun fours({});
    for (const char* actions : {"4 e2 e3 e4 e5", "4 e8 e7 e8 e7"}) play_turns(fours, actions);
    expect("A4 B4: A skips", fours.legal_actions(), "--");
    expect_count("A4 B4: the skipper is A", fours.mover(), 1);
    fours.play("--");
    expect("A4 B4: B skips", fours.legal_actions(), "--");
    expect_count("A4 B4: the skipper is B", fours.mover(), 2);
    fours.play("--");
    expect("A4 B4: then A rolls", fours.legal_actions(), "1 2 3 4");

    ReferenceQuoridor4Fun mixed({});
    play_turns(mixed, "4 e2 e3 e4 e5 2 e8 e9 -- 4 e8 e9 e8 e9");
    expect("A4 B2 skip B4: A rolls", mixed.legal_actions(), "1 2 3 4");
    play_turns(mixed, "1 e6");
    expect("A4 B2 skip B4 A: B skips", mixed.legal_actions(), "--");
    mixed.play("--");
    expect("and A rolls", mixed.legal_actions(), "1 2 3 4");

    ReferenceQuoridor4Fun near_goal({});
    near_goal.put_pawn(1, "a8");
    near_goal.set_walls_in_hand(1, 2);
    near_goal.play("3");
    expect("two walls, roll of 3", near_goal.legal_actions(), "a7 a9 b8");
    near_goal.play("a9");
    expect_count("the goal ends the game", near_goal.over() ? 1 : 0, 1);

    ReferenceQuoridor4Fun pair({});
    pair.play("2");
    std::vector<std::string> first = pair.legal_actions();
    expect_count("the last wall cannot be the first of two",
                 std::find(first.begin(), first.end(), "h8v") == first.end() ? 1 : 0, 1);
    expect_count("actions at a roll of 2", static_cast<long long>(first.size()), 3 + 127);
}

void check_blockade() {
    auto from_d4 = [](const ReferenceGame&, std::vector<std::string> moves) {
        std::vector<std::string> cells;
        for (const std::string& move : moves) {
            if (move.substr(0, 3) == "d4-") cells.push_back(move.substr(3));
        }
        return cells;
    };
    ReferenceBlockade start({});
    expect_count("moves at the start", static_cast<long long>(start.pawn_moves().size()), 24);
    expect("free", from_d4(start, start.pawn_moves()), "b4 c3 c4 c5 d2 d3 d5 d6 e3 e4 e5 f4");
    ReferenceBlockade exact(Options{{"move", "exact"}});
    expect("exact", from_d4(exact, exact.pawn_moves()), "b4 c3 c5 d2 d6 e3 e5 f4");
    ReferenceBlockade enemy({});
    enemy.put_pawn(2, 0, "d5");
    expect("over a pawn", from_d4(enemy, enemy.pawn_moves()), "b4 c3 c4 c5 d2 d3 d6 e3 e4 e5 f4");
    ReferenceBlockade wall({});
    wall.put_wall("d4h");
    expect("d4h", from_d4(wall, wall.pawn_moves()), "b4 c3 c4 c5 d2 d3 e3 e4 f4");
    wall.put_wall("b4h");
    expect("d4h b4h", from_d4(wall, wall.pawn_moves()), "b4 c3 c4 d2 d3 e3 e4 f4");
}

void check_pinko() {
    ReferencePinko start({});
    expect("start", start.pawn_moves(), "e1 e2 f2 g1 g2");
    expect_count("first turn", static_cast<long long>(start.legal_actions().size()), 205);
    auto moves = [](const std::string& words) {
        ReferencePinko reference({});
        int player = 0;
        for (const std::string& word : split(words, " ")) {
            if (is_wall_text(word)) {
                reference.put_wall(word);
            } else {
                reference.put_pawn(++player, word);
            }
        }
        return reference.pawn_moves();
    };
    expect("f5 f6", moves("f5 f6"), "e4 e5 e6 f4 g4 g5 g6");
    expect("f5 e5h", moves("f5 e5h"), "e4 e5 f4 g4 g5 g6");
    expect("f5 f5h", moves("f5 f5h"), "e4 e5 e6 f4 g4 g5");
    expect("f5 f6 f5v", moves("f5 f6 f5v"), "e4 e5 e6 f4 g4");
}

void check_territoires() {
    std::unique_ptr<ReferenceGame> reference = make_reference("territoires", {{"players", "4"}});
    play_turns(*reference, "d4 a1 b1 g7");
    expect_count("player 1 begins", reference->mover(), 1);
    expect_count("destinations from d4", static_cast<long long>(reference->legal_actions().size()), 13);
    play_turns(*reference, "d4-d4/d4h");
    expect("a1 beside b1", reference->legal_actions(), "a1-a1 a1-a2 a1-a3 a1-b2");
    play_turns(*reference, "a1-a1/a1h b1-b1/b1h g7-g7/g6h d4-d4/d4v");
    expect("a1 is blocked by b1", reference->legal_actions(), "a1-a1 xa1h");
    reference->play("a1-a1");
    expect("its only wall, lock-in waived", reference->legal_actions(), "a1v");
    reference->play("a1v");
    play_turns(*reference, "b1-b1/b1v g7-f7/f7v d4-d4/d3h");
    expect("closed in: pass or percee", reference->legal_actions(), "-- xa1h xa1v");
    reference->play("xa1v");
    expect("the cell beyond is taken", reference->legal_actions(), "..");

    std::unique_ptr<ReferenceGame> wallgo = make_reference("wallgo", {});
    expect_count("wallgo: first placement", static_cast<long long>(wallgo->legal_actions().size()), 45);
    std::string order;
    for (const char* cell : {"a1", "a2", "a3", "a4"}) {
        order += std::to_string(wallgo->mover());
        wallgo->play(cell);
    }
    expect("wallgo: order", {order}, "1221");
    expect_count("wallgo: player 1 begins", wallgo->mover(), 1);
}

int check_positions() {
    check_quoridor();
    check_quoridor4fun();
    check_blockade();
    check_pinko();
    check_territoires();
    std::cout << (failures == 0 ? "all right\n" : "there are wrong ones\n");
    return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() >= 3 && words[0] == "perft") {
        std::cout << perft(*make_reference(words[1], read_options(words, 3)), std::stoi(words[2])) << "\n";
        return 0;
    }
    if (words.size() >= 4 && words[0] == "random") {
        return random_games(words[1], std::stoul(words[2]), std::stoi(words[3]), 0, read_options(words, 4));
    }
    if (words.size() >= 5 && words[0] == "line") {
        return random_games(words[1], std::stoul(words[2]), std::stoi(words[3]), std::stoi(words[4]),
                            read_options(words, 5));
    }
    if (!words.empty() && words[0] == "file") return perft_file();
    if (!words.empty() && words[0] == "check") return check_positions();
    std::cerr
        << "reference perft GAME DEPTH key=value...          count by turns\n"
           "reference random GAME SEED N key=value...        play N random games and check them\n"
           "reference line GAME SEED N TURNS key=value...    print N random lines of play\n"
           "reference file < CASES                           check a file of tests/perft; '?' is filled in\n"
           "reference check                                  the worked examples of the rule documents\n";
    return 2;
}
