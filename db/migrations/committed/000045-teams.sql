--! Previous: sha1:324eda06e4f79ec143998e26374176797899c6ce
--! Hash: sha1:0613edb7178c595bca49c4f568f9f5cbc1328735

-- Teams. seats_taken counts members and open invitations, in the statement that changes them; the check is the rule.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_private.my_team_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.team_id from app_public.team_members m where m.user_id = app_public.current_user_id()
$$;
comment on function app_private.my_team_ids() is 'The team on whose seat the signed-in person is.';
grant execute on function app_private.my_team_ids() to newline_visitor;

create table app_public.teams (
  id uuid primary key default app_public.new_id(),
  subscription_id uuid not null references app_public.subscriptions on delete cascade,
  owner_id uuid not null references app_public.users on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  seats int not null check (seats >= 1),
  seats_taken int not null default 0,
  created_at timestamptz not null default now(),
  constraint teams_seats_taken_range check (seats_taken between 0 and seats),
  constraint teams_subscription_key unique (subscription_id)
);
comment on table app_public.teams is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe people who share a Team Package. Seen by its owner, its members and staff.';
comment on column app_public.teams.seats is 'How many seats are paid.';
comment on column app_public.teams.seats_taken is 'Seats of members and of open invitations. Derived.';
comment on constraint teams_subscription_id_fkey on app_public.teams is E'@fieldName subscription\n@foreignFieldName team';
comment on constraint teams_owner_id_fkey on app_public.teams is E'@fieldName owner\n@foreignFieldName ownedTeams';
create index teams_owner_id_idx on app_public.teams (owner_id);
call app_private.secure_table('app_public.teams');
create policy select_own on app_public.teams for select to newline_learner using (owner_id = (select app_public.current_user_id()));
create policy select_joined on app_public.teams for select to newline_learner using (id in (select app_private.my_team_ids()));
create policy select_admin on app_public.teams for select to newline_admin using (true);
grant select on app_public.teams to newline_visitor;

create function app_private.owned_team_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id from app_public.teams t where t.owner_id = app_public.current_user_id()
$$;
comment on function app_private.owned_team_ids() is 'The teams that the signed-in person pays for.';
grant execute on function app_private.owned_team_ids() to newline_visitor;

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
create index team_members_team_id_created_at_idx on app_public.team_members (team_id, created_at);
call app_private.secure_table('app_public.team_members');
create policy select_own on app_public.team_members for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_owned on app_public.team_members for select to newline_learner using (team_id in (select app_private.owned_team_ids()));
create policy select_admin on app_public.team_members for select to newline_admin using (true);
grant select on app_public.team_members to newline_visitor;

create type app_public.invitation_status as enum ('OPEN', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN');
comment on type app_public.invitation_status is 'OPEN holds a seat, for 14 days.';

create table app_public.team_invitations (
  id uuid primary key default app_public.new_id(),
  team_id uuid not null references app_public.teams on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254 and email ~ '^[^@[:space:]<>",;]+@[^@[:space:]<>",;]+[.][^@[:space:]<>",;]+$'),
  status app_public.invitation_status not null default 'OPEN',
  sent_at timestamptz not null default now(),
  sent_count int not null default 1 check (sent_count >= 1),
  expires_at timestamptz not null default now() + '14 days'::interval,
  created_at timestamptz not null default now()
);
comment on table app_public.team_invitations is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nAn invitation to a seat, sent by mail. Seen by the owner of the team and staff.';
comment on column app_public.team_invitations.email is 'Where it was sent. Whoever is signed in and holds its link accepts it.';
comment on column app_public.team_invitations.sent_at is 'When it was sent last.';
comment on column app_public.team_invitations.sent_count is E'@behavior -select -orderBy -filterBy\nHow often it was sent.';
comment on column app_public.team_invitations.expires_at is 'Until when it may be accepted: 14 days after it was sent.';
comment on constraint team_invitations_team_id_fkey on app_public.team_invitations is E'@fieldName team\n@foreignFieldName invitations';
create index team_invitations_team_id_created_at_idx on app_public.team_invitations (team_id, created_at);
create index team_invitations_expires_at_idx on app_public.team_invitations (expires_at) where status = 'OPEN';
create unique index team_invitations_open_key on app_public.team_invitations (team_id, email) where status = 'OPEN';
call app_private.secure_table('app_public.team_invitations');
create policy select_owned on app_public.team_invitations for select to newline_learner using (team_id in (select app_private.owned_team_ids()));
create policy select_admin on app_public.team_invitations for select to newline_admin using (true);
grant select on app_public.team_invitations to newline_visitor;

create table app_private.team_invitation_tokens (
  invitation_id uuid primary key references app_public.team_invitations on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32) unique
);
comment on table app_private.team_invitation_tokens is 'The SHA-256 of the token in the link that was sent last.';
call app_private.secure_table('app_private.team_invitation_tokens');

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

create function app_private.invite_to_team(team_id uuid, emails text[], token_hashes bytea[])
returns table (invited_team_id uuid, email text, place int, team_name text, inviter text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  team app_public.teams;
  address text;
  n int := 0;
  invitation uuid;
begin
  select t.* into team from app_public.teams t join app_public.subscriptions s on s.id = t.subscription_id
    where t.owner_id = me and (invite_to_team.team_id is null or t.id = invite_to_team.team_id) and s.status <> 'ENDED' order by t.created_at desc limit 1 for update of t;
  if not found then raise exception 'TEAM_PACKAGE_REQUIRED' using errcode = 'NL404'; end if;
  if coalesce(cardinality(emails), 0) not between 1 and 50 then
    raise exception 'INVITATION_COUNT_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('max', 50, 'count', coalesce(cardinality(emails), 0))::text;
  end if;
  update app_public.team_invitations i set status = 'EXPIRED' where i.team_id = team.id and i.status = 'OPEN' and i.expires_at <= now();
  if (select coalesce(sum(i.sent_count), 0) + cardinality(emails) from app_public.team_invitations i where i.team_id = team.id and i.sent_at > now() - interval '1 day') > greatest(50, team.seats * 2) then
    raise exception 'INVITATION_LIMIT_REACHED' using errcode = 'NL429';
  end if;
  foreach address in array emails loop
    n := n + 1;
    address := lower(btrim(address));
    if exists (select from app_public.team_members m join auth."user" u on u."id" = m.user_id where m.team_id = team.id and u."email" = address) then
      raise exception 'TEAM_MEMBER_EXISTS' using errcode = 'NL409', detail = jsonb_build_object('email', address)::text;
    end if;
    begin
      insert into app_public.team_invitations as i (team_id, email) values (team.id, address)
        on conflict (team_id, email) where status = 'OPEN' do update set sent_at = now(), sent_count = i.sent_count + 1, expires_at = now() + interval '14 days'
        returning i.id into invitation;
    exception when check_violation then
      if (select t.seats_taken >= t.seats from app_public.teams t where t.id = team.id) then
        raise exception 'TEAM_SEATS_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('seats', team.seats)::text;
      end if;
      raise exception 'EMAIL_INVALID' using errcode = 'NL400', detail = jsonb_build_object('email', left(address, 80))::text;
    end;
    insert into app_private.team_invitation_tokens as t (invitation_id, token_hash) values (invitation, token_hashes[n])
      on conflict (invitation_id) do update set token_hash = excluded.token_hash;
    return query select team.id, address, n, team.name, app_public.users_display_name(u) from app_public.users u where u.id = me;
  end loop;
end $$;
comment on function app_private.invite_to_team(uuid, text[], bytea[]) is
  'Invites addresses to seats of the person''s team, or sends anew what is open. The last link alone holds.';

create function app_public.withdraw_invitation(invitation_id uuid) returns app_public.team_invitations
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  invitation app_public.team_invitations;
begin
  update app_public.team_invitations i set status = 'WITHDRAWN'
    where i.id = withdraw_invitation.invitation_id and i.status = 'OPEN' and i.team_id in (select t.id from app_public.teams t where t.owner_id = me) returning * into invitation;
  if not found then raise exception 'OPEN_INVITATION_NOT_FOUND' using errcode = 'NL404'; end if;
  return invitation;
end $$;
comment on function app_public.withdraw_invitation(uuid) is
  'Takes an open invitation back; its link opens nothing then. By the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.withdraw_invitation(uuid) to newline_visitor;

create type app_public.invitation_view as (
  team_name text,
  inviter text,
  email text,
  status app_public.invitation_status,
  expires_at timestamptz
);
comment on type app_public.invitation_view is 'What an invitation says to whoever holds its link.';
comment on column app_public.invitation_view.team_name is 'The team.';
comment on column app_public.invitation_view.inviter is 'Who invited.';
comment on column app_public.invitation_view.email is 'Where it was sent.';
comment on column app_public.invitation_view.expires_at is 'Until when it may be accepted.';

create function app_public.invitation_by_token(token text) returns app_public.invitation_view
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.name, app_public.users_display_name(u), i.email, case when i.status = 'OPEN' and i.expires_at <= now() then 'EXPIRED' else i.status end, i.expires_at
  from app_private.team_invitation_tokens k join app_public.team_invitations i on i.id = k.invitation_id
  join app_public.teams t on t.id = i.team_id join app_public.users u on u.id = t.owner_id
  where k.token_hash = sha256(convert_to(left(token, 200), 'UTF8'))
$$;
comment on function app_public.invitation_by_token(text) is 'The invitation of a link; null when there is none or it was sent anew.';
grant execute on function app_public.invitation_by_token(text) to newline_visitor;

create function app_public.accept_invitation(token text) returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  invitation app_public.team_invitations;
  member app_public.team_members;
begin
  select i.* into invitation from app_private.team_invitation_tokens k join app_public.team_invitations i on i.id = k.invitation_id
    where k.token_hash = sha256(convert_to(left(token, 200), 'UTF8'));
  if not found then raise exception 'INVITATION_NOT_FOUND' using errcode = 'NL404'; end if;
  if exists (select from app_public.team_members m where m.user_id = me) then
    raise exception 'TEAM_SEAT_EXISTS' using errcode = 'NL409';
  end if;
  -- The first of two who press at once: the second waits here and then finds it accepted.
  update app_public.team_invitations i set status = 'ACCEPTED' where i.id = invitation.id and i.status = 'OPEN' and i.expires_at > now()
    and exists (select from app_public.teams t join app_public.subscriptions s on s.id = t.subscription_id where t.id = i.team_id and s.status <> 'ENDED');
  if not found then raise exception 'INVITATION_EXPIRED' using errcode = 'NL409'; end if;
  insert into app_public.team_members (team_id, user_id) values (invitation.team_id, me) returning * into member;
  return member;
exception when unique_violation then
  raise exception 'TEAM_SEAT_EXISTS' using errcode = 'NL409';
end $$;
comment on function app_public.accept_invitation(text) is
  'Takes the seat that the holder of the link was invited to. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT when it has ended or the person has a seat already.';
grant execute on function app_public.accept_invitation(text) to newline_visitor;

create function app_public.leave_team() returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.user_id = me returning * into member;
  if not found then raise exception 'TEAM_SEAT_NOT_FOUND' using errcode = 'NL404'; end if;
  return member;
end $$;
comment on function app_public.leave_team() is
  'Frees the seat of the signed-in person. Pro ends with it; progress, notes and comments stay. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.leave_team() to newline_visitor;

create function app_public.remove_member(member_id uuid) returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.id = remove_member.member_id and m.team_id in (select t.id from app_public.teams t where t.owner_id = me) returning * into member;
  if not found then raise exception 'TEAM_MEMBER_NOT_FOUND' using errcode = 'NL404'; end if;
  return member;
end $$;
comment on function app_public.remove_member(uuid) is 'Frees a member''s seat. By the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.remove_member(uuid) to newline_visitor;

create function app_public.rename_team(team_id uuid, name text) returns app_public.teams
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  team app_public.teams;
begin
  if (length(btrim(rename_team.name)) between 1 and 100) is not true then raise exception 'TEAM_NAME_LENGTH_INVALID' using errcode = 'NL400',
    detail = jsonb_build_object('max', 100, 'length', coalesce(length(btrim(rename_team.name)), 0))::text; end if;
  update app_public.teams t set name = btrim(rename_team.name) where t.id = rename_team.team_id and t.owner_id = me returning * into team;
  if not found then raise exception 'TEAM_NOT_FOUND' using errcode = 'NL404'; end if;
  return team;
end $$;
comment on function app_public.rename_team(uuid, text) is
  'Names a team, as its members see it. By its owner. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.rename_team(uuid, text) to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.invite_to_team(uuid, text[], bytea[])
    to %s', worker);
end $$;
