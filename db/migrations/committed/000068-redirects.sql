--! Previous: sha1:c342b7276fb1cdbfe2ee83360b6391842106f3a4
--! Hash: sha1:289a77cf95f238237c5fc0fa4b102edabf219206

-- Redirects that administrators set, for an owner who moves here from another site. A page that exists always wins: these are asked before a 404.

create table app_public.redirects (
  id uuid primary key default app_public.new_id(),
  from_path text not null check (from_path ~ '^(/[^/[:space:]?#\\]+)+$' and length(from_path) <= 500) unique,
  to_url text not null check ((to_url ~ '^/(?![/\\])[^[:space:]<>"\\]*$' or to_url ~ '^https?://[^[:space:]<>"\\]+$') and length(to_url) <= 2000),
  status int not null default 301 check (status in (301, 308)),
  created_at timestamptz not null default now()
);
comment on table app_public.redirects is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nWhere a path leads that no page has.';
comment on column app_public.redirects.from_path is 'The path on this site, without a slash at its end.';
comment on column app_public.redirects.to_url is 'A path of this site, or a URL of another one.';
comment on column app_public.redirects.status is '301, or 308 for one that keeps the method of the request.';
call app_private.secure_table('app_public.redirects');
create policy select_all on app_public.redirects for select to newline_visitor using (true);
grant select on app_public.redirects to newline_visitor;

create function app_public.redirect_list(search text default null, before uuid default null) returns setof app_public.redirects
language sql stable rows 50 as $$
  select r.* from app_public.redirects r
  where (select app_public.is_admin()) and (before is null or r.id < before)
    and (coalesce(btrim(search), '') = '' or strpos(lower(r.from_path), lower(btrim(search))) > 0 or strpos(lower(r.to_url), lower(btrim(search))) > 0)
  order by r.id desc
$$;
comment on function app_public.redirect_list(text, uuid) is
  'For staff: redirects, newest first, by a part of either URL. before is the id of the last of the page above. Empty for everybody else.';
grant execute on function app_public.redirect_list(text, uuid) to newline_visitor;

create type app_public.redirect_entry as (from_path text, to_url text, status int);
comment on type app_public.redirect_entry is 'A redirect to be saved.';
comment on column app_public.redirect_entry.from_path is 'The path on this site. A slash at its end says nothing.';
comment on column app_public.redirect_entry.to_url is 'A path of this site, or a URL of another one.';
comment on column app_public.redirect_entry.status is '301 when absent, or 308.';

create function app_public.save_redirects(entries app_public.redirect_entry[], allows_other_sites boolean default false) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.redirect_entry;
  name text;
begin
  perform app_private.require_admin();
  if (cardinality(entries) between 1 and 1000) is not true then
    raise exception 'REDIRECT_COUNT_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 1000, 'count', coalesce(cardinality(entries), 0))::text;
  end if;
  -- One at a time, so that two changes together make no circle.
  perform pg_advisory_xact_lock(hashtext('redirects'));
  foreach entry in array entries loop
    entry.from_path := rtrim(btrim(entry.from_path), '/');
    entry.to_url := btrim(entry.to_url);
    if (entry.from_path ~ '^(/[^/[:space:]?#\\]+)+$' and length(entry.from_path) <= 500) is not true then
      raise exception 'REDIRECT_FROM_INVALID' using errcode = 'NL400', detail = jsonb_build_object('path', left(coalesce(entry.from_path, ''), 100))::text;
    end if;
    if ((entry.to_url ~ '^/(?![/\\])[^[:space:]<>"\\]*$' or entry.to_url ~ '^https?://[^[:space:]<>"\\]+$') and length(entry.to_url) <= 2000) is not true then
      raise exception 'REDIRECT_TO_INVALID' using errcode = 'NL400', detail = jsonb_build_object('path', left(coalesce(entry.to_url, ''), 100))::text;
    end if;
    if (entry.to_url ~ '^/' or allows_other_sites) is not true then
      raise exception 'REDIRECT_LEAVES_SITE' using errcode = 'NL400', detail = jsonb_build_object('path', left(entry.to_url, 100))::text;
    end if;
    if (coalesce(entry.status, 301) in (301, 308)) is not true then raise exception 'REDIRECT_STATUS_INVALID' using errcode = 'NL400'; end if;
    name := split_part(entry.from_path, '/', 2);
    -- What is a page today, and what belongs to the site itself. An item that has or had the path decides itself where it leads.
    if exists (select from app_public.permalinks p where p.path = entry.from_path)
      or entry.from_path in ('/articles', '/books', '/clips', '/courses', '/discussions', '/explore-catalog', '/library', '/newsletter', '/notifications', '/pricing', '/search',
        '/sign-in', '/sign-up', '/verify', '/reset-password', '/write-with-us', '/robots.txt', '/sitemap.xml', '/llms.txt')
      or name in ('admin', 'api', 'graphql', 'media', 'assets', 'studio', 'account', 'checkout', 'webhooks', 'share', 'portraits') then
      raise exception 'REDIRECT_OVER_PAGE' using errcode = 'NL409', detail = jsonb_build_object('path', left(entry.from_path, 100))::text;
    end if;
    insert into app_public.redirects (from_path, to_url, status) values (entry.from_path, entry.to_url, coalesce(entry.status, 301))
      on conflict (from_path) do update set to_url = excluded.to_url, status = excluded.status;
  end loop;
  with recursive way (start, path, steps) as (
    select rtrim(btrim(e.from_path), '/'), rtrim(split_part(split_part(btrim(e.to_url), '#', 1), '?', 1), '/'), 1 from unnest(entries) e
    union all
    select w.start, rtrim(split_part(split_part(r.to_url, '#', 1), '?', 1), '/'), w.steps + 1 from way w join app_public.redirects r on r.from_path = w.path
      where w.path <> w.start and w.steps < 50
  ) select w.start into name from way w where w.path = w.start or w.steps = 50 limit 1;
  if name is not null then raise exception 'REDIRECT_LOOP' using errcode = 'NL400', detail = jsonb_build_object('path', left(name, 100))::text; end if;
  perform app_private.audit('redirect.save', 'redirect', null, jsonb_build_object('count', cardinality(entries), 'from', left(entries[1].from_path, 200),
    'to', left(entries[1].to_url, 200)));
  return cardinality(entries);
end $$;
comment on function app_public.save_redirects(app_public.redirect_entry[], boolean) is
  'Saves redirects, all of them or none; one from a path that has one replaces it. Returns how many there were. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT for a URL that is none, leads to another site or in a circle, CONFLICT for the path of a page.';
grant execute on function app_public.save_redirects(app_public.redirect_entry[], boolean) to newline_visitor;

create function app_public.delete_redirect(id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  gone app_public.redirects;
begin
  perform app_private.require_admin();
  delete from app_public.redirects r where r.id = delete_redirect.id returning r.* into gone;
  if not found then raise exception 'REDIRECT_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('redirect.delete', 'redirect', gone.id, jsonb_build_object('from', left(gone.from_path, 200), 'to', left(gone.to_url, 200)));
  return true;
end $$;
comment on function app_public.delete_redirect(uuid) is 'Deletes a redirect. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_redirect(uuid) to newline_visitor;
