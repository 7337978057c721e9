#include "server/http/listener.h"

#include <algorithm>
#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "base/messages/serve.h"
#include "base/messages/server.h"
#include "server/auth/quota.h"
#include "server/log.h"
#include "server/net/address.h"

namespace stockade::server::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = beast::http;
using Tcp = asio::ip::tcp;
using asio::use_awaitable;

namespace {

constexpr std::uint32_t kMaxHeaderBytes = 16 * 1024;
constexpr std::uint64_t kMaxBodyBytes = 16 * 1024;
constexpr std::size_t kMaxBuffered = 64 * 1024;  // of requests that were sent before they were asked for
constexpr std::size_t kPartBytes = 64 * 1024;    // of an answer that go out at once
constexpr std::size_t kMaxConnections = 20'000;
constexpr std::size_t kMaxOfAddress = 200;
// The most refused connections at a time that get an answer; with TLS each of them costs a handshake.
constexpr std::size_t kMaxRefusals = 100;
constexpr std::size_t kMaxTlsRefusals = 20;
constexpr std::size_t kMaxDownloads = 200;  // files that are sent part by part
constexpr std::size_t kMaxDownloadsOfAddress = 2;
// Told to browsers that came by TLS: for a year, come by nothing else.
constexpr std::string_view kStrictTransport = "max-age=31536000";

std::string text(beast::string_view view) { return {view.data(), view.size()}; }
std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

struct Listener::Impl : std::enable_shared_from_this<Listener::Impl> {
    net::AsioRuntime& runtime;
    Platform& platform;
    Api& api;
    Pages& pages;
    const OnUpgrade on_upgrade;
    const Site* site;
    net::TlsContext* tls;
    const Patience& patience;
    Tcp::acceptor acceptor;
    const std::shared_ptr<auth::Quota> connections;
    const std::shared_ptr<auth::Quota> callers;  // behind proxies: requests in progress and sockets
    const std::shared_ptr<auth::Quota> refusals = auth::Quota::make(tls ? kMaxTlsRefusals : kMaxRefusals, 0);
    const std::shared_ptr<auth::Quota> downloads;
    // Parts of downloads are made one after another: they never hold all threads that searches wait for.
    const asio::strand<asio::thread_pool::executor_type> parts;

    Impl(net::AsioRuntime& the_runtime, Platform& the_platform, Api& the_api, Pages& the_pages,
         OnUpgrade the_on_upgrade, const Site* the_site, net::TlsContext* the_tls)
        : runtime(the_runtime),
          platform(the_platform),
          api(the_api),
          pages(the_pages),
          on_upgrade(std::move(the_on_upgrade)),
          site(the_site),
          tls(the_tls),
          patience(the_platform.settings().patience),
          acceptor(asio::make_strand(the_runtime.context())),
          connections(quota(kMaxConnections, kMaxOfAddress)),
          callers(quota(0, kMaxOfAddress)),
          downloads(quota(kMaxDownloads, kMaxDownloadsOfAddress)),
          parts(asio::make_strand(the_runtime.workers(net::Lane::kArchive))) {}

    std::shared_ptr<auth::Quota> quota(std::size_t in_all, std::size_t of_address) const {
        const bool limits = platform.settings().limits;
        return auth::Quota::make(limits ? in_all : 0, limits ? of_address : 0);
    }

    /// The other end of a connection, and its slot in the count of connections. If the connection becomes a
    /// socket, the socket keeps the slot.
    struct Peer {
        net::Address address;
        bool proxy =
            false;  // a trusted one: its requests are counted, each by its caller, not its connections
        auth::Quota::Slot slot;
    };

    bool trusted(const net::Address& address) const {
        const auto& proxies = platform.settings().trusted_proxies;
        return std::any_of(proxies.begin(), proxies.end(),
                           [&](const net::Network& network) { return network.contains(address); });
    }

    asio::awaitable<void> accept() {
        const auto self = shared_from_this();
        beast::error_code problem;
        while (acceptor.is_open()) {
            auto socket =
                co_await acceptor.async_accept(asio::any_io_executor(asio::make_strand(runtime.context())),
                                               asio::redirect_error(use_awaitable, problem));
            if (problem == asio::error::operation_aborted) break;
            if (problem) {
                // Mostly too many open files: the next attempt waits for some to close.
                log(Level::kWarning, "accept failed", {{"why", problem.message()}});
                asio::steady_timer timer(co_await asio::this_coro::executor, 100ms);
                co_await timer.async_wait(asio::redirect_error(use_awaitable, problem));
                continue;
            }
            socket.set_option(Tcp::no_delay(true), problem);
            const auto endpoint = socket.remote_endpoint(problem);
            if (problem) continue;
            auto peer = std::make_unique<Peer>();
            peer->address = net::Address::parse(endpoint.address().to_string()).value_or(net::Address{});
            peer->proxy = trusted(peer->address);
            const auto full =
                connections->take(peer->proxy ? std::string() : peer->address.limit_key(), peer->slot);
            const auto executor = socket.get_executor();
            net::Stream stream(net::TcpStream(std::move(socket)), tls);
            if (full != auth::Quota::Full::kNo) {
                platform.dropped().fetch_add(1, std::memory_order_relaxed);
                // A few at a time get an answer.
                if (refusals->take("", peer->slot) != auth::Quota::Full::kNo) continue;
                asio::co_spawn(
                    executor,
                    [self, stream = std::move(stream), peer = std::move(peer), full]() mutable {
                        return self->turn_away(std::move(stream), std::move(peer), full);
                    },
                    asio::detached);
                continue;
            }
            asio::co_spawn(
                executor,
                [self, stream = std::move(stream), peer = std::move(peer)]() mutable {
                    return self->serve(std::move(stream), std::move(peer));
                },
                asio::detached);
        }
    }

    static Reply too_many(auth::Quota::Full full) {
        auto reply = full == auth::Quota::Full::kOfKey
                         ? error_reply(429, error<"server.connections-of-address">("most"_a = kMaxOfAddress))
                         : error_reply(503, error<"server.busy">());
        reply.headers.emplace_back("Retry-After", "1");
        return reply;
    }

    asio::awaitable<void> turn_away(net::Stream stream, std::unique_ptr<Peer>, auth::Quota::Full full) {
        const auto self = shared_from_this();
        if (co_await shake_hands(stream, patience.goodbye)) co_await refuse(stream, too_many(full));
    }

    /// Says whether the connection can be used.
    static asio::awaitable<bool> shake_hands(net::Stream& stream, Milliseconds time) {
        beast::error_code problem;
        if (auto* secure = stream.tls()) {
            stream.tcp().expires_after(time);
            co_await secure->async_handshake(asio::ssl::stream_base::server,
                                             asio::redirect_error(use_awaitable, problem));
        }
        co_return !problem;
    }

    asio::awaitable<void> serve(net::Stream stream, std::unique_ptr<Peer> peer) {
        const auto self = shared_from_this();
        beast::flat_buffer buffer(kMaxBuffered);
        beast::error_code problem;
        auto token = asio::redirect_error(use_awaitable, problem);
        if (!co_await shake_hands(stream, patience.request)) co_return;
        for (;;) {
            beast_http::request_parser<beast_http::string_body> parser;
            parser.header_limit(kMaxHeaderBytes);
            parser.body_limit(kMaxBodyBytes);
            // The first byte may take its time, the rest may not.
            if (buffer.size() == 0) {
                stream.tcp().expires_after(patience.idle);
                const auto read = co_await stream.async_read_some(buffer.prepare(4096), token);
                if (problem) co_return;
                buffer.commit(read);
            }
            stream.tcp().expires_after(patience.request);
            co_await beast_http::async_read(stream, buffer, parser, token);
            if (problem) {
                if (auto reply = refusal_of(problem)) co_await refuse(stream, std::move(*reply));
                co_return;
            }
            const auto& request = parser.get();
            const auto target = view(request.target());
            const auto path = target.substr(0, target.find('?'));
            const bool head = request.method() == beast_http::verb::head;
            const bool keep = request.keep_alive();
            ApiRequest asked = describe(request, *peer);
            auth::Quota::Slot caller;
            if (peer->proxy && callers->take(asked.address, caller) != auth::Quota::Full::kNo) {
                platform.dropped().fetch_add(1, std::memory_order_relaxed);
                if (!co_await write(stream, too_many(auth::Quota::Full::kOfKey), keep, head) || !keep) break;
                continue;
            }
            if (path == "/ws" && beast::websocket::is_upgrade(request)) {
                auto place = std::make_shared<std::pair<std::unique_ptr<Peer>, auth::Quota::Slot>>(
                    std::move(peer), std::move(caller));
                co_await upgrade(std::move(stream), parser.release(), std::move(asked), std::move(place));
                co_return;
            }
            const bool dynamic = path.substr(0, 5) == "/api/" || path == "/ws";
            Reply reply;
            auth::Quota::Slot download;
            if (path == "/health" || path == "/metrics") {
                // Never waits for the database, and is wanted most when everything else does.
                reply = api.respond(asked);
            } else if (dynamic) {
                const auto respond = [this, &asked] { return api.respond(asked); };
                reply = co_await in_lane(Api::lane_of(asked), asked, respond);
                if (reply.stream)
                    if (const auto full = downloads->take(asked.address, download);
                        full != auth::Quota::Full::kNo)
                        reply = busy(full);
            } else if (const auto lane = Pages::lane_of(path)) {
                const auto draw = [this, &asked] { return pages.respond(asked); };
                // Quick ones never wait, as files do not.
                if (*lane == net::Lane::kQuick)
                    reply = draw();
                else
                    reply = co_await in_lane(*lane, asked, draw);
            } else if (site) {
                reply = reply_of(site->respond({view(request.method_string()), target,
                                                view(request[beast_http::field::accept_encoding]),
                                                view(request[beast_http::field::if_none_match])}));
            } else {
                reply = reply_of(error_response(404, "There is no page here, only the API."));
            }
            if (!co_await write(stream, std::move(reply), keep, head) || !keep) break;
        }
        co_await say_goodbye(stream);
    }

    /// The reply to a request that cannot be read; empty if the connection is gone.
    static std::optional<Reply> refusal_of(const beast::error_code& problem) {
        if (problem == beast_http::error::header_limit)
            return error_reply(431, error<"server.headers-long">("most"_a = kMaxHeaderBytes));
        if (problem == beast_http::error::body_limit)
            return error_reply(413, error<"server.body-long">("most"_a = kMaxBodyBytes));
        const bool of_http = problem.category() == make_error_code(beast_http::error::bad_method).category();
        if (!of_http || problem == beast_http::error::partial_message ||
            problem == beast_http::error::end_of_stream)
            return std::nullopt;
        return error_reply(400, error<"server.request-form">());
    }

    /// Tells why, and takes what is still coming for a moment: a connection that is closed over unread bytes
    /// takes its last answer with it.
    asio::awaitable<void> refuse(net::Stream& stream, Reply reply) {
        beast::error_code problem;
        auto token = asio::redirect_error(use_awaitable, problem);
        if (!co_await write(stream, std::move(reply), false, false)) co_return;
        if (!stream.tls()) stream.tcp().socket().shutdown(Tcp::socket::shutdown_send, problem);
        stream.tcp().expires_after(patience.goodbye);
        std::array<char, 4096> rest;
        for (std::size_t taken = 0; !problem && taken < kMaxBuffered;)
            taken += co_await stream.async_read_some(asio::buffer(rest), token);
    }

    asio::awaitable<void> say_goodbye(net::Stream& stream) {
        beast::error_code ignored;
        if (auto* secure = stream.tls()) {
            stream.tcp().expires_after(patience.goodbye);
            co_await secure->async_shutdown(asio::redirect_error(use_awaitable, ignored));
        }
        stream.tcp().socket().shutdown(Tcp::socket::shutdown_send, ignored);
    }

    template <class Request>
    ApiRequest describe(const Request& request, const Peer& peer) const {
        ApiRequest result;
        result.method = text(request.method_string());
        if (result.method == "HEAD") result.method = "GET";
        result.target = text(request.target());
        result.body = request.body();
        result.content_type = text(request[beast_http::field::content_type]);
        result.origin = text(request[beast_http::field::origin]);
        result.host = text(request[beast_http::field::host]);
        result.cookie = text(request[beast_http::field::cookie]);
        result.authorization = text(request[beast_http::field::authorization]);
        result.if_none_match = text(request[beast_http::field::if_none_match]);
        std::vector<std::string> forwarded;
        const auto lines = request.equal_range("X-Forwarded-For");
        for (auto line = lines.first; line != lines.second; ++line) forwarded.push_back(text(line->value()));
        result.address =
            net::caller_of(peer.address, forwarded, platform.settings().trusted_proxies).limit_key();
        const auto& readers = platform.settings().metrics_readers;
        // A proxy at such an address speaks for others, trusted or not.
        result.metrics =
            std::any_of(readers.begin(), readers.end(),
                        [&](const net::Network& network) { return network.contains(peer.address); }) &&
            forwarded.empty() && !request.count(beast_http::field::via) &&
            !request.count(beast_http::field::forwarded) && !request.count("X-Real-IP");
        return result;
    }

    static Reply busy(auth::Quota::Full full) {
        auto reply = full == auth::Quota::Full::kOfKey ? error_reply(429, error<"server.too-many-requests">())
                                                       : error_reply(503, error<"server.busy">());
        reply.headers.emplace_back("Retry-After", "1");
        return reply;
    }

    /// Runs on a thread that may wait, and comes back to the connection's own.
    template <class Work>
    asio::awaitable<Reply> in_lane(net::Lane lane, const ApiRequest& asked, const Work& work) {
        auth::Quota::Slot slot;
        const auto full = runtime.quota(lane).take(asked.address, slot);
        if (full != auth::Quota::Full::kNo) co_return busy(full);
        // By reference: g++ 12 destroys what a lambda inside an awaited expression holds twice (GCC bug
        // 99576).
        auto reply = co_await asio::co_spawn(
            runtime.workers(lane), [&work]() -> asio::awaitable<Reply> { co_return work(); }, use_awaitable);
        co_return reply;
    }

    /// Identifies the user of a new socket, or answers why there is none. Waits for the database.
    std::optional<Reply> recognise(const ApiRequest& asked, Upgrade& upgrade) {
        try {
            const auto identity = api.identify(asked);
            if (!identity)
                return asked.authorization.empty()
                           ? std::nullopt
                           : std::optional(error_reply(401, error<"server.token-invalid">()));
            const auto& user = identity->user;
            upgrade.login = identity->login.id;
            auto& person = upgrade.person.emplace();
            person.user = user.id;
            person.name = user.name;
            person.kind = user.kind;
            platform.store().read([&](store::Database& database) {
                for (const auto& [id, name] : store::mutes_of(database, user.id)) upgrade.mutes.insert(id);
            });
            return std::nullopt;
        } catch (const std::exception& problem) {
            log(Level::kError, "request failed", {{"route", "/ws"}, {"why", reason(problem)}});
            return error_reply(500, error<"server.internal">());
        }
    }

    asio::awaitable<void> upgrade(net::Stream stream, beast_http::request<beast_http::string_body> request,
                                  ApiRequest asked, std::shared_ptr<void> place) {
        std::optional<Reply> refused;
        Upgrade taken;
        if (platform.stopping()) {
            refused = error_reply(503, error<"server.stopping">());
        } else if (!api.origin_allowed(asked.origin, asked.host)) {
            refused = error_reply(403, error<"server.origin">());
        } else if (auto often = api.too_often(asked)) {
            refused = std::move(often);
        } else if (!asked.cookie.empty() || !asked.authorization.empty()) {
            auth::Quota::Slot slot;
            if (const auto full = runtime.quota(net::Lane::kQuick).take(asked.address, slot);
                full != auth::Quota::Full::kNo)
                refused = busy(full);
            else
                co_await asio::co_spawn(
                    runtime.workers(net::Lane::kQuick),
                    [&]() -> asio::awaitable<void> {
                        refused = recognise(asked, taken);
                        co_return;
                    },
                    use_awaitable);
        }
        if (refused) {
            co_await refuse(stream, std::move(*refused));
            co_return;
        }
        taken.request = std::move(request);
        taken.address = std::move(asked.address);
        taken.place = std::move(place);
        on_upgrade(std::move(stream), std::move(taken));
    }

    asio::awaitable<bool> write(net::Stream& stream, Reply reply, bool keep, bool head) {
        beast::error_code problem;
        auto token = asio::redirect_error(use_awaitable, problem);
        beast_http::response<beast_http::empty_body> message;
        message.version(11);
        message.result(static_cast<unsigned>(reply.status));
        if (!reply.type.empty()) {
            // Of the API; pages bring their own.
            message.set(beast_http::field::content_type, reply.type);
            message.set(beast_http::field::cache_control, "no-store");
            message.set("X-Content-Type-Options", "nosniff");
            message.set("Cross-Origin-Resource-Policy", "same-origin");
            message.set("Content-Security-Policy", "default-src 'none'");
        }
        const auto& settings = platform.settings();
        if (tls || settings.secure_cookies)
            message.set(beast_http::field::strict_transport_security,
                        beast::string_view(kStrictTransport.data(), kStrictTransport.size()));
        for (const auto& [name, value] : reply.headers) message.insert(name, value);
        message.keep_alive(keep);
        stream.tcp().expires_after(patience.answer);
        if (reply.stream) {
            message.chunked(true);
            beast_http::response_serializer<beast_http::empty_body> serializer{message};
            co_await beast_http::async_write_header(stream, serializer, token);
            for (bool more = !head; more && !problem;) {
                std::string part;
                more = co_await asio::co_spawn(
                    parts, [&]() -> asio::awaitable<bool> { co_return reply.stream(part); }, use_awaitable);
                stream.tcp().expires_after(patience.answer);
                if (!part.empty() && !problem)
                    co_await asio::async_write(stream, beast_http::make_chunk(asio::buffer(part)), token);
            }
            if (!problem && !head) co_await asio::async_write(stream, beast_http::make_chunk_last(), token);
            co_return !problem;
        }
        const std::string_view body = reply.fixed.empty() ? std::string_view(reply.body) : reply.fixed;
        if (reply.status != 304) message.content_length(reply.length ? reply.length : body.size());
        beast_http::response_serializer<beast_http::empty_body> serializer{message};
        co_await beast_http::async_write_header(stream, serializer, token);
        for (std::size_t at = 0; !problem && !head && at < body.size(); at += kPartBytes) {
            stream.tcp().expires_after(patience.answer);
            co_await asio::async_write(stream, asio::buffer(body.substr(at, kPartBytes)), token);
        }
        co_return !problem;
    }
};

Listener::Listener(net::AsioRuntime& runtime, Platform& platform, Api& api, Pages& pages,
                   OnUpgrade on_upgrade, const Site* site, net::TlsContext* tls)
    : impl_(std::make_shared<Impl>(runtime, platform, api, pages, std::move(on_upgrade), site, tls)) {}

Result<std::uint16_t> Listener::open(const std::string& address_text, std::uint16_t port) {
    beast::error_code problem;
    const auto address = asio::ip::make_address(address_text, problem);
    if (problem) return error<"serve.address">("text"_a = address_text);
    auto& acceptor = impl_->acceptor;
    const Tcp::endpoint endpoint(address, port);
    acceptor.open(endpoint.protocol(), problem);
    if (!problem) acceptor.set_option(asio::socket_base::reuse_address(true), problem);
    if (!problem) acceptor.bind(endpoint, problem);
    if (!problem) acceptor.listen(asio::socket_base::max_listen_connections, problem);
    if (problem)
        return error<"serve.port">("port"_a = port, "address"_a = address_text,
                                   "reason"_a = problem.message());
    const auto taken = acceptor.local_endpoint().port();
    asio::co_spawn(
        acceptor.get_executor(), [impl = impl_] { return impl->accept(); }, asio::detached);
    return taken;
}

void Listener::close() {
    asio::post(impl_->acceptor.get_executor(), [impl = impl_] {
        beast::error_code ignored;
        impl->acceptor.close(ignored);
    });
}

}  // namespace stockade::server::http
