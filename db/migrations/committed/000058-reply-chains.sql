--! Previous: sha1:863dfafa6a2813a46b4e48ef3e9947746b3dcf0b
--! Hash: sha1:4d072c6515d9dc5079c4e89e70ca5387370cb1d5

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
    raise exception 'These replies stand one below the other a hundred times, and no deeper: reply to a comment further up.' using errcode = 'NL409';
  end if;
  return new;
end $$;
comment on function app_private.check_reply_chain() is 'Keeps a chain of replies at a hundred comments.';
create trigger check_reply_chain before insert on app_public.comments for each row
  when (new.parent_id is not null) execute function app_private.check_reply_chain();
