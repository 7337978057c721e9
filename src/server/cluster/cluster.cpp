#include "server/cluster/cluster.h"

#include "base/messages/serve.h"
#include "server/cluster/nodes.h"
#include "server/cluster/single.h"

namespace stockade::server::cluster {

Result<std::unique_ptr<Cluster>> join(room::Host& host, const Settings& settings) {
    const bool postgres = settings.database == "postgresql";
    if (settings.bus.url.empty()) return Single::start(host, postgres);
    if (!postgres) return error<"serve.bus-database">("text"_a = settings.database);
    return Nodes::join(host, settings);
}

}  // namespace stockade::server::cluster
