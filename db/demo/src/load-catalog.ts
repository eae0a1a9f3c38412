import { demoId } from './demo-id.ts';
import { insertRows, itemColumns, type LoadContext, type Row, userId, videoUrl } from './load-context.ts';
import { type DemoItem, mediaPath } from './read-content.ts';

/** The id of a tag, by its slug. */
export const tagId = (slug: string) => demoId('tag', slug);

/** Loads tags, logos, courses, books and their contributors, and the paths of authors' pages. */
export async function loadCatalog(context: LoadContext): Promise<void> {
  const { content } = context;
  const categories = content.tags.categories.map((tag) => ({ ...tag, icon: null, isCategory: true }));
  const technologies = content.tags.technologies.map((tag) => ({ ...tag, isCategory: false }));
  await insertRows(
    context,
    'app_public.tags',
    [...categories, ...technologies].map(({ slug, name, icon, isCategory }, index) => ({
      id: tagId(slug),
      name,
      slug,
      is_category: isCategory,
      position: index + 1,
      icon,
    })),
  );
  await insertRows(context, 'app_public.logos', [
    ...content.logos.customers.map((logo, index) => logoRow(logo, index, false)),
    ...content.logos.students.map((logo, index) => logoRow(logo, index, true)),
  ]);
  await insertRows(
    context,
    'app_public.courses',
    content.items.filter(({ kind }) => kind === 'course').map((item) => courseRow(context, item)),
  );
  await insertRows(
    context,
    'app_public.books',
    content.items.filter(({ kind }) => kind === 'book').map((item) => bookRow(context, item)),
  );
  await insertRows(
    context,
    'app_public.contributions',
    content.items.flatMap((item) => [
      ...item.authors.map((username, index) => contributionRow(item.key, username, 'AUTHOR', index)),
      ...item.editors.map((username, index) => contributionRow(item.key, username, 'EDITOR', item.authors.length + index)),
    ]),
  );
  await insertRows(
    context,
    'app_public.taggings',
    content.items.flatMap((item) =>
      // In their given order: the first technology is the one shown on one-line cards.
      item.tags.map((slug, index) => ({
        id: demoId('tagging', `${item.key} ${slug}`),
        tag_id: tagId(slug),
        ...itemColumns(item.key),
        created_at: new Date(Date.parse(context.daysAgo(1)) + index).toISOString(),
      })),
    ),
  );
  await insertRows(
    context,
    'app_public.author_pages',
    content.authors.map(({ username, quoteMd }, index) => ({ user_id: userId(username), quote_md: quoteMd, position: index + 1 })),
  );
  await insertRows(
    context,
    'app_public.permalinks',
    content.authors.flatMap(({ username, path }) => (path === null ? [] : [{ path, user_id: userId(username) }])),
  );
}

function logoRow(logo: { slug: string; name: string }, index: number, isStudentLogo: boolean): Row {
  return {
    id: demoId('logo', logo.slug),
    name: logo.name,
    image_url: `/media/logos/${logo.slug}.svg`,
    is_student_logo: isStudentLogo,
    position: index + 1,
  };
}

function contributionRow(key: string, username: string, title: 'AUTHOR' | 'EDITOR', position: number): Row {
  return { id: demoId('contribution', `${key} ${username}`), title, user_id: userId(username), ...itemColumns(key), position };
}

function courseRow(context: LoadContext, item: DemoItem): Row {
  return {
    id: demoId('course', item.key),
    ...commonColumns(context, item),
    subscription_required: item.subscriptionRequired,
    is_free: item.isFree,
    is_masterclass: item.isMasterclass,
    archetype: item.archetype,
  };
}

function bookRow(context: LoadContext, item: DemoItem): Row {
  // A book is free if it isn't for sale.
  return { id: demoId('book', item.key), ...commonColumns(context, item), is_for_sale: !item.isFree };
}

function commonColumns(context: LoadContext, item: DemoItem): Row {
  const { daysAgo } = context;
  const pdf = item.previewPdfUrl?.replace(/^\/media\//, '');
  return {
    title: item.title,
    subtitle: item.subtitle,
    slug: item.slug,
    permalink: item.permalink,
    topic: item.topic.toUpperCase(),
    description: item.description,
    summary: item.summary,
    primary_description_markdown: item.body === '' ? null : item.body,
    poster_image_url: `/media/covers/${item.slug}.svg`,
    cover_image_url: `/media/covers/${item.slug}-wide.svg`,
    full_cover_image_url: `/media/covers/${item.slug}.svg`,
    hero_video_url: videoUrl(context, item.heroVideo, item.file),
    preview_pdf_url: pdf === undefined ? null : mediaPath(pdf),
    dependencies: item.dependencies,
    is_published: item.isPublished,
    is_coming_soon: item.isComingSoon,
    is_early_access: item.isEarlyAccess,
    is_shown_publicly: item.isShownPublicly,
    is_bootcamp: item.isBootcamp,
    is_live_workshop: item.isLiveWorkshop,
    published_at: item.publishedDaysAgo === null ? null : daysAgo(item.publishedDaysAgo),
    archived_at: item.isArchived ? daysAgo(item.updatedDaysAgo ?? 0) : null,
    num_exercises: item.numExercises,
    preview_percent: item.previewPercent,
    pricing_features: item.pricingFeatures,
    syllabus: item.syllabus.length === 0 ? null : bullets(item.syllabus),
    faq: item.faq,
    resources: item.resources,
    lesson_language: item.lessonLanguage,
    marketing_headline: item.marketing.headline,
    marketing_copy_markdown: marketingCopy(item.marketing),
    created_at: daysAgo(item.createdDaysAgo),
    updated_at: daysAgo(lastChangeDaysAgo(item)),
  };
}

/**
 * Returns the time of the last change: the given one, otherwise that of publication, otherwise (for a draft or a scheduled item) of its
 * creation.
 */
export function lastChangeDaysAgo(dates: {
  createdDaysAgo: number;
  publishedDaysAgo: number | null;
  updatedDaysAgo: number | null;
}): number {
  const isScheduled = (dates.publishedDaysAgo ?? 0) < 0;
  return dates.updatedDaysAgo ?? (isScheduled ? null : dates.publishedDaysAgo) ?? dates.createdDaysAgo;
}

function marketingCopy({ pitch, audience, outcomes }: DemoItem['marketing']): string {
  const parts = [
    pitch,
    ...(audience.length === 0 ? [] : ['## Who it is for', bullets(audience)]),
    ...(outcomes.length === 0 ? [] : ['## What you can do afterwards', bullets(outcomes)]),
  ];
  return parts.join('\n\n');
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
