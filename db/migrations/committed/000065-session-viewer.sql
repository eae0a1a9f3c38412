--! Previous: sha1:f9f10a9ff21928f28bd87ed7ba831732db781204
--! Hash: sha1:75e4c927560957a0057fbe6d501fd4782d32717c

-- Who asks is found out in the message that asks: the role and the id that a statement runs under come from the session itself. Nothing is
-- remembered that decides, so a session that ends, a role that changes and an account that is suspended count in the next statement.
create function auth.viewer_of_session(text) returns table (session_id uuid, user_id uuid, email text, is_admin boolean)
language sql stable rows 1 as $$
  select s."id", u."id", u."email", coalesce(u."role" = 'admin', false)
  from auth."session" s join auth."user" u on u."id" = s."userId"
  where s."token" = $1 and s."expiresAt" > now() and not (coalesce(u."banned", false) and coalesce(u."banExpires" > now(), true))
$$;
comment on function auth.viewer_of_session(text) is
  'Who is signed in by the session with this token: no row when it has ended, or the account is suspended. $1 by its number: `token` would be the column.';
grant execute on function auth.viewer_of_session(text) to newline_auth;

create type app_private.reader as (role text, user_id uuid, session_id uuid, email text);
comment on type app_private.reader is 'The role of requests that somebody has, and who that is by which session; all but the role null for a visitor.';

create function app_private.reader_of_session(text) returns app_private.reader
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  reader app_private.reader;
begin
  select case when v.is_admin then 'newline_admin' else 'newline_learner' end, v.user_id, v.session_id, v.email
    into reader from auth.viewer_of_session($1) v;
  if reader.user_id is null then reader.role := 'newline_visitor'; end if;
  return reader;
end $$;
comment on function app_private.reader_of_session(text) is 'As whom a statement of the session with this token runs; as a visitor when nobody is signed in by it.';
grant execute on function app_private.reader_of_session(text) to newline_visitor;
