--! Previous: sha1:3c2a8330507ec7a39f4ce192ea16a0305aa6623a
--! Hash: sha1:bf09724085a1c7d251cb0c10f7ba13f077c80d31

-- What a user takes along or deletes.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

-- Everything of one's own, whatever table it is in: asked as the person, so that nothing else can be in it.
create function app_public.own_data() returns jsonb
language plpgsql stable as $$
declare
  me uuid := app_private.own_user_id(null);
  part record;
  found_rows jsonb;
  data jsonb := jsonb_build_object('users', (select jsonb_agg(to_jsonb(u)) from app_public.users u where u.id = me));
begin
  -- Every column that refers to people, whatever it is called; a table with several is asked once.
  for part in
    select c.relname as name, string_agg(format('t.%I = $1', a.attname), ' or ' order by a.attnum) as of_mine
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped
    where c.relnamespace = 'app_public'::regnamespace and c.relkind in ('r', 'p') and has_any_column_privilege(c.oid, 'select')
      and has_table_privilege(c.oid, 'select') and c.relname <> 'users'
      and (a.attname in ('user_id', 'owner_id') or a.attname <> 'actor_id' and exists (
        select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'app_public.users'::regclass and k.conkey = array[a.attnum]))
    group by c.relname order by c.relname
  loop
    execute format('select jsonb_agg(to_jsonb(t)) from app_public.%I t where %s', part.name, part.of_mine) into found_rows using me;
    data := data || jsonb_build_object(part.name, coalesce(found_rows, '[]'));
  end loop;
  return data || jsonb_strip_nulls(app_private.own_private_data());
end $$;
comment on function app_public.own_data() is
  'All that is stored of the signed-in person, by table: profile, settings, comments, reactions, reviews, notices, progress and the rest. Errors: LOGIN_REQUIRED.';
grant execute on function app_public.own_data() to newline_visitor;

-- What is stored of a person where no request may look. Each part is named after its table and leaves secrets out.
create function app_private.own_private_data() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'account', (select jsonb_agg(jsonb_build_object('provider', a."providerId", 'accountId', a."accountId", 'scope', a."scope", 'createdAt', a."createdAt") order by a."createdAt")
      from auth."account" a where a."userId" = me.id),
    'session', (select jsonb_agg(jsonb_build_object('ipAddress', s."ipAddress", 'userAgent', s."userAgent", 'createdAt', s."createdAt", 'expiresAt', s."expiresAt") order by s."createdAt")
      from auth."session" s where s."userId" = me.id),
    'user', (select jsonb_agg(to_jsonb(u)) from auth."user" u where u."id" = me.id),
    'newsletter_subscribers', (select jsonb_agg(to_jsonb(n) - 'token_hash') from app_private.newsletter_subscribers n
      join auth."user" u on u."email" = n.email and u."emailVerified" where u."id" = me.id),
    'checkouts', (select jsonb_agg(to_jsonb(c) order by c.created_at) from app_private.checkouts c where c.user_id = me.id),
    'billing_customers', (select jsonb_agg(to_jsonb(b)) from app_private.billing_customers b where b.user_id = me.id),
    'notice_mails', (select jsonb_agg(to_jsonb(m) - 'key' order by m.created_at) from app_private.notice_mails m where m.user_id = me.id),
    'upload_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.upload_budgets b where b.user_id = me.id),
    'user_quotas', (select jsonb_agg(to_jsonb(q) order by q.kind) from app_private.user_quotas q where q.user_id = me.id),
    'video_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.video_budgets b where b.user_id = me.id),
    'deleted_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', d.comment_id, 'body_markdown', d.body_markdown, 'deleted_at', d.deleted_at))
      from app_private.deleted_comment_bodies d join app_public.comments c on c.id = d.comment_id where c.user_id = me.id),
    'hidden_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', h.comment_id, 'body_markdown', h.body_markdown))
      from app_private.hidden_comment_bodies h join app_public.comments c on c.id = h.comment_id where c.user_id = me.id))
  from (select app_public.current_user_id() as id) me
$$;
comment on function app_private.own_private_data() is
  'What is stored of the signed-in person in tables that no request may read: sign-ins, newsletter, payments under way, mails, texts of deleted comments. Without passwords and tokens.';
grant execute on function app_private.own_private_data() to newline_visitor;

-- Who leaves takes their address along: it stands in places that know the address and not the person.
create function app_private.forget_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- An address that was never shown to be theirs may be somebody else's.
  if old."emailVerified" then
    -- One that was confirmed is kept as an address that gets no letters, so that a service that sends them is told.
    perform app_private.leave_newsletter(old."email");
    update app_private.newsletter_subscribers n set first_name = null where n.email = old."email";
    delete from app_public.team_invitations i where i.email = old."email";
  end if;
  delete from auth."verification" v where v."identifier" = old."email" or v."value" = old."id"::text or strpos(v."value", '"' || old."email" || '"') > 0;
  return null;
end $$;
comment on function app_private.forget_address() is 'A deleted account''s address leaves the newsletter, invitations and links under way.';
create trigger forget_address after delete on auth."user" for each row execute function app_private.forget_address();
