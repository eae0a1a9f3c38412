--! Previous: sha1:815565b40638aedbb4ac2cc468e6b7038836fea3
--! Hash: sha1:9ea75f29692b2750db486413c41d9dd6b413876b

-- Plans, subscriptions, purchases and teams. They give entitlements; what those open is the gate's matter (000006-gate.sql).
-- Money is whole cents. What a provider of payments tells is written by the server's own login alone.

create domain app_public.currency as text check (value ~ '^[A-Z]{3}$');
comment on domain app_public.currency is 'A currency by its ISO 4217 code, such as USD.';
create type app_public.plan_kind as enum ('PRO', 'TEAM');
comment on type app_public.plan_kind is 'PRO is for one person, TEAM gives Pro to as many people as it has seats.';
create type app_public.billing_interval as enum ('MONTH', 'YEAR');
comment on type app_public.billing_interval is 'How often a plan is paid.';
create type app_public.subscription_status as enum ('TRIALING', 'ACTIVE', 'PAST_DUE', 'ENDED');
comment on type app_public.subscription_status is 'PAST_DUE: a payment failed; it opens everything for seven days more. ENDED opens nothing.';
create type app_public.invitation_status as enum ('OPEN', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN');
comment on type app_public.invitation_status is 'OPEN holds a seat, for 14 days.';

create table app_public.plans (
  id uuid primary key default app_public.new_id(),
  slug app_public.slug not null,
  name text not null check (name = btrim(name) and length(name) between 1 and 80),
  kind app_public.plan_kind not null,
  billing_interval app_public.billing_interval not null,
  amount_cents int not null check (amount_cents > 0),
  currency app_public.currency not null,
  min_seats int not null default 1 check (min_seats >= 1),
  max_seats int not null default 1 check (max_seats <= 1000),
  description text check (length(description) <= 400),
  stripe_price_id text check (stripe_price_id ~ '^price_[A-Za-z0-9]{1,100}$'),
  position int not null default 0,
  is_offered boolean not null default true,
  created_at timestamptz not null default now(),
  constraint plans_slug_key unique (slug),
  constraint plans_kind_key unique (id, kind),
  constraint plans_seat_range_check check (min_seats <= max_seats and (kind = 'TEAM' or max_seats = 1))
);
comment on table app_public.plans is E'@behavior -insert -update -delete -query:resource:list\nWhat a person or a team may subscribe to.';
comment on column app_public.plans.amount_cents is 'The price of one seat for one interval, in cents.';
comment on column app_public.plans.min_seats is 'The fewest seats it is sold with.';
comment on column app_public.plans.max_seats is 'The most seats it is sold with; 1 for Pro.';
comment on column app_public.plans.description is 'One or two sentences; null when not given.';
comment on column app_public.plans.stripe_price_id is E'@behavior -select -orderBy -filterBy\nThe price at Stripe; without one the amount is sent.';
comment on column app_public.plans.position is 'Order on the pricing page.';
comment on column app_public.plans.is_offered is 'False for a plan that only runs on for those who have it.';
comment on constraint plans_kind_key on app_public.plans is '@behavior -single';
create index on app_public.plans (position);
call app_private.secure_table('app_public.plans');
create policy select_all on app_public.plans for select to newline_visitor using (true);
grant select on app_public.plans to newline_visitor;

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

create table app_public.subscriptions (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  plan_id uuid not null,
  kind app_public.plan_kind not null,
  status app_public.subscription_status not null default 'ACTIVE',
  seats int not null default 1 check (seats between 1 and 1000),
  cancels_at_period_end boolean not null default false,
  period_starts_at timestamptz not null default now(),
  period_ends_at timestamptz not null,
  ended_at timestamptz,
  provider text not null default 'manual' check (provider in ('manual', 'stripe')),
  provider_subscription_id text,
  created_at timestamptz not null default now(),
  constraint subscriptions_plan_id_fkey foreign key (plan_id, kind) references app_public.plans (id, kind),
  constraint subscriptions_provider_key unique (provider_subscription_id),
  constraint subscriptions_origin_check check ((provider = 'manual') = (provider_subscription_id is null)),
  constraint subscriptions_period_check check (period_ends_at > period_starts_at),
  constraint subscriptions_end_check check ((status = 'ENDED') = (ended_at is not null)),
  constraint subscriptions_seat_check check (kind = 'TEAM' or seats = 1)
);
comment on table app_public.subscriptions is E'@name plan_subscription\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA subscription to a plan. Seen by whoever pays and by staff.';
comment on column app_public.subscriptions.seats is 'How many people it gives Pro to.';
comment on column app_public.subscriptions.cancels_at_period_end is 'True when it was cancelled: it runs until periodEndsAt and is not paid again.';
comment on column app_public.subscriptions.period_starts_at is 'When the period that was paid last began.';
comment on column app_public.subscriptions.period_ends_at is 'When that period ends, and the next is paid unless it was cancelled.';
comment on column app_public.subscriptions.ended_at is 'When it ended; null while it runs.';
comment on column app_public.subscriptions.provider is 'Who takes the payments: manual (nobody) or stripe.';
comment on column app_public.subscriptions.provider_subscription_id is E'@behavior -select -orderBy -filterBy\nIts id there.';
comment on constraint subscriptions_user_id_fkey on app_public.subscriptions is E'@fieldName user\n@foreignFieldName subscriptions';
comment on constraint subscriptions_plan_id_fkey on app_public.subscriptions is E'@fieldName plan\n@foreignFieldName subscriptions\n@behavior -connection -list -manyToMany';
create index on app_public.subscriptions (user_id);
create index on app_public.subscriptions (plan_id, kind);
create index on app_public.subscriptions (period_ends_at) where provider = 'manual' and status <> 'ENDED';
-- Two presses at once make one.
create unique index subscriptions_running_key on app_public.subscriptions (user_id, kind) where provider = 'manual' and status <> 'ENDED';
call app_private.secure_table('app_public.subscriptions');
create policy select_own on app_public.subscriptions for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.subscriptions for select to newline_admin using (true);
grant select on app_public.subscriptions to newline_visitor;

create table app_public.purchases (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  is_advanced boolean not null default false,
  amount_cents int not null check (amount_cents >= 0),
  currency app_public.currency not null,
  discount_percent int not null default 0 check (discount_percent between 0 and 100),
  provider text not null default 'manual' check (provider in ('manual', 'stripe')),
  provider_payment_id text,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint purchases_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint purchases_payment_key unique (provider_payment_id)
);
comment on table app_public.purchases is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA course, a book or an advanced package that a person bought. Seen by that person and by staff.';
comment on column app_public.purchases.is_advanced is 'True for the advanced package of the item.';
comment on column app_public.purchases.amount_cents is 'What was paid, in cents, after the discount.';
comment on column app_public.purchases.discount_percent is 'The discount for Pro, in percent.';
comment on column app_public.purchases.provider is 'Who took the payment: manual (nobody) or stripe.';
comment on column app_public.purchases.provider_payment_id is E'@behavior -select -orderBy -filterBy\nThe payment there.';
comment on column app_public.purchases.refunded_at is 'When it was paid back, which ends it; null otherwise.';
comment on constraint purchases_user_id_fkey on app_public.purchases is E'@fieldName user\n@foreignFieldName purchases';
comment on constraint purchases_course_id_fkey on app_public.purchases is E'@fieldName course\n@behavior -connection -list -manyToMany';
comment on constraint purchases_book_id_fkey on app_public.purchases is E'@fieldName book\n@behavior -connection -list -manyToMany';
create index on app_public.purchases (user_id, created_at desc);
create index on app_public.purchases (course_id);
create index on app_public.purchases (book_id);
call app_private.secure_table('app_public.purchases');
create policy select_own on app_public.purchases for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.purchases for select to newline_admin using (true);
grant select on app_public.purchases to newline_visitor;

-- Teams. seats_taken counts members and open invitations, in the statement that changes them; the check is the rule.
create table app_public.teams (
  id uuid primary key default app_public.new_id(),
  subscription_id uuid not null references app_public.subscriptions on delete cascade,
  owner_id uuid not null references app_public.users on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  seats int not null check (seats >= 1),
  seats_taken int not null default 0,
  created_at timestamptz not null default now(),
  constraint teams_subscription_key unique (subscription_id),
  constraint teams_seats_taken_range check (seats_taken between 0 and seats)
);
comment on table app_public.teams is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe people who share a Team Package. Seen by its owner, its members and staff.';
comment on column app_public.teams.seats is 'How many seats are paid.';
comment on column app_public.teams.seats_taken is 'Seats of members and of open invitations. Derived.';
comment on constraint teams_subscription_id_fkey on app_public.teams is E'@fieldName subscription\n@foreignFieldName team';
comment on constraint teams_owner_id_fkey on app_public.teams is E'@fieldName owner\n@foreignFieldName ownedTeams';
create index on app_public.teams (owner_id);

create table app_public.team_members (
  id uuid primary key default app_public.new_id(),
  team_id uuid not null references app_public.teams on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  created_at timestamptz not null default now(),
  constraint team_members_user_key unique (user_id)
);
comment on table app_public.team_members is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA seat with a person on it. Seen by that person, the owner of the team and staff; a person has one seat at most.';
comment on constraint team_members_team_id_fkey on app_public.team_members is E'@fieldName team\n@foreignFieldName members';
comment on constraint team_members_user_id_fkey on app_public.team_members is E'@fieldName user\n@foreignFieldName seat';
create index on app_public.team_members (team_id, created_at);

create table app_public.team_invitations (
  id uuid primary key default app_public.new_id(),
  team_id uuid not null references app_public.teams on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254 and email ~ '^[^@[:space:]<>",;]+@[^@[:space:]<>",;]+[.][^@[:space:]<>",;]+$'),
  status app_public.invitation_status not null default 'OPEN',
  sent_at timestamptz not null default now(),
  sent_count int not null default 1 check (sent_count >= 1),
  expires_at timestamptz not null default now() + interval '14 days',
  created_at timestamptz not null default now()
);
comment on table app_public.team_invitations is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nAn invitation to a seat, sent by mail. Seen by the owner of the team and staff.';
comment on column app_public.team_invitations.email is 'Where it was sent. Whoever is signed in and holds its link accepts it.';
comment on column app_public.team_invitations.sent_at is 'When it was sent last.';
comment on column app_public.team_invitations.sent_count is E'@behavior -select -orderBy -filterBy\nHow often it was sent.';
comment on column app_public.team_invitations.expires_at is 'Until when it may be accepted: 14 days after it was sent.';
comment on constraint team_invitations_team_id_fkey on app_public.team_invitations is E'@fieldName team\n@foreignFieldName invitations';
create index on app_public.team_invitations (team_id, created_at);
create index on app_public.team_invitations (expires_at) where status = 'OPEN';
create unique index team_invitations_open_key on app_public.team_invitations (team_id, email) where status = 'OPEN';

create table app_private.team_invitation_tokens (
  invitation_id uuid primary key references app_public.team_invitations on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32)
);
comment on table app_private.team_invitation_tokens is 'The SHA-256 of the token in the link that was sent last.';

create function app_private.my_team_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.team_id from app_public.team_members m where m.user_id = app_public.current_user_id()
$$;
comment on function app_private.my_team_ids() is 'The team on whose seat the signed-in person is.';
create function app_private.owned_team_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id from app_public.teams t where t.owner_id = app_public.current_user_id()
$$;
comment on function app_private.owned_team_ids() is 'The teams that the signed-in person pays for.';
grant execute on function app_private.my_team_ids(), app_private.owned_team_ids() to newline_visitor;

call app_private.secure_table('app_public.teams');
call app_private.secure_table('app_public.team_members');
call app_private.secure_table('app_public.team_invitations');
call app_private.secure_table('app_private.team_invitation_tokens');
create policy select_own on app_public.teams for select to newline_learner using (owner_id = (select app_public.current_user_id()));
create policy select_joined on app_public.teams for select to newline_learner using (id in (select app_private.my_team_ids()));
create policy select_admin on app_public.teams for select to newline_admin using (true);
create policy select_own on app_public.team_members for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_owned on app_public.team_members for select to newline_learner using (team_id in (select app_private.owned_team_ids()));
create policy select_admin on app_public.team_members for select to newline_admin using (true);
create policy select_owned on app_public.team_invitations for select to newline_learner using (team_id in (select app_private.owned_team_ids()));
create policy select_admin on app_public.team_invitations for select to newline_admin using (true);
grant select on app_public.teams, app_public.team_members, app_public.team_invitations to newline_visitor;

create function app_private.count_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  step int := case when after is not null and coalesce(after ->> 'status', 'OPEN') = 'OPEN' then 1 else 0 end
    - case when before is not null and coalesce(before ->> 'status', 'OPEN') = 'OPEN' then 1 else 0 end;
begin
  if step <> 0 then
    update app_public.teams t set seats_taken = t.seats_taken + step where t.id = coalesce(after ->> 'team_id', before ->> 'team_id')::uuid;
  end if;
  return null;
end $$;
comment on function app_private.count_seats() is 'Keeps seatsTaken, whose check refuses one member or invitation too many.';
create trigger count_seats after insert or delete on app_public.team_members for each row execute function app_private.count_seats();
create trigger count_seats after insert or update of status or delete on app_public.team_invitations for each row execute function app_private.count_seats();

-- What gives an entitlement: one for each source, kept in step by triggers.
create unique index entitlements_source_key on app_public.entitlements (source) where source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$';
create function app_private.give_entitlement(given_by text, person uuid, given app_public.entitlement_kind, course uuid, book uuid, since timestamptz, until timestamptz)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.entitlements as e (user_id, kind, course_id, book_id, starts_at, ends_at, source)
  values (person, given, course, book, least(since, until - interval '1 microsecond'), until, given_by)
  on conflict (source) where source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$' do update
    set starts_at = least(e.starts_at, excluded.ends_at - interval '1 microsecond'), ends_at = excluded.ends_at
$$;
comment on function app_private.give_entitlement(text, uuid, app_public.entitlement_kind, uuid, uuid, timestamptz, timestamptz) is
  'Gives the entitlement of a subscription, a seat or a purchase, or sets until when it holds.';

create function app_private.paid_until(s app_public.subscriptions) returns timestamptz
language sql stable as $$
  select case
    when s.status = 'ENDED' then least(s.ended_at, s.period_ends_at)
    when s.status = 'PAST_DUE' then s.period_starts_at + interval '7 days'
    when s.cancels_at_period_end then s.period_ends_at
    else s.period_ends_at + interval '1 day' end
$$;
comment on function app_private.paid_until(app_public.subscriptions) is
  'Until when a subscription opens what it opens: the end of its period, a day more while the next payment is on its way, seven days when it failed.';

create function app_private.keep_subscription() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  team app_public.teams;
  until timestamptz;
begin
  if tg_op = 'DELETE' then
    delete from app_public.entitlements e where e.source = 'subscription:' || old.id;
    if old.provider = 'stripe' and old.status <> 'ENDED' then
      insert into app_private.orphaned_subscriptions (provider_subscription_id) values (old.provider_subscription_id) on conflict do nothing;
    end if;
    return null;
  end if;
  until := app_private.paid_until(new);
  if new.kind = 'PRO' then
    perform app_private.give_entitlement('subscription:' || new.id, new.user_id, 'PRO', null, null, new.created_at, until);
    return null;
  end if;
  insert into app_public.teams (subscription_id, owner_id, name, seats)
    select new.id, new.user_id, left(app_public.users_display_name(u), 92) || '’s team', new.seats from app_public.users u where u.id = new.user_id
    on conflict (subscription_id) do nothing returning * into team;
  if found then -- whoever pays takes the first seat
    insert into app_public.team_members (team_id, user_id) values (team.id, new.user_id) on conflict (user_id) do nothing;
    return null;
  end if;
  select t.* into team from app_public.teams t where t.subscription_id = new.id for update;
  if new.seats < team.seats_taken then -- fewer are paid: first open invitations go, then who came last
    update app_public.team_invitations i set status = 'WITHDRAWN' where i.id in (select o.id from app_public.team_invitations o
      where o.team_id = team.id and o.status = 'OPEN' order by o.created_at desc limit team.seats_taken - new.seats);
    select t.* into team from app_public.teams t where t.id = team.id;
    delete from app_public.team_members m where m.id in (select o.id from app_public.team_members o
      where o.team_id = team.id order by o.user_id = new.user_id, o.created_at desc limit greatest(team.seats_taken - new.seats, 0));
  end if;
  update app_public.teams t set seats = new.seats where t.id = team.id and t.seats <> new.seats;
  perform app_private.give_entitlement('seat:' || m.id, m.user_id, 'PRO', null, null, m.created_at, until) from app_public.team_members m where m.team_id = team.id;
  return null;
end $$;
comment on function app_private.keep_subscription() is 'A subscription gives Pro to its person, or to the seats of its team, until it is paid no more; one that is deleted is cancelled at its provider.';
create trigger keep_subscription after insert or update or delete on app_public.subscriptions for each row execute function app_private.keep_subscription();

create function app_private.keep_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app_private.give_entitlement('seat:' || new.id, new.user_id, 'PRO', null, null, new.created_at, app_private.paid_until(s))
      from app_public.teams t join app_public.subscriptions s on s.id = t.subscription_id where t.id = new.team_id;
  else
    update app_public.entitlements e set ends_at = now(), starts_at = least(e.starts_at, now() - interval '1 microsecond') where e.source = 'seat:' || old.id;
  end if;
  return null;
end $$;
comment on function app_private.keep_member() is 'A seat gives Pro; leaving it ends that, and takes nothing else.';
create trigger keep_member after insert or delete on app_public.team_members for each row execute function app_private.keep_member();

create function app_private.keep_purchase() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from app_public.entitlements e where e.source = 'purchase:' || old.id;
    return null;
  end if;
  perform app_private.give_entitlement('purchase:' || new.id, new.user_id,
    case when new.is_advanced then 'ADVANCED' when new.course_id is not null then 'COURSE' else 'BOOK' end::app_public.entitlement_kind,
    new.course_id, new.book_id, new.created_at, new.refunded_at);
  if tg_op = 'INSERT' then
    insert into app_public.enrollments (user_id, course_id, book_id, created_at, last_accessed_at)
      values (new.user_id, new.course_id, new.book_id, new.created_at, new.created_at) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function app_private.keep_purchase() is 'What was bought is open for good, unless it is paid back, and stands in the library.';
create trigger keep_purchase after insert or update or delete on app_public.purchases for each row execute function app_private.keep_purchase();
