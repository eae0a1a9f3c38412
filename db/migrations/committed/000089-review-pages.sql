--! Previous: sha1:b351ffbd47874288857e0cc4eac65764fbca0500
--! Hash: sha1:0ee7bf035e517563d8f66a20329076de83d235b5

-- Pages of an item's reviews: of learners, of the site, and from surveys, in a chosen order.

create type app_public.review_sort as enum ('NEWEST', 'HIGHEST', 'LOWEST');
comment on type app_public.review_sort is 'The order of an item''s reviews: the newest first, or by their stars and then the newest first.';

create type app_public.review as (
  id uuid, is_survey boolean, rating int, text text, created_at timestamptz, user_id uuid, username text, name text, profile_image_url text,
  title text, employer text, website_url text, twitter_username text, github_username text, linked_in_url text, is_finished boolean,
  answer_md text, answerer_name text
);
comment on type app_public.review is 'A review of a course or book, as its card shows it: by a learner, chosen by the site, or a survey response.';
comment on column app_public.review.id is 'The ID of the testimonial or survey response.';
comment on column app_public.review.is_survey is 'True for a survey response.';
comment on column app_public.review.rating is 'Stars, 1 to 5.';
comment on column app_public.review.text is 'The text: Markdown, or plain text in a survey response.';
comment on column app_public.review.user_id is 'The user who wrote it; null for a testimonial chosen by the site, and for an anonymous survey response.';
comment on column app_public.review.name is 'The display name of the user, or the name on the testimonial; null without one.';
comment on column app_public.review.title is 'The job title.';
comment on column app_public.review.is_finished is 'True if the user has completed every lesson of the reviewed item.';
comment on column app_public.review.answer_md is 'The answer of an author of the item, in Markdown; null without an answer.';
comment on column app_public.review.answerer_name is 'The display name of the user who answered; null without an answer, or if their account was deleted.';

create function app_public.reviews(
  course_id uuid default null, book_id uuid default null, sort app_public.review_sort default 'NEWEST', before uuid default null, at_most int default 50
) returns setof app_public.review
language sql stable rows 25 as $$
  with entries as materialized (
    select t.id, t.created_at, case reviews.sort when 'HIGHEST' then t.rating when 'LOWEST' then -t.rating else 0 end as stars, false as is_survey
    from app_public.testimonials t
    where (t.course_id = reviews.course_id or t.book_id = reviews.book_id) and t.hidden_at is null
      and (t.user_id is not null or not exists (
        select from app_public.testimonials r join app_public.users u on u.id = r.user_id
        where (r.course_id = t.course_id or r.book_id = t.book_id) and r.hidden_at is null
          and (lower(app_public.users_display_name(u)) = lower(t.name) or r.quote_md = t.quote_md)))
    union all
    select s.id, s.created_at, case reviews.sort when 'HIGHEST' then s.scale_number when 'LOWEST' then -s.scale_number else 0 end, true
    from app_public.surveys s
    where (s.course_id = reviews.course_id or s.book_id = reviews.book_id) and btrim(s.review_text) <> ''
  ), page as materialized (
    select e.* from entries e
    where reviews.before is null or (e.stars, e.created_at, e.id) < (select b.stars, b.created_at, b.id from entries b where b.id = reviews.before)
    order by e.stars desc, e.created_at desc, e.id desc
    limit least(greatest(coalesce(at_most, 50), 0), 100)
  )
  select p.id, p.is_survey, coalesce(t.rating, s.scale_number), coalesce(t.quote_md, s.review_text), p.created_at, u.id, u.username,
    coalesce(app_public.users_display_name(u), t.name), case when u.id is null then t.profile_image_url else u.profile_image_url end,
    case when u.id is null then t.title else u.employment_title end, case when u.id is null then t.employer else u.employer_name end,
    case when u.id is null then t.website_url else u.website_url end,
    case when u.id is null then t.twitter_username else u.twitter_username end,
    case when u.id is null then t.github_username else u.github_username end,
    case when u.id is null then t.linked_in_url else u.linked_in_url end,
    not p.is_survey and app_public.testimonials_is_finished(t), t.answer_md, app_public.users_display_name(a)
  from page p
    left join app_public.testimonials t on not p.is_survey and t.id = p.id
    left join app_public.surveys s on p.is_survey and s.id = p.id
    left join app_public.users u on u.id = coalesce(t.user_id, s.user_id)
    left join app_public.users a on a.id = t.answered_by
  order by p.stars desc, p.created_at desc, p.id desc
$$;
comment on function app_public.reviews(uuid, uuid, app_public.review_sort, uuid, int) is
  'The reviews of a course or book: testimonials, and survey responses with text; at most 100. A testimonial chosen by the site is left out if the item has a review by a user of the same name, or with the same text. before is the id of the last one on the previous page.';
grant execute on function app_public.reviews(uuid, uuid, app_public.review_sort, uuid, int) to newline_visitor;
