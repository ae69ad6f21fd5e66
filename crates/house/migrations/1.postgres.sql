CREATE TABLE store (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    version BIGINT NOT NULL,
    epoch BIGINT NOT NULL
);

INSERT INTO store (one, version, epoch) VALUES (1, 0, 0);

CREATE TABLE journals (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    head TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    UNIQUE (kind, name)
);

CREATE TABLE records (
    journal BIGINT NOT NULL REFERENCES journals (id),
    n BIGINT NOT NULL CHECK (n > 0),
    first_event BIGINT NOT NULL,
    events BIGINT NOT NULL,
    who BYTEA,
    request BYTEA,
    digest BYTEA,
    length BIGINT NOT NULL,
    sum BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (journal, n)
);

CREATE INDEX records_by_event ON records (journal, (first_event + events)) WHERE events > 0;

CREATE TABLE cut_records (
    id BIGINT PRIMARY KEY,
    journal BIGINT NOT NULL REFERENCES journals (id),
    n BIGINT NOT NULL,
    first_event BIGINT NOT NULL,
    events BIGINT NOT NULL,
    who BYTEA,
    request BYTEA,
    digest BYTEA,
    length BIGINT NOT NULL,
    sum BIGINT NOT NULL,
    body BYTEA NOT NULL
);

CREATE TABLE snapshots (
    journal BIGINT NOT NULL REFERENCES journals (id),
    n BIGINT NOT NULL,
    version TEXT NOT NULL,
    sum BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (journal, n)
);

CREATE TABLE heartbeats (
    journal BIGINT PRIMARY KEY REFERENCES journals (id),
    at_ms BIGINT NOT NULL
);

CREATE TABLE tokens (
    id BIGINT PRIMARY KEY,
    hash BYTEA NOT NULL UNIQUE,
    role TEXT NOT NULL,
    journal BIGINT REFERENCES journals (id),
    seat TEXT,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    revoked_ms BIGINT
);

CREATE TABLE invitations (
    id BIGINT PRIMARY KEY,
    hash BYTEA NOT NULL UNIQUE,
    role TEXT NOT NULL,
    journal BIGINT REFERENCES journals (id),
    seat TEXT,
    uses BIGINT NOT NULL,
    used BIGINT NOT NULL,
    expires_ms BIGINT,
    revoked BIGINT NOT NULL
);

CREATE TABLE audit (
    n BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    journal BIGINT REFERENCES journals (id),
    detail TEXT NOT NULL
);

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
