//! The house: a web service that knows no game. Whatever lives in it (the live game, later a ladder) brings its own routes
//! and its own records; who may do what, how often, how it is stored and how it is told are the house's.
//!
//! | room | what is in it |
//! |---|---|
//! | [`house`] | what all rooms share: [`house::House`] |
//! | [`resident`] | whoever lives here: [`resident::Resident`] |
//! | [`routes`] | the route table: one list for router, access, limits and description |
//! | [`body`], [`problem`] | what handlers take and give, and how they refuse |
//! | [`roles`], [`tokens`], [`sessions`], [`invitations`], [`secret`] | who somebody is, and what they may do |
//! | [`limits`], [`bounds`], [`address`] | how often, how much, from where |
//! | [`streams`] | events, told in order |
//! | [`hooks`] | webhooks: news posted to whoever wants them |
//! | [`server`], [`stop`] | listeners, and how they close |
//! | [`store`] | what is kept, durably: one set of functions, SQLite or PostgreSQL behind it |
//! | [`clock`] | where time comes from: the machine's clocks, or a virtual one |
//! | [`settings`] | file, environment and flags |
//! | [`metrics`], [`logs`] | what is measured, and what is written down |
//! | [`points`] | where tests have the program die |
//! | [`access`] | a table of every route by every role, for tests |
//! | [`shell`], [`openapi`] | pages, and the description of the API |

pub mod access;
pub mod address;
pub mod body;
pub mod bounds;
pub mod clock;
mod committing;
mod desk;
mod gate;
pub mod hooks;
pub mod house;
pub mod invitations;
pub mod limits;
pub mod logs;
pub mod metrics;
pub mod openapi;
mod patience;
pub mod points;
pub mod problem;
pub mod resident;
pub mod roles;
pub mod routes;
pub mod secret;
pub mod server;
pub mod sessions;
pub mod settings;
pub mod shell;
pub mod stop;
pub mod store;
pub mod streams;
pub mod tokens;

pub use desk::Served;
