--! Previous: sha1:450c72a19496394b1032e5595675925b4d03e183
--! Hash: sha1:b721017df7572b67de9231e3300db71dbec4a93c

-- Reports, suspensions and the moderation queue.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create type app_public.report_reason as enum ('SPAM', 'RUDE', 'OFF_TOPIC', 'OTHER');
comment on type app_public.report_reason is 'Why a comment is reported.';

create table app_public.comment_reports (
  id uuid primary key default app_public.new_id(),
  comment_id uuid not null references app_public.comments on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  reason app_public.report_reason not null,
  details text check (length(details) between 1 and 1000),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint comment_reports_person_key unique (comment_id, user_id)
);
comment on table app_public.comment_reports is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat somebody finds wrong with a comment. Seen by that person and by staff.';
comment on column app_public.comment_reports.details is 'In their own words; null when the reason says it all.';
comment on column app_public.comment_reports.decided_at is 'When a moderator decided; null while it waits.';
comment on constraint comment_reports_comment_id_fkey on app_public.comment_reports is E'@fieldName comment\n@foreignFieldName reports';
comment on constraint comment_reports_user_id_fkey on app_public.comment_reports is E'@fieldName user\n@behavior -connection -list';
create index comment_reports_user_id_idx on app_public.comment_reports (user_id);
create index comment_reports_comment_id_idx on app_public.comment_reports (comment_id) where decided_at is null;
call app_private.secure_table('app_public.comment_reports');
create policy select_own on app_public.comment_reports for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.comment_reports for select to newline_admin using (true);
grant select on app_public.comment_reports to newline_visitor;

-- Reports of comments by one person are counted: moderators read each.
create function app_public.report_comment(comment_id uuid, reason app_public.report_reason, details text default null) returns app_public.comment_reports
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(report_comment.comment_id);
  made app_public.comment_reports;
begin
  if report_comment.reason is null then raise exception 'REPORT_REASON_REQUIRED' using errcode = 'NL400'; end if;
  if entry.user_id = me then raise exception 'OWN_COMMENT_NOT_REPORTABLE' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  perform pg_advisory_xact_lock(hashtext('reports ' || me));
  if not exists (select from app_public.comment_reports r where r.comment_id = entry.id and r.user_id = me)
    and ((select count(*) from app_public.comment_reports r where r.user_id = me and r.created_at > now() - interval '1 hour') >= 10
      or (select count(*) from app_public.comment_reports r where r.user_id = me and r.created_at > now() - interval '1 day') >= 30) then
    raise exception 'REPORT_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('perHour', 10, 'perDay', 30)::text;
  end if;
  insert into app_public.comment_reports as r (comment_id, user_id, reason, details)
    values (entry.id, me, report_comment.reason, nullif(btrim(report_comment.details), ''))
    on conflict (comment_id, user_id) do update set reason = excluded.reason, details = excluded.details
    returning r.* into made;
  if entry.hidden_at is null and (select count(*) from app_public.comment_reports r where r.comment_id = entry.id and r.decided_at is null) >= 3 then
    update app_public.comments c set hidden_at = now() where c.id = entry.id;
  end if;
  return made;
end $$;
comment on function app_public.report_comment(uuid, app_public.report_reason, text) is
  'Reports a comment to the moderators, once a person; a second report replaces the first. After three it is hidden until one of them decides. At most 10 an hour and 30 a day. Errors: LOGIN_REQUIRED, FORBIDDEN for one''s own, NOT_FOUND, BAD_INPUT, CONFLICT, TOO_MANY.';
grant execute on function app_public.report_comment(uuid, app_public.report_reason, text) to newline_visitor;

create function app_public.moderation_queue() returns setof app_public.comments
language sql stable as $$
  select c.* from app_public.comments c
  where (select app_public.is_admin()) and not c.deleted
    and c.id = any (array(
      select h.id from app_public.comments h where h.hidden_at is not null and not h.deleted
      union select r.comment_id from app_public.comment_reports r where r.decided_at is null))
  order by c.hidden_at is null, c.created_at desc, c.id desc
$$;
comment on function app_public.moderation_queue() is
  'For staff: comments that were reported and not decided, hidden ones first. Empty for everybody else.';
grant execute on function app_public.moderation_queue() to newline_visitor;

create function app_public.approve_comment(id uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(approve_comment.id);
begin
  if app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
  if entry.hidden_at is not null then
    update app_public.comments c set hidden_at = null where c.id = entry.id returning c.* into entry;
  end if;
  perform app_private.audit('comment.approve', 'comment', entry.id,
    app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
  return entry;
end $$;
comment on function app_public.approve_comment(uuid) is
  'Takes a comment out of the moderation queue and shows it again. Deleting is updateCommentById. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';
grant execute on function app_public.approve_comment(uuid) to newline_visitor;

create table app_public.suspensions (
  user_id uuid primary key references app_public.users on delete cascade,
  ends_at timestamptz,
  reason text check (length(reason) between 1 and 1000),
  created_at timestamptz not null default now(),
  constraint suspensions_time_check check (ends_at is null or isfinite(ends_at))
);
comment on table app_public.suspensions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nSomebody who may not write comments, react or report for a time. Seen by that person and by staff.';
comment on column app_public.suspensions.ends_at is 'Until when; null for good.';
comment on column app_public.suspensions.reason is 'What the person is told; null for nothing.';
comment on constraint suspensions_user_id_fkey on app_public.suspensions is E'@fieldName user\n@foreignFieldName suspension';
call app_private.secure_table('app_public.suspensions');
create policy select_own on app_public.suspensions for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.suspensions for select to newline_admin using (true);
grant select on app_public.suspensions to newline_visitor;
create trigger suspensions_announce after insert or update on app_public.suspensions for each row
  execute function app_private.announce_session('user', 'user_id');

create function app_public.suspend_user(user_id uuid, ends_at timestamptz default null, reason text default null) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = suspend_user.user_id for no key update;
  if person.id is null then raise exception 'USER_NOT_FOUND' using errcode = 'NL404'; end if;
  if person.is_admin then raise exception 'ADMIN_NOT_SUSPENDABLE' using errcode = 'NL403'; end if;
  if suspend_user.ends_at <= now() then raise exception 'END_TIME_NOT_IN_FUTURE' using errcode = 'NL400'; end if;
  if length(suspend_user.reason) > 1000 then raise exception 'SUSPENSION_REASON_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 1000, 'length', coalesce(length(suspend_user.reason), 0))::text; end if;
  insert into app_public.suspensions (user_id, ends_at, reason) values (person.id, suspend_user.ends_at, nullif(btrim(suspend_user.reason), ''))
    on conflict (user_id) do update set ends_at = excluded.ends_at, reason = excluded.reason, created_at = now();
  perform app_private.audit('person.suspend', 'person', person.id, jsonb_build_object(
    'username', person.username, 'endsAt', suspend_user.ends_at, 'reason', nullif(btrim(suspend_user.reason), '')));
  return person;
end $$;
comment on function app_public.suspend_user(uuid, timestamptz, text) is
  'Keeps somebody from writing until endsAt, or for good without one. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.suspend_user(uuid, timestamptz, text) to newline_visitor;

create function app_public.end_suspension(user_id uuid) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = end_suspension.user_id;
  delete from app_public.suspensions s where s.user_id = end_suspension.user_id;
  if found then
    perform app_private.audit('person.end_suspension', 'person', person.id, jsonb_build_object('username', person.username));
  end if;
  return person;
end $$;
comment on function app_public.end_suspension(uuid) is 'Lets somebody write again. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.end_suspension(uuid) to newline_visitor;
