--! Previous: sha1:e838e57250831ee377b9702c9b21ac5308d1f772
--! Hash: sha1:c90839b1cc9f8cbb8ad5cf0a7451435a7b0926c1

-- Search over all texts.

create text search configuration app_private.words (copy = pg_catalog.english);
alter text search configuration app_private.words
  alter mapping for hword, hword_part, word with extensions.unaccent, pg_catalog.english_stem;

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create type app_public.search_kind as enum ('COURSE', 'BOOK', 'ARTICLE', 'LESSON', 'CLIP', 'PERSON', 'TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT');
comment on type app_public.search_kind is
  'What a hit is: a title (course, book, article, lesson, clip), a person, a paragraph, a piece of code, something said in a video, a comment.';

create table app_private.search_entries (
  id uuid primary key default app_public.new_id(),
  kind app_public.search_kind not null,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  lesson_id uuid references app_public.lessons on delete cascade,
  clip_id uuid references app_public.clips on delete cascade,
  comment_id uuid references app_public.comments on delete cascade,
  user_id uuid references app_public.users on delete cascade,
  place int check (place >= 0),
  block_id text,
  words text not null,
  vector tsvector not null
);
comment on table app_private.search_entries is
  'What search looks through. The one reference that is set says what it belongs to. Written by triggers beside the tables it comes from.';
comment on column app_private.search_entries.place is 'TEXT and CODE: the number of the top-level block, from 1. TRANSCRIPT: the second.';
comment on column app_private.search_entries.block_id is 'TEXT and CODE: the block''s id; null for a block without one.';
create index search_entries_vector_idx on app_private.search_entries using gin (vector) with (fastupdate = off);
create index search_entries_title_idx on app_private.search_entries using gin (vector) with (fastupdate = off)
  where kind not in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT');
create index search_entries_course_id_idx on app_private.search_entries (course_id);
create index search_entries_book_id_idx on app_private.search_entries (book_id);
create index search_entries_article_id_idx on app_private.search_entries (article_id);
create index search_entries_lesson_id_idx on app_private.search_entries (lesson_id);
create index search_entries_clip_id_idx on app_private.search_entries (clip_id);
create index search_entries_comment_id_idx on app_private.search_entries (comment_id);
create index search_entries_user_id_idx on app_private.search_entries (user_id);
call app_private.secure_table('app_private.search_entries');

create table app_private.search_words (
  word text check (length(word) between 3 and 40) primary key
);
comment on table app_private.search_words is 'Every word that an entry has, so that a mistyped one finds its neighbour. Never shown.';
create index search_words_word_idx on app_private.search_words using gin (word extensions.gin_trgm_ops);
call app_private.secure_table('app_private.search_words');

-- A run of an unspaced script is no word that a mistyped one could be near to.
create function app_private.add_search_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.search_words (word)
  select distinct w.word from added, lateral unnest(tsvector_to_array(
    to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', app_private.split_names(added.words)))))) as w (word)
  where length(w.word) between 3 and 40 and w.word !~ '^[0-9]+$' and w.word !~ ('[' || app_private.unspaced_characters() || ']')
  on conflict do nothing;
  return null;
end $$;
comment on function app_private.add_search_words() is 'trigger: keeps the words of new entries for mistyped searches.';
create trigger add_words after insert on app_private.search_entries
  referencing new table as added for each statement execute function app_private.add_search_words();

-- Titles and people: one entry a row, its words those of the columns that the trigger names.
create function app_private.index_title() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry jsonb := to_jsonb(new);
  reference text := tg_argv[1];
  titled text;
begin
  select string_agg(entry ->> c.name, ' · ' order by c.n) into titled
  from unnest(string_to_array(tg_argv[2], ',')) with ordinality as c (name, n) where entry ->> c.name <> '';
  execute format('delete from app_private.search_entries where %I = $1 and kind = $2::app_public.search_kind', reference)
    using new.id, tg_argv[0];
  if titled is not null then
    execute format('insert into app_private.search_entries (kind, %I, words, vector)
      values ($1::app_public.search_kind, $2, $3, setweight(app_private.search_vector($4), ''A'') || setweight(app_private.search_vector($3), ''B''))',
      reference) using tg_argv[0], new.id, titled, split_part(titled, ' · ', 1);
  end if;
  return null;
end $$;
comment on function app_private.index_title() is
  'trigger: writes the entry of a title. Arguments: kind, referring column, columns of its words with the title first.';
create trigger index_title after insert or update of name, username on app_public.users
  for each row execute function app_private.index_title('PERSON', 'user_id', 'name,username');
create trigger index_title after insert or update of title, subtitle, summary on app_public.courses
  for each row execute function app_private.index_title('COURSE', 'course_id', 'title,subtitle,summary');
create trigger index_title after insert or update of title, subtitle, summary on app_public.books
  for each row execute function app_private.index_title('BOOK', 'book_id', 'title,subtitle,summary');
create trigger index_title after insert or update of title, summary, description on app_public.articles
  for each row execute function app_private.index_title('ARTICLE', 'article_id', 'title,summary,description');
create trigger index_title after insert or update of title, description on app_public.lessons
  for each row execute function app_private.index_title('LESSON', 'lesson_id', 'title,description');
create trigger index_title after insert or update of title, description on app_public.clips
  for each row execute function app_private.index_title('CLIP', 'clip_id', 'title,description');

-- The entries of a text: what stands as it stood is left alone. A save changes a block or two, and words are costly to take apart.
create function app_private.index_body() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid;
  article uuid;
begin
  if tg_argv[0] = 'lesson_id' then lesson := new.lesson_id; else article := new.article_id; end if;
  with stands as materialized (
    select b.*, row_number() over (partition by b.kind, b.block_id, b.words order by b.place) as nth
    from (
      select case when n.node ->> 'type' in ('codeBlock', 'remoteCodeBlock') then 'CODE' else 'TEXT' end::app_public.search_kind as kind,
        t.place, coalesce(t.id, '') as block_id, left(t.words, 20000) as words
      from unnest(new.block_ids, new.block_text) with ordinality as t (id, words, place)
      join jsonb_array_elements(new.body_delta -> 'content') with ordinality as n (node, place) using (place)
      where t.words <> '') b
  ), held as materialized (
    select e.id, e.place, e.kind, coalesce(e.block_id, '') as block_id, e.words,
      row_number() over (partition by e.kind, coalesce(e.block_id, ''), e.words order by e.place) as nth
    from app_private.search_entries e where (e.lesson_id = lesson or e.article_id = article) and e.kind in ('TEXT', 'CODE')
  ), pairs as materialized (
    select h.id, h.place as was, s.place, kind, block_id, words from held h full join stands s using (kind, block_id, words, nth)
  ), gone as (
    delete from app_private.search_entries e using pairs p where e.id = p.id and p.place is null
  ), moved as (
    update app_private.search_entries e set place = p.place from pairs p where e.id = p.id and p.place <> p.was
  )
  insert into app_private.search_entries (kind, lesson_id, article_id, place, block_id, words, vector)
  select p.kind, lesson, article, p.place, nullif(p.block_id, ''), p.words, app_private.search_vector(p.words) from pairs p where p.id is null;
  return null;
end $$;
comment on function app_private.index_body() is
  'trigger: writes the entries of a text, block by block. Argument: the column that says whose text it is.';
create trigger index_body after insert or update of body_delta on app_private.article_bodies
  for each row execute function app_private.index_body('article_id');
create trigger index_body after insert or update of body_delta on app_private.lesson_bodies
  for each row execute function app_private.index_body('lesson_id');

-- Comments: what is deleted is gone from here at once.
create function app_private.index_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.search_entries where comment_id = new.id;
  if not new.deleted and new.body_markdown <> '' then
    insert into app_private.search_entries (kind, comment_id, words, vector)
    values ('COMMENT', new.id, left(new.body_markdown, 20000), app_private.search_vector(left(new.body_markdown, 20000)));
  end if;
  return null;
end $$;
comment on function app_private.index_comment() is 'trigger: writes the entry of a comment, takes away that of a deleted one.';
create trigger index_comment after insert or update of body_markdown, deleted, hidden_at on app_public.comments
  for each row execute function app_private.index_comment();

create function app_private.nearest_words(words text) returns text
language sql stable set search_path = pg_catalog, pg_temp set pg_trgm.similarity_threshold = 0.4 as $$
  select string_agg(coalesce(near.word, t.word), ' ' order by t.n)
  from unnest(string_to_array(trim(lower(extensions.unaccent('extensions.unaccent', app_private.split_names(left(words, 400))))), ' '))
    with ordinality as t (word, n)
  left join lateral (
    select s.word from app_private.search_words s
    where length(t.word) between 4 and 40 and s.word operator(extensions.%) t.word
    order by extensions.similarity(s.word, t.word) desc, abs(length(s.word) - length(t.word)), s.word limit 1) near on true
  where t.word <> '' and t.n <= 12
$$;
comment on function app_private.nearest_words(text) is 'The words, each mistyped one replaced by the nearest that there is.';

create function app_private.find_entries(q tsquery, kinds app_public.search_kind[], at_most int)
returns table (entry uuid, title text, context text, path text)
language sql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  with candidates as materialized (
    (select e.id, ts_rank(e.vector, q, 1) * 2 as rank from app_private.search_entries e
      where e.vector @@ q and e.kind not in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and (kinds is null or e.kind = any (kinds)) limit 500)
    union all
    (select e.id, ts_rank(e.vector, q, 1) * case e.kind when 'COMMENT' then 0.5 else 1 end from app_private.search_entries e
      where e.vector @@ q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and (kinds is null or e.kind = any (kinds)) limit 2000)
  ), spread as (
    select e.*, c.rank, row_number() over (partition by e.kind, e.lesson_id, e.article_id, e.clip_id order by c.rank desc, e.id) as nth
    from candidates c join app_private.search_entries e using (id)
  ), best as (
    select * from spread where nth <= 3 or kind in ('COURSE', 'BOOK', 'PERSON', 'COMMENT') order by rank desc, id limit 300
  ), me as materialized (
    select app_public.is_admin() as is_admin,
      array(select app_private.my_course_ids() union all select app_private.my_book_ids() union all select app_private.my_article_ids()) as ids
  ), placed as (
    select r.*, c.course, c.book, c.article, i.title as item, i.permalink as item_path, l.title as lesson, l.permalink as lesson_path,
      k.id as clip, k.title as clip_title, d.id as discussion, u.display_name as person, u.username,
      (i.id = any (me.ids) or me.is_admin) as is_staff, i.is_open, i.is_announced
    from best r cross join me
    left join app_public.comments m on m.id = r.comment_id
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
    case p.kind when 'PERSON' then p.person when 'COMMENT' then p.person else coalesce(p.clip_title, p.lesson, p.item) end,
    case when p.kind = 'COMMENT' then coalesce(p.clip_title, p.lesson, p.item) when p.clip is not null or p.lesson is not null then p.item end,
    case when p.kind = 'PERSON' then '/@' || p.username
      when p.kind = 'COMMENT' then '/discussions/' || p.discussion || '#' || p.comment_id
      when p.clip is not null then '/clips/' || p.clip
      else coalesce(p.lesson_path, p.item_path) end
  from placed p
  where case when p.kind = 'PERSON' then true
    when p.is_staff then true
    when not coalesce(p.is_open, false) then false
    when p.kind in ('COURSE', 'BOOK') then true
    when p.is_announced then false
    when p.kind in ('TEXT', 'CODE') then p.place <= coalesce(app_private.readable_lesson_blocks(p.lesson_id), app_private.readable_article_blocks(p.article_id))
    when p.kind = 'TRANSCRIPT' and p.lesson_id is not null then app_private.readable_lesson_blocks(p.lesson_id) = 2147483647
    else true end
  limit at_most
$$;
comment on function app_private.find_entries(tsquery, app_public.search_kind[], int) is
  'The best entries that the reader may see, best first. At most 2,500 candidates are ranked and the best 300 of them asked about, whatever the word.';

create type app_public.search_hit as (
  kind app_public.search_kind,
  title text,
  context text,
  path text,
  block_id text,
  second int,
  excerpt text,
  searched text
);
comment on type app_public.search_hit is 'One thing found, as far as the reader may see it.';
comment on column app_public.search_hit.kind is 'What it is.';
comment on column app_public.search_hit.title is
  'The title of the page that it leads to; the name of a person; for a comment the name of who wrote it, null when the account is gone.';
comment on column app_public.search_hit.context is
  'The title of the course or book around it, or of what was commented on; null where nothing is around it.';
comment on column app_public.search_hit.path is 'The path of its page.';
comment on column app_public.search_hit.block_id is 'The id of the block in which the words stand; null for other kinds.';
comment on column app_public.search_hit.second is 'The second at which it is said; null for other kinds.';
comment on column app_public.search_hit.excerpt is 'The words around the match as plain text; U+E000 stands before what matched, U+E001 behind it.';
comment on column app_public.search_hit.searched is
  'The words that were looked for: other than those given when nothing had them and the nearest were taken.';

create function app_public.search(words text, kinds app_public.search_kind[] default null, at_most int default 30, is_typing boolean default false)
returns setof app_public.search_hit
language plpgsql stable security definer rows 30 set search_path = pg_catalog, pg_temp as $$
declare
  said text := btrim(left(search.words, 400));
  how_many int := least(greatest(coalesce(search.at_most, 30), 0), 100);
  query record;
begin
  -- As written; when nothing has it, by the words that names consist of, and then with the nearest words.
  for try in 1..3 loop
    if try = 2 then
      continue when said !~ '[a-z0-9][A-Z]' and not exists (select from app_private.search_terms(said) t where app_private.is_loose_term(t.term));
    elsif try = 3 then
      exit when said ~ '(^|\s)-\S|"' or exists (select from app_private.search_terms(said) t where not app_private.is_loose_term(t.term));
      said := app_private.nearest_words(said);
    end if;
    query := app_private.search_query(said, search.is_typing, try > 1);
    return query
    select e.kind, f.title, f.context, f.path, e.block_id, case when e.kind = 'TRANSCRIPT' then e.place end,
      app_private.search_excerpt(e.kind, e.words, case when try = 2 then query.q else query.plain end,
        case when try = 2 then array(select t from unnest(query.terms) t where not app_private.is_loose_term(t)) else query.terms end, search.is_typing),
      said
    from app_private.find_entries(query.q, search.kinds, how_many) with ordinality as f (entry, title, context, path, n)
    join app_private.search_entries e on e.id = f.entry order by f.n;
    exit when found or coalesce(numnode(query.q), 0) = 0;
  end loop;
end $$;
comment on function app_public.search(text, app_public.search_kind[], int, boolean) is
  'What has all of these words, best first: titles, people, texts, code, what is said in videos, comments. Nothing that the reader may not read is found. With isTyping the last word is a beginning. When nothing has a word, the nearest one is taken.';
grant execute on function app_public.search(text, app_public.search_kind[], int, boolean) to newline_visitor;

create function app_private.search_query(words text, is_last_word_open boolean, is_loose boolean, out q tsquery, out plain tsquery, out terms text[])
language plpgsql stable parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  said text := normalize(left(words, 400), nfkc);
  item text;
  part tsquery;
  rest text;
  found text[];
  is_open boolean;
begin
  -- In lower case useEffect stays one word; loosely it is taken apart.
  if not is_loose then said := lower(said); end if;
  terms := array(select t.term from app_private.search_terms(said) t limit 40);
  if terms = '{}' then
    q := app_private.word_query(said, is_last_word_open);
    plain := q;
    return;
  end if;
  for item in select m[1] from regexp_matches(said, '(-?"[^"]*"|\S+)', 'g') m limit 40 loop
    is_open := is_last_word_open and right(said, length(item)) = item;
    found := array(select t.term from app_private.search_terms(item) t limit 40);
    rest := btrim(regexp_replace(item, app_private.term_pattern(), ' ', 'g'), ' -"');
    part := case when rest = '' then null when item like '%"%' then phraseto_tsquery('app_private.words', rest)
      else app_private.word_query(rest, is_open and found = '{}') end;
    if item !~ '^-(?!-[a-z])' then plain := coalesce(plain && part, plain, part); end if;
    select string_agg('(' || t.query || ')', ' & ')::tsquery into part from (
      select nullif(part::text, '') as query
      union all
      select app_private.term_query(t.term, is_open and t.n = cardinality(found), is_loose)::text from unnest(found) with ordinality as t (term, n)) t;
    if item ~ '^-(?!-[a-z])' then part := !! part; end if;
    q := coalesce(q && part, q, part);
  end loop;
end $$;
comment on function app_private.search_query(text, boolean, boolean) is
  'What is looked for: all words and terms. Beside it the words alone and the terms, by which an excerpt is highlighted.';

create function app_private.search_excerpt(kind app_public.search_kind, words text, plain tsquery, terms text[], is_open boolean) returns text
language plpgsql stable parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  config regconfig := case when kind = 'CODE' then 'pg_catalog.simple' else 'app_private.words' end;
  selectors text := E'StartSel="\uE000", StopSel="\uE001"';
  pattern text;
  said text := words;
  place int;
  first int;
  cut text;
  -- Combining marks, jamo, variation selectors, skin tones: they belong to the character before them.
  marks constant text := '\u0300-\u036F\u0E31\u0E33-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB3-\u0EBC\u0EC8-\u0ECD\u102B-\u103E\u1160-\u11FF\u17B4-\u17D3\u20D0-\u20FF\u3099\u309A\uFE00-\uFE0F\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F';
begin
  if terms = '{}' then
    return ts_headline(config, left(words, 4000), plain, selectors || ', MaxFragments=1, MinWords=12, MaxWords=28, FragmentDelimiter=" … "');
  end if;
  select string_agg(case when term ~ '^[A-Za-z0-9_]' then '(?<![A-Za-z0-9_])' when term ~ '^[.-]' then '(?<![A-Za-z0-9_.)\]+-])' else '' end
      || regexp_replace(term, '[.+]', '\\\&', 'g')
      || case when app_private.is_unspaced(term) then '' when is_open and n = cardinality(terms) then '[A-Za-z0-9_]*' when term ~ '\+$' then '(?!\+)'
        when term ~ '#$' then '(?![A-Za-z_#])' else '(?![A-Za-z0-9_])' end, '|' order by length(term) desc)
    into pattern from unnest(terms) with ordinality as t (term, n);
  place := regexp_instr(said, pattern, 1, 1, 0, 'i');
  -- Full-width letters and the like are matched, and then shown, in their usual form.
  if place = 0 and not said is nfkc normalized and normalize(said, nfkc) ~* pattern then
    said := normalize(said, nfkc);
    place := regexp_instr(said, pattern, 1, 1, 0, 'i');
  end if;
  -- A window around the first match, cut between words, or where there are no spaces between characters as people see them.
  first := greatest(place - 60, 1);
  cut := substr(said, first, 220);
  if first > 1 and cut ~ '^\S{0,30}\s' then cut := '…' || regexp_replace(cut, '^\S*\s+', '');
  elsif first > 1 then
    cut := '…' || regexp_replace(cut, concat('^(?:\u200D.|.)(?:[', marks, ']*\u200D.)*[', marks, ']*[\U0001F1E6-\U0001F1FF]*'), '');
  end if;
  if length(said) >= first + 220 and cut ~ '\s\S{0,30}$' then cut := regexp_replace(cut, '\s+\S*$', '') || '…';
  elsif length(said) >= first + 220 then
    cut := regexp_replace(cut, concat('(?:[\U0001F1E6-\U0001F1FF]+|(?:.[', marks, ']*\u200D)*.[', marks, ']*\u200D?)$'), '') || '…';
  end if;
  if numnode(plain) > 0 then cut := ts_headline(config, cut, plain, selectors || ', HighlightAll=true'); end if;
  return regexp_replace(cut, '(' || pattern || ')', E'\uE000\\1\uE001', 'gi');
end $$;
comment on function app_private.search_excerpt(app_public.search_kind, text, tsquery, text[], boolean) is
  'The text around a match as plain text; U+E000 is before what matched, U+E001 behind it.';
