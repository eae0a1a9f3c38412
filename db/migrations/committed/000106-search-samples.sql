--! Previous: sha1:e3dbca971a443e16445443f0e9c15c77d03b8251
--! Hash: sha1:3cee15ff4b79d0806a24f4f71159bf9953a6e94c

-- Compatible with older releases: the function that they use returns the same.
-- A word of most texts is searched in less than 15 ms. GIN reads every entry of a word before the first of them is used, so a sample of a sixteenth of a
-- million entries takes 30 ms. A much smaller one is read first; it is enough for a word that is in most texts.
create index search_entries_small_sample_idx on app_private.search_entries using gin (vector) with (fastupdate = off)
  where kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and get_byte(uuid_send(id), 15) = 0;
create or replace function app_private.find_entries(q tsquery, kinds app_public.search_kind[], at_most int)
returns table (entry uuid, title text, context text, path text)
language sql stable security definer rows 30 set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  with small_sample as materialized (
    select e.* from app_private.search_entries e
      where e.vector @@ q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and get_byte(uuid_send(e.id), 15) = 0
        and (kinds is null or e.kind = any (kinds)) limit 1000
  ), sample as materialized (
    select * from small_sample
    union all
    (select e.* from app_private.search_entries e
      where e.vector @@ q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and get_byte(uuid_send(e.id), 15) < 16 and get_byte(uuid_send(e.id), 15) > 0
        and (kinds is null or e.kind = any (kinds)) limit greatest(1000 - (select count(*) from small_sample), 0))
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

-- Where the words of a query are the same by stem and as written, each entry was compared twice.
create or replace function app_private.word_query(words text, is_last_word_open boolean) returns tsquery
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  with said as (
    select t.word, t.n, count(*) over () as of
    from unnest(string_to_array(trim(lower(extensions.unaccent('extensions.unaccent', app_private.split_names(left(words, 400))))), ' '))
      with ordinality as t (word, n)
    where t.word <> '' and t.n <= 12
  ), queries as (
    select websearch_to_tsquery('app_private.words', left(words, 400)) as by_stem, (select to_tsquery('simple', string_agg(
      quote_literal(left(word, 64)) || case when is_last_word_open and n = of and length(word) > 2 then ':*' else '' end, ' & ' order by n)) from said) as as_written)
  select case when words ~ '(^|\s)-\S|"' or as_written is null or as_written::text = by_stem::text then by_stem else by_stem || as_written end from queries
$$;
