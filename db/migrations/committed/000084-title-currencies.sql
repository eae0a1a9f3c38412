--! Previous: sha1:b3ef625c75c8344850d6fa2de2ff12dfb89fed05
--! Hash: sha1:745e0716bdaa1f93e243b0cfb164952ac8551522

-- Prices of titles in several currencies. One of them is the default, for buyers whose currency the title has no price in.

-- Some functions here call what is created further down.
set local check_function_bodies = off;

alter table app_public.item_prices
  add column is_default boolean not null default true,
  drop constraint item_prices_course_key,
  drop constraint item_prices_book_key,
  add constraint item_prices_course_key unique (course_id, is_advanced, currency),
  add constraint item_prices_book_key unique (book_id, is_advanced, currency);
-- Which price is the default shows on pages.
call app_private.announce_changes('app_public.item_prices', '!plans');
create unique index item_prices_course_default_key on app_public.item_prices (course_id, is_advanced) where is_default;
create unique index item_prices_book_default_key on app_public.item_prices (book_id, is_advanced) where is_default;
comment on table app_public.item_prices is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe one-time price of a course, a book or its advanced package in one currency.';
comment on column app_public.item_prices.is_default is 'True for the price of buyers whose currency the title has no price in.';

-- Setting prices.
drop function app_public.set_item_price(uuid, uuid, boolean, int, text);
create function app_public.set_item_price(course_id uuid default null, book_id uuid default null, is_advanced boolean default false, amount_cents int default null,
  currency text default null, is_default boolean default false)
returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_item_price.course_id;
  book uuid := set_item_price.book_id;
  is_package boolean := coalesce(set_item_price.is_advanced, false);
  code text := set_item_price.currency;
  former app_public.item_prices;
  entry app_public.item_prices;
begin
  perform app_private.locked_item(course, book, true);
  if set_item_price.amount_cents is not null and (set_item_price.amount_cents between 1 and 10000000) is not true then
    raise exception 'PRICE_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('max', 10000000, 'amountCents', set_item_price.amount_cents)::text;
  end if;
  if code is not null and (code ~ '^[A-Z]{3}$') is not true then raise exception 'CURRENCY_INVALID' using errcode = 'NL400'; end if;
  select p.* into former from app_public.item_prices p
    where (p.course_id = course or p.book_id = book) and p.is_advanced = is_package and p.is_default;
  if set_item_price.amount_cents is null then
    delete from app_public.item_prices p where (p.course_id = course or p.book_id = book) and p.is_advanced = is_package and (code is null or p.currency = code);
    -- The oldest of the others becomes the default.
    update app_public.item_prices p set is_default = true where p.id = (
      select o.id from app_public.item_prices o where (o.course_id = course or o.book_id = book) and o.is_advanced = is_package
      order by o.is_default desc, o.id limit 1) and not p.is_default;
    return null;
  end if;
  code := coalesce(code, former.currency, 'USD');
  if former.currency <> code and set_item_price.is_default then
    update app_public.item_prices p set is_default = false where p.id = former.id;
  end if;
  if not exists (select from app_public.item_prices p where (p.course_id = course or p.book_id = book) and p.is_advanced = is_package and p.currency = code) then
    if (select count(*) from app_public.item_prices p where (p.course_id = course or p.book_id = book) and is_package = p.is_advanced) >= 20 then
      raise exception 'TITLE_CURRENCY_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 20)::text;
    end if;
    insert into app_public.item_prices (course_id, book_id, is_advanced, amount_cents, currency, is_default)
      values (course, book, is_package, set_item_price.amount_cents, code, false);
  end if;
  update app_public.item_prices p set amount_cents = set_item_price.amount_cents,
      is_default = p.is_default or former.id is null or coalesce(set_item_price.is_default, false)
    where (p.course_id = course or p.book_id = book) and p.is_advanced = is_package and p.currency = code returning p.* into entry;
  return entry;
end $$;
comment on function app_public.set_item_price(uuid, uuid, boolean, int, text, boolean) is
  'Sets the one-time price of a course, a book or its advanced package in a currency; without currency in its default one. Without amountCents, that price is removed, and without currency all of them. The first price is the default, and isDefault makes another one the default. Existing purchases don''t change. By its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY for more than 20 currencies.';
grant execute on function app_public.set_item_price(uuid, uuid, boolean, int, text, boolean) to newline_visitor;

drop function app_public.item_price_list();
create function app_public.item_price_list(is_default boolean default null) returns setof app_public.item_prices
language sql stable rows 50 as $$
  select p.* from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where (select app_public.is_admin()) and (item_price_list.is_default is null or p.is_default = item_price_list.is_default)
  order by coalesce(c.title, b.title), p.is_advanced, p.is_default desc, p.currency, p.id
$$;
comment on function app_public.item_price_list(boolean) is
  'For administrators: the prices of courses, books and advanced packages, by title; with isDefault only the default ones or only the others. Empty for everyone else.';
grant execute on function app_public.item_price_list(boolean) to newline_visitor;

create or replace function app_public.titles_on_sale() returns setof app_public.item_prices
language sql stable rows 50 as $$
  select p.* from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where p.is_default and not p.is_advanced and coalesce(c.is_published, b.is_published) and coalesce(c.published_at, b.published_at) <= now()
    and coalesce(c.archived_at, b.archived_at) is null and not coalesce(c.is_coming_soon, b.is_coming_soon)
    and coalesce(c.is_shown_publicly, b.is_shown_publicly) and coalesce(not c.is_free, b.is_for_sale)
  order by lower(coalesce(c.title, b.title)), p.id
$$;
comment on function app_public.titles_on_sale() is
  'The default prices of the listed courses and books that can be bought separately now, by title. Advanced packages are not included.';

-- Buying in a currency.
alter type app_public.checkout_offer add attribute currencies text[];
comment on column app_public.checkout_offer.currencies is 'The currencies in which a title can be bought, the default one first; null for a plan.';

drop function app_public.checkout_offer(text, text, text, boolean);
create function app_public.checkout_offer(plan_slug text default null, course_slug text default null, book_slug text default null, is_advanced boolean default false, currency text default null)
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
        else (select r.trial_days from app_public.products r where r.id = plan.product_id) end, null);
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
    cross join lateral (select p.* from app_public.item_prices p
      where p.is_advanced = checkout_offer.is_advanced and (p.course_id = i.course_id or p.book_id = i.book_id)
      order by (p.currency = checkout_offer.currency) is true desc, p.is_default desc limit 1) p;
  if not found then return null; end if;
  select array_agg(p.currency::text order by p.is_default desc, p.currency) into offer.currencies from app_public.item_prices p
    where p.is_advanced = offer.is_advanced and (p.course_id = offer.course_id or p.book_id = offer.book_id);
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
comment on function app_public.checkout_offer(text, text, text, boolean, text) is
  'The price of a plan, a course, a book or an advanced package for the current user, by one slug. A title''s price is that in currency, or else its default one. Null for anything not for sale.';
grant execute on function app_public.checkout_offer(text, text, text, boolean, text) to newline_visitor;

drop function app_public.try_coupon(text, text, text, text, boolean, int);
create function app_public.try_coupon(code text, plan_slug text default null, course_slug text default null, book_slug text default null, is_advanced boolean default false,
  seats int default null, currency text default null) returns app_public.coupon_offer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  offer app_public.checkout_offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced, try_coupon.currency);
  coupon app_public.coupons;
begin
  if app_private.use_quota('coupons', 200, interval '1 day') > 0 then
    raise exception 'DAILY_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 200, 'resource', 'coupons')::text;
  end if;
  if offer.name is null then raise exception 'NOT_FOR_SALE' using errcode = 'NL404'; end if;
  select c.* into coupon from app_public.coupons c where c.code = upper(btrim(try_coupon.code));
  return app_private.coupon_for(coupon, offer, least(greatest(coalesce(try_coupon.seats, 1), coalesce(offer.min_seats, 1)), coalesce(offer.max_seats, 1)),
    -- What the user has open for the same thing would be continued.
    (select k.id from app_private.checkouts k where k.coupon_id = coupon.id and k.user_id = me and k.completed_at is null and k.is_advanced = offer.is_advanced
      and k.plan_id is not distinct from offer.plan_id and k.course_id is not distinct from offer.course_id and k.book_id is not distinct from offer.book_id
      order by k.created_at desc limit 1));
end $$;
comment on function app_public.try_coupon(text, text, text, text, boolean, int, text) is
  'Returns the price of a plan, a course, a book or an advanced package with a coupon for the signed-in user, or why they can''t use it. A title''s price is that in currency, or else its default one. Errors: LOGIN_REQUIRED, NOT_FOUND for anything not for sale, TOO_MANY.';
grant execute on function app_public.try_coupon(text, text, text, text, boolean, int, text) to newline_visitor;

drop function app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text);
create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int, coupon_code text default null,
  gift_email text default null, gift_name text default null, gift_message text default null, wanted_currency text default null)
returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz,
  trial_days int, discount app_public.coupon_offer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  is_gift boolean := begin_checkout.gift_email is not null;
  recipient text := lower(btrim(begin_checkout.gift_email));
  recipient_title text := nullif(btrim(begin_checkout.gift_name), '');
  greeting text := nullif(btrim(begin_checkout.gift_message), '');
  offer app_public.checkout_offer;
  places int;
  checkout app_private.checkouts;
  coupon app_public.coupons;
  reduced app_public.coupon_offer;
  unit_cents int;
begin
  if num_nonnulls(plan_slug, course_slug, book_slug) <> 1 then
    raise exception 'CHECKOUT_ITEM_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(plan_slug, course_slug, book_slug))::text;
  end if;
  if is_gift then
    if plan_slug is not null then raise exception 'GIFT_OF_PLAN' using errcode = 'NL400'; end if;
    if (length(recipient) <= 254 and recipient ~ '^[^@[:space:]<>",;]+@[^@[:space:]<>",;]+[.][^@[:space:]<>",;]+$') is not true then
      raise exception 'GIFT_EMAIL_INVALID' using errcode = 'NL400';
    end if;
    if length(recipient_title) > 100 then
      raise exception 'GIFT_NAME_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('max', 100, 'length', length(recipient_title))::text;
    end if;
    if length(greeting) > 500 then
      raise exception 'GIFT_MESSAGE_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('max', 500, 'length', length(greeting))::text;
    end if;
  end if;
  -- Whoever presses twice, or comes back a little later, goes on with the same checkout and cannot pay it twice. What they have is read behind the lock.
  perform pg_advisory_xact_lock(hashtext('checkout ' || me));
  offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced, wanted_currency);
  places := coalesce(wanted_seats, offer.min_seats, 1);
  if offer.name is null then raise exception 'NOT_FOR_SALE' using errcode = 'NL404'; end if;
  if (places between coalesce(offer.min_seats, 1) and coalesce(offer.max_seats, 1)) is not true then
    raise exception 'SEAT_COUNT_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('min', coalesce(offer.min_seats, 1), 'max', coalesce(offer.max_seats, 1), 'seats', places)::text;
  end if;
  -- Someone who owns a title can give it to others.
  if is_gift then offer.already := null; end if;
  unit_cents := offer.amount_cents;
  if nullif(btrim(coupon_code), '') is not null then
    -- The lock counts the uses of a coupon one after the other.
    select c.* into coupon from app_public.coupons c where c.code = upper(btrim(coupon_code)) for no key update;
    if coupon.is_combined_with_pro is not true then
      unit_cents := offer.full_amount_cents;
    end if;
  end if;
  select c.* into checkout from app_private.checkouts c left join app_public.gifts g on g.checkout_id = c.id
    where c.user_id = me and c.completed_at is null and c.created_at > now() - interval '20 minutes'
    and c.plan_id is not distinct from offer.plan_id and c.course_id is not distinct from offer.course_id and c.book_id is not distinct from offer.book_id
    and c.is_advanced = offer.is_advanced and c.seats = places and c.coupon_id is not distinct from coupon.id
    and c.trial_days = coalesce(offer.trial_days, 0)
    and (g.recipient_email, g.recipient_name, g.message) is not distinct from (recipient, recipient_title, greeting) and (g.id is not null) = is_gift
    order by c.currency is distinct from offer.currency, c.created_at desc limit 1;
  if nullif(btrim(coupon_code), '') is not null then
    reduced := app_private.coupon_for(coupon, offer, places, checkout.id);
    offer.already := coalesce(offer.already, reduced.problem);
  end if;
  if offer.already is not null then raise exception '%', offer.already using errcode = 'NL409'; end if;
  -- What a title costs is noted with the coupon taken off, and what a plan costs without, because a coupon may end before the plan does.
  if offer.plan_id is null then unit_cents := coalesce(reduced.amount_cents, unit_cents); end if;
  if checkout.id is null or (checkout.amount_cents, checkout.currency) is distinct from (unit_cents, offer.currency)
    or checkout.coupon_cents is distinct from reduced.discount_cents then
    insert into app_private.checkouts (user_id, plan_id, course_id, book_id, is_advanced, seats, amount_cents, currency, discount_percent, trial_days, coupon_id, coupon_cents)
      values (me, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, places, unit_cents, offer.currency,
        case when coupon.id is null or coupon.is_combined_with_pro then offer.discount_percent else 0 end, coalesce(offer.trial_days, 0), coupon.id, reduced.discount_cents)
      returning * into checkout;
    if is_gift then
      insert into app_public.gifts (giver_id, checkout_id, course_id, book_id, is_advanced, recipient_email, recipient_name, message)
        values (me, checkout.id, offer.course_id, offer.book_id, offer.is_advanced, recipient, recipient_title, greeting);
    end if;
  end if;
  return query select checkout.id, offer.name, places, checkout.amount_cents, checkout.currency::text, offer.billing_interval,
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at, checkout.trial_days, reduced;
end $$;
comment on function app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text, text) is
  'Starts a checkout at the price that the user was shown, with a coupon if they entered one; discount is null without one. With gift_email it''s a gift. wanted_currency is the currency of a title''s price, if it has one in it.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text, text) to %s', worker);
end $$;
