--! Previous: sha1:2ca21772a4cd2020469e8b10618fce9faa61d912
--! Hash: sha1:836343d37cd39a0934883939ff0a726b9109a115

-- Jobs of processes that are gone are released, and a mail is sent once.

-- A process of the site that runs jobs. It holds the advisory lock (1785684595, id) for as long as it is connected, so the server itself knows
-- that it is gone; a slow process keeps its lock.
create table app_private.job_processes (
  id int primary key check (id > 0),
  missing_since timestamptz
);
comment on table app_private.job_processes is 'Processes that run jobs. missing_since is when another process first found the lock of this one free.';
call app_private.secure_table('app_private.job_processes');

-- The name is what graphile-worker writes into locked_by.
create table app_private.job_runners (
  name text primary key check (length(name) <= 100),
  process_id int not null references app_private.job_processes on delete cascade
);
comment on table app_private.job_runners is 'Runners of jobs and the processes that they run in. A runner is here before it takes its first job.';
create index on app_private.job_runners (process_id);
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

-- One row a mail, from the moment at which it is about to be handed to the mail server.
create table app_private.mail_deliveries (
  key text primary key check (length(key) <= 200),
  process_id int,
  begun_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table app_private.mail_deliveries is
  'Mails that are being handed over (process_id says by which process), that were refused (neither column) and that the mail server has accepted (sent_at).';
create index on app_private.mail_deliveries (begun_at);
call app_private.secure_table('app_private.mail_deliveries');

create function app_private.forget_job_processes(processes int[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- What they were about to send is due again.
  update app_private.notice_mails m set try_at = now() from app_private.mail_deliveries d
    where d.process_id = any (processes) and d.sent_at is null and d.key = 'notice-' || m.id and m.ended_at is null;
  delete from app_private.job_processes p where p.id = any (processes);
end $$;
comment on function app_private.forget_job_processes(int[]) is 'Removes processes, with their runners. For the jobs.';

create function app_private.begin_mail(mail text, process int) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_row app_private.mail_deliveries;
begin
  insert into app_private.mail_deliveries (key, process_id) values (mail, process) on conflict do nothing;
  if found then return 'BEGUN'; end if;
  select * into strict found_row from app_private.mail_deliveries d where d.key = mail for update;
  if found_row.sent_at is not null then return 'SENT'; end if;
  if found_row.process_id <> process and exists (select from app_private.job_processes p where p.id = found_row.process_id) then return 'BUSY'; end if;
  update app_private.mail_deliveries d set process_id = process, begun_at = now() where d.key = mail;
  return 'BEGUN';
end $$;
comment on function app_private.begin_mail(text, int) is
  'Takes a mail before it is handed to the mail server: BEGUN; SENT where the server has accepted it already; BUSY while another process hands it over. For the jobs.';

create function app_private.end_mail(mail text, address text, subject text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.mail_deliveries (key, sent_at) values (mail, now())
    on conflict (key) do update set sent_at = now(), process_id = null where mail_deliveries.sent_at is null;
  if not found then return; end if;
  insert into app_private.sent_mails (address, subject) values (left(end_mail.address, 320), left(end_mail.subject, 500));
end $$;
comment on function app_private.end_mail(text, text, text) is 'Takes note that the mail server has accepted a mail: it is not sent again. For the jobs.';

create function app_private.give_up_mail(mail text, process int) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.mail_deliveries d set process_id = null where d.key = mail and d.process_id = give_up_mail.process and d.sent_at is null
$$;
comment on function app_private.give_up_mail(text, int) is 'Takes note that a mail was not handed over; it is tried again. For the jobs.';

create or replace function app_private.forget_mails() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.sent_mails m where m.sent_at < now() - interval '30 days';
  delete from app_private.mail_deliveries d where d.begun_at < now() - interval '30 days'
$$;
drop function app_private.note_mail(text, text);

do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.hold_job_process(int, text[]), app_private.begin_job_runner(text, int), app_private.end_job_runners(text[]),
      app_private.find_gone_job_processes(interval), app_private.runners_of_job_processes(int[]), app_private.forget_job_processes(int[]),
      app_private.begin_mail(text, int), app_private.end_mail(text, text, text), app_private.give_up_mail(text, int) to newline_worker;
  end if;
end $$;

-- Sign-in links that were used, so that a second click can say so.
create table auth.used_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references auth."user" on delete cascade,
  used_at timestamptz not null default now()
);
comment on table auth.used_links is 'Sign-in links that were used in the last day, by the SHA-256 of their token, with the account that they signed in to.';
create index on auth.used_links (user_id);
create index on auth.used_links (used_at);
call app_private.secure_table('auth.used_links');
create policy sign_in on auth.used_links to newline_auth using (true) with check (true);
grant select, insert, delete on auth.used_links to newline_auth;
