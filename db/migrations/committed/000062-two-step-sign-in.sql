--! Previous: sha1:e7b7db3e93bcacc1ffea8f99307ed58106fa0d22
--! Hash: sha1:69db9a8e5b07ecb8da0e03bc26b2e93ed861d478

-- Two-step sign-in: a code from an authenticator app, or a recovery code, after the password, the emailed link or the account elsewhere.

create table auth.authenticators (
  user_id uuid primary key references auth."user" on delete cascade,
  secret bytea not null check (length(secret) = 48),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table auth.authenticators is
  'The authenticator app of a user. Two-step sign-in is on once a code of it has confirmed it (confirmed_at).';
comment on column auth.authenticators.secret is 'The shared secret, encrypted with a key of SECRET_KEY and bound to the user.';
comment on column auth.authenticators.last_step is 'The latest period of 30 seconds of which a code was used: each code works once.';
call app_private.secure_table('auth.authenticators');
create policy sign_in on auth.authenticators to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.authenticators to newline_auth;

create table auth.recovery_codes (
  user_id uuid references auth.authenticators on delete cascade,
  code_hash bytea check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);
comment on table auth.recovery_codes is
  'Recovery codes that have not been used, by their HMAC under a key of SECRET_KEY: a copy of the database is not enough to find one.';
call app_private.secure_table('auth.recovery_codes');
create policy sign_in on auth.recovery_codes to newline_auth using (true) with check (true);
grant select, insert, delete on auth.recovery_codes to newline_auth;

create table auth.pending_sign_ins (
  token_hash bytea check (length(token_hash) = 32) primary key,
  user_id uuid not null references auth."user" on delete cascade,
  tries int not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now()
);
comment on table auth.pending_sign_ins is
  'Sign-ins that wait for their second step, by the SHA-256 of the cookie of their browser: for ten minutes and five codes.';
create index pending_sign_ins_user_id_idx on auth.pending_sign_ins (user_id, created_at);
call app_private.secure_table('auth.pending_sign_ins');
create policy sign_in on auth.pending_sign_ins to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.pending_sign_ins to newline_auth;

create function auth.trim_pending_sign_ins() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  oldest timestamptz := (select o.created_at from auth.pending_sign_ins o where o.user_id = new.user_id order by o.created_at desc offset 20 limit 1);
begin
  delete from auth.pending_sign_ins p where p.user_id = new.user_id and (p.created_at < now() - interval '10 minutes' or p.created_at <= oldest);
  return null;
end $$;
comment on function auth.trim_pending_sign_ins() is 'trigger: a user has the newest 20 of their sign-ins that wait, none older than ten minutes.';
create trigger pending_sign_in_trim after insert on auth.pending_sign_ins for each row execute function auth.trim_pending_sign_ins();

-- The wall: whatever way of signing in there is, or comes later, no session of a user with two-step sign-in begins without its second step.
alter table auth.session add column "secondStep" text check ("secondStep" in ('authenticator', 'recovery-code'));
comment on column auth.session."secondStep" is 'What the second step of this sign-in was; null for one without.';

create function auth.require_second_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new."secondStep" is null and exists (select from auth.authenticators a where a.user_id = new."userId" and a.confirmed_at is not null) then
    raise exception 'SECOND_STEP_REQUIRED' using errcode = 'NL403';
  end if;
  return new;
end $$;
comment on function auth.require_second_step() is 'trigger: refuses a session without a second step of a user with two-step sign-in (NL403).';
create trigger session_second_step before insert on auth.session for each row execute function auth.require_second_step();

-- Turned on, every browser that signed in without the second step is signed out, but the one that turned it on.
create function auth.confirm_authenticator(owner uuid, session uuid, step bigint, code_hashes bytea[]) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  update auth.authenticators a set confirmed_at = now(), last_step = step where a.user_id = owner and a.confirmed_at is null and a.last_step < step;
  if not found then return false; end if;
  insert into auth.recovery_codes (user_id, code_hash) select owner, h from unnest(code_hashes) h;
  update auth."session" s set "secondStep" = 'authenticator' where s."id" = session and s."userId" = owner;
  delete from auth."session" s where s."userId" = owner and s."secondStep" is null;
  return true;
end $$;
comment on function auth.confirm_authenticator(uuid, uuid, bigint, bytea[]) is
  'Turns two-step sign-in on for a user whose app has shown a right code of this period: stores the recovery codes, marks the session, and ends all others. False when it is on already.';
grant execute on function auth.confirm_authenticator(uuid, uuid, bigint, bytea[]) to newline_auth;

create function auth.replace_recovery_codes(owner uuid, code_hashes bytea[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  -- Two requests at once: the codes of one of them are left, not of both.
  perform from auth.authenticators a where a.user_id = owner for update;
  delete from auth.recovery_codes c where c.user_id = owner;
  insert into auth.recovery_codes (user_id, code_hash) select owner, h from unnest(code_hashes) h;
end $$;
comment on function auth.replace_recovery_codes(uuid, bytea[]) is 'Gives a user these recovery codes in place of those they had.';
grant execute on function auth.replace_recovery_codes(uuid, bytea[]) to newline_auth;
