#include "paths.h"

/// With so many points in all a search gives up.
enum { MOST = 100000 };

Paths search_until(const Point *starts, size_t count, Around *around, Test *passable, Test *wanted,
                   const void *context, int64_t limit) {
    Paths paths = {.steps = points_new(&turn_memory), .before = points_new(&turn_memory)};
    for (size_t i = 0; i < count; i++) points_put(&paths.steps, starts[i], 0);
    for (size_t i = 0; i < paths.steps.count; i++) {
        Point point = paths.steps.at[i];
        int64_t steps = paths.steps.numbers[i] + 1;
        if (wanted != NULL && wanted(point, context)) {
            paths.has_found = true;
            paths.found = point;
            break;
        }
        if (steps > limit || paths.steps.count >= MOST) continue;
        Neighbours near = around(point);
        for (size_t n = 0; n < near.count; n++) {
            if (steps_to(&paths, near.at[n]) != FAR || !passable(near.at[n], context)) continue;
            points_put(&paths.steps, near.at[n], steps);
            points_put(&paths.before, near.at[n], (int64_t)i);
        }
    }
    return paths;
}

Paths search(const Point *starts, size_t count, Around *around, Test *passable, const void *context, int64_t limit) {
    return search_until(starts, count, around, passable, NULL, context, limit);
}

int64_t steps_to(const Paths *paths, Point goal) {
    return points_get(&paths->steps, goal, FAR);
}

Way way_to(const Paths *paths, Point goal) {
    int64_t steps = steps_to(paths, goal);
    Way way = {.count = steps == FAR ? 0 : (size_t)steps};
    way.at = fresh(way.count, sizeof *way.at);
    for (size_t i = way.count; i > 0; i--) {
        way.at[i - 1] = goal;
        goal = paths->steps.at[points_get(&paths->before, goal, 0)];
    }
    return way;
}

bool nearest(const Paths *paths, Test *wanted, const void *context, Point *into) {
    for (size_t i = 0; i < paths->steps.count; i++) {
        if (!wanted(paths->steps.at[i], context)) continue;
        *into = paths->steps.at[i];
        return true;
    }
    return false;
}
