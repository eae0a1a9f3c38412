--! Previous: sha1:f0f5dfb8001e66922ac38f8b1b2f6be05be82e61
--! Hash: sha1:949bb67b7ace43856827dc091858425535ddbd4b

-- The sections of the home page, of /pricing and of /write-with-us, as data that administrators change: order, visibility, texts and choices. What is
-- absent is as home.config.ts and pages.config.ts say.

create type app_public.site_page as enum ('HOME', 'PRICING', 'WRITE_WITH_US');
comment on type app_public.site_page is 'The pages whose sections administrators edit: /, /pricing and /write-with-us.';

create type app_public.counted_fact as enum ('TITLES', 'COURSES', 'BOOKS', 'LESSONS', 'VIDEO_HOURS', 'CLIPS', 'LEARNERS');
comment on type app_public.counted_fact is 'What the site counts, so that its home page can say it in numbers.';

create function app_private.section_kinds(page app_public.site_page) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case page
    when 'HOME' then '{HEADLINE,EXPLORE,HIGHLIGHTS,STUDENTS,RECENT,PRO,NEWSLETTER,TESTIMONIALS,AUTHORS,BUBBLES,WAYS,DESK}'::text[]
    when 'PRICING' then '{TOP,PLANS,COMPARE,QUESTIONS}'::text[]
    when 'WRITE_WITH_US' then '{TOP,STEPS,QUESTIONS}'::text[] end
$$;
comment on function app_private.section_kinds(app_public.site_page) is 'The sections of a page, in their standard order. Not granted.';

create function app_private.is_section_list(page app_public.site_page, sections jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(sections) is distinct from 'array' then false when length(sections::text) > 60000 then false else coalesce((
    select count(*) = count(distinct s ->> 'kind') and coalesce(bool_and(coalesce(jsonb_typeof(s) = 'object' and s - '{kind,isHidden,content}'::text[] = '{}'
        and s ->> 'kind' = any (app_private.section_kinds(page)) and jsonb_typeof(coalesce(s -> 'isHidden', 'false')) = 'boolean'
        and jsonb_typeof(coalesce(s -> 'content', '{}')) = 'object'
        -- The heading of a page and what it sells are always there.
        and (s ->> 'kind' = any ('{HEADLINE,TOP,PLANS}') and coalesce(s ->> 'isHidden', 'false') = 'true') is not true, false)), true)
    from jsonb_array_elements(sections) s), false)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**') leaf where jsonb_typeof(leaf) = 'string' and length(leaf #>> '{}') > 2000)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.url') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^https://[^[:space:]<>"\\]+$' or leaf #>> '{}' ~ '^/(?![/\\])[^[:space:]<>"\\]*$')) is not true)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.imageUrl') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^/media/a/[a-z0-9]+/[a-z0-9.]+$')) is not true)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.videoUrl') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^(?:local:[A-Za-z0-9_-]{4,64}|https://[^[:space:]<>"\\]+)$')) is not true) end
$$;
comment on function app_private.is_section_list(app_public.site_page, jsonb) is
  'Whether this is a list of sections of the page, each at most once, with texts of at most 2,000 characters, links that are https or a path of this site, and uploaded images. Not granted.';

create table app_public.page_layouts (
  page app_public.site_page primary key,
  sections jsonb not null default '[]',
  revision int not null default 0 check (revision >= 0),
  updated_at timestamptz not null default now(),
  constraint page_layouts_sections_check check (app_private.is_section_list(page, sections))
);
comment on table app_public.page_layouts is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe sections of a page, as administrators set them. There is one row for each page.';
comment on column app_public.page_layouts.page is 'The page.';
comment on column app_public.page_layouts.sections is 'Its sections in their order, as JSON: a list of kind, isHidden and content. What is absent is as the code says.';
comment on column app_public.page_layouts.revision is 'Counts the changes: a change is saved over the revision that it was made of.';
call app_private.secure_table('app_public.page_layouts');
insert into app_public.page_layouts (page) select unnest(enum_range(null::app_public.site_page));
create policy select_all on app_public.page_layouts for select to newline_visitor using (true);
grant select on app_public.page_layouts to newline_visitor;
create trigger touch before update on app_public.page_layouts for each row execute function app_private.touch_updated_at();
call app_private.announce_changes('app_public.page_layouts', 'home');

create function app_public.page_layout(page app_public.site_page) returns app_public.page_layouts
language sql stable as $$ select l from app_public.page_layouts l where l.page = page_layout.page $$;
comment on function app_public.page_layout(app_public.site_page) is 'The sections of a page.';
grant execute on function app_public.page_layout(app_public.site_page) to newline_visitor;

-- Logos, in both themes.
alter table app_public.logos add column dark_image_url app_public.media_address;
comment on column app_public.logos.dark_image_url is 'The image in the dark theme; null when imageUrl is shown there, too.';
drop trigger check_pictures on app_public.logos;
create trigger check_pictures before insert or update of image_url, dark_image_url on app_public.logos
  for each row execute function app_private.check_pictures('image_url', 'dark_image_url');
call app_private.announce_changes('app_public.logos');

create function app_private.is_logo_list(logos jsonb) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when jsonb_typeof(logos) is distinct from 'array' then false when jsonb_array_length(logos) > 60 then false else
    (select count(*) = count(distinct (l ->> 'name', coalesce(l ->> 'isStudentLogo', 'false'))) and coalesce(bool_and(coalesce(jsonb_typeof(l) = 'object'
      and l - '{name,imageUrl,darkImageUrl,websiteUrl,isStudentLogo}'::text[] = '{}' and l ->> 'name' ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(l ->> 'name') <= 80
      and jsonb_typeof(coalesce(l -> 'isStudentLogo', 'false')) = 'boolean'
      and (l ->> 'imageUrl' is not null or l ->> 'darkImageUrl' is null)
      and (l ->> 'websiteUrl' is null or l ->> 'websiteUrl' ~ '^https://[^[:space:]<>"\\]+$' and length(l ->> 'websiteUrl') <= 2000), false)), true)
    from jsonb_array_elements(logos) l) end
$$;
comment on function app_private.is_logo_list(jsonb) is
  'Whether this is a list of at most 60 logos, each with a name of its own in its strip and, if any, an https website and images. Not granted.';

create function app_private.page_images() returns setof text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select leaf #>> '{}' from app_public.page_layouts l, jsonb_path_query(l.sections, 'lax $[*].content.**.imageUrl') leaf where leaf #>> '{}' <> ''
  union select image_url from app_public.logos where image_url is not null union select dark_image_url from app_public.logos where dark_image_url is not null
$$;
comment on function app_private.page_images() is 'The images of the sections of pages, and the logos. Not granted.';

create function app_public.save_page_layout(page app_public.site_page, sections jsonb, revision int, logos jsonb default null) returns app_public.page_layouts
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  old_one app_public.page_layouts;
  new_one app_public.page_layouts;
  shown_before text[];
  shown_now text[];
  changed text;
begin
  perform app_private.require_admin();
  select l.* into old_one from app_public.page_layouts l where l.page = save_page_layout.page for no key update;
  if old_one.revision is null or save_page_layout.revision is distinct from old_one.revision then raise exception 'SITE_REVISION_OLD' using errcode = 'NL409'; end if;
  if app_private.is_section_list(save_page_layout.page, save_page_layout.sections) is not true then
    raise exception 'PAGE_SECTIONS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 2000)::text;
  end if;
  if save_page_layout.logos is not null and app_private.is_logo_list(save_page_layout.logos) is not true then
    raise exception 'PAGE_LOGOS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 60)::text;
  end if;
  select coalesce(array_agg(i), '{}') into shown_before from app_private.page_images() i;
  update app_public.page_layouts l set sections = save_page_layout.sections, revision = l.revision + 1 where l.page = save_page_layout.page returning l.* into new_one;
  if save_page_layout.logos is not null then
    delete from app_public.logos;
    insert into app_public.logos (name, image_url, dark_image_url, website_url, is_student_logo, "position")
      select e.logo ->> 'name', e.logo ->> 'imageUrl', e.logo ->> 'darkImageUrl', e.logo ->> 'websiteUrl', coalesce((e.logo ->> 'isStudentLogo')::boolean, false), e.at::int
      from jsonb_array_elements(save_page_layout.logos) with ordinality e (logo, at);
  end if;
  select coalesce(array_agg(i), '{}') into shown_now from app_private.page_images() i;
  if exists (select from unnest(shown_now) i where (i = any (shown_before)) is not true and not exists (select from app_public.attachments a where a.image_url = i)) then
    raise exception 'SITE_IMAGE_NOT_FOUND' using errcode = 'NL400', detail = jsonb_build_object('field', 'sections')::text;
  end if;
  -- The images stay as long as a page shows them.
  update app_public.attachments a set loose_since = case when a.image_url = any (shown_now) then null else now() end
    where a.image_url = any (shown_now || shown_before) and (a.loose_since is null) is distinct from (a.image_url = any (shown_now))
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id)
      and not exists (select from app_public.site_settings s where a.image_url in (s.wordmark_light, s.wordmark_dark, s.icon));
  select string_agg(distinct n.section ->> 'kind', ', ' order by n.section ->> 'kind') into changed
    from (select e.section from jsonb_array_elements(new_one.sections) e (section) except select e.section from jsonb_array_elements(old_one.sections) e (section)) n;
  -- The administrator sees the page as it was saved, not a cached one.
  perform app_private.tell_tags('!home');
  perform app_private.audit('page.change', 'page', null, jsonb_build_object('page', new_one.page, 'changed', coalesce(lower(changed), 'the order')));
  return new_one;
end $$;
comment on function app_public.save_page_layout(app_public.site_page, jsonb, int, jsonb) is
  'Saves the sections of a page over the revision that they were made of and, where they are given, all logos (a list of name, imageUrl, darkImageUrl, websiteUrl and isStudentLogo). By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT when they were changed meanwhile.';
grant execute on function app_public.save_page_layout(app_public.site_page, jsonb, int, jsonb) to newline_visitor;

create function app_public.testimonials_by_ids(ids uuid[]) returns setof app_public.testimonials
language sql stable as $$
  select t.* from app_public.testimonials t where t.id = any (ids)
    and (t.course_id is null or exists (select from app_public.courses c where c.id = t.course_id and c.is_shown_publicly))
    and (t.book_id is null or exists (select from app_public.books b where b.id = t.book_id and b.is_shown_publicly))
  order by array_position(ids, t.id)
$$;
comment on function app_public.testimonials_by_ids(uuid[]) is 'The testimonials and reviews of these ids, in their order, without reviews of titles that are not listed.';
grant execute on function app_public.testimonials_by_ids(uuid[]) to newline_visitor;

create type app_public.fact_count as (fact app_public.counted_fact, amount int);
comment on type app_public.fact_count is 'How many there are of what the site counts.';
comment on column app_public.fact_count.fact is 'What is counted.';
comment on column app_public.fact_count.amount is 'How many there are now.';

create function app_private.count_fact(fact app_public.counted_fact) returns int
language sql stable set search_path = pg_catalog, pg_temp as $$
  with courses as (select c.id from app_public.courses c where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly),
    books as (select b.id from app_public.books b where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly),
    lessons as (select l.video_duration from app_public.lessons l where l.role <> 'CHANGELOG' and (l.course_id in (select id from courses) or l.book_id in (select id from books)))
  select case fact
    when 'TITLES' then (select count(*) from courses) + (select count(*) from books)
    when 'COURSES' then (select count(*) from courses)
    when 'BOOKS' then (select count(*) from books)
    when 'LESSONS' then (select count(*) from lessons)
    when 'VIDEO_HOURS' then (select coalesce(sum(l.video_duration), 0) / 3600 from lessons l)
    when 'CLIPS' then (select count(*) from app_public.clips c where c.is_listed and c.visible_from <= now())
    when 'LEARNERS' then (select count(distinct e.user_id) from app_public.enrollments e) end::int
$$;
comment on function app_private.count_fact(app_public.counted_fact) is
  'How many there are: published titles that are listed, their lessons, whole hours of their video, listed clips, and people who enrolled in something. Not granted.';

create function app_public.counted_facts() returns setof app_public.fact_count
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.fact, app_private.count_fact(f.fact) from unnest(enum_range(null::app_public.counted_fact)) f (fact)
  where app_public.is_admin() or exists (select from app_public.page_layouts l where l.page = 'HOME'
    and (jsonb_path_exists(l.sections, '$[*] ? (@.kind == "HEADLINE").content.facts[*] ? (@ == $fact)', jsonb_build_object('fact', f.fact))
      or f.fact = 'TITLES' and jsonb_path_exists(l.sections, '$[*] ? (@.kind == "PRO").content ? (@.countsTitles == true)')))
$$;
comment on function app_public.counted_facts() is 'What the home page says in numbers, as counted now; for administrators everything that can be counted.';
grant execute on function app_public.counted_facts() to newline_visitor;
