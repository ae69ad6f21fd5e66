//! What commands that work with a fleet have in common: how its server is reached, what is shown of it.

#[cfg(feature = "service")]
use skirmish_fleet::fleet::Seen;
use std::path::PathBuf;

/// How a server is reached.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct AccessArgs {
    /// A file of NATS credentials. A user and a password can also stand in the URL: nats://user:password@host.
    #[arg(long, value_name = "FILE")]
    credentials: Option<PathBuf>,
    /// Certificates of the authorities that the server's certificate is checked by, as PEM.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// A certificate to show to the server, as PEM.
    #[arg(long, value_name = "FILE", requires = "client_key")]
    client_cert: Option<PathBuf>,
    /// Its key.
    #[arg(long, value_name = "FILE", requires = "client_cert")]
    client_key: Option<PathBuf>,
}

impl AccessArgs {
    /// The first option that was given, if any was.
    pub fn given(&self) -> Option<&'static str> {
        let AccessArgs { credentials, ca, client_cert, client_key } = self;
        let all = [
            ("--credentials", credentials),
            ("--ca", ca),
            ("--client-cert", client_cert),
            ("--client-key", client_key),
        ];
        all.into_iter().find(|(_, file)| file.is_some()).map(|(name, _)| name)
    }

    #[cfg(feature = "service")]
    pub fn at(&self, url: &str) -> skirmish_fleet::Access {
        skirmish_fleet::Access {
            url: url.into(),
            credentials: self.credentials.clone(),
            ca: self.ca.clone(),
            certificate: self.client_cert.clone().zip(self.client_key.clone()),
        }
    }
}

/// What is seen of a fleet, for the live line.
#[cfg(feature = "service")]
pub fn line(seen: &Seen) -> String {
    if let Some(why) = &seen.away {
        return format!("waiting for the server ({why})");
    }
    let slots: usize = seen.workers.iter().map(|status| status.concurrency).sum();
    let mut line = match seen.workers.len() {
        0 => "no workers yet".to_string(),
        1 => format!("1 worker, {slots} at once"),
        n => format!("{n} workers, {slots} at once"),
    };
    if let Some((worker, why)) = seen.declined.iter().next() {
        line.push_str(&format!("; {worker} cannot play: {why}"));
    }
    if !seen.quarantined.is_empty() {
        line.push_str(&format!("; {} not believed", seen.quarantined.len()));
    }
    line
}

/// A share from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share from 0 to 1, as in 0.02".into()),
    }
}
