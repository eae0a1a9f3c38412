import type { Visit } from './visits.ts';

/** How a user opens a dialog, a menu or a popover: the page, and what they press on it, in order. */
export type Opening = {
  /** The component that it's written in. */
  file: string;
  who: Visit['who'];
  /** A URL, or a kind of page as in visits.ts. */
  at: string;
  /** The names of buttons, links and menu items. */
  press: readonly (string | RegExp)[];
  /** Only a phone has it, or only a desktop does. */
  only?: 'phone' | 'desk';
};

const article = '/studio/articles/:id';
const course = '/studio/courses/:id';

/** Every dialog, menu and popover that pages of the demo have: every-dialog.spec.ts opens and checks each. */
export const openings: readonly Opening[] = [
  { file: 'web/app/shared/shell/header.tsx', who: 'visitor', at: '/pricing', press: ['Menu'], only: 'phone' },
  { file: 'web/app/shared/search/search-box.tsx', who: 'visitor', at: '/pricing', press: ['Search everything'] },
  { file: 'web/app/shared/login/login-dialog.tsx', who: 'visitor', at: '/clips', press: ['Like'] },
  { file: 'web/app/shared/learning-space/share-dialog.tsx', who: 'learner', at: '/clips', press: ['Share'] },
  { file: 'web/app/shared/discussions/discussions-panel.tsx', who: 'learner', at: '/clips', press: ['Comments'] },
  { file: 'web/app/shared/shell/account-menu.tsx', who: 'learner', at: '/library', press: [/^Account of/] },
  { file: 'web/app/shared/library/library-controls.tsx', who: 'learner', at: '/library', press: [/^Sort By/] },
  { file: 'web/app/shared/library/library-controls.tsx', who: 'learner', at: '/library', press: ['Add Filter'] },
  {
    file: 'web/app/shared/shortcuts/shortcuts-dialog.tsx',
    who: 'learner',
    at: '/courses/types-that-tell-the-truth/the-never-that-helps',
    press: [/^Keyboard shortcuts/],
  },
  { file: 'web/app/shared/reviews/rate-dialog.tsx', who: 'learner', at: '/courses/types-that-tell-the-truth', press: ['Rate this course'] },
  { file: 'web/app/shared/discussions/reaction-menu.tsx', who: 'learner', at: '/discussions/:id', press: ['React'] },
  { file: 'web/app/shared/discussions/comment-menu.tsx', who: 'learner', at: '/discussions/:id', press: ['More about this comment'] },
  {
    file: 'web/app/shared/discussions/question-dialogs.tsx',
    who: 'learner',
    at: '/discussions/:id',
    press: ['More about this comment', 'Report'],
  },
  { file: 'web/app/features/account/leave-section.tsx', who: 'learner', at: '/account', press: ['Delete account'] },
  { file: 'web/app/features/studio/begin-work.tsx', who: 'author', at: '/studio', press: ['New'] },
  { file: 'web/app/features/studio/begin-work.tsx', who: 'author', at: '/studio', press: ['New', 'Course'] },
  { file: 'web/app/features/studio/studio-menus.tsx', who: 'author', at: article, press: ['Preview'] },
  { file: 'web/app/features/studio/studio-menus.tsx', who: 'author', at: article, press: ['More'] },
  { file: 'web/app/features/studio/article-studio.tsx', who: 'author', at: article, press: ['More', 'Archive…'] },
  { file: 'web/app/features/studio/publish-dialog.tsx', who: 'author', at: article, press: [/^(Publish|Publish changes|Edit details)$/] },
  { file: 'web/app/features/studio-items/item-studio.tsx', who: 'author', at: course, press: ['Preview'] },
  { file: 'web/app/features/studio-items/item-studio.tsx', who: 'author', at: course, press: ['More', 'Archive…'] },
  { file: 'web/app/features/studio-items/publish-item-dialog.tsx', who: 'author', at: course, press: [/^(Publish|Early access)…$/] },
  { file: 'web/app/features/studio-items/outline-lesson.tsx', who: 'author', at: course, press: [/^More actions for “/] },
  {
    file: 'web/app/features/studio-items/lesson-settings.tsx',
    who: 'author',
    at: course,
    press: [/^More actions for “/, 'URL and access…'],
  },
  { file: 'web/app/features/studio-items/outline-editor.tsx', who: 'author', at: course, press: [/^More actions for the section/] },
  {
    file: 'web/app/features/studio-items/outline-editor.tsx',
    who: 'author',
    at: course,
    press: [/^More actions for the section/, 'Delete…'],
  },
  { file: 'web/app/features/studio-items/people-part.tsx', who: 'author', at: `${course}?show=people`, press: [/^Remove /] },
  { file: 'web/app/features/studio-items/clip-page.tsx', who: 'author', at: '/studio/clips/:id', press: [/^Delete… /] },
  { file: 'web/app/features/studio-paths/path-editor.tsx', who: 'author', at: '/studio/paths/:id', press: [/^Unpublish “/] },
  { file: 'web/app/features/studio-paths/path-editor.tsx', who: 'author', at: '/studio/paths/:id', press: [/^Delete “/] },
  { file: 'web/app/shared/video-field/video-field.tsx', who: 'author', at: '/studio/clips/:id', press: ['Remove the video'] },
  { file: 'web/app/features/admin/subscriptions-page.tsx', who: 'admin', at: '/admin/subscriptions', press: [/^End subscription of/] },
  { file: 'web/app/features/admin/grants-page.tsx', who: 'admin', at: '/admin/grants', press: [/^End access to/] },
  { file: 'web/app/features/admin/plans-page.tsx', who: 'admin', at: '/admin/plans', press: ['Retire newline Pro'] },
  { file: 'web/app/features/admin/reviews-page.tsx', who: 'admin', at: '/admin/reviews', press: [/^Hide the review of/] },
  { file: 'web/app/features/admin/person-page.tsx', who: 'admin', at: '/admin/people/:id', press: [/^Add administrator role/] },
  { file: 'web/app/features/admin/delete-person-dialog.tsx', who: 'admin', at: '/admin/people/:id', press: [/^Delete account of/] },
  { file: 'web/app/features/admin/suspend-form.tsx', who: 'admin', at: '/admin/people/:id', press: [/^Suspend /] },
  { file: 'web/app/features/studio/page-studio.tsx', who: 'admin', at: '/admin/pages/:id', press: ['More', 'Unpublish…'] },
];

/**
 * Components whose dialog needs content that a test of its own creates, and the specs that open it.
 */
export const openedElsewhere: Readonly<Record<string, string>> = {
  'editor/src/menus/keyboard-help.tsx': 'editor-menus.spec.ts',
  'web/app/features/account-security/connections-section.tsx': 'sign-in-alone.spec.ts',
  'web/app/features/account-security/passkeys-section.tsx': 'account-security.spec.ts',
  'web/app/features/account-security/tokens-page.tsx': 'access-tokens.spec.ts',
  'web/app/features/admin/administrator-security-page.tsx': 'sign-in-alone.spec.ts',
  'web/app/features/admin/author-shares-page.tsx': 'rare-questions.spec.ts',
  'web/app/features/admin/certificates-page.tsx': 'certificates.spec.ts',
  'web/app/features/admin/coupons-page.tsx': 'plans.spec.ts',
  'web/app/features/admin/jobs-page.tsx': 'rare-questions.spec.ts',
  'web/app/features/admin/newsletter-page.tsx': 'admin.spec.ts',
  'web/app/features/admin/pages-page.tsx': 'rare-questions.spec.ts',
  'web/app/features/admin/person-tokens.tsx': 'rare-questions.spec.ts',
  'web/app/features/admin/redirects-page.tsx': 'redirects-alone.spec.ts',
  'web/app/features/admin/refund-form.tsx': 'plans.spec.ts',
  'web/app/features/admin/second-step-of-person.tsx': 'sign-in-alone.spec.ts',
  'web/app/features/admin/tags-page.tsx': 'tags-alone.spec.ts',
  'web/app/features/admin/webhook-page.tsx': 'webhooks-alone.spec.ts',
  'web/app/features/certificates/own-certificates.tsx': 'certificates.spec.ts',
  'web/app/features/item/claim-certificate-dialog.tsx': 'certificates.spec.ts',
  'web/app/features/moderation/moderation-page.tsx': 'admin.spec.ts',
  'web/app/features/offline/offline-page.tsx': 'offline.spec.ts',
  'web/app/features/plans/owned-team-view.tsx': 'plans.spec.ts',
  'web/app/features/site-settings/tag-page.tsx': 'tags-alone.spec.ts',
  'web/app/features/studio/choice-dialogs.tsx': 'studio.spec.ts',
  'web/app/features/studio/lesson-publish-dialog.tsx': 'studio-lessons.spec.ts',
  'web/app/features/studio/page-publish-dialog.tsx': 'own-site-alone.spec.ts',
  'web/app/shared/discussions/follow-dialog.tsx': 'notifications.spec.ts',
  'web/app/shared/notes/note-form.tsx': 'notes.spec.ts',
  'web/app/shared/notes/note-panel.tsx': 'notes.spec.ts',
  'web/app/shared/outbox/outbox-list.tsx': 'offline-outbox.spec.ts',
  'web/app/shared/video-field/captions-editor.tsx': 'rare-questions.spec.ts',
};
