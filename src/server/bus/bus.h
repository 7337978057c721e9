// Bus: sends bytes to subjects of NATS and receives them. A message may be lost without notice; links.h
// repeats lost messages.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stockade::server::bus {

/// The address and credentials of NATS.
struct Address {
    std::string url;          ///< `nats://[USER:PASSWORD@]HOST:PORT`, or `tls://` for TLS
    std::string credentials;  ///< a file with the JWT and the nkey of a user; empty: none
    std::string authorities;  ///< a file of certificates to trust with TLS; empty: the system's
};

class Bus {
public:
    /// Comes back by itself after the connection was lost.
    static Result<std::unique_ptr<Bus>> connect(const Address& address, const std::string& name);
    ~Bus();

    /// `take` is called on a thread of the library's.
    using Take = std::function<void(std::string_view data)>;
    Status subscribe(const std::string& subject, Take take);
    /// Ends all that was subscribed to; nothing is taken after this.
    void unsubscribe();
    /// False for what NATS will never take, because it is too large.
    [[nodiscard]] bool publish(const std::string& subject, std::string_view data);
    /// Waits until everything published has reached the server; a second at most.
    void flush();
    bool connected() const;

private:
    struct Impl;
    explicit Bus(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace stockade::server::bus
