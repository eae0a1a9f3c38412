import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf } from '../../../db/tests/permissions/world.ts';
import { mutations } from './operations-of.ts';
import { readRows, walkOtherRows } from './other-users.ts';
import { startWalkSite, type WalkSite, type Who } from './walk-site.ts';

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
/** Number of rows of a table that are tried for each argument that names one. */
const most = isFullRun ? 6 : 1;

let walk: WalkSite;
let rows: Awaited<ReturnType<typeof readRows>>;
beforeAll(async () => {
  walk = await startWalkSite();
  rows = await readRows(walk);
});
afterAll(() => walk.stop());

/** Allowed changes in other users' rows by a user's own actions: counters of them, parts of the user's rows, and notifications. */
const beside = new Set([
  // Who has the link of a gift redeems it.
  'redeemGift: update gifts redeemed_at',
  'redeemGift: update payments purchase_id',
  ...['createDiscussionWithComment', 'replyToComment'].flatMap((name) => [
    `${name}: insert discussion_selections`,
    `${name}: insert discussions`,
    `${name}: insert notices`,
    `${name}: update clips comments_count`,
    `${name}: update discussions comments_count, last_comment_at`,
    `${name}: update discussions comments_count, is_answered, last_comment_at`,
  ]),
  ...['createTestimonial', 'updateTestimonialById'].flatMap((name) => [
    `${name}: update books rating_count, rating_sum, reviews_count`,
    `${name}: update courses rating_count, rating_sum, reviews_count`,
  ]),
  ...['enroll', 'saveProgress'].flatMap((name) => [`${name}: update books students_count`, `${name}: update courses students_count`]),
  // Totals of all learners.
  'saveProgress: insert lesson_days',
  'saveProgress: update lesson_days started_count',
  'setLessonCompleted: insert lesson_days',
  'setLessonCompleted: update lesson_days completed_count',
  // The position of the user's own note.
  'addNote: insert note_anchors',
  // The steps of the user's own path.
  'deleteLearningPath: delete learning_path_steps',
  // Of the learner's own seat, video and comment.
  'leaveTeam: update teams seats_taken',
  'removeVideoCaptions: delete video_captions',
  'saveVideoCaptions: insert video_captions',
  'saveVideoCaptions: insert video_cues',
  'updateCommentById: insert deleted_comment_bodies',
  'updateCommentById: update clips comments_count',
  'updateCommentById: update discussions comments_count, is_answered',
  // Of the other author's items.
  'deleteClip: delete discussions',
  'keepRemoteCode: update remote_code_checks kept_text',
  'publishArticle: delete remote_code_checks',
  'setLessonCompleted: update book_lessons progress_count',
  'setLessonCompleted: update course_lessons progress_count',
  'toggleLike: update clips likes_count',
  'toggleReaction: update comments positive_reactions_count, reactions_count',
  'toggleShare: update clips shares_count',
  // The other author edits an unlisted course with reviews, has a video that a co-author uploaded, and a hidden comment with reports.
  'answerReview: update testimonials answer_md, answered_at, answered_by',
  'discardVideo: delete video_captions',
  'discardVideo: delete videos',
  'discardVideo: insert unkept_videos',
  'updateCommentById: delete hidden_comment_bodies',
  'updateCommentById: update comment_reports decided_at',
  // Of a discussion that begins with the learner's comment.
  'setDiscussionResolved: update discussions is_resolved',
  // The invitations of their own teams.
  'withdrawInvitation: update team_invitations status',
]);

test.each<Who>(['visitor', 'learner', 'other author'])(
  'no mutation lets the %s change another user’s data',
  { timeout: isFullRun ? 3_600_000 : 900_000 },
  async (who) => {
    const { lines, cases } = await walkOtherRows(walk, who, rows, most);
    expect(cases).toBeGreaterThan(isFullRun ? 600 : 150);
    expect(lines.filter((line) => !beside.has(line))).toEqual([]);
    if (who === 'learner') expect(lines).toContain('enroll: update books students_count');
  },
);

test('a mutation that does is found (control)', async () => {
  const { superuser } = walk.site.db;
  await superuser.query(`
    create function walk.hole() returns trigger language plpgsql security definer as $$
    begin update app_public.users set biography = 'Not my words' where id = '${idOf('author')}'; return null; end $$;
    create trigger hole after insert or update on app_public.clip_bookmarks for each row execute function walk.hole()`);
  const bookmarks = mutations.filter(({ name }) => name === 'toggleBookmark');
  const { lines } = await walkOtherRows(walk, 'Pro', rows, most, bookmarks);
  expect(lines).toContain('toggleBookmark: update users biography');
});
