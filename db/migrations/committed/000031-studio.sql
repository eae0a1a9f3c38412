--! Previous: sha1:16cfe8943907c28d104da15881f69d4e56562188
--! Hash: sha1:d89c41ed12e5172229c3f72f29991c9787e876c5

-- The studio of courses and books: who may write one, what publishing does, the order of sections and lessons, clips,
-- contributors and prices. Whatever changes an item locks its row first, so changes of one outline come one after the other.

create type app_public.item_status as enum ('DRAFT', 'COMING_SOON', 'SCHEDULED', 'EARLY_ACCESS', 'PUBLISHED', 'ARCHIVED');
comment on type app_public.item_status is 'The state of a course or a book as its writers see it; follows from its flags, see docs/states.md.';

create function app_private.locked_item(course uuid, book uuid, is_authors boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  kind text := case when book is null then 'course' else 'book' end;
  mine app_public.contribution_title;
begin
  if num_nonnulls(course, book) <> 1 then
    raise exception 'courseId: expected either courseId or bookId.' using errcode = 'NL400';
  end if;
  perform from app_public.courses c where c.id = course for no key update; -- changes of one item come one after the other
  perform from app_public.books b where b.id = book for no key update;
  mine := case when app_public.is_admin() then 'AUTHOR'
    else (select c.title from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id = me) end;
  if not exists (select from app_public.courses c where c.id = course
        and (mine is not null or c.archived_at is null and (c.is_coming_soon or c.is_published and c.published_at <= now()))
      union all select from app_public.books b where b.id = book
        and (mine is not null or b.archived_at is null and (b.is_coming_soon or b.is_published and b.published_at <= now()))) then
    raise exception 'There is no such %.', kind using errcode = 'NL404';
  end if;
  if mine is null then raise exception 'Only those who write this % may do this.', kind using errcode = 'NL403'; end if;
  if is_authors and mine <> 'AUTHOR' then
    raise exception 'An editor may write this %. Publishing, prices and who writes it are up to its authors.', kind using errcode = 'NL403';
  end if;
end $$;
comment on function app_private.locked_item(uuid, uuid, boolean) is
  'Locks a course or a book for somebody who may write it (or do what is up to its authors); raises NL400, NL401, NL404 or NL403 for others. Not granted.';

create function app_private.clean_title(title text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  cleaned text := btrim(regexp_replace(coalesce(title, ''), '\s+', ' ', 'g'));
begin
  if length(cleaned) not between 1 and 200 then
    raise exception 'title: expected 1 to 200 characters, got %.', length(cleaned) using errcode = 'NL400';
  end if;
  return cleaned;
end $$;
comment on function app_private.clean_title(text) is 'The title with single spaces; raises NL400 when it is empty or too long.';
create function app_private.slug_of(title text, fallback text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(nullif(rtrim(left(btrim(regexp_replace(regexp_replace(lower(normalize(replace(lower(title), 'ß', 'ss'), nfkd)),
    '[\u0300-\u036f''’]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-'), 80), '-'), ''), fallback)
$$;
comment on function app_private.slug_of(text, text) is 'A slug made of a title: its letters and figures without accents, in words joined by hyphens.';

-- Beginning an item.
create function app_private.create_item(title text, is_book boolean) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  cleaned text := app_private.clean_title(title);
  wish text := app_private.slug_of(cleaned, case when is_book then 'book' else 'course' end);
  room text := case when is_book then '/books/' else '/courses/' end;
  tried text := wish;
  made uuid;
  n int := 1;
begin
  if not app_public.is_author() then
    raise exception 'Only authors begin courses and books. Ask the staff to make you one.' using errcode = 'NL403';
  end if;
  if not app_public.is_admin() and (select count(*) from app_public.contributions c
      where c.user_id = me and c.article_id is null and c.created_at > now() - interval '1 day') >= 100 then
    raise exception '100 courses and books a day are allowed. Go on tomorrow.' using errcode = 'NL429';
  end if;
  loop
    if not exists (select from app_public.permalinks p where p.path = room || tried) then
      if is_book then
        insert into app_public.books as b (title, slug, permalink) values (cleaned, tried, room || tried) on conflict do nothing returning b.id into made;
      else
        insert into app_public.courses as c (title, slug, permalink) values (cleaned, tried, room || tried) on conflict do nothing returning c.id into made;
      end if;
      exit when made is not null;
    end if;
    n := n + 1;
    tried := wish || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  insert into app_public.contributions (title, user_id, course_id, book_id)
    values ('AUTHOR', me, case when not is_book then made end, case when is_book then made end);
  return made;
end $$;
comment on function app_private.create_item(text, boolean) is 'Begins a course or a book as its author. Raises NL400, NL401, NL403 and NL429. Not granted.';

-- Its address. An address that nobody could have followed is free again.
create or replace function app_private.register_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid := case when tg_table_name = 'courses' then new.id end;
  book uuid := case when tg_table_name = 'books' then new.id end;
  article uuid := case when tg_table_name = 'articles' then new.id end;
begin
  if tg_op = 'UPDATE' and new.permalink = old.permalink then return null; end if;
  update app_public.permalinks p set is_current = false
    where (p.course_id = course or p.book_id = book or p.article_id = article) and p.path <> new.permalink;
  insert into app_public.permalinks as p (path, course_id, book_id, article_id) values (new.permalink, course, book, article)
    on conflict (path) do update set is_current = true
    where p.course_id is not distinct from course and p.book_id is not distinct from book and p.article_id is not distinct from article;
  if not exists (select from app_public.permalinks p where p.path = new.permalink and p.course_id is not distinct from course
      and p.book_id is not distinct from book and p.article_id is not distinct from article) then
    raise exception '%: % is taken.', case when article is null then 'permalink' else 'slug' end, new.permalink using errcode = 'NL409';
  end if;
  if new.published_at is null and not coalesce((to_jsonb(new) ->> 'is_coming_soon')::boolean, false) then
    delete from app_public.permalinks p where not p.is_current and (p.course_id = course or p.book_id = book or p.article_id = article);
  end if;
  return null;
end $$;

-- Pictures: a cover that was uploaded is kept as long as it is one.
alter table app_private.attachment_uses
  add course_id uuid references app_public.courses on delete cascade,
  add book_id uuid references app_public.books on delete cascade,
  drop constraint attachment_uses_place_check,
  add constraint attachment_uses_place_check check (num_nonnulls(lesson_id, article_id, comment_id, person_id, course_id, book_id) = 1),
  drop constraint attachment_uses_key,
  add constraint attachment_uses_key unique nulls not distinct (attachment_id, lesson_id, article_id, comment_id, person_id, course_id, book_id);
create index on app_private.attachment_uses (course_id);
create index on app_private.attachment_uses (book_id);

create function app_private.keep_covers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid := case when tg_table_name = 'courses' then new.id end;
  book uuid := case when tg_table_name = 'books' then new.id end;
  shown text[] := array(select (regexp_match(u, '^/media/(a/[A-Za-z0-9_-]+)/'))[1]
    from unnest(array[new.poster_image_url, new.cover_image_url, new.full_cover_image_url]) u where u like '/media/a/%');
  kept uuid[];
begin
  perform from app_public.attachments a where a.file = any (shown) order by a.id for update;
  kept := array(select a.id from app_public.attachments a where a.file = any (shown) and (
    a.owner_id = app_public.current_user_id()
    or exists (select from app_private.attachment_uses u where u.attachment_id = a.id and (u.course_id = course or u.book_id = book))
    or exists (select from app_public.contributions c where c.user_id = a.owner_id and (c.course_id = course or c.book_id = book))));
  if exists (select from unnest(shown) f where f is null or not exists (select from app_public.attachments a where a.file = f and a.id = any (kept))) then
    raise exception 'posterImageUrl: expected a picture that you or another of its writers uploaded.' using errcode = 'NL400';
  end if;
  insert into app_private.attachment_uses (attachment_id, course_id, book_id) select a, course, book from unnest(kept) a on conflict do nothing;
  delete from app_private.attachment_uses u where (u.course_id = course or u.book_id = book) and u.attachment_id <> all (kept);
  update app_public.attachments a set loose_since = null where a.id = any (kept) and a.loose_since is not null;
  return null;
end $$;
comment on function app_private.keep_covers() is
  'Keeps uploaded covers while an item shows them, and lets those before go. The upload of somebody who does not write the item is refused (NL400).';
do $$
declare t text;
begin
  foreach t in array array['courses', 'books'] loop
    execute format('create trigger keep_covers after update on app_public.%I for each row
      when ((old.poster_image_url, old.cover_image_url, old.full_cover_image_url) is distinct from (new.poster_image_url, new.cover_image_url, new.full_cover_image_url))
      execute function app_private.keep_covers()', t);
  end loop;
end $$;

-- A clip and a trailer are public: nobody makes another's lesson public by naming its video.
create function app_private.check_public_video(address text, course uuid, book uuid, field text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id where v.video_url = address
      and coalesce(l.course_id, l.book_id) <> coalesce(course, book) and not app_public.is_admin()
      and coalesce(l.course_id, l.book_id) not in (select app_private.my_course_ids() union all select app_private.my_book_ids()))
    or exists (select from app_public.videos v where v.video_url = address and v.owner_id is distinct from app_public.current_user_id() and not app_public.is_admin()
      and not coalesce(coalesce(v.course_id, v.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids()), false)) then
    raise exception '%: expected a video of your own.', field using errcode = 'NL400';
  end if;
end $$;
comment on function app_private.check_public_video(text, uuid, uuid, text) is 'Raises NL400 for the video of a lesson that the person does not write, and for another''s upload. Not granted.';

-- Details. The API checks the form of each value and names it by its column.
create function app_private.update_item(course uuid, book uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  room text := case when book is null then '/courses/' else '/books/' end;
  kind text := case when book is null then 'courses' else 'books' end;
  was jsonb;
  entry jsonb;
  columns text;
  tag_ids uuid[];
  unknown text;
begin
  perform app_private.locked_item(course, book, patch ?| array['slug', 'permalink', 'preview_percent', 'is_free', 'is_for_sale', 'is_coming_soon',
    'is_early_access', 'is_shown_publicly', 'is_masterclass', 'is_bootcamp', 'is_live_workshop', 'subscription_required']);
  execute format('select to_jsonb(t) from app_public.%I t where t.id = $1', kind) into was using coalesce(course, book);
  entry := was || (patch - 'tags');
  if entry ->> 'slug' <> was ->> 'slug' then
    if not patch ? 'permalink' and was ->> 'permalink' = room || (was ->> 'slug') then
      entry := entry || jsonb_build_object('permalink', room || (entry ->> 'slug'));
    end if;
    execute format('select exists (select from app_public.%I t where t.slug = $1)', kind) into strict columns using entry ->> 'slug';
    if columns::boolean then raise exception 'slug: % is taken.', entry ->> 'slug' using errcode = 'NL409'; end if;
    if was ->> 'published_at' is not null or (was ->> 'is_coming_soon')::boolean then -- also where its page lives elsewhere, its lessons lived here
      insert into app_public.permalinks (path, course_id, book_id, is_current) values (room || (was ->> 'slug'), course, book, room || (was ->> 'slug') = was ->> 'permalink')
        on conflict do nothing;
    end if;
  end if;
  if entry ->> 'permalink' <> room || (entry ->> 'slug') and entry ->> 'permalink' !~ '^/[a-z0-9]+(-[a-z0-9]+)*$' then
    raise exception 'permalink: expected % or one part such as /a-title.', room || (entry ->> 'slug') using errcode = 'NL400';
  end if;
  if patch ? 'hero_video_url' then perform app_private.check_public_video(patch ->> 'hero_video_url', course, book, 'heroVideoUrl'); end if;
  if patch ? 'tags' then
    select array_agg(app_private.tag_id_of(n)), string_agg(n, ', ') filter (where app_private.tag_id_of(n) is null)
      into tag_ids, unknown from jsonb_array_elements_text(patch -> 'tags') n;
    if unknown is not null then raise exception 'tags: there is no tag %.', unknown using errcode = 'NL400'; end if;
    delete from app_public.taggings g where (g.course_id = course or g.book_id = book) and g.tag_id <> all (coalesce(tag_ids, '{}'));
    insert into app_public.taggings (tag_id, course_id, book_id) select distinct t, course, book from unnest(tag_ids) t on conflict do nothing;
  end if;
  select string_agg(format('%1$I = n.%1$I', c), ', ') into columns from unnest(array['title', 'subtitle', 'slug', 'permalink', 'topic', 'description', 'summary',
      'primary_description_markdown', 'poster_image_url', 'cover_image_url', 'full_cover_image_url', 'hero_video_url', 'preview_pdf_url', 'dependencies',
      'is_coming_soon', 'is_early_access', 'is_shown_publicly', 'is_bootcamp', 'is_live_workshop', 'num_exercises', 'preview_percent', 'pricing_features',
      'syllabus', 'faq', 'resources', 'lesson_language', 'marketing_headline', 'marketing_copy_markdown']
      || case when book is null then array['is_free', 'is_masterclass', 'subscription_required', 'archetype'] else array['is_for_sale'] end) c
    where entry -> c is distinct from was -> c;
  if columns is not null then
    execute format('update app_public.%1$I t set %2$s from jsonb_populate_record(null::app_public.%1$I, $1) n where t.id = $2', kind, columns)
      using entry, coalesce(course, book);
  end if;
exception when check_violation then
  get stacked diagnostics columns = constraint_name;
  if columns <> 'permalinks_reserved_check' then raise; end if;
  raise exception 'permalink: % is an address of the site itself.', entry ->> 'permalink' using errcode = 'NL400';
end $$;
comment on function app_private.update_item(uuid, uuid, jsonb) is
  'Changes the details that the patch names; tags are names or slugs and replace those there are. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.update_item(uuid, uuid, jsonb) to newline_visitor;

-- Publishing.
create function app_private.publish_item(course uuid, book uuid, publish_at timestamptz, is_early boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
  falls_due timestamptz;
begin
  perform app_private.locked_item(course, book, true);
  select c.is_published, c.published_at, c.archived_at, exists (select from app_public.lessons l where l.course_id = course) as has_lessons
    into entry from app_public.courses c where c.id = course;
  if book is not null then
    select b.is_published, b.published_at, b.archived_at, exists (select from app_public.lessons l where l.book_id = book) as has_lessons
      into entry from app_public.books b where b.id = book;
  end if;
  falls_due := coalesce(publish_at, case when entry.published_at <= now() then entry.published_at end, now());
  if not entry.has_lessons then
    raise exception 'lessons: there is nothing to read yet. Announce it as coming soon instead.' using errcode = 'NL400';
  end if;
  if falls_due > now() and entry.is_published and entry.published_at <= now() and entry.archived_at is null then
    raise exception 'publishedAt: it is public already. Unpublish it first to schedule it.' using errcode = 'NL400';
  end if;
  if falls_due > now() + interval '5 years' then
    raise exception 'publishedAt: expected a time within five years.' using errcode = 'NL400';
  end if;
  update app_public.courses c set is_published = true, is_coming_soon = false, is_early_access = coalesce(is_early, false), published_at = falls_due,
    archived_at = null where c.id = course;
  update app_public.books b set is_published = true, is_coming_soon = false, is_early_access = coalesce(is_early, false), published_at = falls_due,
    archived_at = null where b.id = book;
end $$;
comment on function app_private.publish_item(uuid, uuid, timestamptz, boolean) is 'Puts an item before readers. Raises NL400, NL401, NL403 and NL404. Not granted.';

-- The order of an outline: positions follow from one statement.
create function app_private.arrange_sections(course uuid, book uuid, moved uuid default null, place int default null) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.course_sections s set position = n.position
  from (select q.id, row_number() over (order by case when q.id = moved then greatest(place, 1) - 0.5 else q.others end) as position
    from (select o.id, count(*) filter (where o.id is distinct from moved) over (order by o.position) as others
      from app_public.course_sections o where o.course_id = course or o.book_id = book) q) n
  where n.id = s.id and s.position <> n.position
$$;
comment on function app_private.arrange_sections(uuid, uuid, uuid, int) is 'Numbers the sections of an item from 1, the moved one at its new place. Not granted.';

create function app_private.arrange_lessons(course uuid, book uuid, moved uuid default null, section uuid default null, place int default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute format($f$
    update app_public.%1$s p set course_section_id = n.section_id, position = n.position
    from (
      select q.id, q.section_id, row_number() over (order by coalesce(s.position, 0),
        case when q.lesson_id = $2 then greatest($4, 1) - 0.5 else q.others end, q.position)::int as position
      from (
        select o.id, o.lesson_id, o.position, case when o.lesson_id = $2 then $3 else o.course_section_id end as section_id,
          count(*) filter (where o.lesson_id is distinct from $2) over (partition by o.course_section_id order by o.position) as others
        from app_public.%1$s o where o.%2$s = $1) q
      left join app_public.course_sections s on s.id = q.section_id) n
    where n.id = p.id and (p.position, p.course_section_id) is distinct from (n.position, n.section_id)
  $f$, case when book is null then 'course_lessons' else 'book_lessons' end, case when book is null then 'course_id' else 'book_id' end)
    using coalesce(course, book), moved, section, place;
end $$;
comment on function app_private.arrange_lessons(uuid, uuid, uuid, uuid, int) is
  'Numbers the lessons of an item from 1, section by section (those without one first), the moved one at its new place. Not granted.';

create function app_private.locked_section(section uuid, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select s.course_id, s.book_id into course, book from app_public.course_sections s where s.id = section;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, false); end if;
  if not exists (select from app_public.course_sections s where s.id = section) then
    raise exception 'There is no such section.' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.locked_section(uuid) is 'The item of a section, locked for somebody who writes it. Raises NL401, NL403 and NL404. Not granted.';
create function app_private.locked_lesson(lesson uuid, is_authors boolean, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select l.course_id, l.book_id into course, book from app_public.lessons l where l.id = lesson;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_authors); end if;
  if not exists (select from app_public.lessons l where l.id = lesson) then
    raise exception 'There is no such lesson.' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.locked_lesson(uuid, boolean) is 'The item of a lesson, locked for somebody who writes it. Raises NL401, NL403 and NL404. Not granted.';
create function app_private.was_public(course uuid, book uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.courses c where c.id = course and c.published_at is not null
    union all select from app_public.books b where b.id = book and b.published_at is not null)
$$;
comment on function app_private.was_public(uuid, uuid) is 'True for an item that was published or has its day: taking a part away is then up to its authors. Not granted.';
create function app_private.check_section(section uuid, course uuid, book uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if section is not null and not exists (select from app_public.course_sections s where s.id = section and (s.course_id = course or s.book_id = book)) then
    raise exception 'There is no such section.' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.check_section(uuid, uuid, uuid) is 'Raises NL404 unless the section, when there is one, is of the item. Not granted.';

create function app_public.create_section(title text, course_id uuid default null, book_id uuid default null, "position" int default null)
returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.course_sections;
begin
  perform app_private.locked_item(create_section.course_id, create_section.book_id, false);
  if (select count(*) from app_public.course_sections s where s.course_id = create_section.course_id or s.book_id = create_section.book_id) >= 500 then
    raise exception 'An outline has at most 500 sections.' using errcode = 'NL429';
  end if;
  insert into app_public.course_sections as s (course_id, book_id, title, position)
    select create_section.course_id, create_section.book_id, app_private.clean_title(create_section.title), coalesce(max(o.position), 0) + 1
    from app_public.course_sections o where o.course_id = create_section.course_id or o.book_id = create_section.book_id
    returning * into entry;
  if create_section."position" is not null then
    perform app_private.arrange_sections(create_section.course_id, create_section.book_id, entry.id, create_section."position");
    perform app_private.arrange_lessons(create_section.course_id, create_section.book_id);
    select * into entry from app_public.course_sections s where s.id = entry.id;
  end if;
  return entry;
end $$;
create function app_public.update_section(id uuid, title text) returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.course_sections;
begin
  perform app_private.locked_section(update_section.id);
  update app_public.course_sections s set title = app_private.clean_title(update_section.title) where s.id = update_section.id returning * into entry;
  return entry;
end $$;
create function app_public.move_section(id uuid, "position" int) returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.course_sections;
begin
  select * into item from app_private.locked_section(move_section.id);
  perform app_private.arrange_sections(item.course, item.book, move_section.id, move_section."position");
  perform app_private.arrange_lessons(item.course, item.book);
  select * into entry from app_public.course_sections s where s.id = move_section.id;
  return entry;
end $$;
create function app_public.delete_section(id uuid) returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.course_sections;
  before uuid;
begin
  select * into item from app_private.locked_section(delete_section.id);
  select * into entry from app_public.course_sections s where s.id = delete_section.id;
  before := (select s.id from app_public.course_sections s where (s.course_id = item.course or s.book_id = item.book) and s.position < entry.position
    order by s.position desc limit 1);
  update app_public.course_lessons p set course_section_id = before where p.course_section_id = entry.id;
  update app_public.book_lessons p set course_section_id = before where p.course_section_id = entry.id;
  delete from app_public.course_sections s where s.id = entry.id;
  perform app_private.arrange_sections(item.course, item.book);
  perform app_private.arrange_lessons(item.course, item.book);
  return entry;
end $$;
comment on function app_public.create_section(text, uuid, uuid, int) is
  'Adds a section to a course or a book, at the end or at a place from 1. By those who write it. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
comment on function app_public.update_section(uuid, text) is 'Gives a section another title. By those who write its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.move_section(uuid, int) is
  'Moves a section with its lessons to a place among the sections, from 1. By those who write its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.delete_section(uuid) is
  'Takes a section away; its lessons stay and join the section before it. By those who write its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';

-- Lessons: the row and its place. Its text and its video are others' matter.
create table app_private.former_lesson_slugs (
  item_id uuid not null,
  slug app_public.slug not null,
  lesson_id uuid not null references app_public.lessons on delete cascade,
  primary key (item_id, slug)
);
comment on table app_private.former_lesson_slugs is 'Slugs that a lesson had while its item could be read: they redirect.';
create index on app_private.former_lesson_slugs (lesson_id);
call app_private.secure_table('app_private.former_lesson_slugs');
create function app_private.keep_lesson_slug() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.former_lesson_slugs f where f.item_id = coalesce(new.course_id, new.book_id) and f.slug = new.slug;
  if tg_op = 'UPDATE' and app_private.was_public(new.course_id, new.book_id) then
    insert into app_private.former_lesson_slugs (item_id, slug, lesson_id) values (coalesce(new.course_id, new.book_id), old.slug, new.id)
      on conflict (item_id, slug) do update set lesson_id = excluded.lesson_id;
  end if;
  return null;
end $$;
comment on function app_private.keep_lesson_slug() is 'A lesson that changes its slug keeps the old one for a redirect, until another lesson takes it.';
create trigger keep_slug after insert on app_public.lessons for each row execute function app_private.keep_lesson_slug();
create trigger keep_former_slug after update of slug on app_public.lessons for each row when (old.slug <> new.slug)
  execute function app_private.keep_lesson_slug();
create function app_private.former_lesson(item uuid, slug text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.lesson_id from app_private.former_lesson_slugs f where f.item_id = item and f.slug = former_lesson.slug
$$;
comment on function app_private.former_lesson(uuid, text) is 'The lesson that had this slug in the item; null for none. Whether the reader sees it is asked elsewhere.';
create function app_public.lesson_at(path text) returns app_public.lessons
language sql stable as $$
  with asked as (select substring(path from '^(/(?:courses|books)/[^/]+)/[^/]+$') as item, substring(path from '[^/]+$') as slug),
  item as (
    select p.course_id, p.book_id from app_public.permalinks p, asked a where p.path = a.item
    union select c.id, null::uuid from app_public.courses c, asked a where '/courses/' || c.slug = a.item
    union select null::uuid, b.id from app_public.books b, asked a where '/books/' || b.slug = a.item)
  select l.* from item i cross join asked a join app_public.lessons l
    on (l.course_id = i.course_id or l.book_id = i.book_id)
    and (l.slug = a.slug or l.id = app_private.former_lesson(coalesce(i.course_id, i.book_id), a.slug))
  order by l.slug = a.slug desc limit 1
$$;
comment on function app_public.lesson_at(text) is
  'The lesson whose page has this path, /courses/{slug}/{lesson}, or had it before the slug of its item or its own changed; its permalink says where it is now.';
grant execute on function app_private.former_lesson(uuid, text), app_public.lesson_at(text) to newline_visitor;

create function app_public.create_lesson(title text, course_id uuid default null, book_id uuid default null, section_id uuid default null, "position" int default null)
returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := create_lesson.course_id;
  book uuid := create_lesson.book_id;
  cleaned text := app_private.clean_title(create_lesson.title);
  wish text := app_private.slug_of(cleaned, case when book is null then 'lesson' else 'chapter' end);
  tried text := wish;
  entry app_public.lessons;
  n int := 1;
begin
  perform app_private.locked_item(course, book, false);
  perform app_private.check_section(create_lesson.section_id, course, book);
  if (select count(*) from app_public.lessons l where l.course_id = course or l.book_id = book) >= 2000 then
    raise exception 'An outline has at most 2,000 lessons.' using errcode = 'NL429';
  end if;
  while exists (select from app_public.lessons l where (l.course_id = course or l.book_id = book) and l.slug = tried) loop
    n := n + 1;
    tried := wish || '-' || n;
  end loop;
  insert into app_public.lessons as l (course_id, book_id, title, slug, role)
    values (course, book, cleaned, tried, case when book is null then 'LESSON' else 'CHAPTER' end::app_public.lesson_role)
    returning * into entry;
  if book is null then
    insert into app_public.course_lessons (course_id, lesson_id, course_section_id, position)
      select course, entry.id, create_lesson.section_id, coalesce(max(p.position), 0) + 1 from app_public.course_lessons p where p.course_id = course;
  else
    insert into app_public.book_lessons (book_id, lesson_id, course_section_id, position)
      select book, entry.id, create_lesson.section_id, coalesce(max(p.position), 0) + 1 from app_public.book_lessons p where p.book_id = book;
  end if;
  perform app_private.arrange_lessons(course, book, entry.id, create_lesson.section_id, coalesce(create_lesson."position", 100000));
  return entry;
end $$;
create function app_private.update_lesson(lesson uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(lesson, patch ?| array['is_free', 'is_advanced_package_lesson']);
  select * into entry from app_public.lessons l where l.id = lesson;
  entry := jsonb_populate_record(entry, patch);
  if exists (select from app_public.lessons l where coalesce(l.course_id, l.book_id) = coalesce(item.course, item.book) and l.slug = entry.slug and l.id <> lesson) then
    raise exception 'slug: % is taken.', entry.slug using errcode = 'NL409';
  end if;
  update app_public.lessons l set title = entry.title, slug = entry.slug, description = entry.description, role = entry.role, is_free = entry.is_free,
    is_advanced_package_lesson = entry.is_advanced_package_lesson, repository_pathname = entry.repository_pathname where l.id = lesson;
end $$;
comment on function app_private.update_lesson(uuid, jsonb) is
  'Changes what the patch names of a lesson; what it costs is up to the authors. Raises NL400, NL401, NL403, NL404 and NL409.';
create function app_public.move_lesson(id uuid, "position" int, section_id uuid default null) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(move_lesson.id, false);
  perform app_private.check_section(move_lesson.section_id, item.course, item.book);
  perform app_private.arrange_lessons(item.course, item.book, move_lesson.id, move_lesson.section_id, move_lesson."position");
  select * into entry from app_public.lessons l where l.id = move_lesson.id;
  return entry;
end $$;
create function app_public.delete_lesson(id uuid) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(delete_lesson.id, false);
  if app_private.was_public(item.course, item.book) then perform app_private.locked_item(item.course, item.book, true); end if;
  delete from app_public.lessons l where l.id = delete_lesson.id returning * into entry;
  perform app_private.arrange_lessons(item.course, item.book);
  return entry;
end $$;
comment on function app_public.create_lesson(text, uuid, uuid, uuid, int) is
  'Adds a lesson to a course or a chapter to a book, in a section or in none, at its end or at a place from 1. By those who write it. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
comment on function app_public.move_lesson(uuid, int, uuid) is
  'Moves a lesson to a place, from 1, in a section of its item; without a sectionId to those that stand before the first section. By those who write it. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.delete_lesson(uuid) is
  'Deletes a lesson with its text, its comments and what people completed of it. By those who write its item; once that was published, by its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
create function app_public.lessons_is_empty(lesson app_public.lessons) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from app_private.lesson_videos v where v.lesson_id = lesson.id)
    and not exists (select from app_private.lesson_bodies b where b.lesson_id = lesson.id and array_to_string(b.block_html, '') not in ('', '<p></p>'))
  where app_public.is_admin() or lesson.course_id in (select app_private.my_course_ids()) or lesson.book_id in (select app_private.my_book_ids())
$$;
comment on function app_public.lessons_is_empty(app_public.lessons) is 'True while readers would find neither a text nor a video; null for those who do not write it.';

-- Clips.
create function app_private.locked_clip(clip uuid, is_deleting boolean, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select c.course_id, c.book_id into course, book from app_public.clips c where c.id = clip;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_deleting and app_private.was_public(course, book)); end if;
  if not exists (select from app_public.clips c where c.id = clip) then
    raise exception 'There is no such clip.' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.locked_clip(uuid, boolean) is 'The item of a clip, locked for somebody who writes it. Raises NL401, NL403 and NL404. Not granted.';
create function app_public.create_clip(title text, course_id uuid default null, book_id uuid default null) returns app_public.clips
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.clips;
begin
  perform app_private.locked_item(create_clip.course_id, create_clip.book_id, false);
  if (select count(*) from app_public.clips c where c.course_id = create_clip.course_id or c.book_id = create_clip.book_id) >= 1000 then
    raise exception 'A course or a book has at most 1,000 clips.' using errcode = 'NL429';
  end if;
  insert into app_public.clips as c (title, course_id, book_id) values (app_private.clean_title(create_clip.title), create_clip.course_id, create_clip.book_id)
    returning * into entry;
  return entry;
end $$;
create function app_private.update_clip(clip uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.clips;
begin
  select * into item from app_private.locked_clip(clip, false);
  select * into entry from app_public.clips c where c.id = clip;
  entry := jsonb_populate_record(entry, patch);
  if entry.lesson_id is not null and not exists (select from app_public.lessons l where l.id = entry.lesson_id
      and coalesce(l.course_id, l.book_id) = coalesce(item.course, item.book)) then
    raise exception 'lessonId: expected a lesson of the same course or book.' using errcode = 'NL400';
  end if;
  if patch ? 'video_url' then perform app_private.check_public_video(entry.video_url, item.course, item.book, 'videoUrl'); end if;
  if entry.thumbnail_seconds > entry.duration_seconds then
    raise exception 'thumbnailSeconds: the clip has % seconds.', entry.duration_seconds using errcode = 'NL400';
  end if;
  update app_public.clips c set title = entry.title, description = entry.description, is_short = entry.is_short, video_url = entry.video_url,
    thumbnail_seconds = entry.thumbnail_seconds, duration_seconds = entry.duration_seconds, lesson_id = entry.lesson_id where c.id = clip;
end $$;
comment on function app_private.update_clip(uuid, jsonb) is 'Changes what the patch names of a clip. Raises NL400, NL401, NL403 and NL404.';
create function app_public.delete_clip(id uuid) returns app_public.clips
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.clips;
begin
  perform app_private.locked_clip(delete_clip.id, true);
  delete from app_public.clips c where c.id = delete_clip.id returning * into entry;
  return entry;
end $$;
comment on function app_public.create_clip(text, uuid, uuid) is
  'Adds a clip to a course or a book; the learning space shows it once it has a video. By those who write the item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
comment on function app_public.delete_clip(uuid) is
  'Deletes a clip with its comments and likes. By those who write its item; once that was published, by its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_private.update_lesson(uuid, jsonb), app_private.update_clip(uuid, jsonb) to newline_visitor;

-- Who writes an item, and what it costs: up to its authors.
create function app_public.set_contributor(username text, title app_public.contribution_title, course_id uuid default null, book_id uuid default null)
returns app_public.contributions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_contributor.course_id;
  book uuid := set_contributor.book_id;
  person uuid := (select u.id from app_public.users u where u.username = lower(btrim(set_contributor.username, ' @')));
  entry app_public.contributions;
begin
  perform app_private.locked_item(course, book, true);
  if person is null then
    raise exception 'username: nobody here is called %.', left(btrim(set_contributor.username, ' @'), 60) using errcode = 'NL400';
  end if;
  if set_contributor.title <> 'AUTHOR' then perform app_private.keep_an_author(course, book, person); end if;
  update app_public.contributions c set title = set_contributor.title where c.user_id = person and (c.course_id = course or c.book_id = book)
    returning * into entry;
  if entry.id is null then
    if (select count(*) from app_public.contributions c where c.course_id = course or c.book_id = book) >= 50 then
      raise exception 'At most 50 people write one item.' using errcode = 'NL429';
    end if;
    insert into app_public.contributions as c (user_id, title, course_id, book_id, position)
      select person, set_contributor.title, course, book, coalesce(max(o.position), -1) + 1 from app_public.contributions o
        where o.course_id = course or o.book_id = book
      returning * into entry;
  end if;
  return entry;
end $$;
create function app_private.keep_an_author(course uuid, book uuid, leaving uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id = leaving and c.title = 'AUTHOR')
    and not exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id <> leaving and c.title = 'AUTHOR') then
    raise exception 'username: it needs an author. Make somebody else one first.' using errcode = 'NL409';
  end if;
end $$;
comment on function app_private.keep_an_author(uuid, uuid, uuid) is 'Raises NL409 when the last author of an item would go. Not granted.';
create function app_public.remove_contributor(id uuid) returns app_public.contributions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.contributions;
begin
  perform app_private.own_user_id(null);
  select * into entry from app_public.contributions c where c.id = remove_contributor.id and c.article_id is null;
  if entry.id is not null then
    perform app_private.locked_item(entry.course_id, entry.book_id, true);
    perform app_private.keep_an_author(entry.course_id, entry.book_id, entry.user_id);
  end if;
  delete from app_public.contributions c where c.id = entry.id returning * into entry;
  if entry.id is null then raise exception 'There is no such contribution.' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_public.set_contributor(text, app_public.contribution_title, uuid, uuid) is
  'Makes a person, by username, author or editor of a course or a book, or changes which of the two they are. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT for an unknown username, CONFLICT for the last author, TOO_MANY.';
comment on function app_public.remove_contributor(uuid) is
  'Takes somebody off a course or a book, but never its last author. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';
create function app_public.set_item_price(course_id uuid default null, book_id uuid default null, is_advanced boolean default false, amount_cents int default null,
  currency text default 'USD')
returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_item_price.course_id;
  book uuid := set_item_price.book_id;
  entry app_public.item_prices;
begin
  perform app_private.locked_item(course, book, true);
  if set_item_price.amount_cents not between 1 and 10000000 then
    raise exception 'amountCents: expected 1 to 10,000,000, got %.', set_item_price.amount_cents using errcode = 'NL400';
  end if;
  if coalesce(set_item_price.currency, '') !~ '^[A-Z]{3}$' then
    raise exception 'currency: expected a code of three capitals, such as USD.' using errcode = 'NL400';
  end if;
  if set_item_price.amount_cents is null then
    delete from app_public.item_prices p where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false);
    return null;
  end if;
  update app_public.item_prices p set amount_cents = set_item_price.amount_cents, currency = set_item_price.currency
    where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false) returning * into entry;
  if entry.id is null then
    insert into app_public.item_prices as p (course_id, book_id, is_advanced, amount_cents, currency)
      values (course, book, coalesce(set_item_price.is_advanced, false), set_item_price.amount_cents, set_item_price.currency) returning * into entry;
  end if;
  return entry;
end $$;
comment on function app_public.set_item_price(uuid, uuid, boolean, int, text) is
  'Sets what a course, a book or its advanced package costs, once; without amountCents it is no longer sold alone. What was bought stays. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';

-- What is the same for courses and books, under two names.
do $$
declare
  t record;
begin
  for t in select * from (values ('course', 'courses', 'v.id, null'), ('book', 'books', 'null, v.id')) as n (one, many, item) loop
    execute format($f$
      create function app_public.create_%1$s(title text) returns app_public.%2$s
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $b$
      declare
        made uuid := app_private.create_item(title, %3$L);
        entry app_public.%2$s;
      begin
        select * into entry from app_public.%2$s t where t.id = made;
        return entry;
      end $b$;
      comment on function app_public.create_%1$s(text) is
        'Begins a %1$s, with the signed-in person as its author and an address made of its title. It is a draft: only its writers and staff see it. Errors: LOGIN_REQUIRED, FORBIDDEN for somebody who is no author, BAD_INPUT, TOO_MANY.';
      create function app_public.publish_%1$s(id uuid, published_at timestamptz default null, is_early_access boolean default false) returns app_public.%2$s
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $b$
      declare
        entry app_public.%2$s;
      begin
        perform app_private.publish_item(%4$s, publish_%1$s.published_at, publish_%1$s.is_early_access) from (select publish_%1$s.id as id) v;
        select * into entry from app_public.%2$s t where t.id = publish_%1$s.id;
        return entry;
      end $b$;
      comment on function app_public.publish_%1$s(uuid, timestamptz, boolean) is
        'Puts the %1$s before readers: now, or at publishedAt when that is ahead; as early access for those entitled alone. It is no longer coming soon, nor archived. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
      create function app_public.unpublish_%1$s(id uuid) returns app_public.%2$s
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $b$
      declare
        entry app_public.%2$s;
      begin
        perform app_private.locked_item(%4$s, true) from (select unpublish_%1$s.id as id) v;
        update app_public.%2$s t set is_published = false, is_coming_soon = false, is_early_access = false,
          published_at = case when t.published_at <= now() then t.published_at end
          where t.id = unpublish_%1$s.id and (t.is_published or t.is_coming_soon);
        select * into entry from app_public.%2$s t where t.id = unpublish_%1$s.id;
        return entry;
      end $b$;
      comment on function app_public.unpublish_%1$s(uuid) is 'Makes the %1$s a draft again, which only its writers see. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
      create function app_public.archive_%1$s(id uuid, is_archived boolean default true) returns app_public.%2$s
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $b$
      declare
        entry app_public.%2$s;
      begin
        perform app_private.locked_item(%4$s, true) from (select archive_%1$s.id as id) v;
        update app_public.%2$s t set archived_at = case when coalesce(archive_%1$s.is_archived, true) then now() end
          where t.id = archive_%1$s.id and (t.archived_at is null) = coalesce(archive_%1$s.is_archived, true);
        select * into entry from app_public.%2$s t where t.id = archive_%1$s.id;
        return entry;
      end $b$;
      comment on function app_public.archive_%1$s(uuid, boolean) is
        'Withdraws the %1$s, or with isArchived false brings it back as it was. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
      grant execute on function app_public.create_%1$s(text), app_public.publish_%1$s(uuid, timestamptz, boolean), app_public.unpublish_%1$s(uuid),
        app_public.archive_%1$s(uuid, boolean) to newline_visitor;

      create function app_public.%2$s_status(%1$s app_public.%2$s) returns app_public.item_status
      language sql stable as $b$
        select (case when %1$s.archived_at is not null then 'ARCHIVED' when %1$s.is_coming_soon then 'COMING_SOON' when not %1$s.is_published then 'DRAFT'
          when %1$s.published_at > now() then 'SCHEDULED' when %1$s.is_early_access then 'EARLY_ACCESS' else 'PUBLISHED' end)::app_public.item_status
      $b$;
      comment on function app_public.%2$s_status(app_public.%2$s) is 'Draft, coming soon, scheduled, early access, published or archived. Derived.';
      create function app_public.%2$s_may_write(%1$s app_public.%2$s) returns boolean
      language sql stable as $b$
        select (select app_public.is_admin()) or %1$s.id in (select app_private.my_%1$s_ids())
      $b$;
      comment on function app_public.%2$s_may_write(app_public.%2$s) is 'True for the authors and editors of the %1$s and for staff.';
      create function app_public.%2$s_may_publish(%1$s app_public.%2$s) returns boolean
      language sql stable as $b$
        select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
          where c.%1$s_id = %1$s.id and c.user_id = app_public.current_user_id()), false)
      $b$;
      comment on function app_public.%2$s_may_publish(app_public.%2$s) is
        'True when the signed-in person may publish the %1$s, set its prices and say who writes it: its authors and staff.';
      create function app_public.my_%2$s(search text default null, status app_public.item_status default null, is_everyones boolean default false)
      returns setof app_public.%2$s
      language sql stable as $b$
        select t.* from app_public.%2$s t
        where (t.id in (select app_private.my_%1$s_ids()) or coalesce(is_everyones, false) and (select app_public.is_admin()))
          and (my_%2$s.status is null or app_public.%2$s_status(t) = my_%2$s.status)
          and (coalesce(btrim(search), '') = '' or strpos(lower(t.title), lower(btrim(search))) > 0)
        order by t.updated_at desc, t.id desc
      $b$;
      comment on function app_public.my_%2$s(text, app_public.item_status, boolean) is
        'The %2$s that the signed-in person writes, last changed first; staff may ask for everyone''s. search is a part of the title.';
      grant execute on function app_public.%2$s_status(app_public.%2$s), app_public.%2$s_may_write(app_public.%2$s), app_public.%2$s_may_publish(app_public.%2$s),
        app_public.my_%2$s(text, app_public.item_status, boolean) to newline_visitor
    $f$, t.one, t.many, t.one = 'book', t.item);
  end loop;
end $$;

grant execute on function app_public.create_section(text, uuid, uuid, int), app_public.update_section(uuid, text), app_public.move_section(uuid, int),
  app_public.delete_section(uuid), app_public.create_lesson(text, uuid, uuid, uuid, int), app_public.move_lesson(uuid, int, uuid), app_public.delete_lesson(uuid),
  app_public.lessons_is_empty(app_public.lessons), app_public.create_clip(text, uuid, uuid), app_public.delete_clip(uuid),
  app_public.set_contributor(text, app_public.contribution_title, uuid, uuid), app_public.remove_contributor(uuid),
  app_public.set_item_price(uuid, uuid, boolean, int, text) to newline_visitor;
