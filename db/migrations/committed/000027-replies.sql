--! Previous: sha1:541c5b888e06b458fc594218a02eef99cca24941
--! Hash: sha1:adf7bb5c2bb35b80f17da6eab7aa1bf1f4821191

-- Replies: who answers whom, and how many there are.

create function app_private.count_reply(comment uuid, step int) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  at uuid := comment;
  entry app_public.comments;
begin
  -- A tombstone is shown while somebody's reply hangs on it, so it may come or go with that reply.
  while at is not null loop
    update app_public.comments c set replies_count = c.replies_count + step where c.id = at returning c.* into entry;
    exit when entry.id is null or not (entry.deleted or entry.hidden_at is not null) or entry.replies_count <> greatest(step, 0);
    at := entry.parent_id;
  end loop;
end $$;
comment on function app_private.count_reply(uuid, int) is
  'Counts a reply that came or went, up through the tombstones that come or go with it. Not granted.';

-- The discussions of somebody who leaves are looked up one by one, however many others there are.
create function app_private.leave_tombstones() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app_public.discussions d where d.id = any (array(select c.discussion_id from app_public.comments c where c.user_id = old.id))
    order by d.id for no key update;
  update app_public.comments c set deleted = true where c.user_id = old.id and not c.deleted;
  delete from app_private.deleted_comment_bodies b using app_public.comments c where c.id = b.comment_id and c.user_id = old.id;
  return old;
end $$;
comment on function app_private.leave_tombstones() is 'A person who leaves takes the texts of their comments along; the threads stay.';
create trigger leave_tombstones before delete on app_public.users for each row execute function app_private.leave_tombstones();

create function app_private.reply_to_comment(user_id uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[])
returns app_private.written_comment
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
    raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
  end if;
  perform app_private.require_read(place.lesson_id, place.article_id);
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  return app_private.add_comment(me, discussion, parent, key, body, markdown, html, drawn, drawer, mentions);
end $$;
comment on function app_private.reply_to_comment(uuid, uuid, uuid, uuid, jsonb, text, text, jsonb, int, text[]) is
  'Adds a comment of the signed-in person to a discussion, as an answer to its parent if there is one. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.reply_to_comment(uuid, uuid, uuid, uuid, jsonb, text, text, jsonb, int, text[]) to newline_visitor;

-- Replies to replies to replies: a chain is a hundred comments long at most, and what stands above a comment is asked for at once.
create function app_public.comments_ancestors(entry app_public.comments) returns setof app_public.comments
language sql stable rows 10 as $$
  with recursive above as (
    select 1 as distance, c as found from app_public.comments c where c.discussion_id = entry.discussion_id and c.id = entry.parent_id
    union all
    select a.distance + 1, c from above a join app_public.comments c on c.discussion_id = (a.found).discussion_id and c.id = (a.found).parent_id
    where a.distance < 100
  )
  select (a.found).* from above a order by a.distance
$$;
comment on function app_public.comments_ancestors(app_public.comments) is
  'The comments that it replies to, the nearest first: its parent, the parent of that, and so on, 100 at most.';
grant execute on function app_public.comments_ancestors(app_public.comments) to newline_visitor;

create function app_private.check_reply_chain() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from app_public.comments_ancestors(new)) > 99 then
    raise exception 'REPLY_TOO_DEEP' using errcode = 'NL409', detail = jsonb_build_object('max', 100)::text;
  end if;
  return new;
end $$;
comment on function app_private.check_reply_chain() is 'Keeps a chain of replies at a hundred comments.';
create trigger check_reply_chain before insert on app_public.comments for each row
  when (new.parent_id is not null) execute function app_private.check_reply_chain();
