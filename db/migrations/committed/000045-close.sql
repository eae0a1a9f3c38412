--! Previous: sha1:7b4cc954773666cde84320c1a46a94cfb825f73b
--! Hash: sha1:3de6b1a54e54bb5da91d8c8aba4c82e2b3395d41

-- Administration: subscriptions are found, given and ended on a page of their own; they and the reviews are listed by time.
-- The tags of an item keep the order in which they were given.

create index on app_public.testimonials (created_at desc, id desc) where user_id is not null;
create or replace function app_public.review_list(is_hidden boolean default null, person text default null, before uuid default null) returns setof app_public.testimonials
language sql stable rows 50 as $$
  select t.* from app_public.testimonials t
  where (select app_public.is_admin()) and t.user_id is not null
    and (review_list.is_hidden is null or review_list.is_hidden = (t.hidden_at is not null))
    and (review_list.person is null or t.user_id = (select u.id from app_public.users u where u.username = lower(btrim(review_list.person, ' @'))))
    and (before is null or (t.created_at, t.id) < (select b.created_at, b.id from app_public.testimonials b where b.id = before))
  order by t.created_at desc, t.id desc
$$;

create index on app_public.subscriptions (created_at desc, id desc);
drop function app_public.subscription_list(text, boolean, uuid);
create function app_public.subscription_list(person text default null, plan_id uuid default null, status app_public.subscription_status default null, before uuid default null)
returns setof app_public.subscriptions
language sql stable rows 50 as $$
  select s.* from app_public.subscriptions s
  where (select app_public.is_admin())
    and (subscription_list.person is null or s.user_id = (select u.id from app_public.users u where u.username = lower(btrim(subscription_list.person, ' @'))))
    and (subscription_list.plan_id is null or s.plan_id = subscription_list.plan_id)
    and (subscription_list.status is null or s.status = subscription_list.status)
    and (before is null or (s.created_at, s.id) < (select b.created_at, b.id from app_public.subscriptions b where b.id = before))
  order by s.created_at desc, s.id desc
$$;
comment on function app_public.subscription_list(text, uuid, app_public.subscription_status, uuid) is
  'For staff: subscriptions, newest first; by username, plan and status. before is the id of the last of the page above. Empty for everybody else.';

create function app_public.give_subscription(username text, plan_id uuid, ends_at timestamptz default null) returns app_public.subscriptions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
  plan app_public.plans;
  given app_public.subscriptions;
begin
  perform app_private.require_admin();
  select u.* into person from app_public.users u where u.username = lower(btrim(give_subscription.username, ' @')) for no key update;
  if not found then raise exception 'username: there is no such person.' using errcode = 'NL404'; end if;
  select p.* into plan from app_public.plans p where p.id = give_subscription.plan_id;
  if not found then raise exception 'planId: there is no such plan.' using errcode = 'NL404'; end if;
  if give_subscription.ends_at <= now() then raise exception 'endsAt: expected a time ahead.' using errcode = 'NL400'; end if;
  if exists (select from app_public.subscriptions s where s.user_id = person.id and s.kind = plan.kind and s.status <> 'ENDED') then
    raise exception 'They have a subscription of this kind already.' using errcode = 'NL409';
  end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, seats, cancels_at_period_end, period_ends_at)
    values (person.id, plan.id, plan.kind, plan.min_seats, true, coalesce(give_subscription.ends_at, app_private.next_period(now(), plan.billing_interval)))
    returning * into given;
  perform app_private.audit('subscription.give', 'subscription', given.id, jsonb_build_object(
    'username', person.username, 'plan', plan.slug, 'endsAt', given.period_ends_at));
  return given;
end $$;
comment on function app_public.give_subscription(text, uuid, timestamptz) is
  'Gives somebody a subscription that nobody pays for, until endsAt or for one interval of its plan; a Team Package with its fewest seats. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for a kind that they have.';

create function app_public.end_subscription(subscription_id uuid) returns app_public.subscriptions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended app_public.subscriptions;
begin
  perform app_private.require_admin();
  select s.* into ended from app_public.subscriptions s where s.id = end_subscription.subscription_id and s.status <> 'ENDED' for update;
  if not found then raise exception 'There is no such subscription that runs.' using errcode = 'NL404'; end if;
  if ended.provider <> 'manual' then raise exception 'It is paid at Stripe: cancel it there.' using errcode = 'NL409'; end if;
  update app_public.subscriptions s set status = 'ENDED', ended_at = now() where s.id = ended.id returning s.* into ended;
  perform app_private.audit('subscription.end', 'subscription', ended.id, app_private.person_details(ended.user_id, jsonb_build_object(
    'plan', (select p.slug from app_public.plans p where p.id = ended.plan_id))));
  return ended;
end $$;
comment on function app_public.end_subscription(uuid) is
  'Ends a subscription that nobody pays for, at once, with what it gave. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT for one that is paid at Stripe.';

grant execute on function app_public.subscription_list(text, uuid, app_public.subscription_status, uuid), app_public.give_subscription(text, uuid, timestamptz),
  app_public.end_subscription(uuid) to newline_visitor;

-- As before, but for the order of the tags.
create or replace function app_private.update_item(course uuid, book uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  room text := case when book is null then '/courses/' else '/books/' end;
  kind text := case when book is null then 'courses' else 'books' end;
  was jsonb;
  entry jsonb;
  columns text;
  tag_ids uuid[];
  unknown text;
begin
  perform app_private.locked_item(course, book, patch ?| array['slug', 'permalink', 'preview_percent', 'is_free', 'is_for_sale', 'is_coming_soon',
    'is_early_access', 'is_shown_publicly', 'is_masterclass', 'is_bootcamp', 'is_live_workshop', 'subscription_required']);
  execute format('select to_jsonb(t) from app_public.%I t where t.id = $1', kind) into was using coalesce(course, book);
  entry := was || (patch - 'tags');
  if entry ->> 'slug' <> was ->> 'slug' then
    if not patch ? 'permalink' and was ->> 'permalink' = room || (was ->> 'slug') then
      entry := entry || jsonb_build_object('permalink', room || (entry ->> 'slug'));
    end if;
    execute format('select exists (select from app_public.%I t where t.slug = $1)', kind) into strict columns using entry ->> 'slug';
    if columns::boolean then raise exception 'slug: % is taken.', entry ->> 'slug' using errcode = 'NL409'; end if;
    if was ->> 'published_at' is not null or (was ->> 'is_coming_soon')::boolean then -- also where its page lives elsewhere, its lessons lived here
      insert into app_public.permalinks (path, course_id, book_id, is_current) values (room || (was ->> 'slug'), course, book, room || (was ->> 'slug') = was ->> 'permalink')
        on conflict do nothing;
    end if;
  end if;
  if entry ->> 'permalink' <> room || (entry ->> 'slug') and entry ->> 'permalink' !~ '^/[a-z0-9]+(-[a-z0-9]+)*$' then
    raise exception 'permalink: expected % or one part such as /a-title.', room || (entry ->> 'slug') using errcode = 'NL400';
  end if;
  if patch ? 'hero_video_url' then perform app_private.check_public_video(patch ->> 'hero_video_url', course, book, 'heroVideoUrl'); end if;
  if patch ? 'tags' then
    select array_agg(app_private.tag_id_of(n)), string_agg(n, ', ') filter (where app_private.tag_id_of(n) is null)
      into tag_ids, unknown from jsonb_array_elements_text(patch -> 'tags') n;
    if unknown is not null then raise exception 'tags: there is no tag %.', unknown using errcode = 'NL400'; end if;
    if coalesce(tag_ids, '{}') <> array(select g.tag_id from app_public.taggings g where g.course_id = course or g.book_id = book order by g.created_at, g.id) then
      delete from app_public.taggings g where g.course_id = course or g.book_id = book;
      insert into app_public.taggings (tag_id, course_id, book_id, created_at)
        select u.t, course, book, now() + min(u.n) * interval '1 microsecond' from unnest(tag_ids) with ordinality u (t, n) group by u.t order by min(u.n);
    end if;
  end if;
  select string_agg(format('%1$I = n.%1$I', c), ', ') into columns from unnest(array['title', 'subtitle', 'slug', 'permalink', 'topic', 'description', 'summary',
      'primary_description_markdown', 'poster_image_url', 'cover_image_url', 'full_cover_image_url', 'hero_video_url', 'preview_pdf_url', 'dependencies',
      'is_coming_soon', 'is_early_access', 'is_shown_publicly', 'is_bootcamp', 'is_live_workshop', 'num_exercises', 'preview_percent', 'pricing_features',
      'syllabus', 'faq', 'resources', 'lesson_language', 'marketing_headline', 'marketing_copy_markdown']
      || case when book is null then array['is_free', 'is_masterclass', 'subscription_required', 'archetype'] else array['is_for_sale'] end) c
    where entry -> c is distinct from was -> c;
  if columns is not null then
    execute format('update app_public.%1$I t set %2$s from jsonb_populate_record(null::app_public.%1$I, $1) n where t.id = $2', kind, columns)
      using entry, coalesce(course, book);
  end if;
exception when check_violation then
  get stacked diagnostics columns = constraint_name;
  if columns <> 'permalinks_reserved_check' then raise; end if;
  raise exception 'permalink: % is an address of the site itself.', entry ->> 'permalink' using errcode = 'NL400';
end $$;
