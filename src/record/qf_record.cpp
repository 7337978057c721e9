// QF codes from and to sessions and records.
#include <algorithm>

#include "base/messages/qf.h"
#include "base/messages/record.h"
#include "games/family.h"
#include "games/names.h"
#include "games/spec.h"
#include "record/annotations.h"
#include "record/qf_code.h"

namespace stockade::record {
namespace {

using games::Orientation;
using games::PlacedWall;
using games::Session;

Status check_game(const games::Spec& spec) {
    if (games::fits_qf(spec)) return Done{};
    return error<"qf.other-game">("game"_a = spec.str());
}

/// The order in which a code lists walls.
void sort_walls(std::vector<PlacedWall>& walls) {
    std::stable_sort(walls.begin(), walls.end(), [](const PlacedWall& a, const PlacedWall& b) {
        return std::pair(a.owner, a.orientation) < std::pair(b.owner, b.orientation);
    });
}

/// A code says who placed each wall, a position only how many each player has left. Walls of unknown origin
/// go to player 1 until that player's count is right.
void share_out(std::vector<PlacedWall>& walls, int hand_of_first) {
    auto owed =
        kQfHand - hand_of_first -
        std::count_if(walls.begin(), walls.end(), [](const PlacedWall& wall) { return wall.owner == 0; });
    for (PlacedWall& wall : walls)
        if (wall.owner < 0) wall.owner = owed-- > 0 ? 0 : 1;
}

Result<QfState> state_of(const games::View& view, int mover, std::size_t turn) {
    QfState state;
    for (const auto& pawn : view.pawns) state.pawns[static_cast<std::size_t>(pawn.player)] = pawn.at;
    state.walls = view.walls;
    share_out(state.walls, view.players[0].walls.value_or(kQfHand));
    sort_walls(state.walls);
    state.last_mover = 1 - mover;
    state.turn = static_cast<int>(turn);
    return state;
}

/// The number from 0 of the player who moves next, or would move next if the game were not over.
int next_mover(const Session& session, int first) {
    return session.ply() == 0 ? first : 1 - session.movers().back();
}

int start_mover(const Session& session) {
    Record record;
    record.tags.set("Position", session.start_position());
    return first_mover(record);
}

/// Takes the owners of the walls at the start from the tags Walls1 and Walls2, where those fit the position.
void restore_owners(QfState& state, const Tags& tags) {
    if (!tags.has("Walls1") && !tags.has("Walls2")) return;
    std::vector<PlacedWall> walls;
    for (int owner = 0; owner < 2; ++owner) {
        std::string_view list = tags.get(owner == 0 ? "Walls1" : "Walls2");
        while (!list.empty()) {
            const auto end = std::min(list.find(' '), list.size());
            const auto wall = games::parse_wall(list.substr(0, end));
            if (!wall) return;
            walls.push_back({wall->anchor, wall->orientation, owner});
            list.remove_prefix(std::min(end + 1, list.size()));
        }
    }
    sort_walls(walls);
    const auto placed_by_first = [](const std::vector<PlacedWall>& list) {
        return std::count_if(list.begin(), list.end(),
                             [](const PlacedWall& wall) { return wall.owner == 0; });
    };
    if (std::is_permutation(walls.begin(), walls.end(), state.walls.begin(), state.walls.end()) &&
        placed_by_first(walls) == placed_by_first(state.walls))
        state.walls = std::move(walls);
}

std::string wall_list(const QfState& state, int owner) {
    std::string list;
    for (const PlacedWall& wall : state.walls)
        if (wall.owner == owner) append_comment(list, games::wall_name(wall.anchor, wall.orientation));
    return list;
}

}  // namespace

Result<QfState> qf_state(const Session& session) {
    if (auto fits = check_game(session.spec()); !fits) return fits.error();
    const int first = start_mover(session);
    auto state = state_of(session.view(), next_mover(session, first),
                          static_cast<std::size_t>(first) + session.ply() + 1);
    const auto history = session.history();
    if (state && !history.empty())
        if (const auto wall = games::parse_wall(history.back())) state->last_wall = wall->anchor;
    return state;
}

Result<QfCode> qf_code(const Session& session) {
    if (auto fits = check_game(session.spec()); !fits) return fits.error();
    QfCode code;
    const auto history = session.history();
    if (!session.starts_from_standard()) {
        const auto start = Session::from_position(session.start_position());
        if (!start) return start.error();
        auto state = qf_state(*start);
        if (!state) return state.error();
        code.state = std::move(*state);
    }
    if (!history.empty() || !code.state) code.turns = history;
    return code;
}

Record record_from_qf(const QfCode& code) {
    Record record;
    record.tags.set("Game", "quoridor");
    if (code.state) {
        const QfState& state = *code.state;
        record.tags.set("Position", state.position());
        record.tags.set("FirstTurn", std::to_string(state.turn));
        if (state.last_wall) record.tags.set("LastWall", games::cell_name(*state.last_wall));
        if (!state.walls.empty()) {
            record.tags.set("Walls1", wall_list(state, 0));
            record.tags.set("Walls2", wall_list(state, 1));
        }
    }
    record.tags.set("Result", "*");
    if (code.turns)
        for (const auto& text : *code.turns) {
            record.turns.emplace_back();
            record.turns.back().text = text;
        }
    return record;
}

Result<QfCode> qf_from_record(const Record& record) {
    QfCode code;
    const auto spec = games::parse_spec(record.game());
    if (!spec) return error<"record.tag">("tag"_a = "Game", "problem"_a = spec.error());
    if (auto fits = check_game(*spec); !fits) return fits.error();
    if (record.tags.has("Position")) {
        const auto start = Session::from_position(record.tags.get("Position"));
        if (!start) return error<"record.tag">("tag"_a = "Position", "problem"_a = start.error());
        auto state = qf_state(*start);
        if (!state) return state.error();
        code.state = std::move(*state);
        code.state->turn = static_cast<int>(first_turn(record));
        restore_owners(*code.state, record.tags);
        const auto last = games::parse_cell(record.tags.get("LastWall"));
        if (last && std::any_of(code.state->walls.begin(), code.state->walls.end(),
                                [&](const PlacedWall& wall) { return wall.anchor == *last; }))
            code.state->last_wall = last;
    }
    if (!record.turns.empty() || !code.state) {
        code.turns.emplace();
        for (const Turn& turn : record.turns) code.turns->push_back(turn.text);
    }
    return code;
}

Result<std::optional<Record>> QfReader::next() {
    while (!done_) {
        scanner_.skip_blank();
        const int c = scanner_.peek();
        if (c == Scanner::kEnd) break;
        if (c == '#') {
            scanner_.skip_line();
            continue;
        }
        const Place place = scanner_.place();
        std::string line;
        for (int d = scanner_.next(); d != Scanner::kEnd && d != '\n' && line.size() <= kMaxGameBytes;
             d = scanner_.next())
            line += static_cast<char>(d);
        while (line.ends_with(' ') || line.ends_with('\r') || line.ends_with('\t')) line.pop_back();
        auto code = decode_qf(line);
        if (!code) {
            done_ = true;
            return error<"record.at-line">("game"_a = games_ + 1, "line"_a = place.line,
                                           "problem"_a = code.error());
        }
        ++games_;
        return std::optional<Record>{record_from_qf(*code)};
    }
    return std::optional<Record>{};
}

}  // namespace stockade::record
