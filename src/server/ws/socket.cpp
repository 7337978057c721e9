#include "server/ws/socket.h"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "base/numbers.h"
#include "server/log.h"
#include "server/msg/requests.h"

namespace stockade::server::ws {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {

constexpr std::size_t kMaxQueue = 256;              // messages
constexpr std::size_t kMaxQueueBytes = 256 * 1024;  // of them
constexpr int kTendingRounds = 15;
constexpr int kMaxStrikes = 50;  // messages above the limit before the connection ends
constexpr auth::Rate kMessages{60, 15};
// Bytes from one tending to the next: more than as many messages as are allowed.
constexpr std::uint64_t kMaxUnheard = 1 << 20;

}  // namespace

class Socket final : public room::Client, public std::enable_shared_from_this<Socket> {
public:
    Socket(net::Stream stream, Sockets& sockets, Platform& platform, std::optional<model::Person> person,
           LoginId login, std::set<UserId> mutes, std::string address, std::shared_ptr<void> place)
        : Client(std::move(mutes)),
          stream_(std::move(stream)),
          sockets_(sockets),
          platform_(platform),
          person_(std::move(person)),
          login_(login),
          address_(std::move(address)),
          place_(std::move(place)) {}

    // --- from any thread ---
    void send(msg::Text message) override {
        asio::post(stream_.get_executor(),
                   [self = shared_from_this(), message = std::move(message)]() mutable {
                       self->enqueue(std::move(message));
                   });
    }
    Milliseconds lag() const override { return lag_.load(std::memory_order_relaxed); }
    const std::optional<model::Person>& person() const override { return person_; }
    bool open() const override { return open_ && !revoked_; }
    LoginId login() const override { return login_; }
    std::string limit_key() const override { return user() ? id_text(user()) : address_; }
    void revoke() override {
        revoked_ = true;
        end({websocket::close_code::policy_error, "signed out"});
    }
    void tend() {
        asio::post(stream_.get_executor(), [self = shared_from_this()] { self->look_after(); });
    }
    void close() { end({websocket::close_code::service_restart, "restarting"}); }

    auto executor() { return stream_.get_executor(); }

    asio::awaitable<void> run(Sockets::Request request) {
        const auto self = shared_from_this();
        beast::error_code problem;
        auto token = asio::redirect_error(asio::use_awaitable, problem);
        stream_.next_layer().tcp().expires_never();
        websocket::stream_base::timeout timeout{};
        timeout.handshake_timeout = platform_.settings().patience.request;
        timeout.idle_timeout = websocket::stream_base::none();  // look_after() is stricter
        timeout.keep_alive_pings = false;
        stream_.set_option(timeout);
        stream_.read_message_max(msg::kMaxMessage);
        stream_.auto_fragment(false);
        stream_.write_buffer_bytes(256);
        stream_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
            if (kind == websocket::frame_type::pong) note_pong(payload);
            if (unruly(time_now())) shed();
        });
        co_await stream_.async_accept(request, token);
        request = {};
        if (problem) {
            sockets_.remove(self);
            co_return;
        }
        open_ = true;
        platform_.sockets().fetch_add(1, std::memory_order_relaxed);
        // The welcome lists the player's games. That may query the database, so it is made off this thread.
        asio::steady_timer welcomed(stream_.get_executor(), asio::steady_timer::time_point::max());
        platform_.connected(self, [self, &welcomed] {
            asio::post(self->stream_.get_executor(), [&welcomed] { welcomed.cancel(); });
        });
        co_await welcomed.async_wait(token);
        problem = {};
        send_ping();
        {
            beast::flat_buffer buffer(msg::kMaxMessage);
            while (!problem) {
                co_await stream_.async_read(buffer, token);
                if (problem) break;
                const TimePoint now = heard_ = time_now();
                ++messages_;
                if (!stream_.got_text() || unruly(now)) {
                    platform_.dropped().fetch_add(1, std::memory_order_relaxed);
                    co_await stream_.async_close({websocket::close_code::policy_error, "unruly"}, token);
                    break;
                }
                const auto data = buffer.cdata();
                try {
                    if (!revoked_)
                        platform_.receive(self, {static_cast<const char*>(data.data()), data.size()}, now);
                } catch (const std::exception& failure) {
                    log(Level::kError, "message failed", {{"why", reason(failure)}});
                }
                buffer.consume(buffer.size());
                if (buffer.capacity() > 512)
                    buffer.shrink_to_fit();  // most sockets are silent most of the time
            }
        }
        open_ = false;
        queue_.clear();
        platform_.disconnected(self);
        platform_.sockets().fetch_sub(1, std::memory_order_relaxed);
        sockets_.remove(self);
    }

private:
    /// After what waits to be sent, which one who is signed out does not get.
    void end(const websocket::close_reason& reason) {
        asio::post(stream_.get_executor(), [self = shared_from_this(), reason] {
            if (self->revoked_) self->queue_.clear();
            if (!self->ending_) self->ending_ = reason;
            if (!self->writing_) self->start_writing();
        });
    }

    void enqueue(msg::Text message) {
        if (!open()) return;
        // A message that is larger than that, such as a very long game of old, goes out when none waits.
        const bool small = queued_ + message->size() <= kMaxQueueBytes || (queue_.empty() && !behind_);
        if (!small || queue_.size() >= kMaxQueue) return overflow();
        queued_ += message->size();
        queue_.push_back(std::move(message));
        if (!writing_) start_writing();
    }

    /// A player gets the games again once there is room; anyone else, and who is late twice, is let go.
    void overflow() {
        const bool plays = person_ && platform_.plays(*this);
        if (plays && !behind_) {
            behind_ = true;
            queue_.clear();
            queued_ = 0;
            return;
        }
        if (plays && queue_.empty()) return;  // what comes meanwhile is in the games that are sent again
        shed();
    }

    /// Ends the connection at once, without a word.
    void shed() {
        platform_.dropped().fetch_add(1, std::memory_order_relaxed);
        open_ = false;
        queue_.clear();
        beast::error_code ignored;
        stream_.next_layer().tcp().socket().close(ignored);
    }

    /// Whether this frame is one too many.
    bool unruly(TimePoint now) {
        return platform_.settings().limits && !bucket_.take(now) && ++strikes_ > kMaxStrikes;
    }

    /// Now and then: lets go of who is silent, who takes too long over a message, and who sends much that is
    /// none; pings everyone else.
    void look_after() {
        const bool silent = time_now() - heard_ > platform_.settings().patience.silence;
        const auto within = stream_.is_message_done() ? kNoMessage : messages_;
        const bool slow = within != kNoMessage && within == within_;
        const auto read = stream_.next_layer().tcp().rate_policy().read();
        const bool flooding = platform_.settings().limits && read - read_ > kMaxUnheard;
        if (silent || slow || flooding) return shed();
        within_ = within;
        read_ = read;
        send_ping();
    }

    void start_writing() {
        writing_ = true;
        asio::co_spawn(
            stream_.get_executor(), [self = shared_from_this()] { return self->write(); }, asio::detached);
    }

    asio::awaitable<void> write() {
        const auto self = shared_from_this();
        beast::error_code problem;
        auto token = asio::redirect_error(asio::use_awaitable, problem);
        while (!queue_.empty() && !problem) {
            const auto message = std::move(queue_.front());
            queue_.pop_front();
            queued_ -= message->size();
            stream_.text(true);
            co_await stream_.async_write(asio::buffer(*message), token);
            if (behind_ && queue_.empty() && !problem) {
                behind_ = false;
                platform_.resync(self);
            }
        }
        if (ending_ && open_ && !problem) co_await stream_.async_close(*ending_, token);
        writing_ = false;
    }

    void send_ping() {
        if (!open_ || pinging_) return;
        pinging_ = true;
        websocket::ping_data payload;
        const auto text = std::to_string(number_of(time_now()));
        payload.assign(text.data(), text.size());
        stream_.async_ping(payload,
                           [self = shared_from_this()](beast::error_code) { self->pinging_ = false; });
    }

    void note_pong(beast::string_view payload) {
        heard_ = time_now();
        const auto sent = read_number<Int>({payload.data(), payload.size()}, 0, number_of(heard_));
        if (!sent) return;
        // A client may send pongs of its own making: it gains no more than the quota by them.
        const Milliseconds trip = heard_ - TimePoint(Milliseconds(*sent));
        if (trip < 1min) lag_.store(trip, std::memory_order_relaxed);
    }

    websocket::stream<net::Stream> stream_;
    Sockets& sockets_;
    Platform& platform_;
    const std::optional<model::Person> person_;
    const LoginId login_;
    const std::string address_;
    std::shared_ptr<void> place_;
    std::atomic<bool> open_{false};
    std::atomic<bool> revoked_{false};
    std::atomic<Milliseconds> lag_{};
    // Used only on the strand of the connection:
    static constexpr std::uint64_t kNoMessage = ~std::uint64_t{0};
    TimePoint heard_ = time_now();  // the last message or answer to a ping
    std::uint64_t messages_ = 0;
    std::uint64_t within_ = kNoMessage;  // the message that had begun and not ended when last looked after
    std::uint64_t read_ = 0;             // bytes until then
    auth::Bucket bucket_{kMessages};
    int strikes_ = 0;
    std::deque<msg::Text> queue_;
    std::size_t queued_ = 0;
    bool writing_ = false;
    bool behind_ = false;
    bool pinging_ = false;
    std::optional<websocket::close_reason> ending_;
};

void Sockets::accept(net::Stream stream, Request request, std::optional<model::Person> person, LoginId login,
                     std::set<UserId> mutes, std::string address, std::shared_ptr<void> place) {
    const auto socket =
        std::make_shared<Socket>(std::move(stream), *this, platform_, std::move(person), login,
                                 std::move(mutes), std::move(address), std::move(place));
    {
        const std::lock_guard lock(mutex_);
        all_.insert(socket);
    }
    // The executor of the stream is a strand: reading, writing and pings never run at once.
    asio::co_spawn(
        socket->executor(),
        [socket, request = std::move(request)]() mutable { return socket->run(std::move(request)); },
        asio::detached);
}

void Sockets::remove(const std::shared_ptr<Socket>& socket) {
    const std::lock_guard lock(mutex_);
    all_.erase(socket);
}

void Sockets::tend() {
    std::vector<std::shared_ptr<Socket>> due;
    {
        const std::lock_guard lock(mutex_);
        ++round_;
        for (const auto& socket : all_)
            if (std::hash<const void*>()(socket.get()) / 64 % kTendingRounds == round_ % kTendingRounds)
                due.push_back(socket);
    }
    for (const auto& socket : due) socket->tend();
}

void Sockets::close_all() {
    std::vector<std::shared_ptr<Socket>> all;
    {
        const std::lock_guard lock(mutex_);
        all.assign(all_.begin(), all_.end());
    }
    for (const auto& socket : all) socket->close();
}

std::size_t Sockets::size() const {
    const std::lock_guard lock(mutex_);
    return all_.size();
}

}  // namespace stockade::server::ws
