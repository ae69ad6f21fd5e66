//! Who is let in: certificates, passwords and keys, as a real server has them.

use nkeys::KeyPair;
use skirmish_fleet::Access;
use skirmish_servers::{Authority, Nats};
use std::path::{Path, PathBuf};

/// What comes of trying: nothing to complain of, or the words of the complaint.
fn tried(access: &Access) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let wire = access.connect("test").await.map_err(|error| error.to_string())?;
        // Being let in is worth something only if there is something to be done inside.
        wire.ensure().await.map_err(|error| error.to_string())
    })
}

fn refused(access: &Access) -> String {
    tried(access).expect_err("it is refused")
}

fn tls((certificate, key): &(PathBuf, PathBuf), more: &str) -> String {
    format!("tls {{ cert_file: {certificate:?}, key_file: {key:?}, {more} }}\n")
}

#[test]
fn a_server_shows_a_certificate_that_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let Some(ours) = Authority::new(folder.path(), "ours") else { return };
    let theirs = Authority::new(folder.path(), "theirs").unwrap();
    let Some(server) = Nats::start_with(&tls(&ours.sign("server"), "")) else { return };
    let access = |ca: Option<PathBuf>| Access { url: server.url(), ca, ..Access::default() };
    assert_eq!(tried(&access(Some(ours.certificate()))), Ok(()));
    for stranger in [Some(theirs.certificate()), None] {
        let told = refused(&access(stranger));
        assert!(told.starts_with(&format!("cannot connect to {}: ", server.url())), "{told}");
        assert!(told.contains("UnknownIssuer") && told.contains("--ca"), "{told}");
    }
    let told = refused(&access(Some(folder.path().join("nowhere.pem"))));
    assert!(told.contains("nowhere.pem") && told.contains("No such file"), "{told}");
    // Whoever wants to be sure of the server does not talk to one that shows nothing.
    let open = Nats::start().unwrap();
    let told = refused(&Access { url: open.url(), ca: Some(ours.certificate()), ..Access::default() });
    assert!(told.starts_with("cannot connect to "), "{told}");
}

#[test]
fn a_client_shows_a_certificate_that_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let Some(ours) = Authority::new(folder.path(), "ours") else { return };
    let theirs = Authority::new(folder.path(), "theirs").unwrap();
    let demands = format!("verify: true, ca_file: {:?}", ours.certificate());
    let Some(server) = Nats::start_with(&tls(&ours.sign("server"), &demands)) else { return };
    let access =
        |certificate| Access { url: server.url(), ca: Some(ours.certificate()), certificate, ..Access::default() };
    assert_eq!(tried(&access(Some(ours.sign("client")))), Ok(()));
    for stranger in [Some(theirs.sign("stranger")), None] {
        let told = refused(&access(stranger));
        assert!(told.starts_with("cannot connect to "), "{told}");
    }
}

#[test]
fn a_password_is_the_right_one() {
    let users = "authorization { users = [{ user: ann, password: secret }] }";
    let Some(server) = Nats::start_with(users) else { return };
    let access = |user: &str| Access { url: server.url().replace("://", &format!("://{user}")), ..Access::default() };
    assert_eq!(tried(&access("ann:secret@")), Ok(()));
    for wrong in ["ann:guessed@", "bob:secret@", ""] {
        let told = refused(&access(wrong));
        assert!(told.to_lowercase().contains("authorization violation"), "{wrong}: {told}");
        assert!(!told.contains("secret") && !told.contains("guessed"), "{told}");
    }
}

fn kept(folder: &Path, name: &str, text: &str) -> Option<PathBuf> {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    Some(file)
}

#[test]
fn a_key_is_the_right_one() {
    let (ours, theirs) = (KeyPair::new_user(), KeyPair::new_user());
    let users = format!("authorization {{ users = [{{ nkey: {} }}] }}", ours.public_key());
    let Some(server) = Nats::start_with(&users) else { return };
    let folder = tempfile::tempdir().unwrap();
    let access = |credentials| Access { url: server.url(), credentials, ..Access::default() };
    let seed = |of: &KeyPair| format!("{}\n", of.seed().unwrap());
    assert_eq!(tried(&access(kept(folder.path(), "ours", &seed(&ours)))), Ok(()));
    for wrong in [kept(folder.path(), "theirs", &seed(&theirs)), None] {
        let told = refused(&access(wrong));
        assert!(told.to_lowercase().contains("authorization violation"), "{told}");
    }
    let told = refused(&access(kept(folder.path(), "nonsense", "nothing of the kind")));
    assert!(told.contains("nonsense"), "{told}");
}
