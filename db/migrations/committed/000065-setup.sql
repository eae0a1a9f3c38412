--! Previous: sha1:10c53881aa75f88c5f3b51bcb61ad01630f927a2
--! Hash: sha1:bd30ad7394b2256d74d2bd685e1218d6e52705c7

-- The checklist of a new site: what its administrators still have to do. Most of it follows from what is in the database; the rest is noted here.

create table app_private.site_setup (
  id boolean default true check (id) primary key,
  mail_tested_at timestamptz,
  mail_tested_to text check (length(mail_tested_to) <= 254),
  mail_failure text check (length(mail_failure) <= 500),
  backed_up_at timestamptz,
  dismissed_at timestamptz
);
comment on table app_private.site_setup is 'What the checklist of a new site remembers. There is one row.';
comment on column app_private.site_setup.mail_failure is 'Why the last test email could not be sent; null when it was.';
comment on column app_private.site_setup.backed_up_at is 'When `newline backup` last wrote an archive.';
comment on column app_private.site_setup.dismissed_at is 'When an administrator hid the checklist; null while it is shown.';
call app_private.secure_table('app_private.site_setup');
insert into app_private.site_setup default values;

create type app_public.setup_state as (
  is_named boolean,
  has_look boolean,
  mail_tested_at timestamptz,
  mail_tested_to text,
  mail_failure text,
  has_price boolean,
  has_title boolean,
  has_author boolean,
  backed_up_at timestamptz,
  has_terms boolean,
  has_privacy boolean,
  dismissed_at timestamptz
);
comment on type app_public.setup_state is 'What is done of the checklist of a new site.';
comment on column app_public.setup_state.is_named is 'Whether the site has a name of its own.';
comment on column app_public.setup_state.has_look is 'Whether it has a wordmark, an icon, a color or a font of its own.';
comment on column app_public.setup_state.mail_tested_at is 'When a test email was last sent, or failed.';
comment on column app_public.setup_state.mail_tested_to is 'Its recipient.';
comment on column app_public.setup_state.mail_failure is 'Why it could not be sent; null when it was.';
comment on column app_public.setup_state.has_price is 'Whether a plan is offered or a title has a price.';
comment on column app_public.setup_state.has_title is 'Whether a course or a book is published.';
comment on column app_public.setup_state.has_author is 'Whether someone who is not an administrator contributes to a course, a book or an article.';
comment on column app_public.setup_state.backed_up_at is 'When a backup was last written.';
comment on column app_public.setup_state.has_terms is 'Whether the terms are published.';
comment on column app_public.setup_state.has_privacy is 'Whether the privacy policy is published.';
comment on column app_public.setup_state.dismissed_at is 'When an administrator hid the checklist; null while it is shown.';

create function app_private.read_setup() returns app_public.setup_state
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.name is not null, s.wordmark_light is not null or s.icon is not null or s.accent_light is not null or s.paper_light is not null or s.font <> 'SERIF',
    n.mail_tested_at, n.mail_tested_to, n.mail_failure,
    exists (select from app_public.plans p where p.is_offered) or exists (select from app_public.item_prices),
    exists (select from app_public.courses c where c.is_published and c.archived_at is null)
      or exists (select from app_public.books b where b.is_published and b.archived_at is null),
    exists (select from app_public.contributions c join app_public.users u on u.id = c.user_id where not u.is_admin),
    n.backed_up_at,
    exists (select from app_public.pages p where p.slug = 'terms' and p.published_at is not null),
    exists (select from app_public.pages p where p.slug = 'privacy' and p.published_at is not null),
    n.dismissed_at
  from app_private.site_setup n, app_public.site_settings s
$$;
comment on function app_private.read_setup() is 'What is done of the checklist. Not granted: for site_setup and `newline setup`.';

create function app_public.site_setup() returns app_public.setup_state
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  return app_private.read_setup();
end $$;
comment on function app_public.site_setup() is 'What is done of the checklist of a new site, for administrators. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.site_setup() to newline_visitor;

create function app_public.dismiss_setup(is_dismissed boolean) returns app_public.setup_state
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  update app_private.site_setup s set dismissed_at = case when coalesce(dismiss_setup.is_dismissed, false) then coalesce(s.dismissed_at, now()) end;
  perform app_private.audit(case when coalesce(dismiss_setup.is_dismissed, false) then 'setup.hide' else 'setup.show' end, 'site');
  return app_private.read_setup();
end $$;
comment on function app_public.dismiss_setup(boolean) is 'Hides the checklist of a new site, or shows it again. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.dismiss_setup(boolean) to newline_visitor;

create function app_private.begin_test_mail() returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.require_admin();
begin
  perform app_private.audit('mail.test', 'site');
  return (select u."email" from auth."user" u where u."id" = me);
end $$;
comment on function app_private.begin_test_mail() is 'The email address of the signed-in administrator, to whom a test email goes (NL401, NL403).';
grant execute on function app_private.begin_test_mail() to newline_visitor;

create function app_private.end_test_mail(address text, failure text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  update app_private.site_setup s set mail_tested_at = now(), mail_tested_to = left(address, 254), mail_failure = left(failure, 500);
end $$;
comment on function app_private.end_test_mail(text, text) is 'Notes to whom a test email was sent, or why it was not. By administrators (NL401, NL403).';
grant execute on function app_private.end_test_mail(text, text) to newline_visitor;
