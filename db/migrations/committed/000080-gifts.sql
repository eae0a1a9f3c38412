--! Previous: sha1:2c415d5ea6d5da313e5e695c260eacc543b8cd99
--! Hash: sha1:eb1f848dc86a7a799975dedaeab72a8d3feafbbd

-- Gifts: a title that one user pays and another one gets, by a link that works once.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.gifts (
  id uuid primary key default app_public.new_id(),
  giver_id uuid references app_public.users on delete set null,
  checkout_id uuid unique references app_private.checkouts on delete set null,
  payment_id uuid unique references app_public.payments on delete set null,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  is_advanced boolean not null default false,
  recipient_email text check (recipient_email = lower(recipient_email) and length(recipient_email) <= 254 and recipient_email ~ '^[^@[:space:]<>",;]+@[^@[:space:]<>",;]+[.][^@[:space:]<>",;]+$'),
  recipient_name text check (recipient_name = btrim(recipient_name) and length(recipient_name) between 1 and 100),
  message text check (message = btrim(message) and length(message) between 1 and 500),
  paid_at timestamptz,
  sent_at timestamptz,
  disputed_at timestamptz,
  withdrawn_at timestamptz,
  redeemed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint gifts_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint gifts_redeemed_check check (redeemed_at is null or paid_at is not null)
);
comment on table app_public.gifts is
  E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA title that a user bought for someone else. Visible to that user and to administrators, once it''s paid.';
comment on column app_public.gifts.is_advanced is 'True for the advanced package of the title.';
comment on column app_public.gifts.recipient_email is E'@behavior -orderBy -filterBy\nThe email address that the link is sent to; null after its account was deleted. Anyone who has the link can redeem the gift.';
comment on column app_public.gifts.recipient_name is 'The name of the recipient; null if the giver didn''t enter one.';
comment on column app_public.gifts.message is 'What the giver wrote to the recipient; null if nothing.';
comment on column app_public.gifts.paid_at is 'When it was paid.';
comment on column app_public.gifts.sent_at is 'When the link was last sent; null if it wasn''t.';
comment on column app_public.gifts.disputed_at is E'@behavior -select -orderBy -filterBy\nSince when its payment is disputed; null otherwise.';
comment on column app_public.gifts.withdrawn_at is 'When it ended, because its payment was refunded; null otherwise.';
comment on column app_public.gifts.redeemed_at is 'When it was redeemed; null if it wasn''t.';
comment on column app_public.gifts.checkout_id is E'@behavior -select -orderBy -filterBy\nThe checkout that pays it.';
comment on constraint gifts_giver_id_fkey on app_public.gifts is E'@fieldName giver\n@foreignFieldName gifts';
comment on constraint gifts_payment_id_fkey on app_public.gifts is E'@behavior -connection -list -single -manyToMany';
comment on constraint gifts_course_id_fkey on app_public.gifts is E'@fieldName course\n@behavior -connection -list -manyToMany';
comment on constraint gifts_book_id_fkey on app_public.gifts is E'@fieldName book\n@behavior -connection -list -manyToMany';
comment on constraint gifts_checkout_id_key on app_public.gifts is '@behavior -single';
comment on constraint gifts_payment_id_key on app_public.gifts is '@behavior -single';
create index gifts_giver_id_created_at_idx on app_public.gifts (giver_id, created_at desc);
create index gifts_course_id_idx on app_public.gifts (course_id);
create index gifts_book_id_idx on app_public.gifts (book_id);
create index gifts_recipient_email_idx on app_public.gifts (recipient_email);
call app_private.secure_table('app_public.gifts');
create policy select_own on app_public.gifts for select to newline_learner using (giver_id = (select app_public.current_user_id()) and paid_at is not null);
create policy select_admin on app_public.gifts for select to newline_admin using (paid_at is not null);
grant select on app_public.gifts to newline_visitor;

create table app_private.gift_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  gift_id uuid not null references app_public.gifts on delete cascade,
  created_at timestamptz not null default now()
);
comment on table app_private.gift_tokens is 'The SHA-256 of the tokens in the links of a gift. Each works until the gift is redeemed.';
create index gift_tokens_gift_id_created_at_idx on app_private.gift_tokens (gift_id, created_at);
call app_private.secure_table('app_private.gift_tokens');

-- A redeemed gift is a purchase of its recipient. The payment stays that of the giver, so the recipient doesn't see what was paid.
alter table app_public.purchases
  add column gift_id uuid references app_public.gifts on delete set null,
  add constraint purchases_gift_key unique (gift_id);
comment on column app_public.purchases.gift_id is 'The gift that it was redeemed from; null for a title that the user bought.';
comment on constraint purchases_gift_id_fkey on app_public.purchases is E'@behavior -connection -list -single -manyToMany';
comment on constraint purchases_gift_key on app_public.purchases is '@behavior -single';

create function app_private.forget_unpaid_gift() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_public.gifts g where g.checkout_id = old.id and g.paid_at is null;
  return old;
end $$;
comment on function app_private.forget_unpaid_gift() is 'Trigger: a gift that wasn''t paid is deleted with its checkout.';
create trigger forget_unpaid_gift before delete on app_private.checkouts for each row execute function app_private.forget_unpaid_gift();

create function app_private.forget_gift_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_public.gifts g set recipient_email = null, recipient_name = null where g.recipient_email = old."email";
  return null;
end $$;
comment on function app_private.forget_gift_address() is 'Trigger: removes a deleted account''s email address from gifts.';
create trigger forget_gift_address after delete on auth."user" for each row when (old."emailVerified") execute function app_private.forget_gift_address();

create function app_private.withdraw_gift() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_public.gifts g set withdrawn_at = now() where g.payment_id = new.id and g.withdrawn_at is null;
  update app_public.purchases p set refunded_at = now() from app_public.gifts g where g.payment_id = new.id and p.gift_id = g.id and p.refunded_at is null;
  return null;
end $$;
comment on function app_private.withdraw_gift() is 'Trigger: a payment that is refunded in full withdraws its gift, and ends access if the gift was redeemed.';
create trigger withdraw_gift after update of refunded_cents on app_public.payments for each row
  when (new.refunded_cents = new.amount_cents and old.refunded_cents < new.refunded_cents) execute function app_private.withdraw_gift();

create or replace function app_private.keep_dispute(payment text, subscription text, is_disputed boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_public.purchases p set disputed_at = case when is_disputed then now() end
    where p.provider_payment_id = payment and (p.disputed_at is not null) is distinct from is_disputed;
  update app_public.gifts g set disputed_at = case when is_disputed then now() end from app_public.payments p
    where p.provider_payment_id = payment and g.payment_id = p.id and (g.disputed_at is not null) is distinct from is_disputed;
  update app_public.subscriptions s set
    disputed_payments = case when is_disputed then array_append(s.disputed_payments, payment) else array_remove(s.disputed_payments, payment) end,
    disputed_at = case when is_disputed then coalesce(s.disputed_at, now()) when s.disputed_payments <> array[payment] then s.disputed_at end
    where s.provider_subscription_id = subscription and (payment = any (s.disputed_payments)) is distinct from is_disputed;
end $$;

-- The checkout of a gift.
drop function app_private.begin_checkout(text, text, text, boolean, int, text);
create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int, coupon_code text default null,
  gift_email text default null, gift_name text default null, gift_message text default null)
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
  offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced);
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
    order by c.created_at desc limit 1;
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
comment on function app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text) is
  'Starts a checkout at the price that the user was shown, with a coupon if they entered one; discount is null without one. With gift_email it''s a gift.';

create or replace function app_private.complete_purchase(checkout_id uuid, by_provider text, payment text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  checkout app_private.checkouts;
  gift app_public.gifts;
  paid uuid;
begin
  update app_private.checkouts c set completed_at = now() where c.id = complete_purchase.checkout_id and c.completed_at is null and c.plan_id is null returning * into checkout;
  if not found then return; end if;
  select g.* into gift from app_public.gifts g where g.checkout_id = checkout.id;
  if gift.id is null then
    insert into app_public.purchases (user_id, course_id, book_id, is_advanced, amount_cents, currency, discount_percent, provider, provider_payment_id)
      values (checkout.user_id, checkout.course_id, checkout.book_id, checkout.is_advanced, checkout.amount_cents, checkout.currency, checkout.discount_percent, by_provider, payment);
    return;
  end if;
  -- Its purchase follows when it's redeemed, and finds this payment by its id.
  insert into app_public.payments (user_id, course_id, book_id, name, amount_cents, currency, provider, provider_payment_id, company_name, company_address, company_country, company_tax_id)
    select checkout.user_id, checkout.course_id, checkout.book_id,
      coalesce((select c.title from app_public.courses c where c.id = checkout.course_id), (select b.title from app_public.books b where b.id = checkout.book_id))
        || case when checkout.is_advanced then ', advanced package' else '' end || ', gift',
      checkout.amount_cents, checkout.currency, by_provider, coalesce(payment, 'gift:' || gift.id), d.company_name, d.company_address, d.country, d.tax_id
    from (select) one left join app_public.billing_details d on d.user_id = checkout.user_id
    returning id into paid;
  update app_public.gifts g set paid_at = now(), payment_id = paid where g.id = gift.id;
end $$;
comment on function app_private.complete_purchase(uuid, text, text) is 'Turns a paid checkout into a purchase or a paid gift, once.';

alter type app_public.own_checkout add attribute gift_email text;
comment on column app_public.own_checkout.gift_email is 'The email address that a gift is sent to; null if it isn''t a gift.';
create or replace function app_public.own_checkout(id uuid) returns app_public.own_checkout
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (
      coalesce(p.name, (coalesce(c.title, b.title) || case when k.is_advanced then ', advanced package' else '' end)),
      case
        when k.completed_at is null then 'PENDING'
        when g.id is not null then case when g.withdrawn_at is null then 'PAID' else 'ENDED' end
        when k.plan_id is not null and exists (
          select from app_public.subscriptions s where s.user_id = k.user_id and s.kind = p.kind and s.status <> 'ENDED') then 'PAID'
        when k.plan_id is null and exists (
          select from app_public.purchases bought where bought.user_id = k.user_id and bought.refunded_at is null and bought.is_advanced = k.is_advanced
            and (bought.course_id = k.course_id or bought.book_id = k.book_id)) then 'PAID'
        else 'ENDED'
      end::app_public.checkout_state, g.recipient_email)::app_public.own_checkout
    from app_private.checkouts k left join app_public.plans p on p.id = k.plan_id left join app_public.gifts g on g.checkout_id = k.id
      left join app_public.courses c on c.id = k.course_id left join app_public.books b on b.id = k.book_id
    where k.id = own_checkout.id and k.user_id = app_public.current_user_id()
$$;

-- Links. What is emailed is returned to the server, which knows the token; the database only has its hash.
create type app_private.gift_mail as (email text, giver text, recipient_name text, title text, message text);
comment on type app_private.gift_mail is 'What the email with the link of a gift says.';

create function app_private.gift_mail_of(gift app_public.gifts) returns app_private.gift_mail
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (gift.recipient_email, (select app_public.users_display_name(u) from app_public.users u where u.id = gift.giver_id), gift.recipient_name,
    coalesce((select c.title from app_public.courses c where c.id = gift.course_id), (select b.title from app_public.books b where b.id = gift.book_id))
      || case when gift.is_advanced then ', advanced package' else '' end, gift.message)::app_private.gift_mail
$$;
comment on function app_private.gift_mail_of(app_public.gifts) is 'What the email about a gift says. Not granted.';

create function app_private.send_paid_gift(checkout_id uuid, token_hash bytea) returns setof app_private.gift_mail
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  gift app_public.gifts;
begin
  update app_public.gifts g set sent_at = now() where g.checkout_id = send_paid_gift.checkout_id and g.paid_at is not null and g.sent_at is null
    and g.withdrawn_at is null and g.recipient_email is not null returning g.* into gift;
  if not found then return; end if;
  insert into app_private.gift_tokens (gift_id, token_hash) values (gift.id, send_paid_gift.token_hash);
  return next app_private.gift_mail_of(gift);
end $$;
comment on function app_private.send_paid_gift(uuid, bytea) is 'Returns the email about the gift of a paid checkout, once; no row without one.';

create function app_private.add_gift_link(gift_id uuid, token_hash bytea, new_email text, is_sent boolean) returns app_private.gift_mail
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  gift app_public.gifts;
  recipient text := lower(btrim(add_gift_link.new_email));
begin
  if app_private.use_quota('gifts', 30, interval '1 day') > 0 then
    raise exception 'DAILY_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 30, 'resource', 'gift links')::text;
  end if;
  select g.* into gift from app_public.gifts g where g.id = add_gift_link.gift_id and g.giver_id = me and g.paid_at is not null for update;
  if not found then raise exception 'OWN_GIFT_NOT_FOUND' using errcode = 'NL404'; end if;
  if gift.withdrawn_at is not null then raise exception 'GIFT_WITHDRAWN' using errcode = 'NL409'; end if;
  if gift.redeemed_at is not null then raise exception 'GIFT_REDEEMED' using errcode = 'NL409'; end if;
  recipient := coalesce(recipient, gift.recipient_email);
  if add_gift_link.is_sent then
    if (length(recipient) <= 254 and recipient ~ '^[^@[:space:]<>",;]+@[^@[:space:]<>",;]+[.][^@[:space:]<>",;]+$') is not true then
      raise exception 'GIFT_EMAIL_INVALID' using errcode = 'NL400';
    end if;
    -- The links that were sent to another address end.
    if recipient is distinct from gift.recipient_email then delete from app_private.gift_tokens t where t.gift_id = gift.id; end if;
    update app_public.gifts g set recipient_email = recipient, sent_at = now() where g.id = gift.id returning g.* into gift;
  end if;
  insert into app_private.gift_tokens (gift_id, token_hash) values (gift.id, add_gift_link.token_hash);
  return app_private.gift_mail_of(gift);
end $$;
comment on function app_private.add_gift_link(uuid, bytea, text, boolean) is
  'Adds a link to a gift of the user that wasn''t redeemed, and returns what its email says. With is_sent it''s sent, to new_email if there is one; earlier links to another address end.';

create type app_public.gift_state as enum ('OPEN', 'REDEEMED', 'WITHDRAWN');
comment on type app_public.gift_state is 'The state of a gift: it can be redeemed, was redeemed, or was withdrawn because its payment was refunded or is disputed.';

create type app_public.gift_view as (title text, path text, giver text, recipient_name text, message text, state app_public.gift_state, is_own boolean);
comment on type app_public.gift_view is 'A gift, as someone who has its link sees it.';
comment on column app_public.gift_view.title is 'The title.';
comment on column app_public.gift_view.path is 'The path of its page.';
comment on column app_public.gift_view.giver is 'The name of the giver; null if the account was deleted.';
comment on column app_public.gift_view.recipient_name is 'The name of the recipient; null without one.';
comment on column app_public.gift_view.message is 'What the giver wrote; null if nothing.';
comment on column app_public.gift_view.state is 'Whether it can be redeemed.';
comment on column app_public.gift_view.is_own is 'True if the signed-in user redeemed it.';

create function app_private.gift_of_token(token text) returns app_public.gifts
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g from app_private.gift_tokens t join app_public.gifts g on g.id = t.gift_id
  where t.token_hash = sha256(convert_to(left(token, 200), 'UTF8')) and g.paid_at is not null
$$;
comment on function app_private.gift_of_token(text) is 'The gift of a link; null if there is none. Not granted.';

create function app_public.gift_by_token(token text) returns app_public.gift_view
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (m.title, coalesce(c.permalink, b.permalink), m.giver, m.recipient_name, m.message,
    case when g.withdrawn_at is not null or g.disputed_at is not null then 'WITHDRAWN' when g.redeemed_at is not null then 'REDEEMED' else 'OPEN' end::app_public.gift_state,
    exists (select from app_public.purchases p where p.gift_id = g.id and p.user_id = app_public.current_user_id()))::app_public.gift_view
  from app_private.gift_of_token(token) g cross join lateral app_private.gift_mail_of(g) m
    left join app_public.courses c on c.id = g.course_id left join app_public.books b on b.id = g.book_id
  where g.id is not null
$$;
comment on function app_public.gift_by_token(text) is 'The gift of a link; null if there is none.';
grant execute on function app_public.gift_by_token(text) to newline_visitor;

create function app_public.redeem_gift(token text) returns app_public.purchases
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  gift app_public.gifts := app_private.gift_of_token(redeem_gift.token);
  payment app_public.payments;
  bought app_public.purchases;
begin
  if gift.id is null then raise exception 'GIFT_NOT_FOUND' using errcode = 'NL404'; end if;
  -- The payment is locked first, as by a refund. Of two users with the same link, the second one waits here.
  select p.* into payment from app_public.payments p where p.id = gift.payment_id for update;
  select g.* into gift from app_public.gifts g where g.id = gift.id for update;
  if gift.withdrawn_at is not null or gift.disputed_at is not null or payment.id is null then raise exception 'GIFT_WITHDRAWN' using errcode = 'NL409'; end if;
  if gift.redeemed_at is not null then raise exception 'GIFT_REDEEMED' using errcode = 'NL409'; end if;
  if exists (select from app_public.entitlements e where e.user_id = me and e.starts_at <= now() and e.ends_at is null
      and e.kind = case when gift.is_advanced then 'ADVANCED' when gift.course_id is not null then 'COURSE' else 'BOOK' end::app_public.entitlement_kind
      and (e.course_id = gift.course_id or e.book_id = gift.book_id)) then
    raise exception 'ITEM_ALREADY_OWNED' using errcode = 'NL409';
  end if;
  update app_public.gifts g set redeemed_at = now() where g.id = gift.id;
  insert into app_public.purchases (user_id, course_id, book_id, is_advanced, amount_cents, currency, provider, provider_payment_id, gift_id)
    values (me, gift.course_id, gift.book_id, gift.is_advanced, 0, payment.currency, payment.provider, payment.provider_payment_id, gift.id)
    returning * into bought;
  return bought;
end $$;
comment on function app_public.redeem_gift(text) is
  'Gives the signed-in user the title of a gift, by the token in its link, once. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT if it was redeemed or withdrawn, or the user owns the title.';
grant execute on function app_public.redeem_gift(text) to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.begin_checkout(text, text, text, boolean, int, text, text, text, text),
    app_private.send_paid_gift(uuid, bytea),
    app_private.add_gift_link(uuid, bytea, text, boolean)
    to %s', worker);
end $$;
