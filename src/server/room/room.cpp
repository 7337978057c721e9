#include "server/room/room.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/messages/server.h"
#include "server/log.h"
#include "server/room/rooms.h"
#include "server/room/services.h"
#include "server/store/games.h"
#include "server/store/leases.h"

namespace stockade::server::room {
namespace {

constexpr Milliseconds kEngineTime = 1s;  // a turn, at most
constexpr int kEngineShareOfClock = 20;   // and this part of what is left
constexpr Milliseconds kCountEvery = 1s;
constexpr std::size_t kChatShown = 50;
constexpr int kChatKept = 100;  // lines of the players, and of the watchers
constexpr std::size_t kMaxWaiting = 1000;
constexpr int kMaxMissed = 100;  // missed entries that are sent one by one; instead of more, the whole game
constexpr auth::Rate kWholeGames{20, 1};  // answers to turns that are not about the position on the board

}  // namespace

Room::Room(Services& services, model::Game game, std::vector<model::ChatLine> chat, const store::Fence& fence)
    : services_(services),
      id_(game.setup().id),
      fence_(fence),
      strand_(services.runtime.make_strand()),
      game_(std::move(game)),
      shown_(model::delayed(game_, time_now())),
      chat_(std::move(chat)),
      last_chat_(chat_.empty() ? 0 : chat_.back().n),
      whole_games_(kWholeGames) {}

void Room::in_turn(std::function<void()> task, Kept kept) {
    strand_->post([self = shared_from_this(), task = std::move(task), kept]() mutable {
        if (self->broken_ || self->services_.stopping) return;
        if (!self->storing_) return task();
        // A flood of messages is refused by each socket's limit long before this.
        if (self->waiting_.size() < kMaxWaiting || kept == Kept::kAlways)
            self->waiting_.push_back(std::move(task));
    });
}

void Room::open() {
    in_turn([this] {
        tell_summary();
        set_show_timer();
        if (!game_.over()) go_on();
    });
}

Room::Member* Room::find(const ClientPtr& client) {
    const auto it = std::find_if(members_.begin(), members_.end(),
                                 [&](const Member& member) { return member.client == client; });
    return it == members_.end() ? nullptr : &*it;
}

int Room::watchers() const {
    return static_cast<int>(std::count_if(members_.begin(), members_.end(),
                                          [](const Member& member) { return member.player < 0; }));
}

Milliseconds Room::lag_of(int player) const {
    Milliseconds lag{};
    for (const auto& member : members_)
        if (member.player == player) lag = std::max(lag, member.client->lag());
    return lag;
}

msg::Text Room::state_text(const model::Game& game) const {
    auto state = msg::state_json(game, watchers(), time_now());
    state["t"] = "state";
    state["game"] = id_text(id_);
    state["seq"] = game.seq();
    return msg::text_of(state);
}

void Room::broadcast_state() {
    tell_players();
    const auto text = state_text(seen_by(-1));
    for (const auto& member : members_)
        if (member.player < 0) member.client->send(text);
}

void Room::tell_players() {
    watchers_told_ = watchers();
    const auto text = state_text(game_);
    for (const auto& member : members_)
        if (member.player >= 0) member.client->send(text);
}

void Room::send_game(const Member& member) {
    std::vector<model::ChatLine> shown;
    const bool all = game_.over();
    for (auto line = chat_.rbegin(); line != chat_.rend() && shown.size() < kChatShown; ++line)
        if ((all || line->room == (member.player >= 0 ? "players" : "watchers")) &&
            !member.client->mutes(line->user))
            shown.push_back(*line);
    std::reverse(shown.begin(), shown.end());
    member.client->send(
        msg::text_of(msg::game_json(seen_by(member.player), watchers(), time_now(), member.player, shown)));
}

void Room::note_presence(int player, bool came_or_went) {
    if (player < 0) {
        if (came_or_went) tell_watchers_soon();
        return;
    }
    const bool here = std::any_of(members_.begin(), members_.end(),
                                  [&](const Member& member) { return member.player == player; });
    if (game_.here(player) == here) return;
    game_.set_here(player, here, time_now());
    if (shown_) shown_->set_here(player, here, time_now());
    broadcast_state();
}

/// Only the players hear how many watch, and that now and then: each watcher that comes and goes at once,
/// told to everybody, would be a flood that strangers can make.
void Room::tell_watchers_soon() {
    if (count_timer_) return;
    count_timer_ = strand_->after(kCountEvery, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->in_turn([self] {
                self->count_timer_.reset();
                if (self->watchers() != self->watchers_told_) self->tell_players();
            });
    });
}

void Room::watch(const ClientPtr& client, std::optional<int> seq) {
    in_turn([this, client, seq] {
        if (!client->open()) return;
        const bool came = !find(client);
        if (came) members_.push_back({client, game_.player_of(client->user())});
        const auto member = *find(client);
        const model::Game& seen = seen_by(member.player);
        if (!seq || *seq > seen.seq() || seen.seq() - *seq > kMaxMissed) {
            send_game(member);
        } else {
            const TimePoint now = time_now();
            for (std::size_t i = static_cast<std::size_t>(*seq); i < seen.entries().size(); ++i)
                client->send(msg::text_of(msg::entry_json(seen, seen.entries()[i], false, now)));
            client->send(state_text(seen));
        }
        note_presence(member.player, came);
        if (came) tell_summary();
    });
}

void Room::leave(const ClientPtr& client) {
    in_turn(
        [this, client] {
            const auto* member = find(client);
            if (!member) return;
            const int player = member->player;
            std::erase_if(members_, [&](const Member& item) { return item.client == client; });
            note_presence(player, true);
            tell_summary();
        },
        Kept::kAlways);  // nobody would take the connection off the list later
}

void Room::forget_person(UserId user) {
    in_turn([this, user] {
        const bool spoke =
            std::erase_if(chat_, [&](const model::ChatLine& line) { return line.user == user; });
        if (!game_.forget_person(user) && !spoke) return;
        if (shown_) shown_->forget_person(user);
        for (const auto& member : members_) send_game(member);
        tell_summary();
    });
}

void Room::resync(const ClientPtr& client) {
    in_turn([this, client] {
        services_.counters.resyncs.fetch_add(1, std::memory_order_relaxed);
        if (const auto* member = find(client)) send_game(*member);
    });
}

void Room::retire() {
    strand_->post([self = shared_from_this()] {
        self->broken_ = true;
        self->question_.reset();
        self->timer_.reset();
        self->show_timer_.reset();
        self->count_timer_.reset();
        self->waiting_.clear();
        self->members_.clear();
    });
}

void Room::inspect(UserId user, std::function<void(const model::Game&, int)> reader) {
    in_turn([this, user, reader = std::move(reader)] { reader(seen_by(game_.player_of(user)), watchers()); });
}

void Room::result(const ClientPtr& client, std::string_view re, Result<model::Entries> result) {
    if (!result) {
        services_.counters.refusals.fetch_add(1, std::memory_order_relaxed);
        client->send(msg::error(re, result.error(), id_));
    } else if (result->empty()) {
        broadcast_state();
    } else {
        store(std::move(*result), client, {});
    }
}

void Room::turn(const ClientPtr& client, msg::Turn message, TimePoint at) {
    in_turn([this, client, message = std::move(message), at] {
        const int player = game_.player_of(client->user());
        if (player < 0)
            return client->send(msg::error("turn", error<"server.not-your-game">(), id_, message.id));
        if (const auto* entry = game_.entry_of(player, message.id)) {
            services_.counters.duplicates.fetch_add(1, std::memory_order_relaxed);
            auto again = msg::entry_json(game_, *entry, entry->seq == game_.seq(), time_now());
            again["id"] = message.id;
            return client->send(msg::text_of(again));
        }
        if (message.ply != game_.ply() || game_.over()) {
            if (!whole_games_.take(time_now()))
                return client->send(msg::error("turn", error<"server.not-so-fast">(), id_, message.id));
            services_.counters.resyncs.fetch_add(1, std::memory_order_relaxed);
            return send_game({client, player});
        }
        if (auto late = game_.flag(at, client->lag()); !late.empty())
            return store(std::move(late), nullptr, {});
        auto played = game_.turn(player, message.turn, at, client->lag(), message.id);
        if (!played) {
            services_.counters.refusals.fetch_add(1, std::memory_order_relaxed);
            return client->send(msg::error("turn", played.error(), id_, message.id));
        }
        services_.counters.turns.fetch_add(1, std::memory_order_relaxed);
        store(std::move(*played), client, message.id);
    });
}

void Room::premove(const ClientPtr& client, msg::Premove message) {
    in_turn([this, client, message = std::move(message)]() mutable {
        const int player = game_.player_of(client->user());
        if (player < 0) return client->send(msg::error("premove", error<"server.not-your-game">(), id_));
        if (const auto set = game_.set_premoves(player, message.ply, std::move(message.lines)); !set)
            return client->send(msg::error("premove", set.error(), id_));
        if (game_.to_move() == player) play_premove();
    });
}

void Room::act(const ClientPtr& client, msg::Act act, TimePoint at) {
    in_turn([this, client, act, at] {
        const int player = game_.player_of(client->user());
        if (player < 0) return client->send(msg::error("act", error<"server.not-your-game">(), id_));
        switch (act) {
            case msg::Act::kResign:
                return result(client, "act", game_.resign(player, at));
            case msg::Act::kDraw:
                return result(client, "act", game_.offer_draw(player, at));
            case msg::Act::kTakeback:
                return result(client, "act", game_.request_takeback(player, at));
            case msg::Act::kDecline:
                return result(client, "act", game_.decline());
            case msg::Act::kAbort:
                return result(client, "act", game_.abort(at));
            case msg::Act::kClaim:
                return result(client, "act", game_.claim(player, at));
            case msg::Act::kRematch: {
                if (rematched_) return client->send(msg::error("act", error<"server.rematch-done">(), id_));
                const auto all = game_.offer_rematch(player);
                if (!all) return client->send(msg::error("act", all.error(), id_));
                broadcast_state();
                if (*all) rematch();
                return;
            }
        }
    });
}

void Room::rematch() {
    if (game_.setup().tournament) return;
    rematched_ = true;
    model::Setup setup = game_.setup();
    setup.position.clear();
    // Everyone moves on by one seat, so that who began plays last.
    auto seated = setup.players;
    std::rotate(seated.begin(), seated.begin() + 1, seated.end());
    for (auto& person : seated) {
        person.rating = person.rating ? person.rating + person.change : 0;
        person.change = 0;
    }
    (void)game_.decline();
    services_.rooms->create(std::move(setup), seated,
                            [self = shared_from_this()](const Result<GameId>& begun) {
                                if (begun) return;
                                self->in_turn([self, why = begun.error()] {
                                    self->rematched_ = false;
                                    const auto message = msg::error("act", why, self->id_);
                                    for (const auto& member : self->members_)
                                        if (member.player >= 0) member.client->send(message);
                                });
                            },
                            {resource_of(id_), fence_});
}

void Room::chat(const ClientPtr& client, std::string text, TimePoint at) {
    in_turn([this, client, text = std::move(text), at] {
        if (!client->person())
            return client->send(msg::error("chat", error<"server.sign-in-to-talk">(), id_));
        const auto* member = find(client);
        if (!member) return client->send(msg::error("chat", error<"server.watch-first">(), id_));
        model::ChatLine line;
        line.n = ++last_chat_;
        line.user = client->user();
        line.name = client->person()->name;
        line.kind = client->person()->kind;
        line.room = member->player >= 0 ? "players" : "watchers";
        line.text = text;
        line.at = at;
        services_.counters.chats.fetch_add(1, std::memory_order_relaxed);
        services_.store.write(
            [id = id_, fence = fence_, line](store::Database& database) {
                store::hold_lease(database, resource_of(id), fence);
                store::insert_chat(database, id, line);
            },
            [self = shared_from_this(), line, client](bool committed) {
                self->strand_->post(
                    [self, committed, line, client] { self->chat_stored(committed, line, client); });
            });
    });
}

void Room::chat_stored(bool committed, const model::ChatLine& line, const ClientPtr& from) {
    if (!committed) return from->send(msg::error("chat", error<"server.not-stored">(), id_));
    chat_.push_back(line);
    const auto of_room = [&](const model::ChatLine& other) { return other.room == line.room; };
    if (std::count_if(chat_.begin(), chat_.end(), of_room) > kChatKept)
        chat_.erase(std::find_if(chat_.begin(), chat_.end(), of_room));
    const auto message = msg::text_of(msg::chat_json(id_, line));
    for (const auto& member : members_)
        if ((game_.over() || (member.player >= 0 ? "players" : "watchers") == line.room) &&
            !member.client->mutes(line.user))
            member.client->send(message);
}

void Room::store(model::Entries entries, const ClientPtr& from, const std::string& client_id) {
    storing_ = true;
    timer_.reset();
    question_.reset();
    auto changes = std::make_shared<std::vector<int>>();
    auto done = [self = shared_from_this(), entries, changes, from, client_id](bool committed) {
        self->strand_->post([=] { self->stored(committed, entries, *changes, from, client_id); });
    };
    if (entries.size() == 1 && entries[0].kind != model::Entry::Kind::kEnd) {
        services_.store.append(id_, std::move(entries[0]), fence_, std::move(done));
        return;
    }
    const bool ends = entries.back().kind == model::Entry::Kind::kEnd;
    auto finish = ends ? std::optional(store::finished(game_)) : std::nullopt;
    services_.store.write(
        [id = id_, fence = fence_, entries = std::move(entries), finish = std::move(finish),
         changes](store::Database& database) {
            store::hold_lease(database, resource_of(id), fence);
            for (const auto& entry : entries) store::append_entry(database, id, entry);
            if (finish) *changes = store::finish_game(database, *finish);
        },
        std::move(done));
}

void Room::stored(bool committed, const model::Entries& entries, const std::vector<int>& changes,
                  const ClientPtr& from, const std::string& client_id) {
    if (broken_) return;
    storing_ = false;
    if (!committed) {
        // The game in memory is ahead of the database. People who come back get the stored game.
        log(fence_.node ? Level::kWarning : Level::kError, "game lost its place", {{"game", id_text(id_)}});
        services_.counters.lost_rooms.fetch_add(1, std::memory_order_relaxed);
        broken_ = true;
        show_timer_.reset();
        waiting_.clear();
        services_.rooms->lose(id_, entries.front().at);
        const auto message = msg::error("turn", error<"server.turn-not-stored">(), id_, client_id);
        for (const auto& member : members_)
            if (!member.client->move_on(id_)) member.client->send(message);
        members_.clear();
        return;
    }
    game_.set_changes(changes);
    // However long the database took, nobody thought meanwhile.
    const TimePoint now = time_now();
    game_.told(now);
    publish(entries, from, client_id, now);
    if (game_.over()) {
        services_.counters.games_ended.fetch_add(1, std::memory_order_relaxed);
        services_.rooms->ended(game_);
    }
    tell_summary();
    // Waiting messages come first: they are older than the turns of premoves and engines.
    while (!storing_ && !waiting_.empty() && !services_.stopping) {
        const auto task = std::move(waiting_.front());
        waiting_.pop_front();
        task();
    }
    if (!storing_) go_on();
}

void Room::publish(const model::Entries& entries, const ClientPtr& from, const std::string& client_id,
                   TimePoint now) {
    const bool late = shown_.has_value();
    for (const auto& entry : entries) {
        auto message = msg::entry_json(game_, entry, true, now);
        const auto text = msg::text_of(message);
        const bool named = from && !client_id.empty() && entry.kind == model::Entry::Kind::kTurn;
        for (const auto& member : members_)
            if ((!late || member.player >= 0) && (!named || member.client != from)) member.client->send(text);
        if (named) {
            message["id"] = client_id;
            from->send(msg::text_of(message));
        }
    }
    if (late && game_.over()) {
        const int told = shown_->seq();
        shown_.reset();
        tell_watchers(told);
    }
    set_show_timer();
}

void Room::go_on() {
    if (game_.over() || services_.stopping) {
        timer_.reset();
        return;
    }
    play_premove();
    if (storing_) return;
    set_timer();
    request_engine_turn();
}

void Room::play_premove() {
    const auto turn = game_.take_premove();
    if (!turn) return;
    if (auto played = game_.turn(game_.to_move(), *turn, time_now(), 0ms, {}); played)
        store(std::move(*played), nullptr, {});
}

void Room::request_engine_turn() {
    const int player = game_.to_move();
    if (player < 0 || !game_.setup().players[static_cast<std::size_t>(player)].engine()) return;
    Milliseconds time = kEngineTime;
    if (game_.clocks().control().live() && !game_.clocks().free())
        time = std::clamp(game_.clocks().left(player, time_now()) / kEngineShareOfClock, 10ms, kEngineTime);
    question_ = services_.engines.think(
        game_.session(), game_.setup().players[static_cast<std::size_t>(player)].level, time,
        [self = shared_from_this(), seq = game_.seq(), player](const std::string& turn) {
            self->in_turn([self, seq, player, turn] {
                auto& game = self->game_;
                if (game.seq() != seq || game.to_move() != player) return;
                if (auto played = game.turn(player, turn, time_now(), 0ms, {}); played) {
                    self->services_.counters.turns.fetch_add(1, std::memory_order_relaxed);
                    return self->store(std::move(*played), nullptr, {});
                }
                log(Level::kError, "engine has no turn", {{"game", id_text(self->id_)}, {"turn", turn}});
                if (auto resigned = game.resign(player, time_now()))
                    self->store(std::move(*resigned), nullptr, {});
            });
        });
}

void Room::set_timer() {
    const auto flag = game_.ends_at(lag_of(game_.to_move()));
    if (!flag) {
        timer_.reset();
        return;
    }
    timer_ = strand_->after(std::max(0ms, *flag - time_now()) + 1ms, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->in_turn([self] { self->check_flag(); });
    });
}

void Room::check_flag() {
    if (auto entries = game_.flag(time_now(), lag_of(game_.to_move())); !entries.empty())
        store(std::move(entries), nullptr, {});
    else if (!game_.over())
        set_timer();
}

/// Shows watchers of a game with a delay the entries that are old enough.
void Room::show_due() {
    if (!shown_) return;
    const int told = shown_->seq();
    if (!shown_->follow(game_, time_now())) return;
    tell_watchers(told);
    tell_summary();
    set_show_timer();
}

void Room::tell_watchers(int told) {
    const model::Game& seen = seen_by(-1);
    if (seen.seq() - told > kMaxMissed) {
        for (const auto& member : members_)
            if (member.player < 0) send_game(member);
        return;
    }
    const TimePoint now = time_now();
    for (auto i = static_cast<std::size_t>(told); i < seen.entries().size(); ++i) {
        const bool last = i + 1 == seen.entries().size();
        const auto text = msg::text_of(msg::entry_json(seen, seen.entries()[i], last, now));
        for (const auto& member : members_)
            if (member.player < 0) member.client->send(text);
    }
}

void Room::set_show_timer() {
    show_timer_.reset();
    if (!shown_ || shown_->seq() == game_.seq()) return;
    const TimePoint at = game_.entries()[shown_->entries().size()].at + game_.setup().delay;
    show_timer_ = strand_->after(std::max(0ms, at - time_now()) + 1ms, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->in_turn([self] { self->show_due(); });
    });
}

void Room::tell_summary() {
    services_.rooms->summarise(game_, seen_by(-1).ply(), watchers(), members_.empty());
}

}  // namespace stockade::server::room
