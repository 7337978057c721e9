// What single sockets do with what is sent to them and by them.
#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <future>

#include "server/net/asio_runtime.h"
#include "server/store/people.h"
#include "support/raw_connection.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::frame;
using support::json;
using support::Opcode;
using support::RawConnection;
using support::WebPerson;

msg::Text text_of_size(std::size_t size) {
    return std::make_shared<const std::string>(R"({"t":"filler","text":")" + std::string(size, 'x') + "\"}");
}

class SocketsTest : public support::ServerFixture {
protected:
    SocketsTest() { settings_.threads = 1; }

    room::Directory& directory() { return server_->platform().services().directory; }
    UserId user_of(const WebPerson& person) {
        const std::string name = person.welcome["user"]["name"];
        return store().read([&](store::Database& database) { return store::find_user(database, name)->id; });
    }
    /// More than one socket and all buffers on the way to somebody who does not read hold.
    void send_too_much(UserId user) {
        const auto text = text_of_size(kLarge);
        for (int i = 0; i < 200; ++i) directory().send_here(user, text);
    }
    static constexpr std::size_t kLarge = 300UL * 1024;  // more than may wait for one socket
};

TEST_F(SocketsTest, MessagesAreText) {
    RawConnection client(port_);
    client.upgrade();
    client.send(frame(Opcode::kBinary, true, R"({"t":"ping","at":1})"));
    EXPECT_TRUE(client.hears("\x03\xf0unruly")) << "1008 and why";
    // The server waits for the other half of the farewell, and then ends the connection.
    client.send(frame(Opcode::kClose, true, "\x03\xf0"));
    EXPECT_TRUE(client.ends_within(support::kPatience));
    EXPECT_EQ(client.heard.find("pong"), client.heard.npos);
}

TEST_F(SocketsTest, APlayerWhoIsTooSlowGetsTheGameAgain) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    const auto game = support::pair(ann, bob, "quoridor", "600+5");
    const UserId user = user_of(ann);
    send_too_much(user);
    const auto again = ann.expect("game");
    EXPECT_EQ(again["game"], game);
    EXPECT_EQ(again["you"], 0);
    // And is as well off as before.
    ann.turn(game, 0, "e2");
    EXPECT_EQ(bob.turn_at(1)["turn"], "e2");
}

TEST_F(SocketsTest, AWatcherWhoIsTooSlowIsLetGo) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    auto eve = WebPerson::guest(port_);
    eve.watch(support::pair(ann, bob, "quoridor", "600+5"));
    send_too_much(user_of(eve));
    EXPECT_TRUE(eve.ended());
}

TEST_F(SocketsTest, OneLargeMessageIsSent) {
    auto eve = WebPerson::guest(port_);
    for (int i = 0; i < 5; ++i) {
        directory().send_here(user_of(eve), text_of_size(kLarge));
        EXPECT_EQ(eve.expect("filler")["text"].get<std::string>().size(), kLarge);
    }
}

TEST_F(SocketsTest, WhoIsSignedOutHearsNothingMore) {
    auto ann = WebPerson::guest(port_);
    const UserId user = user_of(ann);
    auto& runtime = dynamic_cast<net::AsioRuntime&>(server_->platform().services().runtime);
    for (int i = 0; i < 3; ++i) {
        // While the only thread of the network is busy, so that the server does both at once.
        std::promise<void> busy, go_on;
        boost::asio::post(runtime.context(), [&] {
            busy.set_value();
            go_on.get_future().wait();
        });
        busy.get_future().wait();
        directory().revoke({user, LoginId()});
        directory().send_here(user, text_of_size(1));
        go_on.set_value();
        std::string heard;
        for (;;) {
            const auto next = ann.socket().receive(support::kPatience);
            if (!next || !*next) break;
            heard += **next;
        }
        EXPECT_EQ(heard.find("filler"), std::string::npos);
        ann.connect();
    }
}

}  // namespace
}  // namespace stockade::server
