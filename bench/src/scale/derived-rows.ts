import { authorSales, itemLearners, lessonDays, titleSales } from '../../../db/tests/wrong-counters.ts';

/** The lexemes of words that contain no technical terms, as `app_private.search_vector` returns them, in two thirds of its time. */
const vectorOf = (words: string) =>
  `(to_tsvector('app_private.words', ${words}) || to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', app_private.split_names(${words})))))`;

/**
 * What triggers would have written, in statements over all rows: the entries of the search, permalinks, access, shares of authors, and the
 * visibility of clips. Only new rows have none yet.
 */
export const derivedRows: readonly string[] = [
  ...(
    [
      ['COURSE', 'course_id', 'courses', 'title,subtitle,summary'],
      ['BOOK', 'book_id', 'books', 'title,subtitle,summary'],
      ['ARTICLE', 'article_id', 'articles', 'title,summary,description'],
      ['LESSON', 'lesson_id', 'lessons', 'title,description'],
      ['CLIP', 'clip_id', 'clips', 'title,description'],
      ['PERSON', 'user_id', 'users', 'name,username'],
    ] as const
  ).map(
    ([kind, reference, table, columns]) => `
      insert into app_private.search_entries (kind, ${reference}, words, vector)
      select '${kind}', t.id, t.words, setweight(${vectorOf("split_part(t.words, ' · ', 1)")}, 'A') || setweight(${vectorOf('t.words')}, 'B')
      from (select id, concat_ws(' · ', ${columns
        .split(',')
        .map((column) => `nullif(${column}, '')`)
        .join(', ')}) as words from app_public.${table}) t
      where t.words <> '' and not exists (select from app_private.search_entries e where e.${reference} = t.id and e.kind = '${kind}')`,
  ),
  ...(['lesson', 'article'] as const).map(
    (owner) => `
      insert into app_private.search_entries (kind, ${owner}_id, place, block_id, words, vector)
      select 'TEXT', b.${owner}_id, t.place, t.id, t.words, ${vectorOf('t.words')}
      from app_private.${owner}_bodies b, unnest(b.block_ids, b.block_text) with ordinality as t (id, words, place)
      where t.words <> '' and not exists (select from app_private.search_entries e where e.${owner}_id = b.${owner}_id and e.kind in ('TEXT', 'CODE'))`,
  ),
  `insert into app_private.search_entries (kind, comment_id, words, vector)
    select 'COMMENT', c.id, c.body_markdown, ${vectorOf('c.body_markdown')}
    from app_public.comments c
    where not c.deleted and c.body_markdown <> '' and not exists (select from app_private.search_entries e where e.comment_id = c.id)`,
  `insert into app_private.search_words (word)
    select distinct w.word from app_private.search_entries e, unnest(tsvector_to_array(e.vector)) as w (word)
    where length(w.word) between 3 and 40 and w.word !~ '^[0-9~]' on conflict do nothing`,
  ...(['course', 'book', 'article'] as const).map(
    (kind) => `
      insert into app_public.permalinks (path, ${kind}_id) select i.permalink, i.id from app_public.${kind}s i
      where not exists (select from app_public.permalinks p where p.path = i.permalink)`,
  ),
  `insert into app_private.hidden_comment_bodies (comment_id, body_delta, body_markdown, body_html)
    select c.id, '{"type": "doc", "content": []}', 'Buy this now.', '<p>Buy this now.</p>' from app_public.comments c
    where c.hidden_at is not null on conflict do nothing`,
  `insert into app_public.team_members (team_id, user_id, created_at)
    select t.id, t.owner_id, t.created_at from app_public.teams t
    where not exists (select from app_public.team_members m where m.user_id = t.owner_id)`,
  `insert into app_public.entitlements (user_id, kind, course_id, book_id, starts_at, ends_at, source)
    select user_id, kind, course_id, book_id, least(since, until - interval '1 microsecond'), until, source from (
      select p.user_id, (case when p.course_id is not null then 'COURSE' else 'BOOK' end)::app_public.entitlement_kind as kind, p.course_id, p.book_id,
        p.created_at as since, least(p.refunded_at, p.disputed_at) as until, 'purchase:' || p.id as source from app_public.purchases p
      union all select s.user_id, 'PRO', null, null, s.created_at, app_private.paid_until(s), 'subscription:' || s.id
        from app_public.subscriptions s where s.kind = 'PRO'
      union all select m.user_id, 'PRO', null, null, m.created_at, app_private.paid_until(s), 'seat:' || m.id
        from app_public.team_members m join app_public.teams t on t.id = m.team_id join app_public.subscriptions s on s.id = t.subscription_id) given
    where not exists (select from app_public.entitlements e where e.source = given.source)`,
  `insert into app_public.enrollments (user_id, course_id, book_id, created_at, last_accessed_at)
    select p.user_id, p.course_id, p.book_id, min(p.created_at), min(p.created_at) from app_public.purchases p group by 1, 2, 3 on conflict do nothing`,
  `insert into app_public.author_shares (payment_id, user_id, percent, authors_count)
    select p.id, c.user_id, app_private.author_percent(p.course_id, p.book_id), (count(*) over (partition by p.id))::int
    from app_public.payments p join app_public.contributions c on c.title = 'AUTHOR' and (c.course_id = p.course_id or c.book_id = p.book_id)
    where not exists (select from app_public.author_shares s where s.payment_id = p.id)`,
  ...(['course', 'book'] as const).map(
    (kind) => `
      update app_public.clips k set is_listed = i.is_shown_publicly,
        visible_from = app_private.visible_from(i.archived_at, i.is_coming_soon, i.is_published, i.published_at)
      from app_public.${kind}s i where i.id = k.${kind}_id and k.video_url like 'local:scale-%'`,
  ),
];

/** Sets a counter of a table to what it counts, for rows of which it isn't right yet. */
function countInto(table: string, counter: string, counted: string): string {
  return `update app_public.${table} t set ${counter} = n.count from (${counted}) n (id, count) where n.id = t.id and t.${counter} <> n.count`;
}

const isShown = 'not c.deleted and c.hidden_at is null';

/** The counters, in an order in which each only needs those before it. */
export const counters: readonly string[] = [
  ...(['course', 'book'] as const).flatMap((kind) => [
    countInto(`${kind}s`, 'lessons_count', `select ${kind}_id, count(*) from app_public.lessons where role <> 'CHANGELOG' group by 1`),
    countInto(`${kind}s`, 'students_count', `select ${kind}_id, count(*) from app_public.enrollments group by 1`),
    countInto(`${kind}s`, 'reviews_count', `select ${kind}_id, count(*) from app_public.testimonials where hidden_at is null group by 1`),
    ...(
      [
        ['rating_count', 'count(*)'],
        ['rating_sum', 'sum(rating)'],
      ] as const
    ).map(([counter, total]) =>
      countInto(
        `${kind}s`,
        counter,
        `select ${kind}_id, ${total} from (select ${kind}_id, rating from app_public.testimonials where hidden_at is null
         union all select ${kind}_id, scale_number from app_public.surveys) r group by 1`,
      ),
    ),
    countInto(`${kind}_lessons`, 'progress_count', `select ${kind}_lesson_id, count(*) from app_public.user_progresses group by 1`),
  ]),
  countInto('clips', 'likes_count', 'select clip_id, count(*) from app_public.clip_likes where enabled group by 1'),
  countInto('clips', 'shares_count', 'select clip_id, count(*) from app_public.clip_shares where enabled group by 1'),
  countInto(
    'clips',
    'comments_count',
    `select d.clip_id, count(*) from app_public.comments c join app_public.discussions d on d.id = c.discussion_id where ${isShown} group by 1`,
  ),
  countInto('discussions', 'comments_count', `select c.discussion_id, count(*) from app_public.comments c where ${isShown} group by 1`),
  `update app_public.discussions d set last_comment_at = n.at from (select discussion_id, max(created_at) as at from app_public.comments group by 1) n
    where n.discussion_id = d.id and d.last_comment_at is distinct from n.at`,
  // A comment that is no longer shown counts as long as a reply to it is shown, so the deepest are counted first.
  ...Array.from({ length: 5 }, () =>
    countInto(
      'comments',
      'replies_count',
      `select c.parent_id, count(*) from app_public.comments c where c.parent_id is not null and (${isShown} or c.replies_count > 0) group by 1`,
    ),
  ),
  `update app_public.comments t set reactions_count = n.count, positive_reactions_count = n.positive
    from (select comment_id, count(*) as count, count(*) filter (where kind <> 'CONFUSED') as positive from app_public.comment_reactions group by 1) n
    where n.comment_id = t.id and (t.reactions_count, t.positive_reactions_count) is distinct from (n.count, n.positive)`,
  'delete from app_private.revenue_days',
  `insert into app_private.revenue_days (day, currency, payments_count, amount_cents, tax_cents, refunded_cents)
    select (paid_at at time zone 'UTC')::date, currency, count(*), sum(amount_cents), coalesce(sum(tax_cents), 0), sum(refunded_cents)
    from app_public.payments where provider <> 'manual' group by 1, 2`,
  'delete from app_private.title_sales',
  `insert into app_private.title_sales (starts_on, item_id, name, currency, units_count, amount_cents, refunded_cents, net_cents, shares_count, share_cents)
    ${titleSales}`,
  'delete from app_private.author_sales',
  `insert into app_private.author_sales (user_id, starts_on, item_id, name, currency, units_count, amount_cents, refunded_cents, net_cents, shares_count,
    share_cents) ${authorSales}`,
  'delete from app_private.learners',
  'insert into app_private.learners (user_id, enrollments_count) select user_id, count(*) from app_public.enrollments group by 1',
  `update app_private.totals set amount = (select count(*) from app_private.learners) where name = 'learners'`,
  'delete from app_private.item_learners',
  `insert into app_private.item_learners (item_id, user_id, completed_count, completed_on, active_on) ${itemLearners}`,
  'delete from app_private.lesson_days',
  `insert into app_private.lesson_days (lesson_id, day, started_count, completed_count) ${lessonDays}`,
  countInto('teams', 'seats_taken', 'select team_id, count(*) from app_public.team_members group by 1'),
];

/** Whether questions are waiting, which looks each discussion's comments up by index. */
export const answered = `update app_public.discussions d set is_answered = true where app_private.is_answered(d.id) and not d.is_answered`;
