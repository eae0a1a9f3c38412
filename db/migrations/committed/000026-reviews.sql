--! Previous: sha1:216dfe0e834858c18b3090f2e5bc6dae99d08185
--! Hash: sha1:aa0859d2b631d2962eacdd0a38f40bbbe83ad9d6

-- Reviewing: a learner's one review of an item, the author's answer to it, and who finished what they judge.

alter table app_public.testimonials
  add column answer_md text check (length(answer_md) between 1 and 1000),
  add column answered_at timestamptz,
  add column answered_by uuid references app_public.users on delete set null,
  add constraint testimonials_answer_check check ((answer_md is null) = (answered_at is null) and (answer_md is not null or answered_by is null));
comment on column app_public.testimonials.answer_md is 'What an author of the item answered, in Markdown, 1,000 characters at most; null without an answer.';
comment on column app_public.testimonials.answered_at is 'When that was written last; null without an answer.';
comment on column app_public.testimonials.answered_by is 'Who answered; null without an answer, or when that account is gone.';
comment on constraint testimonials_answered_by_fkey on app_public.testimonials is E'@fieldName answerer\n@behavior -connection -list';
create index on app_public.testimonials (answered_by);

create policy insert_own on app_public.testimonials for insert to newline_learner with check (
  user_id = (select app_public.current_user_id()) and (
    exists (select from app_public.courses c where c.id = course_id and not c.is_coming_soon)
    or exists (select from app_public.books b where b.id = book_id and not b.is_coming_soon)));
create policy update_own on app_public.testimonials for update to newline_learner
  using (user_id = (select app_public.current_user_id()) and (
    exists (select from app_public.courses c where c.id = course_id) or exists (select from app_public.books b where b.id = book_id)))
  with check (user_id = (select app_public.current_user_id()));
grant insert (user_id, course_id, book_id, rating, quote_md), update (rating, quote_md) on app_public.testimonials to newline_learner;

create function app_private.check_review() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.rating not between 1 and 5 then
    raise exception 'rating: expected 1 to 5 stars, got %.', new.rating using errcode = 'NL400';
  end if;
  if length(new.quote_md) > 200 then
    raise exception 'quoteMd: expected at most 200 characters, got %.', length(new.quote_md) using errcode = 'NL400';
  end if;
  return new;
end $$;
comment on function app_private.check_review() is 'Refuses a learner''s rating that is not 1 to 5 and words of more than 200 characters (NL400), before the constraints do.';
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
    raise exception 'Expected courseId or bookId, got %.', case when create_testimonial.course_id is null then 'neither' else 'both' end using errcode = 'NL400';
  end if;
  if not exists (select from app_public.courses c where c.id = create_testimonial.course_id and not c.is_coming_soon
      union all select from app_public.books b where b.id = create_testimonial.book_id and not b.is_coming_soon) then
    raise exception 'There is no such course or book to review.' using errcode = 'NL404';
  end if;
  insert into app_public.testimonials (user_id, course_id, book_id, rating, quote_md)
    values (me, create_testimonial.course_id, create_testimonial.book_id, create_testimonial.rating, create_testimonial.quote_md)
    returning * into entry;
  return entry;
exception when unique_violation then
  raise exception 'You have reviewed this already. Change your review instead.' using errcode = 'NL409';
end $$;
comment on function app_public.create_testimonial(text, int, uuid, uuid, uuid) is
  'Reviews a course or a book as the signed-in person, once an item. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field, CONFLICT when there is a review already.';

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
  if entry.id is null then raise exception 'There is no such review of yours.' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_public.update_testimonial_by_id(uuid, app_public.testimonial_patch) is
  'Changes the signed-in person''s own review. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT with the field.';

create function app_public.answer_review(id uuid, answer_md text default null) returns app_public.testimonials
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  words text := nullif(btrim(answer_review.answer_md), '');
  entry app_public.testimonials;
begin
  if length(words) > 1000 then
    raise exception 'answerMd: expected at most 1,000 characters, got %.', length(words) using errcode = 'NL400';
  end if;
  select * into entry from app_public.testimonials t where t.id = answer_review.id and t.user_id is not null;
  if entry.id is null then raise exception 'There is no such review.' using errcode = 'NL404'; end if;
  if not (app_public.is_admin() or entry.course_id in (select app_private.my_course_ids()) or entry.book_id in (select app_private.my_book_ids())) then
    raise exception 'The authors of what is reviewed answer.' using errcode = 'NL403';
  end if;
  update app_public.testimonials t set answer_md = words, answered_at = case when words is not null then now() end,
    answered_by = case when words is not null then me end where t.id = entry.id returning t.* into entry;
  return entry;
end $$;
comment on function app_public.answer_review(uuid, text) is
  'Answers a learner''s review; without words the answer is taken back. By those who write the item and staff. Errors: LOGIN_REQUIRED, NOT_FOUND, FORBIDDEN, BAD_INPUT with the field.';
-- Granted to visitors too, so that their refusal is LOGIN_REQUIRED.
grant execute on function app_public.create_testimonial(text, int, uuid, uuid, uuid),
  app_public.update_testimonial_by_id(uuid, app_public.testimonial_patch), app_public.answer_review(uuid, text) to newline_visitor;

-- An answer changes when nothing of the review did, and a review when nothing of the answer did: updated_at is the learner's.
drop trigger touch on app_public.testimonials;
create trigger touch before update of rating, quote_md on app_public.testimonials
  for each row execute function app_private.touch_updated_at();

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
  if tag is not null then perform pg_notify('newline_tags', tag); end if;
  return null;
end $$;
comment on function app_private.notify_finished() is 'Tells the page cache that somebody who reviewed an item may have finished it, or no longer has.';
create trigger notify_finished after insert or delete on app_public.user_progresses
  for each row execute function app_private.notify_finished();

-- The page cache hears of an answer, as it does of the review.
drop trigger notify_tags on app_public.testimonials;
create trigger notify_tags after insert or delete or update of slug, user_id, course_id, book_id, rating, quote_md, name, title, employer,
  website_url, twitter_username, github_username, linked_in_url, profile_image_url, answer_md, answered_by on app_public.testimonials
  for each row execute function app_private.notify_tags('testimonials');
