//! What the numbers promise, held against simulated tournaments whose truth is known. All seeds are fixed.

mod joint;
mod pairs;
mod sequential;
mod tables;
mod worlds;
