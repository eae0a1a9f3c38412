--! Previous: sha1:70cc06c09709dc5ef020bb49e7c69469889950ef
--! Hash: sha1:450c72a19496394b1032e5595675925b4d03e183

-- Notifications and the emails about them.

create table app_public.discussion_follows (
  user_id uuid references app_public.users on delete cascade,
  discussion_id uuid references app_public.discussions on delete cascade,
  is_followed boolean,
  mails app_public.mail_rhythm,
  updated_at timestamptz not null default now(),
  primary key (user_id, discussion_id)
);
comment on table app_public.discussion_follows is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat a person wants to hear of a discussion, where that is not as usual. Nobody else sees it.';
comment on column app_public.discussion_follows.is_followed is 'True for every comment, false for none, null for those that concern the person.';
comment on column app_public.discussion_follows.mails is 'When its notices are mailed; null for as in the settings.';
comment on constraint discussion_follows_user_id_fkey on app_public.discussion_follows is E'@fieldName user\n@behavior -connection -list';
comment on constraint discussion_follows_discussion_id_fkey on app_public.discussion_follows is E'@fieldName discussion\n@behavior -connection -list';
create index discussion_follows_discussion_id_idx on app_public.discussion_follows (discussion_id);
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
  created_at timestamptz not null default now(),
  discussion_id uuid references app_public.discussions on delete set null
);
comment on table app_private.notice_mails is 'Mails of notices: those to be sent, and those that were, or came to nothing.';
comment on column app_private.notice_mails.discussion_id is
  'The discussion that a mail of the rhythm AT_ONCE is about; null for a digest of several.';
create index notice_mails_user_id_idx on app_private.notice_mails (user_id);
create index notice_mails_try_at_idx on app_private.notice_mails (try_at) where ended_at is null;
create index notice_mails_discussion_id_idx on app_private.notice_mails (discussion_id);
create index notice_mails_user_id_discussion_id_created_at_idx on app_private.notice_mails (user_id, discussion_id, created_at desc);
call app_private.secure_table('app_private.notice_mails');

-- Notifications: what another user did that concerns a user, on the page and by email.
create type app_public.notice_kind as enum ('REPLY', 'MENTION', 'ANSWER_ACCEPTED', 'QUESTION');
comment on type app_public.notice_kind is 'Somebody replied, named the person, accepted their answer, or asked about what they write.';

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
comment on constraint notices_reason_key on app_public.notices is '@behavior -single';
comment on constraint notices_user_id_fkey on app_public.notices is E'@fieldName user\n@behavior -connection -list';
comment on constraint notices_discussion_id_fkey on app_public.notices is E'@fieldName discussion\n@behavior -connection -list';
comment on constraint notices_comment_id_fkey on app_public.notices is E'@fieldName comment\n@behavior -connection -list';
comment on constraint notices_actor_id_fkey on app_public.notices is E'@fieldName actor\n@behavior -connection -list';
comment on constraint notices_mail_id_fkey on app_public.notices is '@behavior -*';
create index notices_user_id_created_at_id_idx on app_public.notices (user_id, created_at desc, id desc);
create index notices_user_id_idx on app_public.notices (user_id) where read_at is null;
create index notices_user_id_idx1 on app_public.notices (user_id) where is_waiting;
create index notices_discussion_id_idx on app_public.notices (discussion_id);
create index notices_comment_id_idx on app_public.notices (comment_id);
create index notices_actor_id_idx on app_public.notices (actor_id);
create index notices_mail_id_idx on app_public.notices (mail_id);
call app_private.secure_table('app_public.notices');
create policy select_own on app_public.notices for select to newline_learner using (
  user_id = (select app_public.current_user_id())
  and (select not c.deleted and c.hidden_at is null from app_public.comments c where c.id = comment_id));
grant select on app_public.notices to newline_visitor;

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

create function app_public.own_notices(is_unread boolean default null) returns setof app_public.notices
language sql stable rows 50 as $$
  select n.* from app_public.notices n
  where n.user_id = app_public.current_user_id() and (own_notices.is_unread is null or (n.read_at is null) = own_notices.is_unread)
  order by n.created_at desc, n.id desc
$$;
comment on function app_public.own_notices(boolean) is
  'The signed-in person''s notices, newest first; with isUnread only the new ones (true) or the others (false).';
grant execute on function app_public.own_notices(boolean) to newline_visitor;

create function app_public.unread_notices_count() returns int
language sql stable as $$
  select count(*)::int from (
    select from app_public.notices n where n.user_id = (select app_public.current_user_id()) and n.read_at is null limit 100) unread
$$;
comment on function app_public.unread_notices_count() is
  'How many notices the signed-in person has not taken note of, 100 for that many and more; 0 for a visitor.';
grant execute on function app_public.unread_notices_count() to newline_visitor;

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
comment on function app_public.mark_notices_read(uuid[], uuid) is E'@resultFieldName marked\nTakes note of these notices, of those of a discussion, or of all, and answers how many were new. Errors: LOGIN_REQUIRED.';
grant execute on function app_public.mark_notices_read(uuid[], uuid) to newline_visitor;

create function app_public.set_discussion_follow(discussion_id uuid, is_followed boolean default null, mails app_public.mail_rhythm default null)
returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_follow.discussion_id;
  if thread.id is null or app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) is not true then
    raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
  end if;
  insert into app_public.discussion_follows (user_id, discussion_id, is_followed, mails)
    values (me, thread.id, set_discussion_follow.is_followed, set_discussion_follow.mails)
    on conflict (user_id, discussion_id) do update set is_followed = excluded.is_followed, mails = excluded.mails, updated_at = now();
  return thread;
end $$;
comment on function app_public.set_discussion_follow(uuid, boolean, app_public.mail_rhythm) is
  'What the signed-in person hears of a discussion: every comment (true), none (false), those that concern them (null), and when it is mailed (null as in the settings). Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.set_discussion_follow(uuid, boolean, app_public.mail_rhythm) to newline_visitor;

create function app_public.discussions_viewer_follow(discussion app_public.discussions) returns app_public.discussion_follows
language sql stable as $$
  select f from app_public.discussion_follows f where f.discussion_id = discussion.id and f.user_id = app_public.current_user_id()
$$;
comment on function app_public.discussions_viewer_follow(app_public.discussions) is
  'What the signed-in person wants to hear of it; null for as usual. Not for a page that is kept for everybody.';
grant execute on function app_public.discussions_viewer_follow(app_public.discussions) to newline_visitor;

create function app_private.take_notices() returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  created int;
begin
  -- One transaction at a time: what the others created is seen below, and no two of them start a mail for one discussion.
  perform pg_advisory_xact_lock(hashtextextended('take_notices', 0));
  with waiting as (
    select n.id, n.user_id, n.discussion_id, n.created_at, s.time_zone, coalesce(f.mails, s.mail_notices) as rhythm
    from app_public.notices n
    join app_public.user_settings s on s.user_id = n.user_id
    left join app_public.discussion_follows f on f.user_id = n.user_id and f.discussion_id = n.discussion_id
    where n.is_waiting
  ), ended as (
    select w.*, case w.rhythm
      when 'DAILY' then date_trunc('day', (now() at time zone w.time_zone) - interval '8 hours') + interval '8 hours'
      when 'WEEKLY' then date_trunc('week', (now() at time zone w.time_zone) - interval '8 hours') + interval '8 hours' end as until
    from waiting w
  ), due as (
    -- Only what is due counts for the limit: notices that are held back never keep others waiting.
    select e.* from ended e
    where case e.rhythm
      when 'NONE' then true
      when 'AT_ONCE' then not exists (
        select from app_private.notice_mails m where m.user_id = e.user_id and m.discussion_id = e.discussion_id
          and m.created_at > now() - interval '15 minutes' and (m.ended_at is null or m.is_sent))
      else (e.created_at at time zone e.time_zone) < e.until end
    order by e.created_at, e.id limit 5000
  ), locked as (
    -- Whoever marks notices as read at the same moment comes first; the next run has what is left.
    select n.id from app_public.notices n where n.is_waiting and n.id in (select d.id from due d) for no key update of n skip locked
  ), keyed as (
    select d.*, case d.rhythm
        when 'AT_ONCE' then 'notice ' || first_value(d.id) over (partition by d.user_id, d.discussion_id order by d.created_at, d.id)
        else lower(d.rhythm::text) || ' ' || d.user_id || ' ' || d.until::date end as key
    from due d join locked l on l.id = d.id
  ), mails as (
    insert into app_private.notice_mails (user_id, rhythm, key, discussion_id)
      select distinct k.user_id, k.rhythm, k.key, case k.rhythm when 'AT_ONCE' then k.discussion_id end from keyed k where k.rhythm <> 'NONE'
    on conflict (key) do nothing returning id, key
  ), left_out as (
    update app_public.notices n set is_waiting = false from keyed k where n.id = k.id and k.rhythm = 'NONE'
  ), taken as (
    update app_public.notices n set is_waiting = false, mail_id = m.id from keyed k join mails m on m.key = k.key where n.id = k.id
  )
  select count(*) into created from mails;
  delete from app_private.notice_mails m where m.ended_at < now() - interval '90 days';
  return created;
end $$;
comment on function app_private.take_notices() is
  'Puts notices that are due into mails: those of a discussion, unless a mail about it was created less than a quarter of an hour ago, or those of a day or a week up to eight in the morning where the user is. Answers how many mails there are to send. For the jobs.';

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
comment on function app_private.end_notice_mail(uuid, boolean) is
  'Takes note that a mail was sent, or failed and is tried again later, 12 times in all. For the jobs.';

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

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.take_notices(),
    app_private.next_notice_mail(),
    app_private.end_notice_mail(uuid, boolean),
    app_private.unsubscribe(uuid, uuid)
    to %s', worker);
end $$;
