// Stream: a connection with or without TLS as one type, so that HTTP and WebSockets are written once. Heavy:
// included only by the files of this folder that need Asio.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <cstdint>
#include <limits>
#include <variant>

namespace stockade::server::net {

/// A policy for Beast's streams that slows nothing down and counts what comes in: so a flood is seen that
/// never becomes a message.
class Meter {
public:
    std::uint64_t read() const { return read_; }

    static std::size_t available_read_bytes() { return std::numeric_limits<std::size_t>::max(); }
    static std::size_t available_write_bytes() { return std::numeric_limits<std::size_t>::max(); }
    void transfer_read_bytes(std::size_t count) { read_ += count; }
    void transfer_write_bytes(std::size_t) {}
    void on_timer() {}

private:
    std::uint64_t read_ = 0;
};

using TcpStream = boost::beast::basic_stream<boost::asio::ip::tcp, boost::asio::any_io_executor, Meter>;
using TlsStream = boost::beast::ssl_stream<TcpStream>;
using TlsContext = boost::asio::ssl::context;

class Stream {
public:
    /// Without a context it is plain; with one, a handshake on tls() comes before anything else.
    Stream(TcpStream tcp, TlsContext* context) : stream_(std::move(tcp)) {
        if (context) stream_.emplace<TlsStream>(TcpStream(std::move(std::get<TcpStream>(stream_))), *context);
    }

    TlsStream* tls() { return std::get_if<TlsStream>(&stream_); }
    TcpStream& tcp() { return tls() ? tls()->next_layer() : std::get<TcpStream>(stream_); }

    // --- by these names Asio and Beast know it ---
    using executor_type = TcpStream::executor_type;  // NOLINT(readability-identifier-naming): theirs
    executor_type get_executor() { return tcp().get_executor(); }
    TcpStream& next_layer() { return tcp(); }

    template <class Buffers, class Token>
    BOOST_BEAST_ASYNC_RESULT2(Token)
    async_read_some(const Buffers& buffers, Token&& token) {
        if (auto* secure = tls()) return secure->async_read_some(buffers, std::forward<Token>(token));
        return tcp().async_read_some(buffers, std::forward<Token>(token));
    }
    template <class Buffers, class Token>
    BOOST_BEAST_ASYNC_RESULT2(Token)
    async_write_some(const Buffers& buffers, Token&& token) {
        if (auto* secure = tls()) return secure->async_write_some(buffers, std::forward<Token>(token));
        return tcp().async_write_some(buffers, std::forward<Token>(token));
    }
    /// How a WebSocket ends its connection.
    template <class Handler>
    friend void async_teardown(boost::beast::role_type role, Stream& stream, Handler&& handler) {
        using boost::beast::async_teardown;
        if (auto* secure = stream.tls()) return async_teardown(role, *secure, std::forward<Handler>(handler));
        async_teardown(role, stream.tcp(), std::forward<Handler>(handler));
    }

private:
    std::variant<TcpStream, TlsStream> stream_;
};

}  // namespace stockade::server::net
