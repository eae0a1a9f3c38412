--! Previous: sha1:1dc3842d59528dc09a313c9726b16c3df4d199ca
--! Hash: sha1:688d9792f06cbdc32021dca56557ea78a3172173

-- A press on a toggle says what it wants: two tabs that show different states don't undo each other. Without it, a toggle switches as before.

drop function app_public.toggle_like(uuid, uuid), app_public.toggle_bookmark(uuid, uuid), app_public.toggle_share(uuid, uuid),
  app_public.toggle_reaction(uuid, text, uuid);

grant insert (enabled) on app_public.clip_likes, app_public.clip_bookmarks, app_public.clip_shares to newline_learner;

create function app_public.toggle_like(clip_id uuid, user_id uuid default null, enabled boolean default null) returns app_public.clip_likes
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_like.user_id);
  entry app_public.clip_likes;
begin
  insert into app_public.clip_likes as l (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_like.clip_id), me, coalesce(toggle_like.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_like.enabled, not l.enabled)
    returning * into entry;
  return entry;
end $$;
create function app_public.toggle_bookmark(clip_id uuid, user_id uuid default null, enabled boolean default null) returns app_public.clip_bookmarks
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_bookmark.user_id);
  entry app_public.clip_bookmarks;
begin
  insert into app_public.clip_bookmarks as b (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_bookmark.clip_id), me, coalesce(toggle_bookmark.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_bookmark.enabled, not b.enabled)
    returning * into entry;
  return entry;
end $$;
create function app_public.toggle_share(clip_id uuid, user_id uuid default null, enabled boolean default null) returns app_public.clip_shares
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_share.user_id);
  entry app_public.clip_shares;
begin
  insert into app_public.clip_shares as s (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_share.clip_id), me, coalesce(toggle_share.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_share.enabled, not s.enabled)
    returning * into entry;
  return entry;
end $$;
comment on function app_public.toggle_like(uuid, uuid, boolean) is
  'Sets the signed-in user''s like of a clip to enabled, or switches it when enabled is absent, and returns the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.toggle_bookmark(uuid, uuid, boolean) is
  'Sets the signed-in user''s bookmark of a clip to enabled, or switches it when enabled is absent, and returns the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.toggle_share(uuid, uuid, boolean) is
  'Sets the signed-in user''s share of a clip to enabled, or switches it when enabled is absent, and returns the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';

create function app_public.toggle_reaction(comment_id uuid, kind text, user_id uuid default null, enabled boolean default null) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(toggle_reaction.user_id);
  -- Locks the row: reactions to a comment are written one after the other.
  entry app_public.comments := app_private.locked_comment(toggle_reaction.comment_id);
  is_on boolean := exists (
    select from app_public.comment_reactions r where r.comment_id = entry.id and r.user_id = me and r.kind = toggle_reaction.kind);
  is_wanted boolean := coalesce(toggle_reaction.enabled, not is_on);
begin
  if entry.deleted or entry.hidden_at is not null then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  if is_on and not is_wanted then
    delete from app_public.comment_reactions r where r.comment_id = entry.id and r.user_id = me and r.kind = toggle_reaction.kind;
  elsif is_wanted and not is_on then
    insert into app_public.comment_reactions (comment_id, user_id, kind) values (entry.id, me, toggle_reaction.kind);
  end if;
  select * into entry from app_public.comments c where c.id = entry.id;
  return entry;
end $$;
comment on function app_public.toggle_reaction(uuid, text, uuid, boolean) is
  'Sets the signed-in user''s reaction of a kind (THANKS, AGREE, LAUGH, CONFUSED) to a comment to enabled, or switches it when enabled is absent, and returns the comment. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for a deleted comment.';

grant execute on function app_public.toggle_like(uuid, uuid, boolean), app_public.toggle_bookmark(uuid, uuid, boolean),
  app_public.toggle_share(uuid, uuid, boolean), app_public.toggle_reaction(uuid, text, uuid, boolean) to newline_visitor;
