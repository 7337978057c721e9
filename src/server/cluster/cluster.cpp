#include "server/cluster/cluster.h"

#include "base/messages/serve.h"
#include "server/cluster/nodes.h"
#include "server/cluster/single.h"

namespace stockade::server::cluster {

Result<std::unique_ptr<Cluster>> join(room::Host& host, const Settings& settings) {
    if (settings.bus.url.empty()) return Single::start(host);
    if (settings.database != "postgresql") return error<"serve.bus-database">("text"_a = settings.database);
    return Nodes::join(host, settings);
}

}  // namespace stockade::server::cluster
