/// A bot at work: takes messages and gives the replies, without knowing where they come from.
#pragma once

#include "loop.h"

typedef struct Session {
    const Bot *bot;
    /// Whether a game has begun.
    bool started;
    /// Whether no game follows.
    bool over;
    /// How often a message could not be read.
    int errors;
    /// What was asked and given.
    size_t games, turns, orders;
} Session;

/// Handles a line. The reply, in the turn's memory; NULL if it needs none. Unknown messages are ignored.
const char *session_handle(Session *session, const char *line);
