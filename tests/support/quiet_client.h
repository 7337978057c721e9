// QuietClient: a connection of a person that takes every message and keeps none.
#pragma once

#include <optional>
#include <utility>

#include "server/room/runtime.h"

namespace stockade::support {

class QuietClient : public server::room::Client {
public:
    explicit QuietClient(server::model::Person person) : Client({}), person_(std::move(person)) {}
    void send(server::msg::Text) override {}
    Milliseconds lag() const override { return 0ms; }
    const std::optional<server::model::Person>& person() const override { return person_; }
    bool open() const override { return true; }

private:
    const std::optional<server::model::Person> person_;
};

}  // namespace stockade::support
