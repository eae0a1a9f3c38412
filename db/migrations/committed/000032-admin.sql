--! Previous: sha1:d89c41ed12e5172229c3f72f29991c9787e876c5
--! Hash: sha1:6cdc5f2e4d86cd890a7c645a26b537c24b267d36

-- The audit log: what was done to others, by whom and when. Lines are written with the act, in its transaction.

create table app_public.audit_log (
  id uuid primary key default app_public.new_id(),
  user_id uuid,
  user_name text,
  action text not null check (action ~ '^[a-z]+(?:_[a-z]+)*[.][a-z]+(?:_[a-z]+)*$' and length(action) <= 60),
  subject_kind text not null check (subject_kind ~ '^[a-z]+(?:_[a-z]+)*$' and length(subject_kind) <= 40),
  subject_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 8000),
  created_at timestamptz not null default now()
);
comment on table app_public.audit_log is E'@name audit_line\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nAn act of administration. Seen by staff; never changed, forgotten after two years.';
comment on column app_public.audit_log.user_id is 'Who did it, also when that account is gone; null for the site itself.';
comment on column app_public.audit_log.user_name is 'The username of that person at the time.';
comment on column app_public.audit_log.action is 'What was done, such as person.suspend.';
comment on column app_public.audit_log.subject_kind is 'What it was done to, such as person or comment.';
comment on column app_public.audit_log.subject_id is 'The id of that; null for what has none.';
comment on column app_public.audit_log.details is E'What else there is to know. A person is named by username, never by address.';
create index on app_public.audit_log (user_id, id desc);
create index on app_public.audit_log (action, id desc);
create index on app_public.audit_log (created_at);
alter table app_public.audit_log enable row level security;
alter table app_public.audit_log force row level security;
-- Not even the owner changes a line, or takes away one that is not old.
create policy owner_reads on app_public.audit_log for select to current_user using (true);
create policy owner_adds on app_public.audit_log for insert to current_user with check (true);
create policy owner_forgets on app_public.audit_log for delete to current_user using (created_at < now() - interval '2 years');
create policy select_admin on app_public.audit_log for select to newline_admin using (true);
grant select on app_public.audit_log to newline_visitor;

create function app_private.audit(action text, subject_kind text, subject_id uuid default null, details jsonb default '{}') returns void
language sql volatile as $$
  insert into app_public.audit_log (user_id, user_name, action, subject_kind, subject_id, details)
  values (app_public.current_user_id(), (select u.username from app_public.users u where u.id = app_public.current_user_id()),
    audit.action, audit.subject_kind, audit.subject_id, jsonb_strip_nulls(coalesce(audit.details, '{}')))
$$;
comment on function app_private.audit(text, text, uuid, jsonb) is
  'Writes a line of the audit log for the session''s person, in the transaction of the act. For functions that run as the owner: not granted.';

create function app_private.person_details(person uuid, more jsonb default '{}') returns jsonb
language sql stable as $$
  select jsonb_build_object('username', (select u.username from app_public.users u where u.id = person)) || coalesce(more, '{}')
$$;
comment on function app_private.person_details(uuid, jsonb) is 'Details of a line about a person: the username, and more. Not granted.';

create function app_public.audit_lines(person text default null, action text default null, since timestamptz default null, until timestamptz default null, before uuid default null)
returns setof app_public.audit_log
language sql stable rows 50 as $$
  select l.* from app_public.audit_log l
  where (audit_lines.action is null or l.action = audit_lines.action)
    and (audit_lines.person is null or lower(btrim(audit_lines.person, ' @')) in (l.user_name, l.details ->> 'username'))
    and (since is null or l.created_at >= since) and (until is null or l.created_at < until)
    and (before is null or l.id < before)
  order by l.id desc
$$;
comment on function app_public.audit_lines(text, text, timestamptz, timestamptz, uuid) is
  'For staff: the audit log, newest first. By username of who acted or was acted upon, by action, from since until before until; before is the id of the last line of the page above. Empty for everybody else.';
create function app_public.audit_actions() returns text[]
language sql stable as $$
  with recursive known (action) as (
    (select l.action from app_public.audit_log l order by l.action limit 1)
    union all select (select l.action from app_public.audit_log l where l.action > k.action order by l.action limit 1) from known k where k.action is not null)
  select coalesce(array_agg(k.action order by k.action) filter (where k.action is not null), '{}') from known k
$$;
comment on function app_public.audit_actions() is 'For staff: the actions that stand in the audit log. Empty for everybody else.';
grant execute on function app_public.audit_lines(text, text, timestamptz, timestamptz, uuid), app_public.audit_actions() to newline_visitor;

create function app_private.forget_audit_lines() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_public.audit_log l where l.created_at < now() - interval '2 years'
$$;
comment on function app_private.forget_audit_lines() is 'Forgets lines of more than two years ago. For the jobs.';

-- Who is staff: every change is written down, and one is left.
create function app_private.audit_role() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.audit(case when new.is_admin then 'role.give' else 'role.take' end, 'person', new.id, jsonb_build_object('username', new.username));
  return null;
end $$;
comment on function app_private.audit_role() is 'Writes down who becomes staff and who no longer is.';
create trigger audit_new_role after insert on app_public.users for each row when (new.is_admin) execute function app_private.audit_role();
create trigger audit_role after update of is_admin on app_public.users
  for each row when (old.is_admin is distinct from new.is_admin) execute function app_private.audit_role();

create function app_private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Two who leave at once: the second waits here and then sees that the first is gone.
  perform pg_advisory_xact_lock(hashtext('newline administrators'));
  if not exists (select from app_public.users u where u.is_admin and u.id <> old.id) then
    raise exception 'The site needs an administrator. Make somebody else one first.' using errcode = 'NL409';
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

-- Acts that were there before leave their line.
create or replace function app_private.delete_comment(comment uuid) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.user_id is distinct from me and not app_public.is_admin() then
    raise exception 'Only its author and staff may delete a comment.' using errcode = 'NL403';
  end if;
  if not entry.deleted then
    update app_public.comments c set deleted = true where c.id = entry.id;
    update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
    if entry.user_id is distinct from me then
      perform app_private.audit('comment.delete', 'comment', entry.id,
        app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
    end if;
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;

create or replace function app_public.approve_comment(id uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(approve_comment.id);
begin
  if not app_public.is_admin() then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
  if entry.hidden_at is not null then
    update app_public.comments c set hidden_at = null where c.id = entry.id returning c.* into entry;
  end if;
  perform app_private.audit('comment.approve', 'comment', entry.id,
    app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
  return entry;
end $$;

create or replace function app_public.suspend_user(user_id uuid, ends_at timestamptz default null, reason text default null) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or not app_public.is_admin() then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = suspend_user.user_id for no key update;
  if person.id is null then raise exception 'There is no such person.' using errcode = 'NL404'; end if;
  if person.is_admin then raise exception 'Staff are not suspended.' using errcode = 'NL403'; end if;
  if suspend_user.ends_at <= now() then raise exception 'endsAt: expected a time ahead.' using errcode = 'NL400'; end if;
  if length(suspend_user.reason) > 1000 then raise exception 'reason: expected at most 1,000 characters.' using errcode = 'NL400'; end if;
  insert into app_public.suspensions (user_id, ends_at, reason) values (person.id, suspend_user.ends_at, nullif(btrim(suspend_user.reason), ''))
    on conflict (user_id) do update set ends_at = excluded.ends_at, reason = excluded.reason, created_at = now();
  perform app_private.audit('person.suspend', 'person', person.id, jsonb_build_object(
    'username', person.username, 'endsAt', suspend_user.ends_at, 'reason', nullif(btrim(suspend_user.reason), '')));
  return person;
end $$;

create or replace function app_public.end_suspension(user_id uuid) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or not app_public.is_admin() then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = end_suspension.user_id;
  delete from app_public.suspensions s where s.user_id = end_suspension.user_id;
  if found then
    perform app_private.audit('person.end_suspension', 'person', person.id, jsonb_build_object('username', person.username));
  end if;
  return person;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.forget_audit_lines() to newline_worker;
  end if;
end $$;
