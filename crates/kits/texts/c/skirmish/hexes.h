/// Boards of hexes in axial coordinates; directions ("facings") are 0 to 5.
#pragma once

#include "points.h"

/// Steps between two hexes.
int64_t hex_distance(Point a, Point b);
/// The neighbour in a direction, which may be any whole number.
Point hex_ahead(Point at, int64_t facing);
/// The six neighbours, by direction.
Neighbours hex_around(Point at);
/// The direction whose neighbour is nearest to the goal; the first of equals.
int64_t hex_facing_to(Point start, Point goal);
/// The turn (+1 or -1) that brings one facing nearer to another; 0 if it is there.
int64_t hex_turn_to(int64_t facing, int64_t wanted);
