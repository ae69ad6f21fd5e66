//! Real servers for tests. Each has a folder of its own under the folder for temporary files, is reached by nobody else, and ends
//! with the process that started it.

#[cfg(unix)]
mod postgres;

#[cfg(unix)]
pub use postgres::Postgres;
