--! Previous: sha1:240b94feb20cc33b2cd81eb08100f1f100b3f482
--! Hash: sha1:ac3b2a22f3f1fc758af7916b630fd714d77bcd6a

-- Coupons: codes that make a plan or a title cheaper.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create type app_public.coupon_duration as enum ('ONCE', 'MONTHS', 'FOREVER');
comment on type app_public.coupon_duration is
  'How long a coupon applies to a subscription: its first payment, some months, or all payments. Titles are paid once.';

create type app_public.coupon_scope as enum ('EVERYTHING', 'PLANS', 'TITLES', 'SELECTED');
comment on type app_public.coupon_scope is 'What a coupon is for: everything, all plans, all titles, or the plans and titles that it names.';

create table app_public.coupons (
  id uuid primary key default app_public.new_id(),
  code text not null unique check (code ~ '^[A-Z0-9_-]{3,40}$'),
  percent int check (percent between 1 and 100),
  amount_cents int check (amount_cents > 0),
  currency app_public.currency,
  duration app_public.coupon_duration not null default 'ONCE',
  months int check (months between 1 and 36),
  scope app_public.coupon_scope not null default 'EVERYTHING',
  first_day date,
  last_day date,
  max_uses int check (max_uses > 0),
  is_once_per_user boolean not null default true,
  is_combined_with_pro boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint coupons_discount_check check (num_nonnulls(percent, amount_cents) = 1 and (amount_cents is null) = (currency is null)),
  constraint coupons_duration_check check ((duration = 'MONTHS') = (months is not null)),
  constraint coupons_days_check check (first_day is null or last_day is null or first_day <= last_day)
);
comment on table app_public.coupons is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA code for a discount on plans or titles. Visible to administrators.';
comment on column app_public.coupons.code is 'The code that users enter: capitals, digits, hyphens and underscores.';
comment on column app_public.coupons.percent is 'The discount in percent; null for a fixed one.';
comment on column app_public.coupons.amount_cents is 'The fixed discount of a payment, in cents; null for one in percent.';
comment on column app_public.coupons.months is 'The number of months with a discount; null unless the duration is MONTHS.';
comment on column app_public.coupons.first_day is 'The first day on which it is valid, in UTC; null for no first day.';
comment on column app_public.coupons.last_day is 'The last day on which it is valid, in UTC; null for no last day.';
comment on column app_public.coupons.max_uses is 'The maximum number of paid checkouts; null for no limit.';
comment on column app_public.coupons.is_once_per_user is 'Whether each user can use it only once.';
comment on column app_public.coupons.is_combined_with_pro is 'Whether it''s combined with the Pro discount. Otherwise it replaces that discount.';
comment on column app_public.coupons.is_active is 'False after it was withdrawn.';
create index coupons_created_at_idx on app_public.coupons (created_at desc, id desc);
call app_private.secure_table('app_public.coupons');
create policy select_admin on app_public.coupons for select to newline_admin using (true);
grant select on app_public.coupons to newline_visitor;

create table app_private.coupon_targets (
  coupon_id uuid not null references app_public.coupons on delete cascade,
  product_id uuid references app_public.products on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  constraint coupon_targets_thing_check check (num_nonnulls(product_id, course_id, book_id) = 1),
  constraint coupon_targets_key unique nulls not distinct (coupon_id, product_id, course_id, book_id)
);
comment on table app_private.coupon_targets is 'A plan or title that a coupon with the scope SELECTED is for.';
create index coupon_targets_product_id_idx on app_private.coupon_targets (product_id);
create index coupon_targets_course_id_idx on app_private.coupon_targets (course_id);
create index coupon_targets_book_id_idx on app_private.coupon_targets (book_id);
call app_private.secure_table('app_private.coupon_targets');

alter table app_private.checkouts
  add column coupon_id uuid references app_public.coupons on delete set null,
  add column coupon_cents int check (coupon_cents >= 0);
create index checkouts_coupon_id_idx on app_private.checkouts (coupon_id);

-- What was paid with a coupon. Checkouts are forgotten after 90 days, uses are not.
create table app_private.coupon_uses (
  checkout_id uuid primary key,
  coupon_id uuid not null references app_public.coupons on delete cascade,
  user_id uuid references app_public.users on delete set null,
  used_at timestamptz not null default now()
);
comment on table app_private.coupon_uses is 'A paid checkout with a coupon.';
create index coupon_uses_coupon_id_user_id_idx on app_private.coupon_uses (coupon_id, user_id);
create index coupon_uses_user_id_idx on app_private.coupon_uses (user_id);
call app_private.secure_table('app_private.coupon_uses');

create function app_private.count_coupon_use() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.coupon_uses (checkout_id, coupon_id, user_id) values (new.id, new.coupon_id, new.user_id) on conflict do nothing;
  return null;
end $$;
comment on function app_private.count_coupon_use() is 'Trigger: counts a use of the coupon when its checkout is paid.';
create trigger count_coupon_use after update of completed_at on app_private.checkouts for each row
  when (old.completed_at is null and new.completed_at is not null and new.coupon_id is not null) execute function app_private.count_coupon_use();

create type app_public.coupon_offer as (code text, percent int, discount_cents int, amount_cents int, currency app_public.currency, duration app_public.coupon_duration,
  months int, problem text);
comment on type app_public.coupon_offer is 'The price of a checkout with a coupon.';
comment on column app_public.coupon_offer.code is 'Its code.';
comment on column app_public.coupon_offer.percent is 'The discount in percent; null for a fixed one.';
comment on column app_public.coupon_offer.discount_cents is 'The discount on the first payment, in cents.';
comment on column app_public.coupon_offer.amount_cents is 'The first payment with the discount, in cents.';
comment on column app_public.coupon_offer.duration is 'How long it applies to a subscription.';
comment on column app_public.coupon_offer.months is 'The number of months, with the duration MONTHS.';
comment on column app_public.coupon_offer.problem is
  'Why the user can''t use it: COUPON_NOT_FOUND, COUPON_EXPIRED, COUPON_NOT_FOR_THIS, COUPON_USED, COUPON_USED_UP or COUPON_WORTH_LESS; null if they can.';

create function app_private.coupon_for(coupon app_public.coupons, offer app_public.checkout_offer, seats int, own_checkout uuid) returns app_public.coupon_offer
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
        and k.id is distinct from own_checkout and k.created_at > now() - interval '65 minutes')) then offer.already := 'COUPON_USED';
  elsif coupon.max_uses <= (select count(*) from app_private.coupon_uses u where u.coupon_id = coupon.id)
      + (select count(*) from app_private.checkouts k where k.coupon_id = coupon.id and k.completed_at is null
        and k.id is distinct from own_checkout and k.created_at > now() - interval '65 minutes') then offer.already := 'COUPON_USED_UP';
  -- One that replaces the discount for Pro must be worth more.
  elsif base - discount >= seats::bigint * offer.amount_cents then offer.already := 'COUPON_WORTH_LESS';
  end if;
  if offer.already is not null then return row(null, null, null, null, null, null, null, offer.already)::app_public.coupon_offer; end if;
  return row(coupon.code, coupon.percent, discount, base - discount, offer.currency, coupon.duration, coupon.months, null)::app_public.coupon_offer;
end $$;
comment on function app_private.coupon_for(app_public.coupons, app_public.checkout_offer, int, uuid) is
  'The price of an offer with a coupon, or why the user can''t use it. The checkout that they continue doesn''t count as a use. Not granted.';

create function app_public.try_coupon(code text, plan_slug text default null, course_slug text default null, book_slug text default null, is_advanced boolean default false,
  seats int default null) returns app_public.coupon_offer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  offer app_public.checkout_offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced);
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
comment on function app_public.try_coupon(text, text, text, text, boolean, int) is
  'Returns the price of a plan, a course, a book or an advanced package with a coupon for the signed-in user, or why they can''t use it. Errors: LOGIN_REQUIRED, NOT_FOUND for anything not for sale, TOO_MANY.';
grant execute on function app_public.try_coupon(text, text, text, text, boolean, int) to newline_visitor;

drop function app_private.begin_checkout(text, text, text, boolean, int);
create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int, coupon_code text default null)
returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz,
  trial_days int, discount app_public.coupon_offer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
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
  -- Whoever presses twice, or comes back a little later, goes on with the same checkout and cannot pay it twice. What they have is read behind the lock.
  perform pg_advisory_xact_lock(hashtext('checkout ' || me));
  offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced);
  places := coalesce(wanted_seats, offer.min_seats, 1);
  if offer.name is null then raise exception 'NOT_FOR_SALE' using errcode = 'NL404'; end if;
  if (places between coalesce(offer.min_seats, 1) and coalesce(offer.max_seats, 1)) is not true then
    raise exception 'SEAT_COUNT_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('min', coalesce(offer.min_seats, 1), 'max', coalesce(offer.max_seats, 1), 'seats', places)::text;
  end if;
  unit_cents := offer.amount_cents;
  if nullif(btrim(coupon_code), '') is not null then
    -- The lock counts the uses of a coupon one after the other.
    select c.* into coupon from app_public.coupons c where c.code = upper(btrim(coupon_code)) for no key update;
    if coupon.is_combined_with_pro is not true then
      unit_cents := offer.full_amount_cents;
    end if;
  end if;
  select c.* into checkout from app_private.checkouts c where c.user_id = me and c.completed_at is null and c.created_at > now() - interval '20 minutes'
    and c.plan_id is not distinct from offer.plan_id and c.course_id is not distinct from offer.course_id and c.book_id is not distinct from offer.book_id
    and c.is_advanced = offer.is_advanced and c.seats = places and c.coupon_id is not distinct from coupon.id
    and c.trial_days = coalesce(offer.trial_days, 0) order by c.created_at desc limit 1;
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
  end if;
  return query select checkout.id, offer.name, places, checkout.amount_cents, checkout.currency::text, offer.billing_interval,
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at, checkout.trial_days, reduced;
end $$;
comment on function app_private.begin_checkout(text, text, text, boolean, int, text) is
  'Starts a checkout at the price that the user was shown, with a coupon if they entered one; discount is null without one.';

-- Administration.
create type app_public.new_coupon as (code text, percent int, amount_cents int, currency text, duration app_public.coupon_duration, months int, scope app_public.coupon_scope,
  product_ids uuid[], course_slugs text[], book_slugs text[], first_day date, last_day date, max_uses int, is_once_per_user boolean, is_combined_with_pro boolean);
comment on type app_public.new_coupon is 'A coupon to create.';
comment on column app_public.new_coupon.code is '3 to 40 letters, digits, hyphens and underscores.';
comment on column app_public.new_coupon.percent is 'The discount in percent; or amountCents and currency.';
comment on column app_public.new_coupon.amount_cents is 'The fixed discount of a payment, in cents.';
comment on column app_public.new_coupon.currency is 'The currency of amountCents.';
comment on column app_public.new_coupon.duration is 'How long it applies to a subscription.';
comment on column app_public.new_coupon.months is 'The number of months, with the duration MONTHS.';
comment on column app_public.new_coupon.scope is 'What it is for.';
comment on column app_public.new_coupon.product_ids is 'The plans that it is for, with the scope SELECTED.';
comment on column app_public.new_coupon.course_slugs is 'The courses that it is for, with the scope SELECTED.';
comment on column app_public.new_coupon.book_slugs is 'The books that it is for, with the scope SELECTED.';
comment on column app_public.new_coupon.first_day is 'The first day on which it is valid, in UTC.';
comment on column app_public.new_coupon.last_day is 'The last day on which it is valid, in UTC.';
comment on column app_public.new_coupon.max_uses is 'The maximum number of paid checkouts; null for no limit.';
comment on column app_public.new_coupon.is_once_per_user is 'Whether each user can use it only once.';
comment on column app_public.new_coupon.is_combined_with_pro is 'Whether it''s combined with the Pro discount.';

create function app_public.create_coupon(coupon app_public.new_coupon) returns app_public.coupons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  made app_public.coupons;
  target_count int;
begin
  perform app_private.require_admin();
  if (upper(btrim((coupon).code)) ~ '^[A-Z0-9_-]{3,40}$') is not true then raise exception 'COUPON_CODE_INVALID' using errcode = 'NL400'; end if;
  insert into app_public.coupons (code, percent, amount_cents, currency, duration, months, scope, first_day, last_day, max_uses, is_once_per_user, is_combined_with_pro)
    values (upper(btrim((coupon).code)), (coupon).percent, (coupon).amount_cents, (coupon).currency, coalesce((coupon).duration, 'ONCE'), (coupon).months,
      coalesce((coupon).scope, 'EVERYTHING'), (coupon).first_day, (coupon).last_day, (coupon).max_uses, coalesce((coupon).is_once_per_user, true),
      coalesce((coupon).is_combined_with_pro, false))
    returning * into made;
  if made.scope = 'SELECTED' then
    insert into app_private.coupon_targets (coupon_id, product_id, course_id, book_id)
      select made.id, p.id, null::uuid, null::uuid from app_public.products p where p.id = any ((coupon).product_ids)
      union all select made.id, null, c.id, null from app_public.courses c where c.slug = any ((coupon).course_slugs)
      union all select made.id, null, null, b.id from app_public.books b where b.slug = any ((coupon).book_slugs);
    get diagnostics target_count = row_count;
    if target_count = 0 or target_count is distinct from (select count(distinct s)::int from unnest((coupon).product_ids) s) + (select count(distinct s)::int from unnest((coupon).course_slugs) s)
        + (select count(distinct s)::int from unnest((coupon).book_slugs) s) then
      raise exception 'COUPON_TARGET_NOT_FOUND' using errcode = 'NL400';
    end if;
  end if;
  perform app_private.audit('coupon.create', 'coupon', made.id, jsonb_build_object('code', made.code, 'percent', made.percent, 'amountCents', made.amount_cents,
    'currency', made.currency, 'maxUses', made.max_uses, 'lastDay', made.last_day));
  return made;
exception
  when unique_violation then raise exception 'COUPON_CODE_TAKEN' using errcode = 'NL409';
  when check_violation then raise exception 'COUPON_INVALID' using errcode = 'NL400';
end $$;
comment on function app_public.create_coupon(app_public.new_coupon) is
  'Creates a coupon. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT for a code that exists.';
grant execute on function app_public.create_coupon(app_public.new_coupon) to newline_visitor;

create function app_public.change_coupon(id uuid, is_active boolean default null, last_day date default null, max_uses int default null) returns app_public.coupons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  changed app_public.coupons;
begin
  perform app_private.require_admin();
  if (change_coupon.max_uses > 0) is false then raise exception 'COUPON_INVALID' using errcode = 'NL400'; end if;
  update app_public.coupons c set is_active = coalesce(change_coupon.is_active, c.is_active), last_day = coalesce(change_coupon.last_day, c.last_day),
    max_uses = coalesce(change_coupon.max_uses, c.max_uses) where c.id = change_coupon.id returning c.* into changed;
  if not found then raise exception 'COUPON_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('coupon.change', 'coupon', changed.id, jsonb_build_object('code', changed.code, 'isActive', changed.is_active, 'lastDay', changed.last_day,
    'maxUses', changed.max_uses));
  return changed;
exception
  when check_violation then raise exception 'COUPON_INVALID' using errcode = 'NL400';
end $$;
comment on function app_public.change_coupon(uuid, boolean, date, int) is
  'Withdraws a coupon or makes it valid again, and changes its last day and number of uses. Discounts on earlier payments stay. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.change_coupon(uuid, boolean, date, int) to newline_visitor;

create function app_public.coupon_list(before uuid default null) returns setof app_public.coupons
language sql stable rows 50 as $$
  select c.* from app_public.coupons c
  where (select app_public.is_admin()) and (before is null or (c.created_at, c.id) < (select b.created_at, b.id from app_public.coupons b where b.id = before))
  order by c.created_at desc, c.id desc
$$;
comment on function app_public.coupon_list(uuid) is 'For administrators: coupons, newest first. before is the id of the last coupon of the previous page. Empty for everyone else.';
grant execute on function app_public.coupon_list(uuid) to newline_visitor;

create function app_public.coupons_uses_count(coupon app_public.coupons) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::int from app_private.coupon_uses u where u.coupon_id = coupon.id and app_public.is_admin()
$$;
comment on function app_public.coupons_uses_count(app_public.coupons) is 'The number of paid checkouts that used it.';
grant execute on function app_public.coupons_uses_count(app_public.coupons) to newline_visitor;

create function app_public.coupons_targets(coupon app_public.coupons) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_agg(coalesce(p.name, c.title, b.title) order by coalesce(p.name, c.title, b.title)) from app_private.coupon_targets t
    left join app_public.products p on p.id = t.product_id left join app_public.courses c on c.id = t.course_id left join app_public.books b on b.id = t.book_id
  where t.coupon_id = coupon.id and app_public.is_admin()
$$;
comment on function app_public.coupons_targets(app_public.coupons) is 'The names of the plans and titles that it''s for; null unless the scope is SELECTED.';
grant execute on function app_public.coupons_targets(app_public.coupons) to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function app_private.begin_checkout(text, text, text, boolean, int, text) to %s', worker);
end $$;
