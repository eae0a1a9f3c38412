--! Previous: sha1:ce3dedc48c5406e34cce032bb531e42b2e33e978
--! Hash: sha1:f0f5dfb8001e66922ac38f8b1b2f6be05be82e61

-- Sign-in with OpenID Connect: roles that a claim gives, and connections that a user ends.

create table auth.claimed_roles (
  user_id uuid references auth."user" on delete cascade,
  provider_id text,
  role text check (role in ('administrator', 'author')),
  given_at timestamptz not null default now(),
  primary key (user_id, provider_id, role)
);
comment on table auth.claimed_roles is
  'Roles that users have because a claim of their sign-in provider gave them. They end when a sign-in comes without the claim. A role that an administrator gave is not here, and stays.';
call app_private.secure_table('auth.claimed_roles');

create function app_private.is_claimed_author() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth.claimed_roles r where r.user_id = app_public.current_user_id() and r.role = 'author')
$$;
comment on function app_private.is_claimed_author() is 'True when the sign-in provider of the signed-in user says that they are an author.';
grant execute on function app_private.is_claimed_author() to newline_visitor;

create or replace function app_public.is_author() returns boolean
language sql stable as $$
  select coalesce((select app_public.is_admin()) or exists (select from app_public.contributions c
    where c.user_id = app_public.current_user_id() and c.title = 'AUTHOR') or app_private.is_claimed_author(), false)
$$;
comment on function app_public.is_author() is
  'True when the signed-in person may begin an article: staff, whoever is the author of a course, a book or an article, and those whose sign-in provider says that they are an author.';

create function auth.follow_claims(owner uuid, provider text, claimed text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users;
  changes jsonb := '[]';
  change jsonb;
begin
  select u.* into person from app_public.users u where u.id = owner for no key update;
  if person.id is null then return; end if;

  if 'author' = any (claimed) then
    insert into auth.claimed_roles (user_id, provider_id, role) values (owner, provider, 'author') on conflict do nothing;
    if found then changes := changes || '{"role": "author", "change": "given"}'; end if;
  else
    delete from auth.claimed_roles r where r.user_id = owner and r.provider_id = provider and r.role = 'author';
    if found then changes := changes || '{"role": "author", "change": "taken"}'; end if;
  end if;

  if 'administrator' = any (claimed) then
    -- A role that an administrator gave stays theirs to take. Nobody who is suspended gets one.
    if (person.is_admin or exists (select from app_public.suspensions s where s.user_id = owner and (s.ends_at is null or s.ends_at > now()))) is not true then
      insert into auth.claimed_roles (user_id, provider_id, role) values (owner, provider, 'administrator') on conflict do nothing;
      update app_public.users u set is_admin = true where u.id = owner;
      changes := changes || '{"role": "administrator", "change": "given"}';
    elsif person.is_admin and exists (select from auth.claimed_roles r where r.user_id = owner and r.role = 'administrator') then
      -- Another provider says so as well: the role stays until neither does.
      insert into auth.claimed_roles (user_id, provider_id, role) values (owner, provider, 'administrator') on conflict do nothing;
    end if;
  elsif exists (select from auth.claimed_roles r where r.user_id = owner and r.provider_id = provider and r.role = 'administrator') then
    if person.is_admin and not exists (
      select from auth.claimed_roles r where r.user_id = owner and r.provider_id is distinct from provider and r.role = 'administrator') then
      begin
        update app_public.users u set is_admin = false where u.id = owner;
        changes := changes || '{"role": "administrator", "change": "taken"}';
      exception when sqlstate 'NL409' then
        -- The last administrator keeps the role, and loses it at a later sign-in, when there is another one.
        changes := changes || '{"role": "administrator", "change": "kept"}';
      end;
    end if;
    if changes @> '[{"change": "kept"}]' is not true then
      delete from auth.claimed_roles r where r.user_id = owner and r.provider_id = provider and r.role = 'administrator';
    end if;
  end if;

  for change in select jsonb_array_elements(changes) loop
    perform app_private.audit('role.follow_claim', 'person', owner, jsonb_build_object('username', person.username, 'provider', provider) || change);
  end loop;
  if jsonb_array_length(changes) > 0 then perform pg_notify('newline_sessions', 'user ' || owner); end if;
end $$;
comment on function auth.follow_claims(uuid, text, text[]) is
  'Gives a user the roles that a sign-in provider claims for them, and takes those that it claimed before; never from the last administrator. Written down in the audit log. For sign-in alone.';
grant execute on function auth.follow_claims(uuid, text, text[]) to newline_auth;

-- Without the connection, its claims say nothing any more.
create function auth.end_claims() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from auth."user" u where u."id" = old."userId") then perform auth.follow_claims(old."userId", old."providerId", '{}'); end if;
  return null;
end $$;
comment on function auth.end_claims() is 'trigger: takes the roles that a provider claimed for a user when their account there is disconnected.';
create trigger account_end_claims after delete on auth."account" for each row
  when (old."providerId" <> 'credential') execute function auth.end_claims();

create function auth.remove_connection(owner uuid, provider text, others text[]) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  -- Two at once: the second waits, and sees what is left.
  perform from auth."user" u where u."id" = owner for no key update;
  delete from auth."account" a where a."userId" = owner and a."providerId" = provider and provider <> 'credential'
    and (others is null or exists (select from auth."account" o where o."userId" = owner and o."providerId" <> provider and o."providerId" = any (others)));
  return found;
end $$;
comment on function auth.remove_connection(uuid, text, text[]) is
  'Disconnects an account elsewhere; false when it is the last way to sign in, or is none. others are the providers that sign in besides it; null when an emailed link does anyway.';
grant execute on function auth.remove_connection(uuid, text, text[]) to newline_auth;
