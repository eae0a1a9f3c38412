--! Previous: sha1:0800479b9a2f90b25522edf2efbe7cf9e48c96b3
--! Hash: sha1:7ef611602f003fb373077e32b2849260034881ac

-- Jobs of processes that are gone are released. Emails are sent once: the file mail.

-- A process of the site that runs jobs. It holds the advisory lock (1785684595, id) for as long as it is connected, so the server itself knows
-- that it is gone; a slow process keeps its lock.
create table app_private.job_processes (
  id int check (id > 0) primary key,
  missing_since timestamptz
);
comment on table app_private.job_processes is
  'Processes that run jobs. missing_since is when another process first found the lock of this one free.';
call app_private.secure_table('app_private.job_processes');

-- The name is what graphile-worker writes into locked_by.
create table app_private.job_runners (
  name text check (length(name) <= 100) primary key,
  process_id int not null references app_private.job_processes on delete cascade
);
comment on table app_private.job_runners is 'Runners of jobs and the processes that they run in. A runner is here before it takes its first job.';
create index job_runners_process_id_idx on app_private.job_runners (process_id);
call app_private.secure_table('app_private.job_runners');

create function app_private.is_job_process_locked(process int) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = 1785684595
    and l.objid = process::oid and l.granted and l.database = (select d.oid from pg_database d where d.datname = current_database()))
$$;
comment on function app_private.is_job_process_locked(int) is 'Whether a process holds the lock that says that it lives.';

create function app_private.hold_job_process(process int, runners text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_lock(1785684595, process);
  insert into app_private.job_processes (id) values (process) on conflict (id) do update set missing_since = null;
  insert into app_private.job_runners (name, process_id) select r.name, process from unnest(runners) as r (name) on conflict do nothing;
end $$;
comment on function app_private.hold_job_process(int, text[]) is
  'Says that a process lives for as long as the session that calls this stays connected, with the runners that it has. For the jobs.';

create function app_private.begin_job_runner(runner text, process int) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.job_processes (id) values (process) on conflict do nothing;
  insert into app_private.job_runners (name, process_id) values (runner, process) on conflict do nothing;
end $$;
comment on function app_private.begin_job_runner(text, int) is 'Registers a runner before it takes its first job. For the jobs.';

create function app_private.end_job_runners(runners text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.job_runners r where r.name = any (runners)
$$;
comment on function app_private.end_job_runners(text[]) is 'Removes runners that hold no job. For the jobs.';

-- A lock that is free may be that of a process that is about to connect again, after the server crashed or a connection broke.
create function app_private.find_gone_job_processes(grace interval) returns int[]
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_private.job_processes p set missing_since = case when p.missing_since is null then now() end
    where (p.missing_since is null) <> app_private.is_job_process_locked(p.id);
  return array(select p.id from app_private.job_processes p
    where p.missing_since <= now() - grace and pg_postmaster_start_time() <= now() - grace and not app_private.is_job_process_locked(p.id)
    order by p.id for update);
end $$;
comment on function app_private.find_gone_job_processes(interval) is
  'The processes whose lock has been free for longer than grace, and whose server has run for longer. For the jobs.';

create function app_private.runners_of_job_processes(processes int[]) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array(select r.name from app_private.job_runners r where r.process_id = any (processes) order by 1)
$$;
comment on function app_private.runners_of_job_processes(int[]) is 'The runners of processes. For the jobs.';

create function app_private.forget_job_processes(processes int[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- What they were about to send is due again.
  update app_private.notice_mails m set try_at = now() from app_private.mail_deliveries d
    where d.process_id = any (processes) and d.sent_at is null and d.key = 'notice-' || m.id and m.ended_at is null;
  delete from app_private.job_processes p where p.id = any (processes);
end $$;
comment on function app_private.forget_job_processes(int[]) is 'Removes processes, with their runners. For the jobs.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.hold_job_process(int, text[]),
    app_private.begin_job_runner(text, int),
    app_private.end_job_runners(text[]),
    app_private.find_gone_job_processes(interval),
    app_private.runners_of_job_processes(int[]),
    app_private.forget_job_processes(int[])
    to %s', worker);
end $$;
