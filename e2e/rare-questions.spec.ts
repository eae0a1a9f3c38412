import type { Page } from '@playwright/test';
import { confirm, expectQuestions } from './support/destructive-buttons.ts';
import { expect, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { makeClip, makeCourse } from './support/things.ts';

// Questions about rows that the demo doesn't have: each is opened, has no axe violations, and is answered.

/** Answers the question of the only button with this name, and expects the row to be gone. */
async function answer(page: Page, name: string, title: string, action: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  await button.click();
  await confirm(page, title, action);
  await expect(button).toHaveCount(0);
}

test('a share of one title, a page’s draft, a job and a token of a user are removed after a question @ADMIN-01 @SITE-10', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const mark = suffix();
  const author = await people.make('author');
  const learner = await people.make('learner');
  const course = await makeCourse(await people.at(author), { isDraft: true });
  await people.enter('admin');

  await test.step('a share', async () => {
    await rows.run('insert into app_public.author_share_rules (course_id, percent) values ($1, 40)', [course.id]);
    await page.goto('/admin/author-shares');
    await answer(page, `Remove ${course.title}`, `Remove ${course.title}?`, 'Remove');
  });

  await test.step('a draft', async () => {
    await rows.run('insert into app_public.pages (title, slug) values ($1, $2)', [`Draft ${mark}`, `draft-${mark}`]);
    await page.goto('/admin/pages');
    await answer(page, `Delete “Draft ${mark}”`, `Delete “Draft ${mark}”?`, 'Delete');
  });

  await test.step('a job', async () => {
    const [job] = await rows.run(
      `select id::text as id from graphile_worker.add_job($1, run_at := now() + interval '1 year', job_key := $1)`,
      [`rare_${mark}`],
    );
    const object = `job ${String(job?.['id'])}, rare_${mark}`;
    await page.goto('/admin/jobs');
    await answer(page, `Remove ${object}`, `Remove ${object}?`, 'Remove job');
  });

  await test.step('a token', async () => {
    await rows.run(`insert into app_public.access_tokens (user_id, name, scope, ending) values ($1, 'Nightly export', 'READ', 'a1b2')`, [
      learner.id,
    ]);
    await page.goto(`/admin/people/${learner.id}`);
    const object = `token Nightly export of ${learner.name}`;
    await answer(page, `Revoke ${object}`, `Revoke ${object}?`, 'Revoke');
  });
});

test('the captions of a video are removed after a question @STUDIO-01 @SITE-10', { tag: '@desk' }, async ({ page, people, rows }) => {
  const author = await people.enter('author');
  const clip = await makeClip(rows, { isShort: false });
  await rows.run('insert into app_public.contributions (course_id, user_id) select course_id, $2 from app_public.clips where id = $1', [
    clip.id,
    author.id,
  ]);
  await rows.run(
    `with video as (
       insert into app_public.videos (playback_id, owner_id, clip_id, provider, video_url, name, byte_count, status, duration_seconds, loose_since)
       select $3, $2, id, 'local', video_url, 'clip.mp4', 1000, 'READY', 12, null from app_public.clips where id = $1 returning id
     )
     insert into app_public.video_captions (video_id, language, vtt, starts_at, ends_at, words)
     select id, 'en', E'WEBVTT\\n\\n00:00.000 --> 00:02.000\\nOne\\n', '{0}', '{2}', '{One}' from video`,
    [clip.id, author.id, `rare-${suffix()}`],
  );
  await page.goto(`/studio/clips/${clip.id}`);
  const captions = page.getByRole('region', { name: 'Captions' });
  await expectQuestions(page, ['Remove'], captions);
  await captions.getByRole('button', { name: 'Remove English' }).click();
  await confirm(page, 'Remove English?', 'Remove');
  await expect(captions.getByRole('button', { name: 'Remove English' })).toHaveCount(0);
});
