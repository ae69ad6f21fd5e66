CREATE TABLE store (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;

INSERT INTO store (one, version, epoch) VALUES (1, 0, 0);

CREATE TABLE journals (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    head TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    UNIQUE (kind, name)
) STRICT;

CREATE TABLE records (
    journal INTEGER NOT NULL REFERENCES journals (id),
    n INTEGER NOT NULL CHECK (n > 0),
    first_event INTEGER NOT NULL,
    events INTEGER NOT NULL,
    who BLOB,
    request BLOB,
    digest BLOB,
    length INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (journal, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX records_by_event ON records (journal, (first_event + events)) WHERE events > 0;

CREATE TABLE cut_records (
    id INTEGER PRIMARY KEY,
    journal INTEGER NOT NULL REFERENCES journals (id),
    n INTEGER NOT NULL,
    first_event INTEGER NOT NULL,
    events INTEGER NOT NULL,
    who BLOB,
    request BLOB,
    digest BLOB,
    length INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE snapshots (
    journal INTEGER NOT NULL REFERENCES journals (id),
    n INTEGER NOT NULL,
    version TEXT NOT NULL,
    sum INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (journal, n)
) STRICT;

CREATE TABLE heartbeats (
    journal INTEGER PRIMARY KEY REFERENCES journals (id),
    at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    role TEXT NOT NULL,
    journal INTEGER REFERENCES journals (id),
    seat TEXT,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    revoked_ms INTEGER
) STRICT;

CREATE TABLE invitations (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    role TEXT NOT NULL,
    journal INTEGER REFERENCES journals (id),
    seat TEXT,
    uses INTEGER NOT NULL,
    used INTEGER NOT NULL,
    expires_ms INTEGER,
    revoked INTEGER NOT NULL
) STRICT;

CREATE TABLE audit (
    n INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    journal INTEGER REFERENCES journals (id),
    detail TEXT NOT NULL
) STRICT;

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
