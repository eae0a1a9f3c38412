--! Previous: sha1:9a76264e727a0656b838f9b42bc48cf411bb0487
--! Hash: sha1:f97b0401fb49eaaa1fd2da0c80560e0d7b850d79

-- The path of every page, and the redirects from former paths.

-- The path of every page: no two pages share one, and a path that changed redirects.
create table app_public.permalinks (
  path text check (path ~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$' and length(path) <= 250) primary key,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  user_id uuid references app_public.users on delete cascade,
  is_current boolean not null default true,
  created_at timestamptz not null default now(),
  article_id uuid references app_public.articles on delete cascade,
  constraint permalinks_item_check check (num_nonnulls(course_id, book_id, article_id, user_id) = 1)
);
comment on table app_public.permalinks is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nEvery address that an item has or had.';
comment on column app_public.permalinks.path is 'The path on this site, of one or two parts.';
comment on column app_public.permalinks.is_current is 'False for an address of the past: it redirects to the item''s permalink.';
comment on constraint permalinks_course_id_fkey on app_public.permalinks is E'@fieldName course\n@behavior -connection -list';
comment on constraint permalinks_book_id_fkey on app_public.permalinks is E'@fieldName book\n@behavior -connection -list';
comment on constraint permalinks_user_id_fkey on app_public.permalinks is E'@fieldName user\n@behavior -connection -list';
comment on constraint permalinks_article_id_fkey on app_public.permalinks is E'@fieldName article\n@behavior -connection -list';
create index permalinks_course_id_idx on app_public.permalinks (course_id);
create index permalinks_book_id_idx on app_public.permalinks (book_id);
create index permalinks_user_id_idx on app_public.permalinks (user_id);
create index permalinks_article_id_idx on app_public.permalinks (article_id);
call app_private.secure_table('app_public.permalinks');
create policy select_visible on app_public.permalinks for select to newline_visitor using (
  user_id is not null
  or (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)
  or (select true from app_public.articles a where a.id = article_id));
grant select on app_public.permalinks to newline_visitor;
call app_private.announce_changes('app_public.permalinks', 'permalinks');
create trigger count_new_row before insert on app_public.permalinks for each row execute function app_private.count_new_row('new URLs', '500');

-- A permalink that nobody could have followed is free again.
create function app_private.register_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid := case when tg_table_name = 'courses' then new.id end;
  book uuid := case when tg_table_name = 'books' then new.id end;
  article uuid := case when tg_table_name = 'articles' then new.id end;
begin
  if tg_op = 'UPDATE' and new.permalink = old.permalink then return null; end if;
  update app_public.permalinks p set is_current = false
    where (p.course_id = course or p.book_id = book or p.article_id = article) and p.path <> new.permalink;
  insert into app_public.permalinks as p (path, course_id, book_id, article_id) values (new.permalink, course, book, article)
    on conflict (path) do update set is_current = true
    where p.course_id is not distinct from course and p.book_id is not distinct from book and p.article_id is not distinct from article;
  if not exists (select from app_public.permalinks p where p.path = new.permalink and p.course_id is not distinct from course
      and p.book_id is not distinct from book and p.article_id is not distinct from article) then
    raise exception 'PERMALINK_TAKEN' using errcode = 'NL409',
      detail = jsonb_build_object('field', case when article is null then 'permalink' else 'slug' end, 'permalink', new.permalink)::text;
  end if;
  if new.published_at is null and not coalesce((to_jsonb(new) ->> 'is_coming_soon')::boolean, false) then
    delete from app_public.permalinks p where not p.is_current and (p.course_id = course or p.book_id = book or p.article_id = article);
  end if;
  return null;
end $$;
comment on function app_private.register_permalink() is
  'Keeps the registry: the new address is current, the old ones redirect, a taken one is refused (NL409).';
create trigger register_permalink after insert or update of permalink on app_public.courses
  for each row execute function app_private.register_permalink();
create trigger register_permalink after insert or update of permalink on app_public.books
  for each row execute function app_private.register_permalink();
create trigger register_permalink after insert or update of slug on app_public.articles
  for each row execute function app_private.register_permalink();

create function app_private.check_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.path ~ '^/(books|courses|articles)/[^/]+$' then return new; end if;
  -- One that is there already is written again with every save, and stays.
  if exists (select from app_public.permalinks p where p.path = new.path) then return new; end if;
  if app_private.is_reserved_name(split_part(new.path, '/', 2)) is not false then
    raise exception 'PERMALINK_RESERVED' using errcode = 'check_violation', constraint = 'permalinks_reserved_check',
      detail = jsonb_build_object('permalink', new.path)::text;
  end if;
  return new;
end $$;
comment on function app_private.check_permalink() is 'Refuses new permalinks whose first part is reserved.';
create trigger check_permalink before insert or update of path on app_public.permalinks for each row execute function app_private.check_permalink();
