#include "square.h"

static int64_t apart(int64_t a, int64_t b) {
    return a < b ? b - a : a - b;
}

int64_t manhattan(Point a, Point b) {
    return apart(a.x, b.x) + apart(a.y, b.y);
}

int64_t chebyshev(Point a, Point b) {
    int64_t dx = apart(a.x, b.x), dy = apart(a.y, b.y);
    return dx > dy ? dx : dy;
}

Neighbours around4(Point at) {
    Neighbours four = around8(at);
    four.count = 4;
    return four;
}

Neighbours around8(Point at) {
    int64_t x = at.x, y = at.y;
    return (Neighbours){
        .count = 8,
        .at = {
            {x + 1, y},     {x - 1, y},     {x, y + 1},     {x, y - 1},
            {x + 1, y + 1}, {x + 1, y - 1}, {x - 1, y + 1}, {x - 1, y - 1},
        },
    };
}
