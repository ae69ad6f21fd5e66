//! Real servers for tests. Each is reached by nobody else and ends with the process that started it; what it keeps is in a folder of
//! its own under the folder for temporary files.

#[cfg(unix)]
mod authority;
#[cfg(unix)]
mod nats;
#[cfg(target_os = "linux")]
pub mod network;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod process;
pub mod receiver;

#[cfg(unix)]
pub use authority::Authority;
#[cfg(unix)]
pub use nats::Nats;
#[cfg(unix)]
pub use postgres::Postgres;
