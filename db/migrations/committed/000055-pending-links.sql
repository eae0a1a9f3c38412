--! Previous: sha1:b156700612a4fefa6698d6e54756eeff6296e5b1
--! Hash: sha1:f2de52b557a0b7fdcaa5416cc54e7d92cf8eff31

-- A new password ends what was sent before it: another link to set one, and links to sign in. Whoever reads an old mail is then not in.
-- A link to sign in is found by the address it was sent to, one for a new password by its person.
create function auth.end_pending_links() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth."verification" v using auth."user" u
  where u."id" = new."userId"
    and case when v."value" is json object then lower(v."value"::jsonb ->> 'email') = u."email" else v."value" = u."id"::text end;
  return null;
end
$$;
comment on function auth.end_pending_links() is 'Ends every link by mail of somebody whose password has changed.';
create trigger account_end_pending_links after update of "password" on auth."account" for each row
  when (old."password" is distinct from new."password") execute function auth.end_pending_links();
