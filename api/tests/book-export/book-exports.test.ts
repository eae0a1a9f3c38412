import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BookExport } from '@newline/api/features/book-export/book-exports';
import { usualExportLimits } from '@newline/api/features/book-export/export-books';
import { rendererVersion } from '@newline/api/features/rendering/create-renderer';
import { visitor, type Viewer } from '@newline/api/viewer';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writeBlankPdf } from './blank-pdf.ts';
import { exportWorker, openExports } from './export-worker.ts';

// Exports as jobs: what is shown while they are created, and what happens if the work is interrupted, fails or costs too much. A shell
// script replaces Chromium here; e2e/ and api/tests/book-export/book-files.test.ts check the files.
let db: TestDatabase;
let root: string;
let folder: string;
let admin: Viewer;
let chapters: number;
const slug = 'postgres-slowly';
const another = 'the-long-stack-trace';
const usual = { timeout: 60_000, interval: 20 };

beforeAll(async () => {
  [db, root] = await Promise.all([startTestDatabase({ demo: true }), mkdtemp(join(tmpdir(), 'newline-exports-'))]);
  await writeBlankPdf(join(root, 'blank.pdf'));
  const { rows } = await db.superuser.query<{ id: string; chapters: number }>(
    `select (select id from app_public.users where is_admin limit 1) as id, count(*)::int as chapters
     from app_public.book_lessons l join app_public.books b on b.id = l.book_id where b.slug = $1`,
    [slug],
  );
  // Most tests are about the job, not about the renderer.
  await db.superuser.query('update app_private.lesson_bodies set drawn_by = $1', [rendererVersion]);
  admin = { role: 'admin', userId: rows[0]?.id ?? '' };
  chapters = rows[0]?.chapters ?? 0;
  if (chapters < 3) throw new Error(`expected a book of several chapters, got ${chapters}`);
});
afterAll(async () => {
  await db.stop();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'books-'));
  await db.superuser.query('delete from app_private.book_exports');
});

/** Creates a program that is called like Chromium: the page is in $from, and the PDF goes to $out. */
async function printerThat(perform: string): Promise<string> {
  const path = join(await mkdtemp(join(root, 'printer-')), 'printer');
  const find =
    'for word in "$@"; do case "$word" in --print-to-pdf=*) out="${word#--print-to-pdf=}";; file://*) from="${word#file://}";; esac; done';
  await writeFile(path, `#!/bin/sh\n${find}\n${perform}\n`, { mode: 0o755 });
  return path;
}
/** What a printer does: it returns an empty page. */
const prints = () => `cp "${join(root, 'blank.pdf')}" "$out"`;

/** Creates a printer that waits until it is released, once. */
async function printerThatWaits() {
  const gate = join(await mkdtemp(join(root, 'gate-')), 'gate');
  execFileSync('mkfifo', [gate]);
  return {
    chromium: await printerThat(`[ -e "${gate}.open" ] || { read line < "${gate}"; : > "${gate}.open"; }\n${prints()}`),
    letGo: () => writeFile(gate, 'go\n'),
    /** Releases it, unless it was never started or has ended: opening the gate would wait for it forever. */
    letGoIfWaiting: () => writeFile(gate, 'go\n', { flag: constants.O_WRONLY | constants.O_NONBLOCK }).catch(() => undefined),
  };
}

async function withExports(chromium: string | null, options: Parameters<typeof openExports>[1] = {}) {
  const exports = openExports({ connections: db.connections, folder, chromium }, options);
  return Object.assign(exports, { [Symbol.asyncDispose]: () => exports.close() });
}
const work = (exports: { work(signal: AbortSignal): Promise<void> }) => exports.work(new AbortController().signal);

/** Returns the names of the exported files. */
const files = async () => (await readdir(folder)).filter((name) => /\.(?:epub|pdf)$/u.test(name)).toSorted();

async function row(id: string) {
  const { rows } = await db.superuser.query<{ status: string; attempts: number; is_later: boolean; reason: string | null }>(
    'select status, attempts, due_at > now() as is_later, reason from app_private.book_exports where id = $1',
    [id],
  );
  return rows[0];
}
function idOf(bookExport: BookExport): string {
  if (!('id' in bookExport)) throw new Error(`expected an export, got ${bookExport.state}`);
  return bookExport.id;
}

test('an export is queued, runs step by step, and is then available to everyone with the same access @STUDY-01', async () => {
  const printer = await printerThatWaits();
  await using exports = await withExports(printer.chromium);
  await using elsewhere = await withExports(printer.chromium);
  const look = () => exports.find(visitor, slug, 'pdf', 'look');
  expect(await look()).toEqual({ state: 'none', isWhole: false });
  const started = await exports.find(visitor, slug, 'pdf', 'start');
  expect(started).toMatchObject({ state: 'queued', ahead: 0, step: 0 });
  expect(await exports.find(admin, slug, 'epub', 'start')).toMatchObject({ state: 'queued', isWhole: true, ahead: 1 });
  const working = work(exports);
  await vi.waitFor(async () => expect(await look()).toMatchObject({ label: 'Printing the pages' }), usual);
  expect(await look()).toEqual({
    ...started,
    state: 'running',
    ahead: null,
    step: 0,
    stepCount: chapters + 1,
    label: 'Printing the pages',
  });
  // Another process of the same site has nothing to do meanwhile, and repeats nothing.
  await work(elsewhere);
  expect(await row(idOf(started))).toMatchObject({ status: 'running', attempts: 1 });
  expect(await exports.find(admin, slug, 'epub', 'look')).toMatchObject({ state: 'queued', ahead: 1 });
  await printer.letGo();
  await working;
  expect(await look()).toMatchObject({ state: 'done', id: idOf(started), step: chapters + 1 });
  expect(await exports.find(admin, slug, 'epub', 'look')).toMatchObject({ state: 'done', isWhole: true });
  expect(await files()).toHaveLength(2);
});

test('an export waits until the code of every chapter is rendered, and is the same export afterwards', async () => {
  await db.superuser.query(
    `update app_private.lesson_bodies set drawings = null, drawn_by = 0 where lesson_id in (
       select l.lesson_id from app_public.book_lessons l join app_public.books b on b.id = l.book_id where b.slug = $1)`,
    [slug],
  );
  const printed = join(root, 'printed.html');
  await using exports = await withExports(await printerThat(`cat "$from" >> "${printed}"\n${prints()}`));
  const id = idOf(await exports.find(admin, slug, 'pdf', 'start'));
  await work(exports);
  expect(await exports.find(admin, slug, 'pdf', 'look')).toMatchObject({ state: 'done', id });
  const page = await readFile(printed, 'utf8');
  const blocks = [...page.matchAll(/<pre\b[^>]*>.*?<\/pre>/gsu)].map(([block]) => block).filter((block) => block.includes('"language-'));
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter((block) => !block.includes('<span class='))).toEqual([]);
});

test('a renderer that keeps failing delays the export, and no file without its code is created', async () => {
  await db.superuser.query(`update app_private.lesson_bodies set drawings = null, drawn_by = 0`);
  const renderer = { renderDocument: () => Promise.reject(new Error('There is no memory left.')) };
  await using exports = await withExports(null, { renderer });
  const id = idOf(await exports.find(visitor, slug, 'epub', 'start'));
  await work(exports);
  expect(await row(id)).toMatchObject({ status: 'queued', attempts: 1, is_later: true });
  expect(await files()).toEqual([]);
  await db.superuser.query('update app_private.lesson_bodies set drawn_by = $1', [rendererVersion]);
});

test('a process that is killed midway leaves the export to the next, which restarts it', async () => {
  const printer = await printerThatWaits();
  await using exports = await withExports(await printerThat(prints()));
  const id = idOf(await exports.find(visitor, slug, 'pdf', 'start'));
  const settings = JSON.stringify({ connections: db.connections, folder, chromium: printer.chromium });
  const process = fork(exportWorker, { env: { EXPORT_WORKER: settings }, stdio: 'ignore' });
  const ended = once(process, 'exit');
  await vi.waitFor(
    async () => expect(await exports.find(visitor, slug, 'pdf', 'look')).toMatchObject({ label: 'Printing the pages' }),
    usual,
  );
  process.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  await vi.waitFor(async () => {
    await work(exports);
    expect(await row(id)).toMatchObject({ status: 'done', attempts: 2 });
  }, usual);
  expect(await files()).toEqual([`${id}.pdf`]);
  await printer.letGoIfWaiting();
});

test('a site that stops puts its export back in the queue without counting an attempt', async () => {
  const printer = await printerThatWaits();
  await using exports = await withExports(printer.chromium);
  const id = idOf(await exports.find(visitor, slug, 'pdf', 'start'));
  const stopping = new AbortController();
  const working = exports.work(stopping.signal);
  await vi.waitFor(
    async () => expect(await exports.find(visitor, slug, 'pdf', 'look')).toMatchObject({ label: 'Printing the pages' }),
    usual,
  );
  stopping.abort();
  await working;
  expect(await row(id)).toMatchObject({ status: 'queued', attempts: 0, is_later: false });
  expect(await files()).toEqual([]);
});

test('printing is limited by CPU time: exceeding it fails with a message, and a reader can start it again', async () => {
  const greedy = { limits: { printCpuMs: 300 } };
  await using exports = await withExports(await printerThat('while :; do :; done'), greedy);
  const id = idOf(await exports.find(visitor, slug, 'pdf', 'start'));
  await work(exports);
  const reason = 'This book is too complex for a PDF. Download the EPUB instead.';
  expect(await exports.find(visitor, slug, 'pdf', 'start')).toMatchObject({ id, state: 'failed', reason });
  // Its child processes are counted too.
  await using children = await withExports(await printerThat('(while :; do :; done) & wait'), greedy);
  expect(await children.find(visitor, slug, 'pdf', 'again')).toMatchObject({ id, state: 'queued', reason: null });
  await work(children);
  expect(await row(id)).toMatchObject({ status: 'failed', reason });
  // A process that waits longer than that, but works less, finishes.
  await using modest = await withExports(await printerThat(`sleep 1\n${prints()}`), greedy);
  await modest.find(visitor, slug, 'pdf', 'again');
  await work(modest);
  expect(await row(id)).toMatchObject({ status: 'done', reason: null });
});

test('an unknown failure is retried later, five times; then readers see it', async () => {
  await using exports = await withExports(await printerThat('echo broken >&2\nexit 3'));
  const id = idOf(await exports.find(visitor, slug, 'pdf', 'start'));
  await work(exports);
  expect(await row(id)).toMatchObject({ status: 'queued', attempts: 1, is_later: true });
  // Not before it is due.
  await work(exports);
  expect(await row(id)).toMatchObject({ attempts: 1 });
  await db.superuser.query('update app_private.book_exports set attempts = 4, due_at = now()');
  await work(exports);
  expect(await row(id)).toMatchObject({
    status: 'failed',
    reason: 'We couldn’t create this file. Try again later, or tell us if it keeps failing.',
  });
  // An export that ends its process each time is given up as well.
  await db.superuser.query(`update app_private.book_exports set status = 'running', reason = null`);
  await work(exports);
  expect(await row(id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('interrupted') });
});

test('a book that changes gets a new version; a file that mixes two versions is never served', async () => {
  const printer = await printerThatWaits();
  await using exports = await withExports(printer.chromium);
  const title = (value: string) => db.superuser.query('update app_public.books set title = $1 where slug = $2', [value, another]);
  const first = idOf(await exports.find(visitor, another, 'epub', 'start'));
  await work(exports);
  await title('The Longer Stack Trace');
  expect(await exports.find(visitor, another, 'epub', 'look')).toMatchObject({ state: 'none' });
  const second = idOf(await exports.find(visitor, another, 'epub', 'start'));
  expect(second).not.toBe(first);
  // Changed before the job runs: only the newest version is created.
  await title('The Longest Stack Trace');
  await work(exports);
  expect(await row(second)).toBeUndefined();
  // Changed while it is printed.
  const third = idOf(await exports.find(visitor, another, 'pdf', 'start'));
  const working = work(exports);
  await vi.waitFor(
    async () => expect(await exports.find(visitor, another, 'pdf', 'look')).toMatchObject({ label: 'Printing the pages' }),
    usual,
  );
  await title('The Long Stack Trace');
  await printer.letGo();
  await working;
  expect(await row(third)).toBeUndefined();
  expect(await exports.find(visitor, another, 'pdf', 'look')).toMatchObject({ state: 'none' });
  // The first version belongs to an older update.
  await exports.tidy();
  expect(await files()).toEqual([]);
});

test('files that expired, exceed the quota or belong to nothing are removed; a missing one is created again', async () => {
  await using exports = await withExports(await printerThat(prints()));
  const finish = async (format: 'epub' | 'pdf') => {
    const id = idOf(await exports.find(visitor, slug, format, 'start'));
    await work(exports);
    return id;
  };
  const [epub, pdf] = [await finish('epub'), await finish('pdf')];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'of-an-older-release.epub'), '');
  await exports.tidy();
  expect(await files()).toEqual([`${epub}.epub`, `${pdf}.pdf`].toSorted());
  // A download keeps the file.
  await db.superuser.query(`update app_private.book_exports set expires_at = now() + interval '1 hour'`);
  const bookExport = await exports.find(visitor, slug, 'pdf', 'look');
  if (bookExport.state !== 'done') throw new Error(`expected done, got ${bookExport.state}`);
  const file = await exports.open({ ...bookExport, state: 'done' }, slug, 'pdf');
  expect(file?.name).toBe(`${slug}-free-part.pdf`);
  expect(file && (await text(file.stream))).toBe(await readFile(join(folder, `${pdf}.pdf`), 'utf8'));
  // The file with the oldest last download is deleted first.
  await using small = await withExports(null, { limits: { storedBytes: file?.byteCount ?? 0 } });
  await small.tidy();
  expect(await files()).toEqual([`${pdf}.pdf`]);
  await rm(join(folder, `${pdf}.pdf`));
  expect(await exports.open({ ...bookExport, state: 'done' }, slug, 'pdf')).toBeNull();
  await work(exports);
  expect(await files()).toEqual([`${pdf}.pdf`]);
  await db.superuser.query('update app_private.book_exports set expires_at = now()');
  await exports.tidy();
  expect(await files()).toEqual([]);
  expect(await row(pdf)).toBeUndefined();
});

test('a file that would be too large isn’t created, and readers see why', async () => {
  await using exports = await withExports(null, { limits: { fileBytes: 1_000 } });
  const id = idOf(await exports.find(visitor, slug, 'epub', 'start'));
  await work(exports);
  expect(await row(id)).toMatchObject({ status: 'failed', reason: 'This book is too large to be exported as one file.' });
  expect(usualExportLimits.fileBytes).toBeLessThan(usualExportLimits.storedBytes);
  // Without Chromium there is no PDF.
  expect(exports.hasPdf).toBe(false);
  expect(await exports.find(visitor, slug, 'pdf', 'start')).toEqual({ state: 'missing' });
});

test('machines without a shared folder each create their own files, and neither serve nor lose each other’s', async () => {
  await using firstProcess = await withExports(null);
  const id = idOf(await firstProcess.find(visitor, slug, 'epub', 'start'));
  const otherProcess = openExports({ connections: db.connections, folder: await mkdtemp(join(root, 'other-')), chromium: null });
  expect(await otherProcess.find(visitor, slug, 'epub', 'look')).toMatchObject({ state: 'none' });
  await work(otherProcess);
  await otherProcess.tidy();
  expect(await row(id)).toMatchObject({ status: 'queued', attempts: 0 });
  await work(firstProcess);
  expect(await firstProcess.find(visitor, slug, 'epub', 'look')).toMatchObject({ id, state: 'done' });
  // Another process with the same folder has the same exports.
  await using beside = await withExports(null);
  expect(await beside.find(visitor, slug, 'epub', 'look')).toMatchObject({ id, state: 'done' });
  await otherProcess.close();
});
