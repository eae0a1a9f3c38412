--! Previous: sha1:e345f7c57f6ef6d399b0ad926337cc699f1d83da
--! Hash: sha1:36130c430bd85b2b771550edfa67d5a34e183032

-- Certificates: which courses offer one, who has earned one, and the keys that sign them.
-- Compatible with older releases: they don't know the tables, and delete an account without asking, which also deletes its certificates.

create table app_public.certificate_rules (
  course_id uuid primary key references app_public.courses on delete cascade,
  needs_lessons boolean not null default true,
  needs_exercises boolean not null default false,
  video_percent int not null default 0 check (video_percent between 0 and 100),
  updated_at timestamptz not null default now(),
  -- A certificate that needs nothing says nothing.
  constraint certificate_rules_some_check check (needs_lessons or needs_exercises or video_percent > 0)
);
comment on table app_public.certificate_rules is E'@name certificate_rules\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat a learner does to earn the certificate of a course. A course without these offers none.';
comment on column app_public.certificate_rules.needs_lessons is 'True if every lesson must be completed. The changelog and the lessons of the advanced package don''t count.';
comment on column app_public.certificate_rules.needs_exercises is 'True if the tests of every exercise of these lessons must have passed. They run in the learner''s browser; nothing proves it.';
comment on column app_public.certificate_rules.video_percent is 'How much of the video of these lessons must be watched, in percent of its length; 0 for none.';
comment on column app_public.certificate_rules.updated_at is 'When they last changed.';
comment on constraint certificate_rules_course_id_fkey on app_public.certificate_rules is E'@fieldName course\n@foreignFieldName certificateRules';
call app_private.secure_table('app_public.certificate_rules');
-- Of a course that the reader can see.
create policy select_visible on app_public.certificate_rules for select to newline_visitor
  using ((select true from app_public.courses c where c.id = course_id));
grant select on app_public.certificate_rules to newline_visitor;
create trigger touch before update on app_public.certificate_rules for each row execute function app_private.touch_updated_at();
call app_private.announce_changes('app_public.certificate_rules', 'courses');

create table app_public.certificates (
  -- Anyone who has the ID can see the certificate, so it's random throughout, unlike other IDs.
  id uuid primary key default gen_random_uuid(),
  user_id uuid references app_public.users on delete set null,
  course_id uuid references app_public.courses on delete set null,
  holder_name text not null check (length(holder_name) between 1 and 80),
  course_title text not null check (length(course_title) between 1 and 200),
  topic app_public.topic not null,
  author_names text[] not null check (cardinality(author_names) <= 50),
  site_name text not null check (length(site_name) between 1 and 60),
  needs_lessons boolean not null,
  lessons_count int not null check (lessons_count > 0),
  exercises_count int not null default 0 check (exercises_count >= 0),
  video_percent int not null check (video_percent between 0 and 100),
  video_seconds int not null check (video_seconds >= 0),
  issued_at timestamptz not null default now(),
  is_on_profile boolean not null default false,
  revoked_at timestamptz,
  revocation_reason text check (length(revocation_reason) between 1 and 300),
  constraint certificates_holder_key unique (user_id, course_id),
  constraint certificates_revocation_check check ((revoked_at is null) = (revocation_reason is null))
);
comment on table app_public.certificates is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThat a user completed a course, with every name as of that day. Its holder and administrators see it here, and everyone if it is on the holder''s profile; `shownCertificate` shows it to anyone who has its ID.';
comment on column app_public.certificates.user_id is 'Its holder; null if they deleted their account and kept their certificates.';
comment on column app_public.certificates.holder_name is 'The name of the holder as of issue.';
comment on column app_public.certificates.course_title is 'The title of the course as of issue.';
comment on column app_public.certificates.topic is 'The topic of the course as of issue, which has its printed colors.';
comment on column app_public.certificates.author_names is 'The names of the course''s authors as of issue, in their order.';
comment on column app_public.certificates.site_name is 'The name of the site as of issue.';
comment on column app_public.certificates.needs_lessons is 'True if every lesson had to be completed.';
comment on column app_public.certificates.lessons_count is 'The number of lessons of the course as of issue.';
comment on column app_public.certificates.exercises_count is 'How many exercises had to be passed; 0 if they didn''t count.';
comment on column app_public.certificates.video_percent is 'How much of the video had to be watched, in percent; 0 for none.';
comment on column app_public.certificates.video_seconds is 'The length of the course''s video as of issue, in seconds.';
comment on column app_public.certificates.issued_at is 'When it was issued.';
comment on column app_public.certificates.is_on_profile is 'True if the holder shows it on their profile.';
comment on column app_public.certificates.revoked_at is 'When an administrator revoked it; null if it is valid.';
comment on column app_public.certificates.revocation_reason is 'Why it was revoked, for the holder and for administrators; null if it is valid.';
comment on constraint certificates_user_id_fkey on app_public.certificates is E'@fieldName user\n@foreignFieldName certificates';
comment on constraint certificates_course_id_fkey on app_public.certificates is E'@fieldName course\n@behavior -connection -list';
create index certificates_course_id_idx on app_public.certificates (course_id);
create index certificates_issued_at_id_idx on app_public.certificates (issued_at desc, id desc);
call app_private.secure_table('app_public.certificates');
create policy select_own on app_public.certificates for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_shown on app_public.certificates for select to newline_visitor using (is_on_profile and user_id is not null and revoked_at is null);
create policy select_admin on app_public.certificates for select to newline_admin using (true);
create policy update_own on app_public.certificates for update to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.certificates to newline_visitor;
grant update (is_on_profile) on app_public.certificates to newline_learner;
create trigger count_new_row before insert on app_public.certificates for each row execute function app_private.count_new_row('certificates', '50');

-- A trigger that announces all columns would also purge the page of the course, which doesn't show certificates.
create function app_private.notify_certificate() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.certificates := case when tg_op = 'DELETE' then old else new end;
begin
  perform app_private.tell_tags(concat_ws(',', 'certificate:' || entry.id, 'user:' || coalesce(new.user_id, old.user_id)));
  return null;
end $$;
comment on function app_private.notify_certificate() is 'Trigger: tells the page cache about the page of a certificate, and the profile of its holder.';
create trigger notify_certificate after insert or update or delete on app_public.certificates
  for each row execute function app_private.notify_certificate();

create type app_public.certificate_progress as (
  needs_lessons boolean,
  lessons_count int,
  completed_count int,
  needs_exercises boolean,
  exercises_count int,
  passed_count int,
  video_percent int,
  video_seconds int,
  watched_seconds int,
  has_access boolean,
  is_earned boolean
);
comment on type app_public.certificate_progress is 'How far the signed-in user is from the certificate of a course.';
comment on column app_public.certificate_progress.needs_lessons is 'True if every lesson must be completed.';
comment on column app_public.certificate_progress.lessons_count is 'How many lessons count.';
comment on column app_public.certificate_progress.completed_count is 'How many of them the user completed.';
comment on column app_public.certificate_progress.needs_exercises is 'True if every exercise of these lessons must be passed.';
comment on column app_public.certificate_progress.exercises_count is 'How many exercises count; 0 if they don''t.';
comment on column app_public.certificate_progress.passed_count is 'How many of them the user passed.';
comment on column app_public.certificate_progress.video_percent is 'How much of their video must be watched, in percent; 0 for none.';
comment on column app_public.certificate_progress.video_seconds is 'The length of their video.';
comment on column app_public.certificate_progress.watched_seconds is 'How many seconds of it the user watched, each counted once.';
comment on column app_public.certificate_progress.has_access is 'True if the user has access to all of these lessons now.';
comment on column app_public.certificate_progress.is_earned is 'True if nothing is missing.';

create function app_private.counted_exercises(course uuid) returns table (total int, passed int)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select count(*)::int, count(r.passed_at)::int
  from app_public.course_lessons o join app_public.lessons l on l.id = o.lesson_id
  cross join lateral app_private.exercises(l.id) e
  left join app_public.exercise_results r on r.user_id = app_public.current_user_id() and r.lesson_id = l.id and r.exercise = e.id
  where o.course_id = course and l.role <> 'CHANGELOG' and not l.is_advanced_package_lesson
$$;
comment on function app_private.counted_exercises(uuid) is
  'How many exercises are in the lessons of a course that count for its certificate, and how many of them the signed-in user passed.';
grant execute on function app_private.counted_exercises(uuid) to newline_visitor;

create function app_public.courses_exercises_count(course app_public.courses) returns int
language sql stable as $$
  select case when app_public.courses_may_write(course) then (select e.total from app_private.counted_exercises(course.id) e) end
$$;
comment on function app_public.courses_exercises_count(app_public.courses) is
  'How many exercises its certificate can require; null for anyone but its authors and administrators.';
grant execute on function app_public.courses_exercises_count(app_public.courses) to newline_visitor;

create function app_public.courses_certificate_progress(course app_public.courses) returns app_public.certificate_progress
language sql stable as $$
  with access as materialized (select a.* from app_private.access_to_item(course.id, null) a),
  counted as (
    select p.id is not null as is_completed, coalesce(l.video_duration, 0) as seconds,
      least(coalesce(app_private.seconds_in(a.watched_seconds), 0), coalesce(l.video_duration, 0)) as watched,
      case when l.is_free then (select opens_free from access) else (select opens_others from access) end as is_open
    from app_public.course_lessons o join app_public.lessons l on l.id = o.lesson_id
    left join app_public.user_progresses p on p.course_lesson_id = o.id and p.user_id = app_public.current_user_id()
    left join app_public.lesson_activities a on a.lesson_id = l.id and a.user_id = app_public.current_user_id()
    where o.course_id = course.id and l.role <> 'CHANGELOG' and not l.is_advanced_package_lesson
  ), totals as (
    select count(*)::int as lessons, (count(*) filter (where is_completed))::int as completed, coalesce(sum(seconds), 0)::int as seconds,
      coalesce(sum(watched), 0)::int as watched, coalesce(bool_and(is_open), false) as is_open
    from counted)
  select (r.needs_lessons, t.lessons, t.completed, r.needs_exercises, coalesce(e.total, 0), coalesce(e.passed, 0),
    r.video_percent, t.seconds, t.watched, t.is_open,
    t.is_open and (t.completed = t.lessons or not r.needs_lessons) and coalesce(e.passed = e.total, true)
      and t.watched::bigint * 100 >= r.video_percent::bigint * t.seconds
      -- Without any video or exercise, the other rules decide.
      and (r.needs_lessons or e.total > 0 or r.video_percent > 0 and t.seconds > 0) is true)::app_public.certificate_progress
  from app_public.certificate_rules r cross join totals t
  left join lateral (select c.total, c.passed from app_private.counted_exercises(course.id) c) e on r.needs_exercises
  where r.course_id = course.id and app_public.current_user_id() is not null
$$;
comment on function app_public.courses_certificate_progress(app_public.courses) is
  'How far the signed-in user is from its certificate; null for visitors, and if the course offers none.';
grant execute on function app_public.courses_certificate_progress(app_public.courses) to newline_visitor;

create function app_public.courses_certificate(course app_public.courses) returns app_public.certificates
language sql stable as $$
  select c.* from app_public.certificates c where c.course_id = course.id and c.user_id = app_public.current_user_id()
$$;
comment on function app_public.courses_certificate(app_public.courses) is 'The signed-in user''s certificate of the course; null if they have none.';
grant execute on function app_public.courses_certificate(app_public.courses) to newline_visitor;

create function app_public.courses_certificates_count(course app_public.courses) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from app_public.certificates c
  where c.course_id = course.id and c.revoked_at is null and app_public.courses_may_write(course)
  having app_public.courses_may_write(course)
$$;
comment on function app_public.courses_certificates_count(app_public.courses) is
  'How many valid certificates of the course were issued; null for anyone but its authors and administrators.';
grant execute on function app_public.courses_certificates_count(app_public.courses) to newline_visitor;

create function app_public.set_certificate_rules(course_id uuid, is_offered boolean default true, needs_lessons boolean default true,
  video_percent int default 0, needs_exercises boolean default false)
returns app_public.courses
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course app_public.courses;
begin
  perform app_private.locked_item(set_certificate_rules.course_id, null, true);
  if is_offered is not true then
    delete from app_public.certificate_rules r where r.course_id = set_certificate_rules.course_id;
  else
    if (coalesce(set_certificate_rules.video_percent, 0) between 0 and 100
        and (coalesce(set_certificate_rules.needs_lessons, true) or set_certificate_rules.needs_exercises
          or set_certificate_rules.video_percent > 0)) is not true then
      raise exception 'CERTIFICATE_RULES_INVALID' using errcode = 'NL400';
    end if;
    insert into app_public.certificate_rules as r (course_id, needs_lessons, needs_exercises, video_percent)
      values (set_certificate_rules.course_id, coalesce(set_certificate_rules.needs_lessons, true),
        coalesce(set_certificate_rules.needs_exercises, false), coalesce(set_certificate_rules.video_percent, 0))
      on conflict (course_id) do update set needs_lessons = excluded.needs_lessons, needs_exercises = excluded.needs_exercises,
        video_percent = excluded.video_percent;
  end if;
  select * into course from app_public.courses c where c.id = set_certificate_rules.course_id;
  return course;
end $$;
comment on function app_public.set_certificate_rules(uuid, boolean, boolean, int, boolean) is
  'Sets what a learner does to earn the certificate of a course; with isOffered false, it offers none. Issued certificates don''t change. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.set_certificate_rules(uuid, boolean, boolean, int, boolean) to newline_visitor;

-- The name of the site comes from the server, which knows the one of the configuration.
create function app_private.claim_certificate(course_id uuid, site_name text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  course app_public.courses;
  progress app_public.certificate_progress;
  certificate uuid := (select c.id from app_public.certificates c where c.user_id = me and c.course_id = claim_certificate.course_id);
begin
  if certificate is not null then return certificate; end if;
  select c.* into course from app_public.courses c join app_public.certificate_rules r on r.course_id = c.id
    where c.id = claim_certificate.course_id and c.is_published and c.published_at <= now() and not c.is_coming_soon and c.archived_at is null;
  if not found then raise exception 'CERTIFICATE_NOT_OFFERED' using errcode = 'NL404'; end if;
  -- They have access to everything and can mark it as completed.
  if exists (select from app_public.contributions c where c.course_id = course.id and c.user_id = me) then
    raise exception 'CERTIFICATE_OF_OWN_COURSE' using errcode = 'NL403';
  end if;
  progress := app_public.courses_certificate_progress(course);
  if progress.is_earned is not true then raise exception 'CERTIFICATE_NOT_EARNED' using errcode = 'NL409'; end if;
  insert into app_public.certificates (user_id, course_id, holder_name, course_title, topic, author_names, site_name,
      needs_lessons, lessons_count, exercises_count, video_percent, video_seconds)
    select me, course.id, app_public.users_display_name(u), course.title, course.topic,
      array(select app_public.users_display_name(a) from app_public.contributions c join app_public.users a on a.id = c.user_id
        where c.course_id = course.id and c.title = 'AUTHOR' order by c.id limit 50),
      claim_certificate.site_name, progress.needs_lessons, progress.lessons_count, progress.exercises_count,
      -- It says only what was done: without any video, none was watched.
      case when progress.video_seconds > 0 then progress.video_percent else 0 end, progress.video_seconds
    from app_public.users u where u.id = me
    on conflict (user_id, course_id) do nothing
    returning id into certificate;
  -- Another request of the same user was faster.
  return coalesce(certificate, (select c.id from app_public.certificates c where c.user_id = me and c.course_id = claim_certificate.course_id));
end $$;
comment on function app_private.claim_certificate(uuid, text) is
  'Issues the certificate of a course to the signed-in user if they have earned it, once: later calls return the same. Returns its ID. Raises NL401, NL403, NL404, NL409 or NL429.';
grant execute on function app_private.claim_certificate(uuid, text) to newline_visitor;

create type app_public.shown_certificate as (
  id uuid,
  holder_name text,
  course_id uuid,
  course_title text,
  course_path text,
  topic app_public.topic,
  author_names text[],
  site_name text,
  needs_lessons boolean,
  lessons_count int,
  exercises_count int,
  video_percent int,
  video_seconds int,
  issued_at timestamptz,
  revoked_at timestamptz
);
comment on type app_public.shown_certificate is 'A certificate as anyone with its ID sees it. Of a revoked one, only its ID and revokedAt.';
comment on column app_public.shown_certificate.holder_name is 'The name of the holder as of issue.';
comment on column app_public.shown_certificate.course_id is 'The course; null if it was deleted.';
comment on column app_public.shown_certificate.course_title is 'The title of the course as of issue.';
comment on column app_public.shown_certificate.course_path is 'The path of the course''s page; null if it isn''t public anymore.';
comment on column app_public.shown_certificate.topic is 'The topic of the course as of issue.';
comment on column app_public.shown_certificate.author_names is 'The names of the course''s authors as of issue.';
comment on column app_public.shown_certificate.site_name is 'The name of the site as of issue.';
comment on column app_public.shown_certificate.needs_lessons is 'True if every lesson had to be completed.';
comment on column app_public.shown_certificate.lessons_count is 'The number of lessons of the course as of issue.';
comment on column app_public.shown_certificate.exercises_count is 'How many exercises had to be passed; 0 if they didn''t count.';
comment on column app_public.shown_certificate.video_percent is 'How much of the video had to be watched, in percent; 0 for none.';
comment on column app_public.shown_certificate.video_seconds is 'The length of the course''s video as of issue, in seconds.';
comment on column app_public.shown_certificate.issued_at is 'When it was issued.';
comment on column app_public.shown_certificate.revoked_at is 'When it was revoked; null if it is valid.';

create function app_public.shown_certificate(id uuid) returns app_public.shown_certificate
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when c.revoked_at is not null then row(c.id, null, null, null, null, null, null, null, null, null, null, null, null, null, c.revoked_at)::app_public.shown_certificate
    else row(c.id, c.holder_name, c.course_id, c.course_title,
      (select i.permalink from app_public.courses i where i.id = c.course_id and i.is_published and i.published_at <= now() and i.archived_at is null),
      c.topic, c.author_names, c.site_name, c.needs_lessons, c.lessons_count, c.exercises_count, c.video_percent, c.video_seconds, c.issued_at, null)::app_public.shown_certificate end
  from app_public.certificates c where c.id = shown_certificate.id
$$;
comment on function app_public.shown_certificate(uuid) is 'A certificate by its ID, for everyone; null if there is none.';
grant execute on function app_public.shown_certificate(uuid) to newline_visitor;

create function app_public.show_certificate(id uuid, is_on_profile boolean default true) returns app_public.certificates
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.certificates;
begin
  update app_public.certificates c set is_on_profile = coalesce(show_certificate.is_on_profile, true)
    where c.id = show_certificate.id and c.user_id = me and (c.revoked_at is null or show_certificate.is_on_profile is false) returning * into entry;
  if not found then raise exception 'CERTIFICATE_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_public.show_certificate(uuid, boolean) is
  'Shows a certificate of the signed-in user on their profile, or with isOnProfile false hides it there. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.show_certificate(uuid, boolean) to newline_visitor;

create function app_public.delete_certificate(id uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  gone uuid;
begin
  -- A revoked one stays, so that another can't be claimed in its place.
  delete from app_public.certificates c where c.id = delete_certificate.id and c.user_id = me and c.revoked_at is null returning c.id into gone;
  if not found then raise exception 'CERTIFICATE_NOT_FOUND' using errcode = 'NL404'; end if;
  return gone;
end $$;
comment on function app_public.delete_certificate(uuid) is
  E'@resultFieldName deletedCertificateId\nDeletes a certificate of the signed-in user, with its page. It can be claimed again, with the name that they have then, as long as it is offered. Errors: LOGIN_REQUIRED, NOT_FOUND, also for a revoked one.';
grant execute on function app_public.delete_certificate(uuid) to newline_visitor;

create function app_public.revoke_certificate(id uuid, reason text) returns app_public.certificates
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.certificates;
begin
  perform app_private.require_admin();
  if (length(btrim(revoke_certificate.reason)) between 1 and 300) is not true then
    raise exception 'REVOCATION_REASON_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 300)::text;
  end if;
  update app_public.certificates c set revoked_at = now(), revocation_reason = btrim(revoke_certificate.reason)
    where c.id = revoke_certificate.id and c.revoked_at is null returning * into entry;
  if not found then raise exception 'CERTIFICATE_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('certificate.revoke', 'certificate', entry.id,
    app_private.person_details(entry.user_id, jsonb_build_object('course', entry.course_title, 'reason', entry.revocation_reason)));
  return entry;
end $$;
comment on function app_public.revoke_certificate(uuid, text) is
  'Revokes a certificate: its page and its status say so from then on, and show nothing else. The holder sees the reason. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, NOT_FOUND.';
grant execute on function app_public.revoke_certificate(uuid, text) to newline_visitor;

create function app_public.restore_certificate(id uuid) returns app_public.certificates
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.certificates;
begin
  perform app_private.require_admin();
  update app_public.certificates c set revoked_at = null, revocation_reason = null
    where c.id = restore_certificate.id and c.revoked_at is not null returning * into entry;
  if not found then raise exception 'CERTIFICATE_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('certificate.restore', 'certificate', entry.id,
    app_private.person_details(entry.user_id, jsonb_build_object('course', entry.course_title)));
  return entry;
end $$;
comment on function app_public.restore_certificate(uuid) is
  'Makes a revoked certificate valid again. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.restore_certificate(uuid) to newline_visitor;

create function app_public.issued_certificates(search text default null, before uuid default null) returns setof app_public.certificates
language sql stable rows 50 as $$
  select c.* from app_public.certificates c
  where (select app_public.is_admin())
    and (issued_certificates.before is null
      or (c.issued_at, c.id) < (select b.issued_at, b.id from app_public.certificates b where b.id = issued_certificates.before))
    and (coalesce(btrim(search), '') = ''
      or c.id::text = lower(substring(search from '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'))
      or c.user_id = (select u.id from app_public.users u where u.username = lower(btrim(search, ' @'))))
  order by c.issued_at desc, c.id desc
$$;
comment on function app_public.issued_certificates(text, uuid) is
  'For administrators: the certificates, newest first. search is the ID or URL of one, or a username; before is the ID of the last one of the page before. Empty for everyone else.';
grant execute on function app_public.issued_certificates(text, uuid) to newline_visitor;

-- Deleting an account asks what happens to its certificates. Whoever wasn't asked keeps none.
alter table app_public.user_settings add column keeps_certificates boolean not null default false;
comment on column app_public.user_settings.keeps_certificates is
  'True if certificates stay when the account is deleted, with the name on them and without a link to the account.';
grant update (keeps_certificates) on app_public.user_settings to newline_learner;

create function app_private.remove_certificates() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from app_public.user_settings s where s.user_id = old.id and s.keeps_certificates) then
    delete from app_public.certificates c where c.user_id = old.id;
  end if;
  return old;
end $$;
comment on function app_private.remove_certificates() is 'Trigger: a deleted account takes its certificates with it, unless the user chose to keep them.';
create trigger remove_certificates before delete on app_public.users for each row execute function app_private.remove_certificates();

create table app_private.certificate_keys (
  id uuid primary key default app_public.new_id(),
  public_key bytea not null check (length(public_key) = 32),
  sealed_key bytea not null,
  created_at timestamptz not null default now()
);
comment on table app_private.certificate_keys is 'The Ed25519 keys that sign certificates. The newest signs; the others stay, so that what they signed can be verified.';
comment on column app_private.certificate_keys.sealed_key is 'The private key, encrypted with SECRET_KEY.';
call app_private.secure_table('app_private.certificate_keys');

create function app_private.read_certificate_keys() returns setof app_private.certificate_keys
language sql stable security definer rows 2 set search_path = pg_catalog, pg_temp as $$
  select k.* from app_private.certificate_keys k order by k.created_at desc, k.id desc
$$;
comment on function app_private.read_certificate_keys() is 'The keys that sign certificates, newest first. For the jobs.';

create function app_private.add_certificate_key(public_key bytea, sealed_key bytea, newest uuid default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Of several processes that start, one creates the key.
  perform pg_advisory_xact_lock(hashtextextended('certificate_keys', 0));
  if (select k.id from app_private.certificate_keys k order by k.created_at desc, k.id desc limit 1) is not distinct from add_certificate_key.newest then
    insert into app_private.certificate_keys (public_key, sealed_key) values (add_certificate_key.public_key, add_certificate_key.sealed_key);
  end if;
end $$;
comment on function app_private.add_certificate_key(bytea, bytea, uuid) is
  'Adds a key that signs certificates from then on, unless there is a newer one than `newest` already. For the jobs.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.read_certificate_keys(),
    app_private.add_certificate_key(bytea, bytea, uuid)
    to %s', worker);
end $$;

-- Their pages are at /certificates/{id}.
create or replace function app_private.is_reserved_name(name text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select name ~ '[^a-z0-9_-]' or regexp_replace(name, '[-_]?[0-9]+$', '') = any (array[
    -- Routes of the site and of its API, now or before.
    'about', 'accessibility', 'account', 'admin', 'api', 'articles', 'assets', 'books', 'certificates', 'checkout', 'clips', 'courses', 'demo-desk', 'dev', 'discussions',
    'embed', 'embeds', 'events', 'explore-catalog', 'feeds', 'graphql', 'healthz', 'invitations', 'library', 'media', 'metrics', 'newsletter', 'notices', 'oembed',
    'pages', 'portraits', 'pricing', 'privacy', 'refunds', 'readyz', 'reset-password', 'search', 'share', 'sign-in', 'sign-out', 'sign-up', 'sitemap', 'sitemaps', 'studio',
    'terms', 'unsubscribe', 'verify', 'webhooks', 'write-with-us', 'first-admin', 'setup',
    -- Paths that browsers, crawlers and apps ask for, or that people type.
    'android-chrome', 'apple-app-site-association', 'apple-touch-icon', 'assetlinks', 'auth', 'blog', 'browserconfig', 'careers', 'contact', 'cookies', 'dashboard', 'docs', 'download',
    'downloads', 'faq', 'favicon', 'feed', 'forgot-password', 'guidelines', 'health', 'help', 'home', 'icon', 'images', 'imprint', 'inbox', 'index', 'jobs', 'legal', 'licenses',
    'llms', 'login', 'logout', 'manifest', 'messages', 'notifications', 'oauth', 'password', 'payment', 'payments', 'plans', 'policies', 'policy', 'press', 'profile', 'public',
    'register', 'robots', 'rss', 'service-worker', 'session', 'settings', 'signin', 'signout', 'signup', 'static', 'status', 'subscribe', 'teams', 'tos', 'upload', 'uploads',
    'users', 'well-known',
    -- Names that look official.
    'abuse', 'administration', 'administrator', 'anonymous', 'billing', 'bot', 'ceo', 'community', 'editor', 'editors', 'everyone', 'hello', 'here', 'hostmaster', 'info',
    'mail', 'mailer-daemon', 'mod', 'moderation', 'moderator', 'moderators', 'newline', 'newline-team', 'newline-support', 'no-reply', 'nobody', 'noreply', 'null', 'official',
    'operator', 'owner', 'postmaster', 'root', 'sales', 'security', 'staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'undefined', 'webmaster', 'www'
  ])
$$;
