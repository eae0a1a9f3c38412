--! Previous: sha1:f1470702b421f0cb87fa9df34c567a9d8b77ce07
--! Hash: sha1:1189ee95df80222435ae426b82d2a0286ee10eb4

-- Sign-in.

create table auth."user" (
  id uuid primary key default app_public.new_id(),
  name text not null,
  email text not null check ("email" = lower("email") and length("email") <= 254) unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  role text,
  banned boolean default false,
  "banReason" text,
  "banExpires" timestamptz
);
comment on table auth."user" is 'An account. What others see of the person stands in app_public.users, under the same id.';
comment on column auth."user".role is 'admin or user; follows app_public.users.is_admin and is never set here.';
comment on column auth."user".banned is 'True when the account is disabled: it cannot sign in and its sessions are refused.';
create index user_email_letters_idx on auth."user" using gin (email extensions.gin_trgm_ops);
create index user_email_start_idx on auth."user" (email text_pattern_ops);
call app_private.secure_table('auth."user"');
create policy sign_in on auth."user" to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth."user" to newline_auth;

create table auth.session (
  id uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" on delete cascade,
  "impersonatedBy" text
);
comment on table auth.session is 'A signed-in browser. Deleting the row signs it out at once: nothing is cached.';
create index "session_userId_idx" on auth."session" ("userId");
call app_private.secure_table('auth.session');
create policy sign_in on auth.session to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.session to newline_auth;

create table auth.account (
  id uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  constraint "account_providerId_accountId_key" unique ("providerId", "accountId")
);
comment on table auth.account is 'A way to sign in: a password (providerId credential, hashed with scrypt) or an account elsewhere.';
create index "account_userId_idx" on auth."account" ("userId");
call app_private.secure_table('auth.account');
create policy sign_in on auth.account to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.account to newline_auth;

create table auth.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
comment on table auth.verification is 'Links sent by mail and states of a sign-in elsewhere, until they are used or expire.';
create index verification_identifier_idx on auth."verification" ("identifier");
call app_private.secure_table('auth.verification');
create policy sign_in on auth.verification to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.verification to newline_auth;

create table auth."rateLimit" (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count int not null,
  "lastRequest" bigint not null
);
comment on table auth."rateLimit" is 'Requests to the sign-in pages by network (an IPv4 address or an IPv6 /64) and path.';
call app_private.secure_table('auth."rateLimit"');
create policy sign_in on auth."rateLimit" to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth."rateLimit" to newline_auth;

create table auth.attempts (
  key text check (length(key) <= 255) primary key,
  points int not null default 0,
  expire bigint
);
comment on table auth.attempts is 'Tries that count against a limit of our own (an account from one network), in rate-limiter-flexible''s shape.';
create index attempts_expire_idx on auth.attempts (expire);
call app_private.secure_table('auth.attempts');
create policy sign_in on auth.attempts to newline_auth using (true) with check (true);
grant select, insert, update, delete on auth.attempts to newline_auth;

-- A new password ends what was sent before it: another link to set one, and links to sign in. Whoever reads an old mail is then not in.
-- A link to sign in is found by the address it was sent to, one for a new password by its person.
create function auth.end_pending_links() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth."verification" v using auth."user" u
  where u."id" = new."userId"
    and case when left(v."value", 1) = '{' then lower(v."value"::jsonb ->> 'email') = u."email" else v."value" = u."id"::text end;
  return null;
end
$$;
comment on function auth.end_pending_links() is 'Ends every link by mail of somebody whose password has changed.';
create trigger account_end_pending_links after update of "password" on auth."account" for each row
  when (old."password" is distinct from new."password") execute function auth.end_pending_links();

-- Who asks is found out in the message that asks: the role and the id that a statement runs under come from the session itself. Nothing is
-- remembered that decides, so a session that ends, a role that changes and an account that is suspended count in the next statement.
create function auth.viewer_of_session(text) returns table (session_id uuid, user_id uuid, email text, is_admin boolean)
language sql stable rows 1 as $$
  select s."id", u."id", u."email", coalesce(u."role" = 'admin', false)
  from auth."session" s join auth."user" u on u."id" = s."userId"
  where s."token" = $1 and s."expiresAt" > now() and not (coalesce(u."banned", false) and coalesce(u."banExpires" > now(), true))
$$;
comment on function auth.viewer_of_session(text) is
  'Who is signed in by the session with this token: no row when it has ended, or the account is suspended. $1 by its number: `token` would be the column.';
grant execute on function auth.viewer_of_session(text) to newline_auth;

create type app_private.reader as (role text, user_id uuid, session_id uuid, email text);
comment on type app_private.reader is
  'The role of requests that somebody has, and who that is by which session; all but the role null for a visitor.';

create function app_private.reader_of_session(text) returns app_private.reader
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  reader app_private.reader;
begin
  select case when v.is_admin then 'newline_admin' else 'newline_learner' end, v.user_id, v.session_id, v.email
    into reader from auth.viewer_of_session($1) v;
  if reader.user_id is null then reader.role := 'newline_visitor'; end if;
  return reader;
end $$;
comment on function app_private.reader_of_session(text) is
  'As whom a statement of the session with this token runs; as a visitor when nobody is signed in by it.';
grant execute on function app_private.reader_of_session(text) to newline_visitor;

-- Whoever stole a session loses it when the password or the email address changes, whatever the request said about other sessions.
create function auth.end_sessions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth."session" s where s."userId" = case when tg_table_name = 'account' then (to_jsonb(new) ->> 'userId')::uuid else (to_jsonb(new) ->> 'id')::uuid end;
  return null;
end
$$;
comment on function auth.end_sessions() is 'Ends every session of a user whose password or email address has changed.';
create trigger user_end_sessions after update of "email" on auth."user" for each row
  when (old."email" is distinct from new."email") execute function auth.end_sessions();
create trigger account_end_sessions after update of "password" on auth."account" for each row
  when (old."password" is distinct from new."password") execute function auth.end_sessions();
create trigger account_end_sessions_first after insert on auth."account" for each row
  when (new."password" is not null) execute function auth.end_sessions();

-- Streams live longer than a statement: whoever holds one open hears that its session has ended, or that its user may see less.
create function app_private.announce_session() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('newline_sessions', case tg_argv[0] when 'session' then 'session ' || (changed ->> 'id') else 'user ' || (changed ->> tg_argv[1]) end);
  return null;
end
$$;
comment on function app_private.announce_session() is
  'Tells listeners on newline_sessions that a session has ended, or that the rights of a user have changed: `session {id}` or `user {id}`.';
create trigger user_announce after update of "role", "banned", "banExpires" on auth."user" for each row
  when ((old."role", old."banned", old."banExpires") is distinct from (new."role", new."banned", new."banExpires"))
  execute function app_private.announce_session('user', 'id');
create trigger session_announce after delete on auth."session" for each row execute function app_private.announce_session('session');

-- Sign-in links that were used, so that a second click can say so.
create table auth.used_links (
  token_hash bytea check (length(token_hash) = 32) primary key,
  user_id uuid not null references auth."user" on delete cascade,
  used_at timestamptz not null default now()
);
comment on table auth.used_links is
  'Sign-in links that were used in the last day, by the SHA-256 of their token, with the account that they signed in to.';
create index used_links_user_id_idx on auth.used_links (user_id);
create index used_links_used_at_idx on auth.used_links (used_at);
call app_private.secure_table('auth.used_links');
create policy sign_in on auth.used_links to newline_auth using (true) with check (true);
grant select, insert, delete on auth.used_links to newline_auth;

-- Sessions: signing in with the right password is not counted.
create function auth.trim_sessions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  oldest timestamptz := (select o."createdAt" from auth."session" o where o."userId" = new."userId" order by o."createdAt" desc offset 1000 limit 1);
begin
  if oldest is not null then delete from auth."session" s where s."userId" = new."userId" and s."createdAt" <= oldest; end if;
  return null;
end $$;
comment on function auth.trim_sessions() is 'trigger: a user has the newest 1,000 of their sessions.';
create trigger session_trim after insert on auth."session" for each row execute function auth.trim_sessions();
