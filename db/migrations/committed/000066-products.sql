--! Previous: sha1:bd30ad7394b2256d74d2bd685e1218d6e52705c7
--! Hash: sha1:f05f9213b465061d137681d098e106fe5f944880

-- What is sold as a subscription, such as Pro, with its prices. A row of app_public.plans is one price: by the month or the year, in one currency.

create table app_public.products (
  id uuid primary key default app_public.new_id(),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  kind app_public.plan_kind not null,
  description text check (length(description) <= 400),
  features text[] not null default '{}',
  trial_days int not null default 0 check (trial_days between 0 and 365),
  min_seats int not null default 1 check (min_seats >= 1),
  max_seats int not null default 1 check (max_seats <= 1000),
  is_highlighted boolean not null default false,
  is_offered boolean not null default true,
  "position" int not null default 0,
  created_at timestamptz not null default now(),
  constraint products_features_check check (cardinality(features) <= 20),
  constraint products_seat_range_check check (min_seats <= max_seats and (kind = 'TEAM' or max_seats = 1)),
  constraint products_kind_key unique (id, kind)
);
comment on table app_public.products is E'@behavior -insert -update -delete -query:resource:list\nA subscription as it is sold, such as Pro. Its prices are plans, one for each interval and currency.';
comment on column app_public.products.description is 'One or two sentences; null when not given.';
comment on column app_public.products.features is 'What subscribers get, one feature each.';
comment on column app_public.products.trial_days is 'How many days somebody who never had such a subscription tries it before the first payment; 0 for none.';
comment on column app_public.products.min_seats is 'The fewest seats it is sold with.';
comment on column app_public.products.max_seats is 'The most seats it is sold with; 1 for Pro.';
comment on column app_public.products.is_highlighted is 'True for the one that the pricing page sets off.';
comment on column app_public.products.is_offered is 'False for one that only runs on for those who have it.';
comment on column app_public.products."position" is 'Order on the pricing page.';
comment on constraint products_kind_key on app_public.products is '@behavior -single';
create index products_position_idx on app_public.products (position);
create unique index products_highlighted_key on app_public.products (is_highlighted) where is_highlighted;
call app_private.secure_table('app_public.products');
create policy select_all on app_public.products for select to newline_visitor using (true);
grant select on app_public.products to newline_visitor;
call app_private.announce_changes('app_public.products', 'plans');

alter table app_public.plans add column product_id uuid, add column is_provider_due boolean not null default false;
comment on column app_public.plans.name is 'The name of what is sold, with the interval, as receipts show it.';
comment on column app_public.plans.is_offered is 'False for a price that only runs on for those who pay it.';
comment on column app_public.plans.is_provider_due is E'@behavior -select -orderBy -filterBy\nTrue while the payment provider does not know yet that the price is new, or that it is no longer offered.';

create function app_private.product_name_of(plan_name text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(nullif(btrim(left(regexp_replace(plan_name, '[ ,]+(by (the )?)?(monthly|yearly|month|year)$', '', 'i'), 60)), ''), 'Plan')
$$;
comment on function app_private.product_name_of(text) is 'The name of what is sold, of the name of one of its prices. Not granted.';

create function app_private.find_product_of_plan() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select p.id into new.product_id from app_public.products p where p.kind = new.kind and p.name = app_private.product_name_of(new.name)
    and (p.min_seats, p.max_seats) = (new.min_seats, new.max_seats) and not exists (select from app_public.plans o
      where o.product_id = p.id and o.is_offered and new.is_offered and (o.billing_interval, o.currency) = (new.billing_interval, new.currency))
    order by p.created_at, p.id limit 1;
  if new.product_id is null then
    insert into app_public.products (name, kind, description, min_seats, max_seats, is_offered, position)
      values (app_private.product_name_of(new.name), new.kind, new.description, new.min_seats, new.max_seats, new.is_offered, new.position)
      returning id into new.product_id;
  end if;
  return new;
end $$;
comment on function app_private.find_product_of_plan() is 'A price that names no product is one of the product of that name.';
create trigger find_product before insert on app_public.plans for each row when (new.product_id is null) execute function app_private.find_product_of_plan();

do $$
declare
  plan app_public.plans;
begin
  -- What was sold before: prices of one name belong together.
  for plan in select p.* from app_public.plans p order by p.is_offered desc, p.position, p.id loop
    update app_public.plans p set product_id = (
        select r.id from app_public.products r where r.kind = plan.kind and r.name = app_private.product_name_of(plan.name)
          and (r.min_seats, r.max_seats) = (plan.min_seats, plan.max_seats) and not exists (select from app_public.plans o
            where o.product_id = r.id and o.is_offered and plan.is_offered and (o.billing_interval, o.currency) = (plan.billing_interval, plan.currency))
          order by r.id limit 1)
      where p.id = plan.id returning p.* into plan;
    if plan.product_id is null then
      with made as (
        insert into app_public.products (name, kind, description, min_seats, max_seats, is_offered, position)
          values (app_private.product_name_of(plan.name), plan.kind, plan.description, plan.min_seats, plan.max_seats, plan.is_offered, plan.position) returning id)
      update app_public.plans p set product_id = made.id from made where p.id = plan.id;
    end if;
  end loop;
end $$;

alter table app_public.plans alter column product_id set not null,
  add constraint plans_product_id_fkey foreign key (product_id, kind) references app_public.products (id, kind);
comment on constraint plans_product_id_fkey on app_public.plans is E'@fieldName product\n@foreignFieldName plans';
create index plans_product_id_kind_idx on app_public.plans (product_id, kind);
create unique index plans_offered_key on app_public.plans (product_id, billing_interval, currency) where is_offered;
create index plans_due_idx on app_public.plans (id) where is_provider_due;
call app_private.announce_changes('app_public.plans', quiet => '{stripe_price_id,is_provider_due}');

create function app_private.keep_price() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_public.subscriptions s where s.plan_id = new.id) then
    raise exception 'PLAN_PRICE_FIXED' using errcode = 'NL409';
  end if;
  return new;
end $$;
comment on function app_private.keep_price() is 'A price that somebody subscribed to stays as it is: another one is another row.';
create trigger keep_price before update on app_public.plans for each row
  when ((old.amount_cents, old.currency, old.billing_interval) is distinct from (new.amount_cents, new.currency, new.billing_interval))
  execute function app_private.keep_price();

create function app_public.plans_num_subscribers(plan app_public.plans) returns int
language sql stable as $$
  select count(*)::int from app_public.subscriptions s where s.plan_id = plan.id and s.status <> 'ENDED'
$$;
comment on function app_public.plans_num_subscribers(app_public.plans) is 'How many running subscriptions pay this price, of those that the signed-in user sees: all of them for administrators.';
grant execute on function app_public.plans_num_subscribers(app_public.plans) to newline_visitor;

drop function app_public.change_plan(uuid, app_public.plan_changes);
drop type app_public.plan_changes;

create type app_public.product_changes as (
  name text,
  kind app_public.plan_kind,
  description text,
  features text[],
  trial_days int,
  min_seats int,
  max_seats int,
  is_highlighted boolean
);
comment on type app_public.product_changes is 'A subscription as it is to be sold. What is absent is empty.';
comment on column app_public.product_changes.name is 'Its name.';
comment on column app_public.product_changes.kind is 'PRO or TEAM; of one that exists it stays.';
comment on column app_public.product_changes.description is 'One or two sentences.';
comment on column app_public.product_changes.features is 'What subscribers get, at most 20.';
comment on column app_public.product_changes.trial_days is 'Days before the first payment, at most 365.';
comment on column app_public.product_changes.min_seats is 'The fewest seats of a Team Package.';
comment on column app_public.product_changes.max_seats is 'The most seats of a Team Package.';
comment on column app_public.product_changes.is_highlighted is 'True to set it off on the pricing page, instead of another one.';

create type app_public.plan_price as (billing_interval app_public.billing_interval, amount_cents int, currency text);
comment on type app_public.plan_price is 'What a seat of a subscription costs.';
comment on column app_public.plan_price.billing_interval is 'How often it is paid.';
comment on column app_public.plan_price.amount_cents is 'The amount in the smallest unit of the currency, such as cents.';
comment on column app_public.plan_price.currency is 'The currency by its ISO 4217 code, such as USD.';

create function app_private.check_product(changes app_public.product_changes, prices app_public.plan_price[]) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  price app_public.plan_price;
begin
  if (length(btrim((changes).name)) between 1 and 60) is not true then raise exception 'PLAN_NAME_LENGTH_INVALID' using errcode = 'NL400',
    detail = jsonb_build_object('max', 60, 'length', coalesce(length(btrim((changes).name)), 0))::text; end if;
  if length(btrim((changes).description)) > 400 then raise exception 'PLAN_DESCRIPTION_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 400, 'length', coalesce(length(btrim((changes).description)), 0))::text; end if;
  if cardinality((changes).features) > 20 or exists (select from unnest((changes).features) f where length(btrim(f)) > 120) then
    raise exception 'PLAN_FEATURES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 20, 'length', 120)::text;
  end if;
  if (coalesce((changes).trial_days, 0) between 0 and 365) is not true then
    raise exception 'PLAN_TRIAL_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 365)::text;
  end if;
  if (changes).kind = 'TEAM' and (1 <= (changes).min_seats and (changes).min_seats <= (changes).max_seats and (changes).max_seats <= 1000) is not true then
    raise exception 'PLAN_SEATS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 1000)::text;
  end if;
  if (cardinality(prices) between 1 and 20) is not true then
    raise exception 'PLAN_PRICES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 20)::text;
  end if;
  foreach price in array prices loop
    if price.billing_interval is null then raise exception 'PLAN_PRICES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 20)::text; end if;
    if (price.amount_cents between 1 and 10000000) is not true then
      raise exception 'PRICE_OUT_OF_RANGE' using errcode = 'NL400',
        detail = jsonb_build_object('max', 10000000, 'amountCents', coalesce(price.amount_cents, 0))::text;
    end if;
    if (price.currency ~ '^[A-Z]{3}$') is not true then raise exception 'CURRENCY_INVALID' using errcode = 'NL400'; end if;
  end loop;
  if (select count(distinct (p.billing_interval, p.currency)) < count(*) from unnest(prices) p) then
    raise exception 'PLAN_PRICE_DOUBLE' using errcode = 'NL400';
  end if;
end $$;
comment on function app_private.check_product(app_public.product_changes, app_public.plan_price[]) is
  'Refuses what cannot be sold (NL400): with no price, or two for one interval and currency. Not granted.';

create function app_private.new_plan_slug(product_name text, every app_public.billing_interval, currency text) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  made text := coalesce(nullif(btrim(left(regexp_replace(lower(product_name), '[^a-z0-9]+', '-', 'g'), 60), '-'), ''), 'plan')
    || case every when 'MONTH' then '-monthly' else '-yearly' end || '-' || lower(new_plan_slug.currency);
begin
  return made || case when exists (select from app_public.plans p where p.slug = made) then '-' || right(app_public.new_id()::text, 8) else '' end;
end $$;
comment on function app_private.new_plan_slug(text, app_public.billing_interval, text) is 'A slug that no price has, for links to the checkout. Not granted.';

create function app_public.save_product(id uuid default null, changes app_public.product_changes default null, prices app_public.plan_price[] default null)
returns app_public.products
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  product app_public.products;
  chosen app_public.product_changes := save_product.changes;
  price app_public.plan_price;
  former app_public.plans;
  wanted_slug text;
  is_team boolean;
begin
  perform app_private.require_admin();
  -- One at a time: there is one order, and one that is highlighted.
  perform pg_advisory_xact_lock(hashtext('products'));
  if save_product.id is not null then
    select p.* into product from app_public.products p where p.id = save_product.id for no key update;
    if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
    chosen.kind := product.kind;
  end if;
  chosen.kind := coalesce(chosen.kind, 'PRO');
  is_team := chosen.kind = 'TEAM';
  perform app_private.check_product(chosen, save_product.prices);
  if chosen.is_highlighted then
    update app_public.products p set is_highlighted = false where p.is_highlighted and p.id is distinct from product.id;
  end if;
  if product.id is null then
    insert into app_public.products (name, kind, position)
      values (btrim(chosen.name), chosen.kind, (select coalesce(max(p.position), 0) + 1 from app_public.products p)) returning * into product;
    product.is_offered := null;
  end if;
  update app_public.products p set name = btrim(chosen.name), description = nullif(btrim(chosen.description), ''),
      features = array(select btrim(f) from unnest(chosen.features) with ordinality as e (f, at) where btrim(f) <> '' order by e.at),
      trial_days = coalesce(chosen.trial_days, 0), min_seats = case when is_team then chosen.min_seats else 1 end,
      max_seats = case when is_team then chosen.max_seats else 1 end, is_highlighted = coalesce(chosen.is_highlighted, false), is_offered = true
    where p.id = product.id;
  -- What subscribers pay stays: a price that is not among these is no longer offered, and one that is other is another.
  update app_public.plans p set is_offered = false, is_provider_due = p.stripe_price_id is not null
    where p.product_id = product.id and p.is_offered and not exists (select from unnest(save_product.prices) w
      where (w.billing_interval, w.amount_cents, w.currency) = (p.billing_interval, p.amount_cents, p.currency::text));
  foreach price in array save_product.prices loop
    continue when exists (select from app_public.plans p where p.product_id = product.id and p.is_offered
      and (p.billing_interval, p.currency::text) = (price.billing_interval, price.currency));
    -- Links to the checkout lead to the new price: the former one hands on its slug.
    select p.* into former from app_public.plans p where p.product_id = product.id and (p.billing_interval, p.currency::text) = (price.billing_interval, price.currency)
      order by p.slug ~ '-was-[0-9a-f]{8}$', p.created_at desc, p.id desc limit 1;
    wanted_slug := case when former.id is null or former.slug ~ '-was-[0-9a-f]{8}$' then app_private.new_plan_slug(btrim(chosen.name), price.billing_interval, price.currency)
      else former.slug end;
    update app_public.plans p set slug = rtrim(left(p.slug, 100), '-') || '-was-' || right(p.id::text, 8) where p.id = former.id and p.slug = wanted_slug;
    insert into app_public.plans (product_id, slug, name, kind, billing_interval, amount_cents, currency, is_provider_due)
      values (product.id, wanted_slug, btrim(chosen.name), chosen.kind, price.billing_interval, price.amount_cents, price.currency, true);
  end loop;
  update app_public.plans p set name = r.name || case p.billing_interval when 'MONTH' then ', monthly' else ', yearly' end,
      description = r.description, min_seats = r.min_seats, max_seats = r.max_seats, position = r.position * 10 + case p.billing_interval when 'MONTH' then 0 else 1 end
    from app_public.products r where r.id = product.id and p.product_id = r.id;
  perform app_private.audit(case when product.is_offered is null then 'plan.create' else 'plan.change' end, 'plan', product.id, jsonb_build_object(
    'name', btrim(chosen.name), 'prices', (select string_agg(w.amount_cents || ' ' || w.currency || ' a ' || lower(w.billing_interval::text), ', ') from unnest(save_product.prices) w)));
  select p.* into product from app_public.products p where p.id = product.id;
  return product;
end $$;
comment on function app_public.save_product(uuid, app_public.product_changes, app_public.plan_price[]) is
  'Creates a subscription to be sold, or changes one. Existing subscribers keep their price: another amount is another plan, and the former one is no longer offered. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';
grant execute on function app_public.save_product(uuid, app_public.product_changes, app_public.plan_price[]) to newline_visitor;

create function app_public.retire_product(id uuid) returns app_public.products
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  product app_public.products;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('products'));
  update app_public.products p set is_offered = false, is_highlighted = false where p.id = retire_product.id returning p.* into product;
  if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
  update app_public.plans p set is_offered = false, is_provider_due = p.stripe_price_id is not null where p.product_id = product.id and p.is_offered;
  perform app_private.audit('plan.retire', 'plan', product.id, jsonb_build_object('name', product.name));
  return product;
end $$;
comment on function app_public.retire_product(uuid) is
  'Stops selling a subscription; it runs on for those who have it. saveProduct sells it again. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.retire_product(uuid) to newline_visitor;

create function app_public.move_product(id uuid, "position" int) returns app_public.products
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  product app_public.products;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('products'));
  select p.* into product from app_public.products p where p.id = move_product.id;
  if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
  with others as (
    select p.id, row_number() over (order by p.position, p.id) as n from app_public.products p where p.is_offered and p.id <> product.id
  ), arranged as (
    select o.id, case when o.n >= coalesce(move_product.position, 1) then o.n + 1 else o.n end as n from others o
    union all select product.id, least(greatest(coalesce(move_product.position, 1), 1), (select count(*) + 1 from others))
  ) update app_public.products p set position = a.n from arranged a where a.id = p.id and p.position <> a.n;
  update app_public.plans p set position = r.position * 10 + case p.billing_interval when 'MONTH' then 0 else 1 end
    from app_public.products r where r.id = p.product_id and p.position <> r.position * 10 + case p.billing_interval when 'MONTH' then 0 else 1 end;
  select p.* into product from app_public.products p where p.id = product.id;
  perform app_private.audit('plan.order', 'plan', product.id, jsonb_build_object('name', product.name, 'position', product.position));
  return product;
end $$;
comment on function app_public.move_product(uuid, int) is
  'Moves a subscription to a position on the pricing page, from 1. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_product(uuid, int) to newline_visitor;

-- What the payment provider has to know of prices. It is asked by a job, so that an answer that is late or missing is repeated.
create function app_private.due_provider_prices()
returns table (plan_id uuid, product_id uuid, name text, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, is_offered boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id, r.id, r.name, p.amount_cents, p.currency::text, p.billing_interval, p.stripe_price_id, p.is_offered
  from app_public.plans p join app_public.products r on r.id = p.product_id where p.is_provider_due order by p.id
$$;
comment on function app_private.due_provider_prices() is 'Prices that the provider does not know yet, or still offers. For the jobs.';

create function app_private.keep_provider_price(plan_id uuid, price_id text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  -- One that was retired meanwhile is due again.
  update app_public.plans p set stripe_price_id = coalesce(price_id, p.stripe_price_id), is_provider_due = price_id is not null and not p.is_offered
  where p.id = keep_provider_price.plan_id
$$;
comment on function app_private.keep_provider_price(uuid, text) is 'Notes the price at the provider, or without one that it is no longer offered there. For the jobs.';

-- The trial, with the price of that moment.
alter table app_private.checkouts add column trial_days int not null default 0 check (trial_days between 0 and 365);
alter type app_public.checkout_offer add attribute trial_days int;
comment on column app_public.checkout_offer.trial_days is 'Days before the first payment, for somebody who never had such a subscription; null for a title.';

create or replace function app_public.checkout_offer(plan_slug text default null, course_slug text default null, book_slug text default null, is_advanced boolean default false)
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
    offer := (plan.name, plan.id, null, null, false, plan.amount_cents, plan.amount_cents, 0, plan.currency, plan.billing_interval, plan.min_seats, plan.max_seats, null,
      case when exists (select from app_public.subscriptions s where s.user_id = me and s.kind = plan.kind) then 0
        else (select r.trial_days from app_public.products r where r.id = plan.product_id) end);
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

drop function app_private.begin_checkout(text, text, text, boolean, int);
create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int)
returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz, trial_days int)
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
    and c.is_advanced = offer.is_advanced and c.seats = places and (c.amount_cents, c.currency) = (offer.amount_cents, offer.currency)
    and c.trial_days = coalesce(offer.trial_days, 0) order by c.created_at desc limit 1;
  if not found then
    insert into app_private.checkouts (user_id, plan_id, course_id, book_id, is_advanced, seats, amount_cents, currency, discount_percent, trial_days)
      values (me, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, places, offer.amount_cents, offer.currency, offer.discount_percent, coalesce(offer.trial_days, 0))
      returning * into checkout;
  end if;
  return query select checkout.id, offer.name, places, checkout.amount_cents, checkout.currency::text, offer.billing_interval,
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at, checkout.trial_days;
end $$;
comment on function app_private.begin_checkout(text, text, text, boolean, int) is
  'Writes down what the person is about to pay, at the price they were shown.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.due_provider_prices(),
    app_private.keep_provider_price(uuid, text),
    app_private.begin_checkout(text, text, text, boolean, int)
    to %s', worker);
end $$;
