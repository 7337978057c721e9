#include "server/analysis/analyses.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/message_json.h"
#include "base/messages/server.h"
#include "server/analysis/child.h"
#include "server/log.h"
#include "server/store/analyses.h"
#include "server/store/caps.h"
#include "server/store/games.h"

namespace stockade::server::analysis {
namespace {

using nlohmann::json;

// The interval at which a server looks for analyses that other servers were asked for or left behind.
constexpr Milliseconds kQueueCheck = 5s;
constexpr int kTries = 2;

json request_for(const model::Game& game) {
    const auto& setup = game.setup();
    json request{{"id", id_text(setup.id)}, {"review", true}, {"turns", game.session().history()}};
    if (setup.position.empty())
        request["spec"] = setup.spec;
    else
        request["position"] = setup.position;
    return request;
}

/// The stored form of an error: the message with its English words in `reason`.
std::string failure(const Message& why) {
    auto stored = json::object();
    add_message(stored, "reason", why);
    return stored.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The stored form of an error that the engine's process answers; its code and arguments, where it gives any.
std::string failure_of_engine(const json& answer) {
    const auto text = answer["error"].get<std::string>();
    if (!answer.contains("code") || !answer.contains("args"))
        return failure(error<"server.analysis-error">("reason"_a = text));
    const json stored{{"reason", text}, {"code", answer["code"]}, {"args", answer["args"]}};
    return stored.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The part of the answer that is stored: without the facts that the game itself has.
Analyses::Found found_in(const std::string& answer, std::size_t turns) {
    const auto failed = [](const Message& why) { return Analyses::Found{false, failure(why)}; };
    try {
        auto game = json::parse(answer);
        if (game.contains("error")) return {false, failure_of_engine(game)};
        if (game.at("turns").size() != turns)
            return failed(
                error<"server.analysis-turns">("expected"_a = turns, "got"_a = game["turns"].size()));
        for (auto& turn : game["turns"]) {
            turn.erase("player");
            turn.erase("turn");
        }
        const json result{
            {"turns", game["turns"]}, {"course", game.at("course")}, {"accuracies", game.at("accuracies")}};
        return {true, result.dump()};
    } catch (const json::exception&) {
        return failed(error<"server.analysis-form">("text"_a = answer.substr(0, 100)));
    }
}

}  // namespace

void Analyses::start(std::function<NodeId()> node) {
    node_ = std::move(node);
    for (int i = 0; i < settings_.workers; ++i) threads_.emplace_back([this] { work(); });
}

void Analyses::close() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        changed_.notify_all();
    }
    for (auto& thread : threads_)
        if (thread.joinable()) thread.join();
}

Status Analyses::request(GameId game, UserId user) {
    std::optional<Message> refused;
    if (!store_.write_now([&](store::Database& database) {
            store::one_at_a_time(database);
            refused = store::refuse_analysis(database, user);
            if (!refused) store::request_analysis(database, game, user, time_now());
        }))
        return error<"server.not-stored-later">();
    if (refused) return *refused;
    waiting_ = store_.read(store::count_waiting_analyses);
    const std::lock_guard lock(mutex_);
    ++asked_;
    changed_.notify_all();
    return Done{};
}

void Analyses::work() {
    while (!closing_) {
        const auto asked = asked_.load();
        bool busy = false;
        try {
            busy = do_next();
        } catch (const std::exception& problem) {
            log(Level::kError, "analysis", {{"why", reason(problem)}});
        }
        if (!busy) pause(asked);
    }
}

void Analyses::pause(std::uint64_t asked_before) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kQueueCheck, [&] { return closing_ || asked_ != asked_before; });
}

bool Analyses::do_next() {
    const NodeId node = node_();
    const auto game =
        store_.read([&](store::Database& database) { return store::next_analysis(database, node); });
    if (!game) {
        waiting_ = 0;
        return false;
    }
    bool claimed = false;
    if (!store_.write_now(
            [&](store::Database& database) { claimed = store::claim_analysis(database, *game, node); }))
        return false;
    waiting_ = store_.read(store::count_waiting_analyses);
    if (claimed) perform(*game, node);
    return true;
}

void Analyses::perform(GameId game, NodeId node) {
    ++running_;
    Found found{false, failure(error<"server.stopping">())};
    for (int i = 0; i < kTries && !found.done && !closing_; ++i) {
        found = analyse(game);
        if (!found.done && !closing_)
            log(Level::kWarning, "analysis failed",
                {{"game", id_text(game)}, {"why", json::parse(found.text)["reason"].get<std::string>()}});
    }
    --running_;
    if (closing_) return;
    while (!closing_ && !store_.write_now([&](store::Database& database) {
        store::finish_analysis(database, game, node, found.done, found.text);
    }))
        pause(asked_);
    ++(found.done ? done_ : failed_);
}

Analyses::Found Analyses::analyse(GameId id) {
    const auto game =
        store_.read([&](store::Database& database) { return store::replayed_game(database, id); });
    if (!game) return {false, failure(error<"server.game-unreadable">())};
    if (game->ply() > kMaxTurns)
        return {false, failure(error<"server.game-long">("most"_a = kMaxTurns, "got"_a = game->ply()))};
    const auto turns = static_cast<std::size_t>(game->ply());
    const auto answer = run_child(settings_.command, request_for(*game).dump() + "\n",
                                  std::min(settings_.patience * (game->ply() + 2), kMaxTime), closing_);
    return answer ? found_in(*answer, turns) : Found{false, failure(answer.error())};
}

}  // namespace stockade::server::analysis
