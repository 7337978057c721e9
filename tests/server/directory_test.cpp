#include "server/room/directory.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace stockade::server::room {
namespace {

constexpr UserId kAnn(1);
constexpr UserId kBob(2);
constexpr NodeId kHere(10);
constexpr NodeId kThere(11);

class Listener final : public Client {
public:
    explicit Listener(UserId user, LoginId login = {}) : Client({}), login_(login) {
        if (!user) return;
        person_.emplace();
        person_->user = user;
    }
    void send(msg::Text message) override { heard.push_back(*message); }
    Milliseconds lag() const override { return 0ms; }
    const std::optional<model::Person>& person() const override { return person_; }
    bool open() const override { return !revoked; }
    LoginId login() const override { return login_; }
    void revoke() override { revoked = true; }

    std::vector<std::string> heard;
    bool revoked = false;

private:
    const LoginId login_;
    std::optional<model::Person> person_;
};

std::shared_ptr<Listener> listener(UserId user, LoginId login = {}) {
    return std::make_shared<Listener>(user, login);
}

msg::Text text(const std::string& content) { return std::make_shared<const std::string>(content); }

class DirectoryTest : public testing::Test {
protected:
    DirectoryTest() {
        directory_.connect(
            [this](UserId user, bool here) { announced_.emplace_back(user, here); },
            [this](NodeId node, UserId user, const msg::Text&) { forwarded_.emplace_back(node, user); });
    }

    Directory directory_;
    std::vector<std::pair<UserId, bool>> announced_;
    std::vector<std::pair<NodeId, UserId>> forwarded_;
};

TEST_F(DirectoryTest, APersonComesWithTheFirstConnectionAndGoesWithTheLast) {
    const auto first = listener(kAnn);
    const auto second = listener(kAnn);
    directory_.add(first);
    directory_.add(second);
    EXPECT_EQ(announced_, (std::vector<std::pair<UserId, bool>>{{kAnn, true}}));
    EXPECT_EQ(directory_.people(), 1u);
    directory_.send(kAnn, text("both"));
    EXPECT_EQ(first->heard, std::vector<std::string>{"both"});
    EXPECT_EQ(second->heard, std::vector<std::string>{"both"});
    directory_.remove(first);
    EXPECT_EQ(announced_.size(), 1u);
    EXPECT_TRUE(directory_.online(kAnn));
    directory_.remove(second);
    EXPECT_EQ(announced_.back(), std::pair(kAnn, false));
    EXPECT_FALSE(directory_.online(kAnn));
    directory_.remove(second);
    EXPECT_EQ(announced_.size(), 2u) << "nobody goes twice";
}

TEST_F(DirectoryTest, NobodyInParticularIsNotCounted) {
    const auto watcher = listener(UserId());
    directory_.add(watcher);
    EXPECT_EQ(directory_.people(), 0u);
    EXPECT_TRUE(announced_.empty());
    directory_.send(UserId(), text("nobody"));
    EXPECT_TRUE(watcher->heard.empty());
}

TEST_F(DirectoryTest, ALoginEndsItsConnectionsOnly) {
    constexpr LoginId kCookie(5);
    constexpr LoginId kToken(6);
    const auto page = listener(kAnn, kCookie);
    const auto program = listener(kAnn, kToken);
    const auto other = listener(kBob, LoginId(7));
    for (const auto& client : {page, program, other}) directory_.add(client);
    directory_.revoke({kAnn, kToken});
    EXPECT_FALSE(page->revoked);
    EXPECT_TRUE(program->revoked);
    directory_.revoke({kAnn, LoginId()});
    EXPECT_TRUE(page->revoked);
    EXPECT_FALSE(other->revoked);
    EXPECT_EQ(directory_.logins().size(), 3u) << "until they are removed";
}

TEST_F(DirectoryTest, PeopleAreHereOrElsewhereAndCountOnce) {
    const auto ann = listener(kAnn);
    directory_.add(ann);
    for (const NodeId node : {kHere, kThere}) directory_.note_elsewhere(node, kAnn, true);
    EXPECT_EQ(directory_.people(), 1u);
    directory_.note_elsewhere(kThere, kBob, true);
    EXPECT_EQ(directory_.people(), 2u);
    EXPECT_TRUE(directory_.online(kBob));
    EXPECT_EQ(directory_.people_here(), std::vector<UserId>{kAnn});
    directory_.send(kAnn, text("everywhere"));
    EXPECT_EQ(ann->heard.size(), 1u);
    EXPECT_EQ(forwarded_, (std::vector<std::pair<NodeId, UserId>>{{kHere, kAnn}, {kThere, kAnn}}));
    directory_.send_here(kAnn, text("here"));
    EXPECT_EQ(ann->heard.size(), 2u);
    EXPECT_EQ(forwarded_.size(), 2u);
    directory_.note_elsewhere(kThere, kBob, false);
    EXPECT_FALSE(directory_.online(kBob));
    directory_.note_elsewhere(kHere, kBob, true);
    directory_.forget_node(kHere);
    EXPECT_FALSE(directory_.online(kBob));
    EXPECT_TRUE(directory_.online(kAnn));
    EXPECT_EQ(directory_.people(), 1u);
}

TEST_F(DirectoryTest, MutesAreOnEveryConnectionOfAPerson) {
    const auto first = listener(kAnn);
    const auto second = listener(kAnn);
    const auto bob = listener(kBob);
    for (const auto& client : {first, second, bob}) directory_.add(client);
    directory_.set_mute(kAnn, kBob, true);
    EXPECT_TRUE(first->mutes(kBob));
    EXPECT_TRUE(second->mutes(kBob));
    EXPECT_FALSE(bob->mutes(kAnn));
    directory_.set_mute(kAnn, kBob, false);
    EXPECT_FALSE(second->mutes(kBob));
}

}  // namespace
}  // namespace stockade::server::room
