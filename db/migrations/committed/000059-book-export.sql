--! Previous: sha1:79e89e7f98fda880058f26ccdb6e5bf7a121140d
--! Hash: sha1:1e66a61cd27888774fa1839416f94de7ca675c4e

-- Books as EPUB and PDF are created by a job that reports its progress. An export is shared by every reader who may read the same blocks
-- of the same version. Its file is named after its id. No request may read the table: book_export() asks the gate first, each time.

create table app_private.book_exports (
  id uuid primary key default app_public.new_id(),
  book_id uuid not null references app_public.books on delete cascade,
  format text not null check (format in ('epub', 'pdf')),
  store text not null check (store ~ '^[0-9a-f-]{1,36}$'),
  version text not null check (version ~ '^[0-9a-f]{32}$'),
  is_whole boolean not null,
  cut text not null check (cut ~ '^[0-9a-f]{32}$'),
  lesson_ids uuid[] not null,
  block_counts int[] not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  step int not null default 0 check (step >= 0),
  step_count int not null default 0,
  label text not null default '' check (length(label) <= 300),
  attempts int not null default 0 check (attempts >= 0),
  reason text,
  byte_count bigint check (byte_count > 0),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '14 days'::interval,
  constraint book_exports_check check (step_count >= step),
  constraint book_exports_reason_length check (length(reason) <= 300),
  constraint book_exports_chapters_check check (cardinality(lesson_ids) = cardinality(block_counts)),
  constraint book_exports_reason_check check ((status = 'failed') = (reason is not null)),
  constraint book_exports_finished_check check ((status = 'done') = (byte_count is not null)),
  constraint book_exports_key unique (book_id, format, version, is_whole, cut, store)
);
comment on table app_private.book_exports is
  'A book as an EPUB or PDF file: one for each version and access class, shared by all readers who have the same access. Read and written only by the functions of the file book-export.';
comment on column app_private.book_exports.store is 'The folder that holds the file. Machines without a common folder each create their own.';
comment on column app_private.book_exports.version is 'Fingerprint of the content: book_version() when the export was requested.';
comment on column app_private.book_exports.is_whole is 'The access class: true for readers who may read every chapter whole, false for a part.';
comment on column app_private.book_exports.cut is 'Fingerprint of lesson_ids and block_counts.';
comment on column app_private.book_exports.lesson_ids is 'The chapters, in order.';
comment on column app_private.book_exports.block_counts is 'How many blocks of each chapter the gate opened to the readers of this export.';
comment on column app_private.book_exports.step is 'How many of step_count steps are finished.';
comment on column app_private.book_exports.label is 'What is being done now, as shown to readers.';
comment on column app_private.book_exports.attempts is 'How often the job started it.';
comment on column app_private.book_exports.reason is 'Why it failed, as shown to readers.';
comment on column app_private.book_exports.due_at is 'The job does not start it earlier.';
comment on column app_private.book_exports.expires_at is 'When the file is removed, unless it is downloaded before.';
create index book_exports_created_at_id_idx on app_private.book_exports (created_at, id) where status in ('queued', 'running');
call app_private.secure_table('app_private.book_exports');

create function app_private.book_version(book uuid, maker text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select md5(jsonb_build_array(maker, b.title, b.subtitle, b.slug, b.permalink, b.summary, b.lesson_language, b.poster_image_url, extract(epoch from b.updated_at),
    (select jsonb_agg(jsonb_build_array(c.title, app_public.users_display_name(u)) order by c.position, c.id)
      from app_public.contributions c join app_public.users u on u.id = c.user_id where c.book_id = b.id),
    -- The transaction that wrote a text changes with every write of it, also when only its rendered code, formulas and diagrams changed.
    (select jsonb_agg(jsonb_build_array(s.title, l.id, l.slug, l.title, l.role, extract(epoch from l.updated_at), extract(epoch from t.updated_at), t.xmin::text) order by p.position)
      from app_public.book_lessons p join app_public.lessons l on l.id = p.lesson_id
      left join app_public.course_sections s on s.id = p.course_section_id left join app_private.lesson_bodies t on t.lesson_id = l.id
      where p.book_id = b.id))::text)
  from app_public.books b where b.id = book
$$;
comment on function app_private.book_version(uuid, text) is
  'A fingerprint of everything an export of the book contains. `maker` names the code and the site that create the files. Not granted.';

create function app_private.book_cut(book_slug text, maker text, out book uuid, out version text, out is_whole boolean, out lesson_ids uuid[], out block_counts int[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.id, app_private.book_version(b.id, maker), bool_and(p.blocks = 2147483647), array_agg(p.lesson_id order by p.position),
    array_agg(coalesce(least(p.blocks, cardinality(t.block_ids)), 0) order by p.position)
  from app_public.books b
  cross join lateral (
    select o.lesson_id, o.position, app_private.readable_lesson_blocks(o.lesson_id) as blocks from app_public.book_lessons o
    where o.book_id = b.id order by o.position limit 1000) p
  left join app_private.lesson_bodies t on t.lesson_id = p.lesson_id
  where b.slug = book_slug and (
    (b.archived_at is null and not b.is_coming_soon and b.is_published and b.published_at <= now())
    or b.id in (select app_private.my_book_ids()) or app_public.is_admin())
  group by b.id
$$;
comment on function app_private.book_cut(text, text) is
  'What the reader may read of a book: its chapters, with the number of blocks that the gate opens. Null when they cannot see the book. Not granted.';

create function app_public.book_export(book_slug text, format text, maker text, store text, act text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  max_queued constant int := 20;
  cut record;
  cut_key text;
  export app_private.book_exports;
begin
  select * into cut from app_private.book_cut(book_slug, maker);
  if cut.book is null then return jsonb_build_object('state', 'missing'); end if;
  if cut.block_counts <@ array[0] then return jsonb_build_object('state', 'closed'); end if;
  cut_key := md5(cut.lesson_ids::text || cut.block_counts::text);
  for i in 1..2 loop
    select * into export from app_private.book_exports e where e.book_id = cut.book and e.format = book_export.format and e.version = cut.version
      and e.is_whole = cut.is_whole and e.cut = cut_key and e.store = book_export.store;
    exit when export.id is not null or i = 2 or act = 'look';
    if (select count(*) from app_private.book_exports e where e.status = 'queued' and e.store = book_export.store) >= max_queued then
      return jsonb_build_object('state', 'busy');
    end if;
    insert into app_private.book_exports (book_id, format, store, version, is_whole, cut, lesson_ids, block_counts)
      values (cut.book, book_export.format, book_export.store, cut.version, cut.is_whole, cut_key, cut.lesson_ids, cut.block_counts)
      on conflict on constraint book_exports_key do nothing;
  end loop;
  if export.id is null then return jsonb_build_object('state', 'none', 'isWhole', cut.is_whole); end if;
  if export.status = 'failed' and act = 'again' then
    update app_private.book_exports e set status = 'queued', reason = null, attempts = 0, step = 0, label = '', created_at = now(), due_at = now()
      where e.id = export.id and e.status = 'failed';
    select * into export from app_private.book_exports e where e.id = export.id;
  end if;
  return jsonb_build_object('state', export.status, 'isWhole', export.is_whole, 'id', export.id, 'step', export.step, 'stepCount', export.step_count,
    'label', export.label, 'reason', export.reason, 'byteCount', export.byte_count,
    'ahead', case when export.status = 'queued' then (select count(*) from app_private.book_exports e where e.status = 'running'
      or e.status = 'queued' and e.store = export.store and (e.created_at, e.id) < (export.created_at, export.id)) end);
end $$;
comment on function app_public.book_export(text, text, text, text, text) is E'@behavior -*\nThe export of a book that the reader may download now: what the gate opens to them, in its current version. `act`: look, start (queues it when there is none) or again (also restarts one that failed). States: missing, closed, busy, none, queued, running, done, failed.';
grant execute on function app_public.book_export(text, text, text, text, text) to newline_visitor;

-- What the job calls. One export is created at a time on a site. A session lock says who does it: PostgreSQL releases it when that process dies.
create function app_private.claim_book_export(maker text, store text) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  max_attempts constant int := 5;
  export app_private.book_exports;
begin
  if pg_try_advisory_lock(hashtext('newline book exports')) is not true then return null; end if;
  -- Nobody is working on these: their process was killed.
  update app_private.book_exports e set status = 'failed',
      reason = 'Creating this file was interrupted several times. Try again later, or tell us if it keeps failing.'
    where e.status = 'running' and e.attempts >= max_attempts;
  update app_private.book_exports e set status = 'queued', step = 0, label = '' where e.status = 'running';
  loop
    select * into export from app_private.book_exports e where e.status = 'queued' and e.store = claim_book_export.store and e.due_at <= now() order by e.created_at, e.id limit 1;
    if export.id is null then return null; end if;
    exit when export.version = app_private.book_version(export.book_id, maker);
    -- The book has changed: who still wants it has requested, or will request, the new version.
    delete from app_private.book_exports e where e.id = export.id;
  end loop;
  update app_private.book_exports e set status = 'running', attempts = e.attempts + 1, step = 0, step_count = cardinality(e.lesson_ids) + 1, label = ''
    where e.id = export.id returning * into export;
  return jsonb_build_object('id', export.id, 'format', export.format, 'isWhole', export.is_whole, 'attempts', export.attempts,
    'chapterCount', cardinality(export.lesson_ids),
    'book', (select jsonb_build_object('id', b.id, 'slug', b.slug, 'title', b.title, 'subtitle', b.subtitle, 'summary', b.summary, 'language', b.lesson_language,
        'permalink', b.permalink, 'posterImageUrl', b.poster_image_url,
        'revisedAt', greatest(b.updated_at, (select max(l.updated_at) from app_public.lessons l where l.id = any (export.lesson_ids))),
        'authors', coalesce((select jsonb_agg(app_public.users_display_name(u) order by c.position, c.id)
          from app_public.contributions c join app_public.users u on u.id = c.user_id where c.book_id = b.id and c.title = 'AUTHOR'), '[]'))
      from app_public.books b where b.id = export.book_id));
end $$;
comment on function app_private.claim_book_export(text, text) is
  'The next export to create, null when there is none or another session creates one. The session that claims keeps the lock until it calls pg_advisory_unlock_all() or ends.';

create function app_private.book_export_chapter(export uuid, number int) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('slug', l.slug, 'title', l.title, 'role', l.role, 'sectionTitle', s.title, 'permalink', app_public.lessons_permalink(l),
    'document', app_private.cut_delta(t.body_delta, e.block_counts[number]), 'drawings', app_private.cut_drawings(t.drawings, e.block_counts[number]),
    'isCut', coalesce(e.block_counts[number] < cardinality(t.block_ids), false))
  from app_private.book_exports e join app_public.lessons l on l.id = e.lesson_ids[number]
  join app_public.book_lessons p on p.lesson_id = l.id left join app_public.course_sections s on s.id = p.course_section_id
  left join app_private.lesson_bodies t on t.lesson_id = l.id
  where e.id = export and e.status = 'running'
$$;
comment on function app_private.book_export_chapter(uuid, int) is
  'A chapter of an export, counted from 1, cut where the gate cut it when the export was requested.';

create function app_private.note_book_export(export uuid, finished int, label text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with noted as (update app_private.book_exports e set step = least(note_book_export.finished, e.step_count), label = left(note_book_export.label, 300)
    where e.id = note_book_export.export and e.status = 'running' returning 1)
  select exists (select from noted)
$$;
comment on function app_private.note_book_export(uuid, int, text) is 'Reports progress. False when the export is gone, so the work can stop.';

create function app_private.finish_book_export(export uuid, bytes bigint, maker text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.book_exports e where e.id = export and e.version is distinct from app_private.book_version(e.book_id, maker);
  update app_private.book_exports e set status = 'done', byte_count = bytes, step = e.step_count, label = '', expires_at = now() + interval '14 days'
    where e.id = export and e.status = 'running';
  return found;
end $$;
comment on function app_private.finish_book_export(uuid, bigint, text) is
  'The file is complete. False when the book changed while it was created, so that the file may mix two versions: then it must be removed.';

create function app_private.put_off_book_export(export uuid, seconds int, is_counted boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.book_exports e set status = 'queued', step = 0, label = '', due_at = now() + make_interval(secs => seconds),
      attempts = e.attempts - case when is_counted then 0 else 1 end
    where e.id = export and e.status = 'running'
$$;
comment on function app_private.put_off_book_export(uuid, int, boolean) is
  'The export is created later; an attempt that the site itself ended is not counted.';

create function app_private.fail_book_export(export uuid, reason text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.book_exports e set status = 'failed', reason = left(fail_book_export.reason, 300), label = ''
    where e.id = fail_book_export.export and e.status = 'running'
$$;
comment on function app_private.fail_book_export(uuid, text) is 'Trying again would not help, and why, as shown to readers.';

create function app_private.next_book_export(store text) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(e.due_at) from app_private.book_exports e where e.status = 'queued' and e.store = next_book_export.store
$$;
comment on function app_private.next_book_export(text) is 'When the next queued export of a store is due; null when none is queued.';

create function app_private.use_book_export(export uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.book_exports e set expires_at = now() + interval '14 days' where e.id = export and e.expires_at < now() + interval '13 days'
$$;
comment on function app_private.use_book_export(uuid) is 'A download keeps the file for another 14 days.';

create function app_private.lose_book_export(export uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.book_exports e set status = 'queued', byte_count = null, step = 0, attempts = 0, created_at = now(), due_at = now()
    where e.id = export and e.status = 'done'
$$;
comment on function app_private.lose_book_export(uuid) is 'The file is gone from the disk: it is created again.';

create function app_private.tidy_book_exports(maker text, store text, max_bytes bigint) returns table (id uuid, format text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Of whatever store: a machine may be gone for good.
  delete from app_private.book_exports e where e.expires_at < now() and e.status <> 'running'
    or e.status in ('queued', 'failed') and e.created_at < now() - interval '1 day';
  delete from app_private.book_exports e where e.store = tidy_book_exports.store and e.status in ('done', 'failed')
    and e.version is distinct from app_private.book_version(e.book_id, maker);
  -- Over the quota the files go whose last download is the oldest.
  delete from app_private.book_exports e using (
    select x.id, sum(x.byte_count) over (order by x.expires_at desc, x.id) as total from app_private.book_exports x where x.store = tidy_book_exports.store and x.status = 'done') sized
    where e.id = sized.id and sized.total > max_bytes;
  return query select e.id, e.format from app_private.book_exports e where e.store = tidy_book_exports.store;
end $$;
comment on function app_private.tidy_book_exports(text, text, bigint) is
  'Forgets exports that expired, belong to an old version, failed a day ago or exceed the quota, and returns the rest: every other file can be removed.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.claim_book_export(text, text),
    app_private.book_export_chapter(uuid, int),
    app_private.note_book_export(uuid, int, text),
    app_private.finish_book_export(uuid, bigint, text),
    app_private.put_off_book_export(uuid, int, boolean),
    app_private.fail_book_export(uuid, text),
    app_private.next_book_export(text),
    app_private.use_book_export(uuid),
    app_private.lose_book_export(uuid),
    app_private.tidy_book_exports(text, text, bigint)
    to %s', worker);
end $$;
