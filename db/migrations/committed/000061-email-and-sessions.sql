--! Previous: sha1:bbc44b0d2c2027975a4699c286d28d5625ab7a34
--! Hash: sha1:e7b7db3e93bcacc1ffea8f99307ed58106fa0d22

-- A new email address, and the sessions of a user as they see them.

-- When a session was last used is noted once a minute at most, by the process that saw it.
alter table auth.session add column "lastUsedAt" timestamptz not null default current_timestamp;
comment on column auth.session."lastUsedAt" is 'When a request last came with this session, to the minute.';

-- A change of email address takes effect when both mailboxes have confirmed it. Only hashes of the two tokens are stored.
create table auth.email_changes (
  user_id uuid primary key references auth."user" on delete cascade,
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  old_token_hash bytea not null unique check (length(old_token_hash) = 32),
  new_token_hash bytea not null unique check (length(new_token_hash) = 32),
  requested_at timestamptz not null default now(),
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  changed_at timestamptz check (changed_at is null or (old_confirmed_at is not null and new_confirmed_at is not null))
);
comment on table auth.email_changes is
  'The latest change of email address that a user requested: its links work for 24 hours. A new request replaces it, and a new password ends it.';
comment on column auth.email_changes.old_token_hash is 'The SHA-256 of the token that was sent to the current address.';
comment on column auth.email_changes.new_token_hash is 'The SHA-256 of the token that was sent to the new address.';
comment on column auth.email_changes.changed_at is 'When the account got the new address; null until both addresses have confirmed it.';
call app_private.secure_table('auth.email_changes');
create policy sign_in on auth.email_changes to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.email_changes to newline_auth;

create function auth.confirm_email_change(bytea) returns text
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  change auth.email_changes;
begin
  select * into change from auth.email_changes c
    where $1 in (c.old_token_hash, c.new_token_hash) and c.requested_at > now() - interval '24 hours' for update;
  if change.user_id is null then return 'expired'; end if;
  if change.changed_at is not null then return 'changed'; end if;
  update auth.email_changes c set
      old_confirmed_at = case when $1 = c.old_token_hash then coalesce(c.old_confirmed_at, now()) else c.old_confirmed_at end,
      new_confirmed_at = case when $1 = c.new_token_hash then coalesce(c.new_confirmed_at, now()) else c.new_confirmed_at end
    where c.user_id = change.user_id returning * into change;
  if change.old_confirmed_at is null then return 'waits_for_old'; end if;
  if change.new_confirmed_at is null then return 'waits_for_new'; end if;
  begin
    update auth."user" u set "email" = change.new_email, "emailVerified" = true, "updatedAt" = now() where u."id" = change.user_id;
    update auth.email_changes c set changed_at = now() where c.user_id = change.user_id;
  exception when unique_violation then
    return 'taken';
  end;
  return 'changed';
end
$$;
comment on function auth.confirm_email_change(bytea) is
  'Confirms a change of email address from one mailbox, by the SHA-256 of the token sent there, and makes the change when both have: expired, waits_for_old, waits_for_new, changed, or taken when another account has the address by then.';
grant execute on function auth.confirm_email_change(bytea) to newline_auth;

-- Links that were sent to the former mailbox open nothing any more: a password reset that it still holds would take the account back.
create function auth.end_links_to_former_address() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth."verification" v
  where case when left(v."value", 1) = '{' then lower(v."value"::jsonb ->> 'email') = old."email" else v."value" = old."id"::text end;
  return null;
end
$$;
comment on function auth.end_links_to_former_address() is 'trigger: ends every link that was sent to the email address that an account had before.';
create trigger user_end_links after update of "email" on auth."user" for each row
  when (old."email" is distinct from new."email") execute function auth.end_links_to_former_address();

-- A new password is how the owner takes an account back: what an intruder requested meanwhile ends with it.
create function auth.end_email_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.email_changes c where c.user_id = new."userId" and c.changed_at is null;
  return null;
end
$$;
comment on function auth.end_email_change() is 'trigger: ends the change of email address under way of a user whose password has changed.';
create trigger account_end_email_change after update of "password" on auth."account" for each row
  when (old."password" is distinct from new."password") execute function auth.end_email_change();
