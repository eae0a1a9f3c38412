--! Previous: sha1:69db9a8e5b07ecb8da0e03bc26b2e93ed861d478
--! Hash: sha1:219dcef6a1ed9acd9c468cc1a0eadeaf1a066b7b

-- Passkeys: signing in with a key that a device keeps and unlocks. Only public keys are stored.

create table auth.passkeys (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references auth."user" on delete cascade,
  credential_id text not null unique check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  public_key bytea not null check (length(public_key) <= 2000),
  sign_count bigint not null default 0 check (sign_count >= 0),
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  name text not null check (name = btrim(name) and length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.passkeys is 'A passkey of a user: it signs in alone, since the device has asked for a fingerprint, a face or a PIN.';
comment on column auth.passkeys.credential_id is 'By which the device and the site both know it, in base64url.';
comment on column auth.passkeys.sign_count is 'How often the device says that it was used; one that goes back was copied.';
comment on column auth.passkeys.name is 'What the user calls it, such as the device that keeps it.';
create index passkeys_user_id_idx on auth.passkeys (user_id, created_at);
call app_private.secure_table('auth.passkeys');
create policy sign_in on auth.passkeys to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.passkeys to newline_auth;

create function auth.limit_passkeys() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth."user" u where u."id" = new.user_id for no key update;
  if (select count(*) from auth.passkeys p where p.user_id = new.user_id) >= 20 then
    raise exception 'PASSKEY_LIMIT_REACHED' using errcode = 'NL409';
  end if;
  return new;
end $$;
comment on function auth.limit_passkeys() is 'trigger: a user has at most 20 passkeys (NL409).';
create trigger passkey_limit before insert on auth.passkeys for each row execute function auth.limit_passkeys();

alter table auth.session drop constraint "session_secondStep_check",
  add constraint "session_secondStep_check" check ("secondStep" in ('authenticator', 'recovery-code', 'passkey'));
