--! Previous: sha1:7c8d95934c54471ca48fab041a2ece04f3455f6b
--! Hash: sha1:28714531989c2b128902cba650cd4212a9e6ef3a

-- Compatible with older releases: nothing that they use changes. They write enrollments, which the trigger counts.
-- Pages and lists of a site with hundreds of thousands of learners: the number of learners is kept, and what is listed is found by index.

-- Only count_learners writes these tables; without foreign keys, because the enrollments of a deleted user subtract it.
create table app_private.learners (
  user_id uuid primary key,
  enrollments_count int not null check (enrollments_count > 0)
);
comment on table app_private.learners is 'The users who are enrolled in a course or book. A trigger of enrollments keeps them.';
call app_private.secure_table('app_private.learners');

create table app_private.totals (
  name text primary key,
  amount bigint not null check (amount >= 0)
);
comment on table app_private.totals is 'Totals of the whole site: learners is the number of rows in app_private.learners.';
call app_private.secure_table('app_private.totals');

create function app_private.count_learners() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  enrollments int;
begin
  if tg_op = 'DELETE' then
    delete from app_private.learners l where l.user_id = old.user_id and l.enrollments_count = 1;
    if found then
      update app_private.totals t set amount = t.amount - 1 where t.name = 'learners';
    else
      update app_private.learners l set enrollments_count = l.enrollments_count - 1 where l.user_id = old.user_id;
    end if;
  else
    insert into app_private.learners as l (user_id, enrollments_count) values (new.user_id, 1)
      on conflict (user_id) do update set enrollments_count = l.enrollments_count + 1 returning l.enrollments_count into enrollments;
    if enrollments = 1 then update app_private.totals t set amount = t.amount + 1 where t.name = 'learners'; end if;
  end if;
  return null;
end $$;
comment on function app_private.count_learners() is 'Trigger: updates the number of learners when a user enrolls for the first time, or leaves the last item.';
create trigger count_learners after insert or delete on app_public.enrollments for each row execute function app_private.count_learners();

insert into app_private.learners (user_id, enrollments_count) select e.user_id, count(*) from app_public.enrollments e group by 1;
insert into app_private.totals (name, amount) select 'learners', count(*) from app_private.learners;

create or replace function app_private.count_fact(fact app_public.counted_fact) returns int
language sql stable set search_path = pg_catalog, pg_temp as $$
  with courses as (
    select c.id, c.lessons_count from app_public.courses c where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly
  ), books as (
    select b.id, b.lessons_count from app_public.books b where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly
  )
  select case fact
    when 'TITLES' then (select count(*) from courses) + (select count(*) from books)
    when 'COURSES' then (select count(*) from courses)
    when 'BOOKS' then (select count(*) from books)
    when 'LESSONS' then (select coalesce(sum(c.lessons_count), 0) from courses c) + (select coalesce(sum(b.lessons_count), 0) from books b)
    when 'VIDEO_HOURS' then (select coalesce(sum(l.video_duration), 0) / 3600 from app_public.lessons l
      where l.video_duration is not null and l.role <> 'CHANGELOG' and (l.course_id in (select id from courses) or l.book_id in (select id from books)))
    when 'CLIPS' then (select count(*) from app_public.clips c where c.is_listed and c.visible_from <= now())
    when 'LEARNERS' then (select t.amount from app_private.totals t where t.name = 'learners') end::int
$$;
