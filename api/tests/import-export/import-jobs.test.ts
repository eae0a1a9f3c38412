import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchiveStore } from '@newline/api/features/import-export/archive-store';
import type { ImportState } from '@newline/api/features/import-export/import-routes';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { zip } from '../../src/features/book-export/zip.ts';
import { startBucketServer } from '../attachments/bucket-server.ts';
import { Browser } from '../browser.ts';
import { startWriters, type Writers } from '../writers.ts';
import { onePixel } from './generated-mdbook.ts';
import type { Files } from './send-folder.ts';

// Imports as jobs: an archive is previewed, arranged and written, while its author is away, and once only.
let writers: Writers;
beforeAll(async () => {
  writers = await startWriters();
});
afterAll(() => writers.stop());

const usual = { timeout: 60_000, interval: 50 };
const archiveOf = (files: Files) =>
  zip(
    Object.entries(files).map(([path, bytes]) => ({ path, bytes: Buffer.from(bytes) })),
    new Date(Date.UTC(2026, 10, 21)),
  );

async function call(browser: Browser, method: string, path: string, body?: Buffer | object) {
  const isFile = Buffer.isBuffer(body);
  const response = await fetch(`${writers.site.url}/api/imports${path}`, {
    method,
    headers: {
      cookie: browser.cookieHeader,
      origin: writers.site.url,
      ...(body === undefined ? {} : { 'content-type': isFile ? 'application/zip' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, answer: (text === '' ? null : JSON.parse(text)) as (ImportState & { message?: string }) | null };
}

/** Waits until no job has anything to do for this user's import. */
async function settled(browser: Browser): Promise<ImportState> {
  return vi.waitFor(async () => {
    const { answer } = await call(browser, 'GET', '');
    if (answer === null) throw new Error('expected an import');
    expect(['ready', 'done', 'failed']).toContain(answer.state);
    return answer;
  }, usual);
}

async function upload(browser: Browser, files: Files, query = ''): Promise<ImportState> {
  const { status, answer } = await call(browser, 'POST', `?name=notes.zip${query}`, archiveOf(files));
  expect([status, answer?.message]).toEqual([202, undefined]);
  return settled(browser);
}

const rows = async <TRow extends object>(text: string, values: unknown[] = []) =>
  (await writers.site.db.superuser.query<TRow>(text, values)).rows;
const lessonsAt = (permalink: string | null) =>
  rows<{ title: string; section: string | null; text: string }>(
    `select l.title, s.title as section, w.body_delta::text as text
     from app_public.courses c join app_public.course_lessons p on p.course_id = c.id join app_public.lessons l on l.id = p.lesson_id
     left join app_public.course_sections s on s.id = p.course_section_id left join app_private.lesson_bodies w on w.lesson_id = l.id
     where c.permalink = $1 order by p.position`,
    [permalink],
  );
const countItems = async () => (await rows<{ n: number }>('select count(*)::int as n from app_public.courses'))[0]?.n ?? 0;
const runJob = () => rows(`select graphile_worker.add_job('run_imports')`);

const notes = {
  'README.md': '# Kettles\n\nSee [water](water.md#hard-water) and [fire](fire.md), and [tea](tea.md).\n',
  'fire.md': '# Fire\n\nHot.\n\n![Dot](dot.png)\n',
  'tea.md': '# Tea\n\nGreen, or [fire](fire.md).\n',
  'water.md':
    '# Water\n\nBefore it boils.\n\n## Soft water\n\nSoft.\n\n## Hard water\n\nHard, unlike [soft](#soft-water).\n\n### Scale\n\nWhite.\n',
  'dot.png': onePixel,
};

test('an archive is previewed, found again after a reload, arranged and written @STUDIO-01', async () => {
  const ready = await upload(writers.author, notes, '&into=course');
  expect(ready).toMatchObject({ name: 'notes.zip', into: 'course', action: 'preview', state: 'ready', reason: null, permalink: null });
  expect(ready.report).toMatchObject({ title: 'Kettles', isNew: true, images: 1 });
  const lessons = ready.report?.lessons ?? [];
  expect(lessons.map(({ title, file, parts }) => [title, file, parts])).toEqual([
    ['Kettles', 'README.md', []],
    ['Water', 'water.md', ['Water', 'Soft water', 'Hard water']],
    ['Fire', 'fire.md', []],
    ['Tea', 'tea.md', []],
  ]);
  const before = await countItems();
  // Another page of the same user sees the same.
  expect((await call(writers.author, 'GET', '')).answer).toEqual(ready);

  const chosen = (index: number, title: string, section: string | null, isSplit = false) => ({
    index,
    file: lessons[index]?.file,
    title,
    section,
    isSplit,
  });
  const outline = {
    title: 'All about kettles',
    lessons: [chosen(1, 'Water', 'Basics', true), chosen(0, 'Start here', null), chosen(3, 'Teas', 'More')],
  };
  // What is arranged is kept, for its author only, if it could be imported.
  const keep = (browser: Browser, choice: object) => call(browser, 'PUT', '/choice', { id: ready.id, isDeleting: true, ...choice });
  expect((await keep(writers.author, { outline })).status).toBe(204);
  expect((await keep(writers.learner, { outline })).status).toBe(404);
  expect((await keep(writers.author, { outline: { ...outline, lessons: [] } })).status).toBe(400);
  expect((await keep(writers.author, { id: 'none', outline })).status).toBe(404);
  expect((await call(writers.author, 'GET', '')).answer).toEqual({ ...ready, choice: { isDeleting: true, outline } });
  const { status, answer } = await call(writers.author, 'POST', '/start', { id: ready.id, action: 'write', into: 'course', outline });
  expect([status, answer?.action]).toEqual([202, 'write']);
  const done = await settled(writers.author);
  expect(done).toMatchObject({ state: 'done', action: 'write', reason: null });
  expect(await countItems()).toBe(before + 1);
  expect((await keep(writers.author, { outline: null })).status).toBe(204);
  expect((await call(writers.author, 'GET', '')).answer?.choice).toEqual(done.choice);
  const written = await lessonsAt(done.permalink);
  expect(written.map(({ title, section }) => [title, section])).toEqual([
    ['Start here', null],
    ['Water', 'Basics'],
    ['Soft water', 'Basics'],
    ['Hard water', 'Basics'],
    ['Teas', 'More'],
  ]);
  // Links follow to the lessons that the headings became, and those to a lesson that was left out are reported.
  const hrefs = (at: number) => [...(written[at]?.text ?? '').matchAll(/"href": "([^"]+)"/gu)].map((match) => match[1]);
  expect(hrefs(0)).toEqual([`${done.permalink}/hard-water`, `${done.permalink}/tea`]);
  expect(hrefs(3)).toEqual([`${done.permalink}/soft-water`]);
  expect(hrefs(4)).toEqual([]);
  expect(done.report?.messages.filter(({ weight }) => weight === 'lost')).toEqual(
    ['README.md', 'tea.md'].map((file) => ({
      file,
      lines: [],
      message: 'The link to "Fire" is removed, and its text is kept: you left that lesson out.',
      weight: 'lost',
    })),
  );
  // The image of that lesson isn't stored.
  expect(done.report?.images).toBe(0);
  expect((await call(writers.author, 'POST', '/start', { id: ready.id, action: 'write', into: 'course' })).status).toBe(404);
});

test('an archive that can’t be imported says why, and another one replaces it', async () => {
  const failed = await upload(writers.author, { '../evil.md': 'x' });
  expect(failed).toMatchObject({ state: 'failed', reason: '"../evil.md": expected a path within the folder, got one outside it.' });
  const ready = await upload(writers.author, { 'a.md': '# A\n\nText.' });
  expect(ready).toMatchObject({ state: 'ready', reason: null });
  // An outline that isn't that of the preview: nothing is written, and it can be written again.
  const wrong = {
    id: ready.id,
    action: 'write',
    into: '',
    outline: { title: 'A', lessons: [{ index: 0, file: 'b.md', title: 'A', section: null }] },
  };
  await call(writers.author, 'POST', '/start', wrong);
  expect(await settled(writers.author)).toMatchObject({ state: 'failed', reason: expect.stringContaining('Preview it again.') });
  expect((await call(writers.author, 'POST', '/start', { ...wrong, outline: { title: '', lessons: [] } })).answer?.message).toBe(
    'lessons: expected a list of lessons.',
  );
  await call(writers.author, 'POST', '/start', { id: ready.id, action: 'write', into: 'course' });
  expect(await settled(writers.author)).toMatchObject({ state: 'done' });
  expect((await call(writers.author, 'DELETE', '')).status).toBe(204);
  expect((await call(writers.author, 'GET', '')).answer).toBeNull();
});

test('only those who can import do, and nobody sees, starts or deletes the import of others @AUTH-03', async () => {
  const { id } = await upload(writers.author, { 'a.md': '# A\n\nText.' });
  const visitor = new Browser(writers.site.url, writers.site.url);
  expect((await call(visitor, 'GET', '')).status).toBe(401);
  expect((await call(writers.learner, 'POST', '?name=x.zip', archiveOf({ 'a.md': 'A' }))).status).toBe(403);
  expect((await call(writers.learner, 'GET', '')).answer).toBeNull();
  expect((await call(writers.admin, 'POST', '/start', { id, action: 'write', into: '' })).status).toBe(404);
  expect((await call(writers.editor, 'POST', '/start', { id, action: 'write', into: '/courses/course' })).status).toBe(404);
  expect((await call(writers.learner, 'DELETE', '')).status).toBe(204);
  expect((await call(writers.author, 'GET', '')).answer).toMatchObject({ id, state: 'ready' });
  // A target that stopped being theirs is refused by the job, too.
  expect((await call(writers.author, 'POST', '/start', { id, action: 'write', into: '/books/none' })).status).toBe(404);
});

describe('a process that was killed', () => {
  test('before it wrote the item leaves that to the next, which writes it once', async () => {
    const { id } = await upload(writers.author, { 'a.md': '# Killed before\n\nText.' }, '&into=course');
    const before = await countItems();
    await rows(`update app_private.imports set status = 'running', action = 'write', choice = '{}', attempts = 1 where id = $1`, [id]);
    await Promise.all([runJob(), runJob(), runJob()]);
    expect(await settled(writers.author)).toMatchObject({ state: 'done' });
    expect(await countItems()).toBe(before + 1);
  });

  test('after it wrote the item doesn’t make the next write it again', async () => {
    const ready = await upload(writers.author, { 'a.md': '# Killed after\n\nText.' }, '&into=course');
    await call(writers.author, 'POST', '/start', { id: ready.id, action: 'write', into: 'course' });
    const done = await settled(writers.author);
    const before = await countItems();
    await rows(`update app_private.imports set status = 'running' where id = $1`, [ready.id]);
    await Promise.all([runJob(), runJob(), runJob()]);
    expect(await settled(writers.author)).toEqual(done);
    expect(await countItems()).toBe(before);
  });

  test('again and again makes it fail, without a change', async () => {
    const { id } = await upload(writers.author, { 'a.md': '# Killed often\n\nText.' }, '&into=course');
    const before = await countItems();
    await rows(`update app_private.imports set status = 'running', action = 'write', choice = '{}', attempts = 3 where id = $1`, [id]);
    await runJob();
    expect(await settled(writers.author)).toMatchObject({ state: 'failed', reason: expect.stringContaining('Nothing was changed.') });
    expect(await countItems()).toBe(before);
  });
});

test('an import that expired is deleted with its archive', async () => {
  const { id } = await upload(writers.author, { 'a.md': '# Old\n\nText.' });
  const path = join(writers.site.options.env.dataDir, 'imports', `${id}.zip`);
  expect(existsSync(path)).toBe(true);
  await rows(`update app_private.imports set expires_at = now() - interval '1 minute' where id = $1`, [id]);
  await rows(`select graphile_worker.add_job('tidy_imports')`);
  await vi.waitFor(() => expect(existsSync(path)).toBe(false), usual);
  expect((await call(writers.author, 'GET', '')).answer).toBeNull();
});

test.each(['local', 's3'] as const)('archives are stored, read and deleted: %s', async (driver) => {
  const folder = await mkdtemp(join(tmpdir(), 'newline-archives-'));
  const bucket = driver === 's3' ? await startBucketServer() : null;
  try {
    const store = openArchiveStore(bucket?.settings ?? { driver: 'local' }, join(folder, 'imports'));
    const ids = ['0d4ac8f5-0f3c-4b0b-9d55-7a2c7f0e8a11', '5b1f7d84-62f0-4c7a-8f5d-1c0f7e5a9b22'];
    for (const id of ids) {
      await writeFile(join(folder, 'received'), `archive ${id}`);
      await store.keep(id, join(folder, 'received'));
      expect(existsSync(join(folder, 'received'))).toBe(false);
    }
    const read = async (id = '') => {
      const archive = await store.fetch(id);
      if (archive === null) return null;
      const text = await readFile(archive.path, 'utf8');
      await archive.release();
      return text;
    };
    expect(await read(ids[0])).toBe(`archive ${ids[0]}`);
    await store.tidy(async () => ids.slice(0, 1));
    expect([await read(ids[0]), await read(ids[1])]).toEqual([`archive ${ids[0]}`, null]);
    await store.remove(ids[0] ?? '');
    expect(await read(ids[0])).toBeNull();
  } finally {
    await bucket?.stop();
    await rm(folder, { recursive: true });
  }
});
