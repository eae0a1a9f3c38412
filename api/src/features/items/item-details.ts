import { checkDependencies } from './check-dependencies.ts';
import { chosen, type Detail, flag, lines, media, number, pairs, permalink, slug, text, title, video } from './checked-values.ts';
import { faultOf } from './field-fault.ts';
import { addressLimits } from '../../rules/limits/address.ts';
import { clipLimits } from '../../rules/limits/clip.ts';
import { itemLimits } from '../../rules/limits/item.ts';

const shared: Readonly<Record<string, Detail>> = {
  title: { column: 'title', check: title },
  subtitle: { column: 'subtitle', check: text(itemLimits.subtitle) },
  slug: { column: 'slug', check: slug },
  permalink: { column: 'permalink', check: permalink },
  topic: { column: 'topic', check: chosen },
  description: { column: 'description', check: text(itemLimits.description) },
  summary: { column: 'summary', check: text(itemLimits.summary) },
  primaryDescriptionMarkdown: { column: 'primary_description_markdown', check: text(itemLimits.longDescription) },
  posterImageUrl: { column: 'poster_image_url', check: media },
  coverImageUrl: { column: 'cover_image_url', check: media },
  fullCoverImageUrl: { column: 'full_cover_image_url', check: media },
  heroVideoUrl: { column: 'hero_video_url', check: video },
  previewPdfUrl: { column: 'preview_pdf_url', check: media },
  isComingSoon: { column: 'is_coming_soon', check: flag },
  isEarlyAccess: { column: 'is_early_access', check: flag },
  isShownPublicly: { column: 'is_shown_publicly', check: flag },
  allowsOfflineVideos: { column: 'allows_offline_videos', check: flag },
  isBootcamp: { column: 'is_bootcamp', check: flag },
  isLiveWorkshop: { column: 'is_live_workshop', check: flag },
  numExercises: { column: 'num_exercises', check: number(0, 10_000, { isNullable: false }) },
  previewPercent: { column: 'preview_percent', check: number(0, 100) },
  pricingFeatures: { column: 'pricing_features', check: lines(30, 300) },
  syllabus: { column: 'syllabus', check: text(itemLimits.syllabus) },
  faq: { column: 'faq', check: pairs('question', 'answer', 4000) },
  resources: { column: 'resources', check: pairs('title', 'url', 2000) },
  dependencies: { column: 'dependencies', check: checkDependencies },
  lessonLanguage: {
    column: 'lesson_language',
    check: (input) => (input === null ? faultOf('FIELD_LANGUAGE_REQUIRED') : languageTag(input)),
  },
  marketingHeadline: { column: 'marketing_headline', check: text(itemLimits.marketingHeadline) },
  marketingCopyMarkdown: { column: 'marketing_copy_markdown', check: text(itemLimits.marketingCopy) },
  tags: { column: 'tags', check: lines(10, addressLimits.slug) },
};

const languageTag = text(40, { pattern: /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, reason: 'FIELD_LANGUAGE_INVALID' });

export const courseDetails: Readonly<Record<string, Detail>> = {
  ...shared,
  isFree: { column: 'is_free', check: flag },
  isMasterclass: { column: 'is_masterclass', check: flag },
  subscriptionRequired: { column: 'subscription_required', check: flag },
  archetype: {
    column: 'archetype',
    check: (input) =>
      typeof input === 'string' && /^[A-Z][A-Z_]{1,30}$/.test(input) && input !== 'BOOK'
        ? { value: input }
        : faultOf('FIELD_ARCHETYPE_INVALID'),
  },
};

export const bookDetails: Readonly<Record<string, Detail>> = { ...shared, isForSale: { column: 'is_for_sale', check: flag } };

/** Details of a lesson. Its text and its video have their own mutations. */
export const lessonDetails: Readonly<Record<string, Detail>> = {
  title: { column: 'title', check: title },
  slug: { column: 'slug', check: slug },
  description: { column: 'description', check: text(itemLimits.description) },
  role: { column: 'role', check: chosen },
  isFree: { column: 'is_free', check: flag },
  isAdvancedPackageLesson: { column: 'is_advanced_package_lesson', check: flag },
  repositoryPathname: {
    column: 'repository_pathname',
    check: text(itemLimits.repositoryPath, { pattern: /^(?:\/[A-Za-z0-9._~-]+)+$/, reason: 'FIELD_PATH_INVALID' }),
  },
};

export const clipDetails: Readonly<Record<string, Detail>> = {
  title: { column: 'title', check: title },
  description: { column: 'description', check: text(clipLimits.description) },
  isShort: { column: 'is_short', check: flag },
  videoUrl: { column: 'video_url', check: video },
  thumbnailSeconds: { column: 'thumbnail_seconds', check: number(0, 86_400, { isWhole: false, isNullable: false }) },
  durationSeconds: { column: 'duration_seconds', check: number(1, 86_400) },
  lessonId: { column: 'lesson_id', check: (input) => ({ value: input }) },
};
