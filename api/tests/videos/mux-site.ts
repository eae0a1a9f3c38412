import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualVideoSettings } from '@newline/api/features/videos/video-settings';
import { demoPeople, type DemoRole } from '@newline/db/demo/people';
import { expect, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { type FakeMux, type FakeUpload, muxKeys, startFakeMux } from './fake-mux.ts';
import { readVideo, startVideo } from './send-video.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const roles = ['author', 'anotherLearner', 'proLearner', 'admin'] as const;
const step = 256 * 1024;
const usualBytes = 2 * step + 5;

/** A video whose upload was started, and its upload at the fake. */
export type Begun = { readonly playbackId: string; readonly upload: FakeUpload };

/** A site whose videos are at a fake Mux, with a paid lesson and a clip of the author's. */
export type MuxSite = {
  readonly mux: FakeMux;
  readonly site: TestApi;
  readonly dataDir: string;
  readonly people: Readonly<Record<(typeof roles)[number] | 'visitor', Browser>>;
  readonly lessonId: string;
  readonly clipId: string;
  /** Returns the first row of a query. */
  one<TRow extends object>(text: string, values?: readonly unknown[]): Promise<TRow>;
  /** Sends a message to the webhook and returns the status. */
  post(body: string, signature: string | null): Promise<number>;
  /** Runs a job that otherwise runs on its schedule. */
  runJob(task: 'watch_mux' | 'tidy_videos'): Promise<unknown>;
  begin(target?: { lessonId?: string; clipId?: string }): Promise<Begun>;
  /** Sends the whole file as a browser does, in two chunks. */
  send(begun: Begun): Promise<void>;
  /** Creates a video that is ready and plays in its item. */
  ready(target?: { lessonId?: string; clipId?: string }): Promise<Begun>;
  status(begun: Begun): Promise<string | undefined>;
  until(begun: Begun, status: string): Promise<void>;
  /** Returns a user's access token and video URL of the lesson. */
  passOf(browser: Browser): Promise<{ videoPass: string | null; videoUrl: string | null } | undefined>;
  stop(): Promise<void>;
};

export async function startMuxSite(): Promise<MuxSite> {
  const [mux, dataDir] = await Promise.all([startFakeMux(), mkdtemp(join(tmpdir(), 'newline-mux-'))]);
  const { tokenId, tokenSecret, webhookSecret, signingKeyId, signingKey } = muxKeys;
  const settings = { tokenId, tokenSecret, webhookSecret, signingKeyId, signingKey, streamUrl: mux.origin, imageUrl: mux.origin };
  const site = await startTestApi({
    demo: true,
    env: {
      dataDir,
      fetchTestMap: new Map([['api.mux.com', mux.target]]),
      video: { ...usualVideoSettings, ffmpegPath: 'off', maxSeconds: 600, provider: 'mux', mux: settings },
    },
  });
  const one = async <TRow extends object>(text: string, values: readonly unknown[] = []): Promise<TRow> => {
    const { rows } = await site.db.superuser.query<TRow>(text, [...values]);
    const [row] = rows;
    if (!row) throw new Error(`expected a row of ${text}`);
    return row;
  };
  const all = demoPeople(site.db.secretKey);
  const signIn = async (role: DemoRole) => {
    const browser = site.newBrowser();
    const { email = '', password = '' } = all.find((each) => each.role === role) ?? {};
    expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
    return browser;
  };
  const [author, anotherLearner, proLearner, admin] = await Promise.all(roles.map(signIn));
  if (!author || !anotherLearner || !proLearner || !admin) throw new Error('expected everybody to be signed in');
  // A paid lesson, its course written by the author, and a clip of the same course.
  const { id: lessonId, course_id: courseId } = await one<{ id: string; course_id: string }>(
    `select l.id, l.course_id from app_public.lessons l join app_public.courses c on c.id = l.course_id
      where c.is_published and c.published_at < now() and c.archived_at is null and not c.is_free and not l.is_free
        and not c.is_early_access and not l.is_advanced_package_lesson and not c.is_masterclass and not c.is_bootcamp and not c.is_live_workshop
      order by l.id limit 1`,
  );
  await site.db.superuser.query(
    'insert into app_public.contributions (user_id, course_id) select u.id, $2 from auth."user" u where u.email = $1 on conflict do nothing',
    [all.find(({ role }) => role === 'author')?.email, courseId],
  );
  const { id: clipId } = await one<{ id: string }>(`insert into app_public.clips (title, course_id) values ('Mux', $1) returning id`, [
    courseId,
  ]);

  const post = async (body: string, signature: string | null) => {
    const headers = { 'content-type': 'application/json', ...(signature !== null && { 'mux-signature': signature }) };
    return (await fetch(`${site.url}/webhooks/mux`, { method: 'POST', headers, body })).status;
  };
  mux.onMessage = post;

  const begin = async (target: { lessonId?: string; clipId?: string } = { lessonId }): Promise<Begun> => {
    const started = await startVideo(author, target, { byteCount: usualBytes });
    expect(started.errors).toBeUndefined();
    const { uploadUrl = '', video } = started.data?.startVideo ?? {};
    const upload = [...mux.uploads.values()].find(({ url }) => url === uploadUrl);
    if (!upload || !video) throw new Error('expected an upload at Mux, got none');
    return { playbackId: video.playbackId, upload };
  };
  const send = async ({ upload }: Begun) => {
    const put = (range: string, body?: Uint8Array<ArrayBuffer>) =>
      fetch(upload.url, { method: 'PUT', headers: { 'content-range': `bytes ${range}/${usualBytes}` }, ...(body && { body }) });
    expect((await put('*')).status).toBe(308);
    const first = await put(`0-${step - 1}`, new Uint8Array(step));
    expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${step - 1}`]);
    expect((await put(`${step}-${usualBytes - 1}`, new Uint8Array(usualBytes - step))).status).toBe(200);
  };
  const status = async ({ playbackId }: Begun) => (await readVideo(author, playbackId))?.status;
  const until = (begun: Begun, expected: string) =>
    vi.waitFor(async () => expect(await status(begun)).toBe(expected), { timeout: 20_000, interval: 100 });
  return {
    mux,
    site,
    dataDir,
    people: { author, anotherLearner, proLearner, admin, visitor: site.newBrowser() },
    lessonId,
    clipId,
    one,
    post,
    runJob: (task) => site.db.superuser.query(`select graphile_worker.add_job($1, '{}')`, [task]),
    begin,
    send,
    async ready(target) {
      const begun = await begin(target);
      await send(begun);
      await mux.tell('video.asset.ready', mux.settle(begun.upload.id));
      await until(begun, 'READY');
      return begun;
    },
    status,
    until,
    async passOf(browser) {
      const answer = await browser.graphql<{ lessonById: { videoPass: string | null; videoUrl: string | null } }>(
        'query pass($id: UUID!) { lessonById(id: $id) { videoPass videoUrl } }',
        { id: lessonId },
      );
      return answer.data?.lessonById;
    },
    async stop() {
      await site.stop();
      await mux.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
