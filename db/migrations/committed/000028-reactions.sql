--! Previous: sha1:adf7bb5c2bb35b80f17da6eab7aa1bf1f4821191
--! Hash: sha1:78922c0c947c690daea8037bd92d231bda450c28

-- Reactions to comments.

create table app_public.comment_reactions (
  id uuid primary key default app_public.new_id(),
  comment_id uuid not null references app_public.comments on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  kind text not null default 'THANKS' check (kind in ('THANKS', 'AGREE', 'LAUGH', 'CONFUSED')),
  created_at timestamptz not null default now(),
  constraint comment_reactions_person_key unique (comment_id, user_id, kind)
);
comment on table app_public.comment_reactions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s reaction to a comment. CONFUSED is the one that is not positive.';
comment on column app_public.comment_reactions.kind is 'THANKS, AGREE, LAUGH or CONFUSED.';
comment on constraint comment_reactions_comment_id_fkey on app_public.comment_reactions is E'@fieldName comment\n@foreignFieldName reactions';
comment on constraint comment_reactions_user_id_fkey on app_public.comment_reactions is E'@fieldName user\n@behavior -connection -list';
create index comment_reactions_user_id_idx on app_public.comment_reactions (user_id);
call app_private.secure_table('app_public.comment_reactions');
create policy select_own on app_public.comment_reactions for select to newline_learner
  using (user_id = (select app_public.current_user_id()));
grant select on app_public.comment_reactions to newline_visitor;
-- Each makes a row of comment_events, which stays for an hour, also when it is taken back.
create trigger count_new_row before insert on app_public.comment_reactions for each row execute function app_private.count_new_row('reactions', '2000');

create function app_private.count_reactions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comment_reactions := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.comments c set reactions_count = c.reactions_count + step,
    positive_reactions_count = c.positive_reactions_count + case when entry.kind = 'CONFUSED' then 0 else step end
    where c.id = entry.comment_id;
  return null;
end $$;
comment on function app_private.count_reactions() is 'Keeps the number of reactions of a comment, in the statement that changes it.';
create trigger count_reactions after insert or delete on app_public.comment_reactions
  for each row execute function app_private.count_reactions();

create type app_public.reaction_count as (kind text, count int);
comment on type app_public.reaction_count is 'How many people reacted in one way.';
comment on column app_public.reaction_count.kind is 'THANKS, AGREE, LAUGH or CONFUSED.';
comment on column app_public.reaction_count.count is 'How many did.';

create function app_public.comments_reaction_counts(comment app_public.comments) returns app_public.reaction_count[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when comment.reactions_count = 0 then '{}' else coalesce((
    select array_agg((k.kind, k.count)::app_public.reaction_count order by k.count desc, k.kind) from (
      select r.kind, count(*)::int as count from app_public.comment_reactions r where r.comment_id = comment.id group by r.kind) k), '{}') end
$$;
comment on function app_public.comments_reaction_counts(app_public.comments) is
  'How many reacted in each way, most first; ways that nobody took are not in it.';
grant execute on function app_public.comments_reaction_counts(app_public.comments) to newline_visitor;

create function app_public.comments_viewer_reactions(comment app_public.comments) returns text[]
language sql stable as $$
  select coalesce(array_agg(r.kind order by r.kind), '{}') from app_public.comment_reactions r
  where r.comment_id = comment.id and r.user_id = app_public.current_user_id()
$$;
comment on function app_public.comments_viewer_reactions(app_public.comments) is
  'The kinds with which the signed-in person reacted; none for a visitor. Not for a page that is kept for everybody.';
grant execute on function app_public.comments_viewer_reactions(app_public.comments) to newline_visitor;

create function app_public.own_reactions(discussion_ids uuid[]) returns setof app_public.comment_reactions
language sql stable rows 20 as $$
  select r.* from app_public.comment_reactions r join app_public.comments c on c.id = r.comment_id
  where r.user_id = app_public.current_user_id() and c.discussion_id = any (discussion_ids[1:200])
$$;
comment on function app_public.own_reactions(uuid[]) is
  'The signed-in person''s reactions in these discussions (200 at most): what a page asks for after it has been loaded from the cache.';
grant execute on function app_public.own_reactions(uuid[]) to newline_visitor;

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
  if entry.deleted or entry.hidden_at is not null then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
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
grant execute on function app_public.toggle_reaction(uuid, text, uuid, boolean) to newline_visitor;
