#include "server/auth/names.h"

#include <gtest/gtest.h>

namespace stockade::server::auth {
namespace {

TEST(Names, OfPeopleInChargeAreReserved) {
    for (const auto* name :
         {"admin",    "Admin",      "ADMIN",         "administrator", "moderator", "Mod",
          "support",  "root",       "staff",         "system",        "official",  "security",
          "help",     "deleted",    "anonymous",     "guest",         "Guest-1",   "guest-4821",
          "stockade", "Stockade-5", "stockade_team", "StockadeBot",   "me",        "null"})
        EXPECT_TRUE(reserved_name(name)) << name;
}

TEST(Names, ThatLookLikeThemAreReserved) {
    for (const auto* name :
         {"adm1n",    "4dmin",      "4DM1N",  "admln",     "adrnin", "ad-min", "_admin_",  "a_d_m_i_n",
          "r00t",     "m0d",        "rnod",   "5upport",   "st4ff",  "sy5tem", "Gue5t-12", "Guest_1",
          "St0ckade", "vvebmaster", "admin1", "Admin2026", "1admin", "adm1n1", "0fficial"})
        EXPECT_TRUE(reserved_name(name)) << name;
}

TEST(Names, ThatHoldThemAsAPartAreReserved) {
    for (const auto* name :
         {"Bob_Admin", "admin-bob", "TheAdmin", "SupportTeam", "site-moderator", "Mod_Ann", "my-5taff"})
        EXPECT_TRUE(reserved_name(name)) << name;
}

TEST(Names, OfOthersAreFree) {
    for (const auto* name :
         {"ann",       "Bob",    "robot",  "modern",       "Modesty",    "badminton", "Groot",
          "staffan",   "rooter", "helper", "guesthouse",   "systematic", "alladin",   "mellow",
          "nullarbor", "x1",     "77",     "Quoridor_fan", "all-in",     "help-me"})
        EXPECT_FALSE(reserved_name(name)) << name;
}

TEST(Names, DoNotBeginLikeTheEngines) {
    for (const auto* name : {"Stockade", "stockadefan", "Stockade12x", "st0ckadeteam"})
        EXPECT_TRUE(reserved_name(name)) << name;
    EXPECT_FALSE(reserved_name("palisade"));
}

}  // namespace
}  // namespace stockade::server::auth
