--! Previous: sha1:28b313249e4c5879eff33c8f3e9b4a96513104d8
--! Hash: sha1:68fbcb46efcab6eb6a23028ef3df28973bbf2f1c

-- A text of 4 MB takes a while to parse and render: the right to save it comes first.
create function app_private.require_text_right(lesson uuid, article uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(lesson, article) = 0 then
    if app_public.is_author() is not true then
      raise exception 'Only authors begin articles. Ask the staff to make you one.' using errcode = 'NL403';
    end if;
  elsif app_private.may_write_text(lesson, article) is not true then
    -- These say why.
    if lesson is not null then perform app_private.locked_lesson_text(lesson, false); end if;
    if article is not null then perform app_private.locked_article(article, false); end if;
  end if;
end $$;
comment on function app_private.require_text_right(uuid, uuid) is
  'Raises NL401, NL403 or NL404 unless the signed-in user can write the lesson or the article; with neither, unless they can create an article. Locks nothing for those who can.';
grant execute on function app_private.require_text_right(uuid, uuid) to newline_visitor;
