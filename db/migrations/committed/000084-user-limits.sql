--! Previous: sha1:f029841164f336ca66e217adafdb6adf51cd6f13
--! Hash: sha1:25169a3171217bec1d9781635ad73b3dfd7ca812

-- A subscription that its provider stopped stays closed until a payment succeeds. Changing its seats or plan there makes an `unpaid` one
-- `past_due` again without a payment, which opened seven days more. Seats that were added are available once they are paid.
alter table app_public.subscriptions
  add column settled_at timestamptz,
  add column checked_at timestamptz;
comment on column app_public.subscriptions.settled_at is E'@behavior -select -orderBy -filterBy\nWhen the provider last said that everything is paid; null before that.';
comment on column app_public.subscriptions.checked_at is E'@behavior -select -orderBy -filterBy\nWhen the site last asked the provider about it without an event, because a payment is missing; null before that.';
create index on app_public.subscriptions (checked_at nulls first) where provider = 'stripe' and status = 'PAST_DUE' and stopped_at is null;

drop function app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz);
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
  'Subscriptions that are open although a payment is missing, each at most every six hours. The job asks the provider about them: an event can be lost, and before 000074 a stopped one was stored as PAST_DUE.';

revoke all on function app_private.claim_missing_payments(),
  app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.claim_missing_payments(),
      app_private.keep_provider_subscription(text, uuid, app_public.subscription_status, boolean, boolean, timestamptz, int, boolean, timestamptz, timestamptz, timestamptz) to newline_worker;
  end if;
end $$;
