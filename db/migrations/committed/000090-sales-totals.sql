--! Previous: sha1:0ee7bf035e517563d8f66a20329076de83d235b5
--! Hash: sha1:7c8d95934c54471ca48fab041a2ece04f3455f6b

-- Compatible with older releases: nothing that they use changes. They write payments and shares, which the triggers count.
-- Sales of titles on a site with hundreds of thousands of payments: the totals of each month are kept, by title and by author.

create table app_private.title_sales (
  starts_on date not null,
  item_id uuid not null,
  name text not null,
  currency app_public.currency not null,
  units_count int not null,
  amount_cents bigint not null,
  refunded_cents bigint not null,
  net_cents bigint not null,
  shares_count int not null,
  share_cents bigint not null,
  constraint title_sales_pkey primary key (starts_on, item_id, name, currency),
  constraint title_sales_counts_check check (units_count >= 0 and shares_count >= 0)
);
comment on table app_private.title_sales is 'Totals of the payments for a title that a provider took, by month (UTC) and currency. Triggers of payments and author_shares keep them.';
comment on column app_private.title_sales.item_id is 'The course or book; app_private.no_id() if it was deleted.';
comment on column app_private.title_sales.name is 'The name on the payments for a deleted title; empty for others.';
comment on column app_private.title_sales.shares_count is 'The number of shares of authors with a percentage.';
call app_private.secure_table('app_private.title_sales');

create table app_private.author_sales (
  user_id uuid not null,
  starts_on date not null,
  item_id uuid not null,
  name text not null,
  currency app_public.currency not null,
  units_count int not null,
  amount_cents bigint not null,
  refunded_cents bigint not null,
  net_cents bigint not null,
  shares_count int not null,
  share_cents bigint not null,
  constraint author_sales_pkey primary key (user_id, starts_on, item_id, name, currency),
  constraint author_sales_counts_check check (units_count >= 0 and shares_count >= 0)
);
comment on table app_private.author_sales is 'The same totals of the payments in which an author has a share.';
comment on column app_private.author_sales.user_id is 'The author; app_private.no_id() if the account was deleted.';
create index author_sales_starts_on_idx on app_private.author_sales (starts_on);
call app_private.secure_table('app_private.author_sales');

create function app_private.no_id() returns uuid
language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
comment on function app_private.no_id() is 'Takes the place of an ID in keys. Not granted.';

create function app_private.is_title_sale(payment app_public.payments) returns boolean
language sql immutable as $$
  select (payment.provider <> 'manual' and payment.subscription_id is null and payment.provider_invoice_id is null) is true
$$;
comment on function app_private.is_title_sale(app_public.payments) is
  'True for a payment for a title that a provider took. It has no invoice, also when the title was deleted since. Not granted.';

-- Every statement changes the total of a title before those of its authors, also if a share adds nothing to it: so two of them never wait for
-- each other.
create function app_private.add_title_sale(payment app_public.payments, units int, shares int, cents bigint) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  month date := date_trunc('month', payment.paid_at at time zone 'UTC')::date;
  item uuid := coalesce(payment.course_id, payment.book_id, app_private.no_id());
  label text := case when num_nonnulls(payment.course_id, payment.book_id) = 0 then payment.name else '' end;
begin
  if units > 0 then
    insert into app_private.title_sales as t (starts_on, item_id, name, currency, units_count, amount_cents, refunded_cents, net_cents, shares_count, share_cents)
      values (month, item, label, payment.currency, 1, payment.amount_cents, payment.refunded_cents, app_private.net_cents(payment), 0, 0)
      on conflict (starts_on, item_id, name, currency) do update set units_count = t.units_count + 1, amount_cents = t.amount_cents + excluded.amount_cents,
        refunded_cents = t.refunded_cents + excluded.refunded_cents, net_cents = t.net_cents + excluded.net_cents;
  end if;
  update app_private.title_sales t set units_count = t.units_count + least(units, 0), amount_cents = t.amount_cents + least(units, 0) * payment.amount_cents,
      refunded_cents = t.refunded_cents + least(units, 0) * payment.refunded_cents, net_cents = t.net_cents + least(units, 0) * app_private.net_cents(payment),
      shares_count = t.shares_count + shares, share_cents = t.share_cents + cents
    where (t.starts_on, t.item_id, t.name, t.currency) = (month, item, label, payment.currency) and units <= 0;
  delete from app_private.title_sales t where (t.starts_on, t.item_id, t.name, t.currency) = (month, item, label, payment.currency) and t.units_count = 0;
end $$;
comment on function app_private.add_title_sale(app_public.payments, int, int, bigint) is
  'Adds a payment (units is 1) to the totals of its title, or subtracts it (-1), and as many shares of authors. Not granted.';

create function app_private.add_author_sale(author_share app_public.author_shares, payment app_public.payments, units int) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  author uuid := coalesce(author_share.user_id, app_private.no_id());
  month date := date_trunc('month', payment.paid_at at time zone 'UTC')::date;
  item uuid := coalesce(payment.course_id, payment.book_id, app_private.no_id());
  label text := case when num_nonnulls(payment.course_id, payment.book_id) = 0 then payment.name else '' end;
  cents bigint := coalesce(app_private.share_cents(author_share, payment), 0);
  shares int := num_nonnulls(author_share.percent);
begin
  if app_private.is_title_sale(payment) is not true then return; end if;
  perform app_private.add_title_sale(payment, 0, units * shares, units * cents);
  if units > 0 then
    insert into app_private.author_sales as a (user_id, starts_on, item_id, name, currency, units_count, amount_cents, refunded_cents, net_cents, shares_count, share_cents)
      values (author, month, item, label, payment.currency, 1, payment.amount_cents, payment.refunded_cents, app_private.net_cents(payment), shares, cents)
      on conflict (user_id, starts_on, item_id, name, currency) do update set units_count = a.units_count + 1, amount_cents = a.amount_cents + excluded.amount_cents,
        refunded_cents = a.refunded_cents + excluded.refunded_cents, net_cents = a.net_cents + excluded.net_cents,
        shares_count = a.shares_count + excluded.shares_count, share_cents = a.share_cents + excluded.share_cents;
  else
    update app_private.author_sales a set units_count = a.units_count - 1, amount_cents = a.amount_cents - payment.amount_cents,
        refunded_cents = a.refunded_cents - payment.refunded_cents, net_cents = a.net_cents - app_private.net_cents(payment),
        shares_count = a.shares_count - shares, share_cents = a.share_cents - cents
      where (a.user_id, a.starts_on, a.item_id, a.name, a.currency) = (author, month, item, label, payment.currency);
    delete from app_private.author_sales a
      where (a.user_id, a.starts_on, a.item_id, a.name, a.currency) = (author, month, item, label, payment.currency) and a.units_count = 0;
  end if;
end $$;
comment on function app_private.add_author_sale(app_public.author_shares, app_public.payments, int) is
  'Adds the share of an author in a payment (units is 1) to their totals and those of the title, or subtracts it (-1). Not granted.';

create function app_private.count_sales() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  share app_public.author_shares;
begin
  if tg_op <> 'INSERT' and app_private.is_title_sale(old) then
    for share in select s.* from app_public.author_shares s where s.payment_id = old.id loop
      perform app_private.add_author_sale(share, old, -1);
    end loop;
    perform app_private.add_title_sale(old, -1, 0, 0);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if app_private.is_title_sale(new) then
    perform app_private.add_title_sale(new, 1, 0, 0);
    for share in select s.* from app_public.author_shares s where s.payment_id = new.id loop
      perform app_private.add_author_sale(share, new, 1);
    end loop;
  end if;
  return null;
end $$;
comment on function app_private.count_sales() is 'Trigger: updates the totals of the month of a payment for a title, and those of its authors.';
-- Its name comes before record_author_shares: the title counts first.
create trigger count_sales after insert or update of paid_at, currency, amount_cents, tax_cents, refunded_cents, provider, course_id, book_id, name, subscription_id,
  provider_invoice_id on app_public.payments for each row execute function app_private.count_sales();
-- Its shares are deleted after it.
create trigger count_deleted_sales before delete on app_public.payments for each row execute function app_private.count_sales();

create function app_private.count_author_sales() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  payment app_public.payments;
begin
  -- The lock waits for a change of the payment, which doesn't see this row yet.
  select p.* into payment from app_public.payments p where p.id = coalesce(new.payment_id, old.payment_id) for no key update;
  if payment.id is null then return null; end if;
  if tg_op <> 'INSERT' then perform app_private.add_author_sale(old, payment, -1); end if;
  if tg_op <> 'DELETE' then perform app_private.add_author_sale(new, payment, 1); end if;
  return null;
end $$;
comment on function app_private.count_author_sales() is 'Trigger: updates the totals of an author when their share in a payment changes. A deleted payment has subtracted its shares before.';
create trigger count_author_sales after insert or delete or update of user_id, percent, authors_count on app_public.author_shares
  for each row execute function app_private.count_author_sales();

insert into app_private.title_sales (starts_on, item_id, name, currency, units_count, amount_cents, refunded_cents, net_cents, shares_count, share_cents)
select date_trunc('month', p.paid_at at time zone 'UTC')::date, coalesce(p.course_id, p.book_id, app_private.no_id()),
  case when num_nonnulls(p.course_id, p.book_id) = 0 then p.name else '' end, p.currency, count(*), sum(p.amount_cents), sum(p.refunded_cents),
  sum(app_private.net_cents(p)), coalesce(sum(s.shares), 0), coalesce(sum(s.cents), 0)
from app_public.payments p left join (
  select s.payment_id, count(s.percent) as shares, sum(app_private.share_cents(s, p)) as cents
  from app_public.author_shares s join app_public.payments p on p.id = s.payment_id group by 1) s on s.payment_id = p.id
where app_private.is_title_sale(p) group by 1, 2, 3, 4;

insert into app_private.author_sales (user_id, starts_on, item_id, name, currency, units_count, amount_cents, refunded_cents, net_cents, shares_count, share_cents)
select coalesce(s.user_id, app_private.no_id()), date_trunc('month', p.paid_at at time zone 'UTC')::date, coalesce(p.course_id, p.book_id, app_private.no_id()),
  case when num_nonnulls(p.course_id, p.book_id) = 0 then p.name else '' end, p.currency, count(*), sum(p.amount_cents), sum(p.refunded_cents),
  sum(app_private.net_cents(p)), count(s.percent), coalesce(sum(app_private.share_cents(s, p)), 0)
from app_public.author_shares s join app_public.payments p on p.id = s.payment_id
where app_private.is_title_sale(p) group by 1, 2, 3, 4, 5;

alter type app_public.sales_list add attribute authors_count int;
comment on column app_public.sales_list.lines is 'The newest, at most 10,000.';
comment on column app_public.sales_list.authors is 'The shares by author, for the sales of the whole site, newest month first; at most 10,000. Empty otherwise.';
comment on column app_public.sales_list.authors_count is 'The number of lines of all authors.';

drop function app_public.own_sales(boolean, boolean);
create function app_public.own_sales(is_all_time boolean default false, is_everyones boolean default false, at_most int default 10000) returns app_public.sales_list
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  is_all boolean := coalesce(own_sales.is_everyones, false);
  since date := case when own_sales.is_all_time then '-infinity' else (date_trunc('month', now() at time zone 'UTC') - interval '12 months')::date end;
  how_many int := least(greatest(coalesce(own_sales.at_most, 10000), 0), 10000);
  oldest date;
  sales app_public.sales_list;
begin
  if is_all and app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  if is_all then
    sales.lines_count := (select count(*)::int from app_private.title_sales t where t.starts_on >= since);
    -- Only months that are shown are joined and sorted.
    oldest := (select t.starts_on from app_private.title_sales t where t.starts_on >= since order by t.starts_on desc offset greatest(how_many - 1, 0) limit 1);
  else
    sales.lines_count := (select count(*)::int from app_private.author_sales a where a.user_id = me and a.starts_on >= since);
    oldest := (select a.starts_on from app_private.author_sales a where a.user_id = me and a.starts_on >= since order by a.starts_on desc offset greatest(how_many - 1, 0) limit 1);
  end if;
  with sold as (
    select t.starts_on, t.item_id, t.name, t.currency, t.units_count, t.amount_cents, t.refunded_cents, t.net_cents, t.shares_count, t.share_cents
      from app_private.title_sales t where is_all and t.starts_on >= coalesce(oldest, since)
    union all
    select a.starts_on, a.item_id, a.name, a.currency, a.units_count, a.amount_cents, a.refunded_cents, a.net_cents, a.shares_count, a.share_cents
      from app_private.author_sales a where not is_all and a.user_id = me and a.starts_on >= coalesce(oldest, since)
  ), newest as (
    select s.*, c.id as course_id, b.id as book_id, coalesce(c.title, b.title, s.name) as title
    from sold s left join app_public.courses c on c.id = s.item_id left join app_public.books b on b.id = s.item_id
    order by s.starts_on desc, lower(coalesce(c.title, b.title, s.name)), s.currency, c.id, b.id limit how_many
  )
  select coalesce(array_agg((n.starts_on, n.course_id, n.book_id, n.title, n.currency, n.units_count, n.amount_cents, n.refunded_cents,
      n.amount_cents - n.refunded_cents - n.net_cents, n.net_cents, case when n.shares_count > 0 then n.share_cents end)::app_public.sales_line
      order by n.starts_on desc, lower(n.title), n.currency, n.course_id, n.book_id), '{}')
    into sales.lines from newest n;
  sales.titles := '{}';
  sales.authors := '{}';
  sales.authors_count := 0;
  if is_all then
    with months as (
      select a.starts_on, a.user_id, a.currency, sum(a.units_count)::int as units, case when sum(a.shares_count) > 0 then sum(a.share_cents)::bigint end as cents
      from app_private.author_sales a where a.starts_on >= since group by 1, 2, 3
    ), newest as (select m.* from months m order by m.starts_on desc, m.user_id, m.currency limit how_many)
    select coalesce(array_agg((n.starts_on, u.id, case when u.id is not null then app_public.users_display_name(u) end, n.currency, n.units, n.cents)::app_public.author_sales_line
        order by n.starts_on desc, n.user_id, n.currency), '{}'), (select count(*)::int from months)
      into sales.authors, sales.authors_count from newest n left join app_public.users u on u.id = n.user_id;
  else
    select coalesce(array_agg(t.line), '{}') into sales.titles from (
      select (o.course_id, o.book_id, coalesce(c.title, b.title), app_private.author_percent(o.course_id, o.book_id),
        (select count(*)::int from app_public.contributions w where w.title = 'AUTHOR' and (w.course_id = o.course_id or w.book_id = o.book_id)))::app_public.title_share as line
      from app_public.contributions o left join app_public.courses c on c.id = o.course_id left join app_public.books b on b.id = o.book_id
      where o.user_id = me and o.title = 'AUTHOR'
        and exists (select from app_public.item_prices p where p.course_id = o.course_id or p.book_id = o.book_id)
      order by lower(coalesce(c.title, b.title)), o.id limit 200) t;
  end if;
  return sales;
end $$;
comment on function app_public.own_sales(boolean, boolean, int) is
  'The sales of titles in which the signed-in user has a share as an author, by title, month and currency: this month and the twelve before it, or all time, at most as many lines as atMost. With isEveryones those of the whole site, for administrators. Pro subscriptions and access without payment don''t count. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.own_sales(boolean, boolean, int) to newline_visitor;
