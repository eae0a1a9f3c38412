--! Previous: sha1:226042e746ddaa001e9b9ec19919f1b43b39dd71
--! Hash: sha1:6fe713b4e8aeaae1b6fc09667916bb63929eb1f6

-- Search finds words inside Chinese, Japanese, Korean, Thai and other texts that are written without spaces, and C++, .NET, Node.js, snake_case
-- and --flag as themselves. Both are lexemes that start with a tilde, written for texts and for queries by the same functions.

create function app_private.unspaced_characters() returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select '\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3041-\u30FA\u30FC-\u30FF\u3131-\u318E\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\U00020000-\U0003FFFF'
$$;
comment on function app_private.unspaced_characters() is
  'The characters of scripts whose words aren''t, or needn''t be, separated by spaces, for a bracket expression: Thai, Lao, Burmese, Khmer, Hangul, kana, Han.';

create function app_private.term_pattern() returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select concat_ws('|',
    '[' || app_private.unspaced_characters() || ']+',
    '(?<![A-Za-z0-9_+-])--[A-Za-z][A-Za-z0-9_-]*', -- --flag
    '(?<![A-Za-z0-9_.)\]])\.[A-Za-z][A-Za-z0-9_]*(?:(?:\.|::)[A-Za-z0-9_]+)*', -- .NET, .env.local
    '[A-Za-z0-9_]*[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|::)[A-Za-z0-9_]+)+', -- Node.js, std::vector
    '[A-Za-z][A-Za-z0-9_]*(?:\+\+(?!\+)|#(?![A-Za-z_#]))', -- C++, C#
    '[A-Za-z0-9]+_[A-Za-z0-9_]*|_+[A-Za-z0-9][A-Za-z0-9_]*') -- snake_case
$$;
comment on function app_private.term_pattern() is
  'What is found by lexemes of its own: a run of an unspaced script, or a technical term that the text search of PostgreSQL would take apart.';

create function app_private.search_terms(words text) returns table (n bigint, term text)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select m.n, lower(m.found[1]) from regexp_matches(normalize(words, nfkc), app_private.term_pattern(), 'g') with ordinality as m (found, n)
$$;
comment on function app_private.search_terms(text) is 'The terms of a text or a query in their order, in lower case.';

create function app_private.is_unspaced(term text) returns boolean
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select ascii(term) > 127
$$;
comment on function app_private.is_unspaced(text) is 'True for a run of an unspaced script, false for a technical term.';

create function app_private.term_vector(words text) returns tsvector
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  with terms as materialized (
    select t.n, t.term from app_private.search_terms(words) t
  ), lexemes as (
    select t.n, 1 as at, left(t.term, 64) as lexeme from terms t where not app_private.is_unspaced(t.term)
    union all
    -- Each character with the next one. The last is alone, so that every character begins a lexeme.
    select t.n, c.at, c.letter || coalesce(lead(c.letter) over (partition by t.n order by c.at), '')
    from terms t, unnest(string_to_array(t.term, null)) with ordinality as c (letter, at) where app_private.is_unspaced(t.term)
  ), places as (
    select lexeme, least(row_number() over (order by n, at) + n, 16383) as place from lexemes
  )
  select coalesce(string_agg(quote_literal('~' || lexeme) || ':' || place, ' '), '')::tsvector from places
$$;
comment on function app_private.term_vector(text) is
  'The lexemes of a text''s terms: a technical term is one, a run of an unspaced script is its pairs of characters, in a row.';

create or replace function app_private.search_vector(words text) returns tsvector
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select to_tsvector('app_private.words', words)
    || to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', app_private.split_names(words))))
    || app_private.term_vector(words)
$$;
comment on function app_private.search_vector(text) is 'What an entry is found by: the stems of its words, its words as written, and its terms.';

create function app_private.is_loose_term(term text) returns boolean
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select term ~ '^[A-Za-z0-9_][A-Za-z0-9_.:]*$'
$$;
comment on function app_private.is_loose_term(text) is
  'True for snake_case and Node.js, which are also looked for as the words that they consist of; not for C++, .NET or --flag, which then mean something else.';

create function app_private.term_query(term text, is_open boolean, is_loose boolean) returns tsquery
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case
    when app_private.is_unspaced(term) and length(term) = 1 then (quote_literal('~' || term) || ':*')::tsquery
    when app_private.is_unspaced(term) then (
      select string_agg(quote_literal('~' || pair), ' <-> ' order by at)::tsquery
      from (select at, letter || lead(letter) over (order by at) as pair from unnest(string_to_array(term, null)) with ordinality as c (letter, at)) p
      where pair is not null)
    when is_loose and app_private.is_loose_term(term) then phraseto_tsquery('simple', app_private.split_names(translate(term, '_.:', '   ')))
    else (quote_literal('~' || left(term, 64)) || case when is_open then ':*' else '' end)::tsquery end
$$;
comment on function app_private.term_query(text, boolean, boolean) is
  'Looks for a term as it is: characters in a row, or the whole of it; an open one is a beginning. Loosely, Node.js and snake_case are their words in a row.';

alter function app_private.search_query(text, boolean) rename to word_query;
comment on function app_private.word_query(text, boolean) is
  'What is looked for of words without terms: all of them, by stem or as written, the last one (from three letters on) also as a beginning while it is typed. Quotes and a minus sign as in any search.';

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

create or replace function app_public.search(words text, kinds app_public.search_kind[] default null, at_most int default 30, is_typing boolean default false)
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

-- A run of an unspaced script is no word that a mistyped one could be near to.
create or replace function app_private.add_search_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.search_words (word)
  select distinct w.word from added, lateral unnest(tsvector_to_array(
    to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', app_private.split_names(added.words)))))) as w (word)
  where length(w.word) between 3 and 40 and w.word !~ '^[0-9]+$' and w.word !~ ('[' || app_private.unspaced_characters() || ']')
  on conflict do nothing;
  return null;
end $$;
delete from app_private.search_words w where w.word ~ ('[' || app_private.unspaced_characters() || ']');

-- Entries that have terms are indexed again, each as its trigger does.
update app_private.search_entries e set vector = case when e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') then app_private.search_vector(e.words)
  else setweight(app_private.search_vector(split_part(e.words, ' · ', 1)), 'A') || setweight(app_private.search_vector(e.words), 'B') end
  where normalize(e.words, nfkc) ~ app_private.term_pattern();
