--! Previous: sha1:3a001c3043413027a6f8ca0ffd3010cfeefa8311
--! Hash: sha1:70cc06c09709dc5ef020bb49e7c69469889950ef

-- Where the text that a discussion quotes is now.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_private.moved_texts (
  lesson_id uuid references app_public.lessons on delete cascade unique,
  article_id uuid references app_public.articles on delete cascade unique,
  body_delta jsonb not null,
  created_at timestamptz not null default now(),
  constraint moved_texts_item_check check (num_nonnulls(lesson_id, article_id) = 1)
);
comment on table app_private.moved_texts is
  'Texts as they were when the annotations on them were last placed. A row is there only until the annotations have followed.';
call app_private.secure_table('app_private.moved_texts');

create table app_private.working_anchors (
  discussion_id uuid primary key references app_public.discussions on delete cascade,
  version int not null,
  range_from int check (range_from >= 0),
  range_to int,
  constraint working_anchors_range_check check (
    num_nulls(range_from, range_to) = 2 or num_nulls(range_from, range_to) = 0 and coalesce(range_to >= range_from, false))
);
comment on table app_private.working_anchors is
  'Where the editor says an annotation is in the working text of a lesson or an article; without a range the words were deleted in it.';
comment on column app_private.working_anchors.version is 'The revision that it was sent with; for another one it says nothing.';
call app_private.secure_table('app_private.working_anchors');

create function app_private.keep_moved_text() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid := case when tg_table_name = 'lesson_bodies' then to_jsonb(old) ->> 'lesson_id' end;
  article uuid := case when tg_table_name = 'article_bodies' then to_jsonb(old) ->> 'article_id' end;
begin
  new.text_version := old.text_version + 1;
  insert into app_private.moved_texts (lesson_id, article_id, body_delta)
    select lesson, article, old.body_delta where exists (
      select from app_public.discussion_selections s join app_public.discussions d on d.id = s.discussion_id
      where d.lesson_id = lesson or d.article_id = article)
    on conflict do nothing; -- the older one is where the annotations still are
  return new;
end $$;
comment on function app_private.keep_moved_text() is
  'Whatever changes a text that readers get: the old one is kept until the annotations on it have followed.';
create trigger keep_moved_text before update of body_delta on app_private.article_bodies
  for each row when (old.body_delta is distinct from new.body_delta)
  execute function app_private.keep_moved_text();
create trigger keep_moved_text before update of body_delta on app_private.lesson_bodies
  for each row when (old.body_delta is distinct from new.body_delta)
  execute function app_private.keep_moved_text();

create function app_private.may_write_text(lesson uuid, article uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app_public.is_admin() or article in (select app_private.my_article_ids()) or exists (
    select from app_public.lessons l where l.id = lesson
      and (l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()))), false)
$$;
comment on function app_private.may_write_text(uuid, uuid) is 'True for those who write the lesson or the article, and for staff. Not granted.';

create function app_private.anchors_of(lesson uuid, article uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('discussionId', s.discussion_id, 'from', s.range_from, 'to', s.range_to, 'text', s.text,
      'currentText', coalesce(s.current_text, s.text), 'blockId', s.block_id, 'endBlockId', s.end_block_id, 'occurrence', s.occurrence, 'node', s.node,
      'prefix', s.prefix, 'suffix', s.suffix, 'isOrphaned', s.is_orphaned, 'quoted', s.quoted_letters, 'kept', s.kept_letters,
      'isHinted', w.discussion_id is not null, 'hintFrom', w.range_from, 'hintTo', w.range_to) order by d.created_at, d.id), '[]')
  from app_public.discussions d join app_public.discussion_selections s on s.discussion_id = d.id
    left join app_private.working_anchors w on w.discussion_id = d.id
      and w.version = coalesce((app_private.newest_revision(article)).version, (app_private.newest_lesson_revision(lesson)).version)
  where d.lesson_id = lesson or d.article_id = article
$$;
comment on function app_private.anchors_of(uuid, uuid) is 'The annotations of a text with what the editor says of them. Not granted.';

create function app_private.moved_text(lesson uuid, article uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  moved app_private.moved_texts;
begin
  select m.* into moved from app_private.moved_texts m where m.lesson_id = lesson or m.article_id = article for update;
  if moved.body_delta is null then return null; end if;
  return jsonb_build_object('lessonId', lesson, 'articleId', article, 'before', moved.body_delta, 'anchors', app_private.anchors_of(lesson, article),
    'after', coalesce((select b.body_delta from app_private.lesson_bodies b where b.lesson_id = lesson),
      (select b.body_delta from app_private.article_bodies b where b.article_id = article)));
end $$;
comment on function app_private.moved_text(uuid, uuid) is
  'A text before and after its change, with the annotations that are to follow; null when there is nothing to do. Not granted.';

create function app_private.store_anchors(lesson uuid, article uuid, placed jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.discussion_selections s set range_from = p."from", range_to = p."to", current_text = nullif(p."currentText", s.text),
    block_id = p."blockId", end_block_id = p."endBlockId", occurrence = p.occurrence, node = p.node, prefix = p.prefix, suffix = p.suffix,
    is_orphaned = p."isOrphaned", kept_letters = p.kept,
    version = coalesce((select b.text_version from app_private.lesson_bodies b where b.lesson_id = lesson),
      (select b.text_version from app_private.article_bodies b where b.article_id = article), s.version)
  from jsonb_to_recordset(placed) as p ("discussionId" uuid, "from" int, "to" int, "currentText" text, "blockId" text, "endBlockId" text,
    occurrence int, node text, prefix text, suffix text, "isOrphaned" boolean, kept int), app_public.discussions d
  where s.discussion_id = p."discussionId" and d.id = s.discussion_id and (d.lesson_id = lesson or d.article_id = article);
  delete from app_private.moved_texts m where m.lesson_id = lesson or m.article_id = article
$$;
comment on function app_private.store_anchors(uuid, uuid, jsonb) is 'Puts the annotations of a text where they are now. Not granted.';

create function app_private.my_moved_text(lesson uuid, article uuid) returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.moved_text(lesson, article) where app_private.may_write_text(lesson, article)
$$;
comment on function app_private.my_moved_text(uuid, uuid) is
  'The changed text with its annotations, for those who write it; null when nothing is to follow.';
grant execute on function app_private.my_moved_text(uuid, uuid) to newline_visitor;

create function app_private.store_my_anchors(lesson uuid, article uuid, placed jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.store_anchors(lesson, article, placed) where app_private.may_write_text(lesson, article)
$$;
comment on function app_private.store_my_anchors(uuid, uuid, jsonb) is 'Puts annotations where they are now, for those who write the text.';
grant execute on function app_private.store_my_anchors(uuid, uuid, jsonb) to newline_visitor;

create function app_private.next_moved_text() returns jsonb
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.moved_text(m.lesson_id, m.article_id)
  from (select t.lesson_id, t.article_id from app_private.moved_texts t order by t.created_at limit 1 for update skip locked) m
$$;
comment on function app_private.next_moved_text() is
  'A text whose annotations have not followed yet, locked; null when there is none. For the job move_anchors.';

create function app_private.store_moved_anchors(lesson uuid, article uuid, placed jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.store_anchors(lesson, article, placed)
$$;
comment on function app_private.store_moved_anchors(uuid, uuid, jsonb) is
  'Puts the annotations of a text where they are now. For the job move_anchors.';

create type app_public.discussion_mark as (
  discussion_id uuid,
  timecode_start double precision,
  block_id text,
  occurrence int,
  words text,
  is_orphaned boolean,
  comments_count int,
  author_name text,
  excerpt text
);
comment on type app_public.discussion_mark is 'Where a discussion hangs in its lesson, article or clip, and what a margin has room for.';
comment on column app_public.discussion_mark.timecode_start is 'The second of the video; null when it is about none.';
comment on column app_public.discussion_mark.block_id is
  'Id of the block in which the words begin; null when it is about no words, or about words that the reader may not read.';
comment on column app_public.discussion_mark.occurrence is 'How often the same words begin in this block before.';
comment on column app_public.discussion_mark.words is 'The words as they are now; empty for a block without words.';
comment on column app_public.discussion_mark.is_orphaned is 'True when the words are no longer in the text.';
comment on column app_public.discussion_mark.comments_count is 'How many comments it has, without deleted ones.';
comment on column app_public.discussion_mark.author_name is 'Who wrote the first of them.';
comment on column app_public.discussion_mark.excerpt is 'How that one begins, as Markdown.';

create function app_public.discussion_marks(lesson_id uuid default null, article_id uuid default null, clip_id uuid default null)
returns setof app_public.discussion_mark
language sql stable rows 100 as $$
  select d.id, d.timecode_start, s.block_id, s.occurrence, coalesce(s.current_text, s.text), coalesce(s.is_orphaned, false), c.count::int,
    (select app_public.users_display_name(u) from app_public.users u where u.id = f.user_id), f.excerpt
  from app_public.discussions d
    left join app_public.discussion_selections s on s.discussion_id = d.id
    join lateral (select count(*) from app_public.comments c where c.discussion_id = d.id and c.body_markdown is not null) c on c.count > 0
    join lateral (select f.user_id, left(f.body_markdown, 160) as excerpt from app_public.comments f
      where f.discussion_id = d.id and f.body_markdown is not null order by f.created_at, f.id limit 1) f on true
  where (d.lesson_id = discussion_marks.lesson_id or d.article_id = discussion_marks.article_id or d.clip_id = discussion_marks.clip_id)
    and (d.timecode_start is not null or s.discussion_id is not null)
  order by d.created_at desc, d.id desc
$$;
comment on function app_public.discussion_marks(uuid, uuid, uuid) is
  'The discussions of a lesson, an article or a clip that hang on words or on a second, newest first, with what their marks say.';
grant execute on function app_public.discussion_marks(uuid, uuid, uuid) to newline_visitor;

create function app_public.articles_orphaned_discussions(article app_public.articles) returns setof app_public.discussions
language sql stable as $$
  select d.* from app_public.discussions d join app_public.discussion_selections s on s.discussion_id = d.id
  where d.article_id = article.id and s.is_orphaned order by d.created_at desc, d.id desc
$$;
comment on function app_public.articles_orphaned_discussions(app_public.articles) is
  'Discussions whose words are no longer in the article, newest first, as far as the reader could read the words.';
grant execute on function app_public.articles_orphaned_discussions(app_public.articles) to newline_visitor;

create function app_public.lessons_orphaned_discussions(lesson app_public.lessons) returns setof app_public.discussions
language sql stable as $$
  select d.* from app_public.discussions d join app_public.discussion_selections s on s.discussion_id = d.id
  where d.lesson_id = lesson.id and s.is_orphaned order by d.created_at desc, d.id desc
$$;
comment on function app_public.lessons_orphaned_discussions(app_public.lessons) is
  'Discussions whose words are no longer in the lesson, newest first, as far as the reader could read the words.';
grant execute on function app_public.lessons_orphaned_discussions(app_public.lessons) to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.next_moved_text(),
    app_private.store_moved_anchors(uuid, uuid, jsonb)
    to %s', worker);
end $$;
