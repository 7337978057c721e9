#include "server/cluster/presence.h"

namespace stockade::server::cluster {

void Presence::start() {
    directory_.connect(
        [this](UserId user, bool here) {
            strand_->post([this, user, here] { membership_.send_all(Here{{user}, here}); });
        },
        [this](NodeId node, UserId user, const msg::Text& message) {
            strand_->post([this, node, user, message] { peers_.send(node, TellUser{user, message}); });
        });
}

void Presence::stop() {
    directory_.connect({}, [](NodeId, UserId, const msg::Text&) {});
}

void Presence::introduce(NodeId node) { peers_.send(node, Here{directory_.people_here(), true}); }

void Presence::here(NodeId node, const Here& message) {
    for (const UserId user : message.users) directory_.note_elsewhere(node, user, message.on);
}

}  // namespace stockade::server::cluster
