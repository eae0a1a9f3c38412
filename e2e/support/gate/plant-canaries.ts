import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteProcess } from '../site-process.ts';
import type { SiteRows } from '../site-rows.ts';

/**
 * The words behind the paywall, each in only one position, so that a word in a response identifies its source. None occurs anywhere else on
 * the site.
 */
export const canaries = {
  lessonText: 'quokkalesson',
  lessonCode: 'quokkacode',
  lessonRendering: 'quokkadrawing',
  lessonImage: 'quokkapicture',
  chapterText: 'quokkachapter',
  articleText: 'quokkaarticle',
  articleCode: 'quokkascript',
  selection: 'quokkaselection',
  selectionNode: 'quokkanode',
  transcript: 'quokkacue',
  video: 'quokkavideo',
  repository: 'signature=',
  draft: 'quokkadraft',
  articleDraft: 'quokkarevision',
} as const;

/** A word before the paywall in every planted text: finding it proves that the right content was requested. */
export const openWord = 'wombatopen';

export type Canary = keyof typeof canaries;

/** The locations of the canaries. */
export type Planted = {
  course: { slug: string };
  lesson: { id: string; slug: string };
  book: { slug: string };
  chapter: { id: string; slug: string };
  article: { id: string; slug: string };
  discussionId: string;
};

type Body = { document: object; ids: string[]; html: string[]; markdown: string[]; texts: string[]; renderings: unknown };

/** Returns a text of an open paragraph, the paywall, and after it the words as a paragraph, as code and as an image. */
function bodyOf(words: string, code: string, rendering: string, image: string): Body {
  const paragraph = (id: string, text: string) => ({ type: 'paragraph', attrs: { id }, content: [{ type: 'text', text }] });
  const src = `/media/a/${image}/full.webp`;
  const said = `Here is ${words} in a sentence.`;
  return {
    document: {
      type: 'doc',
      content: [
        paragraph('aaaaa', `Here is ${openWord} in a sentence.`),
        { type: 'paywallThreshold', attrs: { id: 'mmmmm' } },
        paragraph('zzzzz', said),
        { type: 'codeBlock', attrs: { uniqueId: 'ccccc', mode: 'ts' }, content: [{ type: 'text', text: `const ${code} = 1;` }] },
        { type: 'image', attrs: { uniqueId: 'ppppp', src, alt: `A picture of ${image}` } },
      ],
    },
    ids: ['aaaaa', 'mmmmm', 'zzzzz', 'ccccc', 'ppppp'],
    html: [
      `<p>Here is ${openWord} in a sentence.</p>`,
      '<hr>',
      `<p>${said}</p>`,
      `<pre><code>const ${code} = 1;</code></pre>`,
      `<img src="${src}" alt="">`,
    ],
    markdown: [`Here is ${openWord} in a sentence.`, '::paywall', said, `\`\`\`ts\nconst ${code} = 1;\n\`\`\``, `![](${src})`],
    texts: [`Here is ${openWord} in a sentence.`, '', said, `const ${code} = 1;`, ''],
    renderings: [null, null, null, [{ code: null, name: rendering }], null],
  };
}

/** Plants the canaries in a lesson and a chapter that Pro opens, and in an article for subscribers; the demo's author writes all three. */
export async function plantCanaries(site: SiteProcess, rows: SiteRows): Promise<Planted> {
  const only = async (sql: string, values: unknown[] = []) => {
    const [row] = await rows.run(sql, values);
    if (!row) throw new Error(`plantCanaries: expected a row of ${sql}`);
    return row as Record<string, string>;
  };
  const item = (kind: 'course' | 'book', slug: string) =>
    only(
      `select l.id, l.slug, i.id as item_id from app_public.${kind}_lessons p join app_public.lessons l on l.id = p.lesson_id join app_public.${kind}s i on i.id = p.${kind}_id
       where i.slug = $1 and not l.is_free and not l.is_advanced_package_lesson and l.role <> 'CHANGELOG' order by p.position limit 1`,
      [slug],
    );
  const course = { slug: 'types-that-tell-the-truth' };
  const book = { slug: 'postgres-slowly' };
  const lesson = await item('course', course.slug);
  const chapter = await item('book', book.slug);
  const article = await only(
    `select id, slug from app_public.articles where subscription_required and is_published and archived_at is null and published_at < now() order by slug limit 1`,
  );
  const save = async (what: 'lesson' | 'article', id: string | undefined, { document, ids, html, markdown, texts, renderings }: Body) => {
    await rows.run(`select app_private.save_${what}_body($1, $2, $3, $4, $5, $6, 1, $7, 1000)`, [
      id,
      JSON.stringify(document),
      ids,
      html,
      markdown,
      texts,
      JSON.stringify(renderings),
    ]);
  };
  await save('lesson', lesson['id'], bodyOf(canaries.lessonText, canaries.lessonCode, canaries.lessonRendering, canaries.lessonImage));
  await save('lesson', chapter['id'], bodyOf(canaries.chapterText, canaries.chapterText, canaries.chapterText, canaries.chapterText));
  await save('article', article['id'], bodyOf(canaries.articleText, canaries.articleCode, canaries.articleCode, canaries.articleText));
  // What their author is writing, in addition to what is published.
  for (const [add, id, canary] of [
    ['add_lesson_revision', lesson['id'], canaries.draft],
    ['add_revision', article['id'], canaries.articleDraft],
  ] as const) {
    const draft = bodyOf(canary, canary, canary, canary);
    const values = [id, canary, JSON.stringify(draft.document), draft.texts];
    await rows.run(`select app_private.${add}($1, $2, $3, $4, 1, null, null, null)`, values);
  }
  // A course with one text and one video: everything in it is found by its own words.
  await rows.run('delete from app_private.lesson_videos where lesson_id = $1', [lesson['id']]);
  await rows.run('insert into app_private.lesson_videos (lesson_id, video_url) values ($1, $2)', [lesson['id'], `local:${canaries.video}`]);
  await rows.run('update app_public.lessons set video_duration = 30 where id = $1', [lesson['id']]);
  await rows.run('insert into app_private.video_cues (video_url, position, starts_at, ends_at, words) values ($1, 0, 0, 2, $2)', [
    `local:${canaries.video}`,
    `Somebody says ${canaries.transcript} here.`,
  ]);
  const folder = join(site.dataDir, 'media/videos', canaries.video);
  await mkdir(folder, { recursive: true });
  for (const name of ['master.m3u8', 'captions.en.vtt', 'high-0.m4s', 'poster.webp'])
    await writeFile(join(folder, name), `the ${canaries.video} itself`);
  const discussion = await only('insert into app_public.discussions (lesson_id) values ($1) returning id', [lesson['id']]);
  await rows.run(
    `insert into app_public.discussion_selections (discussion_id, range_from, range_to, text, block_id, node, delta) values ($1, 1, 5, $2, 'zzzzz', $3, $4)`,
    [
      discussion['id'],
      canaries.selection,
      canaries.selectionNode,
      JSON.stringify({ type: 'doc', content: [{ type: 'text', text: canaries.selection }] }),
    ],
  );
  await rows.run(
    `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
     select $1, id, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Open to all"}]}]}', 'Open to all', '<p>Open to all</p>' from app_public.users where username = 'noor'`,
    [discussion['id']],
  );
  await rows.run(
    `insert into app_public.contributions (title, user_id, course_id, book_id, article_id)
     select 'AUTHOR', u.id, i.course_id, i.book_id, i.article_id from app_public.users u,
       (values ($1::uuid, null::uuid, null::uuid), (null, $2, null), (null, null, $3)) as i (course_id, book_id, article_id)
     where u.username = 'nadia' on conflict do nothing`,
    [lesson['item_id'], chapter['item_id'], article['id']],
  );
  await rows.run(
    `delete from app_public.entitlements e using app_public.users u where u.id = e.user_id and u.username in ('wren', 'marit')`,
  );
  // A user who bought another item.
  await rows.run(
    `insert into app_public.entitlements (user_id, kind, course_id, source) select u.id, 'COURSE', c.id, 'purchase:1' from app_public.users u, app_public.courses c
     where u.username = 'marit' and c.slug = 'rendering-without-regret'`,
  );
  return {
    course,
    lesson: { id: lesson['id'] ?? '', slug: lesson['slug'] ?? '' },
    book,
    chapter: { id: chapter['id'] ?? '', slug: chapter['slug'] ?? '' },
    article: { id: article['id'] ?? '', slug: article['slug'] ?? '' },
    discussionId: discussion['id'] ?? '',
  };
}
