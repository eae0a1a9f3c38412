--! Previous: sha1:773f5449a2f09e2d2e7400e60dce72b7a05053b4
--! Hash: sha1:1f648bc6d9c1d48386023b96790eb0275796f3ef

-- Who writes a course, a book or an article.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create type app_public.contribution_title as enum ('AUTHOR', 'EDITOR');
comment on type app_public.contribution_title is 'AUTHOR writes and publishes, EDITOR writes.';

create table app_public.contributions (
  id uuid primary key default app_public.new_id(),
  title app_public.contribution_title not null default 'AUTHOR',
  user_id uuid not null references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  "position" int not null default 0,
  created_at timestamptz not null default now(),
  constraint contributions_item_check check (num_nonnulls(course_id, book_id, article_id) = 1),
  constraint contributions_course_key unique (course_id, user_id),
  constraint contributions_book_key unique (book_id, user_id),
  constraint contributions_article_key unique (article_id, user_id)
);
comment on table app_public.contributions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWho made an item. This is what makes somebody its author.';
comment on column app_public.contributions."position" is 'Order among those who made the item.';
comment on constraint contributions_user_id_fkey on app_public.contributions is E'@fieldName user\n@foreignFieldName contributions';
comment on constraint contributions_course_id_fkey on app_public.contributions is E'@fieldName course\n@foreignFieldName contributions';
comment on constraint contributions_book_id_fkey on app_public.contributions is E'@fieldName book\n@foreignFieldName contributions';
comment on constraint contributions_article_id_fkey on app_public.contributions is E'@fieldName article\n@foreignFieldName contributions';
create index contributions_user_id_idx on app_public.contributions (user_id);
call app_private.secure_table('app_public.contributions');
-- What hangs on an item is seen with it. A policy asks by (select true ...), row by row, and never by exists: that may be
-- planned as a list of the whole other table, whose length the limit of a page does not bound.
create policy select_visible on app_public.contributions for select to newline_visitor using (
  (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)
  or (select true from app_public.articles a where a.id = article_id));
grant select on app_public.contributions to newline_visitor;
call app_private.announce_changes('app_public.contributions', 'contributions');
create trigger contributions_announce after delete on app_public.contributions for each row
  execute function app_private.announce_session('user', 'user_id');

create function app_public.is_author() returns boolean
language sql stable as $$
  select coalesce((select app_public.is_admin()) or exists (select from app_public.contributions c
    where c.user_id = app_public.current_user_id() and c.title = 'AUTHOR'), false)
$$;
comment on function app_public.is_author() is
  'True when the signed-in person may begin an article: staff, and whoever is the author of a course, a book or an article.';
grant execute on function app_public.is_author() to newline_visitor;

-- Pages of authors: the address stands in the registry of permalinks, the words here.
create table app_public.author_pages (
  user_id uuid primary key references app_public.users on delete cascade,
  quote_md text not null check (length(quote_md) between 1 and 2000),
  "position" int not null default 0
);
comment on table app_public.author_pages is E'@behavior -insert -update -delete -query:resource:list -query:resource:single\nWhat an author says about making courses and books here. Shown on the home page and on the author''s own address.';
comment on column app_public.author_pages.quote_md is 'Their words, in Markdown.';
comment on column app_public.author_pages."position" is E'@name order\nPlace among the authors, from 1.';
comment on constraint author_pages_user_id_fkey on app_public.author_pages is E'@fieldName user\n@foreignSingleFieldName authorPage';
create index author_pages_position_idx on app_public.author_pages (position);
call app_private.secure_table('app_public.author_pages');
create policy select_all on app_public.author_pages for select to newline_visitor using (true);
grant select on app_public.author_pages to newline_visitor;

create function app_public.author_pages_path(page app_public.author_pages) returns text
language sql stable as $$
  select p.path from app_public.permalinks p where p.user_id = page.user_id and p.is_current order by p.path limit 1
$$;
comment on function app_public.author_pages_path(app_public.author_pages) is
  'The address of their page, such as /vue; null when they have none but their profile.';
grant execute on function app_public.author_pages_path(app_public.author_pages) to newline_visitor;

create function app_private.notify_author_page() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.tell_tags('user:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
comment on function app_private.notify_author_page() is 'trigger: kept pages that show the words of an author go stale.';
create trigger notify_tags after insert or update or delete on app_public.author_pages
  for each row execute function app_private.notify_author_page();

-- Who writes an item, and what it costs: up to its authors.
create function app_public.set_contributor(username text, title app_public.contribution_title, course_id uuid default null, book_id uuid default null)
returns app_public.contributions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_contributor.course_id;
  book uuid := set_contributor.book_id;
  person uuid := (select u.id from app_public.users u where u.username = lower(btrim(set_contributor.username, ' @')));
  entry app_public.contributions;
begin
  perform app_private.locked_item(course, book, true);
  if person is null then
    raise exception 'USERNAME_UNKNOWN' using errcode = 'NL400',
      detail = jsonb_build_object('username', left(btrim(set_contributor.username, ' @'), 60))::text;
  end if;
  if set_contributor.title <> 'AUTHOR' then perform app_private.keep_an_author(course, book, person); end if;
  update app_public.contributions c set title = set_contributor.title where c.user_id = person and (c.course_id = course or c.book_id = book)
    returning * into entry;
  if entry.id is null then
    if (select count(*) from app_public.contributions c where c.course_id = course or c.book_id = book) >= 50 then
      raise exception 'CONTRIBUTOR_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 50)::text;
    end if;
    insert into app_public.contributions as c (user_id, title, course_id, book_id, position)
      select person, set_contributor.title, course, book, coalesce(max(o.position), -1) + 1 from app_public.contributions o
        where o.course_id = course or o.book_id = book
      returning * into entry;
  end if;
  return entry;
end $$;
comment on function app_public.set_contributor(text, app_public.contribution_title, uuid, uuid) is
  'Makes a person, by username, author or editor of a course or a book, or changes which of the two they are. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT for an unknown username, CONFLICT for the last author, TOO_MANY.';
grant execute on function app_public.set_contributor(text, app_public.contribution_title, uuid, uuid) to newline_visitor;

create function app_private.keep_an_author(course uuid, book uuid, leaving uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id = leaving and c.title = 'AUTHOR')
    and not exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id <> leaving and c.title = 'AUTHOR') then
    raise exception 'LAST_AUTHOR' using errcode = 'NL409';
  end if;
end $$;
comment on function app_private.keep_an_author(uuid, uuid, uuid) is 'Raises NL409 when the last author of an item would go. Not granted.';

create function app_public.remove_contributor(id uuid) returns app_public.contributions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.contributions;
begin
  perform app_private.own_user_id(null);
  select * into entry from app_public.contributions c where c.id = remove_contributor.id and c.article_id is null;
  if entry.id is not null then
    perform app_private.locked_item(entry.course_id, entry.book_id, true);
    perform app_private.keep_an_author(entry.course_id, entry.book_id, entry.user_id);
  end if;
  delete from app_public.contributions c where c.id = entry.id returning * into entry;
  if entry.id is null then raise exception 'CONTRIBUTION_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_public.remove_contributor(uuid) is
  'Takes somebody off a course or a book, but never its last author. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';
grant execute on function app_public.remove_contributor(uuid) to newline_visitor;
