/// Places on a board of squares or hexes, and sets of them.
#pragma once

#include "memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Point {
    int64_t x, y;
} Point;

static inline bool same(Point a, Point b) {
    return a.x == b.x && a.y == b.y;
}

/// The neighbours of a point.
typedef struct Neighbours {
    size_t count;
    Point at[8];
} Neighbours;

/// Points with a number each, in the order in which they were first put in.
typedef struct Points {
    Arena *arena;
    size_t count, room;
    Point *at;
    int64_t *numbers;
    /// A hash table of places in `at`, 1 for the first; 0 is free.
    size_t *table;
} Points;

/// None yet; they will lie in `turn_memory` or in `game_memory`.
Points points_new(Arena *arena);
void points_put(Points *points, Point at, int64_t number);
/// The number of a point; `otherwise` if it was never put in.
int64_t points_get(const Points *points, Point at, int64_t otherwise);
