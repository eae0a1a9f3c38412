/** The month, title and currency by which payments are added up, as app_private.title_sales has them. */
const saleKey = `date_trunc('month', p.paid_at at time zone 'UTC')::date as starts_on, coalesce(p.course_id, p.book_id, app_private.no_id()) as item_id,
  case when num_nonnulls(p.course_id, p.book_id) = 0 then p.name else '' end as name, p.currency, count(*) as units_count, sum(p.amount_cents) as amount_cents,
  sum(p.refunded_cents) as refunded_cents, sum(app_private.net_cents(p)) as net_cents`;

const isTitleSale = `p.provider <> 'manual' and p.subscription_id is null and p.provider_invoice_id is null`;

/** The rows that app_private.title_sales should have. */
export const titleSales = `select ${saleKey}, coalesce(sum(s.shares), 0) as shares_count, coalesce(sum(s.cents), 0) as share_cents
  from app_public.payments p left join (
    select s.payment_id, count(s.percent) as shares, sum(app_private.share_cents(s, p)) as cents
    from app_public.author_shares s join app_public.payments p on p.id = s.payment_id group by 1) s on s.payment_id = p.id
  where ${isTitleSale} group by 1, 2, 3, 4`;

/** The rows that app_private.author_sales should have. */
export const authorSales = `select coalesce(s.user_id, app_private.no_id()) as user_id, ${saleKey}, count(s.percent) as shares_count,
    coalesce(sum(app_private.share_cents(s, p)), 0) as share_cents
  from app_public.author_shares s join app_public.payments p on p.id = s.payment_id where ${isTitleSale} group by 1, 2, 3, 4, 5`;

/** The rows that app_private.item_learners should have. */
export const itemLearners = `select w.item_id, w.user_id, count(*) filter (where w.is_completion and l.role <> 'CHANGELOG') as completed_count,
    max(w.day) filter (where w.is_completion and l.role <> 'CHANGELOG') as completed_on, max(w.day) as active_on
  from app_private.lesson_work() w join app_public.lessons l on l.id = w.lesson_id group by 1, 2`;

/** The rows that app_private.lesson_days should have. */
export const lessonDays = `select u.lesson_id, t.day, sum(t.started) as started_count, sum(t.completed) as completed_count from (
    select w.lesson_id, w.user_id, max(w.day) as last_day, max(w.day) filter (where w.is_completion) as completed_on from app_private.lesson_work() w group by 1, 2) u
  cross join lateral (values (u.last_day, 1, 0), (u.completed_on, 0, 1)) t (day, started, completed) where t.day is not null group by 1, 2`;

/** Returns every counter that differs from what it counts, in the whole database. */
export const wrongCounters = `
  select * from (
    select 'courses.lessons_count' as counter, c.id::text, c.lessons_count as is, (select count(*) from app_public.lessons l where l.course_id = c.id and l.role <> 'CHANGELOG') as should_be from app_public.courses c
    union all select 'books.lessons_count', b.id::text, b.lessons_count, (select count(*) from app_public.lessons l where l.book_id = b.id and l.role <> 'CHANGELOG') from app_public.books b
    union all select 'courses.students_count', c.id::text, c.students_count, (select count(*) from app_public.enrollments e where e.course_id = c.id) from app_public.courses c
    union all select 'books.students_count', b.id::text, b.students_count, (select count(*) from app_public.enrollments e where e.book_id = b.id) from app_public.books b
    union all select 'courses.reviews_count', c.id::text, c.reviews_count, (select count(*) from app_public.testimonials t where t.course_id = c.id and t.hidden_at is null) from app_public.courses c
    union all select 'books.reviews_count', b.id::text, b.reviews_count, (select count(*) from app_public.testimonials t where t.book_id = b.id and t.hidden_at is null) from app_public.books b
    union all select 'courses.rating_count', c.id::text, c.rating_count, (select count(*) from app_public.testimonials t where t.course_id = c.id and t.hidden_at is null) + (select count(*) from app_public.surveys s where s.course_id = c.id) from app_public.courses c
    union all select 'courses.rating_sum', c.id::text, c.rating_sum, (select coalesce(sum(rating), 0) from app_public.testimonials t where t.course_id = c.id and t.hidden_at is null) + (select coalesce(sum(scale_number), 0) from app_public.surveys s where s.course_id = c.id) from app_public.courses c
    union all select 'books.rating_count', b.id::text, b.rating_count, (select count(*) from app_public.testimonials t where t.book_id = b.id and t.hidden_at is null) + (select count(*) from app_public.surveys s where s.book_id = b.id) from app_public.books b
    union all select 'books.rating_sum', b.id::text, b.rating_sum, (select coalesce(sum(rating), 0) from app_public.testimonials t where t.book_id = b.id and t.hidden_at is null) + (select coalesce(sum(scale_number), 0) from app_public.surveys s where s.book_id = b.id) from app_public.books b
    union all select 'course_lessons.progress_count', p.id::text, p.progress_count, (select count(*) from app_public.user_progresses u where u.course_lesson_id = p.id) from app_public.course_lessons p
    union all select 'book_lessons.progress_count', p.id::text, p.progress_count, (select count(*) from app_public.user_progresses u where u.book_lesson_id = p.id) from app_public.book_lessons p
    union all select 'clips.likes_count', k.id::text, k.likes_count, (select count(*) from app_public.clip_likes l where l.clip_id = k.id and l.enabled) from app_public.clips k
    union all select 'clips.shares_count', k.id::text, k.shares_count, (select count(*) from app_public.clip_shares s where s.clip_id = k.id and s.enabled) from app_public.clips k
    union all select 'clips.comments_count', k.id::text, k.comments_count, (select count(*) from app_public.comments c join app_public.discussions d on d.id = c.discussion_id where d.clip_id = k.id and not c.deleted and c.hidden_at is null) from app_public.clips k
    union all select 'discussions.comments_count', d.id::text, d.comments_count, (select count(*) from app_public.comments c where c.discussion_id = d.id and not c.deleted and c.hidden_at is null) from app_public.discussions d
    union all select 'comments.replies_count', c.id::text, c.replies_count, (select count(*) from app_public.comments r where r.discussion_id = c.discussion_id and r.parent_id = c.id and (not r.deleted and r.hidden_at is null or r.replies_count > 0)) from app_public.comments c
    union all select 'comments.reactions_count', c.id::text, c.reactions_count, (select count(*) from app_public.comment_reactions r where r.comment_id = c.id) from app_public.comments c
    union all select 'comments.positive_reactions_count', c.id::text, c.positive_reactions_count, (select count(*) from app_public.comment_reactions r where r.comment_id = c.id and r.kind <> 'CONFUSED') from app_public.comments c
    union all select 'teams.seats_taken', t.id::text, t.seats_taken, (select count(*) from app_public.team_members m where m.team_id = t.id) + (select count(*) from app_public.team_invitations i where i.team_id = t.id and i.status = 'OPEN') from app_public.teams t
    union all select 'revenue_days', coalesce(d.day::text || d.currency, p.day::text || p.currency), coalesce(d.payments_count, 0), coalesce(p.payments_count, 0)
      from app_private.revenue_days d full join (select (paid_at at time zone 'UTC')::date as day, currency, count(*) as payments_count, sum(amount_cents) as amount_cents,
        coalesce(sum(tax_cents), 0) as tax_cents, sum(refunded_cents) as refunded_cents from app_public.payments where provider <> 'manual' group by 1, 2) p using (day, currency)
      where (d.payments_count, d.amount_cents, d.tax_cents, d.refunded_cents) is distinct from (p.payments_count, p.amount_cents, p.tax_cents, p.refunded_cents)
        and (d.payments_count <> 0 or p.payments_count is not null)
    union all select 'learners', coalesce(l.user_id, e.user_id)::text, coalesce(l.enrollments_count, 0), coalesce(e.count, 0)
      from app_private.learners l full join (select user_id, count(*) from app_public.enrollments group by 1) e using (user_id)
    union all select 'totals', t.name, t.amount, (select count(*) from app_private.learners) from app_private.totals t where t.name = 'learners'
    union all select 'title_sales', coalesce(t.item_id, p.item_id)::text, coalesce(t.units_count, 0), coalesce(p.units_count, 0)
      from app_private.title_sales t full join (${titleSales}) p using (starts_on, item_id, name, currency)
      where (t.units_count, t.amount_cents, t.refunded_cents, t.net_cents, t.shares_count, t.share_cents)
        is distinct from (p.units_count, p.amount_cents, p.refunded_cents, p.net_cents, p.shares_count, p.share_cents)
    union all select 'author_sales', coalesce(a.user_id, p.user_id)::text, coalesce(a.units_count, 0), coalesce(p.units_count, 0)
      from app_private.author_sales a full join (${authorSales}) p using (user_id, starts_on, item_id, name, currency)
      where (a.units_count, a.amount_cents, a.refunded_cents, a.net_cents, a.shares_count, a.share_cents)
        is distinct from (p.units_count, p.amount_cents, p.refunded_cents, p.net_cents, p.shares_count, p.share_cents)
    union all select 'item_learners', coalesce(r.item_id, w.item_id)::text, coalesce(r.completed_count, 0), coalesce(w.completed_count, 0)
      from app_private.item_learners r full join (${itemLearners}) w using (item_id, user_id)
      where (r.completed_count, r.completed_on, r.active_on) is distinct from (w.completed_count, w.completed_on, w.active_on)
    union all select 'lesson_days', coalesce(d.lesson_id, w.lesson_id)::text, coalesce(d.started_count, 0), coalesce(w.started_count, 0)
      from app_private.lesson_days d full join (${lessonDays}) w using (lesson_id, day)
      where (d.started_count, d.completed_count) is distinct from (w.started_count, w.completed_count)
  ) counters where "is" <> should_be or counter in ('revenue_days', 'title_sales', 'author_sales', 'item_learners', 'lesson_days')`;
