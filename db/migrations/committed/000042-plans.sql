--! Previous: sha1:dd33d0213750b017975c9f352d2cb686bb259f2d
--! Hash: sha1:d384a6f4935f2873259807889eb74d0035a67092

-- Plans and prices.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

-- Plans and prices. Money is whole cents.
create domain app_public.currency as text
  check (value ~ '^[A-Z]{3}$');
comment on domain app_public.currency is 'A currency by its ISO 4217 code, such as USD.';

create type app_public.plan_kind as enum ('PRO', 'TEAM');
comment on type app_public.plan_kind is 'PRO is for one person, TEAM gives Pro to as many people as it has seats.';

create type app_public.billing_interval as enum ('MONTH', 'YEAR');
comment on type app_public.billing_interval is 'How often a plan is paid.';

create table app_public.plans (
  id uuid primary key default app_public.new_id(),
  slug app_public.slug not null unique,
  name text not null check (name = btrim(name) and length(name) between 1 and 80),
  kind app_public.plan_kind not null,
  billing_interval app_public.billing_interval not null,
  amount_cents int not null check (amount_cents > 0),
  currency app_public.currency not null,
  min_seats int not null default 1 check (min_seats >= 1),
  max_seats int not null default 1 check (max_seats <= 1000),
  description text check (length(description) <= 400),
  stripe_price_id text check (stripe_price_id ~ '^price_[A-Za-z0-9]{1,100}$'),
  "position" int not null default 0,
  is_offered boolean not null default true,
  created_at timestamptz not null default now(),
  constraint plans_seat_range_check check (min_seats <= max_seats and (kind = 'TEAM' or max_seats = 1)),
  constraint plans_kind_key unique (id, kind)
);
comment on table app_public.plans is E'@behavior -insert -update -delete -query:resource:list\nWhat a person or a team may subscribe to.';
comment on column app_public.plans.amount_cents is 'The price of one seat for one interval, in cents.';
comment on column app_public.plans.min_seats is 'The fewest seats it is sold with.';
comment on column app_public.plans.max_seats is 'The most seats it is sold with; 1 for Pro.';
comment on column app_public.plans.description is 'One or two sentences; null when not given.';
comment on column app_public.plans.stripe_price_id is E'@behavior -select -orderBy -filterBy\nThe price at Stripe; without one the amount is sent.';
comment on column app_public.plans."position" is 'Order on the pricing page.';
comment on column app_public.plans.is_offered is 'False for a plan that only runs on for those who have it.';
comment on constraint plans_kind_key on app_public.plans is '@behavior -single';
create index plans_position_idx on app_public.plans (position);
call app_private.secure_table('app_public.plans');
create policy select_all on app_public.plans for select to newline_visitor using (true);
grant select on app_public.plans to newline_visitor;
call app_private.announce_changes('app_public.plans', 'plans');

create table app_public.item_prices (
  id uuid primary key default app_public.new_id(),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  is_advanced boolean not null default false,
  amount_cents int not null check (amount_cents > 0),
  currency app_public.currency not null,
  constraint item_prices_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint item_prices_course_key unique (course_id, is_advanced),
  constraint item_prices_book_key unique (book_id, is_advanced)
);
comment on table app_public.item_prices is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat a course, a book or its advanced package costs, once.';
comment on column app_public.item_prices.is_advanced is 'True for the price of the advanced package alone.';
comment on column app_public.item_prices.amount_cents is 'The price in cents, before a discount.';
comment on constraint item_prices_course_id_fkey on app_public.item_prices is E'@fieldName course\n@foreignFieldName prices';
comment on constraint item_prices_book_id_fkey on app_public.item_prices is E'@fieldName book\n@foreignFieldName prices';
call app_private.secure_table('app_public.item_prices');
create policy select_visible on app_public.item_prices for select to newline_visitor using (
  coalesce(course_id, book_id) in (select id from app_public.courses union all select id from app_public.books));
grant select on app_public.item_prices to newline_visitor;
call app_private.announce_changes('app_public.item_prices', 'plans');

create function app_public.set_item_price(course_id uuid default null, book_id uuid default null, is_advanced boolean default false, amount_cents int default null,
  currency text default 'USD')
returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_item_price.course_id;
  book uuid := set_item_price.book_id;
  entry app_public.item_prices;
begin
  perform app_private.locked_item(course, book, true);
  if set_item_price.amount_cents is not null and (set_item_price.amount_cents between 1 and 10000000) is not true then
    raise exception 'PRICE_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('max', 10000000, 'amountCents', set_item_price.amount_cents)::text;
  end if;
  if coalesce(set_item_price.currency, '') !~ '^[A-Z]{3}$' then
    raise exception 'CURRENCY_INVALID' using errcode = 'NL400';
  end if;
  if set_item_price.amount_cents is null then
    delete from app_public.item_prices p where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false);
    return null;
  end if;
  update app_public.item_prices p set amount_cents = set_item_price.amount_cents, currency = set_item_price.currency
    where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false) returning * into entry;
  if entry.id is null then
    insert into app_public.item_prices as p (course_id, book_id, is_advanced, amount_cents, currency)
      values (course, book, coalesce(set_item_price.is_advanced, false), set_item_price.amount_cents, set_item_price.currency) returning * into entry;
  end if;
  return entry;
end $$;
comment on function app_public.set_item_price(uuid, uuid, boolean, int, text) is
  'Sets what a course, a book or its advanced package costs, once; without amountCents it is no longer sold alone. What was bought stays. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.set_item_price(uuid, uuid, boolean, int, text) to newline_visitor;

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

create type app_public.plan_changes as (name text, description text, amount_cents int, is_offered boolean);
comment on type app_public.plan_changes is 'What changes of a plan; what is absent or null stays.';
comment on column app_public.plan_changes.name is 'Its name.';
comment on column app_public.plan_changes.description is 'What it gives, in one or two sentences; empty for nothing.';
comment on column app_public.plan_changes.amount_cents is
  'The price of one seat for one interval, in cents. Whoever subscribed pays what they agreed to.';
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
  if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
  if (changes).amount_cents < 1 then raise exception 'PRICE_NOT_POSITIVE' using errcode = 'NL400'; end if;
  if (changes).name is not null and (length(btrim((changes).name)) between 1 and 80) is not true then raise exception 'PLAN_NAME_LENGTH_INVALID' using errcode = 'NL400',
    detail = jsonb_build_object('max', 80, 'length', coalesce(length(btrim((changes).name)), 0))::text; end if;
  if length(btrim((changes).description)) > 400 then raise exception 'PLAN_DESCRIPTION_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 400, 'length', coalesce(length(btrim((changes).description)), 0))::text; end if;
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
comment on function app_public.change_plan(uuid, app_public.plan_changes) is
  'Changes a plan. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';
grant execute on function app_public.change_plan(uuid, app_public.plan_changes) to newline_visitor;

create function app_public.item_price_list() returns setof app_public.item_prices
language sql stable rows 50 as $$
  select p.* from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where (select app_public.is_admin()) order by coalesce(c.title, b.title), p.is_advanced, p.id
$$;
comment on function app_public.item_price_list() is
  'For staff: what every course, book and advanced package costs, by title. Empty for everybody else.';
grant execute on function app_public.item_price_list() to newline_visitor;

create function app_public.change_item_price(id uuid, amount_cents int) returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  price app_public.item_prices;
  old_cents int;
begin
  perform app_private.require_admin();
  if change_item_price.amount_cents is null or change_item_price.amount_cents < 1 then raise exception 'PRICE_NOT_POSITIVE' using errcode = 'NL400'; end if;
  select p.amount_cents into old_cents from app_public.item_prices p where p.id = change_item_price.id for no key update;
  if not found then raise exception 'PRICE_NOT_FOUND' using errcode = 'NL404'; end if;
  update app_public.item_prices p set amount_cents = change_item_price.amount_cents where p.id = change_item_price.id returning p.* into price;
  perform app_private.audit('price.change', 'item_price', price.id, jsonb_build_object('courseId', price.course_id, 'bookId', price.book_id,
    'isAdvanced', price.is_advanced, 'oldCents', old_cents, 'amountCents', price.amount_cents, 'currency', price.currency));
  return price;
end $$;
comment on function app_public.change_item_price(uuid, int) is
  'Changes what a title costs. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';
grant execute on function app_public.change_item_price(uuid, int) to newline_visitor;
