//! One request. The name is looked up here, every address is checked, and the connection goes to the very one that was: a name
//! that stands for something else a moment later leads nowhere.

use super::Outgoing;
use super::names::Names;
use super::public::is_public;
use super::target::Target;
use axum::body::Body;
use hyper::client::conn::http1;
use hyper::header::{CONNECTION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// So much of an answer's head is read at most. Of its body, nothing is: its status says it all.
const HEAD_BYTES: usize = 16 << 10;
/// So many addresses of a name are tried.
const ADDRESSES: usize = 4;

/// What a receiver reads of our version.
const AGENT: &str = concat!("skirmish/", env!("CARGO_PKG_VERSION"));

/// Why something was not delivered.
#[derive(Clone, PartialEq, Debug)]
pub enum Miss {
    /// The receiver wants nothing any more.
    Gone,
    /// In words for the owner.
    Failed(String),
}

impl Miss {
    pub fn why(&self) -> &str {
        match self {
            Miss::Gone => "it answered 410 Gone",
            Miss::Failed(why) => why,
        }
    }
}

/// What is posted, beside where to.
pub struct Parcel {
    /// By which the receiver recognises it when it comes again.
    pub id: String,
    pub signature: String,
    pub body: String,
}

/// Posts.
pub struct Post {
    outgoing: Outgoing,
    names: Arc<dyn Names>,
    tls: TlsConnector,
}

impl Post {
    /// Trusts the authorities that browsers do.
    pub fn new(outgoing: Outgoing, names: Arc<dyn Names>) -> Post {
        let authorities = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
        Post::trusting(outgoing, names, authorities)
    }

    /// Trusts these authorities and no others.
    pub fn trusting(outgoing: Outgoing, names: Arc<dyn Names>, authorities: RootCertStore) -> Post {
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows the versions of TLS that are on by default")
            .with_root_certificates(authorities)
            .with_no_client_auth();
        Post { outgoing, names, tls: TlsConnector::from(Arc::new(config)) }
    }

    /// The addresses of a host, all of which may be posted to.
    pub async fn addresses(&self, target: &Target) -> Result<Vec<IpAddr>, String> {
        let found = match target.host().parse() {
            Ok(address) => vec![address],
            Err(_) => {
                let finding = tokio::time::timeout(self.outgoing.pace.connect, self.names.find(target.host())).await;
                let found = finding.map_err(|_| "its name was not found in time")?;
                found.map_err(|_| "its name was not found")?
            }
        };
        if found.is_empty() {
            return Err("its name stands for no address".into());
        }
        // One that is not would do: nobody knows which of them is connected to in the end.
        if !self.outgoing.allow_private && !found.iter().copied().all(is_public) {
            return Err("its address is not a public one".into());
        }
        Ok(found)
    }

    /// Posts once, and waits for the answer's status, but not for long.
    pub async fn send(&self, target: &Target, parcel: Parcel) -> Result<u16, Miss> {
        let within = self.outgoing.pace.answer;
        let sent = tokio::time::timeout(within, self.exchange(target, parcel)).await;
        let late = || Err(format!("it has not answered within {} s", within.as_secs_f64()));
        let status = sent.unwrap_or_else(|_| late()).map_err(Miss::Failed)?;
        match status {
            status if status.is_success() => Ok(status.as_u16()),
            StatusCode::GONE => Err(Miss::Gone),
            status if status.is_redirection() => {
                Err(Miss::Failed(format!("it answered {}, and redirects are not followed", status.as_u16())))
            }
            status => Err(Miss::Failed(format!("it answered {}", status.as_u16()))),
        }
    }

    async fn exchange(&self, target: &Target, parcel: Parcel) -> Result<StatusCode, String> {
        let addresses = self.addresses(target).await?;
        let connecting = tokio::time::timeout(self.outgoing.pace.connect, connect(&addresses, target.port()));
        let socket = connecting.await.map_err(|_| "no connection was made in time")?.map_err(|why| plain(&why))?;
        if !target.is_secure() {
            return ask(socket, target, parcel).await;
        }
        let name = ServerName::try_from(target.host().to_owned()).map_err(|_| "its host is no name for TLS")?;
        let secured = self.tls.connect(name, socket).await.map_err(|why| format!("TLS: {why}"))?;
        ask(secured, target, parcel).await
    }
}

async fn connect(addresses: &[IpAddr], port: u16) -> io::Result<TcpStream> {
    let mut failed = io::ErrorKind::AddrNotAvailable.into();
    for address in addresses.iter().take(ADDRESSES) {
        match TcpStream::connect(SocketAddr::new(*address, port)).await {
            Ok(socket) => return Ok(socket),
            Err(why) => failed = why,
        }
    }
    Err(failed)
}

async fn ask(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    target: &Target,
    parcel: Parcel,
) -> Result<StatusCode, String> {
    let request = Request::post(target.path())
        .header(HOST, target.authority())
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, AGENT)
        .header(CONNECTION, "close")
        .header("skirmish-delivery", parcel.id)
        .header("skirmish-signature", parcel.signature)
        .body(Body::from(parcel.body))
        .map_err(|_| "its address cannot be asked for over HTTP")?;
    let broken = |why: hyper::Error| match why.is_parse() {
        true => "its answer is not HTTP".to_owned(),
        false => "it closed the connection without an answer".to_owned(),
    };
    let mut shape = http1::Builder::new();
    shape.max_buf_size(HEAD_BYTES);
    let (mut sender, connection) = shape.handshake(TokioIo::new(stream)).await.map_err(broken)?;
    let (mut connection, mut asked) = (pin!(connection), pin!(sender.send_request(request)));
    let answered = tokio::select! {
        biased;
        answered = &mut asked => answered,
        _ended = &mut connection => asked.await,
    };
    answered.map(|answer| answer.status()).map_err(broken)
}

/// What the system says, without what it is about.
fn plain(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::ConnectionRefused => "it refused the connection".into(),
        _ => format!("no connection: {}", why.kind()),
    }
}
