--! Previous: sha1:836343d37cd39a0934883939ff0a726b9109a115
--! Hash: sha1:786de36933f8bb4551ce35cbbff51cfb892f0ca0

-- Lists begin at an index, however much else there is.

-- The moderators' queue: what is hidden, and what was reported and not decided.
create index comments_hidden_idx on app_public.comments (id) where hidden_at is not null and not deleted;

create or replace function app_public.moderation_queue() returns setof app_public.comments
language sql stable as $$
  select c.* from app_public.comments c
  where (select app_public.is_admin()) and not c.deleted
    and c.id = any (array(
      select h.id from app_public.comments h where h.hidden_at is not null and not h.deleted
      union select r.comment_id from app_public.comment_reports r where r.decided_at is null))
  order by c.hidden_at is null, c.created_at desc, c.id desc
$$;

create or replace function app_public.administration_overview() returns app_public.administration_overview
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

-- The inbox begins at what the signed-in person writes. Its discussions are visible to that person by every policy, which need not be asked for each.
create or replace function app_public.inbox(course_id uuid default null, book_id uuid default null, article_id uuid default null, is_open boolean default null)
returns setof app_public.discussions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select mine.* from (
    select x.* from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or l.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or l.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or k.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or k.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.discussions x
      where x.article_id in (select app_private.my_article_ids()) and inbox.course_id is null and inbox.book_id is null
        and (inbox.article_id is null or x.article_id = inbox.article_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
  ) mine
  order by (mine.is_answered or mine.is_resolved), mine.last_comment_at desc, mine.id desc
$$;

-- The bell says 99+ of more.
create or replace function app_public.unread_notices_count() returns int
language sql stable as $$
  select count(*)::int from (
    select from app_public.notices n where n.user_id = (select app_public.current_user_id()) and n.read_at is null limit 100) unread
$$;
comment on function app_public.unread_notices_count() is
  'How many notices the signed-in person has not taken note of, 100 for that many and more; 0 for a visitor.';

-- A policy that lists all lessons of which somebody is an author goes through all lessons; one that asks of the row's own lesson looks it up.
drop policy select_contributor on app_public.lesson_revisions;
create policy select_contributor on app_public.lesson_revisions for select to newline_learner
  using ((select l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())
    from app_public.lessons l where l.id = lesson_id));
drop policy select_contributor on app_public.remote_code_sources;
create policy select_contributor on app_public.remote_code_sources for select to newline_learner
  using (article_id in (select app_private.my_article_ids())
    or (select l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())
      from app_public.lessons l where l.id = lesson_id));

-- Which titles are unlisted is asked of every list of what hangs on titles.
create index articles_unlisted_idx on app_public.articles (id) where not is_shown_publicly;
create index courses_unlisted_idx on app_public.courses (id) where not is_shown_publicly;
create index books_unlisted_idx on app_public.books (id) where not is_shown_publicly;

-- One's own articles are looked up; all of them are gone through only for staff who ask for everyone's.
create or replace function app_public.my_articles(search text default null, status app_public.article_status default null, is_everyones boolean default false)
returns setof app_public.articles
language sql stable as $$
  select a.* from app_public.articles a
  where a.id = any (array(
      select app_private.my_article_ids()
      union all select x.id from app_public.articles x where coalesce(is_everyones, false) and (select app_public.is_admin())))
    and (my_articles.status is null or app_public.articles_status(a) = my_articles.status)
    and (coalesce(btrim(search), '') = ''
      or strpos(lower((app_public.articles_latest_revision(a)).title), lower(btrim(search))) > 0 or strpos(lower(a.title), lower(btrim(search))) > 0)
  order by (select max(r.updated_at) from app_public.article_revisions r where r.article_id = a.id) desc nulls last, a.id desc
$$;

-- The discussions of somebody who leaves are looked up one by one, however many others there are.
create or replace function app_private.leave_tombstones() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app_public.discussions d where d.id = any (array(select c.discussion_id from app_public.comments c where c.user_id = old.id))
    order by d.id for no key update;
  update app_public.comments c set deleted = true where c.user_id = old.id and not c.deleted;
  delete from app_private.deleted_comment_bodies b using app_public.comments c where c.id = b.comment_id and c.user_id = old.id;
  return old;
end $$;
