/// Shortest ways by breadth-first search.
#pragma once

#include "points.h"

/// The steps to a point that was not reached.
#define FAR INT64_C(1000000000)

typedef Neighbours Around(Point at);
/// A question about a point. `context` is what the search was given for it.
typedef bool Test(Point at, const void *context);

/// What a search has found; it lies in the turn's memory.
typedef struct Paths {
    /// Every point reached, the nearest first, with its steps.
    Points steps;
    /// For every point but the starts, the place of the one before it among the steps.
    Points before;
    /// The point that the search was made for, if it was.
    bool has_found;
    Point found;
} Paths;

/// A way, without its start and with its goal.
typedef struct Way {
    size_t count;
    Point *at;
} Way;

/// Searches from all starts over passable points for every point at most `limit` steps away.
Paths search(const Point *starts, size_t count, Around *around, Test *passable, const void *context, int64_t limit);
/// The same, but it stops at the first point that is wanted (`found`).
Paths search_until(const Point *starts, size_t count, Around *around, Test *passable, Test *wanted,
                   const void *context, int64_t limit);

/// Steps from the nearest start; FAR if the point was not reached.
int64_t steps_to(const Paths *paths, Point goal);
/// The way to a point that was reached.
Way way_to(const Paths *paths, Point goal);
/// Finds the point with the fewest steps that is wanted; whether there is one.
bool nearest(const Paths *paths, Test *wanted, const void *context, Point *into);
