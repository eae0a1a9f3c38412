--! Previous: sha1:289a77cf95f238237c5fc0fa4b102edabf219206
--! Hash: sha1:ce3dedc48c5406e34cce032bb531e42b2e33e978

-- Administrators can be required to use a second step, and can remove a lost one from the accounts of others.

create table auth.sign_in_rules (
  id boolean default true check (id) primary key,
  admins_need_second_step boolean not null default false
);
comment on table auth.sign_in_rules is 'What this site requires of sign-ins. There is one row.';
comment on column auth.sign_in_rules.id is 'Always true: there is one row.';
comment on column auth.sign_in_rules.admins_need_second_step is
  'True when a session has the rights of an administrator only if it began with a second step or a passkey.';
insert into auth.sign_in_rules default values;
call app_private.secure_table('auth.sign_in_rules');
create policy sign_in on auth.sign_in_rules for select to newline_auth using (true);
grant select on auth.sign_in_rules to newline_auth;

-- The wall: without the second step, a session of an administrator is that of a learner.
create or replace function auth.viewer_of_session(text) returns table (session_id uuid, user_id uuid, email text, is_admin boolean)
language sql stable rows 1 as $$
  select s."id", u."id", u."email", case when u."role" is distinct from 'admin' then false when s."secondStep" is not null then true
    else (select r.admins_need_second_step from auth.sign_in_rules r) is false end
  from auth."session" s join auth."user" u on u."id" = s."userId"
  where s."token" = $1 and s."expiresAt" > now() and not (coalesce(u."banned", false) and coalesce(u."banExpires" > now(), true))
$$;
comment on function auth.viewer_of_session(text) is
  'Who is signed in by the session with this token: no row when it has ended, or the account is suspended. is_admin is what the session may do: false for an administrator who needs a second step for that. $1 by its number: `token` would be the column.';

-- The role of a request decides as well: a request of an administrator that runs as a learner has a learner's rights. What the server does for a user
-- as a login of its own says by newline.rights which role the request had.
create or replace function app_public.is_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select current_setting('role', true) is distinct from 'newline_learner' and current_setting('newline.rights', true) is distinct from 'newline_learner'
    and exists (select from app_public.users u where u.id = app_public.current_user_id() and u.is_admin)
$$;
comment on function app_public.is_admin() is
  'True when the signed-in user is an administrator, and their session has the rights of one.';

create function app_public.is_second_step_missing() returns boolean
language sql stable as $$
  select coalesce(current_setting('role', true) = 'newline_learner'
    and exists (select from app_public.users u where u.id = app_public.current_user_id() and u.is_admin), false)
$$;
comment on function app_public.is_second_step_missing() is
  'True for an administrator whose session has no rights of an administrator, because this site requires a second step for them.';
grant execute on function app_public.is_second_step_missing() to newline_visitor;

-- A second step that is removed no longer counts for the sessions that began with it.
create function auth.forget_second_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'authenticators' then
    update auth."session" s set "secondStep" = null where s."userId" = old.user_id and s."secondStep" in ('authenticator', 'recovery-code');
  elsif not exists (select from auth.passkeys p where p.user_id = old.user_id) then
    update auth."session" s set "secondStep" = null where s."userId" = old.user_id and s."secondStep" = 'passkey';
  end if;
  return null;
end $$;
comment on function auth.forget_second_step() is
  'trigger: the sessions of a user who removes the authenticator app, or the last passkey, have no second step any more.';
create trigger authenticator_forget_second_step after delete on auth.authenticators for each row execute function auth.forget_second_step();
create trigger passkey_forget_second_step after delete on auth.passkeys for each row execute function auth.forget_second_step();
create trigger session_announce_second_step after update of "secondStep" on auth."session" for each row
  when (old."secondStep" is distinct from new."secondStep") execute function app_private.announce_session('user', 'userId');

create function app_private.has_second_step(person uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth.authenticators a where a.user_id = person and a.confirmed_at is not null)
    or exists (select from auth.passkeys p where p.user_id = person)
$$;
comment on function app_private.has_second_step(uuid) is 'Whether a user has set up two-step sign-in or a passkey. Not granted.';

create type app_public.administrator_security as (
  is_second_step_required boolean,
  has_second_step boolean,
  administrators_count int,
  secured_count int
);
comment on type app_public.administrator_security is 'How administrators sign in.';
comment on column app_public.administrator_security.is_second_step_required is
  'True when an administrator needs two-step sign-in or a passkey to have the rights of one.';
comment on column app_public.administrator_security.has_second_step is 'True when the signed-in administrator has set up either.';
comment on column app_public.administrator_security.administrators_count is 'The number of administrators.';
comment on column app_public.administrator_security.secured_count is 'How many of them have set up either.';

create function app_public.administrator_security() returns app_public.administrator_security
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.require_admin();
begin
  return row((select r.admins_need_second_step from auth.sign_in_rules r), app_private.has_second_step(me),
    (select count(*) from app_public.users u where u.is_admin),
    (select count(*) from app_public.users u where u.is_admin and app_private.has_second_step(u.id)))::app_public.administrator_security;
end $$;
comment on function app_public.administrator_security() is 'For administrators: how administrators sign in. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.administrator_security() to newline_visitor;

create function app_private.change_second_step_rule(is_required boolean) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  update auth.sign_in_rules r set admins_need_second_step = is_required where r.admins_need_second_step is distinct from is_required;
  if not found then return; end if;
  perform app_private.audit('security.change', 'site', null, jsonb_build_object('secondStepRequired', is_required));
  -- Streams that are open with the rights of an administrator ask again for theirs.
  perform pg_notify('newline_sessions', 'user ' || u.id) from app_public.users u where u.is_admin;
end $$;
comment on function app_private.change_second_step_rule(boolean) is
  'Requires a second step of administrators, or no longer, and writes that down. For the command line, too. Not granted.';

create function app_public.require_second_step(is_required boolean) returns app_public.administrator_security
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.require_admin();
begin
  if require_second_step.is_required is null then raise exception 'IS_REQUIRED_MISSING' using errcode = 'NL400'; end if;
  -- Whoever turns it on can pass it.
  if require_second_step.is_required and app_private.has_second_step(me) is not true then
    raise exception 'OWN_SECOND_STEP_MISSING' using errcode = 'NL409';
  end if;
  perform app_private.change_second_step_rule(require_second_step.is_required);
  return app_public.administrator_security();
end $$;
comment on function app_public.require_second_step(boolean) is
  'Requires two-step sign-in or a passkey of administrators, or no longer. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT without a second step of your own.';
grant execute on function app_public.require_second_step(boolean) to newline_visitor;

-- What administrators see of an account.
alter type app_public.person_account add attribute has_two_step boolean, add attribute passkeys_count int;
comment on column app_public.person_account.has_two_step is 'True when signing in takes a code of an authenticator app.';
comment on column app_public.person_account.passkeys_count is 'How many passkeys they have.';

create or replace function app_public.person_account(user_id uuid) returns app_public.person_account
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := person_account.user_id;
  account app_public.person_account;
begin
  perform app_private.require_admin();
  select a.id, a.email, a."emailVerified", array(select k."providerId" from auth.account k where k."userId" = a.id order by 1),
      (select count(*) from auth.session s where s."userId" = a.id and s."expiresAt" > now()), (select max(s."updatedAt") from auth.session s where s."userId" = a.id),
      (select count(*) from app_public.comments c where c.user_id = a.id and not c.deleted), (select count(*) from app_public.testimonials t where t.user_id = a.id),
      exists (select from auth.authenticators h where h.user_id = a.id and h.confirmed_at is not null),
      (select count(*) from auth.passkeys p where p.user_id = a.id)
    into account from auth."user" a where a.id = person;
  return account;
end $$;

create function app_private.take_second_step(person uuid) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  had_app boolean;
  keys int;
begin
  delete from auth.authenticators a where a.user_id = person and a.confirmed_at is not null;
  had_app := found;
  delete from auth.passkeys p where p.user_id = person;
  get diagnostics keys = row_count;
  if (had_app or keys > 0) is not true then raise exception 'SECOND_STEP_ABSENT' using errcode = 'NL409'; end if;
  delete from auth.pending_sign_ins p where p.user_id = person;
  delete from auth."session" s where s."userId" = person;
  perform app_private.audit('person.remove_second_step', 'person', person,
    jsonb_build_object('username', (select u.username from app_public.users u where u.id = person), 'twoStep', had_app, 'passkeys', keys));
end $$;
comment on function app_private.take_second_step(uuid) is
  'Removes two-step sign-in and the passkeys of a user who lost them, ends their sessions, and writes that down (NL409 without either). For the command line, too. Not granted.';

create function app_private.remove_second_step(user_id uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users := app_private.locked_person(remove_second_step.user_id);
begin
  if person.id = app_public.current_user_id() then raise exception 'OWN_SECOND_STEP_NOT_REMOVABLE_HERE' using errcode = 'NL403'; end if;
  -- One stolen session must not open the account of another administrator. Without the role it is removable: two steps, and both are written down.
  if person.is_admin then raise exception 'ADMIN_SECOND_STEP_NOT_REMOVABLE' using errcode = 'NL403'; end if;
  perform app_private.take_second_step(person.id);
  return (select a."email" from auth."user" a where a."id" = person.id);
end $$;
comment on function app_private.remove_second_step(uuid) is
  'Removes the lost second step and the passkeys of a user, for the administrator whose id was set; returns the email address to tell. For the login that runs jobs.';

do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function app_private.remove_second_step(uuid) to %s', worker);
end $$;
