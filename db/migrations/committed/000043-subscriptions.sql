--! Previous: sha1:d384a6f4935f2873259807889eb74d0035a67092
--! Hash: sha1:8dab594ad25f0124c8ce683fd1aecd501d8135e3

-- Subscriptions, purchases and the entitlements they give; what those open is decided in access. Money is whole cents.
-- What a payment provider reports is written by the server's own login alone.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create type app_public.subscription_status as enum ('TRIALING', 'ACTIVE', 'PAST_DUE', 'ENDED');
comment on type app_public.subscription_status is 'PAST_DUE: a payment failed; it opens everything for seven days more. ENDED opens nothing.';

create table app_public.subscriptions (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  plan_id uuid not null,
  kind app_public.plan_kind not null,
  status app_public.subscription_status not null default 'ACTIVE',
  seats int not null default 1 check (seats between 1 and 1000),
  cancels_at_period_end boolean not null default false,
  period_starts_at timestamptz not null default now(),
  period_ends_at timestamptz not null,
  ended_at timestamptz,
  provider text not null default 'manual' check (provider in ('manual', 'stripe')),
  provider_subscription_id text,
  created_at timestamptz not null default now(),
  payment_failed_at timestamptz,
  stopped_at timestamptz,
  disputed_at timestamptz,
  disputed_payments text[] not null default '{}',
  settled_at timestamptz,
  checked_at timestamptz,
  constraint subscriptions_origin_check check ((provider = 'manual') = (provider_subscription_id is null)),
  constraint subscriptions_period_check check (period_ends_at > period_starts_at),
  constraint subscriptions_end_check check ((status = 'ENDED') = (ended_at is not null)),
  constraint subscriptions_seat_check check (kind = 'TEAM' or seats = 1),
  constraint subscriptions_provider_key unique (provider_subscription_id),
  constraint subscriptions_dispute_check check ((disputed_at is null) = (cardinality(disputed_payments) = 0)),
  constraint subscriptions_time_check check (isfinite(period_starts_at) and isfinite(period_ends_at)),
  constraint subscriptions_plan_id_fkey foreign key (plan_id, kind) references app_public.plans (id, kind)
);
comment on table app_public.subscriptions is E'@name plan_subscription\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA subscription to a plan. Seen by whoever pays and by staff.';
comment on column app_public.subscriptions.seats is 'How many people it gives Pro to.';
comment on column app_public.subscriptions.cancels_at_period_end is 'True when it was cancelled: it runs until periodEndsAt and is not paid again.';
comment on column app_public.subscriptions.period_starts_at is 'When the period that was paid last began.';
comment on column app_public.subscriptions.period_ends_at is 'When that period ends, and the next is paid unless it was cancelled.';
comment on column app_public.subscriptions.ended_at is 'When it ended; null while it runs.';
comment on column app_public.subscriptions.provider is 'Who takes the payments: manual (nobody) or stripe.';
comment on column app_public.subscriptions.provider_subscription_id is E'@behavior -select -orderBy -filterBy\nIts id there.';
comment on column app_public.subscriptions.payment_failed_at is E'@behavior -select -orderBy -filterBy\nWhen the first payment failed since the last one that succeeded; null when all is paid.';
comment on column app_public.subscriptions.stopped_at is E'@behavior -select -orderBy -filterBy\nWhen the provider stopped asking for payments (unpaid or paused); null otherwise.';
comment on column app_public.subscriptions.disputed_at is E'@behavior -select -orderBy -filterBy\nSince when a payment of it is disputed; null otherwise.';
comment on column app_public.subscriptions.disputed_payments is E'@behavior -select -orderBy -filterBy\nThe payments that are disputed, or whose dispute was lost.';
comment on column app_public.subscriptions.settled_at is E'@behavior -select -orderBy -filterBy\nWhen the provider last said that everything is paid; null before that.';
comment on column app_public.subscriptions.checked_at is E'@behavior -select -orderBy -filterBy\nWhen the site last asked the provider about it without an event, because a payment is missing; null before that.';
comment on constraint subscriptions_user_id_fkey on app_public.subscriptions is E'@fieldName user\n@foreignFieldName subscriptions';
comment on constraint subscriptions_plan_id_fkey on app_public.subscriptions is E'@fieldName plan\n@foreignFieldName subscriptions\n@behavior -connection -list -manyToMany';
create index subscriptions_user_id_idx on app_public.subscriptions (user_id);
create index subscriptions_plan_id_kind_idx on app_public.subscriptions (plan_id, kind);
create index subscriptions_period_ends_at_idx on app_public.subscriptions (period_ends_at) where provider = 'manual' and status <> 'ENDED';
create unique index subscriptions_running_key on app_public.subscriptions (user_id, kind) where provider = 'manual' and status <> 'ENDED';
create index subscriptions_created_at_id_idx on app_public.subscriptions (created_at desc, id desc);
create index subscriptions_checked_at_idx on app_public.subscriptions (checked_at nulls first) where provider = 'stripe' and status = 'PAST_DUE' and stopped_at is null;
call app_private.secure_table('app_public.subscriptions');
create policy select_own on app_public.subscriptions for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.subscriptions for select to newline_admin using (true);
grant select on app_public.subscriptions to newline_visitor;

create table app_public.purchases (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  is_advanced boolean not null default false,
  amount_cents int not null check (amount_cents >= 0),
  currency app_public.currency not null,
  discount_percent int not null default 0 check (discount_percent between 0 and 100),
  provider text not null default 'manual' check (provider in ('manual', 'stripe')),
  provider_payment_id text,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  disputed_at timestamptz,
  constraint purchases_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint purchases_payment_key unique (provider_payment_id)
);
comment on table app_public.purchases is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA course, a book or an advanced package that a person bought. Seen by that person and by staff.';
comment on column app_public.purchases.is_advanced is 'True for the advanced package of the item.';
comment on column app_public.purchases.amount_cents is 'What was paid, in cents, after the discount.';
comment on column app_public.purchases.discount_percent is 'The discount for Pro, in percent.';
comment on column app_public.purchases.provider is 'Who took the payment: manual (nobody) or stripe.';
comment on column app_public.purchases.provider_payment_id is E'@behavior -select -orderBy -filterBy\nThe payment there.';
comment on column app_public.purchases.refunded_at is 'When it was paid back, which ends it; null otherwise.';
comment on column app_public.purchases.disputed_at is E'@behavior -select -orderBy -filterBy\nSince when its payment is disputed, which ends it until the dispute is won; null otherwise.';
comment on constraint purchases_user_id_fkey on app_public.purchases is E'@fieldName user\n@foreignFieldName purchases';
comment on constraint purchases_course_id_fkey on app_public.purchases is E'@fieldName course\n@behavior -connection -list -manyToMany';
comment on constraint purchases_book_id_fkey on app_public.purchases is E'@fieldName book\n@behavior -connection -list -manyToMany';
create index purchases_user_id_created_at_idx on app_public.purchases (user_id, created_at desc);
create index purchases_course_id_idx on app_public.purchases (course_id);
create index purchases_book_id_idx on app_public.purchases (book_id);
call app_private.secure_table('app_public.purchases');
create policy select_own on app_public.purchases for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.purchases for select to newline_admin using (true);
grant select on app_public.purchases to newline_visitor;

create function app_private.give_entitlement(given_by text, person uuid, given app_public.entitlement_kind, course uuid, book uuid, since timestamptz, until timestamptz)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.entitlements as e (user_id, kind, course_id, book_id, starts_at, ends_at, source)
  values (person, given, course, book, least(since, until - interval '1 microsecond'), until, given_by)
  on conflict (source) where source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$' do update
    set starts_at = least(e.starts_at, excluded.ends_at - interval '1 microsecond'), ends_at = excluded.ends_at
$$;
comment on function app_private.give_entitlement(text, uuid, app_public.entitlement_kind, uuid, uuid, timestamptz, timestamptz) is
  'Gives the entitlement of a subscription, a seat or a purchase, or sets until when it holds.';

create function app_private.paid_until(s app_public.subscriptions) returns timestamptz
language sql stable as $$
  select least(s.stopped_at, s.disputed_at, case
    when s.status = 'ENDED' then least(s.ended_at, s.period_ends_at)
    when s.status = 'PAST_DUE' then coalesce(s.payment_failed_at, s.period_starts_at) + interval '7 days'
    when s.cancels_at_period_end then s.period_ends_at
    else s.period_ends_at + interval '1 day' end)
$$;
comment on function app_private.paid_until(app_public.subscriptions) is
  'Until when a subscription opens what it opens: the end of its period, a day more while the next payment is on its way, seven days from the first payment that failed; no longer than until it was stopped or disputed.';

create function app_private.keep_subscription() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  team app_public.teams;
  until timestamptz;
begin
  if tg_op = 'DELETE' then
    delete from app_public.entitlements e where e.source = 'subscription:' || old.id;
    if old.provider = 'stripe' and old.status <> 'ENDED' then
      insert into app_private.orphaned_subscriptions (provider_subscription_id) values (old.provider_subscription_id) on conflict do nothing;
    end if;
    return null;
  end if;
  until := app_private.paid_until(new);
  if new.kind = 'PRO' then
    perform app_private.give_entitlement('subscription:' || new.id, new.user_id, 'PRO', null, null, new.created_at, until);
    return null;
  end if;
  insert into app_public.teams (subscription_id, owner_id, name, seats)
    select new.id, new.user_id, left(app_public.users_display_name(u), 92) || '’s team', new.seats from app_public.users u where u.id = new.user_id
    on conflict (subscription_id) do nothing returning * into team;
  if found then -- whoever pays takes the first seat
    insert into app_public.team_members (team_id, user_id) values (team.id, new.user_id) on conflict (user_id) do nothing;
    return null;
  end if;
  select t.* into team from app_public.teams t where t.subscription_id = new.id for update;
  if new.seats < team.seats_taken then -- fewer are paid: first open invitations go, then who came last
    update app_public.team_invitations i set status = 'WITHDRAWN' where i.id in (select o.id from app_public.team_invitations o
      where o.team_id = team.id and o.status = 'OPEN' order by o.created_at desc limit team.seats_taken - new.seats);
    select t.* into team from app_public.teams t where t.id = team.id;
    delete from app_public.team_members m where m.id in (select o.id from app_public.team_members o
      where o.team_id = team.id order by o.user_id = new.user_id, o.created_at desc limit greatest(team.seats_taken - new.seats, 0));
  end if;
  update app_public.teams t set seats = new.seats where t.id = team.id and t.seats <> new.seats;
  perform app_private.give_entitlement('seat:' || m.id, m.user_id, 'PRO', null, null, m.created_at, until) from app_public.team_members m where m.team_id = team.id;
  return null;
end $$;
comment on function app_private.keep_subscription() is
  'A subscription gives Pro to its person, or to the seats of its team, until it is paid no more; one that is deleted is cancelled at its provider.';
create trigger keep_subscription after insert or update or delete on app_public.subscriptions for each row execute function app_private.keep_subscription();

create function app_private.keep_purchase() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from app_public.entitlements e where e.source = 'purchase:' || old.id;
    return null;
  end if;
  perform app_private.give_entitlement('purchase:' || new.id, new.user_id,
    case when new.is_advanced then 'ADVANCED' when new.course_id is not null then 'COURSE' else 'BOOK' end::app_public.entitlement_kind,
    new.course_id, new.book_id, new.created_at, least(new.refunded_at, new.disputed_at));
  if tg_op = 'INSERT' then
    insert into app_public.enrollments (user_id, course_id, book_id, created_at, last_accessed_at)
      values (new.user_id, new.course_id, new.book_id, new.created_at, new.created_at) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function app_private.keep_purchase() is
  'What was bought is open for good, unless it is paid back or its payment is disputed, and stands in the library.';
create trigger keep_purchase after insert or update or delete on app_public.purchases for each row execute function app_private.keep_purchase();

create function app_private.next_period(since timestamptz, every app_public.billing_interval) returns timestamptz
language sql immutable as $$ select (since at time zone 'UTC' + case every when 'MONTH' then interval '1 month' else interval '1 year' end) at time zone 'UTC' $$;
comment on function app_private.next_period(timestamptz, app_public.billing_interval) is 'When a period that began then ends.';

create function app_private.own_subscription(subscription_id uuid) returns app_public.subscriptions
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  found_one app_public.subscriptions;
begin
  select s.* into found_one from app_public.subscriptions s where s.id = subscription_id and s.user_id = me and s.status <> 'ENDED';
  if not found then raise exception 'OWN_SUBSCRIPTION_NOT_FOUND' using errcode = 'NL404'; end if;
  return found_one;
end $$;
comment on function app_private.own_subscription(uuid) is 'The running subscription of the person (NL404).';

create function app_private.set_cancellation(subscription_id uuid, cancels boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.subscriptions s set cancels_at_period_end = cancels
  where s.id = (app_private.own_subscription(subscription_id)).id and s.provider = 'manual' and s.cancels_at_period_end <> cancels
$$;
comment on function app_private.set_cancellation(uuid, boolean) is
  'Cancels a manual subscription of the person at the end of its period, or takes that back.';

create function app_private.due_cancellations(forget text default null) returns setof text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.orphaned_subscriptions o where o.provider_subscription_id = forget;
  select o.provider_subscription_id from app_private.orphaned_subscriptions o where o.provider_subscription_id is distinct from forget;
$$;
comment on function app_private.due_cancellations(text) is
  'Subscriptions of deleted accounts that the provider still runs, but for the one that is forgotten.';

create function app_public.subscription_list(person text default null, plan_id uuid default null, status app_public.subscription_status default null, before uuid default null)
returns setof app_public.subscriptions
language sql stable rows 50 as $$
  select s.* from app_public.subscriptions s
  where (select app_public.is_admin())
    and (subscription_list.person is null or s.user_id = (select u.id from app_public.users u where u.username = lower(btrim(subscription_list.person, ' @'))))
    and (subscription_list.plan_id is null or s.plan_id = subscription_list.plan_id)
    and (subscription_list.status is null or s.status = subscription_list.status)
    and (before is null or (s.created_at, s.id) < (select b.created_at, b.id from app_public.subscriptions b where b.id = before))
  order by s.created_at desc, s.id desc
$$;
comment on function app_public.subscription_list(text, uuid, app_public.subscription_status, uuid) is
  'For staff: subscriptions, newest first; by username, plan and status. before is the id of the last of the page above. Empty for everybody else.';
grant execute on function app_public.subscription_list(text, uuid, app_public.subscription_status, uuid) to newline_visitor;

create function app_public.give_subscription(username text, plan_id uuid, ends_at timestamptz default null) returns app_public.subscriptions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
  plan app_public.plans;
  given app_public.subscriptions;
begin
  perform app_private.require_admin();
  select u.* into person from app_public.users u where u.username = lower(btrim(give_subscription.username, ' @')) for no key update;
  if not found then raise exception 'USERNAME_NOT_FOUND' using errcode = 'NL404'; end if;
  select p.* into plan from app_public.plans p where p.id = give_subscription.plan_id;
  if not found then raise exception 'PLAN_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  if give_subscription.ends_at <= now() then raise exception 'END_TIME_NOT_IN_FUTURE' using errcode = 'NL400'; end if;
  if exists (select from app_public.subscriptions s where s.user_id = person.id and s.kind = plan.kind and s.status <> 'ENDED') then
    raise exception 'USER_SUBSCRIPTION_EXISTS' using errcode = 'NL409';
  end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, seats, cancels_at_period_end, period_ends_at)
    values (person.id, plan.id, plan.kind, plan.min_seats, true, coalesce(give_subscription.ends_at, app_private.next_period(now(), plan.billing_interval)))
    returning * into given;
  perform app_private.audit('subscription.give', 'subscription', given.id, jsonb_build_object(
    'username', person.username, 'plan', plan.slug, 'endsAt', given.period_ends_at));
  return given;
end $$;
comment on function app_public.give_subscription(text, uuid, timestamptz) is
  'Gives somebody a subscription that nobody pays for, until endsAt or for one interval of its plan; a Team Package with its fewest seats. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for a kind that they have.';
grant execute on function app_public.give_subscription(text, uuid, timestamptz) to newline_visitor;

create function app_public.end_subscription(subscription_id uuid) returns app_public.subscriptions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended app_public.subscriptions;
begin
  perform app_private.require_admin();
  select s.* into ended from app_public.subscriptions s where s.id = end_subscription.subscription_id and s.status <> 'ENDED' for update;
  if not found then raise exception 'SUBSCRIPTION_NOT_FOUND' using errcode = 'NL404'; end if;
  if ended.provider is distinct from 'manual' then raise exception 'SUBSCRIPTION_BILLED_BY_STRIPE' using errcode = 'NL409'; end if;
  update app_public.subscriptions s set status = 'ENDED', ended_at = now() where s.id = ended.id returning s.* into ended;
  perform app_private.audit('subscription.end', 'subscription', ended.id, app_private.person_details(ended.user_id, jsonb_build_object(
    'plan', (select p.slug from app_public.plans p where p.id = ended.plan_id))));
  return ended;
end $$;
comment on function app_public.end_subscription(uuid) is
  'Ends a subscription that nobody pays for, at once, with what it gave. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT for one that is paid at Stripe.';
grant execute on function app_public.end_subscription(uuid) to newline_visitor;

create function app_private.keep_provider_subscription(provider_id text, checkout_id uuid, state app_public.subscription_status, is_stopped boolean, was_stopped boolean,
  reported timestamptz, seat_count int, cancels boolean, starts timestamptz, ends timestamptz, ended timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  checkout app_private.checkouts;
  is_settled boolean := state in ('ACTIVE', 'TRIALING');
  failed timestamptz := case when state = 'PAST_DUE' then greatest(starts, least(reported, now())) end;
  stopped timestamptz := case when is_settled is not true and (is_stopped or was_stopped) then now() end;
begin
  update app_public.subscriptions s set status = state, cancels_at_period_end = cancels, period_starts_at = starts, period_ends_at = ends,
    seats = case when s.kind <> 'TEAM' then 1 when state = 'PAST_DUE' then least(s.seats, seat_count) else seat_count end,
    ended_at = case when state = 'ENDED' then coalesce(ended, s.ended_at, now()) end,
    payment_failed_at = case when state = 'PAST_DUE' then least(s.payment_failed_at, failed) end,
    -- A stop that is reported late counts unless everything was paid after it. Stripe's times are whole seconds.
    stopped_at = case when is_settled then null
      when is_stopped or reported is null or s.settled_at is null or reported >= date_trunc('second', s.settled_at) then coalesce(s.stopped_at, stopped)
      else s.stopped_at end,
    settled_at = case when is_settled then now() else s.settled_at end
    where s.provider_subscription_id = provider_id;
  if found then return true; end if;
  select c.* into checkout from app_private.checkouts c where c.id = checkout_id and c.plan_id is not null;
  if not found then return false; end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, status, seats, cancels_at_period_end, period_starts_at, period_ends_at, ended_at, provider,
      provider_subscription_id, payment_failed_at, stopped_at, settled_at)
    select checkout.user_id, p.id, p.kind, state,
      case when p.kind <> 'TEAM' then 1 when state = 'PAST_DUE' then least(checkout.seats, seat_count) else seat_count end, cancels, starts, ends,
      case when state = 'ENDED' then coalesce(ended, now()) end, 'stripe', provider_id, failed, stopped, case when is_settled then now() end
    from app_public.plans p where p.id = checkout.plan_id;
  update app_private.checkouts c set completed_at = now() where c.id = checkout.id and c.completed_at is null;
  return true;
end $$;
comment on function app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) is
  'Stores a subscription as its provider has it now. was_stopped: the event says that it was unpaid or paused; reported is when the provider noted the event. False when nobody here began it.';

create function app_private.claim_missing_payments() returns setof text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.subscriptions s set checked_at = now() where s.id in (
    select d.id from app_public.subscriptions d
    where d.provider = 'stripe' and d.status = 'PAST_DUE' and d.stopped_at is null and (d.checked_at is null or d.checked_at < now() - interval '6 hours')
      and app_private.paid_until(d) > now()
    order by d.checked_at nulls first limit 20 for update skip locked)
  returning s.provider_subscription_id
$$;
comment on function app_private.claim_missing_payments() is
  'Subscriptions that are open although a payment is missing, each at most every six hours. The job asks the provider about them: an event can be lost.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.own_subscription(uuid),
    app_private.set_cancellation(uuid, boolean),
    app_private.due_cancellations(text),
    app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz),
    app_private.claim_missing_payments()
    to %s', worker);
end $$;
