--! Previous: sha1:3c522a91580a50253aa9b8466aa9a0b1eb1b3788
--! Hash: sha1:12208861cd03f69fdb6826e1b97553a8731b88cb

-- What the studio proposes as the URL of an article is what the database would make of its title, whatever script that is in.
create function app_public.proposed_slug(title text) returns text
language sql stable strict set search_path = pg_catalog, pg_temp as $$
  select nullif(app_private.slug_of(title, ''), '')
$$;
comment on function app_public.proposed_slug(text) is
  'The slug that an article with this title would get: its letters in Latin ones, in words joined by hyphens. Null for one without letters. Another article may have it.';
grant execute on function app_public.proposed_slug(text) to newline_visitor;
