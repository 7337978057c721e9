#include "server/cluster/nodes.h"

#include <sodium.h>

#include <future>

#include "server/log.h"
#include "server/overloaded.h"
#include "server/store/games.h"
#include "server/store/meetings.h"

namespace stockade::server::cluster {
namespace {

constexpr std::size_t kMaxUnsent = 64UL * 1024 * 1024;  // bytes that wait for other nodes

}  // namespace

Nodes::Nodes(room::Host& host, std::shared_ptr<room::Strand> strand, std::unique_ptr<Peers> peers,
             std::string name, std::string fingerprint)
    : host_(host),
      strand_(std::move(strand)),
      peers_(std::move(peers)),
      membership_(host.services(), *peers_, strand_, std::move(name), std::move(fingerprint),
                  [this](NodeId from, Message message) { take(from, std::move(message)); },
                  {[this] { reborn(); }, [this](NodeId node) { presence_.introduce(node); },
                   [this](NodeId node) {
                       proxies_.node_gone(node);
                       routing_.node_gone(node);
                   }}),
      leases_(host, membership_, strand_),
      proxies_(host, *peers_, leases_, strand_),
      routing_(host.services(), *peers_, membership_, strand_),
      presence_(host.services().directory, *peers_, membership_, strand_),
      questions_(host, *peers_, strand_) {
    host_.services().placement = this;
}

Nodes::~Nodes() { close(); }

Result<std::unique_ptr<Cluster>> Nodes::join(room::Host& host, const Settings& settings) {
    const auto seal = bus::Seal::from(settings.secret);
    if (!seal) return seal.error();
    const auto name = settings.name.empty() ? id_text(new_id<NodeId>()) : settings.name;
    auto strand = host.services().runtime.make_strand();
    auto peers = Peers::connect(settings.bus, *seal, name, strand);
    if (!peers) return peers.error();
    std::unique_ptr<Nodes> nodes(
        new Nodes(host, std::move(strand), std::move(*peers), name, seal->fingerprint()));
    nodes->presence_.start();
    if (const auto joined = nodes->membership_.join(); !joined) return joined.error();
    nodes->membership_.beat();
    nodes->tend(time_now());
    return std::unique_ptr<Cluster>(std::move(nodes));
}

/// A new life, on the strand: nothing is owned, nobody is known, all our clients have to be joined again.
void Nodes::reborn() {
    // Revocations that others sent before this node rejoined are lost, so all logins are checked again.
    if (!first_life_) host_.check_logins(host_.services().directory.logins());
    first_life_ = false;
    leases_.clear();
    host_.rooms().retire_all();
    host_.lobby().clear();
    host_.arenas().clear();
    proxies_.clear();
    routing_.restart();
}

void Nodes::tend(TimePoint) {
    // A node that cannot reach another for so long cannot keep what it has to say for it either: it begins
    // anew with its next beat.
    std::promise<std::size_t> unsent;
    strand_->post([&] { unsent.set_value(peers_->unsent()); });
    if (unsent.get_future().get() > kMaxUnsent) return leave();
    running_ = static_cast<std::size_t>(host_.services().store.read(store::count_running_games));
    leases_.tend();
}

void Nodes::close() {
    presence_.stop();
    peers_->close();
}

Figures Nodes::figures() const {
    return {membership_.live().size(), routing_.known(),     peers_->resent(),
            peers_->refused(),         leases_.taken_over(), membership_.restarts()};
}

void Nodes::take(NodeId from, Message message) {
    membership_.meet(from);
    std::visit(Overloaded{
                   [&](Forward& forward) { proxies_.take(from, std::move(forward)); },
                   [&](const Tell& tell) { routing_.tell(tell); },
                   [&](const ClientGone& gone) { proxies_.client_gone(from, gone.client); },
                   [&](Moved& moved) { routing_.moved(from, std::move(moved)); },
                   [&](const SeekAnswered& answered) { routing_.seek_answered(answered); },
                   [&](const SeekEnded& ended) { routing_.seek_ended(ended); },
                   [&](const TellUser& tell) { presence_.tell_user(tell); },
                   [&](const GameBegun& begun) { routing_.forget_seeks(begun.users); },
                   [&](const Here& here) { presence_.here(from, here); },
                   [&](const OpenGame& opened) {
                       if (!host_.rooms().peek(opened.game)) leases_.open(resource_of(opened.game));
                   },
                   [&](const StandingsChanged& changed) {
                       if (owns_lobby()) host_.arenas().standings_changed(changed.tournament);
                   },
                   [&](const ForgetPerson& person) { host_.rooms().forget_person(person.user); },
                   [&](const Revoke& revoked) {
                       host_.services().directory.revoke({revoked.user, revoked.login});
                   },
                   [&](const Mute& mute) {
                       host_.services().directory.set_mute(mute.user, mute.muted, mute.on);
                       proxies_.set_mute(mute.user, mute.muted, mute.on);
                   },
                   [&](const Inspect& question) { questions_.answer(from, question); },
                   [&](Inspected& answer) { questions_.answered(std::move(answer)); },
               },
               message);
}

// --- clients of this server ---

void Nodes::connected(const room::ClientPtr& client,
                      std::function<void(const std::vector<GameId>& games)> welcome) {
    strand_->post([this, client] { routing_.connected(client); });
    host_.services().runtime.block([this, client, welcome = std::move(welcome)] {
        std::vector<GameId> games;
        try {
            if (client->user()) games = running_of(client->user());
        } catch (const std::exception& problem) {
            log(Level::kError, "welcome", {{"why", reason(problem)}});
        }
        welcome(games);
    });
}

void Nodes::disconnected(const room::ClientPtr& client) {
    strand_->post([this, client] { routing_.disconnected(client); });
}

void Nodes::request(const room::ClientPtr& client, msg::Request request, TimePoint at) {
    strand_->post([this, number = client->number, request = std::move(request), at]() mutable {
        routing_.request(number, std::move(request), at);
    });
}

void Nodes::resync(const room::ClientPtr& client, GameId game) {
    request(client, msg::Watch{game, std::nullopt}, time_now());
}

bool Nodes::plays(const room::Client& client) const {
    // Which of its games are the client's own only their owners know.
    return !client.watched.empty();
}

// --- everywhere ---

std::vector<GameId> Nodes::running_of(UserId user) {
    return host_.services().store.read(
        [&](store::Database& database) { return store::running_games_of(database, user); });
}

std::vector<store::Brief> Nodes::live(const std::string& type, std::size_t limit) {
    return host_.services().store.read([&](store::Database& database) {
        return store::running_briefs(database, type, static_cast<int>(limit), time_now());
    });
}

room::Arenas::Playing Nodes::playing(TournamentId tournament) {
    room::Arenas::Playing result;
    for (const auto& seat : host_.services().store.read(store::tournament_seats))
        if (seat.tournament == tournament) result[seat.user] = seat.game;
    return result;
}

void Nodes::announce(Message message) {
    strand_->post([this, message = std::move(message)] { membership_.send_all(message); });
}

void Nodes::standings_changed(TournamentId tournament) {
    if (owns_lobby()) host_.arenas().standings_changed(tournament);
    announce(StandingsChanged{tournament});
}

void Nodes::forget_person(UserId user) {
    host_.rooms().forget_person(user);
    announce(ForgetPerson{user});
}

void Nodes::set_mute(UserId user, UserId muted, bool on) {
    host_.services().directory.set_mute(user, muted, on);
    strand_->post([this, user, muted, on] { proxies_.set_mute(user, muted, on); });
    announce(Mute{user, muted, on});
}

void Nodes::revoke(const room::Revocation& revocation) {
    host_.services().directory.revoke(revocation);
    announce(Revoke{revocation.user, revocation.login});
}

// --- where games live ---

store::Fence Nodes::place() {
    const auto live = membership_.live();
    return {live[randombytes_uniform(static_cast<std::uint32_t>(live.size()))], Epoch(1)};
}

bool Nodes::begun(const model::Setup& setup, NodeId node) {
    std::vector<UserId> users;
    for (const auto& person : setup.players) users.push_back(person.user);
    const bool here = node == self();
    strand_->post([this, here, game = setup.id, node, users] {
        if (!here) peers_->send(node, OpenGame{game});
        routing_.forget_seeks(users);
        membership_.send_all(GameBegun{users});
    });
    return here;
}

}  // namespace stockade::server::cluster
