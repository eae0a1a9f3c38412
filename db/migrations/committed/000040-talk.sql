--! Previous: sha1:2630923b1b4abfe33f52b3d3f672eb4ea4b04f78
--! Hash: sha1:f39dcebb1caf7b432798679888c7f5dd56cd0a4d

-- Words that stand in no text are those of whoever quoted them: they go with the comment that was written about them.
drop policy select_readable on app_public.discussion_selections;
create policy select_readable on app_public.discussion_selections for select to newline_visitor using (
  (select true from app_public.discussions d where d.id = discussion_id)
  and app_private.may_read_selection(discussion_id, block_id)
  and (end_block_id is null or end_block_id = block_id or app_private.may_read_selection(discussion_id, end_block_id))
  and (not is_orphaned or (select app_public.is_admin()) or (select not c.deleted and c.hidden_at is null from app_public.comments c
    where c.discussion_id = discussion_selections.discussion_id order by c.created_at, c.id limit 1)));
