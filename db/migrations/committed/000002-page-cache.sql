--! Previous: sha1:235cbe4778c990da88c4252604c27c0e368f54ae
--! Hash: sha1:53eea7edc531fe0c8c4a79da13ba44f5ff95c790

-- What tells the page cache that a cached page is out of date.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

-- Cached pages say by tags what they were made of. A table announces what changes in it with one call, and so does a migration that adds a
-- column to it: the tag that was given first stays.
create function app_private.notify_tags() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  tags text[] := array[tg_argv[0]];
begin
  if tg_argv[1] <> '' then tags := tags || (tg_argv[1] || ':' || (entry ->> 'id')); end if;
  if entry ->> 'course_id' is not null then tags := tags || ('course:' || (entry ->> 'course_id')); end if;
  if entry ->> 'book_id' is not null then tags := tags || ('book:' || (entry ->> 'book_id')); end if;
  if entry ->> 'article_id' is not null then tags := tags || ('article:' || (entry ->> 'article_id')); end if;
  perform app_private.tell_tags(array_to_string(tags, ','));
  return null;
end $$;
comment on function app_private.notify_tags() is 'Tells listeners on newline_tags which tags of cached pages went stale, as a list with commas.';

create function app_private.next_publication() returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(at) from (
    select min(published_at) as at from app_public.courses where is_published and archived_at is null and published_at > now()
    union all select min(published_at) from app_public.books where is_published and archived_at is null and published_at > now()
    union all select min(published_at) from app_public.articles where is_published and archived_at is null and published_at > now()) as next
$$;
comment on function app_private.next_publication() is
  'When the next scheduled item appears, without saying which; null when none is scheduled. Cached pages are made again then.';
grant execute on function app_private.next_publication() to newline_visitor;

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

-- Cached pages outlive a restart. Whether they still show what is here is told by the content version: the xor of random numbers, one for
-- each announcement. A row comes with its change in one transaction, so that whoever sees one sees the other, in whatever order they are
-- committed, and nobody waits. A restored backup that goes another way never has a version again under which pages were cached. Counting
-- would not do: two ways of the same length look alike.
create table app_private.content_marks (
  mark bigint not null default hashtextextended(gen_random_uuid()::text, 0::bigint)
);
comment on table app_private.content_marks is 'A random number for each change that pages were told of; content_state() reads them as one.';
call app_private.secure_table('app_private.content_marks');
insert into app_private.content_marks default values;

create function app_private.tell_tags(tags text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.content_marks default values;
  perform pg_notify('newline_tags', tags);
end $$;
comment on function app_private.tell_tags(text) is
  'The one way to announce that tags of kept pages went stale, as a list with commas: tells listeners on newline_tags and moves the mark of the content. Not granted.';

create function app_private.content_state(out mark text, out last_publication timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select bit_xor(m.mark)::text from app_private.content_marks m), (select max(at) from (
    select max(published_at) as at from app_public.courses where is_published and archived_at is null and published_at <= now()
    union all select max(published_at) from app_public.books where is_published and archived_at is null and published_at <= now()
    union all select max(published_at) from app_public.articles where is_published and archived_at is null and published_at <= now()) as last)
$$;
comment on function app_private.content_state() is
  'The mark, which is another after every announced change, and when an item last appeared by the clock alone. For pages that are kept on the disk.';
grant execute on function app_private.content_state() to newline_visitor;

create function app_private.fold_content_marks() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from app_private.content_marks returning mark)
  insert into app_private.content_marks (mark) select bit_xor(mark) from gone having count(*) > 0
$$;
comment on function app_private.fold_content_marks() is 'Makes one row of all: the mark stays as it is. For the job tidy_records.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.fold_content_marks()
    to %s', worker);
end $$;
