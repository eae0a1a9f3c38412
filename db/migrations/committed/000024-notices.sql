--! Previous: sha1:e12c1a572ae40b7d66a42346a03841563583016c
--! Hash: sha1:111fb6b02aec10c74feead8a40935e1d379934e6

-- Notices: what somebody else did that concerns a person, in the page and by mail.

create type app_public.notice_kind as enum ('REPLY', 'MENTION', 'ANSWER_ACCEPTED', 'QUESTION');
comment on type app_public.notice_kind is 'Somebody replied, named the person, accepted their answer, or asked about what they write.';
create type app_public.mail_rhythm as enum ('AT_ONCE', 'DAILY', 'WEEKLY', 'NONE');
comment on type app_public.mail_rhythm is 'When notices are mailed: each at once, together at eight in the morning, on Mondays, or not at all. In the person''s time zone.';

alter table app_public.user_settings add mail_notices app_public.mail_rhythm not null default 'AT_ONCE';
comment on column app_public.user_settings.mail_notices is 'When notices are mailed; a discussion may have a rhythm of its own.';
grant update (mail_notices) on app_public.user_settings to newline_learner;

create table app_public.discussion_follows (
  user_id uuid not null references app_public.users on delete cascade,
  discussion_id uuid not null references app_public.discussions on delete cascade,
  is_followed boolean,
  mails app_public.mail_rhythm,
  updated_at timestamptz not null default now(),
  primary key (user_id, discussion_id)
);
comment on table app_public.discussion_follows is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat a person wants to hear of a discussion, where that is not as usual. Nobody else sees it.';
comment on column app_public.discussion_follows.is_followed is 'True for every comment, false for none, null for those that concern the person.';
comment on column app_public.discussion_follows.mails is 'When its notices are mailed; null for as in the settings.';
comment on constraint discussion_follows_discussion_id_fkey on app_public.discussion_follows is E'@fieldName discussion\n@behavior -connection -list';
comment on constraint discussion_follows_user_id_fkey on app_public.discussion_follows is E'@fieldName user\n@behavior -connection -list';
create index on app_public.discussion_follows (discussion_id);
call app_private.secure_table('app_public.discussion_follows');
create policy select_own on app_public.discussion_follows for select to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.discussion_follows to newline_visitor;

-- A mail is a row before it is sent; its key says what it is, so that there is no second one.
create table app_private.notice_mails (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  rhythm app_public.mail_rhythm not null,
  key text not null unique,
  tries int not null default 0,
  try_at timestamptz not null default now(),
  ended_at timestamptz,
  is_sent boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table app_private.notice_mails is 'Mails of notices: those to be sent, and those that were, or came to nothing.';
create index on app_private.notice_mails (user_id);
create index on app_private.notice_mails (try_at) where ended_at is null;
call app_private.secure_table('app_private.notice_mails');

create table app_public.notices (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  kind app_public.notice_kind not null,
  discussion_id uuid not null references app_public.discussions on delete cascade,
  comment_id uuid not null references app_public.comments on delete cascade,
  actor_id uuid references app_public.users on delete set null,
  read_at timestamptz,
  is_waiting boolean not null default true,
  mail_id uuid references app_private.notice_mails on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint notices_reason_key unique (user_id, comment_id, kind)
);
comment on table app_public.notices is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nSomething that concerns a person, seen by nobody else. It goes when its comment is deleted or hidden, or its item can no longer be seen.';
comment on column app_public.notices.kind is 'Why the person is told.';
comment on column app_public.notices.read_at is 'When the person took note of it; null while it is new.';
comment on column app_public.notices.is_waiting is E'@behavior -*\nTrue until it was decided whether it goes into a mail.';
comment on column app_public.notices.mail_id is E'@behavior -*\nThe mail that it went into.';
comment on constraint notices_user_id_fkey on app_public.notices is E'@fieldName user\n@behavior -connection -list';
comment on constraint notices_actor_id_fkey on app_public.notices is E'@fieldName actor\n@behavior -connection -list';
comment on constraint notices_discussion_id_fkey on app_public.notices is E'@fieldName discussion\n@behavior -connection -list';
comment on constraint notices_comment_id_fkey on app_public.notices is E'@fieldName comment\n@behavior -connection -list';
comment on constraint notices_mail_id_fkey on app_public.notices is E'@behavior -*';
comment on constraint notices_reason_key on app_public.notices is E'@behavior -single';
create index on app_public.notices (user_id, created_at desc, id desc);
create index on app_public.notices (user_id) where read_at is null;
create index on app_public.notices (user_id) where is_waiting;
create index on app_public.notices (discussion_id);
create index on app_public.notices (comment_id);
create index on app_public.notices (actor_id);
create index on app_public.notices (mail_id);
call app_private.secure_table('app_public.notices');
create policy select_own on app_public.notices for select to newline_learner using (
  user_id = (select app_public.current_user_id())
  and (select not c.deleted and c.hidden_at is null from app_public.comments c where c.id = comment_id));
grant select on app_public.notices to newline_visitor;

create or replace function app_private.tell_people(comment uuid, mentions text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments;
  thread app_public.discussions;
begin
  select * into entry from app_public.comments c where c.id = comment;
  select * into thread from app_public.discussions d where d.id = entry.discussion_id;
  insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id)
  select distinct on (r.person) r.person, r.kind::app_public.notice_kind, thread.id, entry.id, entry.user_id
  from (
    select u.id as person, 'MENTION' as kind, 1 as weight from app_public.users u where u.username = any (mentions[1:10])
    union all
    -- What is edited tells only those whom it names now.
    select coalesce(
        (select p.user_id from app_public.comments p where p.id = entry.parent_id),
        (select f.user_id from app_public.comments f where f.discussion_id = thread.id and entry.parent_id is null order by f.created_at, f.id limit 1)), 'REPLY', 2
      where not entry.edited
    union all select f.user_id, 'REPLY', 2 from app_public.discussion_follows f where f.discussion_id = thread.id and f.is_followed and not entry.edited
    union all
    select c.user_id, 'QUESTION', 3 from app_public.contributions c
      left join app_public.lessons l on l.id = thread.lesson_id
      left join app_public.clips k on k.id = thread.clip_id
      where c.title = 'AUTHOR' and not entry.edited and entry.parent_id is null
        and (c.course_id = coalesce(l.course_id, k.course_id) or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = thread.article_id)
        and entry.user_id not in (select app_private.answerers(thread.id))) r
  where r.person <> entry.user_id
    and not exists (select from app_public.discussion_follows f where f.user_id = r.person and f.discussion_id = thread.id and f.is_followed = false)
    and app_private.person_sees(r.person, thread.lesson_id, thread.article_id, thread.clip_id)
    and (r.kind <> 'MENTION' or not exists (select from app_public.notices n where n.user_id = r.person and n.comment_id = entry.id))
  order by r.person, r.weight
  on conflict (user_id, comment_id, kind) do nothing;
end $$;

create function app_private.tell_of_acceptance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id)
  select c.user_id, 'ANSWER_ACCEPTED', new.id, c.id, app_public.current_user_id() from app_public.comments c
  where c.id = new.accepted_comment_id and c.user_id <> app_public.current_user_id()
    and not exists (select from app_public.discussion_follows f where f.user_id = c.user_id and f.discussion_id = new.id and f.is_followed = false)
    and app_private.person_sees(c.user_id, new.lesson_id, new.article_id, new.clip_id)
  on conflict (user_id, comment_id, kind) do nothing;
  return null;
end $$;
comment on function app_private.tell_of_acceptance() is 'trigger: tells who wrote it that an answer was accepted, once.';
create trigger tell_of_acceptance after update of accepted_comment_id on app_public.discussions for each row
  when (new.accepted_comment_id is not null and new.accepted_comment_id is distinct from old.accepted_comment_id) execute function app_private.tell_of_acceptance();

-- What the person asks and says.
create function app_public.own_notices(is_unread boolean default null) returns setof app_public.notices
language sql stable rows 50 as $$
  select n.* from app_public.notices n
  where n.user_id = app_public.current_user_id() and (own_notices.is_unread is null or (n.read_at is null) = own_notices.is_unread)
  order by n.created_at desc, n.id desc
$$;
comment on function app_public.own_notices(boolean) is
  'The signed-in person''s notices, newest first; with isUnread only the new ones (true) or the others (false).';
create function app_public.unread_notices_count() returns int
language sql stable as $$ select count(*)::int from app_public.notices n where n.user_id = app_public.current_user_id() and n.read_at is null $$;
comment on function app_public.unread_notices_count() is 'How many notices the signed-in person has not taken note of; 0 for a visitor.';
create function app_public.mark_notices_read(ids uuid[] default null, discussion_id uuid default null) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  marked int;
begin
  update app_public.notices n set read_at = now() where n.user_id = me and n.read_at is null
    and (mark_notices_read.ids is null or n.id = any (mark_notices_read.ids))
    and (mark_notices_read.discussion_id is null or n.discussion_id = mark_notices_read.discussion_id);
  get diagnostics marked = row_count;
  return marked;
end $$;
comment on function app_public.mark_notices_read(uuid[], uuid) is
  E'@resultFieldName marked\nTakes note of these notices, of those of a discussion, or of all, and answers how many were new. Errors: LOGIN_REQUIRED.';

create function app_public.set_discussion_follow(discussion_id uuid, is_followed boolean default null, mails app_public.mail_rhythm default null)
returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_follow.discussion_id;
  if thread.id is null or not app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) then
    raise exception 'There is no such discussion.' using errcode = 'NL404';
  end if;
  insert into app_public.discussion_follows (user_id, discussion_id, is_followed, mails)
    values (me, thread.id, set_discussion_follow.is_followed, set_discussion_follow.mails)
    on conflict (user_id, discussion_id) do update set is_followed = excluded.is_followed, mails = excluded.mails, updated_at = now();
  return thread;
end $$;
comment on function app_public.set_discussion_follow(uuid, boolean, app_public.mail_rhythm) is
  'What the signed-in person hears of a discussion: every comment (true), none (false), those that concern them (null), and when it is mailed (null as in the settings). Errors: LOGIN_REQUIRED, NOT_FOUND.';
create function app_public.discussions_viewer_follow(discussion app_public.discussions) returns app_public.discussion_follows
language sql stable as $$
  select f from app_public.discussion_follows f where f.discussion_id = discussion.id and f.user_id = app_public.current_user_id()
$$;
comment on function app_public.discussions_viewer_follow(app_public.discussions) is
  'What the signed-in person wants to hear of it; null for as usual. Not for a page that is kept for everybody.';
grant execute on function app_public.own_notices(boolean), app_public.unread_notices_count(), app_public.mark_notices_read(uuid[], uuid),
  app_public.set_discussion_follow(uuid, boolean, app_public.mail_rhythm), app_public.discussions_viewer_follow(app_public.discussions) to newline_visitor;

-- Mails, for the job send_notices.
create function app_private.take_notices() returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  made int;
begin
  with waiting as (
    select n.id, n.user_id, n.created_at, s.time_zone, coalesce(f.mails, s.mail_notices) as rhythm
    from app_public.notices n
    join app_public.user_settings s on s.user_id = n.user_id
    left join app_public.discussion_follows f on f.user_id = n.user_id and f.discussion_id = n.discussion_id
    where n.is_waiting order by n.id limit 5000 for no key update of n skip locked
  ), ended as (
    select w.*, case w.rhythm
      when 'DAILY' then date_trunc('day', (now() at time zone w.time_zone) - interval '8 hours') + interval '8 hours'
      when 'WEEKLY' then date_trunc('week', (now() at time zone w.time_zone) - interval '8 hours') + interval '8 hours' end as until
    from waiting w
  ), due as (
    select e.*, case e.rhythm when 'AT_ONCE' then 'notice ' || e.id else lower(e.rhythm::text) || ' ' || e.user_id || ' ' || e.until::date end as key
    from ended e where e.rhythm = 'AT_ONCE' or e.rhythm <> 'NONE' and (e.created_at at time zone e.time_zone) < e.until
  ), mails as (
    insert into app_private.notice_mails (user_id, rhythm, key) select distinct d.user_id, d.rhythm, d.key from due d
    on conflict (key) do nothing returning id, key
  ), left_out as (
    update app_public.notices n set is_waiting = false from waiting w where n.id = w.id and w.rhythm = 'NONE'
  ), taken as (
    update app_public.notices n set is_waiting = false, mail_id = m.id from due d join mails m on m.key = d.key where n.id = d.id
  )
  select count(*) into made from mails;
  delete from app_private.notice_mails m where m.ended_at < now() - interval '90 days';
  return made;
end $$;
comment on function app_private.take_notices() is
  'Puts notices that are due into mails: each at once, or those of a day or a week up to eight in the morning where the person is. Answers how many mails there are to send. For the jobs.';

create function app_private.next_notice_mail(out id uuid, out tries int, out user_id uuid, out address text, out rhythm app_public.mail_rhythm, out items jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  loop
    -- Whoever takes it has five minutes; when they end before, somebody else takes it then.
    update app_private.notice_mails m set try_at = now() + interval '5 minutes', tries = m.tries + 1
      where m.id = (select w.id from app_private.notice_mails w where w.ended_at is null and w.try_at <= now() order by w.try_at, w.id limit 1 for update skip locked)
      returning m.id, m.tries, m.user_id, m.rhythm into next_notice_mail.id, next_notice_mail.tries, next_notice_mail.user_id, next_notice_mail.rhythm;
    if next_notice_mail.id is null then return; end if;
    select u."email" into address from auth."user" u where u."id" = next_notice_mail.user_id and u."emailVerified";
    -- As things are now, not as they were: nothing that was deleted, hidden, read or muted since.
    select jsonb_agg(jsonb_build_object('kind', n.kind, 'discussionId', d.id, 'commentId', c.id, 'body', c.body_delta,
        'who', coalesce(who.name, who.username), 'about', coalesce(l.title, k.title, a.title)) order by n.created_at, n.id)
      into items
      from app_public.notices n
      join app_public.user_settings s on s.user_id = n.user_id
      join app_public.comments c on c.id = n.comment_id and not c.deleted and c.hidden_at is null
      join app_public.discussions d on d.id = n.discussion_id
      left join app_public.users who on who.id = n.actor_id
      left join app_public.lessons l on l.id = d.lesson_id
      left join app_public.clips k on k.id = d.clip_id
      left join app_public.articles a on a.id = d.article_id
      left join app_public.discussion_follows f on f.user_id = n.user_id and f.discussion_id = n.discussion_id
      where n.mail_id = next_notice_mail.id and n.read_at is null and f.is_followed is distinct from false and coalesce(f.mails, s.mail_notices) <> 'NONE'
        and app_private.person_sees(n.user_id, d.lesson_id, d.article_id, d.clip_id);
    exit when address is not null and items is not null;
    update app_private.notice_mails m set ended_at = now() where m.id = next_notice_mail.id;
  end loop;
end $$;
comment on function app_private.next_notice_mail() is
  'Takes the next mail that is due, with what is still to be told; null when there is none. One with nothing left to tell ends unsent. For the jobs.';
create function app_private.end_notice_mail(mail uuid, is_delivered boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.notice_mails m set is_sent = is_delivered, ended_at = case when is_delivered or m.tries >= 12 then now() end,
    try_at = case when is_delivered then m.try_at else now() + least(interval '1 minute' * power(2, m.tries), interval '6 hours') end
  where m.id = mail and m.ended_at is null
$$;
comment on function app_private.end_notice_mail(uuid, boolean) is 'Takes note that a mail was sent, or failed and is tried again later, 12 times in all. For the jobs.';
create function app_private.unsubscribe(person uuid, discussion uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if discussion is null then
    update app_public.user_settings s set mail_notices = 'NONE' where s.user_id = person;
    update app_public.discussion_follows f set mails = null where f.user_id = person and f.mails <> 'NONE';
  elsif exists (select from app_public.users u where u.id = person) and exists (select from app_public.discussions d where d.id = discussion) then
    insert into app_public.discussion_follows as f (user_id, discussion_id, mails) values (person, discussion, 'NONE')
      on conflict (user_id, discussion_id) do update set mails = 'NONE', updated_at = now();
  end if;
end $$;
comment on function app_private.unsubscribe(uuid, uuid) is
  'Ends the mails of a discussion, or with null all mails of notices, for whoever a signed link names. For the server alone: it has looked at the signature.';
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.take_notices(), app_private.next_notice_mail(), app_private.end_notice_mail(uuid, boolean),
      app_private.unsubscribe(uuid, uuid) to newline_worker;
  end if;
end $$;
