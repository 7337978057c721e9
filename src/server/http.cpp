#include "server/http.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <memory>
#include <optional>

namespace stockade::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;

constexpr auto kPatience = std::chrono::seconds(30);  // for a request to come in, or an answer to go out
constexpr std::uint32_t kMaxHeaderBytes = 16 * 1024;
constexpr std::uint64_t kMaxBodyBytes = 16 * 1024;  // of requests, which have none to speak of

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

/// One connection: requests one after another, until it is closed or idle.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(Tcp::socket socket, const Site& site) : stream_(std::move(socket)), site_(site) {}

    void read() {
        parser_.emplace();
        parser_->header_limit(kMaxHeaderBytes);
        parser_->body_limit(kMaxBodyBytes);
        stream_.expires_after(kPatience);
        http::async_read(
            stream_, buffer_, *parser_,
            [self = shared_from_this()](beast::error_code problem, std::size_t) { self->on_read(problem); });
    }

private:
    void on_read(beast::error_code problem) {
        if (problem == http::error::header_limit)
            return write(error_response(431, "The headers are too long."), false);
        if (problem == http::error::body_limit)
            return write(error_response(413, "The request is too long."), false);
        if (problem == http::error::end_of_stream || problem == beast::error::timeout) return close();
        if (problem && problem.category() == http::make_error_code(http::error::bad_method).category())
            return write(error_response(400, "This is not HTTP."), false);
        if (problem) return;
        const auto& request = parser_->get();
        write(site_.respond({view(request.method_string()), view(request.target()),
                             view(request[http::field::accept_encoding]),
                             view(request[http::field::if_none_match])}),
              request.keep_alive());
    }

    void write(Response response, bool keep_alive) {
        answer_ = std::move(response);
        head_ = {};
        head_.version(11);
        head_.result(static_cast<unsigned>(answer_.status));
        for (const Header& header : answer_.headers) head_.set(std::string(header.name), header.value);
        head_.keep_alive(keep_alive);
        if (answer_.status != 304) head_.content_length(answer_.length);
        const std::string_view body =
            answer_.own_body.empty() ? answer_.body : std::string_view(answer_.own_body);
        head_.body().data =
            const_cast<char*>(body.data());  // Beast's buffer is for both directions; this one is only read
        head_.body().size = body.size();
        head_.body().more = false;
        serializer_.emplace(head_);
        stream_.expires_after(kPatience);
        http::async_write(stream_, *serializer_,
                          [self = shared_from_this(), keep_alive](beast::error_code problem, std::size_t) {
                              if (problem) return;
                              if (keep_alive)
                                  self->read();
                              else
                                  self->close();
                          });
    }

    void close() {
        beast::error_code ignored;
        stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    }

    beast::tcp_stream stream_;
    const Site& site_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    Response answer_;
    http::response<http::buffer_body> head_;
    std::optional<http::response_serializer<http::buffer_body>> serializer_;
};

void accept(Tcp::acceptor& acceptor, const Site& site) {
    acceptor.async_accept([&acceptor, &site](beast::error_code problem, Tcp::socket socket) {
        if (problem == asio::error::operation_aborted) return;
        if (!problem) std::make_shared<Connection>(std::move(socket), site)->read();
        accept(acceptor, site);
    });
}

}  // namespace

Status serve(const Site& site, const Listen& listen, const std::function<void(std::uint16_t)>& on_ready) {
    beast::error_code problem;
    const auto address = asio::ip::make_address(listen.address, problem);
    if (problem) return error("expected an IP address, got '{}'", listen.address);

    asio::io_context context(1);
    Tcp::acceptor acceptor(context);
    const Tcp::endpoint endpoint(address, listen.port);
    acceptor.open(endpoint.protocol(), problem);
    if (!problem) acceptor.set_option(asio::socket_base::reuse_address(true), problem);
    if (!problem) acceptor.bind(endpoint, problem);
    if (!problem) acceptor.listen(asio::socket_base::max_listen_connections, problem);
    if (problem) return error("port {} of {}: {}", listen.port, listen.address, problem.message());

    asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&context](beast::error_code, int) { context.stop(); });
    accept(acceptor, site);
    if (on_ready) on_ready(acceptor.local_endpoint().port());
    context.run();
    return Done{};
}

}  // namespace stockade::server
