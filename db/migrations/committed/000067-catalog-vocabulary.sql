--! Previous: sha1:f05f9213b465061d137681d098e106fe5f944880
--! Hash: sha1:c342b7276fb1cdbfe2ee83360b6391842106f3a4

-- Tags as administrators keep them: categories and technologies, with icons and colors. A former slug leads to the tag that has it now.

alter table app_public.tags drop constraint tags_icon_check,
  add column color app_public.color,
  add constraint tags_icon_check check (icon ~ '^[a-z0-9]{1,40}$' or icon ~ '^/media/a/[a-z0-9]+/[a-z0-9-]+[.]webp$');
comment on column app_public.tags.icon is 'A key in the icon map, or the path of an image that was uploaded; null without an icon.';
comment on column app_public.tags.color is 'The color of the icon, and of the mark beside the name; null for that of the text.';
call app_private.announce_changes('app_public.tags');

create table app_public.former_tag_slugs (
  slug app_public.slug primary key,
  tag_id uuid not null references app_public.tags on delete cascade
);
comment on table app_public.former_tag_slugs is E'@behavior -*\nSlugs that a tag had, or that tags had which it took in: they go on leading to it.';
comment on constraint former_tag_slugs_tag_id_fkey on app_public.former_tag_slugs is E'@behavior -*';
create index former_tag_slugs_tag_id_idx on app_public.former_tag_slugs (tag_id);
call app_private.secure_table('app_public.former_tag_slugs');
create policy select_all on app_public.former_tag_slugs for select to newline_visitor using (true);
grant select on app_public.former_tag_slugs to newline_visitor;
call app_private.announce_changes('app_public.former_tag_slugs', 'tags');

create or replace function app_private.tag_id_of(tag_name text) returns uuid
language sql stable as $$
  select coalesce(
    (select t.id from app_public.tags t where t.slug = lower(tag_name) or t.name = tag_name order by t.slug = lower(tag_name) desc limit 1),
    (select f.tag_id from app_public.former_tag_slugs f where f.slug = lower(tag_name)))
$$;
comment on function app_private.tag_id_of(text) is 'The tag of that slug, of exactly that name, or that had the slug before.';

create function app_public.tag_of(tag_name text) returns app_public.tags
language sql stable as $$ select t from app_public.tags t where t.id = app_private.tag_id_of(tag_of.tag_name) $$;
comment on function app_public.tag_of(text) is 'The tag of a slug or a name, also of a former slug; null when there is none.';
grant execute on function app_public.tag_of(text) to newline_visitor;

create function app_public.tags_num_uses(tag app_public.tags) returns int
language sql stable as $$ select count(*)::int from app_public.taggings g where g.tag_id = tag.id $$;
comment on function app_public.tags_num_uses(app_public.tags) is 'How many courses, books and articles have the tag, of those that the signed-in user sees: all of them for administrators.';
grant execute on function app_public.tags_num_uses(app_public.tags) to newline_visitor;

create function app_public.tag_list(search text default null, is_category boolean default null) returns setof app_public.tags
language sql stable rows 100 as $$
  select t.* from app_public.tags t
  where (tag_list.is_category is null or t.is_category = tag_list.is_category)
    and (coalesce(btrim(search), '') = '' or strpos(lower(t.name), lower(btrim(search))) > 0 or strpos(t.slug, lower(btrim(search))) > 0)
  order by t.is_category desc, case when t.is_category then t.position end, lower(t.name), t.id
$$;
comment on function app_public.tag_list(text, boolean) is 'Tags: the categories in their order, then the technologies by name; by a part of the name, and by kind.';
grant execute on function app_public.tag_list(text, boolean) to newline_visitor;

create type app_public.tag_changes as (name text, slug text, is_category boolean, icon text, color text);
comment on type app_public.tag_changes is 'A tag as it is to be. What is absent is empty.';
comment on column app_public.tag_changes.name is 'Its name.';
comment on column app_public.tag_changes.slug is 'Its slug; when absent, that of a new tag is made of its name, and that of another one stays.';
comment on column app_public.tag_changes.is_category is 'True for a category of the explore tabs, false for a technology.';
comment on column app_public.tag_changes.icon is 'A key in the icon map, or the imageUrl of an image that createSiteImage took in.';
comment on column app_public.tag_changes.color is 'An sRGB color such as #bf2a12.';

create function app_private.keep_tag_icon(old_icon text, new_icon text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.attachments a set loose_since = null where a.image_url = new_icon and a.loose_since is not null;
  update app_public.attachments a set loose_since = now() where a.image_url = old_icon and old_icon is distinct from new_icon and a.loose_since is null
    and not exists (select from app_public.tags t where t.icon = old_icon) and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id)
    and not exists (select from app_public.site_settings s where old_icon in (s.wordmark_light, s.wordmark_dark, s.icon))
$$;
comment on function app_private.keep_tag_icon(text, text) is 'Keeps the image of a tag as long as the tag shows it. Not granted.';

create function app_public.save_tag(id uuid default null, changes app_public.tag_changes default null) returns app_public.tags
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  former app_public.tags;
  tag app_public.tags;
  new_name text := btrim(regexp_replace((changes).name, '\s+', ' ', 'g'));
  new_slug text := nullif(btrim((changes).slug), '');
  new_icon text := nullif(btrim((changes).icon), '');
  new_color text := nullif(lower(btrim((changes).color)), '');
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  if save_tag.id is not null then
    select t.* into former from app_public.tags t where t.id = save_tag.id for no key update;
    if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  end if;
  if (length(new_name) between 1 and 60) is not true then
    raise exception 'TAG_NAME_LENGTH_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 60, 'length', coalesce(length(new_name), 0))::text;
  end if;
  new_slug := coalesce(new_slug, former.slug, app_private.slug_of(new_name, 'tag'));
  if (new_slug ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(new_slug) <= 80 and new_slug <> 'all') is not true then
    raise exception 'TAG_SLUG_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 80)::text;
  end if;
  if new_color is not null and (new_color ~ '^#[0-9a-f]{6}$') is not true then raise exception 'TAG_COLOR_INVALID' using errcode = 'NL400'; end if;
  if new_icon is not null and new_icon is distinct from former.icon and (new_icon ~ '^[a-z0-9]{1,40}$'
      or exists (select from app_public.attachments a where a.image_url = new_icon and a.kind = 'IMAGE')) is not true then
    raise exception 'TAG_ICON_NOT_FOUND' using errcode = 'NL400';
  end if;
  if exists (select from app_public.tags t where lower(t.name) = lower(new_name) and t.id is distinct from former.id) then
    raise exception 'TAG_NAME_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('name', new_name)::text;
  end if;
  if exists (select from app_public.tags t where t.slug = new_slug and t.id is distinct from former.id) then
    raise exception 'TAG_SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('slug', new_slug)::text;
  end if;
  -- A slug that is in use again leads to its tag.
  delete from app_public.former_tag_slugs f where f.slug = new_slug;
  if former.id is null then
    insert into app_public.tags (name, slug, is_category, icon, color, position)
      values (new_name, new_slug, coalesce((changes).is_category, false), new_icon, new_color,
        case when (changes).is_category then (select coalesce(max(t.position), 0) + 1 from app_public.tags t where t.is_category) else 0 end)
      returning * into tag;
  else
    update app_public.tags t set name = new_name, slug = new_slug, is_category = coalesce((changes).is_category, false), icon = new_icon, color = new_color,
        position = case when (changes).is_category and not t.is_category then (select coalesce(max(o.position), 0) + 1 from app_public.tags o where o.is_category) else t.position end
      where t.id = former.id returning t.* into tag;
    if tag.slug <> former.slug then insert into app_public.former_tag_slugs (slug, tag_id) values (former.slug, tag.id); end if;
  end if;
  perform app_private.keep_tag_icon(former.icon, tag.icon);
  perform app_private.audit(case when former.id is null then 'tag.create' else 'tag.change' end, 'tag', tag.id, jsonb_build_object('name', tag.name,
    'oldName', case when former.name <> tag.name then former.name end, 'slug', tag.slug));
  return tag;
end $$;
comment on function app_public.save_tag(uuid, app_public.tag_changes) is
  'Creates a tag, or changes one; a former slug goes on leading to it. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field, CONFLICT for a name or slug that another tag has.';
grant execute on function app_public.save_tag(uuid, app_public.tag_changes) to newline_visitor;

create function app_public.move_category(id uuid, "position" int) returns app_public.tags
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  tag app_public.tags;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  select t.* into tag from app_public.tags t where t.id = move_category.id and t.is_category;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  with others as (
    select t.id, row_number() over (order by t.position, lower(t.name), t.id) as n from app_public.tags t where t.is_category and t.id <> tag.id
  ), arranged as (
    select o.id, case when o.n >= coalesce(move_category.position, 1) then o.n + 1 else o.n end as n from others o
    union all select tag.id, least(greatest(coalesce(move_category.position, 1), 1), (select count(*) + 1 from others))
  ) update app_public.tags t set position = a.n from arranged a where a.id = t.id and t.position <> a.n;
  select t.* into tag from app_public.tags t where t.id = tag.id;
  perform app_private.audit('tag.order', 'tag', tag.id, jsonb_build_object('name', tag.name, 'position', tag.position));
  return tag;
end $$;
comment on function app_public.move_category(uuid, int) is 'Moves a category to a position among the categories, from 1. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_category(uuid, int) to newline_visitor;

create function app_public.merge_tags(id uuid, into_id uuid) returns app_public.tags
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  gone app_public.tags;
  tag app_public.tags;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  select t.* into gone from app_public.tags t where t.id = merge_tags.id for update;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  select t.* into tag from app_public.tags t where t.id = merge_tags.into_id for no key update;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  if gone.id = tag.id then raise exception 'TAG_MERGE_WITH_ITSELF' using errcode = 'NL400'; end if;
  update app_public.taggings g set tag_id = tag.id where g.tag_id = gone.id and not exists (select from app_public.taggings o where o.tag_id = tag.id
    and (o.course_id = g.course_id or o.book_id = g.book_id or o.article_id = g.article_id));
  update app_public.former_tag_slugs f set tag_id = tag.id where f.tag_id = gone.id;
  insert into app_public.former_tag_slugs (slug, tag_id) values (gone.slug, tag.id);
  delete from app_public.tags t where t.id = gone.id;
  perform app_private.keep_tag_icon(gone.icon, null);
  perform app_private.audit('tag.merge', 'tag', tag.id, jsonb_build_object('name', gone.name, 'into', tag.name));
  return tag;
end $$;
comment on function app_public.merge_tags(uuid, uuid) is
  'Merges a tag into another one: what had either has that one, and links to the former lead to it. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT for one and the same.';
grant execute on function app_public.merge_tags(uuid, uuid) to newline_visitor;

create function app_public.delete_tag(id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  gone app_public.tags;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  select t.* into gone from app_public.tags t where t.id = delete_tag.id for update;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  if exists (select from app_public.taggings g where g.tag_id = gone.id) then raise exception 'TAG_IN_USE' using errcode = 'NL409'; end if;
  delete from app_public.tags t where t.id = gone.id;
  perform app_private.keep_tag_icon(gone.icon, null);
  perform app_private.audit('tag.delete', 'tag', gone.id, jsonb_build_object('name', gone.name));
  return true;
end $$;
comment on function app_public.delete_tag(uuid) is 'Deletes a tag that nothing has. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT for one in use.';
grant execute on function app_public.delete_tag(uuid) to newline_visitor;
