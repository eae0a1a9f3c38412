--! Previous: sha1:e43fc312548c1757e0fae2116bfe24ee7e0c982c
--! Hash: sha1:23014ca5de124e5e05c52566b6adc935639e25c6

-- Checkouts that replace others. Whoever changes the currency, the plan or the coupon gets another payment page, and the page before is
-- closed: nothing can be paid twice, and its coupon is free again.

-- Some functions here call what is created further down.
set local check_function_bodies = off;

alter table app_private.checkouts add column session_id text, add column closed_at timestamptz;
comment on column app_private.checkouts.session_id is 'The id of its page at the payment provider; null before it was opened.';
comment on column app_private.checkouts.closed_at is 'When its page was closed unpaid, because the user opened another one.';

create function app_private.keep_checkout_session(checkout_id uuid, session_id text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_private.checkouts c set session_id = keep_checkout_session.session_id
    where c.id = checkout_id and c.user_id = app_public.current_user_id() and c.completed_at is null and c.closed_at is null;
  return found;
end $$;
comment on function app_private.keep_checkout_session(uuid, text) is
  'Stores the page of a checkout of the user at the payment provider. False if the checkout was paid or closed meanwhile.';

create function app_private.close_checkout(checkout_id uuid, session_id text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_private.checkouts c set closed_at = now()
    where c.id = checkout_id and c.user_id = app_public.current_user_id() and c.completed_at is null and c.closed_at is null
    and c.session_id is not distinct from close_checkout.session_id;
  return found;
end $$;
comment on function app_private.close_checkout(uuid, text) is
  'Closes a checkout of the user whose page was closed at the payment provider. False if it was paid, was closed already or has another page.';

drop function app_private.coupon_for(app_public.coupons, app_public.checkout_offer, int, uuid);
create function app_private.coupon_for(coupon app_public.coupons, offer app_public.checkout_offer, seats int, replaced uuid[]) returns app_public.coupon_offer
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_public.current_user_id();
  today date := (now() at time zone 'UTC')::date;
  base bigint := seats::bigint * case when coupon.is_combined_with_pro then offer.amount_cents else offer.full_amount_cents end;
  discount int := least(coalesce(base * coupon.percent / 100, coupon.amount_cents), base)::int;
begin
  offer.already := null;
  if coupon.id is null or coupon.is_active is not true or coupon.first_day > today then offer.already := 'COUPON_NOT_FOUND';
  elsif coupon.last_day < today then offer.already := 'COUPON_EXPIRED';
  elsif (coupon.currency is null or coupon.currency = offer.currency) is not true or (case coupon.scope when 'EVERYTHING' then true
      when 'PLANS' then offer.plan_id is not null when 'TITLES' then offer.plan_id is null
      else exists (select from app_private.coupon_targets t where t.coupon_id = coupon.id
        and (t.product_id = (select p.product_id from app_public.plans p where p.id = offer.plan_id) or t.course_id = offer.course_id or t.book_id = offer.book_id)) end) is not true then offer.already := 'COUPON_NOT_FOR_THIS';
  -- A page of the provider can be paid for an hour, so a checkout that was begun since may still use the coupon.
  elsif coupon.is_once_per_user and (exists (select from app_private.coupon_uses u where u.coupon_id = coupon.id and u.user_id = me)
      or exists (select from app_private.checkouts k where k.coupon_id = coupon.id and k.user_id = me and k.completed_at is null
        and k.closed_at is null and (k.id = any (replaced)) is not true and k.created_at > now() - interval '65 minutes')) then offer.already := 'COUPON_USED';
  elsif coupon.max_uses <= (select count(*) from app_private.coupon_uses u where u.coupon_id = coupon.id)
      + (select count(*) from app_private.checkouts k where k.coupon_id = coupon.id and k.completed_at is null
        and k.closed_at is null and (k.id = any (replaced)) is not true and k.created_at > now() - interval '65 minutes') then offer.already := 'COUPON_USED_UP';
  -- One that replaces the discount for Pro must be worth more.
  elsif base - discount >= seats::bigint * offer.amount_cents then offer.already := 'COUPON_WORTH_LESS';
  end if;
  if offer.already is not null then return row(null, null, null, null, null, null, null, offer.already)::app_public.coupon_offer; end if;
  return row(coupon.code, coupon.percent, discount, base - discount, offer.currency, coupon.duration, coupon.months, null)::app_public.coupon_offer;
end $$;
comment on function app_private.coupon_for(app_public.coupons, app_public.checkout_offer, int, uuid[]) is
  'The price of an offer with a coupon, or why the user can''t use it. The unpaid checkouts that this one continues or replaces don''t count as uses. Not granted.';

create or replace function app_public.try_coupon(code text, plan_slug text default null, course_slug text default null, book_slug text default null, is_advanced boolean default false,
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
    -- Checkouts that this one would continue or replace.
    array(select k.id from app_private.checkouts k where k.coupon_id = coupon.id and k.user_id = me and k.completed_at is null and (coupon.is_once_per_user
      or k.is_advanced = offer.is_advanced and k.plan_id is not distinct from offer.plan_id and k.course_id is not distinct from offer.course_id
        and k.book_id is not distinct from offer.book_id and not exists (select from app_public.gifts g where g.checkout_id = k.id))));
end $$;
comment on function app_public.try_coupon(text, text, text, text, boolean, int, text) is
  'Returns the price of a plan, a course, a book or an advanced package with a coupon for the signed-in user, or why they can''t use it. A title''s price is that in currency, or else its default one. Errors: LOGIN_REQUIRED, NOT_FOUND for anything not for sale, TOO_MANY.';

drop function app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text, text);
create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int, coupon_code text default null,
  gift_email text default null, gift_name text default null, gift_message text default null, wanted_currency text default null)
returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz,
  trial_days int, discount app_public.coupon_offer, replaced jsonb)
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
  replaced_ids uuid[];
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
    where c.user_id = me and c.completed_at is null and c.closed_at is null and c.created_at > now() - interval '20 minutes'
    and c.plan_id is not distinct from offer.plan_id and c.course_id is not distinct from offer.course_id and c.book_id is not distinct from offer.book_id
    and c.is_advanced = offer.is_advanced and c.seats = places and c.coupon_id is not distinct from coupon.id
    and c.trial_days = coalesce(offer.trial_days, 0)
    and (g.recipient_email, g.recipient_name, g.message) is not distinct from (recipient, recipient_title, greeting) and (g.id is not null) = is_gift
    and c.currency = offer.currency order by c.created_at desc limit 1;
  -- Other pages on which the user could pay for the same thing, or with the same coupon.
  replaced_ids := array(select c.id from app_private.checkouts c left join app_public.gifts g on g.checkout_id = c.id
    where c.user_id = me and c.completed_at is null and c.closed_at is null and c.created_at > now() - interval '65 minutes' and c.id is distinct from checkout.id
    and (c.coupon_id = coupon.id and coupon.is_once_per_user
      or c.plan_id is not distinct from offer.plan_id and c.course_id is not distinct from offer.course_id and c.book_id is not distinct from offer.book_id
        and c.is_advanced = offer.is_advanced
        and (g.recipient_email, g.recipient_name, g.message) is not distinct from (recipient, recipient_title, greeting) and (g.id is not null) = is_gift));
  if nullif(btrim(coupon_code), '') is not null then
    reduced := app_private.coupon_for(coupon, offer, places, array_append(replaced_ids, checkout.id));
    offer.already := coalesce(offer.already, reduced.problem);
  end if;
  if offer.already is not null then raise exception '%', offer.already using errcode = 'NL409'; end if;
  -- What a title costs is noted with the coupon taken off, and what a plan costs without, because a coupon may end before the plan does.
  if offer.plan_id is null then unit_cents := coalesce(reduced.amount_cents, unit_cents); end if;
  if checkout.id is null or checkout.amount_cents <> unit_cents or checkout.coupon_cents is distinct from reduced.discount_cents then
    if checkout.id is not null then replaced_ids := array_append(replaced_ids, checkout.id); end if;
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
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at, checkout.trial_days, reduced,
    (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'sessionId', c.session_id) order by c.created_at), '[]') from app_private.checkouts c where c.id = any (replaced_ids));
end $$;
comment on function app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text, text) is
  'Starts a checkout at the price that the user was shown, with a coupon if they entered one; discount is null without one. With gift_email it''s a gift. wanted_currency is the currency of a title''s price, if it has one in it. replaced are the user''s other unpaid checkouts of the same thing, or with the same coupon if it''s for one use per user: their pages must be closed before this one is opened.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text, text) to %s', worker);
  execute format('grant execute on function app_private.keep_checkout_session(uuid, text) to %s', worker);
  execute format('grant execute on function app_private.close_checkout(uuid, text) to %s', worker);
end $$;
