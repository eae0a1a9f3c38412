--! Previous: sha1:7ef611602f003fb373077e32b2849260034881ac
--! Hash: sha1:79e89e7f98fda880058f26ccdb6e5bf7a121140d

-- Who may send an archive is known before its first byte is read, and an import that is refused leaves no images behind.

create function app_public.require_import_right(target text default null) returns void
language plpgsql stable as $$
declare
  path text := case when target like '/%' then target else '/' || target end;
begin
  if app_public.current_user_id() is null then
    raise exception 'SIGN_IN_REQUIRED' using errcode = 'NL401';
  end if;
  if coalesce(target, '') = '' then
    if (app_public.is_author() or exists (select from app_private.my_course_ids()) or exists (select from app_private.my_book_ids())) is not true then
      raise exception 'IMPORT_FORBIDDEN' using errcode = 'NL403';
    end if;
  elsif target in ('course', 'book') then
    if app_public.is_author() is not true then
      raise exception 'ITEM_AUTHOR_REQUIRED' using errcode = 'NL403';
    end if;
  elsif (exists (select from app_public.courses c where path in (c.permalink, '/courses/' || c.slug) and app_public.courses_may_write(c))
      or exists (select from app_public.books b where path in (b.permalink, '/books/' || b.slug) and app_public.books_may_write(b))) is not true then
    raise exception 'IMPORT_TARGET_NOT_FOUND' using errcode = 'NL404', detail = jsonb_build_object('path', left(path, 200))::text;
  end if;
end $$;
comment on function app_public.require_import_right(text) is E'@behavior -*\nRaises unless the signed-in user can import into the target: `course` or `book` for a new one, the permalink of one, or null for any.';
grant execute on function app_public.require_import_right(text) to newline_visitor;

create function app_public.discard_uploads(ids uuid[]) returns setof text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_public.attachments a
    where a.id = any (ids) and a.owner_id = app_public.current_user_id() and a.loose_since is not null
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id)
    returning a.file
$$;
comment on function app_public.discard_uploads(uuid[]) is E'@behavior -*\nDeletes those of the signed-in user''s uploads that no text uses, and returns their files, which are due for removal.';
grant execute on function app_public.discard_uploads(uuid[]) to newline_visitor;
