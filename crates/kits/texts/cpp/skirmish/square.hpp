/// Boards of squares.
#pragma once

#include "point.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace skirmish::square {

/// Steps between two squares over the four neighbours.
inline std::int64_t manhattan(Point a, Point b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

/// Steps between two squares over the eight neighbours.
inline std::int64_t chebyshev(Point a, Point b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }

/// The four neighbours: right, left, then the two along y.
inline std::vector<Point> around4(Point at) {
    return {
        {at.x + 1, at.y}, {at.x - 1, at.y}, {at.x, at.y + 1}, {at.x, at.y - 1},
    };
}

/// The eight neighbours.
inline std::vector<Point> around8(Point at) {
    return {
        {at.x + 1, at.y},     {at.x - 1, at.y},     {at.x, at.y + 1},     {at.x, at.y - 1},
        {at.x + 1, at.y + 1}, {at.x + 1, at.y - 1}, {at.x - 1, at.y + 1}, {at.x - 1, at.y - 1},
    };
}

}  // namespace skirmish::square
