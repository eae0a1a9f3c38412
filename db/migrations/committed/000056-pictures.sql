--! Previous: sha1:f2de52b557a0b7fdcaa5416cc54e7d92cf8eff31
--! Hash: sha1:e4091023abac5adfc634c44e8bb213c4c46f410a

-- A picture is a file of this site or lies at a host that the settings name. Any other address of this site would be asked for with the
-- session of whoever sees it.
do $$
declare
  col record;
begin
  for col in
    select format('%I.%I', n.nspname, c.relname) as place, quote_ident(a.attname) as name
    from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where a.atttypid = 'app_public.media_address'::regtype and not a.attisdropped
  loop
    execute format($sql$update %s set %s = null where %s ~ '^/' and %s !~ '^/media/[^.%%?#\\]+[^%%?#\\]*$'$sql$, col.place, col.name, col.name, col.name);
  end loop;
end $$;
alter domain app_public.media_address drop constraint media_address_check;
alter domain app_public.media_address add constraint media_address_check check (
  value ~ '^(?:(?:/media(?:/[A-Za-z0-9_~@+=,-][A-Za-z0-9_~@+=,.-]*)+)|(?:https://[a-z0-9.-]+(?::[0-9]+)?(?:[/?][^[:space:]<>"\\]*)?))$' and length(value) <= 2000
) not valid;
comment on domain app_public.media_address is 'The path of a file of this site (/media/…), or an https address.';

create table app_private.picture_hosts (
  host text primary key check (host ~ '^[a-z0-9.-]+(?::[0-9]+)?$')
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
grant execute on function app_private.set_picture_hosts(text[]) to newline_worker;

create function app_private.is_shown_picture(address text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select address like '/media/%' or exists (select from app_private.picture_hosts p where p.host = substring(address from '^https://([^/?#]+)'))
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
    if not app_private.is_shown_picture(address) then
      raise exception '%: expected a picture of this site (/media/…) or of one of these hosts: %.',
        substring(col for 1) || substring(replace(initcap(replace(col, '_', ' ')), ' ', '') from 2),
        coalesce((select string_agg(p.host, ', ' order by p.host) from app_private.picture_hosts p), 'none') using errcode = 'NL400';
    end if;
  end loop;
  return new;
end $$;
comment on function app_private.check_pictures() is 'Refuses (NL400) pictures that lie at other hosts than picture_hosts. Its arguments are the columns.';

create trigger check_pictures before insert or update of profile_image_url on app_public.users
  for each row execute function app_private.check_pictures('profile_image_url');
create trigger check_pictures before insert or update of poster_image_url, cover_image_url, full_cover_image_url on app_public.courses
  for each row execute function app_private.check_pictures('poster_image_url', 'cover_image_url', 'full_cover_image_url');
create trigger check_pictures before insert or update of poster_image_url, cover_image_url, full_cover_image_url on app_public.books
  for each row execute function app_private.check_pictures('poster_image_url', 'cover_image_url', 'full_cover_image_url');
create trigger check_pictures before insert or update of main_image_url on app_public.articles
  for each row execute function app_private.check_pictures('main_image_url');
create trigger check_pictures before insert or update of image_url on app_public.logos
  for each row execute function app_private.check_pictures('image_url');
create trigger check_pictures before insert or update of image_url on app_public.attachments
  for each row execute function app_private.check_pictures('image_url');
create trigger check_pictures before insert or update of profile_image_url on app_public.testimonials
  for each row execute function app_private.check_pictures('profile_image_url');
