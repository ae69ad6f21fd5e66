/// Boards of hexes in axial coordinates; directions ("facings") are 0 to 5.
#pragma once

#include "point.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace skirmish::hexes {

constexpr Point DIRECTIONS[] = {
    {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1},
};

/// Steps between two hexes.
inline std::int64_t distance(Point a, Point b) {
    std::int64_t dx = b.x - a.x, dy = b.y - a.y;
    return std::max({std::abs(dx), std::abs(dy), std::abs(dx + dy)});
}

/// The neighbour in a direction, which may be any whole number.
inline Point ahead(Point at, std::int64_t facing) {
    Point step = DIRECTIONS[(facing % 6 + 6) % 6];
    return {at.x + step.x, at.y + step.y};
}

/// The six neighbours, by direction.
inline std::vector<Point> around(Point at) {
    return {ahead(at, 0), ahead(at, 1), ahead(at, 2), ahead(at, 3), ahead(at, 4), ahead(at, 5)};
}

/// The direction whose neighbour is nearest to the goal; the first of equals.
inline std::int64_t facing_to(Point start, Point goal) {
    std::int64_t best = 0;
    for (std::int64_t facing = 1; facing < 6; facing++) {
        if (distance(ahead(start, facing), goal) < distance(ahead(start, best), goal)) best = facing;
    }
    return best;
}

/// The turn (+1 or -1) that brings one facing nearer to another; 0 if it is there.
inline std::int64_t turn_to(std::int64_t facing, std::int64_t wanted) {
    std::int64_t steps = ((wanted - facing) % 6 + 6) % 6;
    return steps == 0 ? 0 : steps <= 3 ? 1 : -1;
}

}  // namespace skirmish::hexes
