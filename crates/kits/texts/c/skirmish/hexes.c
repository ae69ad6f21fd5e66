#include "hexes.h"

static const Point DIRECTIONS[] = {
    {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1},
};

static int64_t size(int64_t number) {
    return number < 0 ? -number : number;
}

int64_t hex_distance(Point a, Point b) {
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    // The largest of the three; one of them is the sum of the others.
    return (size(dx) + size(dy) + size(dx + dy)) / 2;
}

Point hex_ahead(Point at, int64_t facing) {
    Point step = DIRECTIONS[(facing % 6 + 6) % 6];
    return (Point){at.x + step.x, at.y + step.y};
}

Neighbours hex_around(Point at) {
    Neighbours six = {.count = 6};
    for (int facing = 0; facing < 6; facing++) six.at[facing] = hex_ahead(at, facing);
    return six;
}

int64_t hex_facing_to(Point start, Point goal) {
    int64_t best = 0;
    for (int64_t facing = 1; facing < 6; facing++) {
        if (hex_distance(hex_ahead(start, facing), goal) < hex_distance(hex_ahead(start, best), goal)) best = facing;
    }
    return best;
}

int64_t hex_turn_to(int64_t facing, int64_t wanted) {
    int64_t steps = ((wanted - facing) % 6 + 6) % 6;
    return steps == 0 ? 0 : steps <= 3 ? 1 : -1;
}
