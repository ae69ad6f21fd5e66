/// Shortest ways by breadth-first search.
#pragma once

#include "point.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace skirmish {

/// The steps to a point that was not reached.
constexpr std::int64_t FAR = 1'000'000'000;

using Around = std::function<std::vector<Point>(Point)>;
using Test = std::function<bool(Point)>;

/// What a search has found.
class Paths {
public:
    /// Every point reached, the nearest first.
    std::vector<Point> points;
    /// The point that the search was made for, if it was.
    std::optional<Point> found;

    /// Steps from the nearest start; FAR if the point was not reached.
    std::int64_t to(Point point) const {
        auto step = steps.find(point);
        return step == steps.end() ? FAR : step->second.count;
    }

    /// The way to a point that was reached, without the start and with the goal.
    std::vector<Point> path(Point goal) const {
        std::vector<Point> way;
        for (auto step = steps.find(goal); step != steps.end() && step->second.count > 0; step = steps.find(goal)) {
            way.push_back(goal);
            goal = step->second.before;
        }
        std::reverse(way.begin(), way.end());
        return way;
    }

    /// The point with the fewest steps that is wanted.
    std::optional<Point> nearest(const Test& wanted) const {
        auto point = std::find_if(points.begin(), points.end(), wanted);
        return point == points.end() ? std::nullopt : std::optional<Point>(*point);
    }

    /// Notes a point as reached by one step from `before`; whether it is new.
    bool reach(Point point, std::int64_t count, Point before) {
        bool fresh = steps.insert({point, {count, before}}).second;
        if (fresh) points.push_back(point);
        return fresh;
    }

private:
    struct Step {
        std::int64_t count;
        Point before;
    };
    std::unordered_map<Point, Step, PointHash> steps;
};

/// Searches from all starts over passable points until one is wanted (`Paths::found`), or all is reached that lies at
/// most `limit` steps away; with `most` points in all it gives up.
inline Paths search_until(const std::vector<Point>& starts, const Around& around, const Test& passable,
                          const Test& wanted, std::int64_t limit = FAR, std::size_t most = 100'000) {
    Paths paths;
    for (Point start : starts) paths.reach(start, 0, start);
    for (std::size_t next = 0; next < paths.points.size(); next++) {
        Point point = paths.points[next];
        if (wanted(point)) {
            paths.found = point;
            break;
        }
        std::int64_t steps = paths.to(point) + 1;
        if (steps > limit || paths.points.size() >= most) continue;
        for (Point neighbour : around(point)) {
            if (paths.to(neighbour) == FAR && passable(neighbour)) paths.reach(neighbour, steps, point);
        }
    }
    return paths;
}

/// Searches from all starts for every point at most `limit` steps away.
inline Paths search(const std::vector<Point>& starts, const Around& around, const Test& passable,
                    std::int64_t limit = FAR, std::size_t most = 100'000) {
    return search_until(starts, around, passable, [](Point) { return false; }, limit, most);
}

}  // namespace skirmish
