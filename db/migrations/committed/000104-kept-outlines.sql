--! Previous: sha1:6bb0970303b1d95f0225468af624ede498819e2d
--! Hash: sha1:331f48a652cdf7adcbc9acf5ce38fe2cc1d6e3b5

-- The outline that an author arranges in the preview of an import is kept as it changes, so that it's there when the page is opened again.
-- Compatible with older releases: they don't call it.

create function app_public.keep_import_choice(import uuid, choice jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own app_private.imports := app_private.locked_import();
begin
  if (own.id = import) is not true then raise exception 'IMPORT_NOT_FOUND' using errcode = 'NL404'; end if;
  -- While a job works, and once the item is written, it has its outline.
  if (own.status in ('ready', 'failed') and own.permalink is null) is not true then return false; end if;
  update app_private.imports i set choice = keep_import_choice.choice where i.id = own.id;
  return true;
end $$;
comment on function app_public.keep_import_choice(uuid, jsonb) is
  E'@behavior -*\nKeeps how the signed-in user has arranged the preview of their import; false if it is not being arranged. Errors: NOT_FOUND.';
grant execute on function app_public.keep_import_choice(uuid, jsonb) to newline_visitor;
