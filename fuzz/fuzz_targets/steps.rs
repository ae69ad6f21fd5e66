//! No orders make a step panic: the bytes choose legal actions, bad entries, absences and wrong seats.
#![no_main]

skirmish_fuzz::target!(|data: &[u8], G| {
    skirmish_laws::suite::drive::<G>(data);
    Some(())
});
