// Helpers of this folder for reading rows.
#pragma once

#include <soci/soci.h>

#include <optional>
#include <utility>
#include <vector>

#include "server/model/game.h"
#include "server/store/id_columns.h"
#include "server/store/time_columns.h"

namespace stockade::server::store {

/// All rows of a statement; `read` makes a value of where its columns went.
template <class Read>
auto rows(soci::statement statement, Read read) {
    std::vector<decltype(read())> result;
    statement.execute();
    while (statement.fetch()) result.push_back(read());
    return result;
}

/// The first of some rows, of which there may be none.
template <class Row>
std::optional<Row> first(std::vector<Row> found) {
    if (found.empty()) return std::nullopt;
    return std::move(found[0]);
}

/// The players of some games, in the order of play.
std::vector<std::vector<model::Person>> players_of(Database& database, const std::vector<GameId>& games);

}  // namespace stockade::server::store
