//! Everything that must hold for every game of the registry. One binary, so that the games are linked once.

mod allocations;
mod extremes;
mod faults;
mod goldens;
mod laws;
mod natives;
mod properties;
mod rules;
mod schemas;
mod small;
