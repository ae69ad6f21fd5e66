//! Everything that must hold for every game of the registry. One binary, so that the games are linked once.

mod allocations;
mod goldens;
mod laws;
mod properties;
mod schemas;
mod small;
