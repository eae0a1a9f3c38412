--! Previous: sha1:c90839b1cc9f8cbb8ad5cf0a7451435a7b0926c1
--! Hash: sha1:a07566684dd10e89e955a65960a4234a16f8e0b5

-- Search finds words inside Chinese, Japanese, Korean, Thai and other texts that are written without spaces, and C++, .NET, Node.js, snake_case
-- and --flag as themselves. Both are lexemes that start with a tilde, written for texts and for queries by the same functions.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_private.search_vector(words text) returns tsvector
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select to_tsvector('app_private.words', words)
    || to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', app_private.split_names(words))))
    || app_private.term_vector(words)
$$;
comment on function app_private.search_vector(text) is 'What an entry is found by: the stems of its words, its words as written, and its terms.';

create function app_private.word_query(words text, is_last_word_open boolean) returns tsquery
language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  with said as (
    select t.word, t.n, count(*) over () as of
    from unnest(string_to_array(trim(lower(extensions.unaccent('extensions.unaccent', app_private.split_names(left(words, 400))))), ' '))
      with ordinality as t (word, n)
    where t.word <> '' and t.n <= 12)
  select case when words ~ '(^|\s)-\S|"' then websearch_to_tsquery('app_private.words', left(words, 400))
    else coalesce(websearch_to_tsquery('app_private.words', left(words, 400)) || (select to_tsquery('simple', string_agg(
        quote_literal(left(word, 64)) || case when is_last_word_open and n = of and length(word) > 2 then ':*' else '' end, ' & ' order by n)) from said),
      websearch_to_tsquery('app_private.words', left(words, 400))) end
$$;
comment on function app_private.word_query(text, boolean) is
  'What is looked for of words without terms: all of them, by stem or as written, the last one (from three letters on) also as a beginning while it is typed. Quotes and a minus sign as in any search.';

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
