#include "server/msg/replies.h"

#include <nlohmann/json.hpp>

#include "base/message_json.h"
#include "base/time_json.h"

namespace stockade::server::msg {
namespace {

json optional_number(std::optional<TimePoint> value) { return value ? json(*value) : json(); }
template <class Kind>
json id_or_null(StrongId<Kind> id) {
    return id ? json(id_text(id)) : json();
}

/// The clocks and whose turn it is.
void add_live(json& message, const model::Game& game, TimePoint now) {
    const auto& clocks = game.clocks();
    const bool timed = clocks.control().kind != model::TimeControl::Kind::kNone;
    auto left = json::array();
    for (int i = 0; i < game.players(); ++i) left.push_back(clocks.left(i, now));
    message["left"] = timed ? left : json();
    message["to_move"] = game.to_move() >= 0 ? json(game.to_move()) : json();
    message["roll"] = game.roll() ? json(game.roll()) : json();
    message["deadline"] = optional_number(clocks.deadline());
    message["now"] = now;
}

json changes_json(const model::Game& game) {
    if (!game.setup().rated || !game.over() || game.finish().reason == "aborted") return {};
    auto changes = json::array();
    for (const auto& person : game.setup().players) changes.push_back(person.change);
    return changes;
}

}  // namespace

Text text_of(const json& message) {
    return std::make_shared<const std::string>(message.dump(-1, ' ', false, json::error_handler_t::replace));
}

json user_json(const model::Person& person) {
    json user{{"name", person.name}, {"kind", person.kind}};
    if (person.engine() && person.level) user["level"] = person.level;
    if (person.rating) {
        user["rating"] = person.rating;
        user["provisional"] = person.provisional;
    }
    return user;
}

json seek_json(const SeekInfo& seek) {
    return {{"seek", id_text(seek.id)}, {"user", user_json(seek.by)},
            {"spec", seek.spec},        {"clock", seek.clock},
            {"rated", seek.rated},      {"seat", seek.seat ? std::to_string(seek.seat) : "random"},
            {"players", seek.players},  {"joined", seek.joined},
            {"delay", seek.delay}};
}

json chat_json(GameId game, const model::ChatLine& line) {
    return {{"t", "chat"},
            {"game", id_text(game)},
            {"n", line.n},
            {"room", line.room},
            {"text", line.text},
            {"at", line.at},
            {"user", {{"name", line.name}, {"kind", line.kind}}}};
}

json state_json(const model::Game& game, int watchers, TimePoint now) {
    json state;
    add_live(state, game, now);
    state["running"] = game.to_move() >= 0 && game.clocks().deadline() && !game.clocks().free();
    state["draw"] = game.draw_offers();
    state["takeback"] = game.takeback_offers();
    state["rematch"] = game.rematch_offers();
    auto here = json::array();
    for (int i = 0; i < game.players(); ++i) here.push_back(game.here(i));
    state["here"] = here;
    state["watchers"] = watchers;
    state["claim"] = optional_number(game.claim_from());
    return state;
}

json game_json(const model::Game& game, int watchers, TimePoint now, std::optional<int> you,
               const std::vector<model::ChatLine>& chat) {
    const auto& setup = game.setup();
    json players = json::array();
    for (const auto& person : setup.players) players.push_back(user_json(person));
    json message{{"t", "game"},
                 {"game", id_text(setup.id)},
                 {"spec", setup.spec},
                 {"clock", setup.clock.text()},
                 {"rated", setup.rated},
                 {"delay", setup.delay},
                 {"created", setup.created},
                 {"players", players},
                 {"turns", game.session().history()},
                 {"times", game.times()},
                 {"commitment", auth::dice_commitment(setup.secret)},
                 {"secret", game.over() ? json(auth::hex(setup.secret)) : json()},
                 {"result", game.finish().result},
                 {"reason", game.finish().reason},
                 {"ended", game.over() ? json(game.entries().back().at) : json()},
                 {"changes", changes_json(game)},
                 {"tournament", id_or_null(setup.tournament)},
                 {"seq", game.seq()},
                 {"ply", game.ply()},
                 {"state", state_json(game, watchers, now)}};
    if (!game.session().opening_rolls().empty()) message["opening_rolls"] = game.session().opening_rolls();
    if (!setup.position.empty()) message["position"] = setup.position;
    if (you) {
        message["you"] = *you >= 0 ? json(*you) : json();
        auto lines = json::array();
        for (const auto& line : chat) lines.push_back(chat_json(setup.id, line));
        message["chat"] = lines;
    }
    return message;
}

json entry_json(const model::Game& game, const model::Entry& entry, bool live, TimePoint now) {
    using Kind = model::Entry::Kind;
    json message{{"game", id_text(game.setup().id)}, {"seq", entry.seq}};
    const int ply = game.ply_after(static_cast<std::size_t>(entry.seq - 1));
    if (live) add_live(message, game, now);
    switch (entry.kind) {
        case Kind::kTurn:
            message["t"] = "turn";
            message["ply"] = ply;
            message["player"] = entry.player;
            message["turn"] = entry.text;
            message["time"] = entry.spent;
            break;
        case Kind::kTakeback:
            message["t"] = "takeback";
            message["ply"] = ply;
            break;
        case Kind::kEnd:
            message["t"] = "end";
            message["result"] = game.finish().result;
            message["reason"] = game.finish().reason;
            message["secret"] = auth::hex(game.setup().secret);
            message["changes"] = changes_json(game);
            break;
    }
    return message;
}

Text welcome(const std::optional<model::Person>& user, const std::vector<GameId>& games, TimePoint now) {
    auto ids = json::array();
    for (const GameId id : games) ids.push_back(id_text(id));
    return text_of(
        {{"t", "welcome"}, {"user", user ? user_json(*user) : json()}, {"games", ids}, {"now", now}});
}

Text start(GameId game) { return text_of({{"t", "start"}, {"game", id_text(game)}}); }

Text error(std::string_view re, const Message& why, GameId game, std::string_view id) {
    json message{{"t", "error"}, {"re", re}};
    add_message(message, "text", why);
    if (game) message["game"] = id_text(game);
    if (!id.empty()) message["id"] = id;
    return text_of(message);
}

Text pong(Int at, TimePoint now) { return text_of({{"t", "pong"}, {"at", at}, {"now", now}}); }
Text unseek(SeekId seek) { return text_of({{"t", "unseek"}, {"seek", id_text(seek)}}); }
Text seeking(SeekId seek) { return text_of({{"t", "seeking"}, {"seek", id_text(seek)}}); }

}  // namespace stockade::server::msg
