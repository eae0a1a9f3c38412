--! Previous: sha1:ac3b2a22f3f1fc758af7916b630fd714d77bcd6a
--! Hash: sha1:772a84233eed9e3c5eae4b2701da5c99773b0362

-- Payments, refunds and receipts, and what is on sale. Money is whole cents of one currency.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_public.titles_on_sale() returns setof app_public.item_prices
language sql stable rows 50 as $$
  select p.* from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where not p.is_advanced and coalesce(c.is_published, b.is_published) and coalesce(c.published_at, b.published_at) <= now()
    and coalesce(c.archived_at, b.archived_at) is null and not coalesce(c.is_coming_soon, b.is_coming_soon)
    and coalesce(c.is_shown_publicly, b.is_shown_publicly) and coalesce(not c.is_free, b.is_for_sale)
  order by lower(coalesce(c.title, b.title)), p.id
$$;
comment on function app_public.titles_on_sale() is
  'The prices of the listed courses and books that can be bought separately now, by title. Advanced packages are not included.';
grant execute on function app_public.titles_on_sale() to newline_visitor;

-- The company that a user buys for.
create function app_private.is_tax_id(country text, tax_id text) returns boolean
language sql immutable as $$
  select coalesce(tax_id ~ ('^(?:' || case country
    when 'AT' then 'ATU\d{8}' when 'BE' then 'BE[01]\d{9}' when 'BG' then 'BG\d{9,10}' when 'CY' then 'CY\d{8}[A-Z]' when 'CZ' then 'CZ\d{8,10}'
    when 'DE' then 'DE\d{9}' when 'DK' then 'DK\d{8}' when 'EE' then 'EE\d{9}' when 'ES' then 'ES[A-Z0-9]\d{7}[A-Z0-9]' when 'FI' then 'FI\d{8}'
    when 'FR' then 'FR[A-HJ-NP-Z0-9]{2}\d{9}' when 'GR' then 'EL\d{9}' when 'HR' then 'HR\d{11}' when 'HU' then 'HU\d{8}'
    when 'IE' then 'IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}' when 'IT' then 'IT\d{11}' when 'LT' then 'LT(?:\d{9}|\d{12})' when 'LU' then 'LU\d{8}'
    when 'LV' then 'LV\d{11}' when 'MT' then 'MT\d{8}' when 'NL' then 'NL\d{9}B\d{2}' when 'PL' then 'PL\d{10}' when 'PT' then 'PT\d{9}'
    when 'RO' then 'RO\d{2,10}' when 'SE' then 'SE\d{12}' when 'SI' then 'SI\d{8}' when 'SK' then 'SK\d{10}'
    when 'GB' then 'GB(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})' when 'CH' then 'CHE\d{9}(?:MWST|TVA|IVA)?' when 'NO' then '\d{9}MVA'
    when 'US' then '\d{9}' when 'CA' then '\d{9}(?:RT\d{4})?' when 'AU' then '\d{11}' when 'NZ' then '\d{8,9}' when 'IN' then '\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]'
    else '[A-Z0-9]{4,20}' end || ')$'), false)
$$;
comment on function app_private.is_tax_id(text, text) is
  'Whether a VAT or tax number, in capitals without spaces, has the format of its country. It isn''t checked against a register.';

create table app_public.billing_details (
  user_id uuid primary key references app_public.users on delete cascade,
  company_name text not null check (company_name = btrim(company_name) and length(company_name) between 1 and 120),
  company_address text check (company_address = btrim(company_address) and length(company_address) between 1 and 300),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text,
  updated_at timestamptz not null default now(),
  constraint billing_details_tax_id_check check (tax_id is null or app_private.is_tax_id(country, tax_id))
);
comment on table app_public.billing_details is
  E'@name billing_details\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe company that a user buys for, as shown on their receipts. Visible to that user and to administrators.';
comment on column app_public.billing_details.company_name is 'The name of the company.';
comment on column app_public.billing_details.company_address is 'Its postal address; null if unknown.';
comment on column app_public.billing_details.country is 'Its country by its ISO 3166 code, such as DE.';
comment on column app_public.billing_details.tax_id is 'Its VAT or tax number, in capitals without spaces; null if unknown.';
comment on constraint billing_details_user_id_fkey on app_public.billing_details is E'@fieldName user\n@foreignFieldName billingDetails';
call app_private.secure_table('app_public.billing_details');
create policy select_own on app_public.billing_details for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.billing_details for select to newline_admin using (true);
grant select on app_public.billing_details to newline_visitor;

create function app_public.set_billing_details(company_name text default null, company_address text default null, country text default null, tax_id text default null)
returns app_public.billing_details
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  company text := nullif(btrim(set_billing_details.company_name), '');
  place text := nullif(btrim(set_billing_details.company_address), '');
  land text := upper(btrim(set_billing_details.country));
  tax_number text := nullif(upper(regexp_replace(set_billing_details.tax_id, '[[:space:]./-]', '', 'g')), '');
  details app_public.billing_details;
begin
  if company is null and tax_number is null then
    delete from app_public.billing_details d where d.user_id = me;
    return null;
  end if;
  if (length(company) <= 120) is not true then
    raise exception 'COMPANY_NAME_LENGTH_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 120, 'length', coalesce(length(company), 0))::text;
  end if;
  if length(place) > 300 then
    raise exception 'COMPANY_ADDRESS_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('max', 300, 'length', length(place))::text;
  end if;
  if (land ~ '^[A-Z]{2}$') is not true then raise exception 'COUNTRY_INVALID' using errcode = 'NL400'; end if;
  if tax_number is not null and app_private.is_tax_id(land, tax_number) is not true then
    raise exception 'TAX_ID_INVALID' using errcode = 'NL400', detail = jsonb_build_object('country', land)::text;
  end if;
  insert into app_public.billing_details as d (user_id, company_name, company_address, country, tax_id) values (me, company, place, land, tax_number)
    on conflict (user_id) do update set company_name = excluded.company_name, company_address = excluded.company_address, country = excluded.country,
      tax_id = excluded.tax_id, updated_at = now()
    returning * into details;
  return details;
end $$;
comment on function app_public.set_billing_details(text, text, text, text) is
  'Sets the company that the signed-in user buys for; without companyName and taxId it''s removed. Receipts of earlier payments don''t change. Errors: LOGIN_REQUIRED, BAD_INPUT.';
grant execute on function app_public.set_billing_details(text, text, text, text) to newline_visitor;

create function app_private.buyer_details() returns setof app_public.billing_details
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.* from app_public.billing_details d where d.user_id = app_public.current_user_id()
$$;
comment on function app_private.buyer_details() is 'The company that the user buys for, for the payment provider; no row without one.';

-- One row for each payment. It stays when the account is deleted, because the books have to add up.
create table app_public.payments (
  id uuid primary key default app_public.new_id(),
  user_id uuid references app_public.users on delete set null,
  purchase_id uuid unique references app_public.purchases on delete set null,
  subscription_id uuid references app_public.subscriptions on delete set null,
  course_id uuid references app_public.courses on delete set null,
  book_id uuid references app_public.books on delete set null,
  number int not null generated by default as identity unique,
  name text not null check (length(name) between 1 and 300),
  amount_cents int not null check (amount_cents >= 0),
  tax_cents int check (tax_cents between 0 and amount_cents),
  refunded_cents int not null default 0 check (refunded_cents between 0 and amount_cents),
  currency app_public.currency not null,
  provider text not null check (provider in ('manual', 'stripe')),
  provider_payment_id text unique,
  provider_invoice_id text unique,
  company_name text,
  company_address text,
  company_country text,
  company_tax_id text,
  paid_at timestamptz not null default now()
);
comment on table app_public.payments is
  E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA payment for a title or for a period of a subscription. Visible to the user who paid and to administrators.';
comment on column app_public.payments.number is 'The number of its receipt.';
comment on column app_public.payments.name is 'The name of the product at the time of payment.';
comment on column app_public.payments.amount_cents is 'The amount in cents, including tax.';
comment on column app_public.payments.tax_cents is 'The included tax in cents; null if the provider didn''t report it.';
comment on column app_public.payments.refunded_cents is 'The refunded amount in cents.';
comment on column app_public.payments.provider is 'The payment provider: stripe, or manual for none.';
comment on column app_public.payments.provider_payment_id is E'@behavior -select -orderBy -filterBy\nThe payment there.';
comment on column app_public.payments.provider_invoice_id is E'@behavior -select -orderBy -filterBy\nThe invoice there.';
comment on column app_public.payments.company_name is 'The name of the buyer''s company at the time of payment; null without one.';
comment on column app_public.payments.company_address is 'The postal address of the company.';
comment on column app_public.payments.company_country is 'The country of the company.';
comment on column app_public.payments.company_tax_id is 'The VAT or tax number of the company.';
comment on column app_public.payments.paid_at is 'The time of payment.';
comment on constraint payments_user_id_fkey on app_public.payments is E'@fieldName user\n@foreignFieldName payments';
comment on constraint payments_purchase_id_fkey on app_public.payments is E'@behavior -connection -list -single -manyToMany';
comment on constraint payments_subscription_id_fkey on app_public.payments is E'@behavior -connection -list -single -manyToMany';
comment on constraint payments_course_id_fkey on app_public.payments is E'@behavior -connection -list -single -manyToMany';
comment on constraint payments_book_id_fkey on app_public.payments is E'@behavior -connection -list -single -manyToMany';
comment on constraint payments_purchase_id_key on app_public.payments is '@behavior -single';
comment on constraint payments_number_key on app_public.payments is '@behavior -single';
create index payments_user_id_paid_at_idx on app_public.payments (user_id, paid_at desc);
create index payments_subscription_id_idx on app_public.payments (subscription_id);
create index payments_course_id_idx on app_public.payments (course_id);
create index payments_book_id_idx on app_public.payments (book_id);
call app_private.secure_table('app_public.payments');
create policy select_own on app_public.payments for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.payments for select to newline_admin using (true);
grant select on app_public.payments to newline_visitor;

create function app_private.record_purchase() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    update app_public.payments p set refunded_cents = p.amount_cents where p.purchase_id = new.id and new.refunded_at is not null;
    return null;
  end if;
  insert into app_public.payments (user_id, purchase_id, course_id, book_id, name, amount_cents, refunded_cents, currency, provider, provider_payment_id,
      company_name, company_address, company_country, company_tax_id, paid_at)
    select new.user_id, new.id, new.course_id, new.book_id,
      coalesce((select c.title from app_public.courses c where c.id = new.course_id), (select b.title from app_public.books b where b.id = new.book_id))
        || case when new.is_advanced then ', advanced package' else '' end,
      new.amount_cents, case when new.refunded_at is null then 0 else new.amount_cents end, new.currency, new.provider, new.provider_payment_id,
      d.company_name, d.company_address, d.country, d.tax_id, new.created_at
    from (select) one left join app_public.billing_details d on d.user_id = new.user_id
  on conflict (provider_payment_id) do update set purchase_id = excluded.purchase_id;
  return null;
end $$;
comment on function app_private.record_purchase() is 'Trigger: records a purchase as a payment, and a refunded purchase as refunded in full.';
create trigger record_purchase after insert or update of refunded_at on app_public.purchases for each row execute function app_private.record_purchase();

-- What was bought before there were payments.
insert into app_public.payments (user_id, purchase_id, course_id, book_id, name, amount_cents, refunded_cents, currency, provider, provider_payment_id, paid_at)
  select p.user_id, p.id, p.course_id, p.book_id, coalesce(c.title, b.title) || case when p.is_advanced then ', advanced package' else '' end,
    p.amount_cents, case when p.refunded_at is null then 0 else p.amount_cents end, p.currency, p.provider, p.provider_payment_id, p.created_at
  from app_public.purchases p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id order by p.created_at;

create function app_private.record_tax(payment text, total int, tax int) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.payments p set amount_cents = total, tax_cents = tax
    where p.provider_payment_id = payment and total >= p.refunded_cents and tax between 0 and total
$$;
comment on function app_private.record_tax(text, int, int) is 'Stores the total of a payment at the provider, and the included tax.';

create function app_private.record_invoice(subscription text, invoice text, payment text, total int, tax int, invoice_currency text, at timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.payments as p (user_id, subscription_id, name, amount_cents, tax_cents, currency, provider, provider_payment_id, provider_invoice_id,
      company_name, company_address, company_country, company_tax_id, paid_at)
    select s.user_id, s.id, l.name || case when s.seats > 1 then ', ' || s.seats || ' seats' else '' end, total, tax, upper(invoice_currency), 'stripe', payment, invoice,
      d.company_name, d.company_address, d.country, d.tax_id, at
    from app_public.subscriptions s join app_public.plans l on l.id = s.plan_id left join app_public.billing_details d on d.user_id = s.user_id
    where s.provider_subscription_id = subscription and total > 0
  on conflict (provider_invoice_id) do update set provider_payment_id = coalesce(p.provider_payment_id, excluded.provider_payment_id)
$$;
comment on function app_private.record_invoice(text, text, text, int, int, text, timestamptz) is
  'Records a paid invoice of a subscription as a payment, once. Ignores invoices with a total of 0.';

-- Failed payments. An invoice is attempted several times; its user gets one email.
create table app_private.failed_invoices (
  provider_invoice_id text primary key,
  subscription_id uuid not null references app_public.subscriptions on delete cascade,
  reported_at timestamptz not null default now()
);
comment on table app_private.failed_invoices is 'An invoice that couldn''t be charged, and whose user got an email.';
create index failed_invoices_subscription_id_idx on app_private.failed_invoices (subscription_id);
call app_private.secure_table('app_private.failed_invoices');

create function app_private.report_failed_invoice(subscription text, invoice text) returns table (email text, plan_name text, access_ends_at timestamptz)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with reported as (
    insert into app_private.failed_invoices (provider_invoice_id, subscription_id)
      select invoice, s.id from app_public.subscriptions s where s.provider_subscription_id = subscription and s.status = 'PAST_DUE'
    on conflict do nothing returning subscription_id
  )
  select u."email", p.name, coalesce(s.payment_failed_at, s.period_starts_at) + interval '7 days'
  from reported r join app_public.subscriptions s on s.id = r.subscription_id join app_public.plans p on p.id = s.plan_id join auth."user" u on u."id" = s.user_id
$$;
comment on function app_private.report_failed_invoice(text, text) is
  'Records an invoice that couldn''t be charged. Returns whom to email about it the first time, and no row later or once it was paid.';

-- Refunds. One that was begun and got no response is continued under the same id, so that it is not paid twice.
create table app_private.refunds (
  id uuid primary key default app_public.new_id(),
  payment_id uuid not null references app_public.payments on delete cascade,
  amount_cents int not null check (amount_cents > 0),
  reason text not null check (reason = btrim(reason) and length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  completed_at timestamptz
);
comment on table app_private.refunds is 'A refund that an administrator began.';
create unique index refunds_unfinished_key on app_private.refunds (payment_id) where completed_at is null;
create index refunds_payment_id_idx on app_private.refunds (payment_id);
call app_private.secure_table('app_private.refunds');

create function app_private.begin_refund(payment_id uuid, amount_cents int, refunded_cents int, reason text)
returns table (refund_id uuid, paid_with text, paid_as text, cents int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  payment app_public.payments;
  refund app_private.refunds;
  why text := btrim(begin_refund.reason);
begin
  perform app_private.require_admin();
  select p.* into payment from app_public.payments p where p.id = begin_refund.payment_id for update;
  if not found then raise exception 'PAYMENT_NOT_FOUND' using errcode = 'NL404'; end if;
  -- Whoever presses twice, or sends a form again, sees another amount as refunded than there is now.
  if payment.refunded_cents is distinct from begin_refund.refunded_cents then raise exception 'PAYMENT_CHANGED' using errcode = 'NL409'; end if;
  if (begin_refund.amount_cents between 1 and payment.amount_cents - payment.refunded_cents) is not true then
    raise exception 'REFUND_AMOUNT_OUT_OF_RANGE' using errcode = 'NL400';
  end if;
  if (length(why) between 1 and 500) is not true then
    raise exception 'REFUND_REASON_LENGTH_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 500, 'length', coalesce(length(why), 0))::text;
  end if;
  if payment.provider = 'stripe' and payment.provider_payment_id is null then raise exception 'PAYMENT_NOT_REFUNDABLE' using errcode = 'NL409'; end if;
  select r.* into refund from app_private.refunds r where r.payment_id = payment.id and r.completed_at is null;
  if refund.amount_cents is distinct from begin_refund.amount_cents and refund.id is not null then raise exception 'REFUND_UNFINISHED' using errcode = 'NL409'; end if;
  if refund.id is null then
    insert into app_private.refunds (payment_id, amount_cents, reason) values (payment.id, begin_refund.amount_cents, why) returning * into refund;
  end if;
  return query select refund.id, payment.provider, payment.provider_payment_id, refund.amount_cents;
end $$;
comment on function app_private.begin_refund(uuid, int, int, text) is
  'Starts a refund of a payment, or continues one that the provider hasn''t confirmed. refunded_cents is the refunded amount that the administrator saw.';

create function app_private.record_refund(payment text, total int) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.payments p set refunded_cents = least(total, p.amount_cents) where p.provider_payment_id = payment and p.refunded_cents < least(total, p.amount_cents)
$$;
comment on function app_private.record_refund(text, int) is 'Stores the total refunded amount that the provider reports; it never decreases.';

create function app_private.complete_refund(refund_id uuid, total int) returns uuid
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
    set refunded_cents = least(p.amount_cents, greatest(p.refunded_cents, coalesce(total, p.refunded_cents + refund.amount_cents)))
    where p.id = payment.id returning p.* into payment;
  if payment.refunded_cents = payment.amount_cents then
    update app_public.purchases s set refunded_at = now() where s.id = payment.purchase_id and s.refunded_at is null;
  end if;
  perform app_private.audit('payment.refund', 'payment', payment.id, app_private.person_details(payment.user_id, jsonb_build_object(
    'name', payment.name, 'amountCents', refund.amount_cents, 'currency', payment.currency, 'reason', refund.reason)));
  return payment.id;
end $$;
comment on function app_private.complete_refund(uuid, int) is
  'Completes a refund, once. total is the total refunded amount at the provider; null without a provider. Access to a title ends when it''s refunded in full.';

create function app_private.payment_of_buyer(payment_id uuid) returns app_public.payments
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  payment app_public.payments;
begin
  select p.* into payment from app_public.payments p where p.id = payment_id and (p.user_id = me or app_public.is_admin());
  if not found then raise exception 'PAYMENT_NOT_FOUND' using errcode = 'NL404'; end if;
  return payment;
end $$;
comment on function app_private.payment_of_buyer(uuid) is 'A payment of the user, or any payment for administrators (NL404).';

create function app_public.payment_list(person text default null, is_refunded boolean default null, before uuid default null) returns setof app_public.payments
language sql stable rows 50 as $$
  select p.* from app_public.payments p
  where (select app_public.is_admin())
    and (payment_list.person is null or p.user_id = (select u.id from app_public.users u where u.username = lower(btrim(payment_list.person, ' @'))))
    and (payment_list.is_refunded is null or payment_list.is_refunded = (p.refunded_cents > 0))
    and (before is null or (p.paid_at, p.id) < (select b.paid_at, b.id from app_public.payments b where b.id = before))
  order by p.paid_at desc, p.id desc
$$;
comment on function app_public.payment_list(text, boolean, uuid) is
  'For administrators: payments, newest first, filtered by username and by whether they were refunded at least in part. before is the id of the last payment of the previous page. Empty for everyone else.';
grant execute on function app_public.payment_list(text, boolean, uuid) to newline_visitor;
create index payments_paid_at_id_idx on app_public.payments (paid_at desc, id desc);

-- Sales by month, for administrators. Only what a provider charged counts as revenue; months are those of UTC.
alter table app_public.subscriptions add column began_with_trial boolean not null default false;
comment on column app_public.subscriptions.began_with_trial is E'@behavior -select -orderBy -filterBy\nWhether it began with a free trial.';
update app_public.subscriptions set began_with_trial = true where status = 'TRIALING';

create function app_private.note_trial() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.began_with_trial := new.status = 'TRIALING';
  return new;
end $$;
comment on function app_private.note_trial() is 'Trigger: remembers that a subscription began with a trial.';
create trigger note_trial before insert on app_public.subscriptions for each row execute function app_private.note_trial();

create type app_public.revenue_month as (starts_on date, currency app_public.currency, payments_count int, paid_cents bigint, tax_cents bigint, refunded_cents bigint);
comment on type app_public.revenue_month is 'The payments of a month in one currency.';
comment on column app_public.revenue_month.starts_on is 'The first day of the month, in UTC.';
comment on column app_public.revenue_month.currency is 'The currency of the amounts.';
comment on column app_public.revenue_month.payments_count is 'The number of payments.';
comment on column app_public.revenue_month.paid_cents is 'The total of the payments in cents, including tax and refunds.';
comment on column app_public.revenue_month.tax_cents is 'The included tax that the provider reported, in cents.';
comment on column app_public.revenue_month.refunded_cents is 'How much of these payments was refunded since, in cents.';

create type app_public.subscription_month as (starts_on date, at_start_count int, started_count int, ended_count int, churned_count int, trials_count int, paid_trials_count int);
comment on type app_public.subscription_month is 'Paid subscriptions in a month.';
comment on column app_public.subscription_month.starts_on is 'The first day of the month, in UTC.';
comment on column app_public.subscription_month.at_start_count is 'The number of subscriptions at the start of the month.';
comment on column app_public.subscription_month.started_count is 'The number that started in the month.';
comment on column app_public.subscription_month.ended_count is 'The number that ended in the month.';
comment on column app_public.subscription_month.churned_count is 'The number that existed at the start of the month and ended in it.';
comment on column app_public.subscription_month.trials_count is 'The number of trials that started in the month.';
comment on column app_public.subscription_month.paid_trials_count is 'The number of these trials that were followed by a payment.';

create function app_public.revenue_months() returns setof app_public.revenue_month
language sql stable rows 26 as $$
  select date_trunc('month', p.paid_at at time zone 'UTC')::date, p.currency, count(*)::int, sum(p.amount_cents)::bigint, coalesce(sum(p.tax_cents), 0)::bigint,
    sum(p.refunded_cents)::bigint
  from app_public.payments p
  where (select app_public.is_admin()) and p.provider <> 'manual' and p.paid_at >= (date_trunc('month', now() at time zone 'UTC') - interval '12 months') at time zone 'UTC'
  group by 1, 2 order by 1 desc, 2
$$;
comment on function app_public.revenue_months() is
  'For administrators: the payments of this month and the twelve before it, by month and currency, newest first. Only payments that a provider took; a month without any is left out. Empty for everyone else.';
grant execute on function app_public.revenue_months() to newline_visitor;

create function app_public.subscription_months() returns setof app_public.subscription_month
language sql stable rows 13 as $$
  select m.day::date, count(*) filter (where s.created_at < m.starts and (s.ended_at is null or s.ended_at >= m.starts))::int,
    count(*) filter (where s.created_at >= m.starts and s.created_at < m.ends)::int,
    count(*) filter (where s.ended_at >= m.starts and s.ended_at < m.ends)::int,
    count(*) filter (where s.created_at < m.starts and s.ended_at >= m.starts and s.ended_at < m.ends)::int,
    count(*) filter (where s.began_with_trial and s.created_at >= m.starts and s.created_at < m.ends)::int,
    count(*) filter (where s.began_with_trial and s.created_at >= m.starts and s.created_at < m.ends
      and exists (select from app_public.payments p where p.subscription_id = s.id))::int
  from (select d as day, d at time zone 'UTC' as starts, (d + interval '1 month') at time zone 'UTC' as ends
    from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '12 months', date_trunc('month', now() at time zone 'UTC'), interval '1 month') d) m
  left join app_public.subscriptions s on s.provider <> 'manual'
  where (select app_public.is_admin())
  group by m.day order by m.day desc
$$;
comment on function app_public.subscription_months() is
  'For administrators: paid subscriptions in this month and the twelve before it, newest first. Subscriptions without a payment provider don''t count. Empty for everyone else.';
grant execute on function app_public.subscription_months() to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.buyer_details(),
    app_private.record_tax(text, int, int),
    app_private.record_invoice(text, text, text, int, int, text, timestamptz),
    app_private.report_failed_invoice(text, text),
    app_private.begin_refund(uuid, int, int, text),
    app_private.record_refund(text, int),
    app_private.complete_refund(uuid, int),
    app_private.payment_of_buyer(uuid)
    to %s', worker);
end $$;
