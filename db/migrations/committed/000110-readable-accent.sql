--! Previous: sha1:81fb0c765ce6c4d602a1dff15a928ca9f311992e
--! Hash: sha1:e345f7c57f6ef6d399b0ad926337cc699f1d83da

-- Compatible with older releases: the functions have the same parameters, and allow every color that they allowed except the earlier accent.
-- The light accent of the style sheet is a little darker, so that it is readable on every ground. It needs no exception anymore.
create or replace function app_private.nearest_accent(accent text, paper text, is_dark boolean) returns text
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select mixed from generate_series(0, 255) step, lateral (
    select app_private.mix_colors(accent, case when is_dark then '#ffffff' else '#000000' end, step / 255::float8) as mixed) m
  where app_private.is_readable(mixed, app_private.color_grounds(paper, is_dark))
  order by step limit 1
$$;
comment on function app_private.nearest_accent(text, text, boolean) is
  'The color, or the nearest one toward black (toward white in the dark theme) that is readable on this background. Not granted.';

create or replace function app_private.check_site_colors(chosen app_public.site_change) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  paper_light text := coalesce((chosen).paper_light, '#f4f5f1');
  paper_dark text := coalesce((chosen).paper_dark, '#101512');
  accent_light text := coalesce((chosen).accent_light, '#be2a12');
  -- Without one of its own it follows from the light one, and is then readable.
  accent_dark text := coalesce((chosen).accent_dark, case when (chosen).accent_light is null then '#ff6b4a' end);
  field text;
  nearest text;
begin
  select c.name into field from (values ('accentLight', (chosen).accent_light), ('accentDark', (chosen).accent_dark), ('paperLight', (chosen).paper_light),
    ('paperDark', (chosen).paper_dark)) c (name, value) where c.value is not null and (c.value ~ '^#[0-9a-f]{6}$') is not true limit 1;
  if field is not null then raise exception 'SITE_COLOR_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text; end if;
  select c.name, c.near into field, nearest from (values
    (1, 'paperLight', paper_light, app_private.nearest_paper(paper_light, false)), (2, 'paperDark', paper_dark, app_private.nearest_paper(paper_dark, true)),
    (3, 'accentLight', accent_light, app_private.nearest_accent(accent_light, paper_light, false)),
    (4, 'accentDark', accent_dark, app_private.nearest_accent(accent_dark, paper_dark, true))) c (at, name, value, near)
    where c.value is distinct from c.near order by c.at limit 1;
  if field is not null then
    raise exception 'SITE_COLOR_CONTRAST_LOW' using errcode = 'NL400', detail = jsonb_build_object('field', field, 'nearest', coalesce(nearest, 'none'))::text;
  end if;
end $$;

-- Sites that chose the earlier one keep the look of the style sheet.
update app_public.site_settings set accent_light = '#be2a12' where accent_light = '#bf2a12' and coalesce(paper_light, '#f4f5f1') = '#f4f5f1';
