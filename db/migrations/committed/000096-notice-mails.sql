--! Previous: sha1:655cc9a43153da07734481414dbdb4540a92f7bf
--! Hash: sha1:3c522a91580a50253aa9b8466aa9a0b1eb1b3788

-- One mail for each user and discussion in a quarter of an hour: the first notice goes immediately, what comes meanwhile goes together.
alter table app_private.notice_mails add discussion_id uuid references app_public.discussions on delete set null;
comment on column app_private.notice_mails.discussion_id is 'The discussion that a mail of the rhythm AT_ONCE is about; null for a digest of several.';
create index on app_private.notice_mails (discussion_id);
create index on app_private.notice_mails (user_id, discussion_id, created_at desc);
comment on type app_public.mail_rhythm is 'When notices are mailed: immediately, with at most one mail for each discussion in a quarter of an hour; together at eight in the morning; on Mondays; or not at all. In the user''s time zone.';

create or replace function app_private.take_notices() returns int
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
