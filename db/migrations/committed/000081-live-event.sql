--! Previous: sha1:eb1f848dc86a7a799975dedaeab72a8d3feafbbd
--! Hash: sha1:d1f739e2e694001d4f64c795bf710cb0ee80b839

-- Two more sections: a live event on the home page, and the titles that /pricing sells separately.

create or replace function app_private.section_kinds(page app_public.site_page) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case page
    when 'HOME' then '{HEADLINE,EVENT,EXPLORE,HIGHLIGHTS,STUDENTS,RECENT,PRO,NEWSLETTER,TESTIMONIALS,AUTHORS,BUBBLES,WAYS,DESK}'::text[]
    when 'PRICING' then '{TOP,PLANS,TITLES,COMPARE,QUESTIONS}'::text[]
    when 'WRITE_WITH_US' then '{TOP,STEPS,QUESTIONS}'::text[] end
$$;

create function app_private.is_event(content jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  with e as (select coalesce(content ->> 'startsAt', '') as starts, coalesce(content ->> 'endsAt', '') as ends, coalesce(content ->> 'timeZone', '') as zone)
  select coalesce(e.zone ~ '^[A-Za-z0-9_+/-]{0,64}$' and (e.starts = '' and e.ends = ''
    -- Instants of one format compare like their texts.
    or e.starts ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$' and e.ends ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$' and e.starts < e.ends collate "C"), false) from e
$$;
comment on function app_private.is_event(jsonb) is
  'Returns whether this content of an event has no time, or a start, an end after it, both such as 2026-12-17T17:00:00.000Z, and the name of a time zone. Not granted.';

create or replace function app_private.is_section_list(page app_public.site_page, sections jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(sections) is distinct from 'array' then false when length(sections::text) > 60000 then false else coalesce((
    select count(*) = count(distinct s ->> 'kind') and coalesce(bool_and(coalesce(jsonb_typeof(s) = 'object' and s - '{kind,isHidden,content}'::text[] = '{}'
        and s ->> 'kind' = any (app_private.section_kinds(page)) and jsonb_typeof(coalesce(s -> 'isHidden', 'false')) = 'boolean'
        and jsonb_typeof(coalesce(s -> 'content', '{}')) = 'object'
        and (s ->> 'kind' <> 'EVENT' or app_private.is_event(coalesce(s -> 'content', '{}')))
        -- The heading of a page and what it sells are always there.
        and (s ->> 'kind' = any ('{HEADLINE,TOP,PLANS}') and coalesce(s ->> 'isHidden', 'false') = 'true') is not true, false)), true)
    from jsonb_array_elements(sections) s), false)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**') leaf where jsonb_typeof(leaf) = 'string' and length(leaf #>> '{}') > 2000)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.url') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^https://[^[:space:]<>"\\]+$' or leaf #>> '{}' ~ '^/(?![/\\])[^[:space:]<>"\\]*$')) is not true)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.imageUrl') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^/media/a/[a-z0-9]+/[a-z0-9.]+$')) is not true)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.videoUrl') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^(?:local:[A-Za-z0-9_-]{4,64}|https://[^[:space:]<>"\\]+)$')) is not true) end
$$;

-- A later migration can use it, this one can't.
alter type app_public.search_kind add value 'PAGE' after 'PERSON';
