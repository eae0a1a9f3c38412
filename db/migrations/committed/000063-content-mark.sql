--! Previous: sha1:ec4a142cd1cf163fab5b93d4474421b954a3fc2e
--! Hash: sha1:211880639830f5dabc92da5e24cf0cca45bdecbb

-- Pages are kept on the disk from one start to the next. Whether they still show what is here is told by the mark: the xor of random
-- numbers, one for each announcement. A row comes with its change in one transaction, so that whoever sees one sees the other, in whatever
-- order they are committed, and nobody waits for anybody. A backup that is brought back and goes another way never has the mark again that
-- pages were kept under. Counting would not do: two ways of the same length look alike.
create table app_private.content_marks (
  mark bigint not null default hashtextextended(gen_random_uuid()::text, 0)
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

-- Everything that announced by itself does it by tell_tags.
do $$
declare
  f record;
begin
  for f in select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('app_public', 'app_private') and p.prosrc like '%pg_notify(''newline_tags'', %' and p.proname <> 'tell_tags'
  loop
    execute replace(pg_get_functiondef(f.oid), 'pg_notify(''newline_tags'', ', 'app_private.tell_tags(');
  end loop;
end $$;

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
grant execute on function app_private.fold_content_marks() to newline_worker;
