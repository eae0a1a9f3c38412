--! Previous: sha1:406a281f83bc6801d90e2d185c64cba4ceb6ccad
--! Hash: sha1:b2aae51488cf4a01a5173ad254186e8a7682a025

-- What people do with the seats of a Team Package.

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
  if not found then raise exception 'You have no running Team Package.' using errcode = 'NL404'; end if;
  if coalesce(cardinality(emails), 0) not between 1 and 50 then
    raise exception 'emails: expected 1 to 50 addresses, got %.', coalesce(cardinality(emails), 0) using errcode = 'NL400';
  end if;
  update app_public.team_invitations i set status = 'EXPIRED' where i.team_id = team.id and i.status = 'OPEN' and i.expires_at <= now();
  if (select coalesce(sum(i.sent_count), 0) + cardinality(emails) from app_public.team_invitations i where i.team_id = team.id and i.sent_at > now() - interval '1 day') > greatest(50, team.seats * 2) then
    raise exception 'Enough invitations for one day. Go on tomorrow.' using errcode = 'NL429';
  end if;
  foreach address in array emails loop
    n := n + 1;
    address := lower(btrim(address));
    if exists (select from app_public.team_members m join auth."user" u on u."id" = m.user_id where m.team_id = team.id and u."email" = address) then
      raise exception '% is in the team already.', address using errcode = 'NL409';
    end if;
    begin
      insert into app_public.team_invitations as i (team_id, email) values (team.id, address)
        on conflict (team_id, email) where status = 'OPEN' do update set sent_at = now(), sent_count = i.sent_count + 1, expires_at = now() + interval '14 days'
        returning i.id into invitation;
    exception when check_violation then
      if (select t.seats_taken >= t.seats from app_public.teams t where t.id = team.id) then
        raise exception 'All % seats are taken. Withdraw an invitation, free a seat, or take more seats.', team.seats using errcode = 'NL409';
      end if;
      raise exception '"%" is no mail address.', left(address, 80) using errcode = 'NL400';
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
  if not found then raise exception 'There is no such open invitation of your team.' using errcode = 'NL404'; end if;
  return invitation;
end $$;
comment on function app_public.withdraw_invitation(uuid) is 'Takes an open invitation back; its link opens nothing then. By the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';

create type app_public.invitation_view as (team_name text, inviter text, email text, status app_public.invitation_status, expires_at timestamptz);
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
  if not found then raise exception 'There is no such invitation. Ask for a new one.' using errcode = 'NL404'; end if;
  if exists (select from app_public.team_members m where m.user_id = me) then
    raise exception 'You have a seat in a team already. Leave it first.' using errcode = 'NL409';
  end if;
  -- The first of two who press at once: the second waits here and then finds it accepted.
  update app_public.team_invitations i set status = 'ACCEPTED' where i.id = invitation.id and i.status = 'OPEN' and i.expires_at > now()
    and exists (select from app_public.teams t join app_public.subscriptions s on s.id = t.subscription_id where t.id = i.team_id and s.status <> 'ENDED');
  if not found then raise exception 'This invitation has ended. Ask for a new one.' using errcode = 'NL409'; end if;
  insert into app_public.team_members (team_id, user_id) values (invitation.team_id, me) returning * into member;
  return member;
exception when unique_violation then
  raise exception 'You have a seat in a team already. Leave it first.' using errcode = 'NL409';
end $$;
comment on function app_public.accept_invitation(text) is
  'Takes the seat that the holder of the link was invited to. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT when it has ended or the person has a seat already.';

create function app_public.leave_team() returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.user_id = me returning * into member;
  if not found then raise exception 'You have no seat in a team.' using errcode = 'NL404'; end if;
  return member;
end $$;
comment on function app_public.leave_team() is
  'Frees the seat of the signed-in person. Pro ends with it; progress, notes and comments stay. Errors: LOGIN_REQUIRED, NOT_FOUND.';

create function app_public.remove_member(member_id uuid) returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.id = remove_member.member_id and m.team_id in (select t.id from app_public.teams t where t.owner_id = me) returning * into member;
  if not found then raise exception 'There is no such member of your team.' using errcode = 'NL404'; end if;
  return member;
end $$;
comment on function app_public.remove_member(uuid) is 'Frees a member''s seat. By the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';

create function app_public.rename_team(team_id uuid, name text) returns app_public.teams
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  team app_public.teams;
begin
  if length(btrim(rename_team.name)) not between 1 and 100 then raise exception 'name: expected 1 to 100 characters.' using errcode = 'NL400'; end if;
  update app_public.teams t set name = btrim(rename_team.name) where t.id = rename_team.team_id and t.owner_id = me returning * into team;
  if not found then raise exception 'There is no such team of yours.' using errcode = 'NL404'; end if;
  return team;
end $$;
comment on function app_public.rename_team(uuid, text) is 'Names a team, as its members see it. By its owner. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.withdraw_invitation(uuid), app_public.accept_invitation(text), app_public.leave_team(), app_public.remove_member(uuid),
  app_public.rename_team(uuid, text) to newline_visitor;

do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.invite_to_team(uuid, text[], bytea[]) to newline_worker;
  end if;
end $$;
