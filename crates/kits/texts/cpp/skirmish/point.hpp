/// A place on a board of squares or hexes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skirmish {

struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
};

inline bool operator==(Point a, Point b) { return a.x == b.x && a.y == b.y; }
inline bool operator!=(Point a, Point b) { return !(a == b); }
/// Some order, for std::set and std::map.
inline bool operator<(Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// For std::unordered_set and std::unordered_map.
struct PointHash {
    std::size_t operator()(Point at) const {
        auto bits = static_cast<std::uint64_t>(at.x) * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(at.y);
        return static_cast<std::size_t>(bits ^ bits >> 32);
    }
};

}  // namespace skirmish
