--! Previous: sha1:949bb67b7ace43856827dc091858425535ddbd4b
--! Hash: sha1:92a18301761f5292619c73b361a5dc48fce442a2

-- Personal access tokens: a program uses the API as its user, with some or all of the user's rights.

create type app_public.access_token_scope as enum ('READ', 'WRITE', 'ADMIN');
comment on type app_public.access_token_scope is
  'What an access token may do: READ what its user can read; WRITE changes, too; ADMIN has all rights of an administrator. Without ADMIN, an administrator''s token has the rights of any other user.';

create table app_public.access_tokens (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  name text not null check (name = btrim(name) and name !~ '[[:cntrl:]]' and length(name) between 1 and 80),
  scope app_public.access_token_scope not null,
  ending text not null check (ending ~ '^[A-Za-z0-9_-]{4}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_client text check (length(last_client) <= 200),
  constraint access_tokens_expires_at_check check (expires_at is null or expires_at > created_at)
);
comment on table app_public.access_tokens is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA token with which a program uses the API as its user. Seen by its user and by administrators; the token itself is not stored.';
comment on column app_public.access_tokens.name is 'What its user calls it, such as the program that has it.';
comment on column app_public.access_tokens.ending is 'Its last four characters, to recognize it by.';
comment on column app_public.access_tokens.expires_at is 'When it stops working; null if it does not expire.';
comment on column app_public.access_tokens.last_used_at is 'When a request last came with it, to the minute; null if none has.';
comment on column app_public.access_tokens.last_client is 'The program of that request, as it calls itself (User-Agent).';
comment on constraint access_tokens_user_id_fkey on app_public.access_tokens is E'@foreignFieldName accessTokens';
create index access_tokens_user_id_idx on app_public.access_tokens (user_id, id);
call app_private.secure_table('app_public.access_tokens');
create policy select_own on app_public.access_tokens for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.access_tokens for select to newline_admin using (true);
grant select on app_public.access_tokens to newline_visitor;

-- Apart from the rest, so that no request can select it.
create table auth.access_token_hashes (
  token_id uuid primary key references app_public.access_tokens on delete cascade,
  hash bytea not null unique check (length(hash) = 32)
);
comment on table auth.access_token_hashes is
  'The SHA-256 of each access token. A token has 256 random bits, so its hash is enough to find it and too little to try it.';
call app_private.secure_table('auth.access_token_hashes');

create function auth.create_access_token(owner uuid, session_id uuid, name text, scope app_public.access_token_scope, expires_at timestamptz, ending text, hash bytea) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_staff boolean;
  created uuid;
begin
  -- Two requests at the same time: one waits for the other, so the limit holds.
  select u.is_admin and (s."secondStep" is not null or (select r.admins_need_second_step from auth.sign_in_rules r) is false) into is_staff
    from app_public.users u left join auth."session" s on s."id" = session_id and s."userId" = u.id where u.id = owner for no key update of u;
  if create_access_token.scope = 'ADMIN' and is_staff is not true then
    raise exception 'ADMIN_REQUIRED' using errcode = 'NL403';
  end if;
  delete from app_public.access_tokens t where t.user_id = owner and t.expires_at < now() - interval '30 days';
  if (select count(*) from app_public.access_tokens t where t.user_id = create_access_token.owner) >= 50 then
    raise exception 'ACCESS_TOKEN_LIMIT_REACHED' using errcode = 'NL409';
  end if;
  insert into app_public.access_tokens (user_id, name, scope, expires_at, ending)
    values (owner, create_access_token.name, create_access_token.scope, create_access_token.expires_at, create_access_token.ending)
    returning id into created;
  insert into auth.access_token_hashes (token_id, hash) values (created, create_access_token.hash);
  return created;
end $$;
comment on function auth.create_access_token(uuid, uuid, text, app_public.access_token_scope, timestamptz, text, bytea) is
  'Stores an access token of a user, by its hash. Errors: FORBIDDEN for ADMIN if the session does not have the rights of an administrator, CONFLICT if the user has 50 tokens.';
grant execute on function auth.create_access_token(uuid, uuid, text, app_public.access_token_scope, timestamptz, text, bytea) to newline_auth;

-- A role that was removed, a suspension and a token that was revoked count in the next request: nothing is cached.
create function auth.viewer_of_access_token(bytea) returns table (token_id uuid, user_id uuid, email text, scope app_public.access_token_scope, is_admin boolean)
language sql stable rows 1 security definer set search_path = pg_catalog, pg_temp as $$
  select t.id, u."id", u."email", t.scope, t.scope = 'ADMIN' and coalesce(u."role" = 'admin', false)
    and ((select r.admins_need_second_step from auth.sign_in_rules r) is false or app_private.has_second_step(u."id"))
  from auth.access_token_hashes h join app_public.access_tokens t on t.id = h.token_id join auth."user" u on u."id" = t.user_id
  where h.hash = $1 and (t.expires_at is null or t.expires_at > now())
    and not (coalesce(u."banned", false) and coalesce(u."banExpires" > now(), true))
$$;
comment on function auth.viewer_of_access_token(bytea) is
  'The user of the access token with this SHA-256, and whether it has the rights of an administrator now: no row when it has expired or was revoked, or the account is suspended.';
grant execute on function auth.viewer_of_access_token(bytea) to newline_auth;

create function auth.note_access_token_uses(token_ids uuid[], clients text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.access_tokens t set last_used_at = now(), last_client = left(n.client, 200)
  from unnest(token_ids, clients) as n (token_id, client) where t.id = n.token_id
$$;
comment on function auth.note_access_token_uses(uuid[], text[]) is 'Notes that these tokens were used just now, and by which programs.';
grant execute on function auth.note_access_token_uses(uuid[], text[]) to newline_auth;

create function auth.revoke_own_access_token(owner uuid, token_id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_public.access_tokens t where t.id = revoke_own_access_token.token_id and t.user_id = owner;
  return found;
end $$;
comment on function auth.revoke_own_access_token(uuid, uuid) is 'Revokes an access token of this user; false if there is none.';
grant execute on function auth.revoke_own_access_token(uuid, uuid) to newline_auth;

create function auth.working_access_tokens(owner uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(t.name order by t.id), '{}') from app_public.access_tokens t
  where t.user_id = owner and (t.expires_at is null or t.expires_at > now())
$$;
comment on function auth.working_access_tokens(uuid) is 'The names of a user''s access tokens that still work, for the email about a new password.';
grant execute on function auth.working_access_tokens(uuid) to newline_auth;

create function app_public.revoke_access_token(token_id uuid) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users;
  revoked app_public.access_tokens;
begin
  perform app_private.require_admin();
  delete from app_public.access_tokens t where t.id = revoke_access_token.token_id returning * into revoked;
  if revoked.id is null then raise exception 'ACCESS_TOKEN_NOT_FOUND' using errcode = 'NL404'; end if;
  select * into person from app_public.users u where u.id = revoked.user_id;
  perform app_private.audit('token.revoke', 'person', person.id, jsonb_build_object('username', person.username, 'name', revoked.name));
  return person;
end $$;
comment on function app_public.revoke_access_token(uuid) is
  'Revokes an access token of any user: the next request with it fails. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.revoke_access_token(uuid) to newline_visitor;

-- The scope of the token that a transaction runs for is in newline.access; it is empty for a session. Without ADMIN, a token of an administrator
-- has no more rights than that of any other user.
create or replace function app_public.is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select current_setting('role', true) is distinct from 'newline_learner' and current_setting('newline.rights', true) is distinct from 'newline_learner'
    and coalesce(current_setting('newline.access', true), '') in ('', 'admin')
    and exists (select from app_public.users u where u.id = app_public.current_user_id() and u.is_admin)
$$;
comment on function app_public.is_admin() is
  'True when the signed-in user is an administrator, their session has the rights of one, and a token that they use has the scope ADMIN.';

-- Being an administrator outlives the token, and so does what sign-ins require: a stolen token must not be enough to change either.
create function app_private.refuse_access_token() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (coalesce(current_setting('newline.access', true), '') = '') is not true then
    raise exception 'SESSION_REQUIRED' using errcode = 'NL403';
  end if;
  return new;
end $$;
comment on function app_private.refuse_access_token() is 'trigger: refuses a change by a request with an access token (NL403); it takes a session.';
create trigger role_takes_session before update of is_admin on app_public.users
  for each row when (old.is_admin is distinct from new.is_admin) execute function app_private.refuse_access_token();
create trigger sign_in_rules_take_session before update on auth.sign_in_rules
  for each row execute function app_private.refuse_access_token();
