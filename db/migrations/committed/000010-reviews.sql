--! Previous: sha1:2a0f5c6df2c16760b4210b17f476a416ebc3b8f9
--! Hash: sha1:2b85aab8799d757f03d7ab14fc7490ca3092186e

-- Reviews: testimonials of learners and of the house, and survey-style reviews.

create table app_public.testimonials (
  id uuid primary key default app_public.new_id(),
  slug app_public.slug,
  user_id uuid references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  rating int not null check (rating between 1 and 5),
  quote_md text not null check (length(quote_md) <= 2000 and (user_id is null or length(quote_md) <= 200)),
  name text check (length(name) <= 80),
  title text check (length(title) <= 120),
  employer text check (length(employer) <= 120),
  website_url app_public.web_address,
  twitter_username app_public.handle,
  github_username app_public.handle,
  linked_in_url app_public.web_address,
  profile_image_url app_public.media_address,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint testimonials_slug_key unique (slug),
  constraint testimonials_course_person_key unique (course_id, user_id),
  constraint testimonials_book_person_key unique (book_id, user_id),
  constraint testimonials_kind_check check (case when user_id is null
    then slug is not null and num_nonnulls(course_id, book_id) <= 1
    else num_nonnulls(course_id, book_id) = 1 end)
);
comment on table app_public.testimonials is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA review: a learner''s, one a person and item, or one chosen by the house, which has a slug and no user.';
comment on column app_public.testimonials.slug is 'Set for those chosen by the house.';
comment on column app_public.testimonials.rating is 'Stars, 1 to 5.';
comment on column app_public.testimonials.employer is 'Where the person works, as shown on the card.';
comment on column app_public.testimonials.quote_md is 'The words, in Markdown; a learner''s has 200 characters at most.';
comment on constraint testimonials_user_id_fkey on app_public.testimonials is E'@fieldName user\n@foreignFieldName testimonials';
comment on constraint testimonials_course_id_fkey on app_public.testimonials is E'@fieldName course\n@foreignFieldName testimonials';
comment on constraint testimonials_book_id_fkey on app_public.testimonials is E'@fieldName book\n@foreignFieldName testimonials';
create index on app_public.testimonials (user_id);
create index on app_public.testimonials (course_id, created_at desc);
create index on app_public.testimonials (book_id, created_at desc);
create trigger touch before update on app_public.testimonials
  for each row execute function app_private.touch_updated_at();

create table app_public.surveys (
  id uuid primary key default app_public.new_id(),
  user_id uuid references app_public.users on delete set null,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  scale_number int not null check (scale_number between 1 and 5),
  review_text text check (length(review_text) <= 2000),
  created_at timestamptz not null default now(),
  constraint surveys_item_check check (num_nonnulls(course_id, book_id) = 1)
);
comment on table app_public.surveys is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA survey-style review.';
comment on column app_public.surveys.scale_number is 'How good it was, 1 to 5; counts among the ratings.';
comment on column app_public.surveys.review_text is 'The words; null when there are none.';
comment on constraint surveys_user_id_fkey on app_public.surveys is E'@fieldName user\n@behavior -connection -list';
comment on constraint surveys_course_id_fkey on app_public.surveys is E'@fieldName course\n@foreignFieldName surveys';
comment on constraint surveys_book_id_fkey on app_public.surveys is E'@fieldName book\n@foreignFieldName surveys';
create index on app_public.surveys (user_id);
create index on app_public.surveys (course_id);
create index on app_public.surveys (book_id);

call app_private.secure_table('app_public.testimonials');
call app_private.secure_table('app_public.surveys');
create policy select_visible on app_public.testimonials for select to newline_visitor using (
  num_nonnulls(course_id, book_id) = 0
  or (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id));
create policy select_visible on app_public.surveys for select to newline_visitor using (
  (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id));
grant select on app_public.testimonials, app_public.surveys to newline_visitor;

create function app_private.count_ratings() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  field text := case tg_table_name when 'surveys' then 'scale_number' else 'rating' end;
  is_review int := case tg_table_name when 'surveys' then 0 else 1 end;
  entry jsonb; sign int;
begin
  -- Take the old row away, add the new one; the same item twice in one update nets out.
  for entry, sign in select * from (values (was, -1), (now_is, 1)) as v (e, s) where e is not null loop
    update app_public.courses c set rating_count = c.rating_count + sign, rating_sum = c.rating_sum + sign * (entry ->> field)::int,
      reviews_count = c.reviews_count + sign * is_review where c.id = (entry ->> 'course_id')::uuid;
    update app_public.books b set rating_count = b.rating_count + sign, rating_sum = b.rating_sum + sign * (entry ->> field)::int,
      reviews_count = b.reviews_count + sign * is_review where b.id = (entry ->> 'book_id')::uuid;
  end loop;
  return null;
end $$;
comment on function app_private.count_ratings() is 'Keeps ratingCount, ratingSum and numReviews exact, in the statement that changes a review.';
create trigger count_ratings after insert or update of rating, course_id, book_id or delete on app_public.testimonials
  for each row execute function app_private.count_ratings();
create trigger count_ratings after insert or update of scale_number, course_id, book_id or delete on app_public.surveys
  for each row execute function app_private.count_ratings();

create function app_public.courses_ratings(course app_public.courses) returns int[]
language sql stable as $$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.course_id = course.id
    union all select s.scale_number, s.created_at from app_public.surveys s where s.course_id = course.id) r
$$;
create function app_public.books_ratings(book app_public.books) returns int[]
language sql stable as $$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.book_id = book.id
    union all select s.scale_number, s.created_at from app_public.surveys s where s.book_id = book.id) r
$$;
comment on function app_public.courses_ratings(app_public.courses) is 'Every rating, oldest first: of testimonials and of surveys. Empty when there is none.';
comment on function app_public.books_ratings(app_public.books) is 'Every rating, oldest first: of testimonials and of surveys. Empty when there is none.';
grant execute on function app_public.courses_ratings(app_public.courses), app_public.books_ratings(app_public.books) to newline_visitor;
