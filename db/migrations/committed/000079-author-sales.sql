--! Previous: sha1:2c5f9fd82f818a6ee367c5a218f3d9f0f78f9bf2
--! Hash: sha1:2c415d5ea6d5da313e5e695c260eacc543b8cd99

-- What authors see of the sales of their titles, and their share. The share in a sale is stored when it's paid, so later changes of the
-- percentage or the authors don't change it.

create table app_public.author_share_rules (
  id uuid primary key default app_public.new_id(),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  percent int not null check (percent between 0 and 100),
  updated_at timestamptz not null default now(),
  constraint author_share_rules_item_check check (num_nonnulls(course_id, book_id) <= 1),
  constraint author_share_rules_item_key unique nulls not distinct (course_id, book_id)
);
comment on table app_public.author_share_rules is
  E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe authors'' share of new sales: of one title, or of all titles without their own. Visible to administrators.';
comment on column app_public.author_share_rules.course_id is 'The course; null for a book, and for all titles.';
comment on column app_public.author_share_rules.book_id is 'The book; null for a course, and for all titles.';
comment on column app_public.author_share_rules.percent is 'The percentage of the net amount that the authors of a title get together.';
comment on column app_public.author_share_rules.updated_at is 'When it was last changed.';
comment on constraint author_share_rules_course_id_fkey on app_public.author_share_rules is E'@fieldName course\n@behavior -connection -list -manyToMany';
comment on constraint author_share_rules_book_id_fkey on app_public.author_share_rules is E'@fieldName book\n@behavior -connection -list -manyToMany';
comment on constraint author_share_rules_item_key on app_public.author_share_rules is '@behavior -single';
create index author_share_rules_book_id_idx on app_public.author_share_rules (book_id);
call app_private.secure_table('app_public.author_share_rules');
create policy select_admin on app_public.author_share_rules for select to newline_admin using (true);
grant select on app_public.author_share_rules to newline_visitor;
create trigger touch before update on app_public.author_share_rules for each row execute function app_private.touch_updated_at();

create table app_public.author_shares (
  id uuid primary key default app_public.new_id(),
  payment_id uuid not null references app_public.payments on delete cascade,
  user_id uuid references app_public.users on delete set null,
  percent int check (percent between 0 and 100),
  authors_count int not null check (authors_count >= 1),
  constraint author_shares_payment_user_key unique (payment_id, user_id)
);
comment on table app_public.author_shares is E'@behavior -*\nThe share of an author in a payment for a title, as it was agreed at that time. Visible to the author and administrators.';
comment on column app_public.author_shares.percent is 'The percentage for all authors of the title together; null if none was set yet.';
comment on column app_public.author_shares.authors_count is 'The number of authors who divide it equally.';
create index author_shares_user_id_idx on app_public.author_shares (user_id);
call app_private.secure_table('app_public.author_shares');
create policy select_own on app_public.author_shares for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.author_shares for select to newline_admin using (true);
grant select on app_public.author_shares to newline_visitor;

create function app_private.author_percent(course uuid, book uuid) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.percent from app_public.author_share_rules r
  where r.course_id = course or r.book_id = book or num_nonnulls(r.course_id, r.book_id) = 0
  order by num_nonnulls(r.course_id, r.book_id) desc limit 1
$$;
comment on function app_private.author_percent(uuid, uuid) is 'The percentage that the authors of a title get together; null if none is set. Not granted.';

create function app_private.record_author_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_public.author_shares (payment_id, user_id, percent, authors_count)
    select new.id, c.user_id, app_private.author_percent(new.course_id, new.book_id), (count(*) over ())::int
    from app_public.contributions c where c.title = 'AUTHOR' and (c.course_id = new.course_id or c.book_id = new.book_id);
  return null;
end $$;
comment on function app_private.record_author_shares() is 'Trigger: stores the share of each author in a payment for their title. Editors have none.';
create trigger record_author_shares after insert on app_public.payments for each row
  when (new.course_id is not null or new.book_id is not null) execute function app_private.record_author_shares();

-- What was sold before there were shares counts for the authors of today.
insert into app_public.author_shares (payment_id, user_id, authors_count)
  select p.id, c.user_id, (count(*) over (partition by p.id))::int from app_public.payments p
  join app_public.contributions c on c.title = 'AUTHOR' and (c.course_id = p.course_id or c.book_id = p.book_id);

create function app_public.set_author_share(percent int default null, course_slug text default null, book_slug text default null)
returns app_public.author_share_rules
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := (select c.id from app_public.courses c where c.slug = set_author_share.course_slug);
  book uuid := (select b.id from app_public.books b where b.slug = set_author_share.book_slug);
  rule app_public.author_share_rules;
begin
  perform app_private.require_admin();
  if num_nonnulls(set_author_share.course_slug, set_author_share.book_slug) > 1 then raise exception 'AUTHOR_SHARE_INVALID' using errcode = 'NL400'; end if;
  if num_nonnulls(course, book) is distinct from num_nonnulls(set_author_share.course_slug, set_author_share.book_slug) then
    raise exception 'ITEM_SLUG_NOT_FOUND' using errcode = 'NL404';
  end if;
  if set_author_share.percent is null and num_nonnulls(course, book) = 1 then
    delete from app_public.author_share_rules r where r.course_id = course or r.book_id = book;
    if not found then raise exception 'AUTHOR_SHARE_NOT_FOUND' using errcode = 'NL404'; end if;
  elsif (set_author_share.percent between 0 and 100) is not true then
    raise exception 'AUTHOR_SHARE_INVALID' using errcode = 'NL400';
  else
    insert into app_public.author_share_rules as r (course_id, book_id, percent) values (course, book, set_author_share.percent)
      on conflict (course_id, book_id) do update set percent = excluded.percent returning * into rule;
    update app_public.author_shares s set percent = app_private.author_percent(p.course_id, p.book_id)
      from app_public.payments p where p.id = s.payment_id and s.percent is null and app_private.author_percent(p.course_id, p.book_id) is not null;
  end if;
  perform app_private.audit('share.set', case when course is not null then 'course' when book is not null then 'book' else 'site' end, coalesce(course, book), jsonb_strip_nulls(jsonb_build_object('percent', set_author_share.percent,
    'title', coalesce((select c.title from app_public.courses c where c.id = course), (select b.title from app_public.books b where b.id = book)))));
  return rule;
end $$;
comment on function app_public.set_author_share(int, text, text) is
  'Sets the percentage of the net amount that the authors of a title get, or of all titles without their own. A title without percent uses that of all titles again. Earlier sales keep their share; those without one get it. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.set_author_share(int, text, text) to newline_visitor;

create function app_public.author_share_rule_list() returns setof app_public.author_share_rules
language sql stable rows 50 as $$
  select r.* from app_public.author_share_rules r left join app_public.courses c on c.id = r.course_id left join app_public.books b on b.id = r.book_id
  where (select app_public.is_admin())
  order by num_nonnulls(r.course_id, r.book_id), lower(coalesce(c.title, b.title)), r.id
$$;
comment on function app_public.author_share_rule_list() is
  'For administrators: the authors'' shares of new sales, that of all titles first and then those of single titles. Empty for everyone else.';
grant execute on function app_public.author_share_rule_list() to newline_visitor;

-- Sales by title and month. Only what a provider charged counts; months are those of UTC.
create function app_private.net_cents(payment app_public.payments) returns int
language sql immutable as $$
  select case when payment.amount_cents = 0 then 0 else payment.amount_cents - payment.refunded_cents
    - round(coalesce(payment.tax_cents, 0)::numeric * (payment.amount_cents - payment.refunded_cents) / payment.amount_cents)::int end
$$;
comment on function app_private.net_cents(app_public.payments) is 'What is left of a payment without refunds and without the tax on the rest, in cents. Not granted.';

create function app_private.share_cents(author_share app_public.author_shares, payment app_public.payments) returns bigint
language sql immutable as $$
  select app_private.net_cents(payment)::bigint * author_share.percent / (100 * author_share.authors_count)
$$;
comment on function app_private.share_cents(app_public.author_shares, app_public.payments) is
  'The share of an author in a payment, in whole cents, rounded down; null if no percentage was set. Not granted.';

create type app_public.sales_line as (
  starts_on date, course_id uuid, book_id uuid, title text, currency app_public.currency, units_count int,
  gross_cents bigint, refunded_cents bigint, tax_cents bigint, net_cents bigint, share_cents bigint
);
comment on type app_public.sales_line is 'The sales of a title in a month and one currency.';
comment on column app_public.sales_line.starts_on is 'The first day of the month, in UTC.';
comment on column app_public.sales_line.course_id is 'The course; null for a book, and for a deleted title.';
comment on column app_public.sales_line.book_id is 'The book; null for a course, and for a deleted title.';
comment on column app_public.sales_line.title is 'Its title.';
comment on column app_public.sales_line.currency is 'The currency of the amounts.';
comment on column app_public.sales_line.units_count is 'The number of sales, including those that were refunded.';
comment on column app_public.sales_line.gross_cents is 'What was paid, including tax, in cents.';
comment on column app_public.sales_line.refunded_cents is 'How much of it was refunded since, in cents.';
comment on column app_public.sales_line.tax_cents is 'The tax in what is left, in cents.';
comment on column app_public.sales_line.net_cents is 'What is left without refunds and tax, in cents.';
comment on column app_public.sales_line.share_cents is 'The share of the author, or of all authors, in cents; null if none was set.';

create type app_public.author_sales_line as (starts_on date, user_id uuid, name text, currency app_public.currency, units_count int, share_cents bigint);
comment on type app_public.author_sales_line is 'The share of an author in the sales of a month and one currency.';
comment on column app_public.author_sales_line.starts_on is 'The first day of the month, in UTC.';
comment on column app_public.author_sales_line.user_id is 'The author; null if the account was deleted.';
comment on column app_public.author_sales_line.name is 'The name of the author; null if the account was deleted.';
comment on column app_public.author_sales_line.currency is 'The currency of the amounts.';
comment on column app_public.author_sales_line.units_count is 'The number of sales of their titles.';
comment on column app_public.author_sales_line.share_cents is 'Their share in cents; null if none was set.';

create type app_public.title_share as (course_id uuid, book_id uuid, title text, percent int, authors_count int);
comment on type app_public.title_share is 'The author''s share of new sales of a title.';
comment on column app_public.title_share.course_id is 'The course; null for a book.';
comment on column app_public.title_share.book_id is 'The book; null for a course.';
comment on column app_public.title_share.title is 'Its title.';
comment on column app_public.title_share.percent is 'The percentage that its authors get together; null if none is set.';
comment on column app_public.title_share.authors_count is 'The number of its authors, who divide it equally.';

create type app_public.sales_list as (lines app_public.sales_line[], lines_count int, titles app_public.title_share[], authors app_public.author_sales_line[]);
comment on type app_public.sales_list is 'Sales of titles, newest month first.';
comment on column app_public.sales_list.lines is 'The newest 10,000.';
comment on column app_public.sales_list.lines_count is 'The number of lines.';
comment on column app_public.sales_list.titles is 'The titles of the author that can be bought, with the share of new sales; at most 200. Empty for the sales of the whole site.';
comment on column app_public.sales_list.authors is 'The shares by author, for the sales of the whole site; at most 10,000. Empty otherwise.';

create function app_public.own_sales(is_all_time boolean default false, is_everyones boolean default false) returns app_public.sales_list
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  is_all boolean := coalesce(own_sales.is_everyones, false);
  since timestamptz := case when own_sales.is_all_time then '-infinity' else (date_trunc('month', now() at time zone 'UTC') - interval '12 months') at time zone 'UTC' end;
  sales app_public.sales_list;
begin
  if is_all and app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  with shares as (
    select s.payment_id, sum(app_private.share_cents(s, p)) as cents
    from app_public.author_shares s join app_public.payments p on p.id = s.payment_id
    where (is_all or s.user_id = me) and p.provider <> 'manual' and p.paid_at >= since group by s.payment_id
  ), sold as (
    select date_trunc('month', p.paid_at at time zone 'UTC')::date as starts_on, p.course_id, p.book_id, coalesce(c.title, b.title, p.name) as title, p.currency,
      count(*)::int as units, sum(p.amount_cents)::bigint as gross, sum(p.refunded_cents)::bigint as refunded, sum(app_private.net_cents(p))::bigint as net,
      sum(s.cents)::bigint as share
    from app_public.payments p left join shares s on s.payment_id = p.id
      left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
    -- A payment for a title has no invoice, also when the title was deleted since.
    where (is_all or s.payment_id is not null) and p.provider <> 'manual' and p.paid_at >= since and p.subscription_id is null and p.provider_invoice_id is null
    group by 1, 2, 3, 4, 5
  ), newest as (select s.* from sold s order by s.starts_on desc, lower(s.title), s.currency, s.course_id, s.book_id limit 10000)
  select coalesce(array_agg((n.starts_on, n.course_id, n.book_id, n.title, n.currency, n.units, n.gross, n.refunded, n.gross - n.refunded - n.net, n.net, n.share)::app_public.sales_line
      order by n.starts_on desc, lower(n.title), n.currency, n.course_id, n.book_id), '{}'), (select count(*)::int from sold)
    into sales.lines, sales.lines_count from newest n;
  if is_all then
    sales.titles := '{}';
    select coalesce(array_agg(a.line), '{}') into sales.authors from (
      select (date_trunc('month', p.paid_at at time zone 'UTC')::date, s.user_id, (select app_public.users_display_name(u) from app_public.users u where u.id = s.user_id),
        p.currency, count(*)::int, sum(app_private.share_cents(s, p))::bigint)::app_public.author_sales_line as line
      from app_public.author_shares s join app_public.payments p on p.id = s.payment_id
      where p.provider <> 'manual' and p.paid_at >= since
      group by date_trunc('month', p.paid_at at time zone 'UTC'), s.user_id, p.currency
      order by date_trunc('month', p.paid_at at time zone 'UTC') desc, s.user_id, p.currency limit 10000) a;
  else
    sales.authors := '{}';
    select coalesce(array_agg(t.line), '{}') into sales.titles from (
      select (o.course_id, o.book_id, coalesce(c.title, b.title), app_private.author_percent(o.course_id, o.book_id),
        (select count(*)::int from app_public.contributions w where w.title = 'AUTHOR' and (w.course_id = o.course_id or w.book_id = o.book_id)))::app_public.title_share as line
      from app_public.contributions o left join app_public.courses c on c.id = o.course_id left join app_public.books b on b.id = o.book_id
      where o.user_id = me and o.title = 'AUTHOR'
        and exists (select from app_public.item_prices p where p.course_id = o.course_id or p.book_id = o.book_id)
      order by lower(coalesce(c.title, b.title)), o.id limit 200) t;
  end if;
  return sales;
end $$;
comment on function app_public.own_sales(boolean, boolean) is
  'The sales of titles in which the signed-in user has a share as an author, by title, month and currency: this month and the twelve before it, or all time. With isEveryones those of the whole site, for administrators. Pro subscriptions and access without payment don''t count. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.own_sales(boolean, boolean) to newline_visitor;
