--! Previous: sha1:97207d9f30db07c90583bf27067e22bd071e4c62
--! Hash: sha1:bf730ba3aadba9176cd8e7d1e4ab5de5ef06f2a4

-- Every guard says what must hold, and refuses unless that is true. `if not (a or b in (…))` let a NULL through: an author of a course and a
-- book could answer reviews of other authors' courses, whose book_id is NULL. The functions below are as they were, but for their guards;
-- db/tests/permissions/guards.test.ts refuses a new one of the old kind.
create or replace function app_private.answer_to_note(comment uuid, out lesson_id uuid, out body_delta jsonb, out version text, out answer jsonb, out who text, out discussion_id uuid) returns record
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.deleted or entry.hidden_at is not null then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  if entry.noted_at is not null then raise exception 'This answer stands in the lesson.' using errcode = 'NL409'; end if;
  select d.lesson_id into answer_to_note.lesson_id from app_public.discussions d where d.id = entry.discussion_id;
  if answer_to_note.lesson_id is null then raise exception 'commentId: expected an answer beside a lesson.' using errcode = 'NL400'; end if;
  if (app_public.current_user_id() in (select app_private.answerers(entry.discussion_id))) is not true then
    raise exception 'Only those who write the lesson may do this.' using errcode = 'NL403';
  end if;
  perform from app_public.lessons l where l.id = answer_to_note.lesson_id for no key update; -- as every save does
  select b.body_delta, md5(b.body_delta::text) into answer_to_note.body_delta, answer_to_note.version
    from app_private.lesson_bodies b where b.lesson_id = answer_to_note.lesson_id for no key update;
  answer := entry.body_delta;
  discussion_id := entry.discussion_id;
  select app_public.users_display_name(u) into who from app_public.users u where u.id = entry.user_id;
end $$;

create or replace function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int) returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  offer app_public.checkout_offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced);
  places int := coalesce(wanted_seats, offer.min_seats, 1);
  checkout app_private.checkouts;
begin
  if num_nonnulls(plan_slug, course_slug, book_slug) <> 1 then
    raise exception 'Expected one of planSlug, courseSlug and bookSlug.' using errcode = 'NL400';
  end if;
  if offer.name is null then raise exception 'This is not for sale.' using errcode = 'NL404'; end if;
  if offer.already is not null then raise exception '%', offer.already using errcode = 'NL409'; end if;
  if (places between coalesce(offer.min_seats, 1) and coalesce(offer.max_seats, 1)) is not true then
    raise exception 'seats: expected % to %, got %.', coalesce(offer.min_seats, 1), coalesce(offer.max_seats, 1), places using errcode = 'NL400';
  end if;
  -- Whoever presses twice, or comes back a little later, goes on with the same checkout and cannot pay it twice.
  perform pg_advisory_xact_lock(hashtext('checkout ' || me));
  select c.* into checkout from app_private.checkouts c where c.user_id = me and c.completed_at is null and c.created_at > now() - interval '20 minutes'
    and c.plan_id is not distinct from offer.plan_id and c.course_id is not distinct from offer.course_id and c.book_id is not distinct from offer.book_id
    and c.is_advanced = offer.is_advanced and c.seats = places and (c.amount_cents, c.currency) = (offer.amount_cents, offer.currency) order by c.created_at desc limit 1;
  if not found then
    insert into app_private.checkouts (user_id, plan_id, course_id, book_id, is_advanced, seats, amount_cents, currency, discount_percent)
      values (me, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, places, offer.amount_cents, offer.currency, offer.discount_percent)
      returning * into checkout;
  end if;
  return query select checkout.id, offer.name, places, checkout.amount_cents, checkout.currency::text, offer.billing_interval,
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at;
end $$;

create or replace function app_private.check_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.name is distinct from app_private.plain_name(new.name) then
    raise exception 'name: expected 1 to 80 characters in one line that can be seen, without spaces around them.' using errcode = 'NL400';
  end if;
  if new.is_admin is not true and app_private.is_name_of_staff(new.name, new.id) then
    raise exception 'name: somebody who runs this site goes by this name. Choose another.' using errcode = 'NL409';
  end if;
  return new;
end $$;

create or replace function app_private.check_pictures() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  col text;
  address text;
begin
  foreach col in array tg_argv loop
    address := to_jsonb(new) ->> col;
    continue when address is null or tg_op = 'UPDATE' and address is not distinct from to_jsonb(old) ->> col;
    if app_private.is_shown_picture(address) is not true then
      raise exception '%: expected a picture of this site (/media/…) or of one of these hosts: %.',
        substring(col for 1) || substring(replace(initcap(replace(col, '_', ' ')), ' ', '') from 2),
        coalesce((select string_agg(p.host, ', ' order by p.host) from app_private.picture_hosts p), 'none') using errcode = 'NL400';
    end if;
  end loop;
  return new;
end $$;

create or replace function app_private.check_public_video(address text, course uuid, book uuid, field text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id where v.video_url = address
      and coalesce(l.course_id, l.book_id) is distinct from coalesce(course, book) and app_public.is_admin() is not true
      and (coalesce(l.course_id, l.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true)
    or exists (select from app_public.videos v where v.video_url = address and v.owner_id is distinct from app_public.current_user_id() and app_public.is_admin() is not true
      and (coalesce(v.course_id, v.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true) then
    raise exception '%: expected a video of your own.', field using errcode = 'NL400';
  end if;
end $$;

create or replace function app_private.check_review() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.rating is not null and (new.rating between 1 and 5) is not true then
    raise exception 'rating: expected 1 to 5 stars, got %.', new.rating using errcode = 'NL400';
  end if;
  if length(new.quote_md) > 200 then
    raise exception 'quoteMd: expected at most 200 characters, got %.', length(new.quote_md) using errcode = 'NL400';
  end if;
  return new;
end $$;

create or replace function app_private.clean_title(title text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  cleaned text := btrim(regexp_replace(coalesce(title, ''), '\s+', ' ', 'g'));
begin
  if (length(cleaned) between 1 and 200) is not true then
    raise exception 'title: expected 1 to 200 characters, got %.', length(cleaned) using errcode = 'NL400';
  end if;
  return cleaned;
end $$;

create or replace function app_private.create_article(title text, slug_wish text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  made uuid;
  tried text := slug_wish;
  n int := 1;
begin
  if app_public.is_author() is not true then
    raise exception 'Only authors begin articles. Ask the staff to make you one.' using errcode = 'NL403';
  end if;
  if app_public.is_admin() is not true and (select count(*) from app_public.contributions c join app_public.articles a on a.id = c.article_id
      where c.user_id = me and a.created_at > now() - interval '1 day') >= 100 then
    raise exception '100 articles a day are allowed. Go on tomorrow.' using errcode = 'NL429';
  end if;
  loop
    if not exists (select from app_public.permalinks p where p.path = '/articles/' || tried) then
      insert into app_public.articles as a (title, slug) values (create_article.title, tried) on conflict (slug) do nothing returning a.id into made;
      exit when made is not null;
    end if;
    n := n + 1;
    tried := slug_wish || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  insert into app_public.contributions (title, user_id, article_id) values ('AUTHOR', me, made);
  perform app_private.save_article_body(made, body, ids, html, markdown, texts, free, drawn, drawer);
  return made;
end $$;

create or replace function app_private.create_discussion_with_comment(user_id uuid, lesson uuid, article uuid, clip uuid, seconds double precision, selection jsonb, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(user_id);
  wait int := app_private.seconds_to_wait(me);
  written app_private.written_comment := app_private.sent_before(me, key, body);
  made uuid;
begin
  if written.comment_id is not null then return written; end if;
  perform app_private.require_writer(me);
  if num_nonnulls(lesson, article, clip) <> 1 then
    raise exception 'discussion: expected one of lessonId, articleId and clipId.' using errcode = 'NL400';
  end if;
  if app_private.person_sees(me, lesson, article, clip) is not true then
    raise exception 'There is no such %.', case when lesson is not null then 'lesson' when article is not null then 'article' else 'clip' end using errcode = 'NL404';
  end if;
  perform app_private.require_read(lesson, article);
  if selection is not null and clip is not null then
    raise exception 'selection: a clip has no text.' using errcode = 'NL400';
  elsif seconds is not null and article is not null then
    raise exception 'timecodeStart: an article has no video.' using errcode = 'NL400';
  end if;
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  insert into app_public.discussions as d (lesson_id, article_id, clip_id, timecode_start) values (lesson, article, clip, seconds) returning d.id into made;
  if selection is not null then perform app_private.add_selection(made, selection); end if;
  return app_private.add_comment(me, made, null, key, body, markdown, html, drawn, drawer, mentions);
end $$;

create or replace function app_private.create_item(title text, is_book boolean) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  cleaned text := app_private.clean_title(title);
  wish text := app_private.slug_of(cleaned, case when is_book then 'book' else 'course' end);
  room text := case when is_book then '/books/' else '/courses/' end;
  tried text := wish;
  made uuid;
  n int := 1;
begin
  if app_public.is_author() is not true then
    raise exception 'Only authors begin courses and books. Ask the staff to make you one.' using errcode = 'NL403';
  end if;
  if app_public.is_admin() is not true and (select count(*) from app_public.contributions c
      where c.user_id = me and c.article_id is null and c.created_at > now() - interval '1 day') >= 100 then
    raise exception '100 courses and books a day are allowed. Go on tomorrow.' using errcode = 'NL429';
  end if;
  loop
    if not exists (select from app_public.permalinks p where p.path = room || tried) then
      if is_book then
        insert into app_public.books as b (title, slug, permalink) values (cleaned, tried, room || tried) on conflict do nothing returning b.id into made;
      else
        insert into app_public.courses as c (title, slug, permalink) values (cleaned, tried, room || tried) on conflict do nothing returning c.id into made;
      end if;
      exit when made is not null;
    end if;
    n := n + 1;
    tried := wish || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  insert into app_public.contributions (title, user_id, course_id, book_id)
    values ('AUTHOR', me, case when not is_book then made end, case when is_book then made end);
  return made;
end $$;

create or replace function app_private.delete_comment(comment uuid) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.user_id is distinct from me and app_public.is_admin() is not true then
    raise exception 'Only its author and staff may delete a comment.' using errcode = 'NL403';
  end if;
  if not entry.deleted then
    update app_public.comments c set deleted = true where c.id = entry.id;
    update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
    if entry.user_id is distinct from me then
      perform app_private.audit('comment.delete', 'comment', entry.id,
        app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
    end if;
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;

create or replace function app_private.keep_played_video() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text := case when tg_op = 'INSERT' then null else coalesce(to_jsonb(old) ->> 'video_url', to_jsonb(old) ->> 'hero_video_url') end;
  after text := case when tg_op = 'DELETE' then null else coalesce(to_jsonb(new) ->> 'video_url', to_jsonb(new) ->> 'hero_video_url') end;
begin
  if before is not distinct from after then return null; end if;
  if after is not null and app_public.current_user_id() is not null and exists (
    select from app_public.videos v where v.video_url = after and (app_public.is_admin() or v.owner_id is not distinct from app_public.current_user_id()
      or v.course_id in (select app_private.my_course_ids()) or v.book_id in (select app_private.my_book_ids())) is not true) then
    raise exception 'There is no such video of yours.' using errcode = 'NL404';
  end if;
  update app_public.videos v set loose_since = null where v.video_url = after and v.loose_since is not null;
  update app_public.videos v set loose_since = now() where v.video_url = before and v.loose_since is null and not app_private.is_played(before);
  return null;
end $$;

create or replace function app_private.locked_article(article uuid, is_publishing boolean) returns app_public.articles
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  mine app_public.contribution_title := case when app_public.is_admin() then 'AUTHOR'
    else (select c.title from app_public.contributions c where c.article_id = article and c.user_id = me) end;
  entry app_public.articles;
begin
  select * into entry from app_public.articles a
    where a.id = article and (mine is not null or (a.is_published and a.published_at <= now() and a.archived_at is null));
  if entry.id is null then raise exception 'There is no such article.' using errcode = 'NL404'; end if;
  if mine is null then raise exception 'Only those who write this article may do this.' using errcode = 'NL403'; end if;
  if is_publishing and mine is distinct from 'AUTHOR' then
    raise exception 'An editor may write this article. Details and publishing are up to its authors.' using errcode = 'NL403';
  end if;
  select * into entry from app_public.articles a where a.id = article for no key update; -- saves of one article come one after the other
  return entry;
end $$;

create or replace function app_private.locked_item(course uuid, book uuid, is_authors boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  kind text := case when book is null then 'course' else 'book' end;
  mine app_public.contribution_title;
begin
  if num_nonnulls(course, book) <> 1 then
    raise exception 'courseId: expected either courseId or bookId.' using errcode = 'NL400';
  end if;
  perform from app_public.courses c where c.id = course for no key update; -- changes of one item come one after the other
  perform from app_public.books b where b.id = book for no key update;
  mine := case when app_public.is_admin() then 'AUTHOR'
    else (select c.title from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id = me) end;
  if not exists (select from app_public.courses c where c.id = course
        and (mine is not null or c.archived_at is null and (c.is_coming_soon or c.is_published and c.published_at <= now()))
      union all select from app_public.books b where b.id = book
        and (mine is not null or b.archived_at is null and (b.is_coming_soon or b.is_published and b.published_at <= now()))) then
    raise exception 'There is no such %.', kind using errcode = 'NL404';
  end if;
  if mine is null then raise exception 'Only those who write this % may do this.', kind using errcode = 'NL403'; end if;
  if is_authors and mine is distinct from 'AUTHOR' then
    raise exception 'An editor may write this %. Publishing, prices and who writes it are up to its authors.', kind using errcode = 'NL403';
  end if;
end $$;

create or replace function app_private.locked_lesson_text(lesson uuid, is_publishing boolean) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.lessons;
begin
  select * into entry from app_public.lessons l where l.id = lesson;
  if entry.id is null or (app_public.lessons_may_write(entry)
      or coalesce((select i.is_open from app_private.lesson_item(entry.course_id, entry.book_id) i), false)) is not true then
    raise exception 'There is no such lesson.' using errcode = 'NL404';
  end if;
  if app_public.lessons_may_write(entry) is not true then
    raise exception 'Only those who write this lesson may do this.' using errcode = 'NL403';
  end if;
  if is_publishing and app_public.lessons_may_publish(entry) is not true then
    raise exception 'An editor may write this lesson. Publishing is up to its authors.' using errcode = 'NL403';
  end if;
  select * into entry from app_public.lessons l where l.id = lesson for no key update; -- saves of one lesson come one after the other
  if entry.id is null then raise exception 'There is no such lesson.' using errcode = 'NL404'; end if;
  return entry;
end $$;

create or replace function app_private.move_deleted_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept app_private.hidden_comment_bodies;
begin
  if old.deleted and new.deleted is not true then
    raise exception 'A deleted comment stays deleted.' using errcode = 'NL400';
  end if;
  if new.deleted then
    new.deleted_at := case when old.deleted then old.deleted_at else now() end;
    new.hidden_at := null;
  end if;
  if new.deleted and not old.deleted then
    insert into app_private.deleted_comment_bodies (comment_id, body_delta, body_markdown, body_html, deleted_by)
      select old.id, coalesce(old.body_delta, h.body_delta), coalesce(old.body_markdown, h.body_markdown), coalesce(old.body_html, h.body_html),
        app_public.current_user_id()
      from (select) one left join app_private.hidden_comment_bodies h on h.comment_id = old.id;
    delete from app_private.hidden_comment_bodies h where h.comment_id = old.id;
    delete from app_private.attachment_uses u where u.comment_id = old.id;
  elsif not new.deleted and new.hidden_at is not null and old.hidden_at is null then
    insert into app_private.hidden_comment_bodies (comment_id, body_delta, body_markdown, body_html)
      values (old.id, old.body_delta, old.body_markdown, old.body_html);
  elsif not new.deleted and new.hidden_at is null and old.hidden_at is not null then
    delete from app_private.hidden_comment_bodies h where h.comment_id = old.id returning h.* into kept;
    new.body_delta := kept.body_delta; new.body_markdown := kept.body_markdown; new.body_html := kept.body_html;
    return new;
  end if;
  if new.deleted or new.hidden_at is not null then
    new.body_delta := null; new.body_markdown := null; new.body_html := null; new.body_drawings := null; new.drawn_by := 0;
  end if;
  return new;
end $$;

create or replace function app_private.own_user_id(user_id uuid) returns uuid
language plpgsql stable as $$
begin
  if app_public.current_user_id() is null then
    raise exception 'Please sign in.' using errcode = 'NL401';
  end if;
  if user_id is not null and user_id is distinct from app_public.current_user_id() then
    raise exception 'userId must be absent or your own id.' using errcode = 'NL403';
  end if;
  return app_public.current_user_id();
end $$;

create or replace function app_private.period_start(days int) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if days is not null and (days between 1 and 3650) is not true then
    raise exception 'days: expected 1 to 3650, or nothing for all time, got %.', days using errcode = 'NL400';
  end if;
  return coalesce(now() - days * interval '1 day', '-infinity');
end $$;

create or replace function app_private.publish_article(article uuid, version int, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int, publish_at timestamptz) returns app_private.save_outcome
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, true);
  newest app_public.article_revisions := app_private.newest_revision(article);
  falls_due timestamptz := coalesce(publish_at, case when entry.published_at <= now() then entry.published_at end, now());
begin
  if version is distinct from newest.version then return 'CONFLICT'; end if;
  if falls_due > now() and entry.is_published and entry.published_at <= now() and entry.archived_at is null then
    raise exception 'publishedAt: the article is public already. Unpublish it first to schedule it.' using errcode = 'NL400';
  end if;
  if falls_due > now() + interval '5 years' then
    raise exception 'publishedAt: expected a time within five years.' using errcode = 'NL400';
  end if;
  update app_public.articles a set title = newest.title, is_published = true, published_at = falls_due, archived_at = null where a.id = article;
  perform app_private.save_article_body(article, body, ids, html, markdown, texts, free, drawn, drawer);
  return 'SAVED';
end $$;

create or replace function app_private.publish_item(course uuid, book uuid, publish_at timestamptz, is_early boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
  falls_due timestamptz;
begin
  perform app_private.locked_item(course, book, true);
  select c.is_published, c.published_at, c.archived_at, exists (select from app_public.lessons l where l.course_id = course) as has_lessons
    into entry from app_public.courses c where c.id = course;
  if book is not null then
    select b.is_published, b.published_at, b.archived_at, exists (select from app_public.lessons l where l.book_id = book) as has_lessons
      into entry from app_public.books b where b.id = book;
  end if;
  falls_due := coalesce(publish_at, case when entry.published_at <= now() then entry.published_at end, now());
  if entry.has_lessons is not true then
    raise exception 'lessons: there is nothing to read yet. Announce it as coming soon instead.' using errcode = 'NL400';
  end if;
  if falls_due > now() and entry.is_published and entry.published_at <= now() and entry.archived_at is null then
    raise exception 'publishedAt: it is public already. Unpublish it first to schedule it.' using errcode = 'NL400';
  end if;
  if falls_due > now() + interval '5 years' then
    raise exception 'publishedAt: expected a time within five years.' using errcode = 'NL400';
  end if;
  update app_public.courses c set is_published = true, is_coming_soon = false, is_early_access = coalesce(is_early, false), published_at = falls_due,
    archived_at = null where c.id = course;
  update app_public.books b set is_published = true, is_coming_soon = false, is_early_access = coalesce(is_early, false), published_at = falls_due,
    archived_at = null where b.id = book;
end $$;

create or replace function app_private.readable_lesson_blocks(lesson uuid) returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  whole constant int := 2147483647;
  l record;
begin
  select o.course_id, o.book_id, o.is_advanced_package_lesson as is_advanced, i.is_open, i.is_early, i.is_free or o.is_free as is_free, i.percent
    into l from app_public.lessons o cross join lateral app_private.lesson_item(o.course_id, o.book_id) i where o.id = lesson;
  if not found then return null; end if;
  if l.is_open and app_private.open_lesson_blocks(l.is_early, l.is_free, l.is_advanced, null, null, null) = whole then return whole; end if;
  if l.is_open and app_private.is_entitled(l.course_id, l.book_id, l.is_advanced) then return whole; end if;
  if app_public.is_admin() or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()) then
    return whole;
  end if;
  if l.is_open is not true then return 0; end if;
  return (
    select app_private.open_lesson_blocks(l.is_early, l.is_free, l.is_advanced, b.free_blocks, b.block_lengths, l.percent)
    from (select) as one left join app_private.lesson_bodies b on b.lesson_id = lesson);
end $$;

create or replace function app_private.reply_to_comment(user_id uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(user_id);
  wait int := app_private.seconds_to_wait(me);
  written app_private.written_comment := app_private.sent_before(me, key, body);
  place app_public.discussions;
begin
  if written.comment_id is not null then return written; end if;
  perform app_private.require_writer(me);
  select * into place from app_public.discussions d where d.id = discussion;
  if place.id is null or app_private.person_sees(me, place.lesson_id, place.article_id, place.clip_id) is not true then
    raise exception 'There is no such discussion.' using errcode = 'NL404';
  end if;
  perform app_private.require_read(place.lesson_id, place.article_id);
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  return app_private.add_comment(me, discussion, parent, key, body, markdown, html, drawn, drawer, mentions);
end $$;

create or replace function app_private.require_admin() returns uuid
language plpgsql stable as $$
begin
  perform app_private.own_user_id(null);
  if app_public.is_admin() is not true then raise exception 'This is for administrators.' using errcode = 'NL403'; end if;
  return app_public.current_user_id();
end $$;

create or replace function app_private.require_read(lesson uuid, article uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if lesson is not null and app_public.may_read(lesson_id => lesson) is not true or article is not null and app_public.may_read(article_id => article) is not true then
    raise exception 'Only those who may read all of the text may write about it.' using errcode = 'NL403';
  end if;
end $$;

create or replace function app_private.sent_before(person uuid, key uuid, body jsonb) returns app_private.written_comment
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments;
begin
  select * into entry from app_public.comments c where c.user_id = person and c.client_key = key;
  if entry.id is null then return null; end if;
  if entry.body_delta is distinct from body and entry.edited is not true then
    raise exception 'This key was sent before, with another text.' using errcode = 'NL409';
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;

create or replace function app_private.update_item(course uuid, book uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  room text := case when book is null then '/courses/' else '/books/' end;
  kind text := case when book is null then 'courses' else 'books' end;
  was jsonb;
  entry jsonb;
  columns text;
  tag_ids uuid[];
  unknown text;
begin
  perform app_private.locked_item(course, book, patch ?| array['slug', 'permalink', 'preview_percent', 'is_free', 'is_for_sale', 'is_coming_soon',
    'is_early_access', 'is_shown_publicly', 'is_masterclass', 'is_bootcamp', 'is_live_workshop', 'subscription_required']);
  execute format('select to_jsonb(t) from app_public.%I t where t.id = $1', kind) into was using coalesce(course, book);
  entry := was || (patch - 'tags');
  if entry ->> 'slug' <> was ->> 'slug' then
    if not patch ? 'permalink' and was ->> 'permalink' = room || (was ->> 'slug') then
      entry := entry || jsonb_build_object('permalink', room || (entry ->> 'slug'));
    end if;
    execute format('select exists (select from app_public.%I t where t.slug = $1)', kind) into strict columns using entry ->> 'slug';
    if columns::boolean then raise exception 'slug: % is taken.', entry ->> 'slug' using errcode = 'NL409'; end if;
    if was ->> 'published_at' is not null or (was ->> 'is_coming_soon')::boolean then -- also where its page lives elsewhere, its lessons lived here
      insert into app_public.permalinks (path, course_id, book_id, is_current) values (room || (was ->> 'slug'), course, book, room || (was ->> 'slug') = was ->> 'permalink')
        on conflict do nothing;
    end if;
  end if;
  if (entry ->> 'permalink' = room || (entry ->> 'slug') or entry ->> 'permalink' ~ '^/[a-z0-9]+(-[a-z0-9]+)*$') is not true then
    raise exception 'permalink: expected % or one part such as /a-title.', room || (entry ->> 'slug') using errcode = 'NL400';
  end if;
  if patch ? 'hero_video_url' then perform app_private.check_public_video(patch ->> 'hero_video_url', course, book, 'heroVideoUrl'); end if;
  if patch ? 'tags' then
    select array_agg(app_private.tag_id_of(n)), string_agg(n, ', ') filter (where app_private.tag_id_of(n) is null)
      into tag_ids, unknown from jsonb_array_elements_text(patch -> 'tags') n;
    if unknown is not null then raise exception 'tags: there is no tag %.', unknown using errcode = 'NL400'; end if;
    if coalesce(tag_ids, '{}') <> array(select g.tag_id from app_public.taggings g where g.course_id = course or g.book_id = book order by g.created_at, g.id) then
      delete from app_public.taggings g where g.course_id = course or g.book_id = book;
      insert into app_public.taggings (tag_id, course_id, book_id, created_at)
        select u.t, course, book, now() + min(u.n) * interval '1 microsecond' from unnest(tag_ids) with ordinality u (t, n) group by u.t order by min(u.n);
    end if;
  end if;
  select string_agg(format('%1$I = n.%1$I', c), ', ') into columns from unnest(array['title', 'subtitle', 'slug', 'permalink', 'topic', 'description', 'summary',
      'primary_description_markdown', 'poster_image_url', 'cover_image_url', 'full_cover_image_url', 'hero_video_url', 'preview_pdf_url', 'dependencies',
      'is_coming_soon', 'is_early_access', 'is_shown_publicly', 'is_bootcamp', 'is_live_workshop', 'num_exercises', 'preview_percent', 'pricing_features',
      'syllabus', 'faq', 'resources', 'lesson_language', 'marketing_headline', 'marketing_copy_markdown']
      || case when book is null then array['is_free', 'is_masterclass', 'subscription_required', 'archetype'] else array['is_for_sale'] end) c
    where entry -> c is distinct from was -> c;
  if columns is not null then
    execute format('update app_public.%1$I t set %2$s from jsonb_populate_record(null::app_public.%1$I, $1) n where t.id = $2', kind, columns)
      using entry, coalesce(course, book);
  end if;
exception when check_violation then
  get stacked diagnostics columns = constraint_name;
  if columns is distinct from 'permalinks_reserved_check' then raise; end if;
  raise exception 'permalink: % is an address of the site itself.', entry ->> 'permalink' using errcode = 'NL400';
end $$;

create or replace function app_private.video_place(lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, out item_course_id uuid, out item_book_id uuid) returns record
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(lesson_id, clip_id, course_id, book_id) <> 1 then
    raise exception 'Name one of lessonId, clipId, courseId and bookId.' using errcode = 'NL400';
  end if;
  select p.course_id, p.book_id into item_course_id, item_book_id from (
    select l.course_id, l.book_id from app_public.lessons l where l.id = video_place.lesson_id
    union all select c.course_id, c.book_id from app_public.clips c where c.id = video_place.clip_id
    union all select c.id, null from app_public.courses c where c.id = video_place.course_id
    union all select null, b.id from app_public.books b where b.id = video_place.book_id) as p;
  if (app_public.is_admin() and num_nonnulls(item_course_id, item_book_id) = 1 or item_course_id in (select app_private.my_course_ids())
      or item_book_id in (select app_private.my_book_ids())) is not true then
    raise exception 'Only who writes it may change its video.' using errcode = 'NL403';
  end if;
end $$;

create or replace function app_public.accept_answer(comment_id uuid, is_accepted boolean default true) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(accept_answer.comment_id);
  thread app_public.discussions;
begin
  if app_private.may_resolve(entry.discussion_id) is not true then
    raise exception 'Only who asked, the authors and staff may accept an answer.' using errcode = 'NL403';
  end if;
  if entry.deleted or entry.hidden_at is not null then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  if entry.id = (select c.id from app_public.comments c where c.discussion_id = entry.discussion_id order by c.created_at, c.id limit 1) then
    raise exception 'A question is not its own answer.' using errcode = 'NL400';
  end if;
  update app_public.discussions d set accepted_comment_id = case
      when coalesce(is_accepted, true) then entry.id when d.accepted_comment_id is distinct from entry.id then d.accepted_comment_id end,
    is_resolved = d.is_resolved or coalesce(is_accepted, true)
    where d.id = entry.discussion_id returning d.* into thread;
  return thread;
end $$;

create or replace function app_public.answer_review(id uuid, answer_md text default null) returns app_public.testimonials
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
  if (app_public.is_admin() or entry.course_id in (select app_private.my_course_ids()) or entry.book_id in (select app_private.my_book_ids())) is not true then
    raise exception 'The authors of what is reviewed answer.' using errcode = 'NL403';
  end if;
  update app_public.testimonials t set answer_md = words, answered_at = case when words is not null then now() end,
    answered_by = case when words is not null then me end where t.id = entry.id returning t.* into entry;
  return entry;
end $$;

create or replace function app_public.approve_comment(id uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(approve_comment.id);
begin
  if app_public.is_admin() is not true then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
  if entry.hidden_at is not null then
    update app_public.comments c set hidden_at = null where c.id = entry.id returning c.* into entry;
  end if;
  perform app_private.audit('comment.approve', 'comment', entry.id,
    app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
  return entry;
end $$;

create or replace function app_public.attach_video(playback_id text, lesson_id uuid default null, clip_id uuid default null, course_id uuid default null, book_id uuid default null) returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(attach_video.playback_id);
begin
  perform app_private.video_place(attach_video.lesson_id, attach_video.clip_id, attach_video.course_id, attach_video.book_id);
  if found_video.status is distinct from 'READY' then
    raise exception 'This video is not ready to be played.' using errcode = 'NL409';
  end if;
  perform app_private.play_video(found_video.video_url, found_video.duration_seconds, found_video.poster_second,
    attach_video.lesson_id, attach_video.clip_id, attach_video.course_id, attach_video.book_id);
  select * into found_video from app_public.videos v where v.id = found_video.id;
  return found_video;
end $$;

create or replace function app_public.change_plan(id uuid, changes app_public.plan_changes) returns app_public.plans
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  plan app_public.plans;
  old_cents int;
begin
  perform app_private.require_admin();
  select p.amount_cents into old_cents from app_public.plans p where p.id = change_plan.id for no key update;
  if not found then raise exception 'There is no such plan.' using errcode = 'NL404'; end if;
  if (changes).amount_cents < 1 then raise exception 'amountCents: expected a price above 0.' using errcode = 'NL400'; end if;
  if (changes).name is not null and (length(btrim((changes).name)) between 1 and 80) is not true then raise exception 'name: expected 1 to 80 characters.' using errcode = 'NL400'; end if;
  if length(btrim((changes).description)) > 400 then raise exception 'description: expected at most 400 characters.' using errcode = 'NL400'; end if;
  update app_public.plans p set name = coalesce(btrim((changes).name), p.name),
      description = case when (changes).description is null then p.description else nullif(btrim((changes).description), '') end,
      amount_cents = coalesce((changes).amount_cents, p.amount_cents), is_offered = coalesce((changes).is_offered, p.is_offered),
      -- The price that Stripe knows is another one now: the amount is sent instead.
      stripe_price_id = case when coalesce((changes).amount_cents, p.amount_cents) = p.amount_cents then p.stripe_price_id end
    where p.id = change_plan.id returning p.* into plan;
  perform app_private.audit('plan.change', 'plan', plan.id, jsonb_build_object('slug', plan.slug, 'oldCents', old_cents, 'amountCents', plan.amount_cents,
    'currency', plan.currency, 'isOffered', plan.is_offered));
  return plan;
end $$;

create or replace function app_public.choose_poster(playback_id text, second int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(choose_poster.playback_id);
begin
  if (choose_poster.second = any (found_video.still_seconds)) is not true then
    raise exception 'second: expected one of which there is a still.' using errcode = 'NL400';
  end if;
  update app_public.videos v set poster_second = choose_poster.second where v.id = found_video.id;
  update app_public.clips c set thumbnail_seconds = choose_poster.second where c.video_url = found_video.video_url;
  return found_video.id;
end $$;

create or replace function app_public.create_testimonial(quote_md text, rating int, course_id uuid default null, book_id uuid default null, user_id uuid default null) returns app_public.testimonials
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(create_testimonial.user_id);
  entry app_public.testimonials;
begin
  if num_nonnulls(create_testimonial.course_id, create_testimonial.book_id) <> 1 then
    raise exception 'Expected courseId or bookId, got %.', case when create_testimonial.course_id is null then 'neither' else 'both' end using errcode = 'NL400';
  end if;
  if not exists (select from app_public.courses c where c.id = create_testimonial.course_id and c.is_coming_soon is false
      union all select from app_public.books b where b.id = create_testimonial.book_id and b.is_coming_soon is false) then
    raise exception 'There is no such course or book to review.' using errcode = 'NL404';
  end if;
  insert into app_public.testimonials (user_id, course_id, book_id, rating, quote_md)
    values (me, create_testimonial.course_id, create_testimonial.book_id, create_testimonial.rating, create_testimonial.quote_md)
    returning * into entry;
  return entry;
exception when unique_violation then
  raise exception 'You have reviewed this already. Change your review instead.' using errcode = 'NL409';
end $$;

create or replace function app_public.end_subscription(subscription_id uuid) returns app_public.subscriptions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended app_public.subscriptions;
begin
  perform app_private.require_admin();
  select s.* into ended from app_public.subscriptions s where s.id = end_subscription.subscription_id and s.status <> 'ENDED' for update;
  if not found then raise exception 'There is no such subscription that runs.' using errcode = 'NL404'; end if;
  if ended.provider is distinct from 'manual' then raise exception 'It is paid at Stripe: cancel it there.' using errcode = 'NL409'; end if;
  update app_public.subscriptions s set status = 'ENDED', ended_at = now() where s.id = ended.id returning s.* into ended;
  perform app_private.audit('subscription.end', 'subscription', ended.id, app_private.person_details(ended.user_id, jsonb_build_object(
    'plan', (select p.slug from app_public.plans p where p.id = ended.plan_id))));
  return ended;
end $$;

create or replace function app_public.end_suspension(user_id uuid) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or app_public.is_admin() is not true then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = end_suspension.user_id;
  delete from app_public.suspensions s where s.user_id = end_suspension.user_id;
  if found then
    perform app_private.audit('person.end_suspension', 'person', person.id, jsonb_build_object('username', person.username));
  end if;
  return person;
end $$;

create or replace function app_public.finish_upload(file text, name text, content_type text, width int, height int, byte_count int, thumbhash text, is_animated boolean, content_hash text, discussion_id uuid, attachable_id uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  made uuid;
begin
  delete from app_private.unkept_files u where u.file = finish_upload.file and u.user_id = me and u.due_at > now();
  if not found then
    raise exception 'The upload took too long. Send the file again.' using errcode = 'NL409';
  end if;
  insert into app_public.attachments as a (owner_id, discussion_id, file, name, image_url, kind, content_type, width, height,
      byte_count, thumbhash, is_animated, content_hash, loose_since)
    values (me, finish_upload.discussion_id, finish_upload.file, finish_upload.name, '/media/' || finish_upload.file || '/1600.webp', 'IMAGE',
      finish_upload.content_type, finish_upload.width, finish_upload.height, finish_upload.byte_count, finish_upload.thumbhash,
      finish_upload.is_animated, finish_upload.content_hash, case when finish_upload.discussion_id is null then now() end)
    returning a.id into made;
  if finish_upload.attachable_id is not null then
    if (finish_upload.attachable_id in (select app_private.my_article_ids())
      or exists (select from app_public.lessons l where l.id = finish_upload.attachable_id
        and (l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())))
      or exists (select from app_public.comments c where c.id = finish_upload.attachable_id and c.user_id = me)
      or app_public.is_admin() and exists (select from app_private.place_of(finish_upload.attachable_id) p
        where num_nonnulls(p.lesson_id, p.article_id, p.comment_id) = 1)) is not true then
      raise exception 'There is no such text of yours.' using errcode = 'NL404';
    end if;
    perform app_private.claim_attachments(array[made], finish_upload.attachable_id);
  end if;
  return made;
end $$;

create or replace function app_public.give_access(username text, kind app_public.entitlement_kind, item_slug text default null, ends_at timestamptz default null) returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  course uuid;
  book uuid;
begin
  perform app_private.require_admin();
  select u.id into person from app_public.users u where u.username = lower(btrim(give_access.username, ' @'));
  if person is null then raise exception 'username: there is no such person.' using errcode = 'NL404'; end if;
  if give_access.kind in ('COURSE', 'ADVANCED') then select c.id into course from app_public.courses c where c.slug = lower(btrim(item_slug)); end if;
  if give_access.kind = 'BOOK' or give_access.kind = 'ADVANCED' and course is null then select b.id into book from app_public.books b where b.slug = lower(btrim(item_slug)); end if;
  if give_access.kind is distinct from 'PRO' and num_nonnulls(course, book) = 0 then raise exception 'itemSlug: there is no such title.' using errcode = 'NL404'; end if;
  return app_public.grant_entitlement(person, give_access.kind, course, book, give_access.ends_at);
end $$;

create or replace function app_public.own_figures(days int default null, is_everyones boolean default false) returns app_public.figures_list
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  since timestamptz := app_private.period_start(own_figures.days);
  is_all boolean := coalesce(own_figures.is_everyones, false);
  found_list app_public.figures_list;
begin
  perform app_private.own_user_id(null);
  if is_all and app_public.is_admin() is not true then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  with items as materialized (
    select c.id, c.id as course_id, null::uuid as book_id, c.title, c.students_count, c.rating_count, c.rating_sum, c.created_at from app_public.courses c
      where is_all or c.id in (select app_private.my_course_ids())
    union all
    select b.id, null, b.id, b.title, b.students_count, b.rating_count, b.rating_sum, b.created_at from app_public.books b
      where is_all or b.id in (select app_private.my_book_ids())
  ), newest as (select * from items order by created_at desc, id desc limit 100)
  select coalesce(array_agg((n.course_id, n.book_id, n.title,
      (select count(*) from app_public.enrollments e where (e.course_id = n.course_id or e.book_id = n.book_id) and e.created_at >= since),
      n.students_count, n.rating_count, case when n.rating_count > 0 then n.rating_sum::float8 / n.rating_count end,
      app_private.open_questions(n.course_id, n.book_id, since))::app_public.figures_line order by n.created_at desc, n.id desc), '{}'),
    (select count(*) from items)
    into found_list.lines, found_list.items_count from newest n;
  return found_list;
end $$;

create or replace function app_public.rename_team(team_id uuid, name text) returns app_public.teams
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  team app_public.teams;
begin
  if (length(btrim(rename_team.name)) between 1 and 100) is not true then raise exception 'name: expected 1 to 100 characters.' using errcode = 'NL400'; end if;
  update app_public.teams t set name = btrim(rename_team.name) where t.id = rename_team.team_id and t.owner_id = me returning * into team;
  if not found then raise exception 'There is no such team of yours.' using errcode = 'NL404'; end if;
  return team;
end $$;

create or replace function app_public.set_discussion_follow(discussion_id uuid, is_followed boolean default null, mails app_public.mail_rhythm default null) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_follow.discussion_id;
  if thread.id is null or app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) is not true then
    raise exception 'There is no such discussion.' using errcode = 'NL404';
  end if;
  insert into app_public.discussion_follows (user_id, discussion_id, is_followed, mails)
    values (me, thread.id, set_discussion_follow.is_followed, set_discussion_follow.mails)
    on conflict (user_id, discussion_id) do update set is_followed = excluded.is_followed, mails = excluded.mails, updated_at = now();
  return thread;
end $$;

create or replace function app_public.set_discussion_resolved(id uuid, is_resolved boolean) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_resolved.id for no key update;
  if thread.id is null or app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) is not true then
    raise exception 'There is no such discussion.' using errcode = 'NL404';
  end if;
  if app_private.may_resolve(thread.id) is not true then
    raise exception 'Only who asked, the authors and staff may say so.' using errcode = 'NL403';
  end if;
  update app_public.discussions d set is_resolved = coalesce(set_discussion_resolved.is_resolved, true)
    where d.id = thread.id returning d.* into thread;
  return thread;
end $$;

create or replace function app_public.set_item_price(course_id uuid default null, book_id uuid default null, is_advanced boolean default false, amount_cents int default null, currency text default 'USD') returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_item_price.course_id;
  book uuid := set_item_price.book_id;
  entry app_public.item_prices;
begin
  perform app_private.locked_item(course, book, true);
  if set_item_price.amount_cents is not null and (set_item_price.amount_cents between 1 and 10000000) is not true then
    raise exception 'amountCents: expected 1 to 10,000,000, got %.', set_item_price.amount_cents using errcode = 'NL400';
  end if;
  if coalesce(set_item_price.currency, '') !~ '^[A-Z]{3}$' then
    raise exception 'currency: expected a code of three capitals, such as USD.' using errcode = 'NL400';
  end if;
  if set_item_price.amount_cents is null then
    delete from app_public.item_prices p where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false);
    return null;
  end if;
  update app_public.item_prices p set amount_cents = set_item_price.amount_cents, currency = set_item_price.currency
    where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false) returning * into entry;
  if entry.id is null then
    insert into app_public.item_prices as p (course_id, book_id, is_advanced, amount_cents, currency)
      values (course, book, coalesce(set_item_price.is_advanced, false), set_item_price.amount_cents, set_item_price.currency) returning * into entry;
  end if;
  return entry;
end $$;

create or replace function app_public.suspend_user(user_id uuid, ends_at timestamptz default null, reason text default null) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or app_public.is_admin() is not true then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = suspend_user.user_id for no key update;
  if person.id is null then raise exception 'There is no such person.' using errcode = 'NL404'; end if;
  if person.is_admin then raise exception 'Staff are not suspended.' using errcode = 'NL403'; end if;
  if suspend_user.ends_at <= now() then raise exception 'endsAt: expected a time ahead.' using errcode = 'NL400'; end if;
  if length(suspend_user.reason) > 1000 then raise exception 'reason: expected at most 1,000 characters.' using errcode = 'NL400'; end if;
  insert into app_public.suspensions (user_id, ends_at, reason) values (person.id, suspend_user.ends_at, nullif(btrim(suspend_user.reason), ''))
    on conflict (user_id) do update set ends_at = excluded.ends_at, reason = excluded.reason, created_at = now();
  perform app_private.audit('person.suspend', 'person', person.id, jsonb_build_object(
    'username', person.username, 'endsAt', suspend_user.ends_at, 'reason', nullif(btrim(suspend_user.reason), '')));
  return person;
end $$;

-- A CHECK lets NULL pass, and what JSON has not is NULL: {} was a text.
alter table app_private.lesson_bodies add constraint lesson_bodies_shape_check check (
  (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array') not valid;
alter table app_private.article_bodies add constraint article_bodies_shape_check check (
  (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array') not valid;
alter table app_private.lesson_revision_texts add constraint lesson_revision_texts_shape_check check (
  (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array') not valid;
alter table app_private.article_revision_texts add constraint article_revision_texts_shape_check check (
  (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array') not valid;
alter table app_public.comments add constraint comments_shape_check check (
  body_delta is null or (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array') not valid;
