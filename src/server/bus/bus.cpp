#include "server/bus/bus.h"

#include <nats/nats.h>

#include <mutex>
#include <vector>

#include "base/messages/serve.h"
#include "server/log.h"

namespace stockade::server::bus {
namespace {

constexpr int kConnectMs = 5000;
constexpr int kReconnectWaitMs = 250;
constexpr int kPingMs = 2000;
constexpr int kMaxPings = 2;
constexpr int kPending = 1 << 16;                // messages that wait to be taken
constexpr int kPendingBytes = 64 * 1024 * 1024;  // of them

constexpr const char* kSystemAuthorities = "/etc/ssl/certs/ca-certificates.crt";

/// The host of a URL, without credentials and port.
std::string host_of(const std::string& url) {
    const auto scheme = url.find("://");
    if (scheme == url.npos) return {};
    auto host = url.substr(scheme + 3);
    host = host.substr(0, host.find('/'));
    if (const auto at = host.rfind('@'); at != host.npos) host.erase(0, at + 1);
    if (!host.empty() && host[0] == '[') return host.substr(1, host.find(']') - 1);
    return host.substr(0, host.find(':'));
}

struct Taker {
    Bus::Take take;
    std::mutex mutex;
    bool over = false;
};
using TakerPtr = std::shared_ptr<Taker>;

struct Subscription {
    natsSubscription* handle = nullptr;
    TakerPtr taker;
};

void on_message(natsConnection*, natsSubscription*, natsMsg* message, void* closure) {
    auto& taker = **static_cast<TakerPtr*>(closure);
    {
        const std::lock_guard lock(taker.mutex);
        if (!taker.over)
            taker.take({natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))});
    }
    natsMsg_Destroy(message);
}

/// The library's thread has ended, so the object that it used can be deleted.
void on_complete(void* closure) { delete static_cast<TakerPtr*>(closure); }

// Without one the library writes to standard error itself.
void on_error(natsConnection*, natsSubscription*, natsStatus status, void*) {
    log(Level::kWarning, "bus", {{"why", natsStatus_GetText(status)}});
}
void on_lost(natsConnection*, void*) { log(Level::kWarning, "bus lost", {}); }
void on_back(natsConnection*, void*) { log(Level::kInfo, "bus is back", {}); }

}  // namespace

struct Bus::Impl {
    natsOptions* options = nullptr;
    natsConnection* connection = nullptr;
    std::mutex mutex;
    std::vector<Subscription> subscriptions;

    ~Impl() {
        natsConnection_Close(connection);
        natsConnection_Destroy(connection);
        natsOptions_Destroy(options);
    }
};

Bus::Bus(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Bus::~Bus() { unsubscribe(); }

Result<std::unique_ptr<Bus>> Bus::connect(const Address& address, const std::string& name) {
    const auto& url = address.url;
    const auto scheme = url.substr(0, url.find("://"));
    const auto host = host_of(url);
    const bool tls = scheme == "tls";
    // The address may contain a password, so the message shows only its beginning.
    if ((scheme != "nats" && !tls) || host.empty())
        return error<"serve.bus-address">("text"_a = url.substr(0, url.find(':')).substr(0, 20));
    if (!tls && !address.authorities.empty()) return error<"serve.bus-tls">();
    auto impl = std::make_unique<Impl>();
    auto status = natsOptions_Create(&impl->options);
    const auto set = [&](auto function, auto... values) {
        if (status == NATS_OK) status = function(impl->options, values...);
    };
    set(natsOptions_SetURL, url.c_str());
    set(natsOptions_SetName, name.c_str());
    if (tls) {
        set(natsOptions_SetSecure, true);
        set(natsOptions_LoadCATrustedCertificates,
            address.authorities.empty() ? kSystemAuthorities : address.authorities.c_str());
        set(natsOptions_SetExpectedHostname, host.c_str());
    }
    if (!address.credentials.empty())
        set(natsOptions_SetUserCredentialsFromFiles, address.credentials.c_str(),
            static_cast<const char*>(nullptr));
    set(natsOptions_SetTimeout, kConnectMs);
    set(natsOptions_SetMaxReconnect, -1);
    set(natsOptions_SetReconnectWait, kReconnectWaitMs);
    set(natsOptions_SetPingInterval, kPingMs);
    set(natsOptions_SetMaxPingsOut, kMaxPings);
    set(natsOptions_SetErrorHandler, on_error, nullptr);
    set(natsOptions_SetDisconnectedCB, on_lost, nullptr);
    set(natsOptions_SetReconnectedCB, on_back, nullptr);
    if (status == NATS_OK) status = natsConnection_Connect(&impl->connection, impl->options);
    if (status != NATS_OK)
        return error<"serve.bus">("subject"_a = host, "reason"_a = natsStatus_GetText(status));
    return std::unique_ptr<Bus>(new Bus(std::move(impl)));
}

Status Bus::subscribe(const std::string& subject, Take take) {
    Subscription subscription;
    subscription.taker = std::make_shared<Taker>();
    subscription.taker->take = std::move(take);
    auto* closure = new TakerPtr(subscription.taker);
    auto status = natsConnection_Subscribe(&subscription.handle, impl_->connection, subject.c_str(),
                                           on_message, closure);
    if (status != NATS_OK) {
        delete closure;
        return error<"serve.bus">("subject"_a = subject, "reason"_a = natsStatus_GetText(status));
    }
    natsSubscription_SetOnCompleteCB(subscription.handle, on_complete, closure);
    status = natsSubscription_SetPendingLimits(subscription.handle, kPending, kPendingBytes);
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->subscriptions.push_back(std::move(subscription));
    }
    // Once the server has answered, nothing that others send afterwards is missed.
    if (status == NATS_OK) status = natsConnection_FlushTimeout(impl_->connection, kConnectMs);
    if (status != NATS_OK)
        return error<"serve.bus">("subject"_a = subject, "reason"_a = natsStatus_GetText(status));
    return Done{};
}

void Bus::unsubscribe() {
    const std::lock_guard lock(impl_->mutex);
    for (auto& subscription : impl_->subscriptions) {
        natsSubscription_Unsubscribe(subscription.handle);
        natsSubscription_Destroy(subscription.handle);
        const std::lock_guard taking(subscription.taker->mutex);
        subscription.taker->over = true;
    }
    impl_->subscriptions.clear();
}

bool Bus::publish(const std::string& subject, std::string_view data) {
    // Any other failure is a loss like any other.
    return natsConnection_Publish(impl_->connection, subject.c_str(), data.data(),
                                  static_cast<int>(data.size())) != NATS_MAX_PAYLOAD;
}

void Bus::flush() { (void)natsConnection_FlushTimeout(impl_->connection, 1000); }

bool Bus::connected() const { return natsConnection_Status(impl_->connection) == NATS_CONN_STATUS_CONNECTED; }

}  // namespace stockade::server::bus
