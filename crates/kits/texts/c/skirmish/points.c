#include "points.h"

enum { FIRST_ROOM = 64 };

Points points_new(Arena *arena) {
    return (Points){.arena = arena};
}

/// Where a point is in the table, or where it would be. The table is never full, and its size is a power of two.
static size_t *slot(const Points *points, Point at) {
    size_t last = 2 * points->room - 1;
    uint64_t bits = ((uint64_t)at.x * 0x9E3779B97F4A7C15u + (uint64_t)at.y) * 0xBF58476D1CE4E5B9u;
    size_t i = (size_t)(bits >> 32) & last;
    while (points->table[i] != 0 && !same(points->at[points->table[i] - 1], at)) i = (i + 1) & last;
    return &points->table[i];
}

static void grow(Points *points) {
    Points old = *points;
    points->room = old.room == 0 ? FIRST_ROOM : 2 * old.room;
    points->at = arena_take(points->arena, points->room, sizeof *points->at);
    points->numbers = arena_take(points->arena, points->room, sizeof *points->numbers);
    points->table = arena_take(points->arena, 2 * points->room, sizeof *points->table);
    for (size_t i = 0; i < old.count; i++) {
        points->at[i] = old.at[i];
        points->numbers[i] = old.numbers[i];
        *slot(points, old.at[i]) = i + 1;
    }
}

void points_put(Points *points, Point at, int64_t number) {
    if (points->count == points->room) grow(points);
    size_t *place = slot(points, at);
    if (*place == 0) {
        points->at[points->count++] = at;
        *place = points->count;
    }
    points->numbers[*place - 1] = number;
}

int64_t points_get(const Points *points, Point at, int64_t otherwise) {
    size_t place = points->count == 0 ? 0 : *slot(points, at);
    return place == 0 ? otherwise : points->numbers[place - 1];
}
