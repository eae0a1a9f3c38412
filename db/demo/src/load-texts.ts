import { deriveBlocks } from '@newline/document/derive-blocks';
import type { DocumentNode } from '@newline/document/document-node';
import { demoId } from './demo-id.ts';
import { lastChangeDaysAgo, tagId } from './load-catalog.ts';
import { insertRows, itemColumns, lessonId, type LoadContext, requireVideo, type Row, userId, videoUrl } from './load-context.ts';
import { type DemoArticle, type DemoItem, mediaPath } from './read-content.ts';
import { readDocument } from './read-document.ts';

/** The documents of lessons and articles by their ids, to which selections and progress refer. */
export type DemoTexts = ReadonlyMap<string, DocumentNode>;

/** Loads sections, lessons and articles with their texts and videos. */
export async function loadTexts(context: LoadContext): Promise<DemoTexts> {
  const { content } = context;
  const lessons = content.items.flatMap((item) => item.lessons.map((lesson, index) => ({ item, lesson, index })));
  await insertRows(
    context,
    'app_public.course_sections',
    content.items.flatMap((item) =>
      item.sections.map((title, index) => ({
        id: demoId('section', `${item.key} ${title}`),
        ...itemColumns(item.key),
        title,
        position: index + 1,
      })),
    ),
  );
  await insertRows(
    context,
    'app_public.lessons',
    lessons.map(({ item, lesson }) => lessonRow(context, item, lesson)),
  );
  for (const kind of ['course', 'book'] as const) {
    await insertRows(
      context,
      `app_public.${kind}_lessons`,
      lessons
        .filter(({ item }) => item.kind === kind)
        .map(({ item, lesson, index }) => ({
          id: placeId(item.key, lesson.slug),
          [`${kind}_id`]: demoId(kind, item.key),
          lesson_id: lessonId(item.key, lesson.slug),
          course_section_id: sectionId(item, lesson),
          position: index + 1,
        })),
    );
  }
  await insertRows(
    context,
    'app_private.lesson_videos',
    lessons.flatMap(({ item, lesson }) => {
      const address = videoUrl(context, lesson.video, lesson.file);
      return address === null ? [] : [{ lesson_id: lessonId(item.key, lesson.slug), video_url: address }];
    }),
  );
  await loadArticles(context);

  const lessonTexts = lessons.map(({ item, lesson }): [string, DocumentNode] => [
    lessonId(item.key, lesson.slug),
    readDocument(lesson.body, 'lesson', lesson.file),
  ]);
  const articleTexts = content.articles.map((article): [string, DocumentNode] => [
    articleId(article.slug),
    readDocument(article.body, 'article', article.file),
  ]);
  await saveBodies(context, 'lesson', lessonTexts);
  await saveBodies(context, 'article', articleTexts);
  return new Map([...lessonTexts, ...articleTexts]);
}

/** Returns the id of an article, by its slug. */
export function articleId(slug: string): string {
  return demoId('article', slug);
}

/** Returns the id of a lesson's position in its course or book. */
export function placeId(itemKey: string, slug: string): string {
  return demoId('place', `${itemKey}/${slug}`);
}

function sectionId(item: DemoItem, lesson: DemoItem['lessons'][number]): string | null {
  if (lesson.section === null) return null;
  if (!item.sections.includes(lesson.section)) {
    throw new Error(`db/demo: ${lesson.file}: section: expected one of ${item.sections.join(', ')}, got ${lesson.section}`);
  }
  return demoId('section', `${item.key} ${lesson.section}`);
}

function lessonRow({ content, daysAgo }: LoadContext, item: DemoItem, lesson: DemoItem['lessons'][number]): Row {
  return {
    id: lessonId(item.key, lesson.slug),
    ...itemColumns(item.key),
    title: lesson.title,
    slug: lesson.slug,
    description: lesson.description,
    role: lesson.role,
    video_duration: lesson.video === null ? null : Math.round(requireVideo(content, lesson.video, lesson.file).durationSeconds),
    is_free: lesson.isFree,
    is_advanced_package_lesson: lesson.isAdvancedPackageLesson,
    created_at: daysAgo(item.createdDaysAgo),
    updated_at: daysAgo(lastChangeDaysAgo(item)),
  };
}

async function loadArticles(context: LoadContext): Promise<void> {
  const { articles, tags } = context.content;
  const topics = new Set(tags.categories.map(({ slug }) => slug));
  const topicOf = (article: DemoArticle) => article.tags.find((slug) => topics.has(slug)) ?? 'engineering';
  await insertRows(
    context,
    'app_public.articles',
    articles.map((article) => ({
      id: articleId(article.slug),
      title: article.title,
      slug: article.slug,
      canonical_url: article.canonicalUrl,
      description: article.description,
      summary: article.summary,
      main_image_url: mediaPath(`covers/articles/${article.slug}.svg`),
      topic: topicOf(article).toUpperCase(),
      subscription_required: article.subscriptionRequired,
      preview_percent: article.previewPercent,
      is_published: article.publishedDaysAgo !== null,
      published_at: article.publishedDaysAgo === null ? null : context.daysAgo(article.publishedDaysAgo),
      created_at: context.daysAgo(article.createdDaysAgo),
      updated_at: context.daysAgo(lastChangeDaysAgo(article)),
    })),
  );
  await insertRows(
    context,
    'app_public.contributions',
    articles.map(({ slug, author }) => ({
      id: demoId('contribution', `articles/${slug} ${author}`),
      title: 'AUTHOR',
      user_id: userId(author),
      article_id: articleId(slug),
      position: 0,
    })),
  );
  await insertRows(
    context,
    'app_public.taggings',
    articles.flatMap((article) =>
      article.tags.map((slug) => ({
        id: demoId('tagging', `articles/${article.slug} ${slug}`),
        tag_id: tagId(slug),
        article_id: articleId(article.slug),
      })),
    ),
  );
}

async function saveBodies(
  { client, siteOrigin }: LoadContext,
  kind: 'lesson' | 'article',
  texts: readonly [string, DocumentNode][],
): Promise<void> {
  const bodies = texts.map(([id, body]) => {
    const { ids, html, markdown, text, freeBlocks } = deriveBlocks(body, { siteOrigin });
    return { id, body, ids, html, markdown, text, free: freeBlocks };
  });
  await client.query(
    `select app_private.save_${kind}_body(b.id, b.body, b.ids, b.html, b.markdown, b.text, b.free)
     from jsonb_to_recordset($1) as b (id uuid, body jsonb, ids text[], html text[], markdown text[], text text[], free int)`,
    [JSON.stringify(bodies)],
  );
}
