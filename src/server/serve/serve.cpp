#include "server/serve/serve.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/signal_set.hpp>
#include <cstdlib>
#include <future>
#include <thread>

#include "base/messages/serve.h"
#include "server/http/listener.h"
#include "server/log.h"
#include "server/net/tls.h"
#include "server/ws/socket.h"

namespace stockade::server {
namespace {

constexpr std::array<int, net::kLanes> kLaneThreads{4, 2, 2, 1};
// Searches and pictures never hold a connection that a quick request waits for. Passwords are a lookup each,
// and then none.
constexpr int kReaders = kLaneThreads[0] + kLaneThreads[1] + kLaneThreads[3];
constexpr Milliseconds kGoodbye = 3s;

/// Each connection is an open file.
void raise_file_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

}  // namespace

struct Server::Impl {
    std::unique_ptr<net::TlsContext> tls;
    std::unique_ptr<store::Store> store;
    net::AsioRuntime runtime;
    Platform platform;
    http::Api api;
    http::Pages pages;
    ws::Sockets sockets;
    http::Listener listener;
    std::uint16_t port = 0;
    bool stopped = false;
    std::shared_ptr<room::Strand> strand;
    room::Strand::Timer tender;

    Impl(const Settings& settings, std::unique_ptr<net::TlsContext> the_tls,
         std::unique_ptr<store::Store> the_store, const http::Site* site)
        : tls(std::move(the_tls)),
          store(std::move(the_store)),
          runtime(settings.threads, kLaneThreads, settings.limits),
          platform(settings, *store, runtime),
          api(platform),
          pages(platform, site),
          sockets(platform),
          listener(
              runtime, platform, api, pages,
              [this](net::Stream stream, http::Upgrade upgrade) {
                  sockets.accept(std::move(stream), std::move(upgrade.request), std::move(upgrade.person),
                                 upgrade.login, std::move(upgrade.mutes), std::move(upgrade.address),
                                 std::move(upgrade.place));
              },
              site, tls.get()),
          strand(runtime.make_strand()) {}

    void tend_on() {
        tender = strand->after(platform.settings().patience.silence / 60, [this] {
            sockets.tend();
            tend_on();
        });
    }

    void stop() {
        if (stopped) return;
        stopped = true;
        listener.close();
        platform.stop();
        store->close();  // everything accepted is stored, and on its way to the rooms
        // Rooms tell what was stored on strands of their own: a round through the context lets them.
        std::promise<void> told;
        strand->post([&] {
            tender.reset();
            told.set_value();
        });
        told.get_future().wait();
        platform.close();
        sockets.close_all();
        const auto until = std::chrono::steady_clock::now() + kGoodbye;
        while (sockets.size() > 0 && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(10ms);
        runtime.stop();
    }
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() { stop(); }
std::uint16_t Server::port() const { return impl_->port; }
Platform& Server::platform() { return impl_->platform; }
void Server::stop() { impl_->stop(); }

Result<std::unique_ptr<Server>> Server::start(const Settings& settings, const http::Site* site) {
    raise_file_limit();
    if (!auth::start_sodium()) return error<"serve.sodium">();
    auto tls = net::server_tls(settings.tls_certificate, settings.tls_key);
    if (!tls) return tls.error();
    const auto sharing = settings.bus.url.empty() ? store::Sharing::kAlone : store::Sharing::kNodes;
    auto store = store::Store::open(settings.database, kReaders, settings.timeouts, sharing);
    if (!store) return store.error();
    auto impl = std::make_unique<Impl>(settings, std::move(*tls), std::move(*store), site);
    impl->runtime.run();
    auto server = std::unique_ptr<Server>(new Server(std::move(impl)));
    if (const auto started = server->platform().start(); !started) return started.error();
    const auto port = server->impl_->listener.open(settings.address, settings.port);
    if (!port) return port.error();
    server->impl_->port = *port;
    server->impl_->strand->post([impl = server->impl_.get()] { impl->tend_on(); });
    return server;
}

Status serve(const Settings& settings, const http::Site* site,
             const std::function<void(std::uint16_t)>& on_ready) {
    auto server = Server::start(settings, site);
    if (!server) return server.error();
    // Signals come to a context of their own, on this thread.
    boost::asio::io_context context;
    boost::asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code, int) { context.stop(); });
    if (on_ready) on_ready((*server)->port());
    context.run();
    log(Level::kInfo, "stopping", {});
    signals.clear();  // a second one ends it at once
    // The server ends even if the database is silent or the disk hangs. Turns that were not stored by then
    // have not been shown to anybody.
    std::promise<void> stopped;
    std::thread guard([&, done = stopped.get_future()] {
        if (done.wait_for(settings.patience.stop) == std::future_status::ready) return;
        log(Level::kError, "stopping took too long: ends at once", {});
        std::_Exit(EXIT_FAILURE);
    });
    (*server)->stop();
    stopped.set_value();
    guard.join();
    return Done{};
}

}  // namespace stockade::server
