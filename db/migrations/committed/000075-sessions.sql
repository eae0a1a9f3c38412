--! Previous: sha1:f892503383d0a42e78fe30ca9d13ae522fb5556a
--! Hash: sha1:2ca21772a4cd2020469e8b10618fce9faa61d912

-- Whoever stole a session loses it when the password or the email address changes, whatever the request said about other sessions.
create function auth.end_sessions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth."session" s where s."userId" = case when tg_table_name = 'account' then (to_jsonb(new) ->> 'userId')::uuid else (to_jsonb(new) ->> 'id')::uuid end;
  return null;
end
$$;
comment on function auth.end_sessions() is 'Ends every session of a user whose password or email address has changed.';
create trigger account_end_sessions after update of "password" on auth."account" for each row
  when (old."password" is distinct from new."password") execute function auth.end_sessions();
create trigger account_end_sessions_first after insert on auth."account" for each row
  when (new."password" is not null) execute function auth.end_sessions();
create trigger user_end_sessions after update of "email" on auth."user" for each row
  when (old."email" is distinct from new."email") execute function auth.end_sessions();

-- Streams live longer than a statement: whoever holds one open hears that its session has ended, or that its user may see less.
create function app_private.announce_session() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('newline_sessions', case tg_argv[0] when 'session' then 'session ' || (changed ->> 'id') else 'user ' || (changed ->> tg_argv[1]) end);
  return null;
end
$$;
comment on function app_private.announce_session() is
  'Tells listeners on newline_sessions that a session has ended, or that the rights of a user have changed: `session {id}` or `user {id}`.';
create trigger session_announce after delete on auth."session" for each row execute function app_private.announce_session('session');
create trigger user_announce after update of "role", "banned", "banExpires" on auth."user" for each row
  when ((old."role", old."banned", old."banExpires") is distinct from (new."role", new."banned", new."banExpires"))
  execute function app_private.announce_session('user', 'id');
create trigger suspensions_announce after insert or update on app_public.suspensions for each row
  execute function app_private.announce_session('user', 'user_id');
create trigger contributions_announce after delete on app_public.contributions for each row
  execute function app_private.announce_session('user', 'user_id');
