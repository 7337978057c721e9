#include "server/client/client.h"

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cctype>

#include "base/messages/client.h"
#include "base/messages/server.h"
#include "server/net/tls.h"

namespace stockade::server::client {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Tcp = asio::ip::tcp;

namespace {

constexpr std::size_t kMaxAnswer = 64u << 20;

/// Runs an operation to its end; the stream's own patience bounds it. Timers of the stream may still wait
/// then: the context is not run until they end.
template <class Start>
beast::error_code finish(asio::io_context& context, Start start) {
    std::optional<beast::error_code> result;
    start([&result](beast::error_code problem, auto&&...) { result = problem; });
    context.restart();
    while (!result && context.run_one()) {
    }
    return result.value_or(asio::error::would_block);
}

Result<net::Stream> connect_to(asio::io_context& context, const Url& url, Milliseconds patience) {
    const auto tls = net::client_tls(url.tls, url.authorities);
    if (!tls) return tls.error();
    beast::error_code problem;
    Tcp::resolver resolver(context);
    const auto endpoints = resolver.resolve(url.host, url.port, problem);
    if (problem) return error<"server.at-field">("field"_a = url.host, "problem"_a = problem.message());
    auto stream = net::client_stream(net::TcpStream(context), tls->get(), url.host);
    stream.tcp().expires_after(patience);
    problem = finish(context, [&](auto done) { stream.tcp().async_connect(endpoints, done); });
    if (auto* secure = stream.tls(); secure && !problem)
        problem = finish(context,
                         [&](auto done) { secure->async_handshake(asio::ssl::stream_base::client, done); });
    if (problem)
        return error<"client.connect">("host"_a = url.host, "port"_a = url.port,
                                       "reason"_a = problem.message());
    return stream;
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
    constexpr std::string_view kPlain = "http://";
    constexpr std::string_view kSecure = "https://";
    const auto wrong = [&] { return error<"client.url">("text"_a = text.substr(0, 80)); };
    const bool tls = text.substr(0, kSecure.size()) == kSecure;
    if (!tls && text.substr(0, kPlain.size()) != kPlain) return wrong();
    auto rest = text.substr(tls ? kSecure.size() : kPlain.size());
    if (!rest.empty() && rest.back() == '/') rest.remove_suffix(1);
    if (rest.empty() || rest.find_first_of("/?#@ ") != rest.npos) return wrong();
    const auto colon = rest.rfind(':');
    if (colon == rest.npos) return Url{std::string(rest), tls ? "443" : "80", tls};
    const auto port = rest.substr(colon + 1);
    if (colon == 0 || port.empty() || port.find_first_not_of("0123456789") != port.npos || port.size() > 5)
        return wrong();
    return Url{std::string(rest.substr(0, colon)), std::string(port), tls};
}

Status check_authorities(const Url& url) {
    if (const auto tls = net::client_tls(url.tls, url.authorities); !tls) return tls.error();
    return Done{};
}

std::string Answer::cookie() const {
    const auto it = headers.find("set-cookie");
    return it == headers.end() ? std::string() : it->second.substr(0, it->second.find(';'));
}

Result<Answer> call(const Url& url, const std::string& method, const std::string& target,
                    const std::string& body, const Headers& headers, Milliseconds patience) {
    asio::io_context context;
    auto connected = connect_to(context, url, patience);
    if (!connected) return connected.error();
    auto& stream = *connected;
    http::request<http::string_body> request;
    request.version(11);
    request.method_string(method);
    request.target(target);
    request.set(http::field::host, url.host + ":" + url.port);
    for (const auto& [name, value] : headers) request.set(name, value);
    if (method != "GET") {
        request.set(http::field::content_type, "application/json");
        request.body() = body;
        request.prepare_payload();
    }
    request.keep_alive(false);
    auto problem = finish(context, [&](auto done) { http::async_write(stream, request, done); });
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(kMaxAnswer);
    if (!problem)
        problem = finish(context, [&](auto done) { http::async_read(stream, buffer, parser, done); });
    if (problem)
        return error<"client.request">("method"_a = method, "target"_a = target.substr(0, 80),
                                       "reason"_a = problem.message());
    Answer answer;
    answer.status = static_cast<int>(parser.get().result_int());
    answer.body = std::move(parser.get().body());
    for (const auto& field : parser.get()) {
        std::string name(field.name_string().data(), field.name_string().size());
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        answer.headers.emplace(name, std::string(field.value().data(), field.value().size()));
    }
    return answer;
}

struct WebSocket::Impl {
    asio::io_context context;
    std::optional<websocket::stream<net::Stream>> stream;
    beast::flat_buffer buffer;
    bool reading = false;
    bool ended = false;
    std::optional<beast::error_code> read;

    void start_reading() {
        reading = true;
        stream->async_read(buffer, [this](beast::error_code problem, std::size_t) {
            reading = false;
            read = problem;
        });
    }
};

WebSocket::WebSocket(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WebSocket::WebSocket(WebSocket&&) noexcept = default;
WebSocket& WebSocket::operator=(WebSocket&&) noexcept = default;
WebSocket::~WebSocket() {
    if (impl_) cut();
}

Result<WebSocket> WebSocket::connect(const Url& url, const Headers& headers, Milliseconds patience) {
    auto impl = std::make_unique<Impl>();
    auto connected = connect_to(impl->context, url, patience);
    if (!connected) return connected.error();
    connected->tcp().expires_never();
    connected->tcp().socket().set_option(Tcp::no_delay(true));
    auto& stream = impl->stream.emplace(std::move(*connected));
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = patience;
    timeout.idle_timeout = websocket::stream_base::none();
    timeout.keep_alive_pings = false;
    stream.set_option(timeout);
    stream.set_option(websocket::stream_base::decorator([&headers](websocket::request_type& request) {
        for (const auto& [name, value] : headers) request.set(name, value);
    }));
    stream.read_message_max(kMaxAnswer);
    const auto host = url.host + ":" + url.port;
    const auto problem = finish(impl->context, [&](auto done) { stream.async_handshake(host, "/ws", done); });
    if (problem)
        return error<"client.connect">("host"_a = url.host, "port"_a = url.port,
                                       "reason"_a = problem.message());
    return WebSocket(std::move(impl));
}

Status WebSocket::send(const std::string& text) {
    if (impl_->ended) return error<"client.ended">();
    beast::error_code result;
    bool done = false;
    impl_->stream->text(true);
    impl_->stream->async_write(asio::buffer(text), [&](beast::error_code problem, std::size_t) {
        result = problem;
        done = true;
    });
    impl_->context.restart();
    while (!done && impl_->context.run_one()) {
    }
    if (result) {
        impl_->ended = true;
        return error<"client.sending">("reason"_a = result.message());
    }
    return Done{};
}

Result<std::optional<std::string>> WebSocket::receive(Milliseconds patience) {
    if (impl_->ended) return error<"client.ended">();
    if (!impl_->reading && !impl_->read) impl_->start_reading();
    impl_->context.restart();
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!impl_->read && impl_->context.run_one_until(until)) {
    }
    if (!impl_->read) return std::optional<std::string>();
    const auto problem = *impl_->read;
    impl_->read.reset();
    if (problem) {
        impl_->ended = true;
        return error<"client.ended-by">("reason"_a = problem.message());
    }
    auto text = beast::buffers_to_string(impl_->buffer.data());
    impl_->buffer.consume(impl_->buffer.size());
    return std::optional<std::string>(std::move(text));
}

void WebSocket::close() {
    if (impl_->ended) return;
    bool done = false;
    impl_->stream->async_close(websocket::close_code::normal, [&](beast::error_code) { done = true; });
    impl_->context.restart();
    const auto until = std::chrono::steady_clock::now() + 2s;
    while (!done && impl_->context.run_one_until(until)) {
    }
    cut();
}

void WebSocket::cut() {
    impl_->ended = true;
    beast::error_code ignored;
    impl_->stream->next_layer().tcp().socket().close(ignored);
    impl_->context.restart();
    impl_->context.poll();
}

}  // namespace stockade::server::client
