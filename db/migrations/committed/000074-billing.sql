--! Previous: sha1:00a14b1e8e3b8753cac465500fd363442331cd71
--! Hash: sha1:f892503383d0a42e78fe30ca9d13ae522fb5556a

-- What a subscription opens after a failed payment is counted from the first payment that failed, not from the period's start: every new
-- period would open seven days more. A subscription that its provider stopped, and one whose payment is disputed, open nothing.
alter table app_public.subscriptions
  add column payment_failed_at timestamptz,
  add column stopped_at timestamptz,
  add column disputed_at timestamptz,
  add column disputed_payments text[] not null default '{}',
  add constraint subscriptions_dispute_check check ((disputed_at is null) = (cardinality(disputed_payments) = 0));
comment on column app_public.subscriptions.payment_failed_at is E'@behavior -select -orderBy -filterBy\nWhen the first payment failed since the last one that succeeded; null when all is paid.';
comment on column app_public.subscriptions.stopped_at is E'@behavior -select -orderBy -filterBy\nWhen the provider stopped asking for payments (unpaid or paused); null otherwise.';
comment on column app_public.subscriptions.disputed_at is E'@behavior -select -orderBy -filterBy\nSince when a payment of it is disputed; null otherwise.';
comment on column app_public.subscriptions.disputed_payments is E'@behavior -select -orderBy -filterBy\nThe payments that are disputed, or whose dispute was lost.';
alter table app_public.purchases add column disputed_at timestamptz;
comment on column app_public.purchases.disputed_at is E'@behavior -select -orderBy -filterBy\nSince when its payment is disputed, which ends it until the dispute is won; null otherwise.';
update app_public.subscriptions s set payment_failed_at = s.period_starts_at where s.status = 'PAST_DUE';

create or replace function app_private.paid_until(s app_public.subscriptions) returns timestamptz
language sql stable as $$
  select least(s.stopped_at, s.disputed_at, case
    when s.status = 'ENDED' then least(s.ended_at, s.period_ends_at)
    when s.status = 'PAST_DUE' then coalesce(s.payment_failed_at, s.period_starts_at) + interval '7 days'
    when s.cancels_at_period_end then s.period_ends_at
    else s.period_ends_at + interval '1 day' end)
$$;
comment on function app_private.paid_until(app_public.subscriptions) is
  'Until when a subscription opens what it opens: the end of its period, a day more while the next payment is on its way, seven days from the first payment that failed; no longer than until it was stopped or disputed.';

create or replace function app_private.keep_purchase() returns trigger
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
comment on function app_private.keep_purchase() is 'What was bought is open for good, unless it is paid back or its payment is disputed, and stands in the library.';

drop function app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, int, boolean, timestamptz, timestamptz, timestamptz);
create function app_private.keep_provider_subscription(provider_id text, checkout_id uuid, state app_public.subscription_status, is_stopped boolean, reported timestamptz,
  seat_count int, cancels boolean, starts timestamptz, ends timestamptz, ended timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  checkout app_private.checkouts;
  failed timestamptz := case when state = 'PAST_DUE' then greatest(starts, least(reported, now())) end;
  stopped timestamptz := case when is_stopped then now() end;
begin
  update app_public.subscriptions s set status = state, seats = case s.kind when 'TEAM' then seat_count else 1 end, cancels_at_period_end = cancels,
    period_starts_at = starts, period_ends_at = ends, ended_at = case when state = 'ENDED' then coalesce(ended, s.ended_at, now()) end,
    payment_failed_at = case when state = 'PAST_DUE' then least(s.payment_failed_at, failed) end,
    stopped_at = case when is_stopped then coalesce(s.stopped_at, stopped) end
    where s.provider_subscription_id = provider_id;
  if found then return true; end if;
  select c.* into checkout from app_private.checkouts c where c.id = checkout_id and c.plan_id is not null;
  if not found then return false; end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, status, seats, cancels_at_period_end, period_starts_at, period_ends_at, ended_at, provider,
      provider_subscription_id, payment_failed_at, stopped_at)
    select checkout.user_id, p.id, p.kind, state, case p.kind when 'TEAM' then seat_count else 1 end, cancels, starts, ends,
      case when state = 'ENDED' then coalesce(ended, now()) end, 'stripe', provider_id, failed, stopped
    from app_public.plans p where p.id = checkout.plan_id;
  update app_private.checkouts c set completed_at = now() where c.id = checkout.id and c.completed_at is null;
  return true;
end $$;
comment on function app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) is
  'Keeps a subscription as its provider has it now; reported is when the provider noted the change. False when nobody here began it.';

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
revoke all on function app_private.keep_dispute(text, text, boolean),
  app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) from public;

do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.keep_dispute(text, text, boolean),
      app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) to newline_worker;
  end if;
end $$;

-- infinity is a time for PostgreSQL. What holds for good has no end.
update app_public.entitlements e set ends_at = null where e.ends_at = 'infinity';
alter table app_public.entitlements add constraint entitlements_time_check check (isfinite(starts_at) and (ends_at is null or isfinite(ends_at)));
update app_public.subscriptions s set period_ends_at = '2199-12-31' where s.period_ends_at = 'infinity';
alter table app_public.subscriptions add constraint subscriptions_time_check check (isfinite(period_starts_at) and isfinite(period_ends_at));
