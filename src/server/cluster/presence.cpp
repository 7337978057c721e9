#include "server/cluster/presence.h"

namespace stockade::server::cluster {

void Presence::start() {
    directory_.connect(
        [this](Id user, bool here) {
            strand_->post([this, user, here] { membership_.send_all(Here{{user}, here}); });
        },
        [this](Id node, Id user, const msg::Text& message) {
            strand_->post([this, node, user, message] { peers_.send(node, TellUser{user, message}); });
        });
}

void Presence::stop() {
    directory_.connect({}, [](Id, Id, const msg::Text&) {});
}

void Presence::introduce(Id node) { peers_.send(node, Here{directory_.people_here(), true}); }

void Presence::here(Id node, const Here& message) {
    for (const Id user : message.users) directory_.note_elsewhere(node, user, message.on);
}

}  // namespace stockade::server::cluster
