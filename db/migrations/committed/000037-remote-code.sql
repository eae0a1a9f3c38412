--! Previous: sha1:b8c49713808d33673303ac1ed5fc1ad02c0f062f
--! Hash: sha1:e838e57250831ee377b9702c9b21ac5308d1f772

-- Code that texts took from repositories: which lines of which file at which commit, and what became of them since. The rows
-- follow from the texts by triggers, so that every door that writes a text keeps them right; a job asks the code host.

create type app_public.remote_code_state as enum ('CURRENT', 'CHANGED', 'GONE');
comment on type app_public.remote_code_state is
  'Whether the code in a text is still that of its branch or tag, differs from it, or is no longer found there.';

create table app_public.remote_code_sources (
  id uuid primary key default app_public.new_id(),
  article_id uuid references app_public.articles on delete cascade,
  lesson_id uuid references app_public.lessons on delete cascade,
  block_id text not null,
  owner text not null check (owner ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$'),
  name text not null check (name ~ '^[A-Za-z0-9_.-]{1,100}$' and name !~ '^\.{1,2}$'),
  filepath text not null check (filepath !~ '(^|/)\.{0,2}(/|$)' and filepath !~ '[[:cntrl:]\\]' and length(filepath) <= 1000),
  refname text not null check (refname !~ '[[:cntrl:]]' and length(refname) between 1 and 300),
  oid text not null check (oid ~ '^[0-9a-f]{40,64}$'),
  code_query text,
  start_line int,
  end_line int,
  text text not null,
  state app_public.remote_code_state not null default 'CURRENT',
  reason text,
  checked_at timestamptz,
  new_oid text,
  new_text text,
  new_start_line int,
  new_end_line int,
  created_at timestamptz not null default now(),
  constraint remote_code_sources_item_check check (num_nonnulls(article_id, lesson_id) = 1),
  constraint remote_code_sources_state_check check (case state
    when 'CHANGED' then num_nulls(new_oid, new_text, new_start_line, new_end_line) = 0
    else num_nonnulls(new_oid, new_text, new_start_line, new_end_line) = 0 end),
  constraint remote_code_sources_article_key unique (article_id, block_id),
  constraint remote_code_sources_lesson_key unique (lesson_id, block_id)
);
comment on table app_public.remote_code_sources is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA remote code block of a text that follows a branch or tag, and what became of that code. Seen by those who write the text and by staff. Follows from the text.';
comment on column app_public.remote_code_sources.block_id is 'The uniqueId of the remote code block.';
comment on column app_public.remote_code_sources.owner is 'Whose repository it is.';
comment on column app_public.remote_code_sources.name is 'The repository''s name.';
comment on column app_public.remote_code_sources.filepath is 'The file''s path.';
comment on column app_public.remote_code_sources.refname is 'The branch or tag that is followed.';
comment on column app_public.remote_code_sources.oid is 'The commit to which the text is pinned.';
comment on column app_public.remote_code_sources.code_query is 'The query that selects the lines; null when they are given by number.';
comment on column app_public.remote_code_sources.start_line is 'The first line in the file, counted from 1.';
comment on column app_public.remote_code_sources.end_line is 'The last line.';
comment on column app_public.remote_code_sources.text is 'The code as it is in the text.';
comment on column app_public.remote_code_sources.reason is 'Why the code is gone.';
comment on column app_public.remote_code_sources.checked_at is 'When it was last compared; null when never.';
comment on column app_public.remote_code_sources.new_oid is 'The commit with the changed code.';
comment on column app_public.remote_code_sources.new_text is 'The code as it is now.';
comment on column app_public.remote_code_sources.new_start_line is 'Where the changed code begins.';
comment on column app_public.remote_code_sources.new_end_line is 'Where it ends.';
comment on constraint remote_code_sources_article_id_fkey on app_public.remote_code_sources is E'@fieldName article\n@foreignFieldName remoteCodeSources';
comment on constraint remote_code_sources_lesson_id_fkey on app_public.remote_code_sources is E'@fieldName lesson\n@foreignFieldName remoteCodeSources';
create index remote_code_sources_state_idx on app_public.remote_code_sources (state) where state <> 'CURRENT';
call app_private.secure_table('app_public.remote_code_sources');
create policy select_admin on app_public.remote_code_sources for select to newline_admin using (true);
create policy select_contributor on app_public.remote_code_sources for select to newline_learner
  using (article_id in (select app_private.my_article_ids())
    or (select l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())
      from app_public.lessons l where l.id = lesson_id));
grant select on app_public.remote_code_sources to newline_visitor;

create table app_private.remote_code_checks (
  source_id uuid primary key references app_public.remote_code_sources on delete cascade,
  check_at timestamptz not null default now() + '00:10:00'::interval,
  failures int not null default 0 check (failures >= 0),
  etag text,
  kept_text text,
  is_loss_kept boolean not null default false
);
comment on table app_private.remote_code_checks is
  'When remote code is compared next, and what the comparison needs to remember. For the job alone.';
comment on column app_private.remote_code_checks.failures is 'How often in a row the code host gave no answer.';
comment on column app_private.remote_code_checks.etag is 'The file as it was seen last: asked for under it, an unchanged file costs nothing.';
comment on column app_private.remote_code_checks.kept_text is 'Changed code that an author has seen and not taken: it is not reported again.';
comment on column app_private.remote_code_checks.is_loss_kept is
  'An author has seen that the code is gone: that is not reported again until it was there.';
create index remote_code_checks_check_at_idx on app_private.remote_code_checks (check_at);
call app_private.secure_table('app_private.remote_code_checks');

create function app_private.remote_code_of(body jsonb)
returns table (block_id text, owner text, name text, filepath text, refname text, oid text, code_query text, start_line int, end_line int, text text)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select distinct on (b.block ->> 'id') b.block ->> 'id', h ->> 'owner', h ->> 'name', h ->> 'filepath', h ->> 'refname', h ->> 'oid',
    nullif(btrim(c ->> 'codeQuery'), ''), (c ->> 'startLine')::int, (c ->> 'endLine')::int,
    coalesce((select string_agg(t ->> 'text', '' order by n) from jsonb_array_elements(b.block -> 'code') with ordinality as x (t, n)), '')
  from (
    select jsonb_build_object('id', r #>> '{attrs,uniqueId}', 'header', r #> '{content,0,attrs}', 'attributes', r #> '{content,1,attrs}',
      'code', coalesce(r #> '{content,1,content}', '[]')) as block
    from jsonb_path_query(body, 'strict $.** ? (@.type == "remoteCodeBlock")') r) b,
    lateral (select b.block -> 'header' as h, b.block -> 'attributes' as c) a
  where b.block ->> 'id' is not null and h ->> 'service' = 'github'
    and h ->> 'owner' ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$' and h ->> 'name' ~ '^[A-Za-z0-9_.-]{1,100}$' and h ->> 'name' !~ '^\.{1,2}$'
    and h ->> 'filepath' !~ '(^|/)\.{0,2}(/|$)' and h ->> 'filepath' !~ '[[:cntrl:]\\]' and length(h ->> 'filepath') <= 1000
    and h ->> 'refname' !~ '[[:cntrl:]]' and length(h ->> 'refname') between 1 and 300 and h ->> 'oid' ~ '^[0-9a-f]{40,64}$'
$$;
comment on function app_private.remote_code_of(jsonb) is
  'The remote code blocks of a text that follow a branch or tag. One that names a commit, or too little, is none: there is nothing to compare it with.';

-- Code of repositories is followed in the text that its writers work on: taking a change is a save like any other.
create function app_private.note_remote_code() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid;
  article uuid;
begin
  if tg_table_name = 'lesson_revision_texts' then
    select r.lesson_id into lesson from app_public.lesson_revisions r where r.id = new.revision_id;
  else
    select r.article_id into article from app_public.article_revisions r where r.id = new.revision_id;
  end if;
  if not jsonb_path_exists(new.body_delta, 'strict $.** ? (@.type == "remoteCodeBlock")')
      and not exists (select from app_public.remote_code_sources s where s.article_id = article or s.lesson_id = lesson) then
    return null;
  end if;
  delete from app_public.remote_code_sources s where (s.article_id = article or s.lesson_id = lesson)
    and not exists (select from app_private.remote_code_of(new.body_delta) f where f.block_id = s.block_id);
  -- What is asked for or what is there has changed: the comparison begins anew.
  with changed as (
    update app_public.remote_code_sources s set owner = f.owner, name = f.name, filepath = f.filepath, refname = f.refname, oid = f.oid,
      code_query = f.code_query, start_line = f.start_line, end_line = f.end_line, text = f.text, state = 'CURRENT', reason = null,
      checked_at = null, new_oid = null, new_text = null, new_start_line = null, new_end_line = null
    from app_private.remote_code_of(new.body_delta) f
    where (s.article_id = article or s.lesson_id = lesson) and s.block_id = f.block_id
      and (s.owner, s.name, s.filepath, s.refname, s.oid, s.code_query, s.start_line, s.end_line, s.text)
        is distinct from (f.owner, f.name, f.filepath, f.refname, f.oid, f.code_query, f.start_line, f.end_line, f.text)
    returning s.id)
  update app_private.remote_code_checks k set check_at = now() + interval '10 minutes', failures = 0, etag = null, kept_text = null, is_loss_kept = false
    from changed where k.source_id = changed.id;
  with added as (
    insert into app_public.remote_code_sources (article_id, lesson_id, block_id, owner, name, filepath, refname, oid, code_query, start_line, end_line, text)
    select article, lesson, f.* from app_private.remote_code_of(new.body_delta) f
    on conflict do nothing returning id)
  insert into app_private.remote_code_checks (source_id) select id from added;
  return null;
end $$;
comment on function app_private.note_remote_code() is
  'Whatever writes a text: its remote code blocks are known, and those that are gone from it are forgotten.';
create trigger note_remote_code after insert or update of body_delta on app_private.article_revision_texts
  for each row execute function app_private.note_remote_code();
create trigger note_remote_code after insert or update of body_delta on app_private.lesson_revision_texts
  for each row execute function app_private.note_remote_code();

create function app_public.changed_remote_code() returns setof app_public.remote_code_sources
language sql stable as $$
  select s.* from app_public.remote_code_sources s where s.state <> 'CURRENT' order by s.checked_at desc, s.id
$$;
comment on function app_public.changed_remote_code() is
  'Code in texts of the signed-in person that changed in its repository or is gone from it, latest found first; staff see that of every text.';
grant execute on function app_public.changed_remote_code() to newline_visitor;

create function app_private.locked_remote_code(source uuid) returns app_public.remote_code_sources
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  code app_public.remote_code_sources;
begin
  select s.* into code from app_public.remote_code_sources s left join app_public.lessons l on l.id = s.lesson_id
    where s.id = source and (app_public.is_admin() or s.article_id in (select app_private.my_article_ids())
      or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()))
    for no key update of s;
  if code.id is null then raise exception 'REMOTE_CODE_NOT_FOUND' using errcode = 'NL404'; end if;
  return code;
end $$;
comment on function app_private.locked_remote_code(uuid) is
  'The code, locked, for somebody who may write its text; raises NL401 or NL404 for others. Not granted.';

create function app_public.keep_remote_code(id uuid) returns app_public.remote_code_sources
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  source app_public.remote_code_sources := app_private.locked_remote_code(keep_remote_code.id);
begin
  update app_private.remote_code_checks k set kept_text = coalesce(source.new_text, k.kept_text),
    is_loss_kept = k.is_loss_kept or source.state = 'GONE' where k.source_id = source.id;
  update app_public.remote_code_sources s set state = 'CURRENT', reason = null, new_oid = null, new_text = null, new_start_line = null, new_end_line = null
    where s.id = source.id returning s.* into source;
  return source;
end $$;
comment on function app_public.keep_remote_code(uuid) is
  'Leaves the text as it is: this change is not reported again, the next one is. By those who write the text and staff.';
grant execute on function app_public.keep_remote_code(uuid) to newline_visitor;

-- What the job asks, as the login that runs jobs.
create function app_private.due_remote_code(at_most int)
returns table (id uuid, owner text, name text, filepath text, refname text, oid text, code_query text, start_line int, end_line int, text text, etag text)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with due as (
    select k.source_id from app_private.remote_code_checks k where k.check_at <= now() order by k.check_at limit at_most for update skip locked),
  taken as (
    update app_private.remote_code_checks k set check_at = now() + interval '30 minutes' from due where k.source_id = due.source_id
    returning k.source_id, k.etag)
  select s.id, s.owner, s.name, s.filepath, s.refname, s.oid, s.code_query, s.start_line, s.end_line, s.text, t.etag
  from taken t join app_public.remote_code_sources s on s.id = t.source_id
$$;
comment on function app_private.due_remote_code(int) is
  'Takes code that is due to be compared. What is not recorded within half an hour is due again.';

create function app_private.record_remote_code(source uuid, compared text, outcome app_public.remote_code_state, why text, commit_id text, code text, first_line int,
  last_line int, seen_etag text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  remembered app_private.remote_code_checks := (select k from app_private.remote_code_checks k where k.source_id = source);
  is_new boolean := coalesce(outcome = 'CHANGED' and code is distinct from remembered.kept_text, false);
  next_state app_public.remote_code_state := case
    when outcome = 'CHANGED' and not is_new or outcome = 'GONE' and remembered.is_loss_kept then 'CURRENT' else outcome end;
begin
  -- A text that was saved meanwhile is compared by itself.
  update app_public.remote_code_sources s set checked_at = now(), state = coalesce(next_state, s.state),
    reason = case when outcome is null then s.reason when next_state = 'GONE' then why end,
    new_oid = case when outcome is null then s.new_oid when is_new then commit_id end,
    new_text = case when outcome is null then s.new_text when is_new then code end,
    new_start_line = case when outcome is null then s.new_start_line when is_new then first_line end,
    new_end_line = case when outcome is null then s.new_end_line when is_new then last_line end
    where s.id = source and s.text = compared;
  if found then
    update app_private.remote_code_checks k set failures = 0, etag = seen_etag,
      is_loss_kept = k.is_loss_kept and coalesce(outcome = 'GONE', true), check_at = now() + interval '6 hours' + random() * interval '1 hour'
      where k.source_id = source;
  end if;
end $$;
comment on function app_private.record_remote_code(uuid, text, app_public.remote_code_state, text, text, text, int, int, text) is
  'What a comparison found; a null state is that nothing changed since the last one.';

create function app_private.postpone_remote_code(sources uuid[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.remote_code_checks k set failures = k.failures + 1,
    check_at = now() + least(interval '1 day', interval '15 minutes' * power(2, least(k.failures, 10)))
  where k.source_id = any (sources)
$$;
comment on function app_private.postpone_remote_code(uuid[]) is
  'The code host gave no answer: asked again after 15 minutes, then twice as long, up to a day.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.due_remote_code(int),
    app_private.record_remote_code(uuid, text, app_public.remote_code_state, text, text, text, int, int, text),
    app_private.postpone_remote_code(uuid[])
    to %s', worker);
end $$;
