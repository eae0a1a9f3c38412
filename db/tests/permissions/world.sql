-- One row of every table and of every state, under ids made from names: md5('course draft')::uuid.
-- The author contributes to every item but to those of the other author ('stranger'), who writes a course, a book and an article, and is an
-- editor of one item of each kind of the author's. Run by a superuser.

create function pg_temp.id(name text) returns uuid language sql immutable as $$ select md5(name)::uuid $$;

-- People. The public row and the settings come by trigger.
insert into auth."user" ("id", "name", "email", "emailVerified")
select pg_temp.id(name), name, name || '@example.com', true
from unnest(array['learner', 'other', 'pro', 'author', 'admin', 'stranger']) as name;
-- A username from before the list of reserved ones.
set local session_replication_role = replica;
update app_public.users set username = 'admin' where id = pg_temp.id('admin');
set local session_replication_role = origin;
update app_public.users set is_admin = true where id = pg_temp.id('admin');
insert into auth."session" ("id", "expiresAt", "token", "updatedAt", "userId")
values (pg_temp.id('session'), now() + interval '1 day', 'token', now(), pg_temp.id('learner'));
insert into auth."account" ("id", "accountId", "providerId", "userId", "updatedAt")
values (pg_temp.id('account'), 'learner', 'credential', pg_temp.id('learner'), now());
insert into auth."verification" ("id", "identifier", "value", "expiresAt")
values (pg_temp.id('verification'), 'learner@example.com', 'secret', now() + interval '1 hour');
insert into auth."rateLimit" ("id", "key", "count", "lastRequest") values (pg_temp.id('limit'), '192.0.2.1/sign-in', 1, 0);
insert into auth.attempts (key, points) values ('learner@example.com', 1);

-- Items in every state.
create temporary table state (name text, is_published boolean, published_at timestamptz, is_soon boolean, archived_at timestamptz,
  is_public boolean, is_early boolean, is_free boolean);
insert into state values
  ('published', true, now() - interval '30 days', false, null, true, false, false),
  ('unlisted', true, now() - interval '30 days', false, null, false, false, false),
  ('early', true, now() - interval '30 days', false, null, true, true, false),
  ('free', true, now() - interval '30 days', false, null, true, false, true),
  ('draft', false, null, false, null, true, false, false),
  ('draft of a stranger', false, null, false, null, true, false, false),
  ('scheduled', true, now() + interval '30 days', false, null, true, false, false),
  ('soon', false, null, true, null, true, false, false),
  ('archived', true, now() - interval '30 days', false, now() - interval '1 day', true, false, false);

insert into app_public.courses (id, title, slug, permalink, is_published, published_at, is_coming_soon, archived_at, is_shown_publicly, is_early_access, is_free)
select pg_temp.id('course ' || name), 'Course, ' || name, replace(name, ' ', '-'), '/courses/' || replace(name, ' ', '-'),
  is_published, published_at, is_soon, archived_at, is_public, is_early, is_free from state;
insert into app_public.books (id, title, slug, permalink, is_published, published_at, is_coming_soon, archived_at, is_shown_publicly, is_early_access, is_for_sale)
select pg_temp.id('book ' || name), 'Book, ' || name, replace(name, ' ', '-'), '/books/' || replace(name, ' ', '-'),
  is_published, published_at, is_soon, archived_at, is_public, is_early, not is_free from state;
-- For an article 'published' is free for all and 'early' is the paid one.
insert into app_public.articles (id, title, slug, is_published, published_at, archived_at, is_shown_publicly, subscription_required)
select pg_temp.id('article ' || replace(name, 'early', 'paid')), 'Article, ' || name, replace(name, ' ', '-'), is_published, published_at, archived_at, is_public, name <> 'published'
from state where not is_soon and not is_free;

insert into app_public.contributions (id, user_id, course_id, book_id, article_id)
select pg_temp.id('contribution ' || kind || ' ' || name), pg_temp.id(case when name like '%stranger' then 'stranger' else 'author' end),
  case kind when 'course' then pg_temp.id('course ' || name) end, case kind when 'book' then pg_temp.id('book ' || name) end,
  case kind when 'article' then pg_temp.id('article ' || name) end
from (select 'course' as kind, name from state union all select 'book', name from state
  union all select 'article', replace(name, 'early', 'paid') from state where not is_soon and not is_free) as item;

insert into app_public.tags (id, name, slug, is_category) values (pg_temp.id('tag'), 'SQL', 'sql', false), (pg_temp.id('tag unused'), 'Unused', 'unused', true);
insert into app_public.redirects (id, from_path, to_url) values (pg_temp.id('redirect'), '/old', '/courses');
insert into app_public.webhook_endpoints (id, url, events) values (pg_temp.id('webhook endpoint'), 'https://receiver.example/', '{CONTENT_PUBLISHED}');
insert into app_private.webhook_secrets (endpoint_id, secret, former_secret, former_until)
  values (pg_temp.id('webhook endpoint'), decode(repeat('00', 60), 'hex'), decode(repeat('01', 60), 'hex'), now() + interval '1 day');
insert into app_public.webhook_deliveries (id, endpoint_id, event, body, status, attempts_count)
  values (pg_temp.id('webhook delivery'), pg_temp.id('webhook endpoint'), 'TEST', '{}', 'FAILED', 1);
insert into app_public.webhook_attempts (id, delivery_id, status_code, duration_ms) values (pg_temp.id('webhook attempt'), pg_temp.id('webhook delivery'), 500, 12);
insert into app_public.former_tag_slugs (slug, tag_id) values ('structured-query-language', pg_temp.id('tag'));
insert into app_public.taggings (id, tag_id, course_id, book_id, article_id)
select pg_temp.id('tagging' || c.id || coalesce(c.course_id, c.book_id, c.article_id)), pg_temp.id('tag'), c.course_id, c.book_id, c.article_id from app_public.contributions c;
insert into app_public.contributions (id, user_id, course_id, book_id, article_id, title)
select pg_temp.id('editor of ' || kind), pg_temp.id('stranger'), case kind when 'course' then pg_temp.id('course unlisted') end,
  case kind when 'book' then pg_temp.id('book unlisted') end, case kind when 'article' then pg_temp.id('article unlisted') end, 'EDITOR'
from unnest(array['course', 'book', 'article']) as kind;
insert into app_public.logos (id, name) values (pg_temp.id('logo'), 'Acme');
insert into app_public.permalinks (path, user_id) values ('/the-author', pg_temp.id('author'));
insert into app_public.author_pages (user_id, quote_md) values (pg_temp.id('author'), 'Public words');

-- Outlines: one section and one lesson for each item; the published course has a free and an advanced lesson more.
insert into app_public.course_sections (id, course_id, title, position)
select pg_temp.id('section course ' || name), pg_temp.id('course ' || name), 'Part one', 1 from state;
insert into app_public.course_sections (id, book_id, title, position)
select pg_temp.id('section book ' || name), pg_temp.id('book ' || name), 'Part one', 1 from state;
insert into app_public.lessons (id, course_id, title, slug)
select pg_temp.id('lesson course ' || name), pg_temp.id('course ' || name), 'Lesson', 'lesson' from state;
insert into app_public.lessons (id, book_id, title, slug, role)
select pg_temp.id('lesson book ' || name), pg_temp.id('book ' || name), 'Chapter', 'chapter', 'CHAPTER' from state;
insert into app_public.lessons (id, course_id, title, slug, is_free, is_advanced_package_lesson) values
  (pg_temp.id('free lesson'), pg_temp.id('course published'), 'Free lesson', 'free', true, false),
  (pg_temp.id('advanced lesson'), pg_temp.id('course published'), 'Advanced lesson', 'advanced', false, true);
insert into app_public.course_lessons (id, course_id, lesson_id, course_section_id, position)
select pg_temp.id('place ' || l.id), l.course_id, l.id, s.id, row_number() over (partition by l.course_id order by l.slug <> 'lesson', l.slug)
from app_public.lessons l join app_public.course_sections s on s.course_id = l.course_id;
insert into app_public.book_lessons (id, book_id, lesson_id, course_section_id, position)
select pg_temp.id('place ' || l.id), l.book_id, l.id, s.id, 1 from app_public.lessons l join app_public.course_sections s on s.book_id = l.book_id;

insert into app_private.former_lesson_slugs (item_id, slug, lesson_id) values (pg_temp.id('course published'), 'former', pg_temp.id('lesson course published'));

-- Texts of two paragraphs with the paywall marker between them. The second says 'Canary' wherever not everyone may read it.
create function pg_temp.save_text(lesson uuid, article uuid, is_open boolean) returns void language plpgsql as $$
declare
  last text := case when is_open then 'Free words' else 'Canary words' end;
  body jsonb := jsonb_build_object('type', 'doc', 'content', jsonb_build_array(
    jsonb_build_object('type', 'paragraph', 'attrs', jsonb_build_object('id', 'aaaaa'), 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Open words'))),
    jsonb_build_object('type', 'paywallThreshold', 'attrs', jsonb_build_object('id', 'mmmmm')),
    jsonb_build_object('type', 'paragraph', 'attrs', jsonb_build_object('id', 'zzzzz'), 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', last)))));
  ids text[] := array['aaaaa', 'mmmmm', 'zzzzz'];
  html text[] := array['<p>Open words</p>', '<hr>', '<p>' || last || '</p>'];
  markdown text[] := array['Open words', '---', last];
  texts text[] := array['Open words', '', last];
  drawings jsonb := jsonb_build_array(jsonb_build_array(jsonb_build_object('name', 'Open words')), null, jsonb_build_array(jsonb_build_object('name', last)));
begin
  if lesson is not null then
    perform app_private.save_lesson_body(lesson, body, ids, html, markdown, texts, 1, drawings, 1);
    insert into app_private.lesson_videos (lesson_id, video_url) values (lesson, case when is_open then 'local:free-video' else 'local:canary-video' end);
  else
    perform app_private.save_article_body(article, body, ids, html, markdown, texts, 1, drawings, 1);
  end if;
end $$;
do $$ begin
  perform pg_temp.save_text(l.id, null, l.is_free or l.course_id is not distinct from pg_temp.id('course free') or l.book_id is not distinct from pg_temp.id('book free'))
    from app_public.lessons l;
  perform pg_temp.save_text(null, a.id, a.is_published and a.archived_at is null and not a.subscription_required) from app_public.articles a;
end $$;

-- What belongs to one person: one row for each of the six.
create temporary table person as select pg_temp.id(name) as id, name from unnest(array['learner', 'other', 'pro', 'author', 'admin', 'stranger']) as name;
insert into app_public.entitlements (id, user_id, kind, course_id, source)
select pg_temp.id('entitlement ' || name), id, 'COURSE', pg_temp.id('course free'), 'grant' from person;
insert into app_public.entitlements (id, user_id, kind, source, starts_at, ends_at) values
  (pg_temp.id('entitlement Pro'), pg_temp.id('pro'), 'PRO', 'grant', now() - interval '1 day', null),
  (pg_temp.id('entitlement ended'), pg_temp.id('learner'), 'PRO', 'grant', now() - interval '60 days', now() - interval '1 day');
insert into app_public.products (id, name, kind, features) values (pg_temp.id('product'), 'Pro', 'PRO', '{Everything}'), (pg_temp.id('product that nobody has'), 'Nothing', 'PRO', '{}');
insert into app_public.plans (id, slug, name, kind, billing_interval, amount_cents, currency, max_seats)
values (pg_temp.id('plan'), 'pro', 'Pro', 'PRO', 'MONTH', 4000, 'USD', 1), (pg_temp.id('team plan'), 'team', 'Team', 'TEAM', 'MONTH', 3200, 'USD', 50),
  (pg_temp.id('plan that nobody has'), 'new', 'New', 'PRO', 'YEAR', 38400, 'USD', 1);
insert into app_public.item_prices (id, course_id, amount_cents, currency)
select pg_temp.id('price course ' || name), pg_temp.id('course ' || name), 3900, 'USD' from state;
-- Ended, so that what people may read stays as above. Each has a team with a seat, and on the learner's is an open invitation.
insert into app_public.subscriptions (id, user_id, plan_id, kind, status, period_starts_at, period_ends_at, ended_at, created_at)
select pg_temp.id('subscription ' || name), id, pg_temp.id('plan'), 'PRO', 'ENDED', now() - interval '60 days', now() - interval '30 days', now() - interval '30 days', now() - interval '60 days' from person;
insert into app_public.subscriptions (id, user_id, plan_id, kind, seats, status, period_starts_at, period_ends_at, ended_at, created_at)
select pg_temp.id('team subscription ' || name), id, pg_temp.id('team plan'), 'TEAM', 9, 'ENDED', now() - interval '60 days', now() - interval '30 days', now() - interval '30 days', now() - interval '60 days' from person;
insert into app_public.team_invitations (id, team_id, email)
select pg_temp.id('invitation ' || p.name), t.id, p.name || '-guest@example.com' from person p join app_public.teams t on t.owner_id = p.id;
insert into app_private.team_invitation_tokens (invitation_id, token_hash) select i.id, sha256(convert_to(i.email, 'UTF8')) from app_public.team_invitations i;
-- The learner has left their own seat and sits on one of the author's.
delete from app_public.team_members where user_id = pg_temp.id('learner');
insert into app_public.team_members (team_id, user_id) select t.id, pg_temp.id('learner') from app_public.teams t where t.owner_id = pg_temp.id('author');
insert into app_public.billing_details (user_id, company_name, country) select id, name || ' Ltd', 'GB' from person;
insert into app_public.purchases (id, user_id, book_id, amount_cents, currency, provider_payment_id, refunded_at)
select pg_temp.id('purchase ' || name), id, pg_temp.id('book published'), 3900, 'USD', 'pi_' || name, now() from person;
insert into app_private.failed_invoices (provider_invoice_id, subscription_id) values ('in_late', pg_temp.id('subscription learner'));
insert into app_private.refunds (id, payment_id, amount_cents, reason)
select pg_temp.id('refund ' || person.name), p.id, 3900, 'Words' from person join app_public.payments p on p.user_id = person.id;
insert into app_public.payments (id, book_id, name, amount_cents, currency, provider, provider_payment_id)
values (pg_temp.id('gift payment'), pg_temp.id('book published'), 'Book, published, gift', 3900, 'USD', 'manual', 'gift:world');
insert into app_public.gifts (id, giver_id, payment_id, book_id, recipient_email, paid_at)
select pg_temp.id('gift ' || name), id, case name when 'learner' then pg_temp.id('gift payment') end, pg_temp.id('book published'), name || '-friend@example.com', now() from person;
insert into app_public.gifts (id, book_id) values (pg_temp.id('gift unpaid'), pg_temp.id('book published'));
insert into app_private.gift_tokens (gift_id, token_hash) select g.id, sha256(convert_to(g.recipient_email, 'UTF8')) from app_public.gifts g where g.paid_at is not null;
insert into app_public.author_share_rules (id, course_id, percent) values (pg_temp.id('share of all titles'), null, 50), (pg_temp.id('share of a title'), pg_temp.id('course published'), 60);
-- A sale by a provider, which the totals of sales count.
insert into app_public.payments (id, book_id, name, amount_cents, currency, provider, provider_payment_id, paid_at)
values (pg_temp.id('sale payment'), pg_temp.id('book published'), 'Book, published', 3900, 'CAD', 'stripe', 'pi_world_sale', '2001-02-03');
delete from app_public.author_shares;
insert into app_public.author_shares (payment_id, user_id, percent, authors_count) select pg_temp.id('sale payment'), id, 50, 6 from person;
delete from app_public.enrollments;
insert into app_public.coupons (id, code, percent, scope, is_once_per_user) values (pg_temp.id('coupon'), 'WORLD', 20, 'SELECTED', false);
insert into app_private.coupon_targets (coupon_id, course_id) values (pg_temp.id('coupon'), pg_temp.id('course published'));
insert into app_private.coupon_uses (checkout_id, coupon_id, user_id) select pg_temp.id('used by ' || name), pg_temp.id('coupon'), id from person;
insert into app_private.checkouts (id, user_id, plan_id, amount_cents, currency) select pg_temp.id('checkout ' || name), id, pg_temp.id('plan'), 4000, 'USD' from person;
insert into app_private.billing_customers (user_id, provider_customer_id) select id, 'cus_' || name from person;
insert into app_private.billing_events (id, kind) values ('evt_done', 'invoice.paid');
insert into app_private.revenue_days (day, currency, payments_count, amount_cents, tax_cents, refunded_cents) values ('2001-01-01', 'USD', 0, 0, 0, 0);
insert into app_private.orphaned_subscriptions (provider_subscription_id) values ('sub_orphan');
insert into app_private.picture_hosts (host) values ('pictures.example');
insert into app_private.content_marks (mark) values (63);
insert into app_public.enrollments (id, user_id, course_id) select pg_temp.id('enrollment ' || name), id, pg_temp.id('course published') from person;
insert into app_public.user_progresses (id, user_id, course_lesson_id)
select pg_temp.id('progress ' || name), id, pg_temp.id('place ' || pg_temp.id('lesson course published')) from person;
insert into app_private.video_cues (video_url, position, starts_at, ends_at, words) values
  ('local:free-video', 0, 1, 2, 'Open words, said'), ('local:canary-video', 0, 3, 4, 'Canary words, said');
insert into app_public.study_days (user_id, day) select id, '2026-01-01' from person;
insert into app_public.lesson_activities (user_id, lesson_id, watched_seconds)
select id, pg_temp.id('lesson course published'), '{[0,30)}' from person;
insert into app_public.kept_codes (user_id, lesson_id, program, files) select id, pg_temp.id('lesson course published'), 'world', '{}' from person;
insert into app_public.exercise_results (user_id, lesson_id, exercise) select id, pg_temp.id('lesson course published'), 'world' from person;
insert into app_public.certificate_rules (course_id) select pg_temp.id('course ' || name) from unnest(array['published', 'free', 'draft of a stranger']) as name;
insert into app_public.certificates (id, user_id, course_id, holder_name, course_title, topic, author_names, site_name, needs_lessons, lessons_count, video_percent, video_seconds)
select pg_temp.id('certificate ' || name), id, pg_temp.id('course published'), name, 'Course, published', 'ENGINEERING', '{author}', 'newline', true, 1, 0, 0 from person;
insert into app_public.certificates (id, user_id, course_id, holder_name, course_title, topic, author_names, site_name, needs_lessons, lessons_count, video_percent, video_seconds,
  is_on_profile, revoked_at, revocation_reason)
select pg_temp.id('certificate of a stranger ' || name), pg_temp.id('stranger'), pg_temp.id('course ' || course), 'stranger', 'Course', 'ENGINEERING', '{author}', 'newline', true, 1, 0, 0,
  true, revoked_at, reason
from (values ('on the profile', 'unlisted', null, null), ('revoked', 'early', now(), 'By mistake')) as entry (name, course, revoked_at, reason);
insert into app_private.certificate_keys (id, public_key, sealed_key) values (pg_temp.id('certificate key'), decode(repeat('01', 32), 'hex'), '\x01');
insert into app_public.notes (id, user_id, key, lesson_id, item_id, item_title, quote)
select pg_temp.id('note ' || name), id, pg_temp.id('key ' || name), pg_temp.id('lesson course published'), pg_temp.id('course published'), 'Course', 'words' from person;
insert into app_private.note_anchors (note_id, range_from, range_to, text_version, block_id, end_block_id, quoted_letters, kept_letters)
select pg_temp.id('note ' || name), 1, 2, 1, 'aaaaa', 'aaaaa', 5, 5 from person;
insert into app_private.moved_note_texts (lesson_id, text_version, body_delta)
select b.lesson_id, b.text_version, b.body_delta from app_private.lesson_bodies b where b.lesson_id = pg_temp.id('lesson course published');

-- Clips of every item, and one that has no video yet.
insert into app_public.clips (id, title, video_url, course_id) select pg_temp.id('clip course ' || name), 'Clip', 'local:clip', pg_temp.id('course ' || name) from state;
insert into app_public.clips (id, title, video_url, book_id) select pg_temp.id('clip book ' || name), 'Clip', 'local:clip', pg_temp.id('book ' || name) from state;
insert into app_public.clips (id, title, course_id) values (pg_temp.id('clip without video'), 'Clip', pg_temp.id('course published'));
insert into app_public.clip_likes (clip_id, user_id) select pg_temp.id('clip course ' || s.name), p.id from person p, state s where s.name in ('published', 'archived');
insert into app_public.clip_bookmarks (clip_id, user_id) select pg_temp.id('clip course ' || s.name), p.id from person p, state s where s.name in ('published', 'archived');
insert into app_public.clip_shares (clip_id, user_id) select pg_temp.id('clip course ' || s.name), p.id from person p, state s where s.name in ('published', 'archived');
insert into app_public.clip_views (clip_id, user_id) select pg_temp.id('clip course ' || s.name), p.id from person p, state s where s.name in ('published', 'archived');
insert into app_public.learning_paths (id, title, slug, user_id, is_published, published_at) values
  (pg_temp.id('path'), 'Path', 'path', pg_temp.id('author'), true, now()), (pg_temp.id('path draft'), 'Path, draft', 'path-draft', pg_temp.id('author'), false, null),
  (pg_temp.id('path draft of a stranger'), 'Path, draft of a stranger', 'path-draft-of-a-stranger', pg_temp.id('stranger'), false, null);
insert into app_public.learning_path_steps (id, learning_path_id, position, course_id)
select pg_temp.id('step course ' || name), pg_temp.id('path'), n, pg_temp.id('course ' || name)
from unnest(array['published', 'unlisted', 'draft', 'draft of a stranger', 'scheduled', 'soon', 'archived']) with ordinality as s (name, n);
insert into app_public.learning_path_steps (id, learning_path_id, position, book_id, article_id, clip_id) values
  (pg_temp.id('step book published'), pg_temp.id('path'), 8, pg_temp.id('book published'), null, null),
  (pg_temp.id('step article published'), pg_temp.id('path'), 9, null, pg_temp.id('article published'), null),
  (pg_temp.id('step article unlisted'), pg_temp.id('path'), 10, null, pg_temp.id('article unlisted'), null),
  (pg_temp.id('step clip course published'), pg_temp.id('path'), 11, null, null, pg_temp.id('clip course published')),
  (pg_temp.id('step clip course unlisted'), pg_temp.id('path'), 12, null, null, pg_temp.id('clip course unlisted'));
insert into app_public.learning_path_steps (id, learning_path_id, position, course_id) values
  (pg_temp.id('step of a draft'), pg_temp.id('path draft'), 1, pg_temp.id('course free')),
  (pg_temp.id('step of a draft of a stranger'), pg_temp.id('path draft of a stranger'), 1, pg_temp.id('course published'));
insert into app_public.completions (user_id, article_id) select id, pg_temp.id('article published') from person;

-- Discussions on everything, seen and unseen.
insert into app_public.discussions (id, clip_id) select pg_temp.id('discussion ' || name), pg_temp.id(name)
from unnest(array['clip course published', 'clip course archived', 'clip course soon', 'clip book published', 'clip course draft of a stranger']) as name;
insert into app_public.discussions (id, lesson_id) select pg_temp.id('discussion ' || name), pg_temp.id('lesson course ' || regexp_replace(name, '^.*, ', ''))
from unnest(array['lesson, published', 'lesson, draft', 'open block, published', 'gated block, published', 'unknown block, published',
  'no block, published', 'open block, draft', 'gated block, free', 'open to gated block, published']) as name;
insert into app_public.discussions (id, article_id) select pg_temp.id('discussion ' || name), pg_temp.id('article ' || regexp_replace(name, '^.*, ', ''))
from unnest(array['article, published', 'article, draft', 'article open block, paid', 'article gated block, paid']) as name;
insert into app_public.discussion_selections (discussion_id, range_from, range_to, text, block_id)
select d.id, 1, 5, case when v.name like '%open%' or v.name like '%clip%' then 'Open words' when v.name like '%free' then 'Free words' else 'Canary words' end, case when v.name like '%open%' then 'aaaaa' when v.name like '%gated%' then 'zzzzz' when v.name like '%unknown%' then 'qqqqq' end
from unnest(array['open block, published', 'gated block, published', 'unknown block, published', 'no block, published', 'open block, draft',
  'gated block, free', 'article open block, paid', 'article gated block, paid', 'clip course published']) as v (name)
join app_public.discussions d on d.id = pg_temp.id('discussion ' || v.name);

insert into app_public.discussion_selections (discussion_id, range_from, range_to, text, block_id, end_block_id)
values (pg_temp.id('discussion open to gated block, published'), 1, 9, 'Canary words', 'aaaaa', 'zzzzz');
insert into app_private.moved_texts (lesson_id, body_delta) select b.lesson_id, b.body_delta from app_private.lesson_bodies b where b.lesson_id = pg_temp.id('lesson course published');
insert into app_private.working_anchors (discussion_id, version, range_from, range_to)
select d.id, r.version, 1, 5 from app_public.discussions d join app_public.article_revisions r on r.article_id = d.article_id where d.id = pg_temp.id('discussion article open block, paid');

insert into app_public.comments (id, discussion_id, user_id, body_delta, body_markdown, body_html)
select pg_temp.id('comment ' || p.name || ' ' || d.name), pg_temp.id('discussion ' || d.name), p.id, '{"type":"doc","content":[]}', 'Public comment', '<p>Public comment</p>'
from person p, unnest(array['clip course published', 'lesson, draft', 'clip course draft of a stranger']) as d (name);
insert into app_public.comments (id, discussion_id, user_id, body_delta, body_markdown, body_html, body_drawings)
values (pg_temp.id('comment deleted'), pg_temp.id('discussion clip course published'), pg_temp.id('learner'), '{"type":"doc","content":[{"type":"text","text":"Canary deleted"}]}', 'Canary deleted', '<p>Canary deleted</p>', '[[{"name":"Canary deleted"}]]');
update app_public.comments set deleted = true where id = pg_temp.id('comment deleted');
insert into app_public.comments (id, discussion_id, user_id, body_delta, body_markdown, body_html)
values (pg_temp.id('comment hidden'), pg_temp.id('discussion clip course published'), pg_temp.id('stranger'), '{"type":"doc","content":[{"type":"text","text":"Canary hidden"}]}', 'Canary hidden', '<p>Canary hidden</p>');
update app_public.comments set hidden_at = now() where id = pg_temp.id('comment hidden');
insert into app_public.comment_reports (comment_id, user_id, reason) select pg_temp.id('comment hidden'), id, 'SPAM' from person where name <> 'other';
insert into app_public.comment_reports (comment_id, user_id, reason) values (pg_temp.id('comment learner clip course published'), pg_temp.id('other'), 'RUDE');
insert into app_public.discussion_follows (user_id, discussion_id) select id, pg_temp.id('discussion clip course published') from person;
insert into app_private.notice_mails (id, user_id, rhythm, key, ended_at) select pg_temp.id('mail ' || name), id, 'AT_ONCE', name, now() from person;
insert into app_public.notices (user_id, kind, discussion_id, comment_id, mail_id, is_waiting)
select p.id, 'REPLY', c.discussion_id, c.id, pg_temp.id('mail ' || p.name), false from person p, app_public.comments c
where c.id in (pg_temp.id('comment stranger clip course published'), pg_temp.id('comment deleted'), pg_temp.id('comment hidden'), pg_temp.id('comment stranger clip course draft of a stranger'));
insert into app_public.suspensions (user_id, ends_at) select id, now() - interval '1 day' from person;
insert into app_private.comment_spaminess (comment_id, rating) values (pg_temp.id('comment learner clip course published'), 0.5);
insert into app_public.comment_reactions (comment_id, user_id) select pg_temp.id('comment stranger clip course published'), id from person;
insert into app_public.attachments (id, owner_id, discussion_id, file, name, kind, content_type, byte_count)
select pg_temp.id('attachment ' || p.name || ' ' || a.name), p.id, case a.name when 'discussed' then pg_temp.id('discussion clip course published')
  when 'hidden' then pg_temp.id('discussion clip course draft of a stranger') end, p.name || '/' || a.name || '.png', 'Picture', 'IMAGE', 'image/png', 1
from person p, unnest(array['loose', 'discussed', 'hidden']) as a (name);
insert into app_private.attachment_uses (attachment_id, person_id) values (pg_temp.id('attachment learner loose'), pg_temp.id('learner'));
insert into app_private.unkept_files (file, user_id, due_at) values ('a/arriving', pg_temp.id('learner'), now() + interval '1 minute');
insert into app_private.upload_budgets (user_id) select id from person;
insert into app_private.user_quotas (user_id, kind, used) select id, 'uploads', 1 from person;

-- Videos: of each person for nothing in particular, and of the other learner for items of the author and of the stranger.
insert into app_public.videos (id, playback_id, owner_id, provider, video_url, name, byte_count)
select pg_temp.id('video ' || name), 'video-' || name, id, 'local', 'local:video-' || name, 'talk.mp4', 1 from person;
insert into app_public.videos (id, playback_id, owner_id, course_id, book_id, provider, video_url, name, byte_count)
select pg_temp.id('video ' || v.name), replace('video-' || v.name, ' ', '-'), pg_temp.id('other'), case when v.name like 'course %' then pg_temp.id(v.name) end,
  case when v.name like 'book %' then pg_temp.id(v.name) end, 'local', replace('local:video-' || v.name, ' ', '-'), 'talk.mp4', 1
from unnest(array['course published', 'book published', 'course draft of a stranger']) as v (name);
insert into app_public.video_captions (video_id, language, vtt, starts_at, ends_at, words)
select v.id, 'en', 'WEBVTT', '{0}', '{1}', '{Hi}' from app_public.videos v;
insert into app_private.unkept_videos (playback_id, provider) values ('video-gone', 'local');
insert into app_private.imports (user_id, name, status, report) select id, 'book.zip', 'ready', '{}' from person;
insert into app_private.book_exports (id, book_id, format, store, version, is_whole, cut, lesson_ids, block_counts)
values (pg_temp.id('export book published'), pg_temp.id('book published'), 'epub', 'a', md5('version'), true, md5('cut'), array[pg_temp.id('lesson book published')], '{3}');
insert into app_private.video_budgets (user_id) select id from person;

-- Reviews.
insert into app_public.testimonials (id, user_id, course_id, rating, quote_md)
select pg_temp.id('review ' || p.name || ' ' || s.name), p.id, pg_temp.id('course ' || s.name), 5, 'Good.' from person p, state s where s.name in ('published', 'draft of a stranger');
insert into app_public.testimonials (id, user_id, book_id, rating, quote_md)
select pg_temp.id('review book ' || name), pg_temp.id('stranger'), pg_temp.id('book ' || name), 5, 'Good.' from state;
insert into app_public.testimonials (id, user_id, course_id, rating, quote_md, hidden_at, hidden_reason)
select pg_temp.id('review hidden ' || p.name), p.id, pg_temp.id('course unlisted'), 1, 'Words of one''s own.', now(), 'Rude.' from person p;
insert into app_public.testimonials (id, slug, rating, quote_md) values (pg_temp.id('review of the house'), 'house', 5, 'Good.');
insert into app_public.surveys (id, user_id, course_id, scale_number)
select pg_temp.id('survey course ' || name), pg_temp.id('learner'), pg_temp.id('course ' || name), 5 from state;
insert into app_public.surveys (id, book_id, scale_number) select pg_temp.id('survey book ' || name), pg_temp.id('book ' || name), 5 from state;

-- Code of a repository in texts: changed, in an article and a lesson of each kind that differs in who writes it.
insert into app_public.remote_code_sources (id, article_id, lesson_id, block_id, owner, name, filepath, refname, oid, text, state, new_oid, new_text, new_start_line, new_end_line)
select pg_temp.id('code ' || t.name), case when t.name like 'article %' then pg_temp.id(t.name) end, case when t.name like 'lesson %' then pg_temp.id(t.name) end,
  'code1', 'acme', 'farm', 'src/farm.js', 'main', repeat('a', 40), 'let canary;', 'CHANGED', repeat('b', 40), 'let canaries;', 1, 1
from unnest(array['article published', 'article draft', 'article draft of a stranger', 'lesson course published', 'lesson book published',
  'lesson course draft of a stranger']) as t (name);
insert into app_private.remote_code_checks (source_id, check_at) select s.id, now() - interval '1 minute' from app_public.remote_code_sources s;

-- What the checks of exercises found, in texts of each kind that differs in who writes it.
insert into app_public.exercise_checks (id, article_id, lesson_id, exercise, position, code_hash, verdict, failed_tests, checked_at)
select pg_temp.id('exercise ' || t.name), case when t.name like 'article %' then pg_temp.id(t.name) end, case when t.name like 'lesson %' then pg_temp.id(t.name) end,
  'world', 1, repeat('a', 64), 'SOLUTION_FAILS', '{canary}', now()
from unnest(array['article published', 'article draft of a stranger', 'lesson course published', 'lesson book published',
  'lesson course draft of a stranger']) as t (name);
insert into app_private.exercise_check_turns (check_id, check_at, runner) select c.id, null, 'world' from app_public.exercise_checks c;

analyze;

-- The newsletter.
insert into app_private.newsletter_subscribers (email, list_id, tags, token_hash) values ('canary@example.com', 'list', '{subscriber}', sha256('canary-token'));
insert into app_private.sent_mails (address, subject) values ('canary@example.com', 'Hello');
insert into app_private.job_processes (id) values (7);
insert into app_private.job_runners (name, process_id) values ('pool-7', 7);
insert into app_private.mail_deliveries (key, sent_at) values ('mail-canary', now());
insert into auth.used_links (token_hash, user_id) select sha256('canary'), id from person where name = 'learner';
insert into auth.email_changes (user_id, new_email, old_token_hash, new_token_hash)
select id, 'learner-new@example.com', sha256('old'), sha256('new') from person where name = 'learner';
insert into auth.authenticators (user_id, secret) select id, sha256('one') || substr(sha256('two'), 1, 16) from person where name = 'learner';
insert into auth.recovery_codes (user_id, code_hash) select id, sha256('code') from person where name = 'learner';
insert into auth.passkeys (id, user_id, credential_id, public_key, name) select pg_temp.id('passkey'), id, 'key', sha256('key'), 'Phone' from person where name = 'learner';
insert into auth.claimed_roles (user_id, provider_id, role) select id, 'company', 'author' from person where name = 'author';
insert into auth.pending_sign_ins (token_hash, user_id) select sha256('pending'), id from person where name = 'learner';
insert into app_public.access_tokens (id, user_id, name, scope, ending) select pg_temp.id('token ' || name), id, 'Robot', 'READ', 'abcd' from person;
insert into auth.access_token_hashes (token_id, hash) select pg_temp.id('token ' || name), sha256(convert_to('token ' || name, 'UTF8')) from person where name = 'learner';

-- Pages of the owner: published terms, which everyone has accepted, a published privacy policy, which nobody has, and drafts.
insert into app_public.pages (id, slug, title, footer_order, published_version, published_at, required_version)
values (pg_temp.id('page terms'), 'terms', 'Terms', 1, 1, now(), 1), (pg_temp.id('page privacy'), 'privacy', 'Privacy Policy', 2, 1, now(), 1),
  (pg_temp.id('page draft'), 'contact', 'Contact', 3, null, null, null), (pg_temp.id('page spare'), 'spare', 'Spare', null, null, null, null);
insert into app_public.page_revisions (id, page_id, version, user_id, title, words_count, published_at)
values (pg_temp.id('revision page terms'), pg_temp.id('page terms'), 1, pg_temp.id('admin'), 'Terms', 2, now()),
  (pg_temp.id('revision page privacy'), pg_temp.id('page privacy'), 1, pg_temp.id('admin'), 'Privacy Policy', 2, now()),
  (pg_temp.id('revision page draft'), pg_temp.id('page draft'), 1, pg_temp.id('admin'), 'Contact', 2, null);
insert into app_private.page_revision_texts (revision_id, body_delta)
select pg_temp.id('revision page ' || n), '{"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Canary words"}]}]}' from unnest(array['terms', 'privacy', 'draft']) n;
insert into app_private.page_bodies (page_id, body_delta, block_markdown, block_text)
values (pg_temp.id('page terms'), '{"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Open words"}]}]}', '{Open words}', '{Open words}');
insert into app_public.page_acceptances (user_id, page_id, version, slug) select id, pg_temp.id('page terms'), 1, 'terms' from person;

-- The audit log.
insert into app_public.audit_log (id, user_id, user_name, action, subject_kind, subject_id, created_at)
values (pg_temp.id('line recent'), pg_temp.id('admin'), 'admin', 'person.suspend', 'person', pg_temp.id('learner'), now()),
  (pg_temp.id('line old'), pg_temp.id('admin'), 'admin', 'person.suspend', 'person', pg_temp.id('learner'), now() - interval '3 years');
-- A second administrator, so that the rows of the first may be taken away.
insert into auth."user" ("id", "name", "email", "emailVerified") values (pg_temp.id('deputy'), 'deputy', 'deputy@example.com', true);
update app_public.users set is_admin = true where username = 'deputy';
