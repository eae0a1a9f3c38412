--! Previous: sha1:d5610e8b1fb4ffe5cb4dcec0fc7ae2bcad28c13d
--! Hash: sha1:31df9ef5c84fe6db173c7ab5c0f805da529cb93e

-- A review that staff hide leaves the page, its averages and what is told of them; its author sees that it is hidden, and why.

alter table app_public.testimonials
  add column hidden_at timestamptz,
  add column hidden_reason text check (length(hidden_reason) between 1 and 500),
  add constraint testimonials_hidden_check check (hidden_at is not null or hidden_reason is null);
comment on column app_public.testimonials.hidden_at is 'When staff hid it; null for one that is shown. A hidden one is seen by its author and staff.';
comment on column app_public.testimonials.hidden_reason is 'Why, as its author is told; null for nothing.';
create index on app_public.testimonials (hidden_at) where hidden_at is not null;

drop policy select_visible on app_public.testimonials;
create policy select_visible on app_public.testimonials for select to newline_visitor using (hidden_at is null and (
  num_nonnulls(course_id, book_id) = 0
  or (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)));
create policy select_hidden_own on app_public.testimonials for select to newline_learner
  using (hidden_at is not null and user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.testimonials for select to newline_admin using (true);

create or replace function app_private.count_ratings() returns trigger
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
drop trigger count_ratings on app_public.testimonials;
create trigger count_ratings after insert or update of rating, course_id, book_id, hidden_at or delete on app_public.testimonials
  for each row execute function app_private.count_ratings();

create or replace function app_public.courses_ratings(course app_public.courses) returns int[]
language sql stable as $$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.course_id = course.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.course_id = course.id) r
$$;
create or replace function app_public.books_ratings(book app_public.books) returns int[]
language sql stable as $$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.book_id = book.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.book_id = book.id) r
$$;

-- The page cache hears of it.
drop trigger notify_tags on app_public.testimonials;
create trigger notify_tags after insert or delete or update of slug, user_id, course_id, book_id, rating, quote_md, name, title, employer,
  website_url, twitter_username, github_username, linked_in_url, profile_image_url, answer_md, answered_by, hidden_at on app_public.testimonials
  for each row execute function app_private.notify_tags('testimonials');

create function app_private.locked_review(review uuid) returns app_public.testimonials
language plpgsql volatile as $$
declare
  entry app_public.testimonials;
begin
  perform app_private.require_admin();
  select t.* into entry from app_public.testimonials t where t.id = review and t.user_id is not null for no key update;
  if not found then raise exception 'There is no such review.' using errcode = 'NL404'; end if;
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
  if length(words) > 500 then raise exception 'reason: expected at most 500 characters, got %.', length(words) using errcode = 'NL400'; end if;
  update app_public.testimonials t set hidden_at = coalesce(t.hidden_at, now()), hidden_reason = words where t.id = entry.id returning t.* into entry;
  perform app_private.audit('review.hide', 'review', entry.id, app_private.person_details(entry.user_id, jsonb_build_object(
    'reason', words, 'courseId', entry.course_id, 'bookId', entry.book_id)));
  return entry;
end $$;
comment on function app_public.hide_review(uuid, text) is
  'Hides a learner''s review; its author is told why. Again it changes the reason. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';

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

create function app_public.review_list(is_hidden boolean default null, person text default null, before uuid default null) returns setof app_public.testimonials
language sql stable rows 50 as $$
  select t.* from app_public.testimonials t
  where (select app_public.is_admin()) and t.user_id is not null
    and (review_list.is_hidden is null or review_list.is_hidden = (t.hidden_at is not null))
    and (review_list.person is null or t.user_id = (select u.id from app_public.users u where u.username = lower(btrim(review_list.person, ' @'))))
    and (before is null or t.id < before)
  order by t.id desc
$$;
comment on function app_public.review_list(boolean, text, uuid) is
  'For staff: learners'' reviews, newest first; with isHidden only those that are hidden (true) or shown (false). before is the id of the last of the page above. Empty for everybody else.';
grant execute on function app_public.hide_review(uuid, text), app_public.show_review(uuid), app_public.review_list(boolean, text, uuid) to newline_visitor;
