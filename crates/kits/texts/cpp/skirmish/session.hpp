/// A bot at work: takes messages and gives the replies, without knowing where they come from.
#pragma once

#include "loop.hpp"

namespace skirmish {

class Session {
public:
    /// How often the bot, or the reading of a message, has failed.
    int errors = 0;
    /// Whether no game follows.
    bool over = false;

    explicit Session(Maker make) : make(make) {}

    /// The reply to a message; none if it needs none. Unknown messages are ignored. Throws if no bot can be made.
    std::optional<Json> handle(const Json& message);

private:
    Maker make;
    std::unique_ptr<Player> player;

    Json hello(const Json& message);
    Json turn(const Json& message);
    void end(const Json& message);

    /// Does something with the bot; if that fails, says where it was, counts it, and gives the reason.
    template <class Do>
    std::optional<std::string> guarded(const std::string& place, Do doing);
};

}  // namespace skirmish
