--! Previous: sha1:d1f739e2e694001d4f64c795bf710cb0ee80b839
--! Hash: sha1:8a2e05fc71fab882ef4f018b0bb0552b4f3c72cf

-- Search finds published pages of the owner: terms, help and others.

alter table app_private.search_entries add column page_id uuid references app_public.pages on delete cascade;
create index search_entries_page_id_idx on app_private.search_entries (page_id);

-- A page is one entry. Its text is published before its row says so.
create function app_private.index_page() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.search_entries where page_id = new.id;
  if new.published_at is not null then
    insert into app_private.search_entries (kind, page_id, words, vector)
    select 'PAGE', new.id, t.words, setweight(app_private.search_vector(new.title), 'A') || app_private.search_vector(t.words)
    from (select left(concat_ws(' · ', new.title, array_to_string((select b.block_text from app_private.page_bodies b where b.page_id = new.id), ' ')), 20000) as words) t;
  end if;
  return null;
end $$;
comment on function app_private.index_page() is 'trigger: writes the search entry of a published page, and deletes that of a draft.';
create trigger index_page after insert or update of title, published_version, published_at on app_public.pages
  for each row execute function app_private.index_page();
update app_public.pages set title = title where published_at is not null;

comment on type app_public.search_kind is 'The kind of a search hit: a title (course, book, article, lesson, clip), a user, a page about the site, a paragraph, code, part of a transcript, or a comment.';
