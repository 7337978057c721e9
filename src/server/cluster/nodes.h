// Nodes: this server as one of several equal ones on one database and one bus. Every game, and the lobby
// with the tournaments, is owned by one node by a lease. What a client says goes to the owner of what it
// is about, and what the owner says comes back; when owners change, clients are joined to the new ones.
// docs/server.md tells why.
#pragma once

#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "server/bus/bus.h"
#include "server/bus/links.h"
#include "server/bus/seal.h"
#include "server/msg/requests.h"
#include "server/room/host.h"
#include "server/store/leases.h"

namespace stockade::server::cluster {

class Nodes final : public room::Cluster {
public:
    using json = nlohmann::json;

    /// Joins the others.
    static Result<std::unique_ptr<Nodes>> join(room::Host& host, const bus::Address& address,
                                               const std::string& secret, std::string name);
    ~Nodes() override;

    // --- from any thread ---
    void connected(const room::ClientPtr& client);
    void disconnected(const room::ClientPtr& client);
    /// A message that is about a game or the lobby; `text` is what the client said.
    void forward(const room::ClientPtr& client, msg::Request request, std::string text, Ms at);
    /// The whole game again, for a client that was too slow for it.
    void resync(const room::ClientPtr& client, Id game);
    void forget_person(Id user);
    void set_mute(Id user, Id muted, bool on);
    void revoke(const room::Revocation& revocation);
    /// The standings of a tournament changed.
    void standings_changed(Id tournament);
    /// A game as its owner sees it, for somebody; nothing where nobody owns it, or no answer came. Waits for
    /// it.
    std::optional<json> inspect(Id game, Id user);
    bool owns_lobby() const { return lobby_epoch_ != 0; }
    Id self() const { return self_; }

    Id place() override;
    bool begun(const model::Setup& setup, Id node) override;
    std::size_t running() const override { return running_; }
    room::Guard lobby_lease() const override;

    /// Every second, on a thread that does nothing else: says that this node lives, and finds who else does.
    /// How long it takes does not depend on how much there is to own.
    void beat();
    /// Every second, on another thread: takes over what nobody owns.
    void tend();
    /// Gives everything up for the others to take.
    void leave();
    /// Sends what is still to be sent; hears nothing any more.
    void close();

    struct Figures {
        std::size_t nodes = 0;
        std::uint64_t resent = 0, refused = 0, taken_over = 0, restarts = 0;
    };
    Figures figures() const;

private:
    class Proxy;
    /// Something that a client said, on its way to an owner. Client 0: nobody waits for an answer.
    struct Ask {
        Int client = 0;
        Id resource = 0;
        std::string text;
        Ms at = 0;
        Ms lag = 0;
        /// Only with the first that a client says to a node.
        std::optional<json> introduction;
    };
    /// One of our own clients: what it follows, to say it again to new owners.
    struct Local {
        room::ClientPtr client;
        std::map<Id, std::string> games;  // the last turn it played there
        bool lobby = false;
        std::map<Id, std::string> arenas;
        std::vector<std::pair<Id, std::string>> seeks;  // ids, 0 until told
        std::set<Id> known_to;                          // nodes
    };
    struct Route {
        Id node = 0;  // 0: being looked up
        std::vector<Ask> waiting;
    };

    Nodes(room::Host& host, const bus::Seal& seal, std::string name);
    static std::string subject(Id node);
    Status listen(Id node);
    void restart();
    void become(Id node);
    void view(const std::vector<store::Node>& live);
    void meet(Id node);
    void peer_gone(Id node);
    void take_over();
    void open_owned();
    void keep_links();

    // --- on the strand: our own clients ---
    void ask(Ask ask);
    void look_up(Id resource);
    void found(Id resource, bool failed, const std::optional<store::Lease>& lease);
    void deliver(Id node, Ask ask);
    void rejoin(Int client, Id resource);
    void refuse(const Ask& ask, std::string_view why);
    void tell(Int client, const msg::Text& text);
    void moved(Id node, const json& message);
    void forget_seeks(const std::vector<Id>& users);

    // --- on the strand: what we own ---
    void take_ask(Id from, Ask ask);
    void open(Id resource);
    void opened(Id resource, bool failed, bool ours, const store::Fence& fence);
    void perform(Id from, const Ask& ask);
    void client_gone(Id from, Int client);

    void take(Id from, std::string_view payload);
    void send(Id to, const json& message);
    void send_all(const json& message);

    room::Host& host_;
    room::Services& services_;
    const bus::Seal seal_;
    const std::string name_;
    std::unique_ptr<bus::Bus> bus_;
    std::shared_ptr<room::Strand> strand_;

    std::atomic<Id> self_{0};
    std::atomic<Int> lobby_epoch_{0};
    std::atomic<std::size_t> running_{0};
    std::atomic<std::uint64_t> resent_{0}, refused_{0}, taken_over_{0}, restarts_{0};
    mutable std::mutex mutex_;
    std::vector<Id> live_;                                          // this node too
    std::map<Int, std::shared_ptr<std::promise<json>>> questions_;  // to other nodes
    Int last_question_ = 0;
    int tended_ = 0;  // for the thread that tends alone

    // What follows is for the strand alone.
    std::unique_ptr<bus::Links> links_;
    room::Strand::Timer link_timer_;
    bool closed_ = false;
    std::map<Id, int> peers_;  // and in how many lists of living nodes each was missing
    std::set<Id> dead_;
    std::unordered_map<Int, Local> locals_;
    std::unordered_map<Id, Route> routes_;
    std::map<std::pair<Id, Int>, std::shared_ptr<Proxy>> proxies_;
    std::unordered_map<Id, std::vector<std::pair<Id, Ask>>> opening_;
};

}  // namespace stockade::server::cluster
