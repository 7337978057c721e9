#include "wasm/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/family.h"
#include "games/paths.h"
#include "games/verdict.h"
#include "wasm/boundary.h"

namespace stockade::wasm {
namespace {

using games::PlacedWall;
using games::Square;

void add(JsonWriter& json, const std::string& text) { json.string(text); }
void add(JsonWriter& json, int number) { json.number(number); }
void add(JsonWriter& json, Square square) { json.number(square.col).number(square.row); }

void add(JsonWriter& json, const games::Placement& placement) { add(json, placement.at); }

void add(JsonWriter& json, const PlacedWall& wall) {
    add(json, wall.anchor);
    json.number(wall.orientation == games::Orientation::kVertical);
}

template <class T>
void add_list(JsonWriter& json, std::string_view key, const std::vector<T>& items) {
    json.key(key).open('[');
    for (const T& item : items) add(json, item);
    json.close(']');
}

/// The actions of choices, in the order of their places.
template <class T>
void add_actions(JsonWriter& json, std::string_view key, const std::vector<T>& choices) {
    std::string texts;
    for (const T& choice : choices) texts.append(texts.empty() ? "" : " ").append(choice.action);
    json.key(key).string(texts);
}

void add_optional(JsonWriter& json, std::string_view key, const std::optional<int>& number) {
    if (number) json.key(key).number(*number);
}

std::string_view name_of(games::Ending ending) {
    switch (ending) {
        case games::Ending::kPlayed:
            return "played";
        case games::Ending::kRepetition:
            return "repetition";
        case games::Ending::kTurnLimit:
            return "turn-limit";
        case games::Ending::kResigned:
            return "resigned";
        case games::Ending::kNone:
            break;
    }
    return "none";
}

std::string_view name_of(games::OptionInfo::Kind kind) {
    switch (kind) {
        case games::OptionInfo::Kind::kNumber:
            return "number";
        case games::OptionInfo::Kind::kWord:
            return "word";
        case games::OptionInfo::Kind::kHands:
            break;
    }
    return "hands";
}

std::string_view name_of(games::Criterion criterion) {
    switch (criterion) {
        case games::Criterion::kGoal:
            return "goal";
        case games::Criterion::kTerritory:
            return "territory";
        case games::Criterion::kRegion:
            return "region";
        case games::Criterion::kRegionTieBreak:
            return "region-tie-break";
        case games::Criterion::kTerritoryTieBreak:
            return "territory-tie-break";
        case games::Criterion::kEqual:
            return "equal";
        case games::Criterion::kNone:
            break;
    }
    return "none";
}

void add_player(JsonWriter& json, const games::PlayerView& player) {
    json.open('{');
    add_optional(json, "walls", player.walls);
    add_optional(json, "horizontal", player.horizontal_walls);
    add_optional(json, "vertical", player.vertical_walls);
    if (player.percee) json.key("percee").boolean(*player.percee);
    if (player.skips_next) json.key("skips").boolean(true);
    add_optional(json, "score", player.score);
    add_optional(json, "largest", player.largest);
    add_optional(json, "distance", player.distance);
    add_list(json, "goals", player.goals);
    json.close('}');
}

void add_board(JsonWriter& json, const games::View& view) {
    json.key("cols").number(view.cols).key("rows").number(view.rows);
    json.key("wallLength").number(view.wall_length);
    json.key("players").open('[');
    for (const auto& player : view.players) add_player(json, player);
    json.close(']');
    json.key("pawns").open('[');
    for (const auto& pawn : view.pawns) {
        add(json, pawn.at);
        json.number(pawn.player);
    }
    json.close(']');
    json.key("walls").open('[');
    for (const auto& wall : view.walls) {
        add(json, wall);
        json.number(wall.owner);
    }
    json.close(']');
    json.key("territories").open('[');
    for (const auto& territory : view.territories) {
        json.open('{').key("player").number(territory.player);
        add_list(json, "cells", territory.cells);
        json.close('}');
    }
    json.close(']');
}

/// The length of a player's shortest path, or the size of its territory.
int extent(const games::PlayerView& player) { return player.distance.value_or(player.score.value_or(0)); }

/// The first turn that can be played, or the rest of the one under way: an example of how to write it.
std::string first_turn(const games::Session& session) {
    const auto turns = session.turns(1);
    if (turns.empty()) return "";
    const std::size_t done = session.in_turn() ? session.turn_so_far().size() + 1 : 0;
    return turns[0].substr(std::min(done, turns[0].size()));
}

/// Adds the mover's choices, each with the text of its action.
void add_choices(JsonWriter& json, const games::View& view) {
    json.key("moves").open('[');
    for (const auto& move : view.moves) {
        json.open('[');
        add(json, move.from);
        add(json, move.to);
        json.string(move.action).close(']');
    }
    json.close(']');
    add_list(json, "wallPlaces", view.wall_places);
    add_actions(json, "wallActions", view.wall_places);
    add_list(json, "breakable", view.breakable);
    add_actions(json, "breakActions", view.breakable);
    add_list(json, "placements", view.placements);
    add_actions(json, "placementActions", view.placements);
    json.key("pass").string(view.pass).key("decline").string(view.decline);
}

/// The formats beside records and JSON in which games of a spec can be written.
void add_formats(JsonWriter& json, const games::Spec& spec) {
    json.key("formats").open('[');
    if (games::fits_glendenning(spec)) json.string("glendenning");
    if (games::fits_qf(spec)) json.string("qf");
    json.close(']');
}

}  // namespace

std::string describe_games() {
    JsonWriter json;
    json.open('[');
    for (const auto& game : games::all_games()) {
        json.open('{').key("name").string(game.name).key("title").string(game.title);
        json.key("summary").string(game.summary).key("family").string(game.family->name);
        json.key("sample").string(game.sample).key("dice").boolean(game.dice);
        // Games without a verdict of their own are won by reaching a goal.
        json.key("goal").boolean(game.family->verdict == games::goal_verdict).key("options").open('[');
        for (const auto& option : game.options) {
            json.open('{').key("name").string(option.name).key("kind").string(name_of(option.kind));
            json.key("min").number(option.min).key("max").number(option.max);
            json.key("words").open('[');
            for (const auto word : option.words) json.string(word);
            json.close(']').key("help").string(option.help).close('}');
        }
        json.close(']').close('}');
    }
    json.close(']');
    return json.text();
}

std::string describe_spec(const games::Spec& spec) {
    JsonWriter json;
    json.open('{').key("spec").string(spec.str()).key("game").string(spec.game().name);
    json.key("players").number(spec.players()).key("values").open('{');
    for (const auto& option : spec.game().options) json.key(option.name).string(spec.text(option.name));
    json.close('}').close('}');
    return json.text();
}

std::string describe(const games::Session& session) {
    const games::View view = session.view();
    JsonWriter json;
    json.open('{').key("spec").string(session.spec().str());
    json.key("game").string(session.spec().game().name);
    json.key("family").string(session.spec().game().family->name);
    add_formats(json, session.spec());
    json.key("teams").boolean(session.spec().has("teams") && session.spec().on("teams"));
    add_board(json, view);
    json.key("turnOf").number(view.turn_of).key("mover").number(view.mover);
    json.key("rollDue").boolean(view.roll_due);
    json.key("roll").number(view.roll.value_or(0)).key("actionsLeft").number(view.actions_left);
    add_choices(json, view);
    json.key("example").string(first_turn(session));
    json.key("inTurn").boolean(session.in_turn()).key("turnSoFar").string(session.turn_so_far());
    add_list(json, "history", session.history());
    add_list(json, "movers", session.movers());
    json.key("canUndo").boolean(session.can_undo()).key("canRedo").boolean(session.can_redo());
    add_list(json, "seats", session.seats());
    json.key("openingRolls").open('[');
    for (const auto& [first, second] : session.opening_rolls())
        json.open('[').number(first).number(second).close(']');
    json.close(']');
    const games::Outcome outcome = session.outcome();
    json.key("over").boolean(outcome.over).key("ending").string(name_of(session.ending()));
    json.key("criterion").string(name_of(session.criterion()));
    json.key("shares").open('[');
    for (int i = 0; i < session.players(); ++i) json.number(outcome.shares[i]);
    json.close(']').key("verdict");
    if (const auto verdict = session.verdict()) {
        json.open('{');
        add(json, "text", *verdict);
        json.close('}');
    } else {
        json.null();
    }
    json.key("standardStart").boolean(session.starts_from_standard());
    json.key("start").string(session.start_position()).key("position").string(session.position());
    json.close('}');
    return json.text();
}

std::string describe(const games::Refusal& refusal, std::string_view action) {
    JsonWriter json;
    json.open('{').key("action").string(action);
    add(json, "text", refusal.reason);
    add_list(json, "pawns", refusal.pawns);
    add_list(json, "walls", refusal.walls);
    json.close('}');
    return json.text();
}

std::string describe_walls(const games::Session& session) {
    const auto wall_due = session.spec().game().family->wall_due_field;
    if (!wall_due.empty() && session.view().wall_places.empty())
        if (const auto moved =
                games::Session::from_position(fmt::format("{}; {}", session.position(), wall_due)))
            return describe_walls(*moved);
    const games::View before = session.view();
    std::vector<int> changes;
    for (const auto& wall : before.wall_places) {
        games::Session next = session;
        (void)next.play_action(wall.action);
        const games::View after = next.view();
        for (std::size_t i = 0; i < before.players.size(); ++i)
            changes.push_back(extent(after.players[i]) - extent(before.players[i]));
    }
    JsonWriter json;
    json.open('{');
    add_list(json, "walls", before.wall_places);
    add_actions(json, "actions", before.wall_places);
    add_list(json, "changes", changes);
    json.close('}');
    return json.text();
}

std::string describe_paths(const games::View& view) {
    JsonWriter json;
    json.open('[');
    for (int i = 0; i < static_cast<int>(view.players.size()); ++i) {
        json.open('{');
        add_list(json, "distances", games::goal_distances(view, i));
        add_list(json, "path", games::shortest_path(view, i));
        json.close('}');
    }
    json.close(']');
    return json.text();
}

}  // namespace stockade::wasm
