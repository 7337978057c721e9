// A client of the server for programs and tests: requests and a WebSocket, one call at a time, each with its
// patience.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace stockade::server::client {

struct Url {
    std::string host;
    std::string port;
    bool tls = false;
    std::string authorities{};  ///< file of certificates to trust; empty: the system's
};
/// `http://HOST[:PORT][/]`, or https.
Result<Url> parse_url(std::string_view text);
/// Whether the trusted certificates can be loaded. If not, trying again is useless.
Status check_authorities(const Url& url);

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Answer {
    int status = 0;
    std::string body;
    std::map<std::string, std::string> headers;  ///< names in lower case; the first of each
    /// The session's cookie that was set, as it is to be sent back; empty: none.
    std::string cookie() const;
};

Result<Answer> call(const Url& url, const std::string& method, const std::string& target,
                    const std::string& body, const Headers& headers, Milliseconds patience = 10s);

class WebSocket {
public:
    static Result<WebSocket> connect(const Url& url, const Headers& headers, Milliseconds patience = 10s);
    WebSocket(WebSocket&&) noexcept;
    WebSocket& operator=(WebSocket&&) noexcept;
    ~WebSocket();

    Status send(const std::string& text);
    /// The next message; nothing when none came in time; an error once the connection has ended.
    Result<std::optional<std::string>> receive(Milliseconds patience);
    /// Politely.
    void close();
    /// Ends the connection without a closing handshake, like a cut cable.
    void cut();

private:
    struct Impl;
    explicit WebSocket(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace stockade::server::client
