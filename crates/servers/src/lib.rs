//! Real servers for tests. Each is reached by nobody else and ends with the process that started it; what it keeps is in a folder of
//! its own under the folder for temporary files.

#[cfg(unix)]
mod postgres;
pub mod receiver;

#[cfg(unix)]
pub use postgres::Postgres;
