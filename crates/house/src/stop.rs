//! The signal to stop, which anything can wait for.

use tokio::sync::watch;

#[derive(Clone)]
pub struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Stop {
        Stop(watch::Sender::new(false))
    }
}

impl Stop {
    /// From now on nothing new begins, and what runs comes to an end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until somebody stops it.
    pub async fn stopped(&self) {
        let mut signal = self.0.subscribe();
        // The sender is `self`, so it cannot be gone.
        let _stopped = signal.wait_for(|stopped| *stopped).await;
    }
}
