import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'postgraphile/graphql';
import { idOf } from '../../../db/tests/permissions/world.ts';
import { usualBody, valuesByName, valuesByType } from './usual-values.ts';
import type { Operation } from './operations-of.ts';
import { usualSalesInput } from './usual-sales-input.ts';
import type { Who } from './walk-site.ts';

/** Users with whom an operation is tried until one of them may run it. */
export const doers: readonly Who[] = ['learner', 'author', 'admin'];

/** An input before it is converted to JSON. */
export type Input = Readonly<Record<string, unknown>>;

/** Returns an id of an existing row. */
const id = (name: string) => ({ id: idOf(name) });
const course = { bookId: null, courseId: idOf('course published') };
const book = { bookId: idOf('book published'), courseId: null };
const ofCourse = { ...course, lessonId: null, clipId: null, articleId: null };
const details = {
  canonicalUrl: 'https://example.com/a',
  mainImageUrl: 'https://example.com/a.png',
  coverImageUrl: 'https://example.com/a.png',
  fullCoverImageUrl: null,
  posterImageUrl: null,
  heroVideoUrl: null,
  previewPdfUrl: null,
  dependencies: { primaryLanguage: 'typescript', list: [{ name: 'react', version: '19', link: 'https://react.dev' }] },
  faq: [{ question: 'Why?', answer: 'So.' }],
  resources: [{ title: 'More', url: 'https://example.com' }],
  lessonLanguage: 'typescript',
  permalink: null,
  slug: null,
  archetype: null,
  title: 'A title',
  topic: null,
  tags: ['sql'],
  pricingFeatures: ['One'],
};
const profile = {
  biography: 'Words',
  employerName: 'Acme',
  employmentTitle: null,
  githubUsername: 'octocat',
  linkedInUrl: 'https://www.linkedin.com/in/a',
  name: 'A name',
  profileImageUrl: null,
  twitterUsername: null,
  username: null,
  websiteUrl: 'https://example.com',
};
const commentText = { bodyDelta: usualBody, bodyMarkdown: 'Some words', key: null, userId: null };
const discussionTarget = { articleId: null, clipId: idOf('clip course published'), lessonId: null, selection: null, timecodeStart: 2 };
const selection = { blockId: 'aaaaa', delta: null, from: 1, node: null, prefix: '', suffix: '', text: 'Open words', to: 5, version: null };
const someone = { userId: idOf('other'), username: 'other' };
const checkout = { bookSlug: null, courseSlug: null, isAdvanced: false, planSlug: 'pro', seats: 1, returnTo: '/courses', giftEmail: null };

const endpoint = { url: 'https://receiver.invalid/a' };
const webhook = id('webhook endpoint');
const team = 'sql:select id from app_public.teams where owner_id = md5($$author$$)::uuid';
const rowOf = { article: 'article draft', lesson: 'lesson course draft' };
const newest = (kind: 'article' | 'lesson') =>
  `sql:select max(version) from app_public.${kind}_revisions where ${kind}_id = '${idOf(rowOf[kind])}'`;
const newestOfPage = `sql:select max(version) from app_public.page_revisions where page_id = '${idOf('page draft')}'`;
const pathVersion = `sql:select version from app_public.learning_paths where id = '${idOf('path draft')}'`;
const revisionOf = (kind: 'article' | 'lesson') => ({
  revisionId: `sql:select id from app_public.${kind}_revisions where ${kind}_id = '${idOf(rowOf[kind])}' order by version`,
});

/** Other inputs of operations whose `id` is of another kind of row, or that take one of several things. Each is a way to use it. */
const usual: Readonly<Record<string, readonly Input[]>> = {
  ...usualSalesInput,
  acceptAnswer: [{ commentId: idOf('comment learner lesson, draft') }],
  acceptPage: [{ pageId: idOf('page privacy'), version: 1 }],
  acceptInvitation: [{ token: 'learner-guest@example.com' }],
  acceptRemoteCode: [id('code article draft')],
  addAnswerToLesson: [{ commentId: idOf('comment learner lesson, draft') }],
  answerReview: [{ ...id('review learner published'), answerMd: 'Thank you' }],
  addNote: [
    {
      lessonId: idOf('lesson course published'),
      articleId: null,
      second: null,
      selection: { from: 1, to: 5, text: 'Open', blockId: 'aaaaa' },
      body: 'Words',
    },
  ],
  approveComment: [id('comment hidden')],
  archiveArticle: [id('article draft')],
  arrangeFooter: [{ pageIds: [idOf('page draft'), idOf('page terms')] }],
  archiveBook: [id('book draft')],
  archiveCourse: [id('course draft')],
  attachVideo: [{ ...ofCourse, playbackId: 'video-author', clipId: null }],
  changeItemPrice: [id('price course published')],
  createAttachmentFromUrl: [{ attachment: { attachableId: null, discussionId: null, name: 'a.png', url: 'https://127.0.0.1/a.png' } }],
  createClip: [course, book],
  createWebhookEndpoint: [{ ...endpoint, events: ['USER_CREATED'], description: 'A test' }],
  changeNote: [{ ...id('note learner'), body: 'Words' }],
  createDiscussionWithComment: [
    { comment: commentText, discussion: discussionTarget },
    {
      comment: commentText,
      discussion: { ...discussionTarget, clipId: null, lessonId: idOf('lesson course free'), timecodeStart: null, selection },
    },
    {
      comment: { ...commentText, bodyDelta: null, bodyMarkdown: 'Words' },
      discussion: { ...discussionTarget, clipId: null, articleId: idOf('article published'), timecodeStart: null },
    },
  ],
  createLesson: [course, { ...book, sectionId: idOf('section book published') }],
  createSection: [course, book],
  createTestimonial: [
    { ...course, courseId: idOf('course free'), userId: null },
    { ...book, userId: null },
  ],
  changeLearningPath: [
    {
      ...id('path draft'),
      version: pathVersion,
      changes: { title: 'A title', slug: null, summary: 'Words', description: 'Words', topic: 'AI' },
    },
  ],
  setLearningPathSteps: [
    {
      ...id('path draft'),
      version: pathVersion,
      steps: [{ courseId: null, bookId: idOf('book published'), articleId: null, clipId: null, reason: 'Words' }],
    },
  ],
  publishLearningPath: [id('path draft')],
  unpublishLearningPath: [id('path')],
  deleteLearningPath: [id('path draft of a stranger')],
  markCompleted: [
    { clipId: null, isCompleted: true, reason: 'READ' },
    { articleId: null, isCompleted: true, reason: null },
  ],
  deleteCertificate: [id('certificate author')],
  deleteClip: [id('clip course scheduled')],
  deletePage: [id('page spare')],
  deleteLesson: [id('lesson course scheduled')],
  deletePerson: [{ userId: idOf('pro'), username: 'pro' }],
  deleteSection: [id('section course scheduled')],
  deleteWebhookEndpoint: [webhook],
  editComment: [{ ...id('comment learner clip course published'), bodyMarkdown: null }],
  endEntitlement: [{ entitlementId: idOf('entitlement other') }],
  discardVideo: [{ playbackId: 'video-admin' }],
  endSubscription: [
    { subscriptionId: 'sql:select id from app_public.subscriptions where user_id = md5($$other$$)::uuid and ended_at is null' },
  ],
  enroll: [course, book],
  giveAccess: [
    { ...someone, kind: 'PRO', itemSlug: null },
    { ...someone, kind: 'COURSE', itemSlug: 'published' },
  ],
  giveSubscription: [someone],
  grantEntitlement: [
    { ...someone, ...book, kind: 'BOOK' },
    { ...someone, bookId: null, courseId: null, kind: 'PRO' },
  ],
  hideReview: [id('review learner published')],
  showCertificate: [{ ...id('certificate learner'), isOnProfile: true }],
  revokeCertificate: [{ ...id('certificate other'), reason: 'A reason' }],
  restoreCertificate: [id('certificate of a stranger revoked')],
  keepCode: [
    { articleId: idOf('article published'), lessonId: null, program: 'aaaaa.0', files: '{"main.ts":"1"}', base: null },
    { articleId: null, program: 'aaaaa.0', files: '{"main.ts":"1"}', base: null },
  ],
  keepRemoteCode: [id('code article published')],
  moveLesson: [id('lesson course published')],
  deleteNote: [id('note learner')],
  deleteRedirect: [id('redirect')],
  deleteTag: [id('tag unused')],
  mergeTags: [{ ...id('tag unused'), intoId: idOf('tag') }],
  moveCategory: [id('tag unused')],
  moveSection: [id('section course published')],
  markNoticesRead: [{ ids: null }, { discussionId: null, ids: [idOf('x')] }],
  publishArticle: [{ ...id('article draft'), version: newest('article') }],
  publishBook: [id('book draft')],
  publishCourse: [id('course draft')],
  publishLesson: [{ ...id('lesson course draft'), version: newest('lesson') }],
  removeContributor: [id('editor of course')],
  removeNewsletterAddress: [{ id: 'sql:select id from app_private.newsletter_subscribers' }],
  removeJob: [{ id: 'sql:select id from graphile_worker.jobs order by run_at desc' }],
  retryJob: [{ id: 'sql:select id from graphile_worker.jobs order by run_at desc' }],
  removeMember: [{ memberId: 'sql:select id from app_public.team_members where user_id = md5($$learner$$)::uuid' }],
  inviteToTeam: [{ teamId: team }],
  renameTeam: [{ teamId: team }],
  withdrawInvitation: [{ invitationId: idOf('invitation author') }],
  rotateWebhookSecret: [webhook],
  sendTestWebhook: [{ endpointId: idOf('webhook endpoint') }],
  updateWebhookEndpoint: [{ ...webhook, ...endpoint, events: ['USER_CREATED'], description: null, isEnabled: true }],
  revokeAccessToken: [{ tokenId: idOf('token learner') }],
  restoreArticleRevision: [{ ...revisionOf('article'), baseVersion: newest('article') }],
  restoreLessonRevision: [{ ...revisionOf('lesson'), baseVersion: newest('lesson') }],
  redeliverWebhook: [{ deliveryId: idOf('webhook delivery') }],
  removeVideo: [ofCourse],
  replyToComment: [{ comment: { ...commentText, discussionId: idOf('discussion clip course published'), parentId: null } }],
  reportComment: [{ details: 'Words' }],
  saveArticle: [{ ...id('article draft'), baseVersion: newest('article'), bodyMarkdown: null, sessionId: null, sequence: null }],
  saveRedirects: [{ entries: [{ fromPath: '/before', toUrl: '/courses', status: 301 }], allowsOtherSites: false }],
  saveTag: [{ ...id('tag'), changes: { name: 'SQL', slug: 'sequel', isCategory: true, icon: 'postgresql', color: '#bf2a12' } }],
  saveLesson: [{ ...id('lesson course draft'), baseVersion: newest('lesson'), bodyMarkdown: null, sessionId: null, sequence: null }],
  removeSecondStep: [someone],
  requireSecondStep: [{ isRequired: false }],
  setAdmin: [{ ...someone, isAdmin: false }],
  setContributor: [{ ...someone, ...course }],
  setDiscussionResolved: [id('discussion lesson, draft')],
  setItemPrice: [{ ...course, isAdvanced: false, amountCents: 3900, currency: 'USD', isDefault: true }],
  setLessonCompleted: [{ isCompleted: true }],
  showReview: [id('review hidden learner')],
  signOutPerson: [someone],
  startCheckout: [checkout, { ...checkout, planSlug: null, courseSlug: 'published' }],
  startVideo: [ofCourse],
  // Not `someone`: an odd value of setAdmin may have made them an administrator, whom nobody can suspend.
  suspendUser: [{ userId: idOf('stranger') }],
  endSuspension: [someone],
  toggleBookmark: [{ userId: null }],
  toggleLike: [{ userId: null }],
  toggleReaction: [{ userId: null, kind: 'THANKS' }],
  toggleShare: [{ userId: null }],
  unpublishArticle: [id('article published')],
  unpublishBook: [id('book published')],
  unpublishCourse: [id('course published')],
  updateArticle: [{ ...id('article draft'), patch: details }],
  updateBook: [{ ...id('book draft'), patch: details }],
  updateCourse: [{ ...id('course draft'), patch: details }],
  updateClip: [
    {
      ...id('clip course draft'),
      patch: {
        description: 'Words',
        durationSeconds: 3,
        isShort: true,
        lessonId: null,
        thumbnailSeconds: 1,
        title: 'A clip',
        videoUrl: null,
      },
    },
  ],
  savePageLayout: [{ page: 'HOME', revision: 0, sections: '[{"kind":"DESK","isHidden":true}]', logos: '[{"name":"Marigold"}]' }],
  saveSiteSettings: [
    {
      revision: 0,
      settings: {
        ...{ name: 'Marigold', description: 'Words', organizationName: 'Words', organizationUrl: 'https://example.com', font: 'SANS' },
        ...{
          accentLight: '#2050c0',
          accentDark: null,
          paperLight: null,
          paperDark: null,
          wordmarkLight: null,
          wordmarkDark: null,
          icon: null,
        },
        ...{ supportEmail: 'help@example.com', applyUrl: 'https://example.com/apply', catalogFigure: '60+' },
        ...{ navigation: '[]', footerLinks: '[]', profiles: '[]', claims: '[]' },
      },
    },
  ],
  savePage: [{ ...id('page draft'), title: 'A title', baseVersion: newestOfPage, sequence: 1 }],
  publishPage: [{ ...id('page draft'), version: newestOfPage, asksAgain: true }],
  restorePageRevision: [
    {
      baseVersion: newestOfPage,
      revisionId: `sql:select id from app_public.page_revisions where page_id = '${idOf('page draft')}' order by version`,
    },
  ],
  unpublishPage: [id('page privacy')],
  updateCommentById: [{ ...id('comment learner lesson, draft'), patch: { deleted: true, deletedAt: null } }],
  updateLesson: [
    {
      ...id('lesson course draft'),
      patch: {
        description: 'Words',
        isAdvancedPackageLesson: null,
        isFree: false,
        repositoryPathname: null,
        role: null,
        slug: null,
        title: 'A title',
      },
    },
  ],
  updateSection: [id('section course draft')],
  updateTestimonialById: [id('review learner published')],
  updateUser: [{ nodeId: nodeIdOf('users', 'learner'), patch: profile }],
  updateUserById: [{ ...id('learner'), patch: profile }],
  updateUserByUsername: [{ username: 'learner', patch: profile }],
  updateUserSetting: [{ nodeId: nodeIdOf('user_settings', 'learner') }],
  // Queries.
  articleById: [id('article published')],
  articleRevisionById: [{ id: revisionOf('article').revisionId }],
  lessonRevisionById: [{ id: revisionOf('lesson').revisionId }],
  attachmentById: [id('attachment learner loose')],
  bookById: [id('book published')],
  webhookDeliveryById: [id('webhook delivery')],
  webhookDeliveryList: [{ endpointId: idOf('webhook endpoint') }],
  webhookEndpointById: [webhook],
  bookByPermalink: [{ permalink: '/books/published' }],
  clipById: [id('clip course published')],
  clips: [{ userId: null, offset: 0 }],
  commentByDiscussionIdAndId: [id('comment learner clip course published')],
  commentById: [id('comment learner clip course published')],
  courseById: [id('course published')],
  discussionById: [id('discussion clip course published')],
  discussionMarks: [{ articleId: null, lessonId: null }],
  entitlementById: [id('entitlement learner')],
  inbox: [{ articleId: null, bookId: null, isOpen: null }],
  invitationByToken: [{ token: 'learner-guest@example.com' }],
  itemFigures: [{ ...course, days: 30 }],
  lessonByBookIdAndId: [id('lesson book published')],
  lessonByBookIdAndSlug: [{ slug: 'chapter' }],
  lessonByCourseIdAndId: [id('lesson course published')],
  lessonByCourseIdAndSlug: [{ slug: 'lesson' }],
  lessonById: [id('lesson course published')],
  logoById: [id('logo')],
  logoByNameAndIsStudentLogo: [{ name: 'Acme', isStudentLogo: false }],
  node: [{ nodeId: nodeIdOf('users', 'learner') }],
  ownCheckout: [id('checkout learner')],
  permalinkByPath: [{ path: '/the-author' }],
  planById: [id('plan')],
  planBySlug: [{ slug: 'pro' }],
  mayRead: [{ articleId: null }],
  placeVideosList: [ofCourse],
  tagById: [id('tag')],
  tagByName: [{ name: 'SQL' }],
  tagBySlug: [{ slug: 'sql' }],
  testimonialByBookIdAndUserId: [{ userId: idOf('stranger') }],
  testimonialById: [id('review learner published')],
  testimonialBySlug: [{ slug: 'house' }],
  userById: [id('learner')],
};

function nodeIdOf(type: string, name: string): string {
  return Buffer.from(JSON.stringify([type, idOf(name)])).toString('base64');
}

/** Returns the ways to use an operation, as inputs that it should accept. */
export function basesOf(operation: Operation): Input[] {
  return (usual[operation.name] ?? [{}]).map((way) => inputOf(operation.args, way));
}

function inputOf(types: Readonly<Record<string, GraphQLInputType>>, way: Input): Input {
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [name, valueOf(name, type, way[name])]));
}

/** Returns the value of an argument: from a way to use the operation, or the usual one for its name or type. */
function valueOf(name: string, type: GraphQLInputType, fromUse: unknown): unknown {
  if (isNonNullType(type)) return valueOf(name, type.ofType, fromUse);
  if (isInputObjectType(type) && fromUse !== null) {
    const fields = Object.values(type.getFields()).map((field): [string, GraphQLInputType] => [field.name, field.type]);
    return inputOf(Object.fromEntries(fields), { ...(fromUse as Input | undefined) });
  }
  if (fromUse !== undefined) return fromUse;
  if (name in valuesByName) return valuesByName[name];
  if (isListType(type)) return [valueOf(name, type.ofType, undefined)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (type instanceof Object && 'name' in type) return valuesByType[type.name] ?? 'words';
  return null;
}
