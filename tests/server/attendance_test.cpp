// When people usually come: hours are counted whole, and told to whoever asks.
#include "server/platform/attendance.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include "server/store/attendance.h"
#include "support/needs.h"
#include "support/postgres.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

constexpr Milliseconds kMinute = 1min, kHour = 60 * kMinute;
// Wednesday, 18 November 2026, 20:00 UTC.
constexpr TimePoint kEvening{1'795'032'000'000ms};

TEST(HourCount, KnowsTheHourOfTheWeek) {
    EXPECT_EQ(HourCount::of_week(kNever), 3 * 24) << "1970 began on a Thursday";
    EXPECT_EQ(HourCount::of_week(kEvening), 2 * 24 + 20);
    EXPECT_EQ(HourCount::of_week(kEvening + kHour - 1ms), 2 * 24 + 20);
    EXPECT_EQ(HourCount::of_week(kEvening + 7 * 24 * kHour), 2 * 24 + 20);
}

TEST(HourCount, TellsTheMeanOfAnHourWhenItIsOver) {
    HourCount count;
    for (int minute = 0; minute < 60; ++minute)
        EXPECT_FALSE(count.count(kEvening + minute * kMinute, minute < 30 ? 2 : 4)) << minute;
    const auto over = count.count(kEvening + kHour, 100);
    ASSERT_TRUE(over);
    EXPECT_EQ(over->of_week, 2 * 24 + 20);
    EXPECT_DOUBLE_EQ(over->people, 3);
    // Of the next one alone.
    for (int minute = 1; minute < 60; ++minute)
        EXPECT_FALSE(count.count(kEvening + kHour + minute * kMinute, 100)) << minute;
    const auto next = count.count(kEvening + 2 * kHour, 0);
    ASSERT_TRUE(next);
    EXPECT_DOUBLE_EQ(next->people, 100);
}

TEST(HourCount, SaysNothingOfAnHourThatWasHardlySeen) {
    HourCount count;
    for (int minute = 40; minute < 60; ++minute) EXPECT_FALSE(count.count(kEvening + minute * kMinute, 5));
    EXPECT_FALSE(count.count(kEvening + kHour, 5));
    EXPECT_FALSE(count.count(kEvening + 5 * kHour, 5)) << "after a long pause";
}

/// On both databases.
class StoredAttendanceTest : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        auto url = "sqlite://" + scratch_.path("games.db");
        if (GetParam() == "postgresql") {
            static support::Postgres postgres;
            STOCKADE_NEEDS(postgres);
            url = postgres.url();
        }
        auto opened = store::Store::open(url);
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        store_ = std::move(*opened);
    }
    void note(int hour, double people) {
        EXPECT_TRUE(store_->write_now(
            [&](store::Database& database) { store::note_attendance(database, hour, people); }));
    }
    store::WeekOfAttendance week() {
        return store_->read([](store::Database& database) { return store::attendance(database); });
    }
    support::ScratchFolder scratch_;
    std::unique_ptr<store::Store> store_;
};

TEST_P(StoredAttendanceTest, IsAMeanOfTheLastWeeks) {
    EXPECT_EQ(week()[5].weeks, 0);
    note(5, 10);
    note(5, 20);
    note(167, 3);
    EXPECT_EQ(week()[5].weeks, 2);
    EXPECT_DOUBLE_EQ(week()[5].people, 15);
    EXPECT_DOUBLE_EQ(week()[167].people, 3);
    for (int i = 0; i < 40; ++i) note(5, 100);
    EXPECT_EQ(week()[5].weeks, 8);
    EXPECT_NEAR(week()[5].people, 100, 2) << "what was long ago is forgotten";
    int rows = 0;
    store_->read(
        [&](store::Database& database) { database << "select count(*) from attendance", soci::into(rows); });
    EXPECT_EQ(rows, 2) << "a row for an hour of the week, however many weeks go by";
}

TEST_P(StoredAttendanceTest, AFailedWriteLeavesWhatWasThere) {
    note(5, 10);
    store_->inject_failures([] { return true; });
    EXPECT_FALSE(
        store_->write_now([](store::Database& database) { store::note_attendance(database, 5, 50); }));
    store_->inject_failures(nullptr);
    EXPECT_DOUBLE_EQ(week()[5].people, 10);
}

INSTANTIATE_TEST_SUITE_P(Databases, StoredAttendanceTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& database) { return database.param; });

using AttendanceTest = support::ServerFixture;

TEST_F(AttendanceTest, IsToldToEverybody) {
    support::WebPerson stranger(port_);
    const auto hour = HourCount::of_week(time_now());
    const auto before = stranger.get("/api/attendance");
    EXPECT_EQ(stranger.status, 200);
    ASSERT_EQ(before["hours"].size(), 168u);
    EXPECT_TRUE(before["hours"][0].is_null());
    // The hour may have changed meanwhile.
    EXPECT_TRUE(before["now"] == hour || before["now"] == HourCount::of_week(time_now()));
    ASSERT_TRUE(
        store().write_now([](store::Database& database) { store::note_attendance(database, 68, 12.34); }));
    EXPECT_EQ(stranger.get("/api/attendance")["hours"][68], 12.3);
}

}  // namespace
}  // namespace stockade::server
