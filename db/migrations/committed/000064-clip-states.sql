--! Previous: sha1:211880639830f5dabc92da5e24cf0cca45bdecbb
--! Hash: sha1:f9f10a9ff21928f28bd87ed7ba831732db781204

-- What a reader did of clips, apart from what everybody sees of them: pages of clips are the same for all and are kept, and this is asked
-- for beside them. Each table is looked into once, by its key of clip and person.
create type app_public.clip_state as (
  clip_id uuid, likes_count int, shares_count int, comments_count int, is_liked boolean, is_shared boolean, is_bookmarked boolean, position_seconds int, discussion_id uuid
);
comment on type app_public.clip_state is 'What the reader did of a clip, and its counts as they are now.';
comment on column app_public.clip_state.likes_count is 'How many people like it.';
comment on column app_public.clip_state.shares_count is 'How many people share it.';
comment on column app_public.clip_state.comments_count is 'How many comments stand under it, deleted ones not counted.';
comment on column app_public.clip_state.is_liked is 'True when the reader likes it.';
comment on column app_public.clip_state.is_shared is 'True when the reader shares it.';
comment on column app_public.clip_state.is_bookmarked is 'True when the reader keeps it.';
comment on column app_public.clip_state.position_seconds is 'The second at which the reader stopped; null when they have not begun.';

comment on column app_public.clip_state.discussion_id is 'The latest discussion under it; null when there is none.';

create function app_public.clip_states(clip_ids uuid[]) returns setof app_public.clip_state language sql stable rows 30 as $$
  select k.id, k.likes_count, k.shares_count, k.comments_count,
    coalesce(bool_or(own.kind = 'like'), false), coalesce(bool_or(own.kind = 'share'), false), coalesce(bool_or(own.kind = 'bookmark'), false), max(own.position_seconds),
    (select d.id from app_public.discussions d where d.clip_id = k.id order by d.created_at desc, d.id desc limit 1)
  from app_public.clips k left join (
    select l.clip_id, 'like' as kind, null::int as position_seconds from app_public.clip_likes l
      where l.clip_id = any (clip_ids) and l.user_id = (select app_public.current_user_id()) and l.enabled
    union all select s.clip_id, 'share', null from app_public.clip_shares s
      where s.clip_id = any (clip_ids) and s.user_id = (select app_public.current_user_id()) and s.enabled
    union all select b.clip_id, 'bookmark', null from app_public.clip_bookmarks b
      where b.clip_id = any (clip_ids) and b.user_id = (select app_public.current_user_id()) and b.enabled
    union all select v.clip_id, 'view', v.position_seconds from app_public.clip_views v
      where v.clip_id = any (clip_ids) and v.user_id = (select app_public.current_user_id())) own on own.clip_id = k.id
  where k.id = any (clip_ids[1:100])
  group by k.id
$$;
comment on function app_public.clip_states(uuid[]) is
  E'@behavior -connection +list\nWhat the reader did of these clips, and their counts as they are now: of the first hundred, in no order. A clip that the reader may not see is left out.';
grant execute on function app_public.clip_states(uuid[]) to newline_visitor;
