// The messages that the server sends, as JSON. Owns the shapes of docs/api.md.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "server/model/chat.h"
#include "server/model/game.h"

namespace stockade::server::msg {

using nlohmann::json;

/// A finished message, shared by all who get it.
using Text = std::shared_ptr<const std::string>;
Text text_of(const json& message);

struct SeekInfo {
    SeekId id;
    model::Person by;
    std::string spec;
    std::string clock;
    bool rated = false;
    int seat = 0;
    int players = 2;
    int joined = 1;
    std::chrono::seconds delay{};
};

json user_json(const model::Person& person);
json seek_json(const SeekInfo& seek);
json chat_json(GameId game, const model::ChatLine& line);

/// The state of a game that may change without an entry, as of `now`.
json state_json(const model::Game& game, int watchers, TimePoint now);
/// The whole game; `you` -1 for a watcher, nothing where nobody in particular asks.
json game_json(const model::Game& game, int watchers, TimePoint now, std::optional<int> you,
               const std::vector<model::ChatLine>& chat);
/// One entry as the message that tells of it. With `live`, also whose turn it is now and the clocks: for the
/// newest entry.
json entry_json(const model::Game& game, const model::Entry& entry, bool live, TimePoint now);

Text welcome(const std::optional<model::Person>& user, const std::vector<GameId>& games, TimePoint now);
Text start(GameId game);
Text error(std::string_view re, const Message& why, GameId game = {}, std::string_view id = {});
Text pong(Int at, TimePoint now);
Text unseek(SeekId seek);
Text seeking(SeekId seek);

}  // namespace stockade::server::msg
