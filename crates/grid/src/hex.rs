//! Hexes in axial coordinates.
