#include "server/store/attendance.h"

#include <algorithm>

#include "server/store/rows.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;

// A week counts for an eighth once there are as many: what was two months ago hardly matters.
constexpr int kMemory = 8;

}  // namespace

void note_attendance(Database& database, int hour, double people) {
    one_at_a_time(database);
    Attendance row;
    const auto found =
        first(rows((database.prepare << "select weeks, people from attendance where hour = :hour", use(hour),
                    into(row.weeks), into(row.people)),
                   [&] { return row; }));
    if (!found) {
        const int weeks = 1;
        database << "insert into attendance (hour, weeks, people) values (:hour, :weeks, :people)", use(hour),
            use(weeks), use(people);
        return;
    }
    const int weeks = std::min(found->weeks + 1, kMemory);
    const double mean = found->people + (people - found->people) / weeks;
    database << "update attendance set weeks = :weeks, people = :people where hour = :hour", use(weeks),
        use(mean), use(hour);
}

WeekOfAttendance attendance(Database& database) {
    WeekOfAttendance week{};
    int hour = 0;
    Attendance row;
    rows((database.prepare << "select hour, weeks, people from attendance", into(hour), into(row.weeks),
          into(row.people)),
         [&] {
             if (hour >= 0 && hour < kWeekHours) week[static_cast<std::size_t>(hour)] = row;
             return 0;
         });
    return week;
}

}  // namespace stockade::server::store
