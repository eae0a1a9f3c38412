import { annotationDoors } from './annotation-doors.ts';
import { billingDoors } from './billing-doors.ts';
import { codeDoors } from './code-doors.ts';
import { exportDoors } from './export-doors.ts';
import { newsletterDoors } from './newsletter-doors.ts';
import { practiceDoors } from './practice-doors.ts';
import { pagesDoors } from './pages-doors.ts';
import { studioDoors } from './studio-doors.ts';
import { videoDoors } from './video-doors.ts';
import { webhookDoors } from './webhook-doors.ts';
import { idOf, people } from './world.ts';
import type { Door } from './door.ts';

/** Test cases that reach every table that a definer function uses, each with its expected result for the data of world.sql. */
export const definerDoors: readonly Door[] = [
  {
    name: 'the settings of the site are saved',
    person: people.admin,
    query: `select revision || ' ' || name from app_public.save_site_settings(jsonb_populate_record(null::app_public.site_change, '{"name": "Marigold"}'), 0)`,
    answer: '1 Marigold',
  },
  {
    name: 'the sections of a page and the logos are saved',
    person: people.admin,
    query: `select l.revision || ' ' || (l.sections -> 0 ->> 'kind')
      from app_public.save_page_layout('HOME', '[{"kind": "DESK", "isHidden": true}]', 0, '[{"name": "Marigold"}]') l`,
    answer: '1 DESK',
  },
  {
    name: 'what there is, is counted',
    person: people.admin,
    query: `select string_agg(fact || ' ' || (amount > 0), ' ' order by fact) from app_public.counted_facts()`,
    answer: 'TITLES true COURSES true BOOKS true LESSONS true VIDEO_HOURS false CLIPS true LEARNERS true',
  },
  { name: 'staff are known', person: people.admin, query: 'select app_public.is_admin()', answer: 'true' },
  {
    name: 'authors are known',
    person: people.author,
    query: `select (select count(*) from app_private.my_course_ids()) || ' ' || (select count(*) from app_private.my_book_ids()) || ' ' || (select count(*) from app_private.my_article_ids())`,
    answer: '8 8 6',
  },
  {
    name: 'a session has its reader',
    person: people.visitor,
    query: `select r.role || ' ' || (r.user_id = '${idOf('learner')}') || ' ' || (r.session_id = '${idOf('session')}') || ' ' || nobody.role
      from app_private.reader_of_session('token') r, app_private.reader_of_session('another') nobody`,
    answer: 'newline_learner true true newline_visitor',
  },
  {
    name: 'Pro opens a lesson',
    person: people.Pro,
    query: `select app_public.may_read(lesson_id => '${idOf('lesson course published')}')`,
    answer: 'true',
  },
  {
    name: 'Pro opens a chapter',
    person: people.Pro,
    query: `select app_public.may_read(lesson_id => '${idOf('lesson book published')}')`,
    answer: 'true',
  },
  {
    name: 'a lesson has a text and a video',
    person: people.Pro,
    query: `select app_public.lessons_body_markdown(l) || ' ' || app_public.lessons_video_url(l) from app_public.lessons l where l.id = '${idOf('lesson course published')}'`,
    answer: 'Open words\n\n---\n\nCanary words local:canary-video',
  },
  {
    name: 'an article has a text',
    person: people.Pro,
    query: `select app_public.articles_body_markdown(a) from app_public.articles a where a.id = '${idOf('article paid')}'`,
    answer: 'Open words\n\n---\n\nCanary words',
  },
  {
    name: 'an article has a history',
    person: people.author,
    query: `select jsonb_array_length(body_delta -> 'content') || ' ' || open_blocks from app_private.read_article_revisions(
      array(select id from app_public.article_revisions where article_id = '${idOf('article paid')}'))`,
    answer: '3 1',
  },
  {
    name: 'a lesson has a history',
    person: people.author,
    query: `select jsonb_array_length(body_delta -> 'content') || ' ' || open_blocks || ' ' || pro_blocks from app_private.read_lesson_revisions(
      array(select id from app_public.lesson_revisions where lesson_id = '${idOf('lesson course published')}'))`,
    answer: '3 1 2147483647',
  },
  {
    name: 'a lesson will open for some',
    person: people.author,
    query: `select app_public.lessons_will_open(l) || ' ' || app_public.lessons_will_open(l, true) from app_public.lessons l where l.id = '${idOf('lesson course draft')}'`,
    answer: 'false true',
  },
  {
    name: 'a chapter will open for some',
    person: people.author,
    query: `select app_public.lessons_will_open(l) || ' ' || app_public.lessons_will_open(l, true) from app_public.lessons l where l.id = '${idOf('lesson book draft')}'`,
    answer: 'false true',
  },
  {
    name: 'a lesson is saved',
    person: people.author,
    perform: `select app_private.save_lesson('${idOf('lesson course draft')}', 1, 'Renamed', '{"type": "doc", "content": []}', '{}', '{}', '{}', '{}', null, null, 0, null, null, null)`,
    query: `select l.title || ' ' || r.version || ' ' || jsonb_array_length(b.body_delta -> 'content') from app_public.lessons l
      join app_private.lesson_bodies b on b.lesson_id = l.id join app_public.lesson_revisions r on r.lesson_id = l.id
      where l.id = '${idOf('lesson course draft')}' order by r.version desc limit 1`,
    answer: 'Renamed 2 0',
  },
  {
    name: 'an article gets a tag',
    person: people.author,
    perform: `select app_private.update_article('${idOf('article draft')}', '{"tags": [], "slug": "renamed"}')`,
    query: `select (select count(*) from app_public.taggings where article_id = '${idOf('article draft')}') || ' ' || (select path from app_public.permalinks where article_id = '${idOf('article draft')}')`,
    answer: '0 /articles/renamed',
  },
  {
    name: 'an article gets an unknown tag',
    person: people.author,
    query: `select app_private.update_article('${idOf('article draft')}', '{"tags": ["sql"], "summary": "Known."}')`,
    answer: '',
  },
  {
    name: 'a selection is judged',
    person: people.visitor,
    query: `select app_private.may_read_selection('${idOf('discussion open block, published')}', 'aaaaa')`,
    answer: 'true',
  },
  {
    name: 'spaminess is told to staff',
    person: people.admin,
    query: `select app_public.comments_spaminess_rating(c) from app_public.comments c where c.id = '${idOf('comment learner clip course published')}'`,
    answer: '0.5',
  },
  {
    name: 'a like is counted',
    person: people.learner,
    perform: `select app_public.toggle_like('${idOf('clip book published')}')`,
    query: `select likes_count from app_public.clips where id = '${idOf('clip book published')}'`,
    answer: '1',
  },
  {
    name: 'a completed lesson is counted',
    person: null,
    perform: `delete from app_public.user_progresses`,
    query: `select progress_count from app_public.course_lessons where lesson_id = '${idOf('lesson course published')}'`,
    answer: '0',
  },
  {
    name: 'a completed chapter is counted',
    person: null,
    perform: `insert into app_public.user_progresses (user_id, book_lesson_id) select '${idOf('learner')}', id from app_public.book_lessons`,
    query: `select sum(progress_count) from app_public.book_lessons`,
    answer: '9',
  },
  {
    name: 'an author sees how learners did in an exercise',
    person: people.author,
    query: `select (tried > 3) || ' ' || passed from app_public.exercise_totals('${idOf('lesson course published')}', 'world')`,
    answer: 'true 0',
  },
  {
    name: 'what was read is kept',
    person: people.learner,
    perform: `select app_public.save_progress('${idOf('lesson course free')}', read_block_ids => array['zzzzz', 'aaaaa', 'nope'])`,
    query: `select array_to_string(read_block_ids, ' ') from app_public.lesson_activities where lesson_id = '${idOf('lesson course free')}'`,
    answer: 'aaaaa zzzzz',
  },
  {
    name: 'a lesson is completed by hand',
    person: people.learner,
    perform: `select app_public.set_lesson_completed('${idOf('lesson course free')}', true)`,
    query: `select (select count(*) from app_public.study_days where day = app_private.today()) || ' ' || (select count(*) from app_public.enrollments where course_id = '${idOf('course free')}')`,
    answer: '1 1',
  },
  {
    name: 'a user enrolls',
    person: people.learner,
    perform: `select app_public.enroll(book_id => '${idOf('book published')}')`,
    query: `select count(*) from app_public.enrollments where book_id = '${idOf('book published')}'`,
    answer: '1',
  },
  {
    name: 'a review is answered by who wrote the item',
    person: people.author,
    perform: `select app_public.answer_review('${idOf('review learner published')}', ' Thank you. ')`,
    query: `select answer_md || ' ' || (answered_by = '${idOf('author')}') from app_public.testimonials where id = '${idOf('review learner published')}'`,
    answer: 'Thank you. true',
  },
  {
    name: 'who finished a course is told beside the review',
    person: people.visitor,
    query: `select string_agg(app_public.testimonials_is_finished(t)::text, ' ') from app_public.testimonials t where t.id in ('${idOf('review learner published')}', '${idOf('review of the house')}')`,
    answer: 'false false',
  },
  {
    name: 'what is said is read by who may watch',
    person: people.Pro,
    query: `select string_agg(t.words, ' ') from app_public.lessons l, app_public.lessons_transcript(l) t where l.id = '${idOf('lesson course published')}'`,
    answer: 'Canary words, said',
  },
  {
    name: 'what is found is shown',
    person: people.visitor,
    query: `select count(*) > 0 from app_public.search('open words')`,
    answer: 'true',
  },
  {
    name: 'a hidden text is told to staff',
    person: people.admin,
    query: `select app_public.comments_withheld_body_delta(c) #>> '{content,0,text}' from app_public.comments c where c.id = '${idOf('comment hidden')}'`,
    answer: 'Canary hidden',
  },
  {
    name: 'a comment is reported',
    person: people.Pro,
    perform: `select app_public.report_comment('${idOf('comment learner clip course published')}', 'SPAM')`,
    query: `select count(*) from app_public.comment_reports where comment_id = '${idOf('comment learner clip course published')}'`,
    answer: '2',
  },
  {
    name: 'somebody is suspended',
    person: people.admin,
    perform: `select app_public.suspend_user('${idOf('other')}')`,
    query: `select count(*) from app_public.suspensions where user_id = '${idOf('other')}' and ends_at is null`,
    answer: '1',
  },
  {
    name: 'a discussion is followed',
    person: people.learner,
    perform: `select app_public.set_discussion_follow('${idOf('discussion clip book published')}', true)`,
    query: `select count(*) from app_public.discussion_follows where is_followed`,
    answer: '1',
  },
  {
    name: 'notices are marked as read',
    person: people.learner,
    perform: `select app_public.mark_notices_read()`,
    query: `select count(distinct user_id) from app_public.notices where read_at is not null`,
    answer: '1',
  },
  {
    name: 'the job takes a mail',
    person: null,
    perform: `update app_private.notice_mails set ended_at = null where user_id = '${idOf('learner')}'`,
    query: `select m.address from app_private.next_notice_mail() m`,
    answer: 'learner@example.com',
  },
  {
    name: 'a reaction is counted',
    person: null,
    perform: `delete from app_public.comment_reactions`,
    query: `select sum(reactions_count) from app_public.comments`,
    answer: '0',
  },
  {
    name: 'an access token has its user',
    person: null,
    query: `select (v.user_id = '${idOf('learner')}') || ' ' || v.scope || ' ' || v.is_admin || ' ' || (select count(*) from auth.viewer_of_access_token(sha256('another')))
      from auth.viewer_of_access_token(sha256('token learner')) v`,
    answer: 'true READ false 0',
  },
  {
    name: 'an access token is revoked',
    person: people.admin,
    perform: `select app_public.revoke_access_token('${idOf('token learner')}')`,
    query: `select count(*) from auth.access_token_hashes`,
    answer: '0',
  },
  {
    name: 'sign-in learns who is staff',
    person: null,
    perform: `update app_public.users set is_admin = true where username = 'learner'`,
    query: `select "role" from auth."user" where "name" = 'learner'`,
    answer: 'admin',
  },
  {
    name: 'staff see an account and its sessions',
    person: people.admin,
    query: `select sessions_count || ' ' || array_to_string(sign_in_methods, ' ') from app_public.person_account('${idOf('learner')}')`,
    answer: '1 credential',
  },
  {
    name: 'staff see who has a second step',
    person: people.admin,
    query: `select s.is_second_step_required || ' ' || s.has_second_step || ' ' || s.administrators_count || ' ' || s.secured_count from app_public.administrator_security() s`,
    answer: 'false false 2 0',
  },
  {
    name: 'staff require a second step',
    person: people.admin,
    perform: `select app_public.require_second_step(false)`,
    query: `select count(*) from auth.sign_in_rules where not admins_need_second_step`,
    answer: '1',
  },
  {
    name: 'a lost second step is removed',
    person: null,
    perform: `update auth.authenticators set confirmed_at = now(); select set_config('newline.user_id', '${idOf('admin')}', true); select app_private.remove_second_step('${idOf('learner')}')`,
    query: `select (select count(*) from auth.passkeys) || ' ' || (select count(*) from auth.authenticators) || ' ' || (select count(*) from auth.pending_sign_ins) || ' ' || (select count(*) from auth.session where "userId" = '${idOf('learner')}')`,
    answer: '0 0 0 0',
  },
  {
    name: 'a sign-in provider makes an author',
    person: people.author,
    query: `select app_private.is_claimed_author()`,
    answer: 'true',
  },
  {
    name: 'a sign-in provider makes an administrator',
    person: null,
    perform: `select auth.follow_claims('${idOf('learner')}', 'company', '{administrator}')`,
    query: `select u.is_admin || ' ' || r.role from app_public.users u join auth.claimed_roles r on r.user_id = u.id where u.username = 'learner'`,
    answer: 'true administrator',
  },
  {
    name: 'a mail is noted',
    person: null,
    perform: `select app_private.end_mail('mail-new', 'new@example.com', 'Hello')`,
    query: 'select count(*) from app_private.sent_mails',
    answer: '2',
  },
  {
    name: 'a mail that was sent is not begun again',
    person: null,
    query: `select app_private.begin_mail('mail-canary', 7)`,
    answer: 'SENT',
  },
  {
    name: 'a process that runs jobs is registered with its runner',
    person: null,
    perform: `select app_private.begin_job_runner('pool-8', 8)`,
    query: `select array_to_string(app_private.runners_of_job_processes(array[7, 8]), ' ')`,
    answer: 'pool-7 pool-8',
  },
  {
    name: 'a process that is gone is found',
    person: null,
    query: `select array_to_string(app_private.find_gone_job_processes('0'), ' ')`,
    answer: '7',
  },
  {
    name: 'a new account becomes a person',
    person: null,
    perform: `insert into auth."user" ("name", "email", "emailVerified") values ('New', 'new@example.com', true)`,
    query: `select count(*) from app_public.users u join app_public.user_settings s on s.user_id = u.id where u.username = 'new'`,
    answer: '1',
  },
  {
    name: 'a moved item keeps its address',
    person: null,
    perform: `update app_public.courses set permalink = '/courses/moved' where id = '${idOf('course published')}'`,
    query: `select string_agg(path || ' ' || is_current, ' ' order by path) from app_public.permalinks where course_id = '${idOf('course published')}'`,
    answer: '/courses/moved true /courses/published false',
  },
  {
    name: 'a deleted text is moved away',
    person: null,
    perform: `update app_public.comments set deleted = true where id = '${idOf('comment other clip course published')}'`,
    query: `select body_markdown from app_private.deleted_comment_bodies where comment_id = '${idOf('comment other clip course published')}'`,
    answer: 'Public comment',
  },
  {
    name: 'an upload is admitted and counted',
    person: people.learner,
    perform: `select app_public.begin_upload('a/door', 7)`,
    query: `select u.user_id || ' ' || b.byte_count from app_private.unkept_files u join app_private.upload_budgets b using (user_id) where u.file = 'a/door'`,
    answer: `${idOf('learner')} 7`,
  },
  {
    name: 'an upload becomes an attachment, kept by its text',
    person: people.learner,
    perform: `select app_public.finish_upload('a/arriving', 'Kept', 'image/webp', 1, 1, 1, null, false, null, null, '${idOf('comment learner clip course published')}')`,
    query: `select a.name || ' ' || (a.loose_since is null) from app_private.attachment_uses u join app_public.attachments a on a.id = u.attachment_id
      where u.comment_id = '${idOf('comment learner clip course published')}'`,
    answer: 'Kept true',
  },
  ...pagesDoors,
  ...studioDoors,
  ...videoDoors,
  ...webhookDoors,
  ...practiceDoors,
  ...exportDoors,
  ...newsletterDoors,
  ...billingDoors,
  ...annotationDoors,
  ...codeDoors,
];
