import { rendererVersion } from '@newline/api/features/rendering/create-renderer';
import { idOf, pick, pickPopular, sentenceOf, share } from './seeded.ts';
import { type Table, type Value, tableOf } from './table.ts';
import type { World } from './world.ts';
import { lessonsEach } from './world.ts';

/** The deepest level of replies. */
const DEEPEST = 4;

/** Discussions of lessons, articles and clips with their comments, and what users do with them. */
export function discussionTables(world: World): Table[] {
  const { counts, daysAgo } = world;
  const lessons = counts.titles * lessonsEach;
  const list = function* <Row>(count: number, row: (n: number) => Row): Generator<Row> {
    for (let n = 0; n < Math.max(1, Math.round(count)); n += 1) yield row(n);
  };
  const startOf = (discussion: number) => daysAgo(900 * (1 - discussion / counts.discussions));
  /** Every pair of a row and a user once, because a user does something with a row only once. */
  const pairs = (seed: number, count: number, rows: number, of: (row: number, user: number, n: number) => readonly Value[]) =>
    list(Math.min(count, rows * Math.floor(counts.users / 2)), (n) => {
      const times = Math.floor(n / rows);
      return of(n % rows, (pick(seed, n % rows, counts.users) + times * 2) % counts.users, n);
    });
  return [
    tableOf('app_public.discussions', 'id lesson_id article_id clip_id created_at updated_at', () =>
      list(counts.discussions, (n) => {
        // The long one is about the first lesson of the demo author's most popular title, and so are many others.
        const at = startOf(n);
        const kind = n < 2 ? 0 : n % 5;
        const lesson = n === 0 ? 0 : pickPopular(41, n, lessons);
        return [
          ...[idOf('discussion', n), kind < 3 ? idOf('lesson', lesson) : null],
          ...[kind === 3 ? idOf('article', pickPopular(42, n, counts.articles)) : null],
          ...[kind === 4 ? idOf('clip', pickPopular(43, n, counts.clips)) : null, at, at],
        ];
      }),
    ),
    tableOf(
      'app_public.comments',
      'id discussion_id user_id parent_id body_delta body_markdown body_html drawn_by deleted deleted_at hidden_at noted_at created_at updated_at',
      () => commentRows(world, startOf),
    ),
    tableOf('app_public.comment_reactions', 'id comment_id user_id kind', () =>
      pairs(44, counts.comments / 2, counts.comments, (row, user, n) => [
        ...[idOf('reaction', n), idOf('comment', row), world.userId(user), n % 9 === 0 ? 'CONFUSED' : 'THANKS'],
      ]),
    ),
    tableOf('app_public.comment_reports', 'id comment_id user_id reason decided_at created_at', () =>
      list(counts.comments / 300, (n) => [
        ...[idOf('report', n), idOf('comment', 1 + ((n * 151) % (counts.comments - 1))), world.userId(n % counts.users)],
        ...[n % 3 === 0 ? 'SPAM' : 'RUDE', n % 10 === 0 ? null : daysAgo(1), daysAgo(n % 300)],
      ]),
    ),
    tableOf('app_public.notices', 'id user_id kind discussion_id comment_id actor_id read_at is_waiting created_at', () =>
      notificationRows(world),
    ),
    tableOf('app_public.discussion_follows', 'user_id discussion_id is_followed', () =>
      pairs(45, counts.discussions * 2, counts.discussions, (row, user) => [world.userId(user), idOf('discussion', row), true]),
    ),
    ...(
      [
        ['like', 50],
        ['bookmark', 10],
        ['share', 5],
      ] as const
    ).map(([kind, each], at) =>
      tableOf(`app_public.clip_${kind}s`, 'id clip_id user_id enabled', () =>
        pairs(46 + at, counts.clips * each, counts.clips, (row, user, n) => [
          idOf(kind, n),
          idOf('clip', row),
          world.userId(user),
          n % 20 > 0,
        ]),
      ),
    ),
    tableOf('app_public.clip_views', 'clip_id user_id position_seconds', () =>
      pairs(49, counts.clips * 30, counts.clips, (row, user, n) => [idOf('clip', row), world.userId(user), n % 30]),
    ),
    tableOf(
      'app_public.attachments',
      'id owner_id file name kind content_type width height byte_count image_url created_at loose_since',
      () =>
        list(counts.users / 4, (n) => [
          ...[
            idOf('attachment', n),
            world.userId(pickPopular(50, n, counts.users)),
            `scale/${n}.webp`,
            `image-${n}.webp`,
            'IMAGE',
            'image/webp',
          ],
          ...[800, 600, 40_000, `/media/scale/${n}.webp`, daysAgo(n % 900), null],
        ]),
    ),
  ];
}

function* commentRows(world: World, startOf: (discussion: number) => Date): Generator<readonly Value[]> {
  const { counts } = world;
  let n = 0;
  for (let discussion = 0; discussion < counts.discussions; discussion += 1) {
    const depths: number[] = [];
    const first = n;
    const count = world.commentsOf(discussion);
    const start = startOf(discussion).getTime();
    const stepMs = (world.now.getTime() - start) / (count + 1) / 3;
    for (let at = 0; at < count; at += 1, n += 1) {
      const answered = at > 0 && share(51, n) < 0.5 ? pick(52, n, at) : null;
      const depth = answered === null ? 0 : (depths[answered] ?? 0) + 1;
      const isReply = answered !== null && depth <= DEEPEST;
      depths.push(isReply ? depth : 0);
      const isDeleted = n % 50 === 49;
      const isHidden = n % 500 === 250;
      const text = isDeleted || isHidden ? null : sentenceOf(53, n, 8 + pick(54, n, 20));
      const moment = new Date(start + at * stepMs);
      yield [
        idOf('comment', n),
        idOf('discussion', discussion),
        // The demo's author answers, and the demo's learner asks; the first users write most.
        n % 97 === 0 ? world.existing.authorId : world.userId(pickPopular(55, n, counts.users)),
        isReply ? idOf('comment', first + (answered ?? 0)) : null,
        text === null
          ? null
          : { json: { type: 'doc', attrs: { version: 1 }, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] } },
        text,
        text === null ? null : `<p>${text}</p>`,
        // Nothing in it needs rendering. Otherwise, the job would go through all of them while pages are measured.
        rendererVersion,
        isDeleted,
        isDeleted ? moment : null,
        isHidden ? moment : null,
        moment,
        moment,
        moment,
      ];
    }
  }
}

function* notificationRows(world: World): Generator<readonly Value[]> {
  const { counts } = world;
  let [n, comment] = [0, 0];
  for (let discussion = 0; discussion < counts.discussions; discussion += 1) {
    for (let at = 0; at < world.commentsOf(discussion); at += 1, comment += 1) {
      if (comment % 5 > 2) continue;
      const reader = comment % 300 === 0 ? 0 : pickPopular(56, comment, counts.users);
      const created = world.daysAgo(90 * (1 - comment / counts.comments));
      yield [
        ...[idOf('notice', n), world.userId(reader), 'REPLY', idOf('discussion', discussion), idOf('comment', comment)],
        ...[world.userId(world.someUser(57, comment)), comment % 4 === 0 ? null : created, false, created],
      ];
      n += 1;
    }
  }
}
