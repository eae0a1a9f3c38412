--! Previous: sha1:7d58c7bdf3babb7fdfb42be485e08e02c3ea167f
--! Hash: sha1:b5ae2fcec1eff6f6e1ac6313ca21a43d6a736045

-- The Pro section of the home page counts only the titles that Pro includes. It used to count those that are sold separately, too.
create function app_public.titles_in_pro() returns int language sql stable as $$
  select ((select count(*) from app_public.courses c where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly
      and not (c.is_masterclass or c.is_bootcamp or c.is_live_workshop))
    + (select count(*) from app_public.books b where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly
      and not (b.is_bootcamp or b.is_live_workshop)))::int
$$;
comment on function app_public.titles_in_pro() is
  'The number of published and listed courses and books that Pro includes: all except masterclasses, bootcamps and workshops.';
grant execute on function app_public.titles_in_pro() to newline_visitor;

create or replace function app_public.counted_facts() returns setof app_public.fact_count
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.fact, app_private.count_fact(f.fact) from unnest(enum_range(null::app_public.counted_fact)) f (fact)
  where app_public.is_admin() or exists (select from app_public.page_layouts l where l.page = 'HOME'
    and jsonb_path_exists(l.sections, '$[*] ? (@.kind == "HEADLINE").content.facts[*] ? (@ == $fact)', jsonb_build_object('fact', f.fact)))
$$;
