import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPeople, type DemoRole } from '@newline/db/demo/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskWatch, diskFullMessage, isDiskFull } from '../src/disk-watch.ts';
import { createLog } from '../src/log.ts';
import { photograph } from './attachments/test-images.ts';
import { sendUpload } from './attachments/send-upload.ts';
import type { Browser } from './browser.ts';
import { sendFolder } from './import-export/send-folder.ts';
import { startVideo, tus } from './videos/send-video.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'newline-full-'));
/** Mounts a file system with the size that a test sets; requires root. */
const mount = (options: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
const isMounted = process.getuid?.() === 0 && mount('size=8g');
let site: TestApi;
let learner: Browser;
let author: Browser;

beforeAll(async () => {
  site = await startTestApi({ demo: true, env: { dataDir: folder } });
  [learner, author] = await Promise.all([signIn('learner'), signIn('author')]);
});
afterAll(async () => {
  await site.stop();
  if (isMounted) execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(role: DemoRole): Promise<Browser> {
  const browser = site.newBrowser();
  const person = demoPeople(site.db.secretKey).find((each) => each.role === role);
  expect((await browser.post('/api/auth/sign-in/email', { email: person?.email, password: person?.password })).status).toBe(200);
  return browser;
}

const rowsOf = async (sql: string) => (await site.db.superuser.query(sql)).rows;
const countOf = async (table: string) => Number((await rowsOf(`select count(*) from ${table}`))[0].count);
const remedies = () => site.logLines.filter((line) => line.includes('Free space on the disk of DATA_DIR'));

describe('a full disk of the database', () => {
  /** Raises PostgreSQL's real error for a full disk, from the statement that writes the row. */
  async function fill(table: string): Promise<void> {
    await site.db.superuser.query(
      `create or replace function app_public.no_space() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file "base/16384/12345": No space left on device' using errcode = '53100', hint = 'Check free disk space.';
       end $$`,
    );
    await site.db.superuser.query(
      `create trigger no_space before insert or update on ${table} for each row execute function app_public.no_space()`,
    );
  }
  const empty = (table: string) => site.db.superuser.query(`drop trigger no_space on ${table}`);

  test('is a 503 with a message for users, one log line, and a site that isn’t ready; nothing is acknowledged that isn’t stored', async () => {
    const clips = await rowsOf(
      `select id from app_public.clips k where not exists (select from app_public.clip_likes l where l.clip_id = k.id and l.user_id =
         (select id from app_public.users u where u.id = '${demoPeople(site.db.secretKey).find(({ role }) => role === 'learner')?.id ?? ''}'))
       order by id limit 20`,
    );
    const like = (clipId: string) =>
      learner.post('/graphql', {
        query: 'mutation like($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { id } } }',
        variables: { clipId },
      });
    expect((await site.newBrowser().get('/readyz')).status).toBe(200);
    const before = await countOf('app_public.clip_likes');
    await fill('app_public.clip_likes');
    for (const { id } of clips) {
      const answer = await like(id);
      expect(answer.status, answer.text).toBe(503);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(answer.json().errors).toEqual([
        expect.objectContaining({ message: diskFullMessage, extensions: { code: 'UNAVAILABLE', reason: 'DISK_FULL' } }),
      ]);
      expect(answer.text).not.toMatch(/base\/16384|53100|No space/);
    }
    expect(await countOf('app_public.clip_likes')).toBe(before);
    expect(remedies().length).toBeGreaterThan(0);
    expect(remedies().length).toBeLessThan(clips.length / 2);
    expect(site.logLines.filter((line) => line.includes('a field failed'))).toEqual([]);
    const ready = await site.newBrowser().get('/readyz');
    expect(ready.status).toBe(503);
    expect(ready.json()).toMatchObject({ status: 'degraded', reason: expect.stringContaining('The disk is full') });
    expect((await site.newBrowser().get('/healthz')).status).toBe(200);

    // Control: with free space the same request is stored.
    await empty('app_public.clip_likes');
    const [clip] = clips;
    expect((await like(clip?.id)).status).toBe(200);
    expect(await countOf('app_public.clip_likes')).toBe(before + 1);
  });

  test('gives the same response to sign-in and sign-up', async () => {
    const person = demoPeople(site.db.secretKey).find(({ role }) => role === 'learner');
    const attempt = () => site.newBrowser().post('/api/auth/sign-in/email', { email: person?.email, password: person?.password });
    const signUp = (email: string) =>
      site.newBrowser().post('/api/auth/sign-up/email', { email, password: 'correct horse battery', name: 'Full Disk', callbackURL: '/' });
    for (const [table, ask] of [
      ['auth."session"', attempt],
      ['auth."user"', () => signUp('full@example.com')],
    ] as const) {
      await fill(table);
      const answer = await ask();
      expect(answer.text).not.toMatch(/base\/16384|53100|No space/);
      expect([answer.status, answer.json()['message']], table).toEqual([503, diskFullMessage]);
      await empty(table);
      expect((await ask()).status, table).toBe(200);
    }
  });
});

describe.skipIf(!isMounted)('a full disk of DATA_DIR', () => {
  /** Limits the size to the current content, or adds space. */
  const setFull = (isFull: boolean) => {
    const { blocks, bfree, bsize } = statfsSync(folder);
    expect(mount(`remount,size=${isFull ? (blocks - bfree) * bsize : '8g'}`)).toBe(true);
  };

  test('gives the same 503 for an image, a video and an archive, and nothing of them is kept', async () => {
    const bytes = await (await photograph(640, 400)).png().toBuffer();
    const files = {
      'book.toml': '[book]\ntitle = "Full"\n',
      'src/SUMMARY.md': '- [One](one.md)\n',
      'src/one.md': `# One\n\n${'Words. '.repeat(20_000)}`,
    };
    const [target] = await rowsOf(
      `select c.lesson_id as "lessonId" from app_public.course_lessons c join app_public.contributions k on k.course_id = c.course_id
       where k.user_id = '${demoPeople(site.db.secretKey).find(({ role }) => role === 'author')?.id ?? ''}' and k.title = 'AUTHOR' limit 1`,
    );
    const body = new Uint8Array(1_000_000);
    const started = await startVideo(author, target, { byteCount: body.length });
    expect(started.errors).toBeUndefined();
    const send = () =>
      tus(site.url, author, 'PATCH', started.data?.startVideo?.uploadUrl ?? '', { body, headers: { 'upload-offset': '0' } });
    const before = await countOf('app_public.attachments');

    setFull(true);
    const image = await sendUpload(site, learner, { bytes });
    expect([image.status, image.errors?.[0]?.message]).toEqual([503, diskFullMessage]);
    expect(image.errors?.[0]?.extensions).toEqual({ code: 'UNAVAILABLE', reason: 'DISK_FULL' });
    const archive = await sendFolder(site, author, files);
    expect([archive.status, archive.answer.message]).toEqual([503, diskFullMessage]);
    expect((await send()).status).toBe(503);
    expect(await countOf('app_public.attachments')).toBe(before);
    expect((await site.newBrowser().get('/readyz')).json()).toMatchObject({ status: 'degraded' });
    expect(remedies().length).toBeGreaterThan(0);

    // Control: with free space each of them succeeds.
    setFull(false);
    expect((await sendUpload(site, learner, { bytes })).errors).toBeUndefined();
    expect(await countOf('app_public.attachments')).toBe(before + 1);
    expect((await sendFolder(site, author, files)).status).toBe(200);
    expect(await send()).toEqual({ status: 204, offset: body.length });
  });

  test('makes a site not ready before anyone has sent anything, and ready again when there is space', async () => {
    const watch = createDiskWatch({ dataDir: folder, log: createLog('silent') });
    expect(await watch.degradedBecause()).toBeNull();
    setFull(true);
    expect(await watch.degradedBecause()).toMatch(/^The disk of DATA_DIR has \d+ MB left\. Free space on it/);
    setFull(false);
    expect(await watch.degradedBecause()).toBeNull();
  });
});

test('the watch logs once a minute, forgets after a minute, and distinguishes a full disk from other errors', async () => {
  let now = 1_000_000;
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => lines.push(line) } as unknown as Parameters<typeof createDiskWatch>[0]['log'];
  const watch = createDiskWatch({ dataDir: tmpdir(), log, now: () => now });
  const full = (code: string) => Object.assign(new Error('x'), { code });
  for (const code of ['53100', 'ENOSPC', 'EDQUOT', 'EROFS']) {
    expect(watch.note(full(code)), code).toBe(true);
    expect(isDiskFull(new Error('outside', { cause: full(code) })), code).toBe(true);
  }
  for (const code of ['53200', '57P01', 'ENOENT', 'EACCES']) expect(watch.note(full(code)), code).toBe(false);
  expect(lines).toHaveLength(1);
  expect(await watch.degradedBecause()).not.toBeNull();
  now += 60_000;
  expect(await watch.degradedBecause()).toBeNull();
  watch.note(full('ENOSPC'));
  expect(lines).toHaveLength(2);
});
