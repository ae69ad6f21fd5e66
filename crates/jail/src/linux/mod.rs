//! The sandbox on Linux. Each room is one step of the way from the runner to the bot.
//!
//! | room | whose process | what |
//! |---|---|---|
//! | [`prisoner`] | runner | starts the helper, holds the lifeline |
//! | [`helper`], [`watch`] | helper | builds, watches, cleans up |
//! | [`init`], [`tree`] | process 1 inside | private tree, reaper |
//! | [`bot`], [`wall`], [`filter`], [`calls`] | the bot, before its program | gives everything up |
//! | [`selftest`], [`remedy`] | runner | tries the attacks, says what is missing |
//! | [`cgroup`], [`slot`], [`proc`], [`usage`], [`cores`], [`wire`], [`sys`] | all | groups, user ids, `/proc`, time on cores and in line, cores, messages, system calls |

pub mod bot;
pub mod calls;
pub mod cgroup;
pub mod cores;
pub mod filter;
pub mod helper;
pub mod init;
pub mod prisoner;
pub mod proc;
pub mod remedy;
pub mod selftest;
pub mod slot;
pub mod sys;
pub mod tree;
pub mod usage;
pub mod wall;
pub mod watch;
pub mod wire;
