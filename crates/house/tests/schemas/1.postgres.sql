
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.audit (
    n bigint NOT NULL,
    at_ms bigint NOT NULL,
    who text NOT NULL,
    what text NOT NULL,
    journal bigint,
    detail text NOT NULL
);

CREATE TABLE public.cut_records (
    id bigint NOT NULL,
    journal bigint NOT NULL,
    n bigint NOT NULL,
    first_event bigint NOT NULL,
    events bigint NOT NULL,
    who bytea,
    request bytea,
    digest bytea,
    length bigint NOT NULL,
    sum bigint NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE public.heartbeats (
    journal bigint NOT NULL,
    at_ms bigint NOT NULL
);

CREATE TABLE public.invitations (
    id bigint NOT NULL,
    hash bytea NOT NULL,
    role text NOT NULL,
    journal bigint,
    seat text,
    uses bigint NOT NULL,
    used bigint NOT NULL,
    expires_ms bigint,
    revoked bigint NOT NULL
);

CREATE TABLE public.journals (
    id bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    head text NOT NULL,
    created_ms bigint NOT NULL
);

CREATE TABLE public.records (
    journal bigint NOT NULL,
    n bigint NOT NULL,
    first_event bigint NOT NULL,
    events bigint NOT NULL,
    who bytea,
    request bytea,
    digest bytea,
    length bigint NOT NULL,
    sum bigint NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT records_n_check CHECK ((n > 0))
);

CREATE TABLE public.settings (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.snapshots (
    journal bigint NOT NULL,
    n bigint NOT NULL,
    version text NOT NULL,
    sum bigint NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE public.store (
    one bigint NOT NULL,
    version bigint NOT NULL,
    epoch bigint NOT NULL,
    CONSTRAINT store_one_check CHECK ((one = 1))
);

CREATE TABLE public.tokens (
    id bigint NOT NULL,
    hash bytea NOT NULL,
    role text NOT NULL,
    journal bigint,
    seat text,
    name text NOT NULL,
    created_ms bigint NOT NULL,
    revoked_ms bigint
);

INSERT INTO public.audit VALUES (1, 9, 'Ada', 'pause', 1, '{}');

INSERT INTO public.heartbeats VALUES (1, 12);

INSERT INTO public.invitations VALUES (1, '\x0101010101010101010101010101010101010101010101010101010101010101', 'operator', NULL, NULL, 2, 0, 77, 0);

INSERT INTO public.journals VALUES (1, 'zords', 'game 1 🐉', '{"days":28}', 999);

INSERT INTO public.records VALUES (1, 1, 1, 2, NULL, NULL, NULL, 22, 5186859654334397266, '\x7b226e223a312c2274657874223a226772c3bc6e227d');
INSERT INTO public.records VALUES (1, 2, 3, 0, '\x726564', '\x6b32', '\x0202020202020202020202020202020202020202020202020202020202020202', 22, 14073703330738517, '\x7b226e223a322c2274657874223a226772c3bc6e227d');
INSERT INTO public.records VALUES (1, 3, 3, 2, NULL, NULL, NULL, 22, 5804246577628324165, '\x7b226e223a332c2274657874223a226772c3bc6e227d');

INSERT INTO public.settings VALUES ('motto', 'steady');

INSERT INTO public.snapshots VALUES (1, 2, '1', -7710620725477355885, '\x7b7d');

INSERT INTO public.store VALUES (1, 1, 1);

INSERT INTO public.tokens VALUES (1, '\x0101010101010101010101010101010101010101010101010101010101010101', 'player', 1, 'red', 'Ada', 5, NULL);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (n);

ALTER TABLE ONLY public.cut_records
    ADD CONSTRAINT cut_records_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.heartbeats
    ADD CONSTRAINT heartbeats_pkey PRIMARY KEY (journal);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_kind_name_key UNIQUE (kind, name);

ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (journal, n);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (journal, n);

ALTER TABLE ONLY public.store
    ADD CONSTRAINT store_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);

CREATE INDEX records_by_event ON public.records USING btree (journal, ((first_event + events))) WHERE (events > 0);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_journal_fkey FOREIGN KEY (journal) REFERENCES public.journals(id);

ALTER TABLE ONLY public.cut_records
    ADD CONSTRAINT cut_records_journal_fkey FOREIGN KEY (journal) REFERENCES public.journals(id);

ALTER TABLE ONLY public.heartbeats
    ADD CONSTRAINT heartbeats_journal_fkey FOREIGN KEY (journal) REFERENCES public.journals(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_journal_fkey FOREIGN KEY (journal) REFERENCES public.journals(id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_journal_fkey FOREIGN KEY (journal) REFERENCES public.journals(id);

ALTER TABLE ONLY public.snapshots
    ADD CONSTRAINT snapshots_journal_fkey FOREIGN KEY (journal) REFERENCES public.journals(id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_journal_fkey FOREIGN KEY (journal) REFERENCES public.journals(id);

