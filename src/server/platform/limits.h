// Limits: how often people, addresses and sockets may make costly requests.
#pragma once

#include "server/auth/limiter.h"

namespace stockade::server {

struct Limits {
    auth::Limiter requests{{100, 20}};          ///< of an address
    auth::Limiter changes{{30, 2}};             ///< of an address
    auth::Limiter new_users{{10, 0.05}};        ///< of an address
    auth::Limiter guesses{{10, 0.1}};           ///< of passwords, of an address
    auth::Limiter guesses_here{{5, 0.05}};      ///< of an address for one name; of a known device
    auth::Limiter guesses_of_name{{50, 0.05}};  ///< wherever they come from, but for known devices
    auth::Limiter messages{{60, 15}};           ///< of a user on all sockets, or of nobody's of an address
    auth::Limiter chats{{8, 0.5}};              ///< of a user
    auth::Limiter seeks{{10, 0.5}};             ///< made or taken, of a user
    auth::Limiter acts{{20, 1}};                ///< offers and the like, of a user
    auth::Limiter watches{{60, 2}};             ///< of a user, or of nobody's of an address
    auth::Limiter analyses{{10, 0.005}};        ///< of an address
    auth::Limiter challenges{{30, 0.05}};       ///< made, of an address
    auth::Limiter engine_games{{20, 0.02}};     ///< begun by challenges, of an address
    auth::Limiter tournaments{{5, 0.0001}};     ///< made, of an address
    auth::Limiter cards{{20, 0.5}};             ///< pictures that have to be drawn, of an address
};

}  // namespace stockade::server
