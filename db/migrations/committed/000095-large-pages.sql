--! Previous: sha1:ab2354b3a898490d8e0c9ef619a27a1e9d1e046e
--! Hash: sha1:aba1246179b5817a654075106088d12c436df49d

-- Compatible with older releases: the functions that they use return the same. They write progress, which triggers count.
-- Pages of a large site: what they show is counted before, and what they read is limited.

-- Of a word that most texts contain, a sixteenth of the entries has more than are ranked. It is always the same sixteenth.
create index search_entries_sample_idx on app_private.search_entries using gin (vector) with (fastupdate = off)
  where kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and get_byte(uuid_send(id), 15) < 16;
-- A word of most names doesn't hide what titles have it.
create index search_entries_person_sample_idx on app_private.search_entries using gin (vector) with (fastupdate = off)
  where kind = 'PERSON' and get_byte(uuid_send(id), 15) < 16;
create index search_entries_person_idx on app_private.search_entries using gin (vector) with (fastupdate = off) where kind = 'PERSON';
create index search_entries_item_idx on app_private.search_entries using gin (vector) with (fastupdate = off)
  where kind not in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT', 'PERSON');
create index search_entries_text_idx on app_private.search_entries using gin (vector) with (fastupdate = off)
  where kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT');
drop index app_private.search_entries_title_idx;
drop index app_private.search_entries_vector_idx;
create or replace function app_private.find_entries(q tsquery, kinds app_public.search_kind[], at_most int)
returns table (entry uuid, title text, context text, path text)
language sql stable security definer rows 30 set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  with sample as materialized (
    select e.* from app_private.search_entries e
      where e.vector @@ q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and get_byte(uuid_send(e.id), 15) < 16
        and (kinds is null or e.kind = any (kinds)) limit 1000
  ), texts as (
    select * from sample
    union all
    (select e.* from app_private.search_entries e
      where e.vector @@ q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and get_byte(uuid_send(e.id), 15) >= 16
        and (kinds is null or e.kind = any (kinds)) limit greatest(1000 - (select count(*) from sample), 0))
  ), person_sample as materialized (
    select e.* from app_private.search_entries e
      where e.vector @@ q and e.kind = 'PERSON' and get_byte(uuid_send(e.id), 15) < 16 and (kinds is null or e.kind = any (kinds)) limit 300
  ), titles as (
    (select e.* from app_private.search_entries e
      where e.vector @@ q and e.kind not in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT', 'PERSON') and (kinds is null or e.kind = any (kinds)) limit 500)
    union all
    select * from person_sample
    union all
    (select e.* from app_private.search_entries e
      where e.vector @@ q and e.kind = 'PERSON' and get_byte(uuid_send(e.id), 15) >= 16
        and (kinds is null or e.kind = any (kinds)) limit greatest(300 - (select count(*) from person_sample), 0))
  ), candidates as materialized (
    select s.id, s.kind, s.course_id, s.book_id, s.article_id, s.lesson_id, s.clip_id, s.comment_id, s.user_id, s.page_id, s.place, ts_rank(s.vector, q, 1) * 2 as rank from titles s
    union all
    select s.id, s.kind, s.course_id, s.book_id, s.article_id, s.lesson_id, s.clip_id, s.comment_id, s.user_id, s.page_id, s.place, ts_rank(s.vector, q, 1) * case s.kind when 'COMMENT' then 0.5 else 1 end from texts s
  ), spread as (
    select c.*, row_number() over (partition by c.kind, c.lesson_id, c.article_id, c.clip_id order by c.rank desc, c.id) as nth
    from candidates c
  ), best as (
    select * from spread where nth <= 3 or kind in ('COURSE', 'BOOK', 'PERSON', 'PAGE', 'COMMENT') order by rank desc, id limit 300
  ), me as materialized (
    select app_public.is_admin() as is_admin,
      array(select app_private.my_course_ids() union all select app_private.my_book_ids() union all select app_private.my_article_ids()) as ids
  ), placed as (
    select r.*, c.course, c.book, c.article, i.title as item, i.permalink as item_path, l.title as lesson, l.permalink as lesson_path,
      k.id as clip, k.title as clip_title, d.id as discussion, u.display_name as person, u.username,
      g.title as page_title, app_private.page_path(g.slug) as page_path,
      (i.id = any (me.ids) or me.is_admin) as is_staff, i.is_open, i.is_announced
    from best r cross join me
    left join app_public.comments m on m.id = r.comment_id
    left join app_public.pages g on g.id = r.page_id and g.published_at is not null
    left join app_public.discussions d on d.id = m.discussion_id
    left join lateral (
      select x.id, x.title, x.course_id, x.book_id, app_public.lessons_permalink(x) as permalink from app_public.lessons x
      where x.id = coalesce(r.lesson_id, d.lesson_id)) l on true
    left join app_public.clips k on k.id = coalesce(r.clip_id, d.clip_id)
    cross join lateral (select coalesce(r.course_id, l.course_id, k.course_id) as course, coalesce(r.book_id, l.book_id, k.book_id) as book,
      coalesce(r.article_id, d.article_id) as article) c
    left join lateral (
      select x.id, x.title, x.permalink, x.is_coming_soon as is_announced,
        x.is_shown_publicly and x.archived_at is null and (x.is_coming_soon or (x.is_published and x.published_at <= now())) as is_open
        from app_public.courses x where x.id = c.course
      union all
      select x.id, x.title, x.permalink, x.is_coming_soon,
        x.is_shown_publicly and x.archived_at is null and (x.is_coming_soon or (x.is_published and x.published_at <= now()))
        from app_public.books x where x.id = c.book
      union all
      select x.id, x.title, x.permalink, false, x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now()
        from app_public.articles x where x.id = c.article) i on true
    left join lateral (
      select x.username, app_public.users_display_name(x) as display_name from app_public.users x
      where x.id = coalesce(r.user_id, m.user_id)) u on true
    order by r.rank desc, r.id offset 0
  )
  select p.id,
    case p.kind when 'PERSON' then p.person when 'COMMENT' then p.person else coalesce(p.clip_title, p.lesson, p.item, p.page_title) end,
    case when p.kind = 'COMMENT' then coalesce(p.clip_title, p.lesson, p.item) when p.clip is not null or p.lesson is not null then p.item end,
    case when p.kind = 'PERSON' then '/@' || p.username
      when p.kind = 'COMMENT' then '/discussions/' || p.discussion || '#' || p.comment_id
      when p.clip is not null then '/clips/' || p.clip
      else coalesce(p.lesson_path, p.item_path, p.page_path) end
  from placed p
  where case when p.kind = 'PERSON' then true
    when p.kind = 'PAGE' then p.page_path is not null
    when p.is_staff then true
    when not coalesce(p.is_open, false) then false
    when p.kind in ('COURSE', 'BOOK') then true
    when p.is_announced then false
    when p.kind in ('TEXT', 'CODE') then p.place <= coalesce(app_private.readable_lesson_blocks(p.lesson_id), app_private.readable_article_blocks(p.article_id))
    when p.kind = 'TRANSCRIPT' and p.lesson_id is not null then app_private.readable_lesson_blocks(p.lesson_id) = 2147483647
    else true end
  limit at_most
$$;

-- An author can have more discussions than anyone reads. Sorting them reads only the index.
create index discussions_inbox_lesson_id_idx on app_public.discussions (lesson_id) include (id, is_answered, is_resolved, last_comment_at, comments_count) where comments_count > 0;
create index discussions_inbox_clip_id_idx on app_public.discussions (clip_id) include (id, is_answered, is_resolved, last_comment_at, comments_count) where comments_count > 0;
create or replace function app_public.inbox(course_id uuid default null, book_id uuid default null, article_id uuid default null, is_open boolean default null)
returns setof app_public.discussions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with mine as materialized (
    select x.id, x.is_answered or x.is_resolved as is_settled, x.last_comment_at from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or l.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.id, x.is_answered or x.is_resolved, x.last_comment_at from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or l.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.id, x.is_answered or x.is_resolved, x.last_comment_at from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or k.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.id, x.is_answered or x.is_resolved, x.last_comment_at from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or k.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.id, x.is_answered or x.is_resolved, x.last_comment_at from app_public.discussions x
      where x.article_id in (select app_private.my_article_ids()) and inbox.course_id is null and inbox.book_id is null
        and (inbox.article_id is null or x.article_id = inbox.article_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
  ), first as (select m.id from mine m order by m.is_settled, m.last_comment_at desc, m.id desc limit 1000)
  select x.* from first f join app_public.discussions x on x.id = f.id
  order by (x.is_answered or x.is_resolved), x.last_comment_at desc, x.id desc
$$;
comment on function app_public.inbox(uuid, uuid, uuid, boolean) is
  'The first 1,000 discussions of the signed-in user''s own work: unanswered ones first, then by newest comment. Filters by item and, with isOpen, waiting (true) or answered (false) ones.';

-- The totals of a page with the newest thousand lines are those of all.
create type app_public.sales_total as (currency app_public.currency, units_count int, gross_cents bigint, refunded_cents bigint, tax_cents bigint, net_cents bigint, share_cents bigint);
comment on type app_public.sales_total is 'All sales of a period in one currency, also those of lines that are left out.';
comment on column app_public.sales_total.currency is 'The currency of the amounts.';
comment on column app_public.sales_total.units_count is 'The number of sales, including those that were refunded.';
comment on column app_public.sales_total.gross_cents is 'What was paid, including tax, in cents.';
comment on column app_public.sales_total.refunded_cents is 'How much of it was refunded or lost in disputes since, in cents.';
comment on column app_public.sales_total.tax_cents is 'The tax in what is left, in cents.';
comment on column app_public.sales_total.net_cents is 'What is left without refunds and tax, in cents.';
comment on column app_public.sales_total.share_cents is 'The share of the author, or of all authors, in cents; null if none was set.';
alter type app_public.sales_list add attribute totals app_public.sales_total[];
comment on column app_public.sales_list.totals is 'The totals of all lines, the currency with the most sales first.';
drop function app_public.own_sales(boolean, boolean, int);
create function app_public.own_sales(is_all_time boolean default false, is_everyones boolean default false, at_most int default 10000, is_by_author boolean default null) returns app_public.sales_list
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  is_all boolean := coalesce(own_sales.is_everyones, false);
  since date := case when own_sales.is_all_time then '-infinity' else (date_trunc('month', now() at time zone 'UTC') - interval '12 months')::date end;
  how_many int := least(greatest(coalesce(own_sales.at_most, 10000), 0), 10000);
  has_titles boolean := own_sales.is_by_author is distinct from true;
  has_authors boolean := is_all and own_sales.is_by_author is distinct from false;
  oldest date;
  sales app_public.sales_list;
begin
  if is_all and app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  sales.lines := '{}';
  sales.lines_count := 0;
  sales.totals := '{}';
  sales.titles := '{}';
  sales.authors := '{}';
  sales.authors_count := 0;
  if has_titles then
    with sold as (
      select t.currency, t.units_count, t.amount_cents, t.refunded_cents, t.net_cents, t.shares_count, t.share_cents
        from app_private.title_sales t where is_all and t.starts_on >= since
      union all
      select a.currency, a.units_count, a.amount_cents, a.refunded_cents, a.net_cents, a.shares_count, a.share_cents
        from app_private.author_sales a where not is_all and a.user_id = me and a.starts_on >= since
    ), totals as (
      select s.currency, count(*)::int as lines, sum(s.units_count)::int as units, sum(s.amount_cents)::bigint as gross, sum(s.refunded_cents)::bigint as refunded,
        sum(s.net_cents)::bigint as net, case when sum(s.shares_count) > 0 then sum(s.share_cents)::bigint end as share from sold s group by s.currency
    )
    select coalesce(sum(t.lines)::int, 0), coalesce(array_agg((t.currency, t.units, t.gross, t.refunded, t.gross - t.refunded - t.net, t.net, t.share)::app_public.sales_total
        order by t.units desc, t.currency), '{}')
      into sales.lines_count, sales.totals from totals t;
    -- Only months that are shown are joined and sorted.
    if is_all then
      oldest := (select t.starts_on from app_private.title_sales t where t.starts_on >= since order by t.starts_on desc offset greatest(how_many - 1, 0) limit 1);
    else
      oldest := (select a.starts_on from app_private.author_sales a where a.user_id = me and a.starts_on >= since order by a.starts_on desc offset greatest(how_many - 1, 0) limit 1);
    end if;
    with sold as (
      select t.starts_on, t.item_id, t.name, t.currency, t.units_count, t.amount_cents, t.refunded_cents, t.net_cents, t.shares_count, t.share_cents
        from app_private.title_sales t where is_all and t.starts_on >= coalesce(oldest, since)
      union all
      select a.starts_on, a.item_id, a.name, a.currency, a.units_count, a.amount_cents, a.refunded_cents, a.net_cents, a.shares_count, a.share_cents
        from app_private.author_sales a where not is_all and a.user_id = me and a.starts_on >= coalesce(oldest, since)
    ), newest as (
      select s.*, c.id as course_id, b.id as book_id, coalesce(c.title, b.title, s.name) as title
      from sold s left join app_public.courses c on c.id = s.item_id left join app_public.books b on b.id = s.item_id
      order by s.starts_on desc, lower(coalesce(c.title, b.title, s.name)), s.currency, c.id, b.id limit how_many
    )
    select coalesce(array_agg((n.starts_on, n.course_id, n.book_id, n.title, n.currency, n.units_count, n.amount_cents, n.refunded_cents,
        n.amount_cents - n.refunded_cents - n.net_cents, n.net_cents, case when n.shares_count > 0 then n.share_cents end)::app_public.sales_line
        order by n.starts_on desc, lower(n.title), n.currency, n.course_id, n.book_id), '{}')
      into sales.lines from newest n;
  end if;
  if has_authors then
    with months as (
      select a.starts_on, a.user_id, a.currency, sum(a.units_count)::int as units, case when sum(a.shares_count) > 0 then sum(a.share_cents)::bigint end as cents
      from app_private.author_sales a where a.starts_on >= since group by 1, 2, 3
    ), newest as (select m.* from months m order by m.starts_on desc, m.user_id, m.currency limit how_many)
    select coalesce(array_agg((n.starts_on, u.id, case when u.id is not null then app_public.users_display_name(u) end, n.currency, n.units, n.cents)::app_public.author_sales_line
        order by n.starts_on desc, n.user_id, n.currency), '{}'), (select count(*)::int from months)
      into sales.authors, sales.authors_count from newest n left join app_public.users u on u.id = n.user_id;
  elsif not is_all then
    select coalesce(array_agg(t.line), '{}') into sales.titles from (
      select (o.course_id, o.book_id, coalesce(c.title, b.title), app_private.author_percent(o.course_id, o.book_id),
        (select count(*)::int from app_public.contributions w where w.title = 'AUTHOR' and (w.course_id = o.course_id or w.book_id = o.book_id)))::app_public.title_share as line
      from app_public.contributions o left join app_public.courses c on c.id = o.course_id left join app_public.books b on b.id = o.book_id
      where o.user_id = me and o.title = 'AUTHOR'
        and exists (select from app_public.item_prices p where p.course_id = o.course_id or p.book_id = o.book_id)
      order by lower(coalesce(c.title, b.title)), o.id limit 200) t;
  end if;
  return sales;
end $$;
comment on function app_public.own_sales(boolean, boolean, int, boolean) is
  'The sales of titles in which the signed-in user has a share as an author, by title, month and currency: this month and the twelve before it, or all time, at most as many lines as atMost, with the totals of all. With isEveryones those of the whole site, for administrators; isByAuthor is true for only the shares by author, and false for only the titles. Pro subscriptions and access without payment don''t count. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.own_sales(boolean, boolean, int, boolean) to newline_visitor;

-- The sitemap lists public titles, so their lessons and authors are found without the policies of each row.
create type app_public.lesson_page as (permalink text, updated_at timestamptz);
comment on type app_public.lesson_page is 'The page of a lesson in the sitemap.';
comment on column app_public.lesson_page.permalink is 'The path of the page.';
comment on column app_public.lesson_page.updated_at is 'When the lesson last changed.';

create function app_public.courses_lesson_pages(course app_public.courses) returns app_public.lesson_page[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(('/courses/' || c.slug || '/' || l.slug, l.updated_at)::app_public.lesson_page order by p.position, p.id), '{}')
  from app_public.courses c join app_public.course_lessons p on p.course_id = c.id join app_public.lessons l on l.id = p.lesson_id
  where c.id = course.id and c.is_published and c.published_at <= now() and c.archived_at is null and not c.is_coming_soon
$$;
comment on function app_public.courses_lesson_pages(app_public.courses) is 'The pages of its lessons, in order; empty if it isn''t published.';
grant execute on function app_public.courses_lesson_pages(app_public.courses) to newline_visitor;

create function app_public.books_lesson_pages(book app_public.books) returns app_public.lesson_page[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(('/books/' || b.slug || '/' || l.slug, l.updated_at)::app_public.lesson_page order by p.position, p.id), '{}')
  from app_public.books b join app_public.book_lessons p on p.book_id = b.id join app_public.lessons l on l.id = p.lesson_id
  where b.id = book.id and b.is_published and b.published_at <= now() and b.archived_at is null and not b.is_coming_soon
$$;
comment on function app_public.books_lesson_pages(app_public.books) is 'The pages of its lessons, in order; empty if it isn''t published.';
grant execute on function app_public.books_lesson_pages(app_public.books) to newline_visitor;

create function app_public.listed_usernames() returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(u.username order by u.username), '{}') from (
    select o.user_id from app_public.contributions o join app_public.courses i on i.id = o.course_id
      where i.is_published and i.published_at <= now() and i.archived_at is null and i.is_shown_publicly
    union select o.user_id from app_public.contributions o join app_public.books i on i.id = o.book_id
      where i.is_published and i.published_at <= now() and i.archived_at is null and i.is_shown_publicly
    union select o.user_id from app_public.contributions o join app_public.articles i on i.id = o.article_id
      where i.is_published and i.published_at <= now() and i.archived_at is null and i.is_shown_publicly
    limit 50000) listed join app_public.users u on u.id = listed.user_id
$$;
comment on function app_public.listed_usernames() is 'The usernames of everyone who contributed to a published, listed title, at most 50,000, for the sitemap.';
grant execute on function app_public.listed_usernames() to newline_visitor;

-- Analytics of a title with tens of thousands of learners: what they did is counted for each day and for each learner.
create table app_private.lesson_days (
  lesson_id uuid not null references app_public.lessons on delete cascade,
  day date not null,
  started_count int not null default 0,
  completed_count int not null default 0,
  constraint lesson_days_pkey primary key (lesson_id, day),
  constraint lesson_days_counts_check check (started_count >= 0 and completed_count >= 0)
);
comment on table app_private.lesson_days is 'Totals of a lesson for each day in UTC. Triggers of user_progresses, lesson_activities and outlines keep them.';
comment on column app_private.lesson_days.started_count is 'The number of users who last watched or read it on this day, or completed it later than that, on this day.';
comment on column app_private.lesson_days.completed_count is 'The number of completions.';
call app_private.secure_table('app_private.lesson_days');

create table app_private.item_learners (
  item_id uuid not null,
  user_id uuid not null references app_public.users on delete cascade,
  completed_count int not null,
  completed_on date,
  active_on date not null,
  constraint item_learners_pkey primary key (item_id, user_id),
  constraint item_learners_completed_count_check check (completed_count >= 0)
);
comment on table app_private.item_learners is 'The users who watched, read or completed a part of a course or book. The same triggers keep them.';
comment on column app_private.item_learners.item_id is 'The course or book.';
comment on column app_private.item_learners.completed_count is 'The number of lessons that they completed, without those with the role CHANGELOG.';
comment on column app_private.item_learners.completed_on is 'The day of the last of these, in UTC.';
comment on column app_private.item_learners.active_on is 'The day when they last watched, read or completed any lesson, in UTC.';
create index item_learners_active_on_idx on app_private.item_learners (item_id, active_on);
create index item_learners_completed_count_idx on app_private.item_learners (item_id, completed_count, completed_on);
create index item_learners_user_id_idx on app_private.item_learners (user_id);
call app_private.secure_table('app_private.item_learners');

create function app_private.lesson_work() returns table (lesson_id uuid, item_id uuid, user_id uuid, day date, is_completion boolean)
language sql stable as $$
  select p.lesson_id, p.course_id as item_id, d.user_id, (d.created_at at time zone 'UTC')::date as day, true as is_completion
    from app_public.course_lessons p join app_public.user_progresses d on d.course_lesson_id = p.id
  union all
  select p.lesson_id, p.book_id, d.user_id, (d.created_at at time zone 'UTC')::date, true
    from app_public.book_lessons p join app_public.user_progresses d on d.book_lesson_id = p.id
  union all
  select p.lesson_id, p.course_id, a.user_id, a.updated_on, false
    from app_public.course_lessons p join app_public.lesson_activities a on a.lesson_id = p.lesson_id where a.watched_seconds <> '{}' or a.read_block_ids <> '{}'
  union all
  select p.lesson_id, p.book_id, a.user_id, a.updated_on, false
    from app_public.book_lessons p join app_public.lesson_activities a on a.lesson_id = p.lesson_id where a.watched_seconds <> '{}' or a.read_block_ids <> '{}'
$$;
comment on function app_private.lesson_work() is 'Completions, and days when a user last watched or read a lesson: what is counted. Not granted.';

create function app_private.lock_item_learners(item uuid, is_alone boolean) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  if is_alone then perform pg_advisory_xact_lock(6395469, hashtext(item::text));
  else perform pg_advisory_xact_lock_shared(6395469, hashtext(item::text)); end if;
end $$;
comment on function app_private.lock_item_learners(uuid, boolean) is 'Keeps counting anew and counting one change of an item apart. Not granted.';

create function app_private.recount_item_learners(item uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.lock_item_learners(item, true);
  delete from app_private.item_learners r where r.item_id = item;
  delete from app_private.lesson_days d using app_public.lessons l where l.id = d.lesson_id and coalesce(l.course_id, l.book_id) = item;
  insert into app_private.item_learners (item_id, user_id, completed_count, completed_on, active_on)
    select item, w.user_id, count(*) filter (where w.is_completion and l.role <> 'CHANGELOG'), max(w.day) filter (where w.is_completion and l.role <> 'CHANGELOG'), max(w.day)
    from app_private.lesson_work() w join app_public.lessons l on l.id = w.lesson_id where w.item_id = item group by 2;
  insert into app_private.lesson_days (lesson_id, day, started_count, completed_count)
    select u.lesson_id, t.day, sum(t.started), sum(t.completed) from (
      select w.lesson_id, w.user_id, max(w.day) as last_day, max(w.day) filter (where w.is_completion) as completed_on
      from app_private.lesson_work() w where w.item_id = item group by 1, 2) u
    cross join lateral (values (u.last_day, 1, 0), (u.completed_on, 0, 1)) t (day, started, completed)
    where t.day is not null group by 1, 2;
end $$;
comment on function app_private.recount_item_learners(uuid) is 'Counts the learners of a course or book and the days of its lessons anew, after its outline changed. Not granted.';

create function app_private.add_lesson_day(lesson uuid, on_day date, started int, completed int) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  if on_day is null or (started = 0 and completed = 0) then return; end if;
  if started < 0 or completed < 0 then
    update app_private.lesson_days d set started_count = d.started_count + started, completed_count = d.completed_count + completed
      where d.lesson_id = lesson and d.day = on_day;
    delete from app_private.lesson_days d where d.lesson_id = lesson and d.day = on_day and d.started_count = 0 and d.completed_count = 0;
  else
    insert into app_private.lesson_days as d (lesson_id, day, started_count, completed_count) values (lesson, on_day, started, completed)
      on conflict (lesson_id, day) do update set started_count = d.started_count + started, completed_count = d.completed_count + completed;
  end if;
end $$;
comment on function app_private.add_lesson_day(uuid, date, int, int) is 'Adds to the totals of a lesson on a day, or subtracts. Not granted.';

create function app_private.count_lesson_work(lesson uuid, learner uuid, was date, now_is date, completions int, completed_day date) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item uuid;
  is_counted boolean;
begin
  select coalesce(l.course_id, l.book_id), l.role <> 'CHANGELOG' into item, is_counted from app_public.lessons l where l.id = lesson;
  if item is null then return; end if;
  perform app_private.lock_item_learners(item, false);
  if was is distinct from now_is then
    perform app_private.add_lesson_day(lesson, was, -1, 0);
    perform app_private.add_lesson_day(lesson, now_is, 1, 0);
  end if;
  perform app_private.add_lesson_day(lesson, completed_day, 0, completions);
  if completions < 0 or now_is is null or now_is < was then
    -- Something was taken back: the days are those of what is left.
    update app_private.item_learners r set completed_count = w.completed_count, completed_on = w.completed_on, active_on = w.active_on
      from (select count(*) filter (where w.is_completion and l.role <> 'CHANGELOG') as completed_count,
          max(w.day) filter (where w.is_completion and l.role <> 'CHANGELOG') as completed_on, max(w.day) as active_on
        from app_private.lesson_work() w join app_public.lessons l on l.id = w.lesson_id where w.item_id = item and w.user_id = learner) w
      where r.item_id = item and r.user_id = learner and w.active_on is not null;
    delete from app_private.item_learners r where r.item_id = item and r.user_id = learner
      and not exists (select from app_private.lesson_work() w where w.item_id = item and w.user_id = learner);
  else
    insert into app_private.item_learners as r (item_id, user_id, completed_count, completed_on, active_on)
      values (item, learner, case when is_counted then completions else 0 end, case when is_counted and completions > 0 then completed_day end, now_is)
      on conflict (item_id, user_id) do update set completed_count = r.completed_count + excluded.completed_count,
        completed_on = greatest(r.completed_on, excluded.completed_on), active_on = greatest(r.active_on, excluded.active_on);
  end if;
end $$;
comment on function app_private.count_lesson_work(uuid, uuid, date, date, int, date) is
  'Counts that the day of a user''s last work in a lesson changed, and that a completion was added (1) or undone (-1). Not granted.';

create function app_private.count_completed_lesson() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.user_progresses := case when tg_op = 'DELETE' then old else new end;
  day date := (entry.created_at at time zone 'UTC')::date;
  lesson uuid := coalesce((select p.lesson_id from app_public.course_lessons p where p.id = entry.course_lesson_id),
    (select p.lesson_id from app_public.book_lessons p where p.id = entry.book_lesson_id));
  worked date := (select a.updated_on from app_public.lesson_activities a
    where a.lesson_id = lesson and a.user_id = entry.user_id and (a.watched_seconds <> '{}' or a.read_block_ids <> '{}'));
begin
  -- A place that is being deleted is counted by its own trigger.
  if lesson is null then return null; end if;
  if tg_op = 'DELETE' then perform app_private.count_lesson_work(lesson, entry.user_id, greatest(worked, day), worked, -1, day);
  else perform app_private.count_lesson_work(lesson, entry.user_id, worked, greatest(worked, day), 1, day); end if;
  return null;
end $$;
comment on function app_private.count_completed_lesson() is 'Trigger: counts a completion for the analytics of its title.';
create trigger count_completed_lesson after insert or delete on app_public.user_progresses for each row execute function app_private.count_completed_lesson();

create function app_private.count_lesson_activity() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.lesson_activities := case when tg_op = 'DELETE' then old else new end;
  was date := case when tg_op <> 'INSERT' and (old.watched_seconds <> '{}' or old.read_block_ids <> '{}') then old.updated_on end;
  now_is date := case when tg_op <> 'DELETE' and (new.watched_seconds <> '{}' or new.read_block_ids <> '{}') then new.updated_on end;
  completed date;
begin
  -- Usually the same day.
  if was is not distinct from now_is then return null; end if;
  completed := (select max((d.created_at at time zone 'UTC')::date) from app_public.user_progresses d where d.user_id = entry.user_id and (
    d.course_lesson_id = (select p.id from app_public.course_lessons p where p.lesson_id = entry.lesson_id)
    or d.book_lesson_id = (select p.id from app_public.book_lessons p where p.lesson_id = entry.lesson_id)));
  perform app_private.count_lesson_work(entry.lesson_id, entry.user_id, greatest(was, completed), greatest(now_is, completed), 0, null);
  return null;
end $$;
comment on function app_private.count_lesson_activity() is 'Trigger: counts the day when a user last watched or read a lesson.';
create trigger count_lesson_activity after insert or delete or update of watched_seconds, read_block_ids, updated_at on app_public.lesson_activities
  for each row execute function app_private.count_lesson_activity();

create function app_private.count_outline_learners() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  item uuid;
begin
  for item in
    select i.id from (select distinct nullif(t.id, '')::uuid as id from (
      values (to_jsonb(old) ->> 'course_id'), (to_jsonb(old) ->> 'book_id'), (to_jsonb(new) ->> 'course_id'), (to_jsonb(new) ->> 'book_id')) t (id)) i
    where exists (select from app_public.courses c where c.id = i.id) or exists (select from app_public.books b where b.id = i.id) order by i.id
  loop
    perform app_private.recount_item_learners(item);
  end loop;
  return null;
end $$;
comment on function app_private.count_outline_learners() is 'Trigger: counts the learners of an item anew when a lesson leaves it, or begins or ends to be its changelog.';
create trigger count_outline_learners after delete or update of course_id, lesson_id on app_public.course_lessons
  for each row execute function app_private.count_outline_learners();
create trigger count_outline_learners after delete or update of book_id, lesson_id on app_public.book_lessons
  for each row execute function app_private.count_outline_learners();
create trigger count_outline_learners after update of role, course_id, book_id on app_public.lessons
  for each row when (old.role is distinct from new.role or old.course_id is distinct from new.course_id or old.book_id is distinct from new.book_id)
  execute function app_private.count_outline_learners();

create function app_private.forget_item_learners() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.item_learners r where r.item_id = old.id;
  return null;
end $$;
comment on function app_private.forget_item_learners() is 'Trigger: deletes the totals of the learners of a deleted item.';
create trigger forget_item_learners after delete on app_public.courses for each row execute function app_private.forget_item_learners();
create trigger forget_item_learners after delete on app_public.books for each row execute function app_private.forget_item_learners();

insert into app_private.item_learners (item_id, user_id, completed_count, completed_on, active_on)
  select w.item_id, w.user_id, count(*) filter (where w.is_completion and l.role <> 'CHANGELOG'), max(w.day) filter (where w.is_completion and l.role <> 'CHANGELOG'), max(w.day)
  from app_private.lesson_work() w join app_public.lessons l on l.id = w.lesson_id group by 1, 2;
insert into app_private.lesson_days (lesson_id, day, started_count, completed_count)
  select u.lesson_id, t.day, sum(t.started), sum(t.completed) from (
    select w.lesson_id, w.user_id, max(w.day) as last_day, max(w.day) filter (where w.is_completion) as completed_on from app_private.lesson_work() w group by 1, 2) u
  cross join lateral (values (u.last_day, 1, 0), (u.completed_on, 0, 1)) t (day, started, completed)
  where t.day is not null group by 1, 2;

create or replace function app_private.period_start(days int) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if days is not null and (days between 1 and 3650) is not true then
    raise exception 'DAYS_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 3650, 'days', days)::text;
  end if;
  return coalesce(((now() at time zone 'UTC')::date - days)::timestamp at time zone 'UTC', '-infinity');
end $$;
comment on function app_private.period_start(int) is 'The start of a period that ends now: midnight in UTC, this many days before today; -infinity for all time. Raises NL400.';

create or replace function app_public.item_figures(course_id uuid default null, book_id uuid default null, days int default null) returns app_public.item_figures
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  since timestamptz := app_private.period_start(item_figures.days);
  item uuid := coalesce(item_figures.course_id, item_figures.book_id);
  first_day date := (since at time zone 'UTC')::date;
  counted_lessons int;
  found_figures app_public.item_figures;
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(item_figures.course_id, item_figures.book_id) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(item_figures.course_id, item_figures.book_id))::text;
  end if;
  select c.id, null, c.title into found_figures.course_id, found_figures.book_id, found_figures.title from app_public.courses c where c.id = item_figures.course_id
    and (app_public.is_admin() or c.id in (select app_private.my_course_ids()));
  if found_figures.course_id is null then
    select b.id, b.title into found_figures.book_id, found_figures.title from app_public.books b where b.id = item_figures.book_id
      and (app_public.is_admin() or b.id in (select app_private.my_book_ids()));
  end if;
  if num_nonnulls(found_figures.course_id, found_figures.book_id) = 0 then
    raise exception 'OWN_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  found_figures.counted_from := nullif(since, '-infinity');
  found_figures.counted_to := now();
  found_figures.enrolled_in_all_count := coalesce((select c.students_count from app_public.courses c where c.id = found_figures.course_id),
    (select b.students_count from app_public.books b where b.id = found_figures.book_id));
  found_figures.enrolled_count := case when since = '-infinity' then found_figures.enrolled_in_all_count else
    (select count(*) from app_public.enrollments e where e.course_id = found_figures.course_id and e.created_at >= since)
    + (select count(*) from app_public.enrollments e where e.book_id = found_figures.book_id and e.created_at >= since) end;
  -- Totals of days and of learners, so that only days and learners are read, not what each did in each lesson.
  select coalesce(array_agg((l.id, l.title, l.slug, l.video_duration, d.started, d.completed)::app_public.lesson_figures order by p.position), '{}'),
      count(*) filter (where l.role <> 'CHANGELOG')
    into found_figures.lessons, counted_lessons
    from (
      select c.lesson_id, c.position from app_public.course_lessons c where c.course_id = found_figures.course_id
      union all select b.lesson_id, b.position from app_public.book_lessons b where b.book_id = found_figures.book_id) p
    join app_public.lessons l on l.id = p.lesson_id
    cross join lateral (
      select coalesce(sum(d.started_count), 0)::int as started, coalesce(sum(d.completed_count), 0)::int as completed
      from app_private.lesson_days d where d.lesson_id = p.lesson_id and d.day >= first_day) d;
  found_figures.active_count := (select count(*) from app_private.item_learners r where r.item_id = item and r.active_on >= first_day);
  found_figures.finished_count := (select count(*) from app_private.item_learners r
    where r.item_id = item and r.completed_count = counted_lessons and r.completed_on >= first_day and counted_lessons > 0);
  with ratings as (
    select t.rating as stars from app_public.testimonials t
      where (t.course_id = found_figures.course_id or t.book_id = found_figures.book_id) and t.created_at >= since
    union all
    select s.scale_number from app_public.surveys s
      where (s.course_id = found_figures.course_id or s.book_id = found_figures.book_id) and s.created_at >= since)
  select array(select (select count(*)::int from ratings r where r.stars = n) from generate_series(1, 5) n), (select avg(r.stars)::float8 from ratings r)
    into found_figures.rating_counts, found_figures.rating_average;
  found_figures.open_questions_count := app_private.open_questions(found_figures.course_id, found_figures.book_id, since);
  return found_figures;
end $$;

create function app_private.remove_learner() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Deleted by the foreign keys, both would be gone before their triggers count one of them.
  delete from app_public.lesson_activities a where a.user_id = old.id;
  delete from app_public.user_progresses p where p.user_id = old.id;
  return old;
end $$;
comment on function app_private.remove_learner() is 'Trigger: deletes the progress of a deleted user, one table after the other, so that the totals are counted.';
create trigger remove_learner before delete on app_public.users for each row execute function app_private.remove_learner();
