--! Previous: sha1:bf09724085a1c7d251cb0c10f7ba13f077c80d31
--! Hash: sha1:0800479b9a2f90b25522edf2efbe7cf9e48c96b3

-- Emails: sent once each, and listed.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

-- Mails that were sent, without their words: those hold links that sign in.
create table app_private.sent_mails (
  id uuid primary key default app_public.new_id(),
  address text not null check (length(address) <= 320),
  subject text not null check (length(subject) <= 500),
  sent_at timestamptz not null default now()
);
comment on table app_private.sent_mails is 'Mails that were handed over in the last 30 days.';
create index sent_mails_sent_at_idx on app_private.sent_mails (sent_at);
create index sent_mails_address_idx on app_private.sent_mails (address);
call app_private.secure_table('app_private.sent_mails');

create function app_private.forget_mails() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.sent_mails m where m.sent_at < now() - interval '30 days';
  delete from app_private.mail_deliveries d where d.begun_at < now() - interval '30 days'
$$;
comment on function app_private.forget_mails() is 'Forgets mails of more than 30 days ago. For the jobs.';

create function app_private.forget_mails_of_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.sent_mails m where m.address = old.email;
  return null;
end $$;
comment on function app_private.forget_mails_of_account() is 'What was sent to a deleted account is forgotten with it.';
create trigger forget_mails after delete on auth."user" for each row execute function app_private.forget_mails_of_account();

create type app_public.sent_mail as (id uuid, address text, subject text, sent_at timestamptz);
comment on type app_public.sent_mail is 'A mail that was handed over, without its words.';
comment on column app_public.sent_mail.address is 'Where it went.';
comment on column app_public.sent_mail.subject is 'Its subject.';
comment on column app_public.sent_mail.sent_at is 'When it was handed over.';

create function app_public.sent_mails(address text default null, before uuid default null, at_most int default 50) returns setof app_public.sent_mail
language plpgsql stable rows 50 security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  return query select m.id, m.address, m.subject, m.sent_at from app_private.sent_mails m
    where (sent_mails.address is null or m.address = lower(btrim(sent_mails.address))) and (before is null or m.id < before)
    order by m.id desc limit least(greatest(coalesce(at_most, 50), 1), 101);
end $$;
comment on function app_public.sent_mails(text, uuid, int) is
  'For staff: mails of the last 30 days, newest first, at most 101. before is the id of the last of the page above. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.sent_mails(text, uuid, int) to newline_visitor;

-- One row a mail, from the moment at which it is about to be handed to the mail server.
create table app_private.mail_deliveries (
  key text check (length(key) <= 200) primary key,
  process_id int,
  begun_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table app_private.mail_deliveries is
  'Mails that are being handed over (process_id says by which process), that were refused (neither column) and that the mail server has accepted (sent_at).';
create index mail_deliveries_begun_at_idx on app_private.mail_deliveries (begun_at);
call app_private.secure_table('app_private.mail_deliveries');

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
comment on function app_private.end_mail(text, text, text) is
  'Takes note that the mail server has accepted a mail: it is not sent again. For the jobs.';

create function app_private.give_up_mail(mail text, process int) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.mail_deliveries d set process_id = null where d.key = mail and d.process_id = give_up_mail.process and d.sent_at is null
$$;
comment on function app_private.give_up_mail(text, int) is 'Takes note that a mail was not handed over; it is tried again. For the jobs.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.forget_mails(),
    app_private.begin_mail(text, int),
    app_private.end_mail(text, text, text),
    app_private.give_up_mail(text, int)
    to %s', worker);
end $$;
