--! Previous: sha1:7097d536ca18495040c06ebf6a837609b9b0f10b
--! Hash: sha1:ab2354b3a898490d8e0c9ef619a27a1e9d1e046e

-- Compatible with older releases: they ignore announcements that they don't know.
-- What belongs to the reader of a public page is kept in memory, so its changes are announced.

create or replace function app_private.announce_session() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('newline_sessions', tg_argv[0] || ' ' || (changed ->> coalesce(tg_argv[1], 'id')));
  return null;
end
$$;
comment on function app_private.announce_session() is
  'Trigger: notifies listeners on newline_sessions that a session has ended, that a user''s rights have changed, or what each page shows to them: `session {id}`, `user {id}` or `profile {user id}`.';

create trigger users_announce after update of username, name, profile_image_url, is_admin on app_public.users
  for each row when (old.username is distinct from new.username or old.name is distinct from new.name
    or old.profile_image_url is distinct from new.profile_image_url or old.is_admin is distinct from new.is_admin)
  execute function app_private.announce_session('profile', 'id');
create trigger user_settings_announce after update on app_public.user_settings
  for each row execute function app_private.announce_session('profile', 'user_id');
create trigger notices_announce after insert or delete on app_public.notices
  for each row execute function app_private.announce_session('profile', 'user_id');
create trigger notices_announce_read after update of read_at on app_public.notices
  for each row when (old.read_at is distinct from new.read_at)
  execute function app_private.announce_session('profile', 'user_id');
create trigger page_acceptances_announce after insert on app_public.page_acceptances
  for each row execute function app_private.announce_session('profile', 'user_id');
