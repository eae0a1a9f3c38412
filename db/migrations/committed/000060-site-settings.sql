--! Previous: sha1:1e66a61cd27888774fa1839416f94de7ca675c4e
--! Hash: sha1:bbc44b0d2c2027975a4699c286d28d5625ab7a34

-- The settings of the site: its name, its look and its links, as data that administrators change. What is null is as site.config.ts says.

create type app_public.site_font as enum ('SERIF', 'SANS', 'MONO');
comment on type app_public.site_font is 'The fonts that come with the site, for headings and texts: Source Serif 4, Inter or JetBrains Mono.';

create domain app_public.color as text
  check (value ~ '^#[0-9a-f]{6}$');
comment on domain app_public.color is 'An sRGB color such as #bf2a12, in lower case.';

create function app_private.is_link_list(links jsonb, allows_paths boolean, most int) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(links) is distinct from 'array' then false when jsonb_array_length(links) > most then false
    else not exists (select from jsonb_array_elements(links) l where (jsonb_typeof(l) = 'object' and length(l ->> 'label') <= 40
      and l ->> 'label' ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(l ->> 'url') <= 2000
      and (l ->> 'url' ~ '^https://[^[:space:]<>"\\]+$' or allows_paths and l ->> 'url' ~ '^/(?![/\\])[^[:space:]<>"\\]*$')) is not true) end
$$;
comment on function app_private.is_link_list(jsonb, boolean, int) is
  'Whether this is a list of at most so many links, each with label and url: https, or a path of this site where those are allowed. Not granted.';

create function app_private.is_claim_list(claims jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(claims) is distinct from 'array' then false when jsonb_array_length(claims) > 4 then false
    else not exists (select from jsonb_array_elements(claims) c where (jsonb_typeof(c) = 'object' and length(c ->> 'figure') <= 20
      and c ->> 'figure' ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(c ->> 'words') <= 40
      and c ->> 'words' ~ '^[^[:space:]](?:.*[^[:space:]])?$') is not true) end
$$;
comment on function app_private.is_claim_list(jsonb) is 'Whether this is a list of at most 4 claims, each with figure and words. Not granted.';

create table app_public.site_settings (
  id boolean default true check (id) primary key,
  name text check (name ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(name) <= 60),
  description text check (length(description) <= 300),
  wordmark_light app_public.media_address,
  wordmark_dark app_public.media_address,
  wordmark_width int check (wordmark_width > 0),
  wordmark_height int check (wordmark_height > 0),
  icon app_public.media_address,
  accent_light app_public.color,
  accent_dark app_public.color,
  paper_light app_public.color,
  paper_dark app_public.color,
  font app_public.site_font not null default 'SERIF',
  navigation jsonb check (navigation is null or app_private.is_link_list(navigation, true, 8)),
  footer_links jsonb not null default '[]' check (app_private.is_link_list(footer_links, true, 12)),
  profiles jsonb not null default '[]' check (app_private.is_link_list(profiles, false, 12)),
  organization_name text check (organization_name ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(organization_name) <= 100),
  organization_url app_public.web_address,
  support_email text check (support_email ~ '^[^@[:space:]<>",;:\\()]+@[^@[:space:]<>",;:\\()]+$' and length(support_email) <= 254),
  apply_url app_public.web_address,
  claims jsonb not null default '[]' check (app_private.is_claim_list(claims)),
  catalog_figure text check (catalog_figure ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(catalog_figure) <= 20),
  revision int not null default 0 check (revision >= 0),
  updated_at timestamptz not null default now()
);
comment on table app_public.site_settings is E'@name site_configuration\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe name, the look and the links of the site, as administrators set them. There is one row; what is null is as site.config.ts says.';
comment on column app_public.site_settings.id is 'Always true: there is one row.';
comment on column app_public.site_settings.name is 'The name of the site.';
comment on column app_public.site_settings.description is 'One sentence, for search engines and link previews.';
comment on column app_public.site_settings.wordmark_light is 'The image shown in the header instead of the name, in the light theme.';
comment on column app_public.site_settings.wordmark_dark is 'The same in the dark theme; null when the light one is shown there, too.';
comment on column app_public.site_settings.wordmark_width is 'The width of wordmarkLight in pixels.';
comment on column app_public.site_settings.wordmark_height is 'The height of wordmarkLight in pixels.';
comment on column app_public.site_settings.icon is 'The image that becomes the favicon and the app icons.';
comment on column app_public.site_settings.accent_light is 'The accent color in the light theme.';
comment on column app_public.site_settings.accent_dark is 'The accent color in the dark theme. When null it follows from accentLight.';
comment on column app_public.site_settings.paper_light is 'The background color in the light theme.';
comment on column app_public.site_settings.paper_dark is 'The background color in the dark theme.';
comment on column app_public.site_settings.font is 'The font of headings and texts.';
comment on column app_public.site_settings.navigation is 'The links of the header, as JSON: a list of label and url.';
comment on column app_public.site_settings.footer_links is 'More links of the footer, as JSON: a list of label and url.';
comment on column app_public.site_settings.profiles is 'Profiles of the site elsewhere, as JSON: a list of label and url.';
comment on column app_public.site_settings.organization_name is 'Who publishes the site; the name of the site when null.';
comment on column app_public.site_settings.organization_url is 'The website of the organization; this site when null.';
comment on column app_public.site_settings.support_email is 'The email address that readers write to.';
comment on column app_public.site_settings.apply_url is 'The application form for people who want to teach.';
comment on column app_public.site_settings.claims is 'What the home page says in numbers, as JSON: a list of figure and words.';
comment on column app_public.site_settings.catalog_figure is 'How many titles the home page says Pro includes, such as 60+; null says no number.';
comment on column app_public.site_settings.revision is 'Counts the changes: a change is saved over the revision that it was made of.';
call app_private.secure_table('app_public.site_settings');
insert into app_public.site_settings default values;
create policy select_all on app_public.site_settings for select to newline_visitor using (true);
grant select on app_public.site_settings to newline_visitor;
create trigger check_pictures before insert or update of wordmark_light, wordmark_dark, icon on app_public.site_settings
  for each row execute function app_private.check_pictures('wordmark_light', 'wordmark_dark', 'icon');
create trigger touch before update on app_public.site_settings for each row execute function app_private.touch_updated_at();
call app_private.announce_changes('app_public.site_settings', 'site');

create function app_public.site() returns app_public.site_settings
language sql stable as $$ select s from app_public.site_settings s $$;
comment on function app_public.site() is 'The settings of the site.';
grant execute on function app_public.site() to newline_visitor;

-- Contrast (WCAG 2). The same calculation is in api/src/rules/site/colors.ts, for the form and the style sheet; a test holds the two together.
create function app_private.color_luminance(color text) returns float8
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select sum(w.weight * case when c.part <= 0.04045 then c.part / 12.92 else power((c.part + 0.055) / 1.055, 2.4) end)
  from (values (0, 0.2126::float8), (1, 0.7152::float8), (2, 0.0722::float8)) w (at, weight),
    lateral (select get_byte(decode(substr(color, 2), 'hex'), w.at) / 255::float8 as part) c
$$;
comment on function app_private.color_luminance(text) is 'The relative luminance of a color, from 0 to 1. Not granted.';

create function app_private.color_contrast(one text, other text) returns float8
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select (greatest(a, b) + 0.05) / (least(a, b) + 0.05) from (select app_private.color_luminance(one) as a, app_private.color_luminance(other) as b) l
$$;
comment on function app_private.color_contrast(text, text) is 'The contrast of two colors, from 1 to 21. Not granted.';

create function app_private.mix_colors(one text, other text, share float8) returns text
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select '#' || string_agg(lpad(to_hex(floor(x + (y - x) * share + 0.5)::int), 2, '0'), '' order by at)
  from generate_series(0, 2) at, lateral (select get_byte(decode(substr(one, 2), 'hex'), at)::float8 as x, get_byte(decode(substr(other, 2), 'hex'), at)::float8 as y) c
$$;
comment on function app_private.mix_colors(text, text, float8) is 'A color between two; a share of 0 is the first. Not granted.';

create function app_private.color_grounds(paper text, is_dark boolean) returns text[]
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select case paper when '#f4f5f1' then array[paper, '#e8ede5', '#dbe3d8'] when '#101512' then array[paper, '#1b221e', '#262f2a']
    else array[paper, app_private.mix_colors(paper, ink, 0.05), app_private.mix_colors(paper, ink, 0.1)] end
  from (select case when is_dark then '#e6eae3' else '#161c19' end as ink) i
$$;
comment on function app_private.color_grounds(text, boolean) is 'What text stands on: the paper and its two bands. Not granted.';

create function app_private.is_readable(color text, grounds text[]) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(min(app_private.color_contrast(color, ground)) >= 4.5, false) from unnest(grounds) ground
$$;
comment on function app_private.is_readable(text, text[]) is 'Whether text of this color has the contrast of AA on all of these. Not granted.';

create function app_private.nearest_paper(paper text, is_dark boolean) returns text
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select mixed from generate_series(0, 255) step, lateral (
    select app_private.mix_colors(paper, case when is_dark then '#000000' else '#ffffff' end, step / 255::float8) as mixed) m
  where app_private.is_readable(case when is_dark then '#909b93' else '#59645d' end, app_private.color_grounds(mixed, is_dark)) order by step limit 1
$$;
comment on function app_private.nearest_paper(text, boolean) is
  'The color itself, or the nearest on the way to white (dark theme: black) on which the quietest text is readable. Not granted.';

create function app_private.nearest_accent(accent text, paper text, is_dark boolean) returns text
language sql immutable strict set search_path = pg_catalog, pg_temp as $$
  select mixed from generate_series(0, 255) step, lateral (
    select app_private.mix_colors(accent, case when is_dark then '#ffffff' else '#000000' end, step / 255::float8) as mixed) m
  where (accent, paper) in (('#bf2a12', '#f4f5f1'), ('#ff6b4a', '#101512')) or app_private.is_readable(mixed, app_private.color_grounds(paper, is_dark))
  order by step limit 1
$$;
comment on function app_private.nearest_accent(text, text, boolean) is
  'The color itself, or the nearest on the way to black (dark theme: white) that is readable on this paper. The two of the style sheet belong together. Not granted.';

create type app_public.site_change as (
  name text,
  description text,
  wordmark_light text,
  wordmark_dark text,
  icon text,
  accent_light text,
  accent_dark text,
  paper_light text,
  paper_dark text,
  font app_public.site_font,
  navigation jsonb,
  footer_links jsonb,
  profiles jsonb,
  organization_name text,
  organization_url text,
  support_email text,
  apply_url text,
  claims jsonb,
  catalog_figure text
);
comment on type app_public.site_change is 'All settings of the site. What is absent, null or empty is as site.config.ts says.';
comment on column app_public.site_change.name is 'The name of the site.';
comment on column app_public.site_change.description is 'One sentence, for search engines and link previews.';
comment on column app_public.site_change.wordmark_light is 'The imageUrl of an attachment: shown in the header instead of the name.';
comment on column app_public.site_change.wordmark_dark is 'The same for the dark theme.';
comment on column app_public.site_change.icon is 'The imageUrl of an attachment: becomes the favicon and the app icons.';
comment on column app_public.site_change.accent_light is 'The accent color in the light theme, such as #bf2a12.';
comment on column app_public.site_change.accent_dark is 'The accent color in the dark theme.';
comment on column app_public.site_change.paper_light is 'The background color in the light theme.';
comment on column app_public.site_change.paper_dark is 'The background color in the dark theme.';
comment on column app_public.site_change.font is 'The font of headings and texts.';
comment on column app_public.site_change.navigation is 'The links of the header (a JSON string): at most 8, each with label and url.';
comment on column app_public.site_change.footer_links is 'More links of the footer (a JSON string): at most 12, each with label and url.';
comment on column app_public.site_change.profiles is 'Profiles elsewhere (a JSON string): at most 12, each with label and url.';
comment on column app_public.site_change.organization_name is 'Who publishes the site.';
comment on column app_public.site_change.organization_url is 'The website of the organization.';
comment on column app_public.site_change.support_email is 'The email address that readers write to.';
comment on column app_public.site_change.apply_url is 'The application form for people who want to teach.';
comment on column app_public.site_change.claims is 'What the home page says in numbers (a JSON string): at most 4, each with figure and words.';
comment on column app_public.site_change.catalog_figure is 'How many titles the home page says Pro includes, such as 60+.';

create function app_private.check_site_colors(chosen app_public.site_change) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  paper_light text := coalesce((chosen).paper_light, '#f4f5f1');
  paper_dark text := coalesce((chosen).paper_dark, '#101512');
  accent_light text := coalesce((chosen).accent_light, '#bf2a12');
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
comment on function app_private.check_site_colors(app_public.site_change) is
  'Refuses colors on which, or in which, text could not be read (NL400), with the nearest that passes. Not granted.';

create function app_public.save_site_settings(settings app_public.site_change, revision int) returns app_public.site_settings
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  old_one app_public.site_settings;
  new_one app_public.site_settings;
  chosen app_public.site_change := save_site_settings.settings;
  field text;
  size app_public.attachments;
  changed text;
begin
  perform app_private.require_admin();
  select s.* into old_one from app_public.site_settings s for no key update;
  if save_site_settings.revision is distinct from old_one.revision then raise exception 'SITE_REVISION_OLD' using errcode = 'NL409'; end if;
  -- An empty field of a form is one that was left out.
  select (jsonb_populate_record(null::app_public.site_change, (select coalesce(jsonb_object_agg(e.key, case when jsonb_typeof(e.value) = 'string'
      then to_jsonb(btrim(e.value #>> '{}')) else e.value end), '{}') from jsonb_each(to_jsonb(chosen)) e where btrim(e.value #>> '{}') <> ''))).* into chosen;
  if length(chosen.name) > 60 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'name', 'max', 60, 'length', length(chosen.name))::text; end if;
  if length(chosen.description) > 300 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'description', 'max', 300, 'length', length(chosen.description))::text; end if;
  if length(chosen.organization_name) > 100 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'organizationName', 'max', 100, 'length', length(chosen.organization_name))::text; end if;
  if length(chosen.catalog_figure) > 20 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'catalogFigure', 'max', 20, 'length', length(chosen.catalog_figure))::text; end if;
  if chosen.support_email is not null and (chosen.support_email ~ '^[^@[:space:]<>",;:\\()]+@[^@[:space:]<>",;:\\()]+$' and length(chosen.support_email) <= 254) is not true then
    raise exception 'SITE_EMAIL_INVALID' using errcode = 'NL400';
  end if;
  select u.name into field from (values ('organizationUrl', chosen.organization_url), ('applyUrl', chosen.apply_url)) u (name, value)
    where u.value is not null and (u.value ~ '^https?://[^[:space:]<>"]+$' and length(u.value) <= 2000) is not true limit 1;
  if field is not null then raise exception 'SITE_URL_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text; end if;
  if chosen.navigation is not null and app_private.is_link_list(chosen.navigation, true, 8) is not true then
    raise exception 'SITE_LINKS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', 'navigation', 'max', 8)::text;
  end if;
  if chosen.footer_links is not null and app_private.is_link_list(chosen.footer_links, true, 12) is not true then
    raise exception 'SITE_LINKS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', 'footerLinks', 'max', 12)::text;
  end if;
  if chosen.profiles is not null and app_private.is_link_list(chosen.profiles, false, 12) is not true then
    raise exception 'SITE_PROFILES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 12)::text;
  end if;
  if chosen.claims is not null and app_private.is_claim_list(chosen.claims) is not true then raise exception 'SITE_CLAIMS_INVALID' using errcode = 'NL400'; end if;
  perform app_private.check_site_colors(chosen);
  select i.name into field from (values ('wordmarkLight', chosen.wordmark_light), ('wordmarkDark', chosen.wordmark_dark), ('icon', chosen.icon)) i (name, value)
    where i.value is not null and not exists (select from app_public.attachments a where a.image_url = i.value) limit 1;
  if field is not null then raise exception 'SITE_IMAGE_NOT_FOUND' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text; end if;
  if chosen.wordmark_dark is not null and chosen.wordmark_light is null then raise exception 'SITE_WORDMARK_LIGHT_MISSING' using errcode = 'NL400'; end if;
  select a.* into size from app_public.attachments a where a.image_url = chosen.wordmark_light limit 1;
  update app_public.site_settings s set name = chosen.name, description = chosen.description, wordmark_light = chosen.wordmark_light,
      wordmark_dark = chosen.wordmark_dark, wordmark_width = size.width, wordmark_height = size.height, icon = chosen.icon,
      accent_light = chosen.accent_light, accent_dark = chosen.accent_dark, paper_light = chosen.paper_light, paper_dark = chosen.paper_dark,
      font = coalesce(chosen.font, 'SERIF'), navigation = chosen.navigation, footer_links = coalesce(chosen.footer_links, '[]'),
      profiles = coalesce(chosen.profiles, '[]'), organization_name = chosen.organization_name, organization_url = chosen.organization_url,
      support_email = chosen.support_email, apply_url = chosen.apply_url, claims = coalesce(chosen.claims, '[]'), catalog_figure = chosen.catalog_figure,
      revision = s.revision + 1
    returning s.* into new_one;
  -- The images stay as long as the site shows them.
  update app_public.attachments a set loose_since = case when a.image_url in (new_one.wordmark_light, new_one.wordmark_dark, new_one.icon) then null else now() end
    where a.image_url in (new_one.wordmark_light, new_one.wordmark_dark, new_one.icon, old_one.wordmark_light, old_one.wordmark_dark, old_one.icon)
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id);
  select string_agg(n.key, ', ' order by n.key) into changed from jsonb_each(to_jsonb(new_one)) n join jsonb_each(to_jsonb(old_one)) o using (key)
    where n.value is distinct from o.value and n.key not in ('revision', 'updated_at', 'wordmark_width', 'wordmark_height');
  perform app_private.audit('site.change', 'site', null, jsonb_build_object('changed', coalesce(changed, 'nothing')));
  return new_one;
end $$;
comment on function app_public.save_site_settings(app_public.site_change, int) is
  'Saves all settings of the site over the revision that they were made of. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT with the field, CONFLICT when they were changed meanwhile.';
grant execute on function app_public.save_site_settings(app_public.site_change, int) to newline_visitor;
