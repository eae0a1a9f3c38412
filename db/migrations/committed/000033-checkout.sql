--! Previous: sha1:6cdc5f2e4d86cd890a7c645a26b537c24b267d36
--! Hash: sha1:406a281f83bc6801d90e2d185c64cba4ceb6ccad

-- Paying: what a person may buy and for how much, what a provider tells, and what an administrator gives.

-- What is under way with a provider, and what it has told.
create table app_private.checkouts (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  plan_id uuid references app_public.plans on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  is_advanced boolean not null default false,
  seats int not null default 1 check (seats between 1 and 1000),
  amount_cents int not null check (amount_cents >= 0),
  currency app_public.currency not null,
  discount_percent int not null default 0,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint checkouts_thing_check check (num_nonnulls(plan_id, course_id, book_id) = 1)
);
comment on table app_private.checkouts is 'What a person is about to pay, at the price of that moment. A provider carries its id and brings it back.';
create index on app_private.checkouts (user_id);
create index on app_private.checkouts (plan_id);
create index on app_private.checkouts (course_id);
create index on app_private.checkouts (book_id);
create table app_private.billing_customers (
  user_id uuid primary key references app_public.users on delete cascade,
  provider_customer_id text not null unique check (length(provider_customer_id) between 1 and 200)
);
comment on table app_private.billing_customers is 'Whom the provider of payments knows a person as.';
create table app_private.billing_events (
  id text primary key check (length(id) between 1 and 200),
  kind text not null,
  received_at timestamptz not null default now()
);
comment on table app_private.billing_events is 'Events of the provider that were handled, so that each is handled once.';
create index on app_private.billing_events (received_at);
create table app_private.orphaned_subscriptions (
  provider_subscription_id text primary key,
  created_at timestamptz not null default now()
);
comment on table app_private.orphaned_subscriptions is 'Subscriptions of deleted accounts, to be cancelled at the provider.';
do $$ declare t regclass; begin
  foreach t in array array['app_private.checkouts', 'app_private.billing_customers', 'app_private.billing_events', 'app_private.orphaned_subscriptions']::regclass[] loop
    call app_private.secure_table(t);
  end loop;
end $$;

-- What is offered to whom. Masterclasses, bootcamps and workshops cost Pro readers a fifth less.
create type app_public.checkout_offer as (
  name text, plan_id uuid, course_id uuid, book_id uuid, is_advanced boolean, amount_cents int, full_amount_cents int,
  discount_percent int, currency app_public.currency, billing_interval app_public.billing_interval, min_seats int, max_seats int, already text);
comment on type app_public.checkout_offer is 'What something costs the person who asks.';
comment on column app_public.checkout_offer.name is 'What is bought.';
comment on column app_public.checkout_offer.plan_id is '@behavior -select';
comment on column app_public.checkout_offer.course_id is '@behavior -select';
comment on column app_public.checkout_offer.book_id is '@behavior -select';
comment on column app_public.checkout_offer.is_advanced is 'True for the advanced package of a title.';
comment on column app_public.checkout_offer.amount_cents is 'What it costs this person, in cents; of a plan, a seat for an interval.';
comment on column app_public.checkout_offer.full_amount_cents is 'What it costs without the discount.';
comment on column app_public.checkout_offer.discount_percent is 'The discount for Pro, in percent.';
comment on column app_public.checkout_offer.min_seats is 'The fewest seats of a plan; null for a title.';
comment on column app_public.checkout_offer.max_seats is 'The most seats of a plan; null for a title.';
comment on column app_public.checkout_offer.already is 'Why this person need not buy it, as a sentence; null when they may.';

create function app_private.has_pro(person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.entitlements e
    where e.user_id = person and e.kind = 'PRO' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()))
$$;
comment on function app_private.has_pro(uuid) is 'True while somebody has Pro, from whatever source.';

create function app_public.users_is_pro(person app_public.users) returns boolean
language sql stable as $$
  select exists (select from app_public.entitlements e
    where e.user_id = person.id and e.kind = 'PRO' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()))
$$;
comment on function app_public.users_is_pro(app_public.users) is 'True while the person has Pro; told to that person and to staff, false to others.';
grant execute on function app_public.users_is_pro(app_public.users) to newline_visitor;

create function app_public.checkout_offer(plan_slug text default null, course_slug text default null, book_slug text default null, is_advanced boolean default false)
returns app_public.checkout_offer
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_public.current_user_id();
  offer app_public.checkout_offer;
  plan app_public.plans;
  is_reduced boolean;
begin
  if num_nonnulls(plan_slug, course_slug, book_slug) <> 1 then return null; end if;
  if plan_slug is not null then
    select p.* into plan from app_public.plans p where p.slug = plan_slug and p.is_offered;
    if not found then return null; end if;
    offer := (plan.name, plan.id, null, null, false, plan.amount_cents, plan.amount_cents, 0, plan.currency, plan.billing_interval, plan.min_seats, plan.max_seats, null);
    if plan.kind = 'TEAM' and exists (select from app_public.subscriptions s where s.user_id = me and s.kind = 'TEAM' and s.status <> 'ENDED') then
      offer.already := 'You have a Team Package already.';
    elsif plan.kind = 'PRO' and exists (select from app_public.subscriptions s where s.user_id = me and s.kind = 'PRO' and s.status <> 'ENDED') then
      offer.already := 'You have this subscription already.';
    elsif plan.kind = 'PRO' and exists (select from app_public.team_members m where m.user_id = me) and app_private.has_pro(me) then
      offer.already := 'Your seat in a team gives you Pro already.';
    end if;
    return offer;
  end if;
  select i.title || case when p.is_advanced then ', advanced package' else '' end, null::uuid, i.course_id, i.book_id, p.is_advanced, p.amount_cents, p.amount_cents, 0, p.currency,
      null::app_public.billing_interval, null::int, null::int, null::text, i.is_reduced
    into offer.name, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, offer.amount_cents, offer.full_amount_cents, offer.discount_percent, offer.currency,
      offer.billing_interval, offer.min_seats, offer.max_seats, offer.already, is_reduced
    from (
      select c.title, c.id as course_id, null::uuid as book_id, c.is_masterclass or c.is_bootcamp or c.is_live_workshop as is_reduced
        from app_public.courses c where c.slug = course_slug and c.is_published and c.published_at <= now() and c.archived_at is null and not c.is_coming_soon
      union all
      select b.title, null, b.id, b.is_bootcamp or b.is_live_workshop
        from app_public.books b where b.slug = book_slug and b.is_published and b.published_at <= now() and b.archived_at is null and not b.is_coming_soon) i
    join app_public.item_prices p on p.is_advanced = checkout_offer.is_advanced and (p.course_id = i.course_id or p.book_id = i.book_id);
  if not found then return null; end if;
  if is_reduced and me is not null and app_private.has_pro(me) then
    offer.discount_percent := 20;
    offer.amount_cents := offer.full_amount_cents - offer.full_amount_cents * 20 / 100;
  end if;
  if exists (select from app_public.entitlements e where e.user_id = me and e.starts_at <= now() and e.ends_at is null
      and e.kind = case when offer.is_advanced then 'ADVANCED' when offer.course_id is not null then 'COURSE' else 'BOOK' end::app_public.entitlement_kind
      and (e.course_id = offer.course_id or e.book_id = offer.book_id)) then
    offer.already := 'This is yours already.';
  end if;
  return offer;
end $$;
comment on function app_public.checkout_offer(text, text, text, boolean) is
  'What a plan, a course, a book or an advanced package costs the person who asks, by one slug; null for what is not for sale.';
grant execute on function app_public.checkout_offer(text, text, text, boolean) to newline_visitor;

create type app_public.price_range as (lowest_cents int, highest_cents int, currency app_public.currency);
comment on type app_public.price_range is 'The lowest and the highest of some prices in one currency.';
comment on column app_public.price_range.lowest_cents is 'The lowest, in cents.';
comment on column app_public.price_range.highest_cents is 'The highest, in cents.';
create function app_public.title_price() returns app_public.price_range
language sql stable as $$
  select (min(p.amount_cents), max(p.amount_cents), p.currency)::app_public.price_range
  from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where not p.is_advanced and coalesce(c.is_published, b.is_published) and coalesce(c.is_shown_publicly, b.is_shown_publicly)
    and not coalesce(c.is_masterclass, false) and not coalesce(c.is_bootcamp, b.is_bootcamp) and not coalesce(c.is_live_workshop, b.is_live_workshop)
  group by p.currency order by count(*) desc, p.currency limit 1
$$;
comment on function app_public.title_price() is 'What one ordinary title costs, once; null when none is for sale.';
grant execute on function app_public.title_price() to newline_visitor;

-- A checkout, from the press to what it gives. The server's own login acts for the person whose id it set.
create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int)
returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  offer app_public.checkout_offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced);
  places int := coalesce(wanted_seats, offer.min_seats, 1);
  checkout app_private.checkouts;
begin
  if num_nonnulls(plan_slug, course_slug, book_slug) <> 1 then
    raise exception 'Expected one of planSlug, courseSlug and bookSlug.' using errcode = 'NL400';
  end if;
  if offer.name is null then raise exception 'This is not for sale.' using errcode = 'NL404'; end if;
  if offer.already is not null then raise exception '%', offer.already using errcode = 'NL409'; end if;
  if places not between coalesce(offer.min_seats, 1) and coalesce(offer.max_seats, 1) then
    raise exception 'seats: expected % to %, got %.', coalesce(offer.min_seats, 1), coalesce(offer.max_seats, 1), places using errcode = 'NL400';
  end if;
  -- Whoever presses twice, or comes back a little later, goes on with the same checkout and cannot pay it twice.
  perform pg_advisory_xact_lock(hashtext('checkout ' || me));
  select c.* into checkout from app_private.checkouts c where c.user_id = me and c.completed_at is null and c.created_at > now() - interval '20 minutes'
    and c.plan_id is not distinct from offer.plan_id and c.course_id is not distinct from offer.course_id and c.book_id is not distinct from offer.book_id
    and c.is_advanced = offer.is_advanced and c.seats = places and (c.amount_cents, c.currency) = (offer.amount_cents, offer.currency) order by c.created_at desc limit 1;
  if not found then
    insert into app_private.checkouts (user_id, plan_id, course_id, book_id, is_advanced, seats, amount_cents, currency, discount_percent)
      values (me, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, places, offer.amount_cents, offer.currency, offer.discount_percent)
      returning * into checkout;
  end if;
  return query select checkout.id, offer.name, places, checkout.amount_cents, checkout.currency::text, offer.billing_interval,
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at;
end $$;
comment on function app_private.begin_checkout(text, text, text, boolean, int) is 'Writes down what the person is about to pay, at the price they were shown.';

create function app_private.next_period(since timestamptz, every app_public.billing_interval) returns timestamptz
language sql immutable as $$ select (since at time zone 'UTC' + case every when 'MONTH' then interval '1 month' else interval '1 year' end) at time zone 'UTC' $$;
comment on function app_private.next_period(timestamptz, app_public.billing_interval) is 'When a period that began then ends.';

create function app_private.complete_purchase(checkout_id uuid, by_provider text, payment text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  checkout app_private.checkouts;
begin
  update app_private.checkouts c set completed_at = now() where c.id = checkout_id and c.completed_at is null and c.plan_id is null returning * into checkout;
  if not found then return; end if;
  insert into app_public.purchases (user_id, course_id, book_id, is_advanced, amount_cents, currency, discount_percent, provider, provider_payment_id)
    values (checkout.user_id, checkout.course_id, checkout.book_id, checkout.is_advanced, checkout.amount_cents, checkout.currency, checkout.discount_percent, by_provider, payment);
end $$;
comment on function app_private.complete_purchase(uuid, text, text) is 'A paid checkout becomes a purchase, once.';

create function app_private.grant_checkout(checkout_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.complete_purchase(checkout_id, 'manual', null);
  with taken as (update app_private.checkouts c set completed_at = now() where c.id = checkout_id and c.completed_at is null returning *)
  insert into app_public.subscriptions (user_id, plan_id, kind, seats, period_starts_at, period_ends_at)
    select t.user_id, t.plan_id, p.kind, t.seats, now(), app_private.next_period(now(), p.billing_interval) from taken t join app_public.plans p on p.id = t.plan_id;
exception when unique_violation then
  raise exception 'You have this subscription already.' using errcode = 'NL409';
end $$;
comment on function app_private.grant_checkout(uuid) is 'Gives what was checked out without a payment, once: the manual provider on a demo site.';

create function app_private.keep_provider_subscription(provider_id text, checkout_id uuid, state app_public.subscription_status, seat_count int, cancels boolean,
  starts timestamptz, ends timestamptz, ended timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  checkout app_private.checkouts;
begin
  update app_public.subscriptions s set status = state, seats = case s.kind when 'TEAM' then seat_count else 1 end, cancels_at_period_end = cancels, period_starts_at = starts, period_ends_at = ends,
    ended_at = case when state = 'ENDED' then coalesce(ended, s.ended_at, now()) end where s.provider_subscription_id = provider_id;
  if found then return true; end if;
  select c.* into checkout from app_private.checkouts c where c.id = checkout_id and c.plan_id is not null;
  if not found then return false; end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, status, seats, cancels_at_period_end, period_starts_at, period_ends_at, ended_at, provider, provider_subscription_id)
    select checkout.user_id, p.id, p.kind, state, case p.kind when 'TEAM' then seat_count else 1 end, cancels, starts, ends, case when state = 'ENDED' then coalesce(ended, now()) end, 'stripe', provider_id
    from app_public.plans p where p.id = checkout.plan_id;
  update app_private.checkouts c set completed_at = now() where c.id = checkout.id and c.completed_at is null;
  return true;
end $$;
comment on function app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, int, boolean, timestamptz, timestamptz, timestamptz) is
  'Keeps a subscription as its provider has it now. False when nobody here began it.';

create function app_private.refund_payment(payment text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_public.purchases p set refunded_at = now() where p.provider_payment_id = payment and p.refunded_at is null;
  return found;
end $$;
comment on function app_private.refund_payment(text) is 'A payment that was paid back ends what it bought.';

create function app_private.take_event(event_id text, event_kind text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.billing_events (id, kind) values (event_id, event_kind) on conflict (id) do nothing;
  return found;
end $$;
comment on function app_private.take_event(text, text) is
  'True for an event that was not handled before. In the transaction that handles it: when that fails the event is new again, and its double waits here.';

create function app_private.billing_customer() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.provider_customer_id from app_private.billing_customers c where c.user_id = app_public.current_user_id()
$$;
comment on function app_private.billing_customer() is 'Whom the provider knows the person as; null before they paid.';
create function app_private.remember_customer(checkout_id uuid, provider_customer_id text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_private.billing_customers (user_id, provider_customer_id)
    select c.user_id, remember_customer.provider_customer_id from app_private.checkouts c where c.id = checkout_id on conflict do nothing
$$;
comment on function app_private.remember_customer(uuid, text) is 'Notes whom the provider knows a payer as; the first name stays.';

create function app_private.own_subscription(subscription_id uuid) returns app_public.subscriptions
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  found_one app_public.subscriptions;
begin
  select s.* into found_one from app_public.subscriptions s where s.id = subscription_id and s.user_id = me and s.status <> 'ENDED';
  if not found then raise exception 'There is no such subscription of yours that runs.' using errcode = 'NL404'; end if;
  return found_one;
end $$;
comment on function app_private.own_subscription(uuid) is 'The running subscription of the person (NL404).';

create function app_private.set_cancellation(subscription_id uuid, cancels boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.subscriptions s set cancels_at_period_end = cancels
  where s.id = (app_private.own_subscription(subscription_id)).id and s.provider = 'manual' and s.cancels_at_period_end <> cancels
$$;
comment on function app_private.set_cancellation(uuid, boolean) is 'Cancels a manual subscription of the person at the end of its period, or takes that back.';

create function app_private.tidy_billing() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.subscriptions s set status = 'ENDED', ended_at = s.period_ends_at
    where s.provider = 'manual' and s.status <> 'ENDED' and s.cancels_at_period_end and s.period_ends_at <= now();
  update app_public.subscriptions s set period_starts_at = s.period_ends_at, period_ends_at = app_private.next_period(s.period_ends_at, p.billing_interval)
    from app_public.plans p where p.id = s.plan_id and s.provider = 'manual' and s.status <> 'ENDED' and not s.cancels_at_period_end and s.period_ends_at <= now();
  update app_public.team_invitations i set status = 'EXPIRED' where i.status = 'OPEN' and i.expires_at <= now();
  delete from app_private.billing_events e where e.received_at < now() - interval '90 days';
  delete from app_private.checkouts c where c.created_at < now() - interval '90 days';
$$;
comment on function app_private.tidy_billing() is 'What time does: manual periods end or go on, invitations expire, what was handled is forgotten after 90 days.';

create function app_private.due_cancellations(forget text default null) returns setof text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.orphaned_subscriptions o where o.provider_subscription_id = forget;
  select o.provider_subscription_id from app_private.orphaned_subscriptions o where o.provider_subscription_id is distinct from forget;
$$;
comment on function app_private.due_cancellations(text) is 'Subscriptions of deleted accounts that the provider still runs, but for the one that is forgotten.';

-- What an administrator gives and ends.
create function app_private.require_admin() returns uuid language plpgsql stable as $$
begin
  perform app_private.own_user_id(null);
  if not app_public.is_admin() then raise exception 'This is for administrators.' using errcode = 'NL403'; end if;
  return app_public.current_user_id();
end $$;
comment on function app_private.require_admin() is 'The signed-in administrator (NL401, NL403).';

create function app_public.grant_entitlement(user_id uuid, kind app_public.entitlement_kind, course_id uuid default null, book_id uuid default null, ends_at timestamptz default null)
returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  given app_public.entitlements;
begin
  perform app_private.require_admin();
  insert into app_public.entitlements (user_id, kind, course_id, book_id, ends_at, source)
    values (grant_entitlement.user_id, grant_entitlement.kind, grant_entitlement.course_id, grant_entitlement.book_id, grant_entitlement.ends_at, 'grant') returning * into given;
  return given;
exception
  when check_violation then raise exception 'PRO takes no title, COURSE a course, BOOK a book, ADVANCED one of the two; endsAt is ahead of now.' using errcode = 'NL400';
  when foreign_key_violation then raise exception 'There is no such person or title.' using errcode = 'NL404';
end $$;
comment on function app_public.grant_entitlement(uuid, app_public.entitlement_kind, uuid, uuid, timestamptz) is
  'Gives a person Pro, a title or an advanced package, until endsAt or for good. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';

create function app_public.end_entitlement(entitlement_id uuid) returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  given app_public.entitlements;
  origin uuid;
begin
  perform app_private.require_admin();
  select e.* into given from app_public.entitlements e where e.id = entitlement_id and (e.ends_at is null or e.ends_at > now()) for update;
  if not found then raise exception 'There is no such entitlement that runs.' using errcode = 'NL404'; end if;
  if given.source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$' then
    origin := split_part(given.source, ':', 2)::uuid;
    case split_part(given.source, ':', 1)
      when 'subscription' then update app_public.subscriptions s set status = 'ENDED', ended_at = now() where s.id = origin and s.provider = 'manual';
      when 'purchase' then update app_public.purchases p set refunded_at = now() where p.id = origin and p.provider = 'manual';
      else delete from app_public.team_members m where m.id = origin;
    end case;
    if not found then raise exception 'It is paid at Stripe: cancel or refund it there.' using errcode = 'NL409'; end if;
  else
    update app_public.entitlements e set ends_at = now(), starts_at = least(e.starts_at, now() - interval '1 microsecond') where e.id = given.id;
  end if;
  return (select e from app_public.entitlements e where e.id = given.id);
end $$;
comment on function app_public.end_entitlement(uuid) is
  'Ends what a person was given, with the manual subscription, purchase or seat it came from. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT for what is paid at Stripe.';
grant execute on function app_public.grant_entitlement(uuid, app_public.entitlement_kind, uuid, uuid, timestamptz), app_public.end_entitlement(uuid) to newline_visitor;

-- Prices stand on cached pages.
do $$ declare t record; begin
  for t in select * from (values ('plans'), ('item_prices')) as v (name) loop
    execute format('create trigger notify_tags after insert or update or delete on app_public.%I for each row execute function app_private.notify_tags(''plans'')', t.name);
  end loop;
end $$;

-- A managed server has a login of another name there; whoever makes it grants it the same.
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant usage on schema app_private to newline_worker;
    grant execute on function app_private.begin_checkout(text, text, text, boolean, int), app_private.complete_purchase(uuid, text, text), app_private.grant_checkout(uuid),
      app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, int, boolean, timestamptz, timestamptz, timestamptz), app_private.refund_payment(text),
      app_private.take_event(text, text), app_private.billing_customer(), app_private.remember_customer(uuid, text), app_private.own_subscription(uuid), app_private.set_cancellation(uuid, boolean),
      app_private.tidy_billing(), app_private.due_cancellations(text) to newline_worker;
  end if;
end $$;
