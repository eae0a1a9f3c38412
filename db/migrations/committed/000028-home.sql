--! Previous: sha1:52c03791a742bf0fbdbaff46152013a4afba1f7e
--! Hash: sha1:a3d73f3ec7c892844c07f22dfff1f3070fd47c15

-- The home page: which titles, testimonials and authors stand on it, as data that staff change.

create table app_public.home_pages (
  id boolean primary key default true check (id),
  book_slugs text[] check (cardinality(book_slugs) <= 100),
  course_slugs text[] check (cardinality(course_slugs) <= 100),
  testimonial_slugs text[] not null default '{}' check (cardinality(testimonial_slugs) <= 50),
  author_usernames text[] not null default '{}' check (cardinality(author_usernames) <= 50),
  updated_at timestamptz not null default now()
);
comment on table app_public.home_pages is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat stands on the home page. There is one row.';
comment on column app_public.home_pages.id is 'Always true: there is one row.';
comment on column app_public.home_pages.book_slugs is 'The books on it (bookSlugs of allBooksQuery); null for all of them.';
comment on column app_public.home_pages.course_slugs is 'The courses on it (courseSlugs of allBooksQuery); null for all of them.';
comment on column app_public.home_pages.testimonial_slugs is 'The featured testimonials, the large one first.';
comment on column app_public.home_pages.author_usernames is 'The authors in ''Meet the newline authors'', in their order; empty for all whose titles stand on the page.';
insert into app_public.home_pages default values;
call app_private.secure_table('app_public.home_pages');
create policy select_all on app_public.home_pages for select to newline_visitor using (true);
create policy update_staff on app_public.home_pages for update to newline_admin using (true) with check (true);
grant select on app_public.home_pages to newline_visitor;
grant update (book_slugs, course_slugs, testimonial_slugs, author_usernames) on app_public.home_pages to newline_admin;
create trigger touch before update on app_public.home_pages for each row execute function app_private.touch_updated_at();
create trigger notify_tags after update on app_public.home_pages for each row execute function app_private.notify_tags('home');

create function app_public.home_page() returns app_public.home_pages
language sql stable as $$ select h from app_public.home_pages h $$;
comment on function app_public.home_page() is 'What stands on the home page.';
grant execute on function app_public.home_page() to newline_visitor;
