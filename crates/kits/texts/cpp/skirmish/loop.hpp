/// The protocol: reads messages, asks the bot, writes its answers.
///
/// A bot is a class made from `Player`. It is made with the greeting (`Hello`) when a game begins; its method `turn`
/// is given a `Turn` each time it is to act and returns a list of orders made with `act`. An exception in it is
/// printed, and that turn's list is empty: the match goes on.
#pragma once

#include "model.hpp"

#include <iostream>
#include <memory>
#include <random>

namespace skirmish {

/// What is told before a game.
struct Hello {
    std::string seat;
    std::vector<std::string> seats;
    Config config;
    /// What this seat may know of the map, as JSON.
    Json map;
    Json clock;
    /// A generator with the match's seed for this seat: a rerun decides the same.
    std::mt19937_64 random;
};

/// An order that was refused, and why.
struct Rejection {
    std::int64_t index = 0;
    std::string reason;
    Json action;
};

/// A request for orders.
struct Turn {
    std::int64_t request = 0;
    std::int64_t turn = 0;
    /// In games with several phases, the one to act in.
    std::optional<std::string> phase;
    View view;
    /// Orders that would be accepted, if the bot says `want = {"legal"}`.
    std::vector<Order> legal;
    /// What was refused of the list before.
    std::vector<Rejection> rejected;
    std::optional<std::int64_t> last_ms;
    std::optional<std::int64_t> limit_ms;
    std::optional<std::int64_t> bank_ms;
};

/// How a game ended.
struct End {
    Result result;
    std::vector<Rejection> rejected;
    /// Whether another game follows.
    bool again = false;
};

/// What a bot is made from.
class Player {
public:
    std::string name = "a bot";
    std::string version;
    /// With {"legal"}, every turn lists the orders that would be accepted.
    std::vector<std::string> want;

    virtual ~Player() = default;

    /// The orders for a turn. The turn is yours: change its view as you plan.
    virtual std::vector<Order> turn(Turn& turn) = 0;

    /// Called when a game is over.
    virtual void end(const End&) {}

    /// Prints to standard error, which is kept and shown to you alone. (std::cout does the same in a kit.)
    template <class First, class... More>
    static void log(const First& first, const More&... more) {
        std::cerr << first;
        ((std::cerr << ' ' << more), ...);
        std::cerr << std::endl;
    }

    /// A remark on a unit, shown to you alone when you watch the match.
    void note(std::int64_t unit, const std::string& text);

    /// Gives the game up with this turn's answer.
    void resign() { resigned = true; }

private:
    friend class Session;
    Json::List notes;
    bool resigned = false;
};

/// What makes a bot for a game.
using Maker = std::unique_ptr<Player> (*)(const Hello&);

/// Plays until the match is over, or on recorded messages with `--test FILE`. The program's exit code.
///
/// The match is on standard input and output, or, with SKIRMISH_ATTACH=HOST:PORT/TOKEN, on a connection to there.
int play(Maker make, int argc, char** argv);

/// `int main(int argc, char** argv) { return skirmish::run<Bot>(argc, argv); }`
template <class Bot>
int run(int argc, char** argv) {
    return play([](const Hello& hello) -> std::unique_ptr<Player> { return std::make_unique<Bot>(hello); }, argc, argv);
}

}  // namespace skirmish
