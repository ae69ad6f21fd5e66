//! Benchmarks of the rules: `cargo bench -p skirmish-benches [-- FILTER]`. Compare figures of one run with each other.
