// The attendance table: how many people were online in each hour of the week. 168 rows at most.
#pragma once

#include <array>

#include "server/store/store.h"

namespace stockade::server::store {

inline constexpr int kWeekHours = 7 * 24;

struct Attendance {
    int weeks = 0;      ///< that were counted; 0: none yet
    double people = 0;  ///< on average, recent weeks counting more
};
/// The attendance in each hour of the week, from Monday 0:00 UTC.
using WeekOfAttendance = std::array<Attendance, kWeekHours>;

/// Adds one hour of one week, with the average number of people.
void note_attendance(Database& database, int hour, double people);
WeekOfAttendance attendance(Database& database);

}  // namespace stockade::server::store
