--! Previous: sha1:23014ca5de124e5e05c52566b6adc935639e25c6
--! Hash: sha1:b351ffbd47874288857e0cc4eac65764fbca0500

-- Compatible with older releases: nothing that they use changes. They write payments, which the trigger counts.
-- The revenue of a site with hundreds of thousands of payments: the totals of each day are kept, and subscriptions are read once.

create table app_private.revenue_days (
  day date not null,
  currency app_public.currency not null,
  payments_count int not null,
  amount_cents bigint not null,
  tax_cents bigint not null,
  refunded_cents bigint not null,
  constraint revenue_days_pkey primary key (day, currency),
  constraint revenue_days_payments_count_check check (payments_count >= 0)
);
comment on table app_private.revenue_days is 'Totals of the payments that a provider took, by the day (UTC) on which they were paid, and currency. A trigger of payments keeps them.';
comment on column app_private.revenue_days.refunded_cents is 'How much of these payments was refunded or lost in disputes since, in cents.';
call app_private.secure_table('app_private.revenue_days');

create function app_private.count_revenue() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.provider <> 'manual' then
    update app_private.revenue_days d set payments_count = d.payments_count - 1, amount_cents = d.amount_cents - old.amount_cents,
        tax_cents = d.tax_cents - coalesce(old.tax_cents, 0), refunded_cents = d.refunded_cents - old.refunded_cents
      where d.day = (old.paid_at at time zone 'UTC')::date and d.currency = old.currency;
  end if;
  if tg_op <> 'DELETE' and new.provider <> 'manual' then
    insert into app_private.revenue_days as d (day, currency, payments_count, amount_cents, tax_cents, refunded_cents)
      values ((new.paid_at at time zone 'UTC')::date, new.currency, 1, new.amount_cents, coalesce(new.tax_cents, 0), new.refunded_cents)
      on conflict (day, currency) do update set payments_count = d.payments_count + 1, amount_cents = d.amount_cents + excluded.amount_cents,
        tax_cents = d.tax_cents + excluded.tax_cents, refunded_cents = d.refunded_cents + excluded.refunded_cents;
  end if;
  return null;
end $$;
comment on function app_private.count_revenue() is 'Trigger: updates the totals of the day of a payment.';
create trigger count_revenue after insert or delete or update of paid_at, currency, amount_cents, tax_cents, refunded_cents, provider
  on app_public.payments for each row execute function app_private.count_revenue();

insert into app_private.revenue_days (day, currency, payments_count, amount_cents, tax_cents, refunded_cents)
select (p.paid_at at time zone 'UTC')::date, p.currency, count(*), sum(p.amount_cents), coalesce(sum(p.tax_cents), 0), sum(p.refunded_cents)
from app_public.payments p where p.provider <> 'manual' group by 1, 2;

create or replace function app_public.revenue_months() returns setof app_public.revenue_month
language sql stable security definer rows 26 set search_path = pg_catalog, pg_temp as $$
  select date_trunc('month', d.day::timestamp)::date, d.currency, sum(d.payments_count)::int, sum(d.amount_cents)::bigint, sum(d.tax_cents)::bigint,
    sum(d.refunded_cents)::bigint
  from app_private.revenue_days d
  where (select app_public.is_admin()) and d.payments_count > 0 and d.day >= (date_trunc('month', now() at time zone 'UTC') - interval '12 months')::date
  group by 1, 2 order by 1 desc, 2
$$;

create or replace function app_public.subscription_months() returns setof app_public.subscription_month
language sql stable rows 13 as $$
  with taken as materialized (
    select date_trunc('month', s.created_at at time zone 'UTC') as began, date_trunc('month', s.ended_at at time zone 'UTC') as ended, s.began_with_trial as is_trial,
      s.began_with_trial and exists (select from app_public.payments p where p.subscription_id = s.id) as is_paid_trial
    from app_public.subscriptions s where (select app_public.is_admin()) and s.provider <> 'manual'
  ), changes as (
    select t.began as day, count(*) as began, 0 as gone, 0 as ended, 0 as ended_later, count(*) filter (where t.is_trial) as trials,
      count(*) filter (where t.is_paid_trial) as paid_trials from taken t group by 1
    union all select greatest(t.began, t.ended), 0, count(*), 0, 0, 0, 0 from taken t where t.ended is not null group by 1
    union all select t.ended, 0, 0, count(*), count(*) filter (where t.began < t.ended), 0, 0 from taken t where t.ended is not null group by 1
  )
  select m.day::date, coalesce(sum(c.began - c.gone) filter (where c.day < m.day), 0)::int, coalesce(sum(c.began) filter (where c.day = m.day), 0)::int,
    coalesce(sum(c.ended) filter (where c.day = m.day), 0)::int, coalesce(sum(c.ended_later) filter (where c.day = m.day), 0)::int,
    coalesce(sum(c.trials) filter (where c.day = m.day), 0)::int, coalesce(sum(c.paid_trials) filter (where c.day = m.day), 0)::int
  from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '12 months', date_trunc('month', now() at time zone 'UTC'), interval '1 month') m (day)
  left join changes c on c.day <= m.day
  where (select app_public.is_admin())
  group by m.day order by m.day desc
$$;
