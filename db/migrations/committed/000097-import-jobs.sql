--! Previous: sha1:129b028c15726a42f1a3c5b33436958bea57ad42
--! Hash: sha1:037054011a08f4c850884c46019f5fe4b2d22af2

-- Imports of the studio are jobs: the archive is stored, a job reads it and reports what it would create, and after the author has arranged the
-- outline, a job writes it. Each user has one import at a time. A job acts as that user, and only through the functions that the studio calls.
-- Compatible with older releases: they don't use it.

create table app_private.imports (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null constraint imports_user_id_key unique references app_public.users on delete cascade,
  name text not null,
  target text not null default '',
  action text not null default 'preview' constraint imports_act_check check (action in ('preview', 'write')),
  choice jsonb,
  status text not null default 'receiving' constraint imports_status_check check (status in ('receiving', 'queued', 'running', 'ready', 'done', 'failed')),
  step int not null default 0 constraint imports_step_check check (step >= 0),
  step_count int not null default 0 constraint imports_step_count_check check (step_count >= 0),
  label text not null default '' constraint imports_label_length check (length(label) <= 300),
  attempts int not null default 0 constraint imports_attempts_check check (attempts >= 0),
  report jsonb,
  permalink text,
  reason text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '7 days'::interval,
  constraint imports_name_length check (length(name) <= 255),
  constraint imports_target_length check (length(target) <= 300),
  constraint imports_reason_length check (length(reason) <= 1000),
  constraint imports_choice_check check (jsonb_typeof(choice) = 'object'),
  constraint imports_choice_size check (pg_column_size(choice) <= 2000000),
  constraint imports_report_shape check (jsonb_typeof(report) = 'object'),
  constraint imports_report_size check (pg_column_size(report) <= 16000000),
  constraint imports_reason_check check ((status = 'failed') = (reason is not null)),
  constraint imports_report_check check (status not in ('ready', 'done') or report is not null),
  constraint imports_permalink_check check (status is distinct from 'done' or permalink is not null)
);
comment on table app_private.imports is
  'The import of a user: its archive is stored under the ID. Read and written only by the functions of the file import-jobs.';
comment on column app_private.imports.target is 'The requested target, as for require_import_right().';
comment on column app_private.imports.action is 'What the job does: report what the archive would create, or create it.';
comment on column app_private.imports.choice is 'The outline that the author arranged, and whether missing lessons are deleted.';
comment on column app_private.imports.report is 'The report of the last finished preview or import.';
comment on column app_private.imports.permalink is 'The item, once it is written: stored in the same transaction, so that a job that starts again does not write it twice.';
comment on column app_private.imports.reason is 'Why it failed, as shown to the user.';
comment on column app_private.imports.due_at is 'The job does not start it earlier.';
comment on column app_private.imports.expires_at is 'When the archive and the report are deleted.';
create index imports_created_at_id_idx on app_private.imports (created_at, id) where status in ('queued', 'running');
call app_private.secure_table('app_private.imports');

create function app_private.locked_import() returns app_private.imports
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_public.current_user_id();
  own app_private.imports;
begin
  if me is null then raise exception 'SIGN_IN_REQUIRED' using errcode = 'NL401'; end if;
  select * into own from app_private.imports i where i.user_id = me for update;
  return own;
end $$;
comment on function app_private.locked_import() is 'The signed-in user''s import, locked; null without one. Not granted.';

create function app_public.begin_import(name text, target text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own app_private.imports;
  made uuid;
begin
  perform app_public.require_import_right(target);
  own := app_private.locked_import();
  if own.status in ('queued', 'running') or own.status = 'receiving' and own.created_at > now() - interval '10 minutes' then
    raise exception 'IMPORT_IN_PROGRESS' using errcode = 'NL429';
  end if;
  delete from app_private.imports i where i.id = own.id;
  insert into app_private.imports as i (user_id, name, target)
    values (app_public.current_user_id(), left(begin_import.name, 255), coalesce(begin_import.target, ''))
    on conflict on constraint imports_user_id_key do nothing returning i.id into made;
  -- Another archive arrived at the same time.
  if made is null then raise exception 'IMPORT_IN_PROGRESS' using errcode = 'NL429'; end if;
  return made;
end $$;
comment on function app_public.begin_import(text, text) is
  E'@behavior -*\nBegins an import of the signed-in user, and returns the ID under which its archive is stored. Replaces their finished import. Errors: those of require_import_right, TOO_MANY while one is under way.';
grant execute on function app_public.begin_import(text, text) to newline_visitor;

create function app_public.start_import(import uuid, target text, action text, choice jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own app_private.imports := app_private.locked_import();
begin
  if (own.id = import) is not true then raise exception 'IMPORT_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_public.require_import_right(target);
  if own.status in ('queued', 'running') then raise exception 'IMPORT_IN_PROGRESS' using errcode = 'NL429'; end if;
  if own.status = 'done' or own.permalink is not null then raise exception 'IMPORT_NOT_FOUND' using errcode = 'NL404'; end if;
  update app_private.imports i set target = coalesce(start_import.target, ''), action = start_import.action, choice = start_import.choice, status = 'queued',
      reason = null, attempts = 0, step = 0, step_count = 0, label = '', created_at = now(), due_at = now(), expires_at = now() + interval '7 days'
    where i.id = own.id;
end $$;
comment on function app_public.start_import(uuid, text, text, jsonb) is
  E'@behavior -*\nQueues the preview or the writing of the signed-in user''s import, whose archive is stored. Errors: those of require_import_right, NOT_FOUND, TOO_MANY while it is under way.';
grant execute on function app_public.start_import(uuid, text, text, jsonb) to newline_visitor;

create function app_public.own_import() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('id', i.id, 'name', i.name, 'into', i.target, 'action', i.action, 'state', i.status, 'step', i.step, 'stepCount', i.step_count,
    'label', i.label, 'reason', i.reason, 'permalink', i.permalink, 'choice', i.choice,
    'report', case when i.status in ('ready', 'done', 'failed') then i.report end,
    'ahead', case when i.status = 'queued' then (select count(*) from app_private.imports o where o.status = 'running'
      or o.status = 'queued' and (o.created_at, o.id) < (i.created_at, i.id)) end)
  from app_private.imports i where i.user_id = app_public.current_user_id()
$$;
comment on function app_public.own_import() is
  E'@behavior -*\nThe import of the signed-in user and how far it is; null without one.';
grant execute on function app_public.own_import() to newline_visitor;

create function app_public.discard_import() returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own app_private.imports := app_private.locked_import();
begin
  if own.status = 'running' then raise exception 'IMPORT_IN_PROGRESS' using errcode = 'NL429'; end if;
  delete from app_private.imports i where i.id = own.id;
  return own.id;
end $$;
comment on function app_public.discard_import() is
  E'@behavior -*\nDeletes the signed-in user''s import, but not what it created, and returns its ID. Errors: TOO_MANY while a job works on it.';
grant execute on function app_public.discard_import() to newline_visitor;

create function app_public.record_import(import uuid, permalink text, report jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_private.imports i set permalink = record_import.permalink, report = record_import.report
    where i.id = import and i.user_id = app_public.current_user_id() and i.status = 'running' and i.action = 'write' and i.permalink is null;
  if not found then raise exception 'IMPORT_NOT_FOUND' using errcode = 'NL404'; end if;
end $$;
comment on function app_public.record_import(uuid, text, jsonb) is
  E'@behavior -*\nStores which item the signed-in user''s import wrote, in the transaction that writes it. Fails if another job did so before.';
grant execute on function app_public.record_import(uuid, text, jsonb) to newline_visitor;

-- What the job calls. One archive is read at a time on a site. A session lock says who does it: PostgreSQL releases it when that process dies.
create function app_private.claim_import() returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  max_attempts constant int := 3;
  claimed app_private.imports;
begin
  if pg_try_advisory_lock(hashtext('newline imports')) is not true then return null; end if;
  -- Nobody is working on these: their process was killed.
  update app_private.imports i set status = 'failed', reason = 'The import was interrupted several times. Nothing was changed. Try again later.'
    where i.status = 'running' and i.permalink is null and i.attempts >= max_attempts;
  update app_private.imports i set status = 'queued', step = 0, label = '' where i.status = 'running';
  select * into claimed from app_private.imports i where i.status = 'queued' and i.due_at <= now() order by i.created_at, i.id limit 1 for update;
  if claimed.id is null then return null; end if;
  update app_private.imports i set status = 'running', attempts = i.attempts + 1, step = 0, step_count = 0, label = '' where i.id = claimed.id
    returning * into claimed;
  return jsonb_build_object('id', claimed.id, 'userId', claimed.user_id, 'target', claimed.target, 'action', claimed.action, 'choice', claimed.choice,
    'attempts', claimed.attempts, 'permalink', claimed.permalink, 'isAdmin', (select u.is_admin from app_public.users u where u.id = claimed.user_id));
end $$;
comment on function app_private.claim_import() is
  'The next import to work on, null when there is none or another session works on one. The session that claims keeps the lock until it calls pg_advisory_unlock_all() or ends.';

create function app_private.note_import(import uuid, finished int, steps int, label text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with noted as (update app_private.imports i set step = finished, step_count = steps, label = left(note_import.label, 300)
    where i.id = import and i.status = 'running' returning 1)
  select exists (select from noted)
$$;
comment on function app_private.note_import(uuid, int, int, text) is 'Reports progress. False when the import is gone, so the work can stop.';

create function app_private.finish_import(import uuid, report jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.imports i set status = case i.action when 'write' then 'done' else 'ready' end, report = coalesce(finish_import.report, i.report), label = '', step = 0, step_count = 0,
      expires_at = now() + interval '7 days'
    where i.id = import and i.status = 'running'
$$;
comment on function app_private.finish_import(uuid, jsonb) is 'A preview or an import is complete; without a report, the one that was recorded stays.';

create function app_private.fail_import(import uuid, reason text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.imports i set status = 'failed', reason = left(fail_import.reason, 1000), label = '' where i.id = import and i.status = 'running'
$$;
comment on function app_private.fail_import(uuid, text) is 'The import failed, and says why. Nothing was written.';

create function app_private.put_off_import(import uuid, seconds int, is_counted boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.imports i set status = 'queued', step = 0, label = '', due_at = now() + make_interval(secs => seconds),
      attempts = i.attempts - case when is_counted then 0 else 1 end
    where i.id = import and i.status = 'running'
$$;
comment on function app_private.put_off_import(uuid, int, boolean) is
  'The import is tried again later; an attempt that the site itself ended is not counted.';

create function app_private.next_import() returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(i.due_at) from app_private.imports i where i.status = 'queued'
$$;
comment on function app_private.next_import() is 'When the next queued import is due; null if none is queued.';

create function app_private.tidy_imports() returns setof uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.imports i where i.expires_at < now() and i.status not in ('queued', 'running')
    or i.status = 'receiving' and i.created_at < now() - interval '1 hour';
  return query select i.id from app_private.imports i;
end $$;
comment on function app_private.tidy_imports() is
  'Deletes imports that expired or whose archive never arrived, and returns the IDs of the others: every other archive can be removed.';

do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.claim_import(),
    app_private.note_import(uuid, int, int, text),
    app_private.finish_import(uuid, jsonb),
    app_private.fail_import(uuid, text),
    app_private.put_off_import(uuid, int, boolean),
    app_private.next_import(),
    app_private.tidy_imports()
    to %s', worker);
end $$;
