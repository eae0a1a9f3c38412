--! Previous: sha1:36130c430bd85b2b771550edfa67d5a34e183032
--! Hash: sha1:5ea47fee56b4bf45583e9b0d44aa974afe110c64

-- Notes: what a reader highlights in a text, and writes down about words or a second of a video. Nobody else sees them.
-- Compatible with older releases: they don't know the tables, and their changes of texts are recorded by a trigger.

create table app_public.notes (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  key uuid not null,
  lesson_id uuid references app_public.lessons on delete set null,
  article_id uuid references app_public.articles on delete set null,
  item_id uuid not null,
  item_title text not null check (length(item_title) <= 200),
  part_title text check (length(part_title) <= 200),
  second int check (second between 0 and 604800),
  quote text check (length(quote) <= 1000),
  text_position int not null default 0 check (text_position >= 0),
  is_orphaned boolean not null default false,
  body text check (length(body) <= 5000),
  version int not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint notes_text_check check (num_nonnulls(lesson_id, article_id) <= 1),
  constraint notes_anchor_check check (num_nonnulls(second, quote) = 1),
  -- A highlight needs no text.
  constraint notes_content_check check (quote is not null or body is not null),
  constraint notes_key_key unique (user_id, key)
);
comment on table app_public.notes is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA highlight or note of a user, on words of a text or a second of a video. Only its owner sees it, even after the text was changed or deleted, or their access ended.';
comment on column app_public.notes.key is E'@behavior -*\nChosen by the browser for each press of Save, so that a request that arrives twice adds one note.';
comment on column app_public.notes.lesson_id is 'The lesson; null for an article, and after the lesson was deleted.';
comment on column app_public.notes.article_id is 'The article; null for a lesson, and after the article was deleted.';
comment on column app_public.notes.item_id is 'The course, book or article, which may have been deleted.';
comment on column app_public.notes.item_title is 'Its title when the note was added.';
comment on column app_public.notes.part_title is 'The title of the lesson when the note was added; null for an article.';
comment on column app_public.notes.second is 'The second of the video; null for a note on words.';
comment on column app_public.notes.quote is 'The words as they were when the note was added, empty for a block without words; null for a note on a second.';
comment on column app_public.notes.text_position is 'The position of the words in the text, to list notes in reading order.';
comment on column app_public.notes.is_orphaned is 'True if the words are no longer in the text.';
comment on column app_public.notes.body is 'The text of the note; null for a highlight.';
comment on column app_public.notes.version is 'Counts the changes, so that a change in another tab is noticed.';
comment on column app_public.notes.created_at is 'When it was added.';
comment on column app_public.notes.updated_at is 'When its text was last changed.';
comment on constraint notes_user_id_fkey on app_public.notes is E'@fieldName user\n@behavior -connection -list';
comment on constraint notes_lesson_id_fkey on app_public.notes is E'@fieldName lesson\n@behavior -connection -list';
comment on constraint notes_article_id_fkey on app_public.notes is E'@fieldName article\n@behavior -connection -list';
create index notes_lesson_id_idx on app_public.notes (lesson_id);
create index notes_article_id_idx on app_public.notes (article_id);
create index notes_user_id_created_at_idx on app_public.notes (user_id, created_at);
call app_private.secure_table('app_public.notes');
create policy select_own on app_public.notes for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy update_own on app_public.notes for update to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.notes to newline_visitor;
-- Rows are added by add_note, which checks what the user can read, and deleted by delete_note.
grant update (body, version, updated_at) on app_public.notes to newline_learner;
create trigger count_new_row before insert on app_public.notes for each row execute function app_private.count_new_row('notes', '500');

create table app_private.note_anchors (
  note_id uuid primary key references app_public.notes on delete cascade,
  range_from int not null check (range_from >= 0),
  range_to int not null,
  text_version int not null,
  node text check (length(node) <= 100),
  block_id text check (block_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  end_block_id text check (end_block_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  occurrence int not null default 0 check (occurrence >= 0),
  current_text text check (length(current_text) <= 10000),
  prefix text not null default '' check (length(prefix) <= 32),
  suffix text not null default '' check (length(suffix) <= 32),
  quoted_letters int not null check (quoted_letters >= 0),
  kept_letters int not null,
  constraint note_anchors_range_check check (range_to >= range_from),
  constraint note_anchors_letters_check check (kept_letters between 0 and quoted_letters)
);
comment on table app_private.note_anchors is
  'Where the words of notes are in the text now. It may say more than what the owner of a note can read today, so note_marks checks access.';
comment on column app_private.note_anchors.text_version is 'The version of the text that the positions refer to.';
comment on column app_private.note_anchors.current_text is 'The words as they are now; null while they are as quoted.';
call app_private.secure_table('app_private.note_anchors');

create table app_private.moved_note_texts (
  id uuid primary key default app_public.new_id(),
  lesson_id uuid references app_public.lessons on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  text_version int not null,
  body_delta jsonb not null,
  created_at timestamptz not null default now(),
  constraint moved_note_texts_text_check check (num_nonnulls(lesson_id, article_id) = 1),
  constraint moved_note_texts_version_key unique nulls not distinct (lesson_id, article_id, text_version)
);
comment on table app_private.moved_note_texts is
  'Former versions of texts that have notes, until the job move_notes has moved the notes to the current version. Unlike comments, notes are never moved in a request of an author, so no author reads them.';
create index moved_note_texts_article_id_idx on app_private.moved_note_texts (article_id);
create index moved_note_texts_created_at_idx on app_private.moved_note_texts (created_at);
call app_private.secure_table('app_private.moved_note_texts');

create function app_private.limit_notes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  own_text uuid := coalesce(new.lesson_id, new.article_id);
begin
  -- The notes of a user are added one after the other, so that requests at the same time don't exceed the limits.
  perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id, 0));
  if (select count(*) from app_public.notes n where n.user_id = new.user_id) >= 5000 then
    raise exception 'NOTE_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 5000)::text;
  end if;
  if (select count(*) from app_public.notes n where coalesce(n.lesson_id, n.article_id) = own_text and n.user_id = new.user_id) >= 200 then
    raise exception 'NOTE_TEXT_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 200)::text;
  end if;
  -- Quotes can be read after access has ended, so they can't add up to a copy of the text.
  if (select coalesce(sum(length(n.quote)), 0) + coalesce(length(new.quote), 0) from app_public.notes n
      where coalesce(n.lesson_id, n.article_id) = own_text and n.user_id = new.user_id) > 8000 then
    raise exception 'NOTE_QUOTE_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 8000)::text;
  end if;
  return new;
end $$;
comment on function app_private.limit_notes() is 'Trigger: limits the notes of a user, those on a text, and the characters that they quote from it (NL429).';
create trigger limit_notes before insert on app_public.notes for each row execute function app_private.limit_notes();

create function app_private.may_read_blocks(lesson uuid, article uuid, blocks text[]) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  -- A block that is gone needs the whole text.
  select coalesce((
    select (select max(coalesce(array_position(t.block_ids, b.id), 2147483647)) from unnest(blocks) b (id)) <= t.readable
    from (
      select b.block_ids, app_private.readable_lesson_blocks(b.lesson_id) as readable from app_private.lesson_bodies b where b.lesson_id = lesson
      union all select b.block_ids, app_private.readable_article_blocks(b.article_id) from app_private.article_bodies b where b.article_id = article
    ) t), false)
$$;
comment on function app_private.may_read_blocks(uuid, uuid, text[]) is 'True if the reader can read these blocks of a lesson or an article. Not granted.';

create function app_private.add_note(key uuid, lesson uuid, article uuid, second int, anchor jsonb, body text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  added uuid;
begin
  if num_nonnulls(lesson, article) <> 1 then
    raise exception 'NOTE_TEXT_COUNT_INVALID' using errcode = 'NL400';
  elsif num_nonnulls(add_note.second, anchor) <> 1 then
    raise exception 'NOTE_ANCHOR_COUNT_INVALID' using errcode = 'NL400';
  elsif app_private.person_sees(me, lesson, article, null) is not true then
    raise exception '%', case when lesson is not null then 'LESSON_NOT_FOUND' else 'ARTICLE_NOT_FOUND' end using errcode = 'NL404';
  elsif add_note.second is not null then
    if not exists (select from app_private.lesson_videos v where v.lesson_id = lesson) then
      raise exception 'NOTE_VIDEO_MISSING' using errcode = 'NL400';
    elsif nullif(btrim(add_note.body), '') is null then
      raise exception 'NOTE_EMPTY' using errcode = 'NL400';
    end if;
    if app_public.may_read(lesson_id => lesson) is not true then
      raise exception 'NOTE_ACCESS_REQUIRED' using errcode = 'NL403';
    end if;
  -- The server placed the words in what the user can read. This is the wall.
  elsif app_private.may_read_blocks(lesson, article, array[anchor ->> 'blockId', anchor ->> 'endBlockId']) is not true then
    raise exception 'NOTE_ACCESS_REQUIRED' using errcode = 'NL403';
  end if;
  -- Waits for the same request in another transaction.
  perform pg_advisory_xact_lock(hashtextextended('notes ' || me, 0));
  select n.id into added from app_public.notes n where n.user_id = me and n.key = add_note.key;
  if added is not null then return added; end if;
  insert into app_public.notes (user_id, key, lesson_id, article_id, item_id, item_title, part_title, second, quote, text_position, body)
    select me, add_note.key, lesson, article, i.id, i.title, i.part, add_note.second, anchor ->> 'text', coalesce((anchor ->> 'from')::int, 0),
      nullif(btrim(add_note.body), '')
    from (
      select coalesce(c.id, b.id) as id, coalesce(c.title, b.title) as title, l.title as part
        from app_public.lessons l left join app_public.courses c on c.id = l.course_id left join app_public.books b on b.id = l.book_id where l.id = lesson
      union all select a.id, a.title, null from app_public.articles a where a.id = article
    ) i
    returning id into added;
  insert into app_private.note_anchors (note_id, range_from, range_to, text_version, node, block_id, end_block_id, occurrence, prefix, suffix,
      quoted_letters, kept_letters)
    select added, p."from", p."to", coalesce((select b.text_version from app_private.lesson_bodies b where b.lesson_id = lesson),
        (select b.text_version from app_private.article_bodies b where b.article_id = article), 1),
      p.node, p."blockId", p."endBlockId", p.occurrence, p.prefix, p.suffix, p.quoted, p.quoted
    from jsonb_to_record(anchor) as p ("from" int, "to" int, node text, "blockId" text, "endBlockId" text, occurrence int, prefix text, suffix text, quoted int)
    where anchor is not null;
  return added;
end $$;
comment on function app_private.add_note(uuid, uuid, uuid, int, jsonb, text) is
  'Adds a note or highlight of the signed-in user where they can read, and returns its ID. The same key adds one note. Raises NL400, NL401, NL403, NL404 and NL429.';
grant execute on function app_private.add_note(uuid, uuid, uuid, int, jsonb, text) to newline_visitor;

create function app_public.own_note(id uuid) returns app_public.notes
language sql stable as $$
  select n.* from app_public.notes n where n.id = own_note.id and n.user_id = (select app_public.current_user_id())
$$;
comment on function app_public.own_note(uuid) is 'A note of the signed-in user; null if there is none.';
grant execute on function app_public.own_note(uuid) to newline_visitor;

create function app_public.change_note(id uuid, body text, version int) returns app_public.notes
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  written text := nullif(btrim(change_note.body), '');
  entry app_public.notes;
begin
  if length(written) > 5000 then
    raise exception 'NOTE_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('max', 5000, 'length', length(written))::text;
  end if;
  select n.* into entry from app_public.notes n where n.id = change_note.id and n.user_id = me for update;
  if entry.id is null then
    raise exception 'NOTE_NOT_FOUND' using errcode = 'NL404';
  elsif entry.quote is null and written is null then
    raise exception 'NOTE_EMPTY' using errcode = 'NL400';
  elsif entry.body is not distinct from written then
    return entry; -- also a request that arrives twice
  elsif entry.version is distinct from change_note.version then
    raise exception 'NOTE_CHANGED' using errcode = 'NL409';
  end if;
  update app_public.notes n set body = written, version = n.version + 1, updated_at = now() where n.id = entry.id returning n.* into entry;
  return entry;
end $$;
comment on function app_public.change_note(uuid, text, int) is
  'Changes the text of a note of the signed-in user; without a text, it becomes a highlight. `version` is the version that was changed. Errors: LOGIN_REQUIRED, BAD_INPUT, NOT_FOUND, CONFLICT if it has changed since.';
grant execute on function app_public.change_note(uuid, text, int) to newline_visitor;

create function app_public.delete_note(id uuid, version int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  present int;
begin
  select n.version into present from app_public.notes n where n.id = delete_note.id and n.user_id = me for update;
  if present is not null and present is distinct from delete_note.version then
    raise exception 'NOTE_CHANGED' using errcode = 'NL409';
  end if;
  delete from app_public.notes n where n.id = delete_note.id and n.user_id = me;
  return delete_note.id;
end $$;
comment on function app_public.delete_note(uuid, int) is
  'Deletes a note of the signed-in user, and returns its ID; one that is gone stays gone. `version` is the version that the user saw. Errors: LOGIN_REQUIRED, CONFLICT if it has changed since.';
grant execute on function app_public.delete_note(uuid, int) to newline_visitor;

create type app_public.note_mark as (
  id uuid,
  second int,
  block_id text,
  occurrence int,
  words text,
  is_orphaned boolean,
  excerpt text
);
comment on type app_public.note_mark is 'The position of a note in its text or video, and the start of what it says.';
comment on column app_public.note_mark.id is 'ID of the note.';
comment on column app_public.note_mark.second is 'The second of the video; null for a note on words.';
comment on column app_public.note_mark.block_id is 'ID of the block where the words start; null if it has none, or they are no longer in the text, or the reader can''t read them now.';
comment on column app_public.note_mark.occurrence is 'How often the same words start earlier in this block.';
comment on column app_public.note_mark.words is 'The words as they are now; empty for a block without words; null where block_id is.';
comment on column app_public.note_mark.is_orphaned is 'True if the words are no longer in the text.';
comment on column app_public.note_mark.excerpt is 'The start of the note; null for a highlight.';

create function app_public.note_marks(lesson_id uuid default null, article_id uuid default null) returns setof app_public.note_mark
language sql stable security definer rows 20 set search_path = pg_catalog, pg_temp as $$
  select n.id, n.second, case when r.is_readable then a.block_id end, a.occurrence, case when r.is_readable then coalesce(a.current_text, n.quote) end,
    n.is_orphaned, left(n.body, 160)
  from app_public.notes n left join app_private.note_anchors a on a.note_id = n.id
    left join lateral (select not n.is_orphaned and app_private.may_read_blocks(n.lesson_id, n.article_id, array[a.block_id, coalesce(a.end_block_id, a.block_id)])
      as is_readable where a.block_id is not null) r on true
  where n.user_id = app_public.current_user_id()
    and (n.lesson_id = note_marks.lesson_id or n.article_id = note_marks.article_id)
  order by n.created_at, n.id
$$;
comment on function app_public.note_marks(uuid, uuid) is 'The positions of the signed-in user''s notes on a lesson or an article, oldest first.';
grant execute on function app_public.note_marks(uuid, uuid) to newline_visitor;

create type app_public.note_kind as enum ('NOTE', 'HIGHLIGHT');
comment on type app_public.note_kind is 'NOTE: with a text. HIGHLIGHT: only the words.';

create type app_public.note_sort as enum ('NEWEST', 'READING');
comment on type app_public.note_sort is 'The order of a list of notes: newest first, or by title and then as they come in the text.';

create type app_public.note_entry as (
  id uuid,
  item_id uuid,
  item_title text,
  part_title text,
  path text,
  second int,
  quote text,
  is_orphaned boolean,
  body text,
  version int,
  created_at timestamptz
);
comment on type app_public.note_entry is 'A note in the list of a user''s notes.';
comment on column app_public.note_entry.id is 'ID of the note.';
comment on column app_public.note_entry.item_id is 'The course, book or article, which may have been deleted.';
comment on column app_public.note_entry.item_title is 'Its title; if the user can''t see it now, as it was when the note was added.';
comment on column app_public.note_entry.part_title is 'The title of the lesson or chapter, likewise; null for an article.';
comment on column app_public.note_entry.path is 'The path of the lesson or article; null if the user can''t see it now.';
comment on column app_public.note_entry.second is 'The second of the video; null for a note on words.';
comment on column app_public.note_entry.quote is 'The words as they were when the note was added; empty for a block without words; null for a note on a second.';
comment on column app_public.note_entry.is_orphaned is 'True if the words are no longer in the text.';
comment on column app_public.note_entry.body is 'The text of the note; null for a highlight.';
comment on column app_public.note_entry.version is 'Counts the changes.';
comment on column app_public.note_entry.created_at is 'When it was added.';

create type app_public.note_title as (
  item_id uuid,
  title text,
  count int
);
comment on type app_public.note_title is 'A course, book or article on which a user has notes.';
comment on column app_public.note_title.item_id is 'Its ID, to filter by.';
comment on column app_public.note_title.title is 'Its title.';
comment on column app_public.note_title.count is 'The number of notes on it.';

create type app_public.note_list as (
  entries app_public.note_entry[],
  end_cursor text,
  matches_count int,
  titles app_public.note_title[],
  notes_count int
);
comment on type app_public.note_list is 'A page of a user''s notes.';
comment on column app_public.note_list.entries is 'The notes of the page.';
comment on column app_public.note_list.end_cursor is 'To request the next page with `after`; null on the last page.';
comment on column app_public.note_list.matches_count is 'The number of notes that match, on all pages.';
comment on column app_public.note_list.titles is 'The titles with notes, in alphabetical order, to filter by.';
comment on column app_public.note_list.notes_count is 'The number of notes without any filter.';

create function app_public.own_notes(sort app_public.note_sort default 'NEWEST', search text default null, kind app_public.note_kind default null,
  item_id uuid default null, first int default 30, after text default null) returns app_public.note_list
language sql stable as $$
  with texts as materialized ( -- each text once: a user has up to 200 notes on it
    select t.lesson_id, t.article_id, coalesce(l.course_id, l.book_id, a.id) as item_id, coalesce(c.title, b.title, a.title) as item_title,
      l.title as part_title, coalesce(app_public.lessons_permalink(l), a.permalink) as path, coalesce(o.position, k.position) as position
    from (select distinct n.lesson_id, n.article_id from app_public.notes n
        where n.user_id = (select app_public.current_user_id()) and num_nonnulls(n.lesson_id, n.article_id) > 0) t
      left join app_public.lessons l on l.id = t.lesson_id
      left join app_public.courses c on c.id = l.course_id
      left join app_public.books b on b.id = l.book_id
      left join app_public.course_lessons o on o.lesson_id = l.id
      left join app_public.book_lessons k on k.lesson_id = l.id
      left join app_public.articles a on a.id = t.article_id
  ), mine as materialized (
    select n.id, coalesce(t.item_id, n.item_id) as item_id, coalesce(t.item_title, n.item_title) as item_title, coalesce(t.part_title, n.part_title) as part_title,
      t.path, n.second, n.quote, n.is_orphaned, n.body, n.version, n.created_at,
      -- Text that sorts as the list does, so that a page can begin after it, whatever happened to the note that had it.
      (case own_notes.sort when 'READING'
        then lower(coalesce(t.item_title, n.item_title)) || e'\x01' || coalesce(t.item_id, n.item_id) || to_char(coalesce(t.position, 99999999), 'FM00000000')
          || coalesce(t.part_title, n.part_title, '') || e'\x01' || to_char(coalesce(n.second, n.text_position), 'FM0000000000')
        else '' end || to_char(n.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || n.id) collate "C" as key
    from app_public.notes n
      left join texts t on coalesce(t.lesson_id, t.article_id) = coalesce(n.lesson_id, n.article_id)
    where n.user_id = (select app_public.current_user_id())
  ), matches as materialized (
    select m.* from mine m
    where (own_notes.item_id is null or m.item_id = own_notes.item_id)
      and (own_notes.kind is null or (m.body is not null) = (own_notes.kind = 'NOTE'))
      and (coalesce(btrim(search), '') = '' or (
        select bool_and(strpos(f.text, w.word) > 0)
        from (select app_private.fold_title(concat_ws(' ', m.body, m.quote)) as text) f,
          regexp_split_to_table(app_private.fold_title(left(btrim(search), 200)), '\s+') w (word)))
  ), page as (
    select m.*, row_number() over (order by case when own_notes.sort = 'READING' then m.key end, m.key desc) as place
    from matches m
    where after is null or case when own_notes.sort = 'READING' then m.key > after collate "C" else m.key < after collate "C" end
    order by place limit least(greatest(coalesce(own_notes.first, 30), 1), 100) + 1
  ), shown as (
    select p.* from page p where p.place <= least(greatest(coalesce(own_notes.first, 30), 1), 100)
  )
  select
    coalesce((select array_agg(row(s.id, s.item_id, s.item_title, s.part_title, s.path, s.second, s.quote, s.is_orphaned, s.body, s.version, s.created_at)
      ::app_public.note_entry order by s.place) from shown s), '{}'),
    (select s.key from shown s where (select count(*) from page) > (select count(*) from shown) order by s.place desc limit 1),
    (select count(*)::int from matches),
    coalesce((select array_agg(row(t.item_id, t.title, t.count)::app_public.note_title order by lower(t.title), t.item_id) from (
      select m.item_id, max(m.item_title) as title, count(*)::int as count from mine m group by m.item_id) t), '{}'),
    (select count(*)::int from mine)
  where (select app_public.current_user_id()) is not null
$$;
comment on function app_public.own_notes(app_public.note_sort, text, app_public.note_kind, uuid, int, text) is
  'A page of the signed-in user''s notes: with all words of a search in the note or the highlighted words, of a kind, on a title. Up to 100 notes after the cursor `after`. Null for visitors.';
grant execute on function app_public.own_notes(app_public.note_sort, text, app_public.note_kind, uuid, int, text) to newline_visitor;

create function app_private.keep_moved_note_text() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid := case when tg_table_name = 'lesson_bodies' then to_jsonb(old) ->> 'lesson_id' end;
  article uuid := case when tg_table_name = 'article_bodies' then to_jsonb(old) ->> 'article_id' end;
begin
  insert into app_private.moved_note_texts (lesson_id, article_id, text_version, body_delta)
    select lesson, article, old.text_version, old.body_delta
    where exists (select from app_public.notes n where (n.lesson_id = lesson or n.article_id = article) and n.quote is not null)
    on conflict do nothing;
  return null;
end $$;
comment on function app_private.keep_moved_note_text() is 'Trigger: stores the former version of a text that has notes, until they have been moved.';
create trigger keep_moved_note_text after update of body_delta on app_private.article_bodies
  for each row when (old.body_delta is distinct from new.body_delta) execute function app_private.keep_moved_note_text();
create trigger keep_moved_note_text after update of body_delta on app_private.lesson_bodies
  for each row when (old.body_delta is distinct from new.body_delta) execute function app_private.keep_moved_note_text();

create function app_private.next_moved_notes() returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  moved app_private.moved_note_texts;
begin
  -- The oldest version first, because the notes on it are moved to the current one.
  select m.* into moved from app_private.moved_note_texts m order by m.created_at, m.text_version limit 1 for update skip locked;
  if moved.id is null then return null; end if;
  return (
    select jsonb_build_object('id', moved.id, 'before', moved.body_delta, 'after', t.body_delta, 'version', t.text_version, 'anchors', (
      select coalesce(jsonb_agg(jsonb_build_object('discussionId', a.note_id, 'from', a.range_from, 'to', a.range_to, 'text', n.quote,
          'currentText', coalesce(a.current_text, n.quote), 'blockId', a.block_id, 'endBlockId', a.end_block_id, 'occurrence', a.occurrence, 'node', a.node,
          'prefix', a.prefix, 'suffix', a.suffix, 'isOrphaned', n.is_orphaned, 'quoted', a.quoted_letters, 'kept', a.kept_letters,
          'isHinted', false, 'hintFrom', null, 'hintTo', null)), '[]')
      from (select n.id, n.quote, n.is_orphaned from app_public.notes n join app_private.note_anchors k on k.note_id = n.id
        where (n.lesson_id = moved.lesson_id or n.article_id = moved.article_id) and k.text_version <= moved.text_version and k.text_version < t.text_version limit 500) n
        join app_private.note_anchors a on a.note_id = n.id))
    from (
      select b.body_delta, b.text_version from app_private.lesson_bodies b where b.lesson_id = moved.lesson_id
      union all select b.body_delta, b.text_version from app_private.article_bodies b where b.article_id = moved.article_id) t);
end $$;
comment on function app_private.next_moved_notes() is
  'A former version of a text, locked, with the current one and up to 500 notes to move; null when there is none. For the job move_notes.';

create function app_private.store_moved_notes(moved uuid, version int, placed jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.note_anchors a set range_from = p."from", range_to = p."to", text_version = store_moved_notes.version,
    current_text = nullif(p."currentText", n.quote), block_id = p."blockId", end_block_id = p."endBlockId", occurrence = p.occurrence, node = p.node,
    prefix = p.prefix, suffix = p.suffix, kept_letters = p.kept
  from jsonb_to_recordset(placed) as p ("discussionId" uuid, "from" int, "to" int, "currentText" text, "blockId" text, "endBlockId" text,
    occurrence int, node text, prefix text, suffix text, kept int), app_public.notes n
  where a.note_id = p."discussionId" and n.id = a.note_id;
  update app_public.notes n set is_orphaned = p."isOrphaned", text_position = p."from"
  from jsonb_to_recordset(placed) as p ("discussionId" uuid, "from" int, "isOrphaned" boolean) where n.id = p."discussionId";
  delete from app_private.moved_note_texts m where m.id = moved and not exists (
    select from app_public.notes n join app_private.note_anchors a on a.note_id = n.id
    where (n.lesson_id = m.lesson_id or n.article_id = m.article_id) and a.text_version <= m.text_version
      -- Notes that are on the current version already would be moved forever.
      and a.text_version < store_moved_notes.version)
$$;
comment on function app_private.store_moved_notes(uuid, int, jsonb) is
  'Stores the positions of notes in the current version of their text, and forgets a former version without notes. For the job move_notes.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.next_moved_notes(),
    app_private.store_moved_notes(uuid, int, jsonb)
    to %s', worker);
end $$;
