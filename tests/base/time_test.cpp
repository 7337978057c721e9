// Points in time and durations cannot stand for each other, nor for numbers: that is settled when the program
// is compiled.
#include "base/time.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "base/time_json.h"

namespace stockade {
namespace {

using Wait = void (*)(TimePoint, Milliseconds);

static_assert(std::is_invocable_v<Wait, TimePoint, Milliseconds>);
static_assert(std::is_invocable_v<Wait, TimePoint, std::chrono::seconds>, "units are converted");
static_assert(!std::is_invocable_v<Wait, Milliseconds, TimePoint>, "swapped");
static_assert(!std::is_invocable_v<Wait, long long, long long>, "a number is no time");
static_assert(!std::is_convertible_v<Milliseconds, long long>, "a duration is no number");
static_assert(!std::is_convertible_v<TimePoint, long long>, "a point in time is no number");
static_assert(!std::is_convertible_v<Seconds, Milliseconds>, "what was measured is rounded by name");

template <class A, class B>
concept Added = requires(A a, B b) {
    a + b;
};
template <class A, class B>
concept Subtracted = requires(A a, B b) {
    a - b;
};
template <class A, class B>
concept Compared = requires(A a, B b) {
    a < b;
};

static_assert(std::is_same_v<decltype(TimePoint() - TimePoint()), Milliseconds>);
static_assert(std::is_same_v<decltype(TimePoint() + Milliseconds()), TimePoint>);
static_assert(std::is_same_v<decltype(TimePoint() - Milliseconds()), TimePoint>);
static_assert(!Added<TimePoint, TimePoint>);
static_assert(!Subtracted<Milliseconds, TimePoint>);
static_assert(!Added<TimePoint, int> && !Added<Milliseconds, int>);
static_assert(!Compared<TimePoint, Milliseconds> && !Compared<Milliseconds, int>);

static_assert(sizeof(TimePoint) == sizeof(long long) && std::is_trivially_copyable_v<TimePoint>);
static_assert(sizeof(Milliseconds) == sizeof(long long) && std::is_trivially_copyable_v<Milliseconds>);

TEST(Time, HasNumbers) {
    EXPECT_EQ(number_of(Milliseconds(1min + 500ms)), 60'500);
    EXPECT_EQ(number_of(300s), 300) << "in its own unit";
    EXPECT_EQ(number_of(TimePoint(2s)), 2'000);
    EXPECT_EQ(number_of(kNever), 0);
}

TEST(Time, GoesForwardFromToday) {
    const TimePoint before = time_now();
    EXPECT_GT(before, TimePoint(Days(50 * 365))) << "this was written after 2020";
    EXPECT_GE(time_now(), before);
}

TEST(Time, IsANumberInJson) {
    const nlohmann::json object{{"at", TimePoint(7ms)}, {"lag", Milliseconds(2s)}, {"delay", 5s}};
    EXPECT_EQ(object.dump(), R"({"at":7,"delay":5,"lag":2000})");
    EXPECT_EQ(object["at"].get<TimePoint>(), TimePoint(7ms));
    EXPECT_EQ(object["lag"].get<Milliseconds>(), 2s);
    EXPECT_EQ(object["delay"].get<std::chrono::seconds>(), 5s);
}

}  // namespace
}  // namespace stockade
