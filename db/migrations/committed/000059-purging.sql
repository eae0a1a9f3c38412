--! Previous: sha1:4d072c6515d9dc5079c4e89e70ca5387370cb1d5
--! Hash: sha1:78878034bfa0ef2d164952a2f26408135c2da32b

-- Kept pages say by tags what they were made of. A table announces what changes in it with one call, and so does a feature that adds a
-- column to it: what it said the first time holds on.
create or replace function app_private.notify_tags() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  tags text[] := array[tg_argv[0]];
begin
  if tg_argv[1] <> '' then tags := tags || (tg_argv[1] || ':' || (entry ->> 'id')); end if;
  if entry ->> 'course_id' is not null then tags := tags || ('course:' || (entry ->> 'course_id')); end if;
  if entry ->> 'book_id' is not null then tags := tags || ('book:' || (entry ->> 'book_id')); end if;
  if entry ->> 'article_id' is not null then tags := tags || ('article:' || (entry ->> 'article_id')); end if;
  perform pg_notify('newline_tags', array_to_string(tags, ','));
  return null;
end $$;

create procedure app_private.announce_changes(target regclass, tag text default null, one text default null, quiet name[] default null)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  said text[] := (select string_to_array(encode(t.tgargs, 'escape'), '\000') from pg_trigger t where t.tgrelid = target and t.tgname = 'notify_tags');
  silent name[] := coalesce(quiet, string_to_array(nullif(said[3], ''), ',')::name[], '{}');
  columns text;
begin
  if coalesce(tag, said[1]) is null then
    raise exception 'announce_changes: % was not announced before: expected the tag that its changes tell.', target;
  end if;
  select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'updated_at' and a.attname <> all (silent);
  if said is not null then execute format('drop trigger notify_tags on %s', target); end if;
  execute format('create trigger notify_tags after insert or delete or update of %s on %s for each row execute function app_private.notify_tags(%L, %L, %L)',
    columns, target, coalesce(tag, said[1]), coalesce(one, said[2], ''), array_to_string(silent, ','));
end $$;
comment on procedure app_private.announce_changes(regclass, text, text, name[]) is
  'Makes the changes of a table tell the tag, and one:{id} where one is given: pages made of it go stale. Quiet columns (counters) tell nothing. Called again after a column was added, with the table alone.';

do $$
declare
  t record;
begin
  for t in select * from (values
    ('courses', 'courses', 'course', '{students_count}'), ('books', 'books', 'book', '{students_count}'), ('articles', 'articles', 'article', '{}'),
    ('users', 'users', 'user', '{}'), ('lessons', 'lessons', '', '{}'), ('course_sections', 'lessons', '', '{}'),
    ('course_lessons', 'lessons', '', '{progress_count}'), ('book_lessons', 'lessons', '', '{progress_count}'),
    ('clips', 'clips', '', '{likes_count,shares_count,comments_count}'), ('tags', 'tags', '', '{}'), ('taggings', 'tags', '', '{}'),
    ('contributions', 'contributions', '', '{}'), ('logos', 'logos', '', '{}'), ('testimonials', 'testimonials', '', '{answered_at,hidden_reason}'),
    ('surveys', 'testimonials', '', '{}'), ('permalinks', 'permalinks', '', '{}'), ('plans', 'plans', '', '{}'), ('item_prices', 'plans', '', '{}'),
    ('home_pages', 'home', '', '{}')
  ) as v (name, tag, one, quiet) loop
    execute format('drop trigger notify_tags on app_public.%I', t.name);
    call app_private.announce_changes(format('app_public.%I', t.name)::regclass, t.tag, t.one, t.quiet::name[]);
  end loop;
end $$;

create or replace function app_private.notify_author_page() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('newline_tags', 'user:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
