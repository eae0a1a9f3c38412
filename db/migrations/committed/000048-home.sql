--! Previous: sha1:ba5c5f56a2fc5debbb90cf521f2b02b7680fdaa7
--! Hash: sha1:536934b7b9f70afe77a439a1a880bb0a7ab5e2c0

-- The home page: which titles, testimonials and authors stand on it, as data that staff change.

create table app_public.logos (
  id uuid primary key default app_public.new_id(),
  name text not null check (length(name) between 1 and 80),
  image_url app_public.media_address,
  website_url app_public.web_address,
  is_student_logo boolean not null default false,
  "position" int not null default 0,
  constraint logos_name_key unique (name, is_student_logo)
);
comment on table app_public.logos is E'@behavior -insert -update -delete\nA firm in the strip of customers or of students'' employers.';
comment on column app_public.logos.is_student_logo is 'True for the strip of firms that students work at, false for customers.';
comment on column app_public.logos."position" is 'Order in its strip.';
create index logos_is_student_logo_position_idx on app_public.logos (is_student_logo, position);
call app_private.secure_table('app_public.logos');
create policy select_all on app_public.logos for select to newline_visitor using (true);
grant select on app_public.logos to newline_visitor;
create trigger check_pictures before insert or update of image_url on app_public.logos
  for each row execute function app_private.check_pictures('image_url');
call app_private.announce_changes('app_public.logos', 'logos');

create table app_public.home_pages (
  id boolean default true check (id) primary key,
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
comment on column app_public.home_pages.author_usernames is
  'The authors in ''Meet the newline authors'', in their order; empty for all whose titles stand on the page.';
call app_private.secure_table('app_public.home_pages');
insert into app_public.home_pages default values;
create policy select_all on app_public.home_pages for select to newline_visitor using (true);
create policy update_staff on app_public.home_pages for update to newline_admin using (true) with check (true);
grant select on app_public.home_pages to newline_visitor;
grant update (book_slugs, course_slugs, testimonial_slugs, author_usernames) on app_public.home_pages to newline_admin;
create trigger touch before update on app_public.home_pages for each row execute function app_private.touch_updated_at();
call app_private.announce_changes('app_public.home_pages', 'home');

create function app_public.home_page() returns app_public.home_pages
language sql stable as $$ select h from app_public.home_pages h $$;
comment on function app_public.home_page() is 'What stands on the home page.';
grant execute on function app_public.home_page() to newline_visitor;
