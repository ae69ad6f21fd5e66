/// Memory that is given back all at once, so that bots need no `free`.
#pragma once

#include <stddef.h>

typedef struct Arena {
    struct Chunk *chunks;
    /// What is used and what is there of the newest chunk.
    size_t used, room;
} Arena;

/// Given back when the turn is answered.
extern Arena turn_memory;
/// Given back when the next game begins.
extern Arena game_memory;

/// Room for some things of one size, all zero; never NULL, since without memory the program ends.
void *arena_take(Arena *arena, size_t count, size_t size);
/// A copy of so many characters, with a zero behind them.
char *arena_text(Arena *arena, const char *text, size_t count);
void arena_clear(Arena *arena);

/// Room until this turn is answered: `Point *points = fresh(10, sizeof *points);`
void *fresh(size_t count, size_t size);
