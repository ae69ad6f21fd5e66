//! Bounded searches over a small window of a board, all squares of a row at once.
