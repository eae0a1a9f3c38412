--! Previous: sha1:f6a9c710048765df5a4e77ee075556b0e4a6c7a6
--! Hash: sha1:81fb0c765ce6c4d602a1dff15a928ca9f311992e

-- Compatible with older releases: they don't call the new function.
-- The page of a discussion is cached once for each kind of access, like those of lessons and articles. One function says which copy its reader
-- gets, of which version, and what in it is theirs: with a function for each of them, PostgreSQL took twice as long.

create type app_public.own_reaction as (comment_id uuid, kind text);
comment on type app_public.own_reaction is 'A reaction of the signed-in user to a comment.';
comment on column app_public.own_reaction.comment_id is 'The comment.';
comment on column app_public.own_reaction.kind is 'THANKS, AGREE, LAUGH or CONFUSED.';

create type app_public.discussion_reader as (
  access app_public.reader_access, page_version text, may_resolve boolean, is_followed boolean, mails app_public.mail_rhythm, reactions app_public.own_reaction[]
);
comment on type app_public.discussion_reader is 'The reader of a discussion''s page: which copy of it they get, and what in it is theirs.';
comment on column app_public.discussion_reader.access is
  'Their kind of access to what the discussion is about: EDITOR for administrators and its authors and editors, ENTITLED with an active entitlement, otherwise EVERYONE. It decides whether they can read the quoted passage.';
comment on column app_public.discussion_reader.page_version is
  'Changes with everything that the first page shows to readers with the same access: the 100 oldest comments with their reactions and authors, and what they are about.';
comment on column app_public.discussion_reader.may_resolve is 'True if they can accept an answer and resolve it.';
comment on column app_public.discussion_reader.is_followed is 'True for notifications of every comment, false for none, null for the default.';
comment on column app_public.discussion_reader.mails is 'When these notifications are emailed; null for the default.';
comment on column app_public.discussion_reader.reactions is 'Their reactions to its 100 oldest comments.';

create function app_public.discussions_reader(discussion app_public.discussions) returns app_public.discussion_reader
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_public.current_user_id();
  reader app_public.discussion_reader;
  item record;
  thread record;
  is_contributor boolean;
  is_staff boolean;
begin
  if discussion.lesson_id is not null then
    select l.course_id, l.book_id, null::uuid as article_id, l.is_advanced_package_lesson as is_advanced,
        concat_ws(' ', l.updated_at, c.updated_at, b.updated_at) as version into item
      from app_public.lessons l left join app_public.courses c on c.id = l.course_id left join app_public.books b on b.id = l.book_id
      where l.id = discussion.lesson_id;
  elsif discussion.article_id is not null then
    select null::uuid as course_id, null::uuid as book_id, a.id as article_id, false as is_advanced, a.updated_at::text as version into item
      from app_public.articles a where a.id = discussion.article_id;
  else
    select k.course_id, k.book_id, null::uuid as article_id, false as is_advanced,
        concat_ws(' ', k.updated_at, c.updated_at, b.updated_at) as version into item
      from app_public.clips k left join app_public.courses c on c.id = k.course_id left join app_public.books b on b.id = k.book_id
      where k.id = discussion.clip_id;
  end if;
  -- Comments are updated for reactions, replies, renderings and moderation, and users for a new name or image. Each update gives the row another
  -- xmin, so nothing that the page shows can change without a new version.
  select coalesce(string_agg(concat_ws(' ', c.id, c.xmin, u.xmin), ' ' order by c.created_at, c.id), '') as version,
      (array_agg(c.user_id order by c.created_at, c.id))[1] as asked_by, array_agg(c.id order by c.created_at, c.id) filter (where c.reactions_count > 0) as reacted
    into thread
    from (select k.id, k.xmin, k.created_at, k.user_id, k.reactions_count from app_public.comments k where k.discussion_id = discussion.id
      order by k.created_at, k.id limit 101) c
    left join app_public.users u on u.id = c.user_id;
  reader.page_version := md5(concat_ws(' ', item.version, thread.version,
    (select d.xmin::text from app_public.discussions d where d.id = discussion.id),
    (select s.xmin::text from app_public.discussion_selections s where s.discussion_id = discussion.id)));

  is_contributor := exists (select from app_public.contributions c where c.user_id = me
    and (c.course_id = item.course_id or c.book_id = item.book_id or c.article_id = item.article_id));
  is_staff := exists (select from app_public.users u where u.id = me and u.is_admin);
  -- The rules of articles_reader_access, lessons_reader_access and app_private.may_resolve. Most readers have no entitlement, and aren't administrators.
  reader.access := case
    when is_contributor or (is_staff and app_public.is_admin()) then 'EDITOR'
    when discussion.clip_id is null and (me is null or exists (select from app_public.entitlements e where e.user_id = me))
      and app_private.is_entitled(item.course_id, item.book_id, item.is_advanced) then 'ENTITLED'
    else 'EVERYONE' end;
  reader.may_resolve := coalesce(is_contributor or is_staff or me = thread.asked_by, false);
  select f.is_followed, f.mails into reader.is_followed, reader.mails
    from app_public.discussion_follows f where f.discussion_id = discussion.id and f.user_id = me;
  reader.reactions := array(
    select row(r.comment_id, r.kind)::app_public.own_reaction from app_public.comment_reactions r
      where r.comment_id = any (thread.reacted) and r.user_id = me order by r.comment_id, r.kind);
  return reader;
end $$;
comment on function app_public.discussions_reader(app_public.discussions) is
  'Which copy of its page the reader gets, and what in it is theirs. Don''t use it on pages that are cached for everyone.';
grant execute on function app_public.discussions_reader(app_public.discussions) to newline_visitor;
