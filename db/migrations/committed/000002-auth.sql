--! Previous: sha1:1016eff4e4f5059e2f6923116fbe2e2cde601b73
--! Hash: sha1:f1c045614f668f7cd87d398b33d0e0fa32321885

-- Sign-in. The tables of better-auth 1.7.6 under its own names, as its compileMigrations() prints them
-- (email and password, magic link, admin; ids are uuids), so that its documentation holds for them.
-- Only the login newline_auth may touch them; a request never does. api/tests checks that nothing is missing.

create schema auth;
comment on schema auth is 'Accounts, sessions and sign-in limits, kept by better-auth. Only the login newline_auth uses it.';

create table auth."user" (
  "id" uuid primary key default app_public.new_id(),
  "name" text not null,
  "email" text not null unique check ("email" = lower("email") and length("email") <= 254),
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  "role" text,
  "banned" boolean default false,
  "banReason" text,
  "banExpires" timestamptz
);
comment on table auth."user" is 'An account. What others see of the person stands in app_public.users, under the same id.';
comment on column auth."user"."role" is 'admin or user; follows app_public.users.is_admin and is never set here.';
comment on column auth."user"."banned" is 'True when the account is disabled: it cannot sign in and its sessions are refused.';

create table auth."session" (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  "impersonatedBy" text
);
comment on table auth."session" is 'A signed-in browser. Deleting the row signs it out at once: nothing is cached.';
create index "session_userId_idx" on auth."session" ("userId");

create table auth."account" (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  unique ("providerId", "accountId")
);
comment on table auth."account" is 'A way to sign in: a password (providerId credential, hashed with scrypt) or an account elsewhere.';
create index "account_userId_idx" on auth."account" ("userId");

create table auth."verification" (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
comment on table auth."verification" is 'Links sent by mail and states of a sign-in elsewhere, until they are used or expire.';
create index "verification_identifier_idx" on auth."verification" ("identifier");

create table auth."rateLimit" (
  "id" uuid primary key default gen_random_uuid(),
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);
comment on table auth."rateLimit" is 'Requests to the sign-in pages by network (an IPv4 address or an IPv6 /64) and path.';

create table auth.attempts (
  key text primary key check (length(key) <= 255),
  points integer not null default 0,
  expire bigint
);
comment on table auth.attempts is 'Tries that count against a limit of our own (an account from one network), in rate-limiter-flexible''s shape.';
create index on auth.attempts (expire);

do $$ declare t regclass; begin
  foreach t in array array['auth."user"', 'auth."session"', 'auth."account"', 'auth."verification"', 'auth."rateLimit"', 'auth.attempts']::regclass[] loop
    call app_private.secure_table(t);
    execute format('create policy sign_in on %s to newline_auth using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %s to newline_auth', t);
  end loop;
end $$;
grant usage on schema auth to newline_auth;
grant usage on schema app_public to newline_auth;
grant execute on function app_public.new_id() to newline_auth;
