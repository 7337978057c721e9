// Engines: a few threads of low priority that find turns for engine seats, off the threads of the network.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/time.h"
#include "games/session.h"

namespace stockade::server::room {

class Engines {
public:
    explicit Engines(int threads);
    ~Engines();

    /// Answers on one of the threads, with an empty text where no turn was found.
    using Answer = std::function<void(std::string turn)>;
    /// The question is given up when its handle goes: it is not thought about any longer.
    using Question = std::shared_ptr<void>;
    [[nodiscard]] Question think(games::Session session, int level, Milliseconds time, Answer answer);
    /// Questions that wait for a thread.
    std::size_t waiting() const;
    /// Stops what is thought about; nothing is answered after this.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace stockade::server::room
