--! Previous: sha1:31df9ef5c84fe6db173c7ab5c0f805da529cb93e
--! Hash: sha1:af27b2bb38b05fea6c11b22a9eae1fa366f2fd9a

-- What staff see and change of plans and prices, grants, newsletter addresses, jobs and mails.

-- Grants and subscriptions.
create function app_public.entitlement_list(person text default null, is_running boolean default null, before uuid default null) returns setof app_public.entitlements
language sql stable rows 50 as $$
  select e.* from app_public.entitlements e
  where (select app_public.is_admin())
    and (entitlement_list.person is null or e.user_id = (select u.id from app_public.users u where u.username = lower(btrim(entitlement_list.person, ' @'))))
    and (entitlement_list.is_running is null or entitlement_list.is_running = (e.ends_at is null or e.ends_at > now()))
    and (before is null or e.id < before)
  order by e.id desc
$$;
comment on function app_public.entitlement_list(text, boolean, uuid) is
  'For staff: what people were given or bought, newest first; by username, and with isRunning only what holds (true) or has ended (false). before is the id of the last of the page above. Empty for everybody else.';
create function app_public.subscription_list(person text default null, is_running boolean default null, before uuid default null) returns setof app_public.subscriptions
language sql stable rows 50 as $$
  select s.* from app_public.subscriptions s
  where (select app_public.is_admin())
    and (subscription_list.person is null or s.user_id = (select u.id from app_public.users u where u.username = lower(btrim(subscription_list.person, ' @'))))
    and (subscription_list.is_running is null or subscription_list.is_running = (s.status <> 'ENDED'))
    and (before is null or s.id < before)
  order by s.id desc
$$;
comment on function app_public.subscription_list(text, boolean, uuid) is
  'For staff: subscriptions, newest first; by username, and with isRunning only those that run (true) or have ended (false). before is the id of the last of the page above. Empty for everybody else.';
create function app_public.give_access(username text, kind app_public.entitlement_kind, item_slug text default null, ends_at timestamptz default null)
returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  course uuid;
  book uuid;
begin
  perform app_private.require_admin();
  select u.id into person from app_public.users u where u.username = lower(btrim(give_access.username, ' @'));
  if person is null then raise exception 'username: there is no such person.' using errcode = 'NL404'; end if;
  if give_access.kind in ('COURSE', 'ADVANCED') then select c.id into course from app_public.courses c where c.slug = lower(btrim(item_slug)); end if;
  if give_access.kind = 'BOOK' or give_access.kind = 'ADVANCED' and course is null then select b.id into book from app_public.books b where b.slug = lower(btrim(item_slug)); end if;
  if give_access.kind <> 'PRO' and num_nonnulls(course, book) = 0 then raise exception 'itemSlug: there is no such title.' using errcode = 'NL404'; end if;
  return app_public.grant_entitlement(person, give_access.kind, course, book, give_access.ends_at);
end $$;
comment on function app_public.give_access(text, app_public.entitlement_kind, text, timestamptz) is
  'As grantEntitlement, by username and by the slug of a course or book. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';

-- Plans and prices.
create type app_public.plan_changes as (name text, description text, amount_cents int, is_offered boolean);
comment on type app_public.plan_changes is 'What changes of a plan; what is absent or null stays.';
comment on column app_public.plan_changes.name is 'Its name.';
comment on column app_public.plan_changes.description is 'What it gives, in one or two sentences; empty for nothing.';
comment on column app_public.plan_changes.amount_cents is 'The price of one seat for one interval, in cents. Whoever subscribed pays what they agreed to.';
comment on column app_public.plan_changes.is_offered is 'False takes it off the pricing page; it runs on for those who have it.';
create function app_public.change_plan(id uuid, changes app_public.plan_changes) returns app_public.plans
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  plan app_public.plans;
  old_cents int;
begin
  perform app_private.require_admin();
  select p.amount_cents into old_cents from app_public.plans p where p.id = change_plan.id for no key update;
  if not found then raise exception 'There is no such plan.' using errcode = 'NL404'; end if;
  if (changes).amount_cents < 1 then raise exception 'amountCents: expected a price above 0.' using errcode = 'NL400'; end if;
  if length(btrim((changes).name)) not between 1 and 80 then raise exception 'name: expected 1 to 80 characters.' using errcode = 'NL400'; end if;
  if length(btrim((changes).description)) > 400 then raise exception 'description: expected at most 400 characters.' using errcode = 'NL400'; end if;
  update app_public.plans p set name = coalesce(btrim((changes).name), p.name),
      description = case when (changes).description is null then p.description else nullif(btrim((changes).description), '') end,
      amount_cents = coalesce((changes).amount_cents, p.amount_cents), is_offered = coalesce((changes).is_offered, p.is_offered),
      -- The price that Stripe knows is another one now: the amount is sent instead.
      stripe_price_id = case when coalesce((changes).amount_cents, p.amount_cents) = p.amount_cents then p.stripe_price_id end
    where p.id = change_plan.id returning p.* into plan;
  perform app_private.audit('plan.change', 'plan', plan.id, jsonb_build_object('slug', plan.slug, 'oldCents', old_cents, 'amountCents', plan.amount_cents,
    'currency', plan.currency, 'isOffered', plan.is_offered));
  return plan;
end $$;
comment on function app_public.change_plan(uuid, app_public.plan_changes) is 'Changes a plan. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';
create function app_public.item_price_list() returns setof app_public.item_prices
language sql stable rows 50 as $$
  select p.* from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where (select app_public.is_admin()) order by coalesce(c.title, b.title), p.is_advanced, p.id
$$;
comment on function app_public.item_price_list() is 'For staff: what every course, book and advanced package costs, by title. Empty for everybody else.';
create function app_public.change_item_price(id uuid, amount_cents int) returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  price app_public.item_prices;
  old_cents int;
begin
  perform app_private.require_admin();
  if change_item_price.amount_cents is null or change_item_price.amount_cents < 1 then raise exception 'amountCents: expected a price above 0.' using errcode = 'NL400'; end if;
  select p.amount_cents into old_cents from app_public.item_prices p where p.id = change_item_price.id for no key update;
  if not found then raise exception 'There is no such price.' using errcode = 'NL404'; end if;
  update app_public.item_prices p set amount_cents = change_item_price.amount_cents where p.id = change_item_price.id returning p.* into price;
  perform app_private.audit('price.change', 'item_price', price.id, jsonb_build_object('courseId', price.course_id, 'bookId', price.book_id,
    'isAdvanced', price.is_advanced, 'oldCents', old_cents, 'amountCents', price.amount_cents, 'currency', price.currency));
  return price;
end $$;
comment on function app_public.change_item_price(uuid, int) is 'Changes what a title costs. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';

-- Newsletter addresses.
create index newsletter_email_letters_idx on app_private.newsletter_subscribers using gin (email extensions.gin_trgm_ops);
create type app_public.newsletter_state as enum ('PENDING', 'CONFIRMED', 'UNSUBSCRIBED');
comment on type app_public.newsletter_state is 'PENDING: asked, and not said so once more by mail. Only CONFIRMED addresses get letters.';
create type app_public.newsletter_address as (id uuid, email text, first_name text, state app_public.newsletter_state, asked_at timestamptz, confirmed_at timestamptz);
comment on type app_public.newsletter_address is 'An address that asked for the newsletter.';
comment on column app_public.newsletter_address.email is 'Where letters go.';
comment on column app_public.newsletter_address.first_name is 'How letters greet; null when not given.';
comment on column app_public.newsletter_address.asked_at is 'When a mail with a link was asked for last.';
comment on column app_public.newsletter_address.confirmed_at is 'When the link was followed; null before.';
create function app_public.newsletter_addresses(search text default null, state app_public.newsletter_state default null, before uuid default null, at_most int default 50)
returns setof app_public.newsletter_address
language plpgsql stable rows 50 security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  return query select n.id, n.email, n.first_name, n.state::app_public.newsletter_state, n.asked_at, n.confirmed_at from app_private.newsletter_subscribers n
    where n.email like app_private.like_pattern(coalesce(search, '')) and (newsletter_addresses.state is null or n.state = newsletter_addresses.state::text)
      and (before is null or n.id < before) order by n.id desc limit least(greatest(coalesce(at_most, 50), 1), 101);
end $$;
comment on function app_public.newsletter_addresses(text, app_public.newsletter_state, uuid, int) is
  'For staff: addresses of the newsletter, newest first, at most 101. search is a part of the address; before is the id of the last of the page above. Errors: LOGIN_REQUIRED, FORBIDDEN.';
create function app_public.remove_newsletter_address(id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  delete from app_private.newsletter_subscribers n where n.id = remove_newsletter_address.id;
  if not found then raise exception 'There is no such address.' using errcode = 'NL404'; end if;
  perform app_private.audit('newsletter.remove', 'newsletter_address', remove_newsletter_address.id);
  return true;
end $$;
comment on function app_public.remove_newsletter_address(uuid) is 'Forgets an address of the newsletter. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
create function app_private.csv_cell(value text) returns text
language sql immutable as $$
  -- A sheet runs what begins like a formula: an apostrophe makes it text.
  select '"' || replace(case when value ~ '^[[:space:]]*[-=+@\t\r\n|%]' then '''' || value else coalesce(value, '') end, '"', '""') || '"'
$$;
comment on function app_private.csv_cell(text) is 'A cell of a CSV file (RFC 4180) that no spreadsheet takes for a formula. Not granted.';
create function app_public.export_newsletter(state app_public.newsletter_state default 'CONFIRMED') returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  rows_text text;
  row_count int;
begin
  perform app_private.require_admin();
  select string_agg(concat_ws(',', app_private.csv_cell(n.email), app_private.csv_cell(n.first_name), app_private.csv_cell(n.state),
      app_private.csv_cell(to_char(n.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
      app_private.csv_cell(to_char(n.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))), E'\r\n' order by n.id), count(*)
    into rows_text, row_count from app_private.newsletter_subscribers n where export_newsletter.state is null or n.state = export_newsletter.state::text;
  perform app_private.audit('newsletter.export', 'newsletter', null, jsonb_build_object('state', export_newsletter.state, 'addresses', row_count));
  return concat_ws(E'\r\n', 'email,first_name,state,asked_at,confirmed_at', rows_text) || E'\r\n';
end $$;
comment on function app_public.export_newsletter(app_public.newsletter_state) is
  'The addresses of the newsletter as a CSV file, the confirmed ones unless another state is asked for; with a null state all of them. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN.';

-- Mails that were sent, without their words: those hold links that sign in.
create table app_private.sent_mails (
  id uuid primary key default app_public.new_id(),
  address text not null check (length(address) <= 320),
  subject text not null check (length(subject) <= 500),
  sent_at timestamptz not null default now()
);
comment on table app_private.sent_mails is 'Mails that were handed over in the last 30 days.';
create index on app_private.sent_mails (sent_at);
create index on app_private.sent_mails (address);
call app_private.secure_table('app_private.sent_mails');
create function app_private.note_mail(address text, subject text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_private.sent_mails (address, subject) values (left(note_mail.address, 320), left(note_mail.subject, 500))
$$;
comment on function app_private.note_mail(text, text) is 'Takes note of a mail that was handed over. For the jobs.';
create function app_private.forget_mails() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.sent_mails m where m.sent_at < now() - interval '30 days'
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

-- The queue belongs to the login that runs jobs; what staff do there is asked for and written down here, in the same transaction.
create function app_private.begin_job_act(act text default null, details jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  if act is not null then perform app_private.audit(act, 'job', null, details); end if;
end $$;
comment on function app_private.begin_job_act(text, jsonb) is
  'Asks whether the person whose id was set is staff (NL401, NL403), and writes down what they do with a job. For the login that runs jobs.';

grant execute on function app_public.entitlement_list(text, boolean, uuid), app_public.subscription_list(text, boolean, uuid),
  app_public.give_access(text, app_public.entitlement_kind, text, timestamptz), app_public.change_plan(uuid, app_public.plan_changes), app_public.item_price_list(),
  app_public.change_item_price(uuid, int), app_public.newsletter_addresses(text, app_public.newsletter_state, uuid, int), app_public.remove_newsletter_address(uuid),
  app_public.export_newsletter(app_public.newsletter_state), app_public.sent_mails(text, uuid, int) to newline_visitor;
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.note_mail(text, text), app_private.forget_mails(), app_private.begin_job_act(text, jsonb) to newline_worker;
  end if;
end $$;
