--! Previous: sha1:802c2851311b8da068248bbc32d8b54389857092
--! Hash: sha1:7d58c7bdf3babb7fdfb42be485e08e02c3ea167f

-- Excerpts keep generic types and tags, such as the <T> in Box<T>, and have no blank lines, so the lines shown hold code.
create or replace function app_private.search_excerpt(kind app_public.search_kind, words text, plain tsquery, terms text[], is_open boolean) returns text
language plpgsql stable parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  config regconfig := case when kind = 'CODE' then 'pg_catalog.simple' else 'app_private.words' end;
  selectors text := E'StartSel="\uE000", StopSel="\uE001"';
  pattern text;
  -- PostgreSQL leaves out what looks like a tag, such as the <T> of a generic type, so < is another character meanwhile.
  said text := translate(words, '<', E'\x01');
  place int;
  first int;
  cut text;
  blank_lines constant text := '\n(?:[ \t]*\n)+';
  -- Combining marks, jamo, variation selectors, skin tones: they belong to the character before them.
  marks constant text := '\u0300-\u036F\u0E31\u0E33-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB3-\u0EBC\u0EC8-\u0ECD\u102B-\u103E\u1160-\u11FF\u17B4-\u17D3\u20D0-\u20FF\u3099\u309A\uFE00-\uFE0F\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F';
begin
  if terms = '{}' then
    cut := ts_headline(config, left(said, 4000), plain, selectors || ', MaxFragments=1, MinWords=12, MaxWords=28, FragmentDelimiter=" … "');
    return translate(regexp_replace(cut, blank_lines, E'\n', 'g'), E'\x01', '<');
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
  return translate(regexp_replace(regexp_replace(cut, blank_lines, E'\n', 'g'), '(' || pattern || ')', E'\uE000\\1\uE001', 'gi'), E'\x01', '<');
end $$;
