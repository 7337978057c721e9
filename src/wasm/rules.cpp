// The rules module: sessions by number. The page asks for everything it shows and never decides a rule
// itself.
#include <fmt/format.h>

#include <map>

#include "games/session.h"
#include "wasm/boundary.h"
#include "wasm/describe.h"

namespace stockade::wasm {
namespace {

using games::Session;

std::map<int, Session>& sessions() {
    static std::map<int, Session> all;
    return all;
}

const char* keep(Result<Session> session) {
    if (!session) return fail(session.error());
    static int last = 0;
    sessions().emplace(++last, std::move(*session));
    JsonWriter json;
    json.open('{').key("id").number(last).close('}');
    return answer(json.text());
}

/// The session of that number; the page never asks for one that it has not opened or has closed.
Session& session(int id) { return sessions().at(id); }

/// The answer of a call that may change a session: whether it did, and the new state, so that the
/// page needs no second call.
const char* changed(const Session& session, bool done) {
    return answer(fmt::format(R"({{"done":{},"state":{}}})", done, describe(session)));
}
const char* changed(const Session& session, const Status& status) {
    return status ? changed(session, true) : fail(status.error());
}

const char* refused(const Session& session, const std::string& action) {
    const auto refusal = session.refusal(action);
    return answer(refusal ? describe(*refusal, action) : "{}");
}

}  // namespace
}  // namespace stockade::wasm

using namespace stockade::wasm;
using stockade::games::meant_move;
using stockade::games::meant_wall;
using stockade::games::Orientation;
using stockade::games::Session;
using stockade::games::Square;

STOCKADE_EXPORT const char* stockade_games() { return answer(describe_games()); }

STOCKADE_EXPORT const char* stockade_spec(const char* text) {
    const auto spec = stockade::games::parse_spec(text);
    return spec ? answer(describe_spec(*spec)) : fail(spec.error());
}

/// A seed is a whole number below 2^53, which a JavaScript number holds exactly.
STOCKADE_EXPORT const char* stockade_create(const char* spec, double seed) {
    return keep(Session::create(spec, static_cast<std::uint64_t>(seed)));
}
STOCKADE_EXPORT const char* stockade_from_position(const char* position, double seed) {
    return keep(Session::from_position(position, static_cast<std::uint64_t>(seed)));
}
STOCKADE_EXPORT const char* stockade_copy(int id) { return keep(Session(session(id))); }
STOCKADE_EXPORT void stockade_close(int id) { sessions().erase(id); }

STOCKADE_EXPORT const char* stockade_state(int id) { return answer(describe(session(id))); }
STOCKADE_EXPORT const char* stockade_paths(int id) { return answer(describe_paths(session(id).view())); }

STOCKADE_EXPORT const char* stockade_walls(int id) { return answer(describe_walls(session(id))); }

STOCKADE_EXPORT const char* stockade_play(int id, const char* turn) {
    Session& game = session(id);
    return changed(game, game.play(turn));
}
STOCKADE_EXPORT const char* stockade_act(int id, const char* action) {
    Session& game = session(id);
    return changed(game, game.play_action(action));
}
/// `{}` when the action can be played now.
STOCKADE_EXPORT const char* stockade_refusal(int id, const char* action) {
    return refused(session(id), action);
}
/// Why the pawn on a cell cannot go to another; a column of -1 stands for no pawn in particular.
STOCKADE_EXPORT const char* stockade_refusal_of_move(int id, int from_col, int from_row, int col, int row) {
    const Session& game = session(id);
    const auto pawn = from_col < 0 ? std::nullopt : std::optional(Square{from_col, from_row});
    return refused(game, meant_move(game.view(), pawn, {col, row}));
}
/// Why a wall cannot be placed, or broken.
STOCKADE_EXPORT const char* stockade_refusal_of_wall(int id, int col, int row, int vertical, int breaks) {
    const auto orientation = vertical ? Orientation::kVertical : Orientation::kHorizontal;
    return refused(session(id), meant_wall({{col, row}, orientation}, breaks != 0));
}
STOCKADE_EXPORT const char* stockade_roll(int id) {
    Session& game = session(id);
    return changed(game, game.roll());
}
STOCKADE_EXPORT const char* stockade_undo(int id) {
    Session& game = session(id);
    return changed(game, game.undo());
}
STOCKADE_EXPORT const char* stockade_redo(int id) {
    Session& game = session(id);
    return changed(game, game.redo());
}
STOCKADE_EXPORT const char* stockade_take_back(int id) {
    Session& game = session(id);
    return changed(game, game.take_back_action());
}
STOCKADE_EXPORT const char* stockade_resign(int id, int player) {
    Session& game = session(id);
    return changed(game, game.resign(player));
}
