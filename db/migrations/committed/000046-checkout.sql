--! Previous: sha1:0613edb7178c595bca49c4f568f9f5cbc1328735
--! Hash: sha1:e24e66aef724fa219635d2827ee207d766246a3d

-- Paying: what a person may buy and for how much, what a provider tells, and what an administrator gives.

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
comment on table app_private.checkouts is
  'What a person is about to pay, at the price of that moment. A provider carries its id and brings it back.';
create index checkouts_user_id_idx on app_private.checkouts (user_id);
create index checkouts_plan_id_idx on app_private.checkouts (plan_id);
create index checkouts_course_id_idx on app_private.checkouts (course_id);
create index checkouts_book_id_idx on app_private.checkouts (book_id);
call app_private.secure_table('app_private.checkouts');
create trigger count_new_row before insert on app_private.checkouts for each row execute function app_private.count_new_row('checkouts', '60');

create table app_private.billing_customers (
  user_id uuid primary key references app_public.users on delete cascade,
  provider_customer_id text not null check (length(provider_customer_id) between 1 and 200) unique
);
comment on table app_private.billing_customers is 'Whom the provider of payments knows a person as.';
call app_private.secure_table('app_private.billing_customers');

create table app_private.billing_events (
  id text check (length(id) between 1 and 200) primary key,
  kind text not null,
  received_at timestamptz not null default now()
);
comment on table app_private.billing_events is 'Events of the provider that were handled, so that each is handled once.';
create index billing_events_received_at_idx on app_private.billing_events (received_at);
call app_private.secure_table('app_private.billing_events');

create table app_private.orphaned_subscriptions (
  provider_subscription_id text primary key,
  created_at timestamptz not null default now()
);
comment on table app_private.orphaned_subscriptions is 'Subscriptions of deleted accounts, to be cancelled at the provider.';
call app_private.secure_table('app_private.orphaned_subscriptions');

-- What is offered to whom. Masterclasses, bootcamps and workshops cost Pro readers a fifth less.
create type app_public.checkout_offer as (
  name text,
  plan_id uuid,
  course_id uuid,
  book_id uuid,
  is_advanced boolean,
  amount_cents int,
  full_amount_cents int,
  discount_percent int,
  currency app_public.currency,
  billing_interval app_public.billing_interval,
  min_seats int,
  max_seats int,
  already text
);
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
comment on column app_public.checkout_offer.already is
  'Why the signed-in user cannot buy it: ITEM_ALREADY_OWNED, SUBSCRIPTION_EXISTS, TEAM_PACKAGE_EXISTS or PRO_INCLUDED_IN_TEAM. Null when they can.';

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
      offer.already := 'TEAM_PACKAGE_EXISTS';
    elsif plan.kind = 'PRO' and exists (select from app_public.subscriptions s where s.user_id = me and s.kind = 'PRO' and s.status <> 'ENDED') then
      offer.already := 'SUBSCRIPTION_EXISTS';
    elsif plan.kind = 'PRO' and exists (select from app_public.team_members m where m.user_id = me) and app_private.has_pro(me) then
      offer.already := 'PRO_INCLUDED_IN_TEAM';
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
    offer.already := 'ITEM_ALREADY_OWNED';
  end if;
  return offer;
end $$;
comment on function app_public.checkout_offer(text, text, text, boolean) is
  'What a plan, a course, a book or an advanced package costs the person who asks, by one slug; null for what is not for sale.';
grant execute on function app_public.checkout_offer(text, text, text, boolean) to newline_visitor;

-- A checkout, from the press to what it gives. The server's own login acts for the person whose id it set.
create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int)
returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  offer app_public.checkout_offer;
  places int;
  checkout app_private.checkouts;
begin
  if num_nonnulls(plan_slug, course_slug, book_slug) <> 1 then
    raise exception 'CHECKOUT_ITEM_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(plan_slug, course_slug, book_slug))::text;
  end if;
  -- Whoever presses twice, or comes back a little later, goes on with the same checkout and cannot pay it twice. What they have is read behind the lock.
  perform pg_advisory_xact_lock(hashtext('checkout ' || me));
  offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced);
  places := coalesce(wanted_seats, offer.min_seats, 1);
  if offer.name is null then raise exception 'NOT_FOR_SALE' using errcode = 'NL404'; end if;
  if offer.already is not null then raise exception '%', offer.already using errcode = 'NL409'; end if;
  if (places between coalesce(offer.min_seats, 1) and coalesce(offer.max_seats, 1)) is not true then
    raise exception 'SEAT_COUNT_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('min', coalesce(offer.min_seats, 1), 'max', coalesce(offer.max_seats, 1), 'seats', places)::text;
  end if;
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
comment on function app_private.begin_checkout(text, text, text, boolean, int) is
  'Writes down what the person is about to pay, at the price they were shown.';

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
  raise exception 'SUBSCRIPTION_EXISTS' using errcode = 'NL409';
end $$;
comment on function app_private.grant_checkout(uuid) is 'Gives what was checked out without a payment, once: the manual provider on a demo site.';

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
comment on function app_private.tidy_billing() is
  'What time does: manual periods end or go on, invitations expire, what was handled is forgotten after 90 days.';

create function app_private.keep_dispute(payment text, subscription text, is_disputed boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_public.purchases p set disputed_at = case when is_disputed then now() end
    where p.provider_payment_id = payment and (p.disputed_at is not null) is distinct from is_disputed;
  update app_public.subscriptions s set
    disputed_payments = case when is_disputed then array_append(s.disputed_payments, payment) else array_remove(s.disputed_payments, payment) end,
    disputed_at = case when is_disputed then coalesce(s.disputed_at, now()) when s.disputed_payments <> array[payment] then s.disputed_at end
    where s.provider_subscription_id = subscription and (payment = any (s.disputed_payments)) is distinct from is_disputed;
end $$;
comment on function app_private.keep_dispute(text, text, boolean) is
  'Ends what a payment bought while it is disputed and when that is lost, and opens it again when the dispute is won.';

-- What became of a checkout, for the page to which it leads back.
create type app_public.checkout_state as enum ('PENDING', 'PAID', 'ENDED');
comment on type app_public.checkout_state is
  'What became of a checkout: not paid yet; paid, and it still gives what was bought; or paid, and refunded or ended since.';

create type app_public.own_checkout as (name text, state app_public.checkout_state);
comment on type app_public.own_checkout is 'A checkout of the signed-in user.';
comment on column app_public.own_checkout.name is 'What is bought.';
comment on column app_public.own_checkout.state is 'What became of it.';

create function app_public.own_checkout(id uuid) returns app_public.own_checkout
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (
      coalesce(p.name, (coalesce(c.title, b.title) || case when k.is_advanced then ', advanced package' else '' end)),
      case
        when k.completed_at is null then 'PENDING'
        when k.plan_id is not null and exists (
          select from app_public.subscriptions s where s.user_id = k.user_id and s.kind = p.kind and s.status <> 'ENDED') then 'PAID'
        when k.plan_id is null and exists (
          select from app_public.purchases bought where bought.user_id = k.user_id and bought.refunded_at is null and bought.is_advanced = k.is_advanced
            and (bought.course_id = k.course_id or bought.book_id = k.book_id)) then 'PAID'
        else 'ENDED'
      end::app_public.checkout_state)::app_public.own_checkout
    from app_private.checkouts k left join app_public.plans p on p.id = k.plan_id
      left join app_public.courses c on c.id = k.course_id left join app_public.books b on b.id = k.book_id
    where k.id = own_checkout.id and k.user_id = app_public.current_user_id()
$$;
comment on function app_public.own_checkout(uuid) is
  'What became of a checkout of the signed-in user; null for one that is unknown, older than 90 days, or another user''s.';
grant execute on function app_public.own_checkout(uuid) to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.begin_checkout(text, text, text, boolean, int),
    app_private.complete_purchase(uuid, text, text),
    app_private.grant_checkout(uuid),
    app_private.refund_payment(text),
    app_private.take_event(text, text),
    app_private.billing_customer(),
    app_private.remember_customer(uuid, text),
    app_private.tidy_billing(),
    app_private.keep_dispute(text, text, boolean)
    to %s', worker);
end $$;
