// Secrets, and what is signed with them.
#include "server/auth/secrets.h"

#include <gtest/gtest.h>

#include "server/auth/device.h"

namespace stockade::server::auth {
namespace {

constexpr TimePoint kNow{1'000'000'000ms};

class SecretsTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(start_sodium()); }
};

TEST_F(SecretsTest, AreEqualAsAWhole) {
    EXPECT_TRUE(equal_secrets("abc", "abc"));
    EXPECT_TRUE(equal_secrets("", ""));
    for (const auto* other : {"abd", "ab", "abcd", ""}) {
        EXPECT_FALSE(equal_secrets("abc", other)) << other;
        EXPECT_FALSE(equal_secrets(other, "abc")) << other;
    }
}

TEST_F(SecretsTest, OfDiceAreReadAsTheyWereWritten) {
    const auto secret = new_dice_secret();
    EXPECT_EQ(parse_dice_secret(hex(secret)), secret);
    for (const auto& text :
         {hex(secret) + "00", hex(secret).substr(2), hex(secret).substr(1), std::string("x"), std::string()})
        EXPECT_FALSE(parse_dice_secret(text)) << text;
    EXPECT_NE(dice_seed(secret), dice_seed(new_dice_secret()));
    EXPECT_NE(dice_commitment(secret), hex(secret));
}

TEST_F(SecretsTest, APasswordFitsItsOwnHashAlone) {
    const auto hash = hash_password("password", Cost::kMinimal);
    EXPECT_TRUE(password_fits(hash, "password", Cost::kMinimal));
    EXPECT_FALSE(password_fits(hash, "Password", Cost::kMinimal));
    EXPECT_FALSE(password_fits("", "", Cost::kMinimal)) << "whoever has no password cannot sign in with one";
}

TEST_F(SecretsTest, ADeviceIsKnownToItsUserForAWhile) {
    constexpr UserId kAnn(7);
    const auto hash = hash_password("password", Cost::kMinimal);
    const auto cookie = device_cookie(kAnn, hash, kNow);
    EXPECT_TRUE(device_known(cookie, kAnn, hash, kNow));
    EXPECT_TRUE(device_known(cookie, kAnn, hash, kNow + kDeviceLife - 1ms));
    EXPECT_FALSE(device_known(cookie, kAnn, hash, kNow + kDeviceLife));
    EXPECT_FALSE(device_known(cookie, UserId(8), hash, kNow));
    // A new password makes every device a stranger.
    EXPECT_FALSE(device_known(cookie, kAnn, hash_password("password", Cost::kMinimal), kNow));
    EXPECT_FALSE(device_known(cookie, kAnn, "", kNow));
    for (std::size_t i = 0; i < cookie.size(); ++i) {
        auto changed = cookie;
        changed[i] = changed[i] == 'x' ? 'y' : 'x';
        EXPECT_FALSE(device_known(changed, kAnn, hash, kNow)) << i;
    }
    for (const auto& text : {cookie + "0", cookie.substr(1), cookie.substr(0, cookie.size() - 1),
                             std::string(), std::string("."), std::string(300, '.')})
        EXPECT_FALSE(device_known(text, kAnn, hash, kNow)) << text;
}

}  // namespace
}  // namespace stockade::server::auth
