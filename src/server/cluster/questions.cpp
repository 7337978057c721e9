#include "server/cluster/questions.h"

#include "server/store/leases.h"

namespace stockade::server::cluster {
namespace {

using nlohmann::json;

constexpr Milliseconds kPatience = 2s;

}  // namespace

std::optional<json> Questions::inspect(GameId game, UserId user) {
    const auto owner = host_.services().store.read(
        [&](store::Database& database) { return store::owner_of(database, resource_of(game)); });
    if (!owner || owner->fence.node == peers_.self()) return std::nullopt;
    auto promise = std::make_shared<std::promise<std::optional<json>>>();
    auto future = promise->get_future();
    QuestionId question;
    {
        const std::lock_guard lock(mutex_);
        question = QuestionId(++last_);
        open_.emplace(question, promise);
    }
    strand_->post([this, node = owner->fence.node, question, game, user] {
        peers_.send(node, Inspect{question, game, user});
    });
    if (future.wait_for(kPatience) == std::future_status::ready) return future.get();
    const std::lock_guard lock(mutex_);
    open_.erase(question);
    return std::nullopt;
}

void Questions::answer(NodeId from, const Inspect& message) {
    const auto room = host_.rooms().peek(message.game);
    // An answer at once, because the asking node blocks a thread of its archive meanwhile.
    if (!room) return peers_.send(from, Inspected{message.question, std::nullopt});
    room->inspect(message.user, [this, from, question = message.question](const model::Game& game,
                                                                          int watchers) {
        strand_->post([this, from,
                       answer = Inspected{question, msg::game_json(game, watchers, time_now(), std::nullopt,
                                                                   {})}] { peers_.send(from, answer); });
    });
}

void Questions::answered(Inspected message) {
    const std::lock_guard lock(mutex_);
    const auto it = open_.find(message.question);
    if (it == open_.end()) return;
    it->second->set_value(std::move(message.game));
    open_.erase(it);
}

}  // namespace stockade::server::cluster
