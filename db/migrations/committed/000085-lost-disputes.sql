--! Previous: sha1:745e0716bdaa1f93e243b0cfb164952ac8551522
--! Hash: sha1:d35b3a0288ce5ff5a9d2a0cc211cd008de05240b

-- Lost disputes. The bank returned the money to the buyer, so they count like refunds.

alter table app_public.payments
  add column lost_cents int not null default 0,
  add constraint payments_lost_cents_check check (lost_cents between 0 and refunded_cents);
comment on column app_public.payments.refunded_cents is 'The refunded amount in cents, including what was lost in disputes.';
comment on column app_public.payments.lost_cents is 'How much of refundedCents was lost in disputes, and returned by the buyer''s bank, in cents.';
comment on column app_public.revenue_month.refunded_cents is 'How much of these payments was refunded or lost in disputes since, in cents.';
comment on column app_public.sales_line.refunded_cents is 'How much of it was refunded or lost in disputes since, in cents.';

drop function app_private.keep_dispute(text, text, boolean);
create function app_private.keep_dispute(payment text, subscription text, is_disputed boolean, lost int default 0) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  paid app_public.payments;
  others int;
begin
  select p.* into paid from app_public.payments p where p.provider_payment_id = payment for update;
  others := paid.refunded_cents - paid.lost_cents;
  lost := least(greatest(coalesce(lost, 0), 0), paid.amount_cents - others);
  if paid.id is not null and lost <> paid.lost_cents then
    update app_public.payments p set lost_cents = lost, refunded_cents = others + lost where p.id = paid.id;
    if others + lost = paid.amount_cents then
      update app_public.purchases p set refunded_at = now() where p.provider_payment_id = payment and p.refunded_at is null;
    elsif paid.refunded_cents = paid.amount_cents then
      -- The decision was reversed: the money came back.
      update app_public.purchases p set refunded_at = null where p.provider_payment_id = payment and p.refunded_at is not null;
      update app_public.gifts g set withdrawn_at = null where g.payment_id = paid.id and g.withdrawn_at is not null;
    end if;
  end if;
  update app_public.purchases p set disputed_at = case when is_disputed then now() end
    where p.provider_payment_id = payment and (p.disputed_at is not null) is distinct from is_disputed;
  update app_public.gifts g set disputed_at = case when is_disputed then now() end from app_public.payments p
    where p.provider_payment_id = payment and g.payment_id = p.id and (g.disputed_at is not null) is distinct from is_disputed;
  update app_public.subscriptions s set
    disputed_payments = case when is_disputed then array_append(s.disputed_payments, payment) else array_remove(s.disputed_payments, payment) end,
    disputed_at = case when is_disputed then coalesce(s.disputed_at, now()) when s.disputed_payments <> array[payment] then s.disputed_at end
    where s.provider_subscription_id = subscription and (payment = any (s.disputed_payments)) is distinct from is_disputed;
end $$;
comment on function app_private.keep_dispute(text, text, boolean, int) is
  'Ends access from a payment while it''s disputed or once the dispute is lost, and restores it if the dispute is won. lost is the amount of lost disputes in all, which counts as refunded.';

create or replace function app_private.record_refund(payment text, total int) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.payments p set refunded_cents = least(total + p.lost_cents, p.amount_cents)
    where p.provider_payment_id = payment and p.refunded_cents < least(total + p.lost_cents, p.amount_cents)
$$;

create or replace function app_private.complete_refund(refund_id uuid, total int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  refund app_private.refunds;
  payment app_public.payments;
begin
  perform app_private.require_admin();
  -- The payment is locked first, as in begin_refund.
  select p.* into payment from app_public.payments p join app_private.refunds r on r.payment_id = p.id where r.id = refund_id for update of p;
  update app_private.refunds r set completed_at = now() where r.id = refund_id and r.completed_at is null returning r.* into refund;
  if not found then return payment.id; end if;
  update app_public.payments p
    set refunded_cents = least(p.amount_cents, greatest(p.refunded_cents, coalesce(total + p.lost_cents, p.refunded_cents + refund.amount_cents)))
    where p.id = payment.id returning p.* into payment;
  if payment.refunded_cents = payment.amount_cents then
    update app_public.purchases s set refunded_at = now() where s.id = payment.purchase_id and s.refunded_at is null;
  end if;
  perform app_private.audit('payment.refund', 'payment', payment.id, app_private.person_details(payment.user_id, jsonb_build_object(
    'name', payment.name, 'amountCents', refund.amount_cents, 'currency', payment.currency, 'reason', refund.reason)));
  return payment.id;
end $$;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function app_private.keep_dispute(text, text, boolean, int) to %s', worker);
end $$;
