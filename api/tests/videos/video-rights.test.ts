import { demoPeople, type DemoRole } from '@newline/db/demo/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { readVideo, startVideo } from './send-video.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
let author: Browser;
let admin: Browser;
let others: readonly (readonly [string, Browser, string])[];
let courseId: string;
let clipId: string;
let playbackId: string;

beforeAll(async () => {
  site = await startTestApi({ demo: true });
  const people = demoPeople(site.db.secretKey);
  const signIn = async (role: DemoRole) => {
    const browser = site.newBrowser();
    const person = people.find((each) => each.role === role);
    const answer = await browser.post('/api/auth/sign-in/email', { email: person?.email, password: person?.password });
    expect(answer.status).toBe(200);
    return browser;
  };
  author = await signIn('author');
  admin = await signIn('admin');
  const otherAuthor = await signIn('anotherLearner');
  others = [
    ['visitor', site.newBrowser(), 'LOGIN_REQUIRED'],
    ['learner', await signIn('learner'), 'NOT_FOUND'],
    ['other author', otherAuthor, 'NOT_FOUND'],
  ];
  const ids = async (email: string | undefined, title: string) => {
    const { rows } = await site.db.superuser.query<{ courseId: string; clipId: string }>(
      `with course as (insert into app_public.courses (title, slug, permalink) values ($2::text, $2::text, '/courses/' || $2::text) returning id),
         clip as (insert into app_public.clips (title, course_id) select 'Clip', id from course returning id, course_id),
         part as (insert into app_public.contributions (user_id, course_id) select u.id, course.id from auth."user" u, course where u.email = $1)
       select course_id as "courseId", id as "clipId" from clip`,
      [email, title],
    );
    return rows[0] ?? { courseId: '', clipId: '' };
  };
  await ids(people.find(({ role }) => role === 'anotherLearner')?.email, 'course-of-another');
  ({ courseId, clipId } = await ids(people.find(({ role }) => role === 'author')?.email, 'course-of-the-author'));
  const started = await startVideo(author, { clipId }, { byteCount: 10 });
  playbackId = started.data?.startVideo?.video.playbackId ?? '';
  await site.db.superuser.query('select app_private.finish_video($1, $2, 9, 640, 360, $3, 4)', [
    playbackId,
    `local:${playbackId}`,
    [0, 4, 8],
  ]);
});
afterAll(() => site.stop());

const codeOf = ({ errors }: { errors?: readonly { extensions?: Record<string, unknown> }[] }) => errors?.[0]?.extensions?.['code'];
const caption = (browser: Browser, language: string, text: string) =>
  browser.graphql<{ saveVideoCaptions: { repairs: unknown; video: { captionsList: { language: string }[] } } }>(
    'mutation save($input: SaveVideoCaptionsInput!) { saveVideoCaptions(input: $input) { repairs { code message lines count } video { captionsList { language } } } }',
    { input: { playbackId, language, text } },
  );
const uncaption = (browser: Browser, language: string) =>
  browser.graphql('mutation remove($input: RemoveVideoCaptionsInput!) { removeVideoCaptions(input: $input) { video { id } } }', {
    input: { playbackId, language },
  });
const transcript = async () => {
  const { data } = await author.graphql<{ clipById: { transcriptList: { words: string }[] } }>(
    'query read($id: UUID!) { clipById(id: $id) { transcriptList(first: 9) { words } } }',
    { id: clipId },
  );
  return data?.clipById.transcriptList.map(({ words }) => words);
};
const said = (words: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${words}\n`;

test('captions are written only by the item’s writers, and appear in transcript, player and search @STUDIO-01', async () => {
  for (const [name, browser, code] of others) {
    expect(codeOf(await caption(browser, 'en', said('no'))), name).toBe(code);
    // The text isn't even parsed for them.
    expect(codeOf(await caption(browser, 'en', 'no captions')), name).toBe(code);
  }
  expect(codeOf(await caption(author, 'en', 'no captions'))).toBe('BAD_INPUT');
  expect((await caption(author, 'de', said('Ein Zebrafisch'))).data?.saveVideoCaptions.video.captionsList).toEqual([{ language: 'de' }]);
  expect(await transcript()).toEqual(['Ein Zebrafisch']);
  expect(
    (await caption(admin, 'en', said('A zebrafish'))).data?.saveVideoCaptions.video.captionsList.map(({ language }) => language).toSorted(),
  ).toEqual(['de', 'en']);
  expect(await transcript()).toEqual(['A zebrafish']);
  const pass = (await readVideo(author, playbackId))?.pass;
  const at = `${site.url}/media/s/${pass}/${playbackId}`;
  expect(await (await fetch(`${at}/tracks.json`)).json()).toEqual({ captions: ['en', 'de'], hasStoryboard: false });
  expect(await (await fetch(`${at}/captions.de.vtt`)).text()).toContain('Ein Zebrafisch');
  const { rows } = await site.db.superuser.query(
    `select words from app_private.search_entries where clip_id = $1 and kind = 'TRANSCRIPT'`,
    [clipId],
  );
  expect(rows).toEqual([{ words: 'A zebrafish' }]);

  // Repairs are returned with their lines.
  const repaired = await caption(author, 'en', said('A <font color="red">zebrafish</font>'));
  expect(repaired.data?.saveVideoCaptions.repairs).toEqual([
    { code: 'FORMATTING', message: expect.stringMatching(/^Fonts, /u), lines: [3], count: 1 },
  ]);
  expect((await caption(author, 'en', said('A zebrafish'))).data?.saveVideoCaptions.repairs).toEqual([]);

  // A text with mistakes changes nothing and says where they are.
  const wrong = await caption(author, 'en', 'WEBVTT\n\n00:0x --> 00:02.000\nno\n');
  expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', errors: [{ line: 3 }] });
  expect(codeOf(await caption(author, '../../x', said('no')))).toBe('BAD_INPUT');
  expect(await transcript()).toEqual(['A zebrafish']);

  for (const [name, browser, code] of others) expect(codeOf(await uncaption(browser, 'en')), name).toBe(code);
  expect(codeOf(await uncaption(author, 'en'))).toBeUndefined();
  expect(await transcript()).toEqual(['Ein Zebrafisch']);
  expect((await fetch(`${at}/captions.en.vtt`)).status).toBe(404);
});

test('a video is attached, removed and discarded only by the item’s writers; a playing one isn’t discarded @STUDIO-01', async () => {
  const attach = (browser: Browser) =>
    browser.graphql('mutation attach($input: AttachVideoInput!) { attachVideo(input: $input) { video { playbackId } } }', {
      input: { playbackId, courseId },
    });
  const remove = (browser: Browser, input: object) =>
    browser.graphql<{ removeVideo: { wasThere: boolean } }>(
      'mutation remove($input: RemoveVideoInput!) { removeVideo(input: $input) { wasThere } }',
      { input },
    );
  const discard = (browser: Browser, id: string) =>
    browser.graphql('mutation discard($input: DiscardVideoInput!) { discardVideo(input: $input) { video { playbackId } } }', {
      input: { playbackId: id },
    });
  const list = async (browser: Browser) => {
    const { data } = await browser.graphql<{ placeVideosList: unknown[] }>(
      'query list($clipId: UUID) { placeVideosList(clipId: $clipId) { playbackId } }',
      { clipId },
    );
    return data?.placeVideosList;
  };
  for (const [name, browser, code] of others) {
    expect(codeOf(await attach(browser)), name).toBe(code);
    expect(codeOf(await discard(browser, playbackId)), name).toBe(code);
    expect(codeOf(await remove(browser, { clipId })), name).toBe(code === 'NOT_FOUND' ? 'FORBIDDEN' : code);
    expect(await list(browser), name).toEqual([]);
  }
  expect(await list(author)).toEqual([{ playbackId }]);
  expect(codeOf(await discard(author, playbackId))).toBe('CONFLICT');
  expect(codeOf(await attach(author))).toBeUndefined();
  const { rows } = await site.db.superuser.query('select hero_video_url from app_public.courses where id = $1', [courseId]);
  expect(rows).toEqual([{ hero_video_url: `local:${playbackId}` }]);
  expect((await remove(author, { clipId })).data?.removeVideo.wasThere).toBe(true);
  // The course still plays it.
  expect((await readVideo(author, playbackId))?.status).toBe('READY');
  expect((await remove(admin, { courseId })).data?.removeVideo.wasThere).toBe(true);
  expect(await readVideo(author, playbackId)).toBeNull();
  expect((await site.db.superuser.query(`select from app_private.video_cues where video_url = $1`, [`local:${playbackId}`])).rowCount).toBe(
    0,
  );
});
