--! Previous: sha1:6475efcf6c82e8d326bfa4856524f7a349f8548c
--! Hash: sha1:7d174514979491bc2606ffb56ec33b5032e2eab8

-- What the studio proposes as the URL of an article is what the database would make of its title, whatever script that is in.
create function app_public.proposed_slug(title text) returns text
language sql stable strict set search_path = pg_catalog, pg_temp as $$
  select nullif(app_private.slug_of(title, ''), '')
$$;
comment on function app_public.proposed_slug(text) is
  'The slug that an article with this title would get: its letters in Latin ones, in words joined by hyphens. Null for one without letters. Another article may have it.';
grant execute on function app_public.proposed_slug(text) to newline_visitor;
