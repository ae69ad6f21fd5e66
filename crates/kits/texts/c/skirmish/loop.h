/// The protocol: reads messages, asks the bot, writes its answers.
///
/// A bot is a `Bot` with functions. `start` is told the greeting (`Hello`) when a game begins; `turn` is asked each
/// time it is to act and gives its orders: `give(act_move(3, 4, 5));`. A message that cannot be read is printed, and
/// that turn's list is empty: the match goes on.
#pragma once

#include "model.h"
#include "random.h"

/// What is told before a game; it stays until the next one.
typedef struct Hello {
    const char *seat;
    const char **seats;
    size_t seats_count;
    Config config;
    /// What this seat may know of the map, as JSON.
    const Json *map;
    const Json *clock;
    /// A generator with the match's seed for this seat: a rerun decides the same. Take a copy.
    Random random;
} Hello;

/// An order that was refused, and why.
typedef struct Rejection {
    int64_t index;
    const char *reason;
    bool has_action;
    const Json *action;
} Rejection;

/// A request for orders; it stays until it is answered.
typedef struct Turn {
    int64_t request;
    int64_t turn;
    /// In games with several phases, the one to act in.
    bool has_phase;
    const char *phase;
    View view;
    /// Orders that would be accepted, if the bot has `want_legal`.
    Order *legal;
    size_t legal_count;
    /// What was refused of the list before.
    Rejection *rejected;
    size_t rejected_count;
    bool has_last_ms;
    int64_t last_ms;
    bool has_limit_ms;
    int64_t limit_ms;
    bool has_bank_ms;
    int64_t bank_ms;
} Turn;

/// How a game ended.
typedef struct End {
    Result result;
    Rejection *rejected;
    size_t rejected_count;
    /// Whether another game follows.
    bool again;
} End;

typedef struct Bot {
    const char *name;
    /// May be NULL.
    const char *version;
    bool want_legal;
    /// A game begins.
    void (*start)(const Hello *hello);
    /// A turn is to be played. It is yours: change its view as you plan.
    void (*turn)(Turn *turn);
    /// A game is over; may be NULL.
    void (*end)(const End *end);
} Bot;

/// Puts an order at the end of this turn's list.
void give(Order order);

/// Prints a line like printf to standard error, which is kept and shown to you alone. (printf does the same in a kit.)
void log_line(const char *format, ...);

/// A remark on a unit, shown to you alone when you watch the match.
void note(int64_t unit, const char *text);

/// Gives the game up with this turn's answer.
void resign(void);

/// Plays until the match is over, or on recorded messages with `--test FILE`. The program's exit code.
///
/// The match is on standard input and output, or, with SKIRMISH_ATTACH=HOST:PORT/TOKEN, on a connection to there.
int run(const Bot *bot, int argc, char **argv);
