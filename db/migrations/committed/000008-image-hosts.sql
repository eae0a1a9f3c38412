--! Previous: sha1:0ef6669077499f11766206111a98f44a256be23a
--! Hash: sha1:3dd5ac616403c9fa0516b68fc2ba496bd53deab1

-- The hosts that images may come from.

create table app_private.picture_hosts (
  host text check (host ~ '^[a-z0-9.-]+(?::[0-9]+)?$') primary key
);
comment on table app_private.picture_hosts is 'Where pictures may lie beside this site; every start writes down what the settings say.';
comment on column app_private.picture_hosts.host is 'Its name, with the port where it is not 443.';
call app_private.secure_table('app_private.picture_hosts');

create function app_private.set_picture_hosts(hosts text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.picture_hosts p where p.host <> all (set_picture_hosts.hosts);
  insert into app_private.picture_hosts (host) select distinct h from unnest(set_picture_hosts.hosts) h on conflict do nothing;
$$;
comment on function app_private.set_picture_hosts(text[]) is 'Says where pictures may lie beside this site. For the start of the site.';

create function app_private.is_shown_picture(address text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(address like '/media/%', false) or exists (select from app_private.picture_hosts p where p.host = substring(address from '^https://([^/?#]+)'))
$$;
comment on function app_private.is_shown_picture(text) is 'True for a file of this site and an address at one of picture_hosts. Not granted.';

create function app_private.check_pictures() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  col text;
  address text;
begin
  foreach col in array tg_argv loop
    address := to_jsonb(new) ->> col;
    continue when address is null or tg_op = 'UPDATE' and address is not distinct from to_jsonb(old) ->> col;
    if app_private.is_shown_picture(address) is not true then
      raise exception 'IMAGE_HOST_NOT_ALLOWED' using errcode = 'NL400',
        detail = jsonb_build_object('field', substring(col for 1) || substring(replace(initcap(replace(col, '_', ' ')), ' ', '') from 2), 'hosts', coalesce((select string_agg(p.host, ', ' order by p.host) from app_private.picture_hosts p), 'none'))::text;
    end if;
  end loop;
  return new;
end $$;
comment on function app_private.check_pictures() is
  'Refuses (NL400) pictures that lie at other hosts than picture_hosts. Its arguments are the columns.';
create trigger check_pictures before insert or update of profile_image_url on app_public.users
  for each row execute function app_private.check_pictures('profile_image_url');

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.set_picture_hosts(text[])
    to %s', worker);
end $$;
