import { accountFacts, accountLimits } from './account.ts';
import { addressFacts, addressLimits } from './address.ts';
import { certificateFacts, certificateLimits } from './certificate.ts';
import { clipFacts, clipLimits } from './clip.ts';
import { dailyFacts, dailyLimits } from './daily.ts';
import { discussionFacts, discussionLimits } from './discussion.ts';
import { exerciseCheckFacts, exerciseCheckLimits } from './exercise-check.ts';
import { itemFacts, itemLimits } from './item.ts';
import { learningPathFacts, learningPathLimits } from './learning-path.ts';
import { newsletterFacts, newsletterLimits } from './newsletter.ts';
import { noteFacts, noteLimits } from './note.ts';
import { pageSectionFacts, pageSectionLimits } from './page-section.ts';
import { planFacts, planLimits } from './plan.ts';
import { profileFacts, profileLimits } from './profile.ts';
import { progressFacts, progressLimits } from './progress.ts';
import { reviewFacts, reviewLimits } from './review.ts';
import { searchFacts, searchLimits } from './search.ts';
import { pageFacts, pageLimits } from './page.ts';
import { siteFacts, siteLimits } from './site.ts';
import { staffFacts, staffLimits } from './staff.ts';
import { textFacts, textLimits } from './text.ts';
import { uploadFacts, uploadLimits } from './upload.ts';
import { webhookFacts, webhookLimits } from './webhook.ts';
import type { LimitFact } from './limit-facts.ts';

/** The limits of a feature. */
type LimitGroup = {
  readonly name: string;
  readonly title: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, LimitFact>>;
};

/**
 * All lengths, counts and sizes that are checked in more than one place, by feature. Pages import only the numbers of one feature
 * (`limits/review`), without the facts. A test compares them with the database's catalog, and docs/limits.md is generated from them.
 */
export const allLimits: readonly LimitGroup[] = [
  { name: 'account', title: 'Accounts', limits: accountLimits, facts: accountFacts },
  { name: 'profile', title: 'Profiles', limits: profileLimits, facts: profileFacts },
  { name: 'address', title: 'URLs', limits: addressLimits, facts: addressFacts },
  { name: 'item', title: 'Courses, books and lessons', limits: itemLimits, facts: itemFacts },
  { name: 'text', title: 'Text of articles, lessons and chapters', limits: textLimits, facts: textFacts },
  { name: 'clip', title: 'Clips', limits: clipLimits, facts: clipFacts },
  { name: 'discussion', title: 'Discussions', limits: discussionLimits, facts: discussionFacts },
  { name: 'note', title: 'Notes and highlights', limits: noteLimits, facts: noteFacts },
  { name: 'review', title: 'Reviews', limits: reviewLimits, facts: reviewFacts },
  { name: 'search', title: 'Search and lists', limits: searchLimits, facts: searchFacts },
  { name: 'progress', title: 'Progress', limits: progressLimits, facts: progressFacts },
  { name: 'exercise-check', title: 'Checks of exercises', limits: exerciseCheckLimits, facts: exerciseCheckFacts },
  { name: 'certificate', title: 'Certificates', limits: certificateLimits, facts: certificateFacts },
  { name: 'learning-path', title: 'Learning paths', limits: learningPathLimits, facts: learningPathFacts },
  { name: 'plan', title: 'Plans and teams', limits: planLimits, facts: planFacts },
  { name: 'newsletter', title: 'Newsletter and home page', limits: newsletterLimits, facts: newsletterFacts },
  { name: 'page-section', title: 'Page sections', limits: pageSectionLimits, facts: pageSectionFacts },
  { name: 'site', title: 'Site settings', limits: siteLimits, facts: siteFacts },
  { name: 'page', title: 'Site pages', limits: pageLimits, facts: pageFacts },
  { name: 'upload', title: 'Images, videos and files', limits: uploadLimits, facts: uploadFacts },
  { name: 'staff', title: 'Administration and jobs', limits: staffLimits, facts: staffFacts },
  { name: 'webhook', title: 'Webhooks', limits: webhookLimits, facts: webhookFacts },
  { name: 'daily', title: 'User quotas', limits: dailyLimits, facts: dailyFacts },
];
