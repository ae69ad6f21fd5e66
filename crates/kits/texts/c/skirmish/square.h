/// Boards of squares.
#pragma once

#include "points.h"

/// Steps between two squares over the four neighbours.
int64_t manhattan(Point a, Point b);
/// Steps between two squares over the eight neighbours.
int64_t chebyshev(Point a, Point b);
/// The four neighbours: right, left, then the two along y.
Neighbours around4(Point at);
/// The eight neighbours.
Neighbours around8(Point at);
