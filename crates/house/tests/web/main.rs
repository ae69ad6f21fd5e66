//! The house with a toy in it, asked over real connections.

mod support;
mod who;
