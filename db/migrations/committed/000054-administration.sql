--! Previous: sha1:0a13119623730d5df0338cbc5b2f1543f69cc698
--! Hash: sha1:3c2a8330507ec7a39f4ce192ea16a0305aa6623a

-- What administrators see and change.

create function app_private.copy_admin_flag() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth."user" set "role" = case when new.is_admin then 'admin' else 'user' end where "id" = new.id;
  return null;
end $$;
comment on function app_private.copy_admin_flag() is 'Sign-in learns who is staff from the public row, in the same transaction.';
create trigger copy_admin_flag after insert or update of is_admin on app_public.users
  for each row execute function app_private.copy_admin_flag();

create function auth.make_first_admin(user_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('newline first admin')); -- two links opened at once make one administrator
  if exists (select from app_public.users u where u.is_admin) then return false; end if;
  update app_public.users u set is_admin = true where u.id = make_first_admin.user_id;
  return found;
end $$;
comment on function auth.make_first_admin(uuid) is
  'Makes a person staff while nobody is, and says whether it did. For sign-in alone: the server prints a link for it.';
grant execute on function auth.make_first_admin(uuid) to newline_auth;

create function app_private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Two who leave at once: the second waits here and then sees that the first is gone.
  perform pg_advisory_xact_lock(hashtext('newline administrators'));
  if not exists (select from app_public.users u where u.is_admin and u.id <> old.id) then
    raise exception 'LAST_ADMIN' using errcode = 'NL409';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function app_private.keep_last_admin() is 'Refuses to demote or delete the last administrator (NL409).';
create trigger keep_last_admin before delete on app_public.users for each row when (old.is_admin) execute function app_private.keep_last_admin();
create trigger keep_last_role before update of is_admin on app_public.users
  for each row when (old.is_admin and not new.is_admin) execute function app_private.keep_last_admin();

create function auth.is_last_admin(user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.users u where u.id = is_last_admin.user_id and u.is_admin)
    and not exists (select from app_public.users u where u.id <> is_last_admin.user_id and u.is_admin)
$$;
comment on function auth.is_last_admin(uuid) is 'True for the only administrator, whose account is not deleted. For sign-in alone.';
grant execute on function auth.is_last_admin(uuid) to newline_auth;

create type app_public.person_filter as enum ('ANYONE', 'STAFF', 'SUSPENDED');
comment on type app_public.person_filter is 'Which people are listed.';

create type app_public.person_entry as (
  id uuid,
  username text,
  display_name text,
  profile_image_url text,
  email text,
  is_email_verified boolean,
  is_admin boolean,
  is_suspended boolean,
  is_pro boolean,
  joined_at timestamptz
);
comment on type app_public.person_entry is 'A person, as staff find them.';
comment on column app_public.person_entry.username is 'Unique, lower case.';
comment on column app_public.person_entry.display_name is 'The name, or the username when there is none.';
comment on column app_public.person_entry.profile_image_url is 'Their picture; null without one.';
comment on column app_public.person_entry.email is 'The address they sign in with.';
comment on column app_public.person_entry.is_email_verified is 'True when the address was confirmed.';
comment on column app_public.person_entry.is_admin is 'True for staff.';
comment on column app_public.person_entry.is_suspended is 'True for somebody who may not write at the moment.';
comment on column app_public.person_entry.is_pro is 'True for somebody who has Pro at the moment.';
comment on column app_public.person_entry.joined_at is 'When they signed up.';

create function app_public.people(search text default null, filter app_public.person_filter default 'ANYONE', before uuid default null, at_most int default 50)
returns setof app_public.person_entry
language plpgsql stable rows 50 security definer set search_path = pg_catalog, pg_temp as $$
declare
  pattern text := app_private.like_pattern(coalesce(search, ''));
  wanted int := least(greatest(coalesce(at_most, 50), 1), 101);
  chosen text := case filter when 'STAFF' then 'u.is_admin'
    when 'SUSPENDED' then 'exists (select from app_public.suspensions s where s.user_id = u.id and (s.ends_at is null or s.ends_at > now()))' else 'true' end;
  older text := case when before is null then 'true' else 'u.id < $2' end;
  part text := 'select u.id from app_public.users u %s where %s and ' || chosen || ' and ' || older || ' order by u.id desc limit $3';
  ids uuid[];
begin
  perform app_private.require_admin();
  if pattern = '%' then
    execute 'select array(' || format(part, '', 'true') || ')' into ids using pattern, before, wanted;
  else
    -- What many have is found among the newest; the rest by its trigrams.
    execute 'select array(select u.id from (select x.* from app_public.users x where ' || replace(older, 'u.id', 'x.id') || ' order by x.id desc limit 1000) u
      where (u.username like $1 or lower(u.name) like $1 or (select a.email from auth."user" a where a.id = u.id) like $1) and ' || chosen || ' order by u.id desc limit $3)'
      into ids using pattern, before, wanted;
    if cardinality(ids) < wanted then
      execute format('select array(select f.id from ((%s) union (%s) union (%s)) f order by f.id desc limit $3)', format(part, '', 'u.username like $1'),
        format(part, '', 'lower(u.name) like $1'), 'select u.id from auth."user" u where u.email like $1 and ' || older
          || case when chosen = 'true' then '' else ' and u.id in (select u.id from app_public.users u where ' || chosen || ')' end || ' order by u.id desc limit $3')
        into ids using pattern, before, wanted;
    end if;
  end if;
  return query select u.id, u.username, app_public.users_display_name(u), u.profile_image_url::text, a.email, a."emailVerified", u.is_admin,
      exists (select from app_public.suspensions s where s.user_id = u.id and (s.ends_at is null or s.ends_at > now())),
      app_private.has_pro(u.id), u.created_at
    from unnest(ids) with ordinality as f (id, n) join app_public.users u on u.id = f.id join auth."user" a on a.id = f.id order by f.n;
end $$;
comment on function app_public.people(text, app_public.person_filter, uuid, int) is
  'For staff: people, newest first, at most 101. search is a part of a name, a username or an address, of less than three letters its beginning; before is the id of the last of the page above. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.people(text, app_public.person_filter, uuid, int) to newline_visitor;

create type app_public.person_account as (
  user_id uuid,
  email text,
  is_email_verified boolean,
  sign_in_methods text[],
  sessions_count int,
  seen_at timestamptz,
  comments_count int,
  reviews_count int
);
comment on type app_public.person_account is 'What of an account only staff see.';
comment on column app_public.person_account.email is 'The address they sign in with.';
comment on column app_public.person_account.is_email_verified is 'True when the address was confirmed.';
comment on column app_public.person_account.sign_in_methods is 'How they may sign in beside a link by mail: credential (a password), github.';
comment on column app_public.person_account.sessions_count is 'In how many browsers they are signed in.';
comment on column app_public.person_account.seen_at is 'When a session of theirs was last renewed, which happens once a day; null without one.';
comment on column app_public.person_account.comments_count is 'How many comments they wrote that stand.';
comment on column app_public.person_account.reviews_count is 'How many reviews they wrote.';

create function app_public.person_account(user_id uuid) returns app_public.person_account
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := person_account.user_id;
  account app_public.person_account;
begin
  perform app_private.require_admin();
  select a.id, a.email, a."emailVerified", array(select k."providerId" from auth.account k where k."userId" = a.id order by 1),
      (select count(*) from auth.session s where s."userId" = a.id and s."expiresAt" > now()), (select max(s."updatedAt") from auth.session s where s."userId" = a.id),
      (select count(*) from app_public.comments c where c.user_id = a.id and not c.deleted), (select count(*) from app_public.testimonials t where t.user_id = a.id)
    into account from auth."user" a where a.id = person;
  return account;
end $$;
comment on function app_public.person_account(uuid) is
  'For staff: the account of a person; null when there is none. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.person_account(uuid) to newline_visitor;

create type app_public.person_session as (
  id uuid,
  started_at timestamptz,
  seen_at timestamptz,
  expires_at timestamptz,
  user_agent text
);
comment on type app_public.person_session is 'A browser in which somebody is signed in.';
comment on column app_public.person_session.started_at is 'When they signed in.';
comment on column app_public.person_session.seen_at is 'When it was last renewed, which happens once a day.';
comment on column app_public.person_session.expires_at is 'When it ends, unless it is renewed.';
comment on column app_public.person_session.user_agent is 'What the browser says it is.';

create function app_public.person_sessions(user_id uuid) returns setof app_public.person_session
language plpgsql stable rows 5 security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  return query select s.id, s."createdAt", s."updatedAt", s."expiresAt", left(s."userAgent", 300) from auth.session s
    where s."userId" = person_sessions.user_id and s."expiresAt" > now() order by s."updatedAt" desc, s.id limit 100;
end $$;
comment on function app_public.person_sessions(uuid) is
  'For staff: where a person is signed in, last seen first. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.person_sessions(uuid) to newline_visitor;

create function app_private.locked_person(person uuid) returns app_public.users
language plpgsql volatile as $$
declare
  found_one app_public.users;
begin
  perform app_private.require_admin();
  select u.* into found_one from app_public.users u where u.id = person for no key update;
  if not found then raise exception 'USER_NOT_FOUND' using errcode = 'NL404'; end if;
  return found_one;
end $$;
comment on function app_private.locked_person(uuid) is 'A person, locked, for an administrator (NL401, NL403, NL404). Not granted.';

create function app_public.set_admin(user_id uuid, is_admin boolean) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users := app_private.locked_person(set_admin.user_id);
begin
  if set_admin.is_admin is null then raise exception 'IS_ADMIN_REQUIRED' using errcode = 'NL400'; end if;
  if set_admin.is_admin and exists (select from app_public.suspensions s where s.user_id = person.id and (s.ends_at is null or s.ends_at > now())) then
    raise exception 'SUSPENDED_USER_NOT_PROMOTABLE' using errcode = 'NL409';
  end if;
  if person.is_admin is distinct from set_admin.is_admin then
    update app_public.users u set is_admin = set_admin.is_admin where u.id = person.id returning u.* into person;
  end if;
  return person;
end $$;
comment on function app_public.set_admin(uuid, boolean) is
  'Makes somebody staff, or no longer. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for the last administrator and for somebody who is suspended.';
grant execute on function app_public.set_admin(uuid, boolean) to newline_visitor;

create function app_public.sign_out_person(user_id uuid) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users := app_private.locked_person(sign_out_person.user_id);
  ended int;
begin
  delete from auth.session s where s."userId" = person.id;
  get diagnostics ended = row_count;
  perform app_private.audit('person.sign_out', 'person', person.id, jsonb_build_object('username', person.username, 'sessions', ended));
  return person;
end $$;
comment on function app_public.sign_out_person(uuid) is
  'Ends every session of a person: their next request is a visitor''s. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.sign_out_person(uuid) to newline_visitor;

create function app_public.delete_person(user_id uuid, username text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users := app_private.locked_person(delete_person.user_id);
begin
  if person.id = app_public.current_user_id() then
    raise exception 'OWN_ACCOUNT_NOT_DELETABLE_HERE' using errcode = 'NL403';
  end if;
  if lower(btrim(delete_person.username, ' @')) is distinct from person.username then
    raise exception 'USERNAME_MISMATCH' using errcode = 'NL400';
  end if;
  perform app_private.audit('person.delete', 'person', person.id, jsonb_build_object('username', person.username));
  delete from auth."user" a where a.id = person.id;
  return true;
end $$;
comment on function app_public.delete_person(uuid, text) is
  'Deletes an account as its owner could: what is theirs goes, the threads they wrote in stay. username is asked for so that it is the right one. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN for one''s own, NOT_FOUND, BAD_INPUT, CONFLICT for the last administrator.';
grant execute on function app_public.delete_person(uuid, text) to newline_visitor;

create type app_public.sign_up_span as enum ('DAY', 'WEEK');
comment on type app_public.sign_up_span is 'Sign-ups of the last 30 days, or of the last 26 weeks.';

create type app_public.sign_up_count as (starts_on date, people_count int);
comment on type app_public.sign_up_count is 'How many signed up on a day, or in the week that began on it.';
comment on column app_public.sign_up_count.starts_on is 'The day in UTC; of a week its Monday.';
comment on column app_public.sign_up_count.people_count is 'How many of them have an account today.';

create function app_public.sign_ups(span app_public.sign_up_span default 'DAY') returns setof app_public.sign_up_count
language plpgsql stable rows 30 security definer set search_path = pg_catalog, pg_temp as $$
declare
  unit text := case span when 'WEEK' then 'week' else 'day' end;
  last_one timestamp := date_trunc(unit, now() at time zone 'UTC');
  first_one timestamp := last_one - case span when 'WEEK' then interval '25 weeks' else interval '29 days' end;
begin
  perform app_private.require_admin();
  return query select d::date, count(u.id)::int from generate_series(first_one, last_one, ('1 ' || unit)::interval) d
    left join (select x.id, date_trunc(unit, x.created_at at time zone 'UTC') as at from app_public.users x where x.created_at >= first_one at time zone 'UTC') u on u.at = d
    group by d order by d;
end $$;
comment on function app_public.sign_ups(app_public.sign_up_span) is
  'For staff: sign-ups by day or week, oldest first, those without any too. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.sign_ups(app_public.sign_up_span) to newline_visitor;

create type app_public.administration_overview as (
  people_count int,
  staff_count int,
  suspended_count int,
  reported_count int,
  hidden_reviews_count int,
  subscriptions_count int,
  addresses_count int
);
comment on type app_public.administration_overview is 'How much there is, and what waits.';
comment on column app_public.administration_overview.people_count is 'People with an account.';
comment on column app_public.administration_overview.staff_count is 'Administrators.';
comment on column app_public.administration_overview.suspended_count is 'People who may not write at the moment.';
comment on column app_public.administration_overview.reported_count is 'Comments that wait for a moderator.';
comment on column app_public.administration_overview.hidden_reviews_count is 'Reviews that are hidden.';
comment on column app_public.administration_overview.subscriptions_count is 'Subscriptions that run.';
comment on column app_public.administration_overview.addresses_count is 'Confirmed addresses of the newsletter.';

create function app_public.administration_overview() returns app_public.administration_overview
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  return row(
    (select count(*) from app_public.users), (select count(*) from app_public.users u where u.is_admin),
    (select count(*) from app_public.suspensions s where s.ends_at is null or s.ends_at > now()),
    (select count(*) from app_public.comments c where not c.deleted and c.id = any (array(
      select h.id from app_public.comments h where h.hidden_at is not null and not h.deleted
      union select r.comment_id from app_public.comment_reports r where r.decided_at is null))),
    (select count(*) from app_public.testimonials t where t.hidden_at is not null), (select count(*) from app_public.subscriptions s where s.status <> 'ENDED'),
    (select count(*) from app_private.newsletter_subscribers n where n.state = 'CONFIRMED'))::app_public.administration_overview;
end $$;
comment on function app_public.administration_overview() is 'For staff: how much there is, and what waits. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.administration_overview() to newline_visitor;
