// Links over a bus that loses, repeats and reorders; and the bus itself over a real nats-server.
#include "server/bus/bus.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>

#include "base/random.h"
#include "server/auth/secrets.h"
#include "server/bus/links.h"
#include "server/bus/seal.h"
#include "support/certificate.h"
#include "support/nats.h"
#include "support/needs.h"
#include "support/patience.h"

namespace stockade::server::bus {
namespace {

TEST(Frames, AreReadAsTheyWereWritten) {
    const std::string written = frame_text({NodeId(7), 8, 9, "a b\nc"});
    const auto frame = parse_frame(written);
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->from, NodeId(7));
    EXPECT_EQ(frame->number, 8);
    EXPECT_EQ(frame->taken, 9);
    EXPECT_EQ(frame->payload, "a b\nc");
    for (const auto* text : {"", "7", "7 8", "7 8 9", "7 8 x\n", "0 1 1\n", "-7 1 1\n", "7  8 9\n",
                             "99999999999999999999 1 1\n"})
        EXPECT_FALSE(parse_frame(text).has_value()) << text;
}

TEST(Links, DeliverOnceAndInOrderOverABadBus) {
    Random random(5);
    std::vector<std::pair<NodeId, std::string>> air;
    std::array<std::vector<std::string>, 2> got;
    std::vector<Links> ends;
    for (const NodeId self : {NodeId(1), NodeId(2)})
        ends.emplace_back(
            self,
            [&](NodeId to, const std::string& frame) {
                const auto luck = random.below(10);
                if (luck < 3) return true;                   // lost
                if (luck == 3) air.emplace_back(to, frame);  // repeated
                air.emplace_back(to, frame);
                return true;
            },
            [&got, self](NodeId, std::string_view payload) {
                got[static_cast<std::size_t>(self.value() - 1)].emplace_back(payload);
            });
    constexpr int kCount = 2000;
    TimePoint now;
    int sent = 0;
    while ((got[0].size() < kCount || got[1].size() < kCount) && now < TimePoint(10'000s)) {
        for (int i = 0; i < 5 && sent < kCount; ++i, ++sent) {
            ends[0].send(NodeId(2), "to two " + std::to_string(sent), now);
            ends[1].send(NodeId(1), "to one " + std::to_string(sent), now);
        }
        for (std::size_t i = air.size(); i > 1; --i)
            std::swap(air[i - 1], air[random.below(static_cast<std::uint32_t>(i))]);
        auto frames = std::move(air);
        air.clear();
        for (const auto& [to, frame] : frames)
            ends[static_cast<std::size_t>(to.value() - 1)].receive(frame, now);
        now += Links::kTick;
        for (auto& end : ends) end.tick(now);
    }
    for (const auto& [side, name] : {std::pair{0u, "to one "}, std::pair{1u, "to two "}}) {
        ASSERT_EQ(got[side].size(), static_cast<std::size_t>(kCount));
        for (int i = 0; i < kCount; ++i)
            ASSERT_EQ(got[side][static_cast<std::size_t>(i)], name + std::to_string(i));
    }
    EXPECT_GT(ends[0].resent(), 0u);
    for (int i = 0; i < 1000 && ends[0].waiting_bytes() + ends[1].waiting_bytes() > 0; ++i) {
        auto frames = std::move(air);
        air.clear();
        for (const auto& [to, frame] : frames)
            ends[static_cast<std::size_t>(to.value() - 1)].receive(frame, now);
        now += Links::kTick;
        for (auto& end : ends) end.tick(now);
    }
    EXPECT_EQ(ends[0].waiting_bytes() + ends[1].waiting_bytes(), 0u);
}

TEST(Links, LeaveOutWhatIsTooLargeForTheBus) {
    constexpr std::size_t kMost = 100;
    std::vector<std::string> air;
    std::vector<std::string> got;
    const auto send = [&](NodeId, const std::string& frame) {
        if (frame.size() > kMost) return false;
        air.push_back(frame);
        return true;
    };
    Links one(NodeId(1), send, [](NodeId, std::string_view) { ADD_FAILURE() << "nothing was sent back"; });
    Links two(NodeId(2), send, [&](NodeId, std::string_view payload) { got.emplace_back(payload); });
    const std::string large(kMost + 1, 'x');
    TimePoint now;
    for (const auto& text : {std::string("first"), large, std::string("last")})
        one.send(NodeId(2), text, now);
    EXPECT_EQ(one.waiting_bytes(), 9u);
    for (const auto& frame : std::exchange(air, {})) two.receive(frame, now);
    EXPECT_EQ(got, (std::vector<std::string>{"first", "last"}));
    two.tick(now);
    for (const auto& frame : std::exchange(air, {})) one.receive(frame, now);
    EXPECT_EQ(one.waiting_bytes(), 0u);
    one.tick(now + 1h);
    EXPECT_TRUE(air.empty()) << "nothing is sent again";
}

TEST(Seals, OpenForTheReaderAndTheSecretOnly) {
    ASSERT_TRUE(auth::start_sodium());
    const std::string secret(32, 's');
    const auto seal = Seal::from(secret);
    const auto same = Seal::from("  " + secret + "\r\n");
    const auto other = Seal::from(std::string(32, 'o'));
    ASSERT_TRUE(seal.ok() && same.ok() && other.ok());
    EXPECT_EQ(seal->fingerprint(), same->fingerprint());
    EXPECT_NE(seal->fingerprint(), other->fingerprint());
    for (const std::string text : {"", "a", "resign for bob"}) {
        const auto closed = seal->close(NodeId(7), text);
        EXPECT_EQ(same->open(NodeId(7), closed), text);
        EXPECT_FALSE(same->open(NodeId(8), closed));
        EXPECT_FALSE(other->open(NodeId(7), closed));
        EXPECT_NE(seal->close(NodeId(7), text), closed);
        for (std::size_t i = 0; i < closed.size(); ++i) {
            auto changed = closed;
            changed[i] ^= 1;
            EXPECT_FALSE(seal->open(NodeId(7), changed)) << i;
            EXPECT_FALSE(seal->open(NodeId(7), closed.substr(0, i))) << i;
        }
    }
    for (const std::string weak : {"", "   ", "0123456789abcdef0123456789abcde", "  short  "})
        EXPECT_FALSE(Seal::from(weak).ok()) << weak;
}

TEST(NatsBus, SpeaksTlsAndSignsIn) {
    support::ScratchFolder scratch;
    const auto made = support::make_certificate("IP:127.0.0.1");
    scratch.put("cert.pem", made.certificate);
    scratch.put("key.pem", made.key);
    scratch.put("nats.conf", "tls { cert_file: \"" + scratch.path("cert.pem") + "\", key_file: \"" +
                                 scratch.path("key.pem") +
                                 "\" }\nauthorization { user: \"stockade\", password: \"sesame\" }\n");
    support::Nats nats({"-c", scratch.path("nats.conf")});
    STOCKADE_NEEDS(nats);
    const auto address = "127.0.0.1:" + std::to_string(nats.port());
    const auto authorities = scratch.path("cert.pem");
    const auto connects = [&](const std::string& url, const std::string& trusted) {
        return Bus::connect({url, "", trusted}, "x").ok();
    };
    EXPECT_TRUE(connects("tls://stockade:sesame@" + address, authorities));
    EXPECT_FALSE(connects("tls://stockade:guess@" + address, authorities));
    EXPECT_FALSE(connects("tls://" + address, authorities));
    // Not with a server that nobody vouches for, and nothing is said to it without TLS.
    EXPECT_FALSE(connects("tls://stockade:sesame@" + address, ""));
    EXPECT_FALSE(connects("nats://stockade:sesame@" + address, ""));
    const auto plain = Bus::connect({"nats://stockade:sesame@" + address, "", authorities}, "x");
    ASSERT_FALSE(plain.ok());
    EXPECT_EQ(plain.error().code, "serve.bus-tls") << "before anything is said to anybody";
    const auto missing = Bus::connect({"tls://" + address, scratch.path("none.creds"), authorities}, "x");
    EXPECT_FALSE(missing.ok());
}

TEST(NatsBus, TellsWhatItWillNeverTake) {
    support::ScratchFolder scratch;
    scratch.put("nats.conf", "max_payload: 1000\n");
    support::Nats nats({"-c", scratch.path("nats.conf")});
    STOCKADE_NEEDS(nats);
    auto bus = Bus::connect({nats.url(), "", ""}, "one");
    ASSERT_TRUE(bus.ok());
    EXPECT_TRUE((*bus)->publish("stockade.test", std::string(1000, 'x')));
    EXPECT_FALSE((*bus)->publish("stockade.test", std::string(1001, 'x')));
    nats.stop();
    ASSERT_TRUE(support::comes([&] { return !(*bus)->connected(); }));
    EXPECT_TRUE((*bus)->publish("stockade.test", "lost, as anything may be"));
}

TEST(NatsBus, CarriesMessagesAndComesBack) {
    support::Nats nats;
    STOCKADE_NEEDS(nats);
    auto one = Bus::connect({nats.url(), "", ""}, "one");
    auto two = Bus::connect({nats.url(), "", ""}, "two");
    ASSERT_TRUE(one.ok() && two.ok());
    std::mutex mutex;
    std::string got;
    ASSERT_TRUE((*two)->subscribe("stockade.test", [&](std::string_view data) {
        const std::lock_guard lock(mutex);
        got = data;
    }));
    // Until it arrives: the one way to use a bus that may lose it.
    const auto arrives = [&](const std::string& text) {
        return support::comes([&] {
            EXPECT_TRUE((*one)->publish("stockade.test", text));
            const std::lock_guard lock(mutex);
            return got == text;
        });
    };
    EXPECT_TRUE(arrives("first"));
    nats.stop();
    EXPECT_TRUE(support::comes([&] { return !(*one)->connected(); }));
    nats.start();
    EXPECT_TRUE(arrives("second"));
    (*two)->unsubscribe();
    EXPECT_FALSE(Bus::connect({"http://localhost", "", ""}, "x").ok());
    nats.stop();
    const auto none = Bus::connect({nats.url(), "", ""}, "x");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().message.rfind("bus: ", 0), 0u);
}

}  // namespace
}  // namespace stockade::server::bus
