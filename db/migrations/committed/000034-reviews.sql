--! Previous: sha1:b721017df7572b67de9231e3300db71dbec4a93c
--! Hash: sha1:134474c710e49d391594f9db12bb045dcd8423e2

-- Reviews: testimonials of learners and of the house, and survey-style reviews.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.testimonials (
  id uuid primary key default app_public.new_id(),
  slug app_public.slug unique,
  user_id uuid references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  rating int not null check (rating between 1 and 5),
  quote_md text not null,
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
  answer_md text check (length(answer_md) between 1 and 1000),
  answered_at timestamptz,
  answered_by uuid references app_public.users on delete set null,
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  constraint testimonials_check check (length(quote_md) <= 2000 and (user_id is null or length(quote_md) <= 200)),
  constraint testimonials_kind_check check (case when user_id is null
    then slug is not null and num_nonnulls(course_id, book_id) <= 1
    else num_nonnulls(course_id, book_id) = 1 end),
  constraint testimonials_course_person_key unique (course_id, user_id),
  constraint testimonials_book_person_key unique (book_id, user_id),
  constraint testimonials_answer_check check ((answer_md is null) = (answered_at is null) and (answer_md is not null or answered_by is null)),
  constraint testimonials_hidden_check check (hidden_at is not null or hidden_reason is null)
);
comment on table app_public.testimonials is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA review: a learner''s, one a person and item, or one chosen by the house, which has a slug and no user.';
comment on column app_public.testimonials.slug is 'Set for those chosen by the house.';
comment on column app_public.testimonials.rating is 'Stars, 1 to 5.';
comment on column app_public.testimonials.quote_md is 'The words, in Markdown; a learner''s has 200 characters at most.';
comment on column app_public.testimonials.employer is 'Where the person works, as shown on the card.';
comment on column app_public.testimonials.answer_md is
  'What an author of the item answered, in Markdown, 1,000 characters at most; null without an answer.';
comment on column app_public.testimonials.answered_at is 'When that was written last; null without an answer.';
comment on column app_public.testimonials.answered_by is 'Who answered; null without an answer, or when that account is gone.';
comment on column app_public.testimonials.hidden_at is
  'When staff hid it; null for one that is shown. A hidden one is seen by its author and staff.';
comment on column app_public.testimonials.hidden_reason is 'Why, as its author is told; null for nothing.';
comment on constraint testimonials_user_id_fkey on app_public.testimonials is E'@fieldName user\n@foreignFieldName testimonials';
comment on constraint testimonials_course_id_fkey on app_public.testimonials is E'@fieldName course\n@foreignFieldName testimonials';
comment on constraint testimonials_book_id_fkey on app_public.testimonials is E'@fieldName book\n@foreignFieldName testimonials';
comment on constraint testimonials_answered_by_fkey on app_public.testimonials is E'@fieldName answerer\n@behavior -connection -list';
create index testimonials_user_id_idx on app_public.testimonials (user_id);
create index testimonials_course_id_created_at_idx on app_public.testimonials (course_id, created_at desc);
create index testimonials_book_id_created_at_idx on app_public.testimonials (book_id, created_at desc);
create index testimonials_answered_by_idx on app_public.testimonials (answered_by);
create index testimonials_hidden_at_idx on app_public.testimonials (hidden_at) where hidden_at is not null;
create index testimonials_created_at_id_idx on app_public.testimonials (created_at desc, id desc) where user_id is not null;
call app_private.secure_table('app_public.testimonials');
create policy insert_own on app_public.testimonials for insert to newline_learner with check (
  user_id = (select app_public.current_user_id()) and (
    exists (select from app_public.courses c where c.id = course_id and not c.is_coming_soon)
    or exists (select from app_public.books b where b.id = book_id and not b.is_coming_soon)));
create policy update_own on app_public.testimonials for update to newline_learner
  using (user_id = (select app_public.current_user_id()) and (
    exists (select from app_public.courses c where c.id = course_id) or exists (select from app_public.books b where b.id = book_id)))
  with check (user_id = (select app_public.current_user_id()));
create policy select_visible on app_public.testimonials for select to newline_visitor using (hidden_at is null and (
  num_nonnulls(course_id, book_id) = 0
  or (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)));
create policy select_hidden_own on app_public.testimonials for select to newline_learner
  using (hidden_at is not null and user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.testimonials for select to newline_admin using (true);
grant select on app_public.testimonials to newline_visitor;
grant insert (user_id, course_id, book_id, rating, quote_md), update (rating, quote_md) on app_public.testimonials to newline_learner;
create trigger touch before update of rating, quote_md on app_public.testimonials
  for each row execute function app_private.touch_updated_at();
create trigger check_pictures before insert or update of profile_image_url on app_public.testimonials
  for each row execute function app_private.check_pictures('profile_image_url');
call app_private.announce_changes('app_public.testimonials', 'testimonials', '', '{answered_at,hidden_reason}');

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
create index surveys_user_id_idx on app_public.surveys (user_id);
create index surveys_course_id_idx on app_public.surveys (course_id);
create index surveys_book_id_idx on app_public.surveys (book_id);
call app_private.secure_table('app_public.surveys');
create policy select_visible on app_public.surveys for select to newline_visitor using (
  (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id));
grant select on app_public.surveys to newline_visitor;
call app_private.announce_changes('app_public.surveys', 'testimonials');

create function app_private.count_ratings() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  field text := case tg_table_name when 'surveys' then 'scale_number' else 'rating' end;
  is_review int := case tg_table_name when 'surveys' then 0 else 1 end;
  entry jsonb; sign int;
begin
  -- Take the old row away, add the new one; the same item twice in one update nets out. What is hidden does not count.
  for entry, sign in select * from (values (was, -1), (now_is, 1)) as v (e, s) where e is not null and e ->> 'hidden_at' is null loop
    update app_public.courses c set rating_count = c.rating_count + sign, rating_sum = c.rating_sum + sign * (entry ->> field)::int,
      reviews_count = c.reviews_count + sign * is_review where c.id = (entry ->> 'course_id')::uuid;
    update app_public.books b set rating_count = b.rating_count + sign, rating_sum = b.rating_sum + sign * (entry ->> field)::int,
      reviews_count = b.reviews_count + sign * is_review where b.id = (entry ->> 'book_id')::uuid;
  end loop;
  return null;
end $$;
comment on function app_private.count_ratings() is 'Keeps ratingCount, ratingSum and numReviews exact, in the statement that changes a review.';
create trigger count_ratings after insert or update of rating, course_id, book_id, hidden_at or delete on app_public.testimonials
  for each row execute function app_private.count_ratings();
create trigger count_ratings after insert or update of scale_number, course_id, book_id or delete on app_public.surveys
  for each row execute function app_private.count_ratings();

create function app_public.courses_ratings(course app_public.courses) returns int[]
language sql stable as $$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.course_id = course.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.course_id = course.id) r
$$;
comment on function app_public.courses_ratings(app_public.courses) is
  'Every rating, oldest first: of testimonials and of surveys. Empty when there is none.';
grant execute on function app_public.courses_ratings(app_public.courses) to newline_visitor;

create function app_public.books_ratings(book app_public.books) returns int[]
language sql stable as $$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.book_id = book.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.book_id = book.id) r
$$;
comment on function app_public.books_ratings(app_public.books) is
  'Every rating, oldest first: of testimonials and of surveys. Empty when there is none.';
grant execute on function app_public.books_ratings(app_public.books) to newline_visitor;

create function app_public.testimonials_by_slugs(slugs text[]) returns setof app_public.testimonials
language sql stable as $$
  select t.* from app_public.testimonials t where t.slug = any (slugs) order by array_position(slugs, t.slug::text)
$$;
comment on function app_public.testimonials_by_slugs(text[]) is 'The testimonials of these slugs, in their order.';
grant execute on function app_public.testimonials_by_slugs(text[]) to newline_visitor;

create function app_private.check_review() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.rating is not null and (new.rating between 1 and 5) is not true then
    raise exception 'RATING_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('rating', new.rating)::text;
  end if;
  if length(new.quote_md) > 200 then
    raise exception 'REVIEW_TEXT_TOO_LONG' using errcode = 'NL400',
      detail = jsonb_build_object('max', 200, 'length', coalesce(length(new.quote_md), 0))::text;
  end if;
  return new;
end $$;
comment on function app_private.check_review() is
  'Refuses a learner''s rating that is not 1 to 5 and words of more than 200 characters (NL400), before the constraints do.';
create trigger check_review before insert or update of rating, quote_md on app_public.testimonials
  for each row when (new.user_id is not null) execute function app_private.check_review();

create function app_public.create_testimonial(quote_md text, rating int, course_id uuid default null, book_id uuid default null, user_id uuid default null)
returns app_public.testimonials
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(create_testimonial.user_id);
  entry app_public.testimonials;
begin
  if num_nonnulls(create_testimonial.course_id, create_testimonial.book_id) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(create_testimonial.course_id, create_testimonial.book_id))::text;
  end if;
  if not exists (select from app_public.courses c where c.id = create_testimonial.course_id and c.is_coming_soon is false
      union all select from app_public.books b where b.id = create_testimonial.book_id and b.is_coming_soon is false) then
    raise exception 'REVIEW_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  insert into app_public.testimonials (user_id, course_id, book_id, rating, quote_md)
    values (me, create_testimonial.course_id, create_testimonial.book_id, create_testimonial.rating, create_testimonial.quote_md)
    returning * into entry;
  return entry;
exception when unique_violation then
  raise exception 'REVIEW_EXISTS' using errcode = 'NL409';
end $$;
comment on function app_public.create_testimonial(text, int, uuid, uuid, uuid) is
  'Reviews a course or a book as the signed-in person, once an item. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field, CONFLICT when there is a review already.';
grant execute on function app_public.create_testimonial(text, int, uuid, uuid, uuid) to newline_visitor;

create type app_public.testimonial_patch as (quote_md text, rating int);
comment on type app_public.testimonial_patch is 'What changes of a review; what is absent or null stays.';
comment on column app_public.testimonial_patch.quote_md is 'The words, in Markdown, 200 characters at most.';
comment on column app_public.testimonial_patch.rating is 'Stars, 1 to 5.';

create function app_public.update_testimonial_by_id(id uuid, patch app_public.testimonial_patch) returns app_public.testimonials
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.testimonials;
begin
  update app_public.testimonials t set rating = coalesce(patch.rating, t.rating), quote_md = coalesce(patch.quote_md, t.quote_md)
    where t.id = update_testimonial_by_id.id and t.user_id = me returning t.* into entry;
  if entry.id is null then raise exception 'OWN_REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_public.update_testimonial_by_id(uuid, app_public.testimonial_patch) is
  'Changes the signed-in person''s own review. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT with the field.';
grant execute on function app_public.update_testimonial_by_id(uuid, app_public.testimonial_patch) to newline_visitor;

create function app_public.answer_review(id uuid, answer_md text default null) returns app_public.testimonials
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  words text := nullif(btrim(answer_review.answer_md), '');
  entry app_public.testimonials;
begin
  if length(words) > 1000 then
    raise exception 'REVIEW_ANSWER_TOO_LONG' using errcode = 'NL400',
      detail = jsonb_build_object('max', 1000, 'length', coalesce(length(words), 0))::text;
  end if;
  select * into entry from app_public.testimonials t where t.id = answer_review.id and t.user_id is not null;
  if entry.id is null then raise exception 'REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  if (app_public.is_admin() or entry.course_id in (select app_private.my_course_ids()) or entry.book_id in (select app_private.my_book_ids())) is not true then
    raise exception 'REVIEW_ANSWER_FORBIDDEN' using errcode = 'NL403';
  end if;
  update app_public.testimonials t set answer_md = words, answered_at = case when words is not null then now() end,
    answered_by = case when words is not null then me end where t.id = entry.id returning t.* into entry;
  return entry;
end $$;
comment on function app_public.answer_review(uuid, text) is
  'Answers a learner''s review; without words the answer is taken back. By those who write the item and staff. Errors: LOGIN_REQUIRED, NOT_FOUND, FORBIDDEN, BAD_INPUT with the field.';
grant execute on function app_public.answer_review(uuid, text) to newline_visitor;

create function app_public.testimonials_is_finished(testimonial app_public.testimonials) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select testimonial.user_id is not null and (
    exists (select from app_public.course_lessons cl where cl.course_id = testimonial.course_id)
    or exists (select from app_public.book_lessons bl where bl.book_id = testimonial.book_id))
  and not exists (
    select from app_public.course_lessons cl join app_public.lessons l on l.id = cl.lesson_id and l.role <> 'CHANGELOG'
    where cl.course_id = testimonial.course_id
      and not exists (select from app_public.user_progresses p where p.course_lesson_id = cl.id and p.user_id = testimonial.user_id))
  and not exists (
    select from app_public.book_lessons bl join app_public.lessons l on l.id = bl.lesson_id and l.role <> 'CHANGELOG'
    where bl.book_id = testimonial.book_id
      and not exists (select from app_public.user_progresses p where p.book_lesson_id = bl.id and p.user_id = testimonial.user_id))
$$;
comment on function app_public.testimonials_is_finished(app_public.testimonials) is
  'True when the person who wrote it has completed every lesson of what they judge.';
grant execute on function app_public.testimonials_is_finished(app_public.testimonials) to newline_visitor;

create function app_private.notify_finished() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.user_progresses := case when tg_op = 'DELETE' then old else new end;
  tag text;
begin
  select coalesce('course:' || t.course_id, 'book:' || t.book_id) into tag from app_public.testimonials t where t.user_id = entry.user_id and (
    t.course_id = (select c.course_id from app_public.course_lessons c where c.id = entry.course_lesson_id)
    or t.book_id = (select b.book_id from app_public.book_lessons b where b.id = entry.book_lesson_id));
  if tag is not null then perform app_private.tell_tags(tag); end if;
  return null;
end $$;
comment on function app_private.notify_finished() is
  'Tells the page cache that somebody who reviewed an item may have finished it, or no longer has.';
create trigger notify_finished after insert or delete on app_public.user_progresses
  for each row execute function app_private.notify_finished();

create function app_private.locked_review(review uuid) returns app_public.testimonials
language plpgsql volatile as $$
declare
  entry app_public.testimonials;
begin
  perform app_private.require_admin();
  select t.* into entry from app_public.testimonials t where t.id = review and t.user_id is not null for no key update;
  if not found then raise exception 'REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_private.locked_review(uuid) is 'A learner''s review, locked, for an administrator (NL401, NL403, NL404). Not granted.';

create function app_public.hide_review(id uuid, reason text default null) returns app_public.testimonials
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.testimonials := app_private.locked_review(hide_review.id);
  words text := nullif(btrim(hide_review.reason), '');
begin
  if length(words) > 500 then raise exception 'REVIEW_HIDE_REASON_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 500, 'length', coalesce(length(words), 0))::text; end if;
  update app_public.testimonials t set hidden_at = coalesce(t.hidden_at, now()), hidden_reason = words where t.id = entry.id returning t.* into entry;
  perform app_private.audit('review.hide', 'review', entry.id, app_private.person_details(entry.user_id, jsonb_build_object(
    'reason', words, 'courseId', entry.course_id, 'bookId', entry.book_id)));
  return entry;
end $$;
comment on function app_public.hide_review(uuid, text) is
  'Hides a learner''s review; its author is told why. Again it changes the reason. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.hide_review(uuid, text) to newline_visitor;

create function app_public.show_review(id uuid) returns app_public.testimonials
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.testimonials := app_private.locked_review(show_review.id);
begin
  if entry.hidden_at is not null then
    update app_public.testimonials t set hidden_at = null, hidden_reason = null where t.id = entry.id returning t.* into entry;
    perform app_private.audit('review.show', 'review', entry.id, app_private.person_details(entry.user_id, jsonb_build_object(
      'courseId', entry.course_id, 'bookId', entry.book_id)));
  end if;
  return entry;
end $$;
comment on function app_public.show_review(uuid) is 'Shows a hidden review again. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.show_review(uuid) to newline_visitor;

create function app_public.review_list(is_hidden boolean default null, person text default null, before uuid default null) returns setof app_public.testimonials
language sql stable rows 50 as $$
  select t.* from app_public.testimonials t
  where (select app_public.is_admin()) and t.user_id is not null
    and (review_list.is_hidden is null or review_list.is_hidden = (t.hidden_at is not null))
    and (review_list.person is null or t.user_id = (select u.id from app_public.users u where u.username = lower(btrim(review_list.person, ' @'))))
    and (before is null or (t.created_at, t.id) < (select b.created_at, b.id from app_public.testimonials b where b.id = before))
  order by t.created_at desc, t.id desc
$$;
comment on function app_public.review_list(boolean, text, uuid) is
  'For staff: learners'' reviews, newest first; with isHidden only those that are hidden (true) or shown (false). before is the id of the last of the page above. Empty for everybody else.';
grant execute on function app_public.review_list(boolean, text, uuid) to newline_visitor;
