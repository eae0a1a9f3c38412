--! Previous: sha1:cf28028d7549ca6320c44b0b227e58a8e07b6377
--! Hash: sha1:0a13119623730d5df0338cbc5b2f1543f69cc698

-- The audit log: what was done to others, by whom and when. Lines are written with the act, in its transaction.

create table app_public.audit_log (
  id uuid primary key default app_public.new_id(),
  user_id uuid,
  user_name text,
  action text not null check (action ~ '^[a-z]+(?:_[a-z]+)*[.][a-z]+(?:_[a-z]+)*$' and length(action) <= 60),
  subject_kind text not null check (subject_kind ~ '^[a-z]+(?:_[a-z]+)*$' and length(subject_kind) <= 40),
  subject_id uuid,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and pg_column_size(details) <= 8000),
  created_at timestamptz not null default now()
);
comment on table app_public.audit_log is E'@name audit_line\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nAn act of administration. Seen by staff; never changed, forgotten after two years.';
comment on column app_public.audit_log.user_id is 'Who did it, also when that account is gone; null for the site itself.';
comment on column app_public.audit_log.user_name is 'The username of that person at the time.';
comment on column app_public.audit_log.action is 'What was done, such as person.suspend.';
comment on column app_public.audit_log.subject_kind is 'What it was done to, such as person or comment.';
comment on column app_public.audit_log.subject_id is 'The id of that; null for what has none.';
comment on column app_public.audit_log.details is 'What else there is to know. A person is named by username, never by address.';
create index audit_log_user_id_id_idx on app_public.audit_log (user_id, id desc);
create index audit_log_action_id_idx on app_public.audit_log (action, id desc);
create index audit_log_created_at_idx on app_public.audit_log (created_at);
alter table app_public.audit_log enable row level security;
alter table app_public.audit_log force row level security;
-- Not even the owner changes a line, or takes away one that is not old.
create policy owner_reads on app_public.audit_log for select to current_user using (true);
create policy owner_adds on app_public.audit_log for insert to current_user with check (true);
create policy owner_forgets on app_public.audit_log for delete to current_user using (created_at < now() - interval '2 years');
create policy select_admin on app_public.audit_log for select to newline_admin using (true);
grant select on app_public.audit_log to newline_visitor;

create function app_private.audit(action text, subject_kind text, subject_id uuid default null, details jsonb default '{}') returns void
language sql volatile as $$
  insert into app_public.audit_log (user_id, user_name, action, subject_kind, subject_id, details)
  values (app_public.current_user_id(), (select u.username from app_public.users u where u.id = app_public.current_user_id()),
    audit.action, audit.subject_kind, audit.subject_id, jsonb_strip_nulls(coalesce(audit.details, '{}')))
$$;
comment on function app_private.audit(text, text, uuid, jsonb) is
  'Writes a line of the audit log for the session''s person, in the transaction of the act. For functions that run as the owner: not granted.';

create function app_public.audit_lines(person text default null, action text default null, since timestamptz default null, until timestamptz default null, before uuid default null)
returns setof app_public.audit_log
language sql stable rows 50 as $$
  select l.* from app_public.audit_log l
  where (audit_lines.action is null or l.action = audit_lines.action)
    and (audit_lines.person is null or lower(btrim(audit_lines.person, ' @')) in (l.user_name, l.details ->> 'username'))
    and (since is null or l.created_at >= since) and (until is null or l.created_at < until)
    and (before is null or l.id < before)
  order by l.id desc
$$;
comment on function app_public.audit_lines(text, text, timestamptz, timestamptz, uuid) is
  'For staff: the audit log, newest first. By username of who acted or was acted upon, by action, from since until before until; before is the id of the last line of the page above. Empty for everybody else.';
grant execute on function app_public.audit_lines(text, text, timestamptz, timestamptz, uuid) to newline_visitor;

create function app_public.audit_actions() returns text[]
language sql stable as $$
  with recursive known (action) as (
    (select l.action from app_public.audit_log l order by l.action limit 1)
    union all select (select l.action from app_public.audit_log l where l.action > k.action order by l.action limit 1) from known k where k.action is not null)
  select coalesce(array_agg(k.action order by k.action) filter (where k.action is not null), '{}') from known k
$$;
comment on function app_public.audit_actions() is 'For staff: the actions that stand in the audit log. Empty for everybody else.';
grant execute on function app_public.audit_actions() to newline_visitor;

create function app_private.forget_audit_lines() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_public.audit_log l where l.created_at < now() - interval '2 years'
$$;
comment on function app_private.forget_audit_lines() is 'Forgets lines of more than two years ago. For the jobs.';

-- Who is staff: every change is written down, and one is left.
create function app_private.audit_role() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.audit(case when new.is_admin then 'role.give' else 'role.take' end, 'person', new.id, jsonb_build_object('username', new.username));
  return null;
end $$;
comment on function app_private.audit_role() is 'Writes down who becomes staff and who no longer is.';
create trigger audit_new_role after insert on app_public.users for each row when (new.is_admin) execute function app_private.audit_role();
create trigger audit_role after update of is_admin on app_public.users
  for each row when (old.is_admin is distinct from new.is_admin) execute function app_private.audit_role();

-- The queue belongs to the login that runs jobs; what staff do there is asked for and written down here, in the same transaction.
create function app_private.begin_job_act(act text default null, details jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  if act is not null then perform app_private.audit(act, 'job', null, details); end if;
end $$;
comment on function app_private.begin_job_act(text, jsonb) is
  'Asks whether the person whose id was set is staff (NL401, NL403), and writes down what they do with a job. For the login that runs jobs.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.forget_audit_lines(),
    app_private.begin_job_act(text, jsonb)
    to %s', worker);
end $$;
