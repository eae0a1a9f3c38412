import { idOf, pick, sentenceOf, wordCount, wordOf } from './seeded.ts';
import { type Table, type Value, tableOf } from './table.ts';
import { lessonsEach, titleColumns, type World } from './world.ts';

/** Paragraphs of each text. */
const BLOCKS = 8;

/** Titles with their lessons and texts, articles, clips, and who wrote them. */
export function catalogTables(world: World): Table[] {
  const { counts, daysAgo } = world;
  const list = function* <Row>(count: number, row: (n: number) => Row, isMeant: (n: number) => boolean = () => true): Generator<Row> {
    for (let n = 0; n < count; n += 1) if (isMeant(n)) yield row(n);
  };
  const lessons = counts.titles * lessonsEach;
  const titleOfLesson = (n: number) => Math.floor(n / lessonsEach);
  const nameOf = (what: string, n: number) => `${what} ${wordOf(pick(21, n, wordCount))} ${wordOf(pick(22, n, wordCount))} ${n}`;
  const item = (kind: 'course' | 'book', n: number): Value[] => {
    const at = daysAgo(1000 * (1 - n / counts.titles));
    const [isPublished, slug] = [world.isPublished(n), `scale-${kind}-${n}`];
    return [
      ...[world.titleId(n), nameOf(kind === 'course' ? 'Course' : 'Book', n), slug, `/${kind}s/${slug}`, sentenceOf(23, n, 15)],
      ...[isPublished, isPublished ? at : null, at, at],
    ];
  };
  const itemColumns = 'id title slug permalink summary is_published published_at created_at updated_at';
  const tags = world.existing.tagIds;
  const text = (id: string, n: number): Value[] => {
    const parts = Array.from({ length: BLOCKS }, (_, at) => sentenceOf(31 + at * 50, n * BLOCKS + at, 30));
    const ids = parts.map((_, at) => `s${at}`);
    const content = parts.map((part, at) => ({ type: 'paragraph', attrs: { id: ids[at] }, content: [{ type: 'text', text: part }] }));
    const html = parts.map((part) => `<p>${part}</p>`);
    return [id, { json: { type: 'doc', content } }, ids, html, parts, parts, parts.map(({ length }) => String(length))];
  };
  const textColumns = 'body_delta block_ids block_html block_markdown block_text block_lengths';
  return [
    tableOf('app_public.courses', itemColumns, () => list(counts.titles, (n) => item('course', n), world.isCourse)),
    tableOf('app_public.books', itemColumns, () =>
      list(
        counts.titles,
        (n) => item('book', n),
        (n) => !world.isCourse(n),
      ),
    ),
    tableOf('app_public.articles', 'id title slug summary is_published published_at created_at updated_at', () =>
      list(counts.articles, (n) => {
        const at = daysAgo(1000 * (1 - n / counts.articles));
        return [idOf('article', n), nameOf('Article', n), `scale-article-${n}`, sentenceOf(24, n, 15), n % 12 !== 11, at, at, at];
      }),
    ),
    tableOf('app_public.lessons', 'id course_id book_id title slug is_free video_duration', () =>
      list(lessons, (n) => [
        ...[idOf('lesson', n), ...titleColumns(world, titleOfLesson(n)), nameOf('Lesson', n), `lesson-${n % lessonsEach}`],
        ...[n % lessonsEach === 0, 300 + (n % 600)],
      ]),
    ),
    ...(['course', 'book'] as const).map((kind) =>
      tableOf(`app_public.${kind}_lessons`, `id ${kind}_id lesson_id position`, () =>
        list(
          lessons,
          (n) => [idOf('place', n), world.titleId(titleOfLesson(n)), idOf('lesson', n), 1 + (n % lessonsEach)],
          (n) => world.isCourse(titleOfLesson(n)) === (kind === 'course'),
        ),
      ),
    ),
    tableOf('app_private.lesson_bodies', `lesson_id ${textColumns}`, () => list(lessons, (n) => text(idOf('lesson', n), n))),
    tableOf('app_private.article_bodies', `article_id ${textColumns}`, () =>
      list(counts.articles, (n) => text(idOf('article', n), lessons + n)),
    ),
    ...(['lesson', 'article'] as const).flatMap((owner, at) => {
      const first = at * lessons;
      const count = owner === 'lesson' ? lessons : counts.articles;
      return [
        tableOf(`app_public.${owner}_revisions`, `id ${owner}_id version title words_count published_at created_at updated_at`, () =>
          list(count, (n) => {
            const moment = daysAgo(n % 900);
            return [idOf('revision', first + n), idOf(owner, n), 1, nameOf(owner, n), 240, moment, moment, moment];
          }),
        ),
        tableOf(`app_private.${owner}_revision_texts`, 'revision_id body_delta block_lengths', () =>
          list(count, (n) => {
            const [, body, , , , , lengths] = text(idOf(owner, n), first + n);
            return [idOf('revision', first + n), body ?? null, lengths ?? null];
          }),
        ),
      ];
    }),
    tableOf('app_public.contributions', 'id user_id course_id book_id article_id position', function* () {
      for (let title = 0; title < counts.titles; title += 1)
        for (const [position, n] of world.authorsOf(title).entries())
          yield [idOf('contribution', title * 2 + position), world.writerId(n), ...titleColumns(world, title), null, position];
      for (let n = 0; n < counts.articles; n += 1)
        yield [idOf('contribution', counts.titles * 2 + n), world.writerId(n % 100 === 0 ? 0 : n), null, null, idOf('article', n), 0];
    }),
    tableOf('app_public.taggings', 'id tag_id course_id book_id article_id', function* () {
      for (let n = 0; n < counts.titles; n += 1) yield [idOf('tagging', n), tags[n % tags.length] ?? '', ...titleColumns(world, n), null];
      for (let n = 0; n < counts.articles; n += 1)
        yield [idOf('tagging', counts.titles + n), tags[n % tags.length] ?? '', null, null, idOf('article', n)];
    }),
    tableOf('app_public.item_prices', 'id course_id book_id amount_cents currency', () =>
      list(counts.titles, (n) => [idOf('price', n), ...titleColumns(world, n), 3900 + (n % 5) * 1000, 'USD']),
    ),
    tableOf(
      'app_public.videos',
      'id playback_id owner_id provider video_url name byte_count status progress duration_seconds loose_since',
      () =>
        list(counts.clips, (n) => [
          ...[idOf('video', n), `scale-${n}`, world.writerId(world.authorsOf(n % counts.titles)[0] ?? 0), 'local', `local:scale-${n}`],
          ...[`clip-${n}.mp4`, 1_000_000, 'READY', 100, 40, null],
        ]),
    ),
    tableOf('app_public.clips', 'id title description is_short video_url duration_seconds course_id book_id created_at updated_at', () =>
      list(counts.clips, (n) => {
        const at = daysAgo(900 * (1 - n / counts.clips));
        return [
          ...[idOf('clip', n), nameOf('Clip', n), sentenceOf(25, n, 12), n % 3 > 0, `local:scale-${n}`, 30 + (n % 60)],
          ...[...titleColumns(world, n % counts.titles), at, at],
        ];
      }),
    ),
  ];
}
