//! The original's API, over a real connection: Appendix A of the rulebook, sentence by sentence.

mod acting;
mod activity;
mod browsers;
mod form;
mod limits;
mod reading;
mod support;
