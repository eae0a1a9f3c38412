import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createRateLimits } from '@newline/api/rate-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zip } from '../../src/features/book-export/zip.ts';
import type { Browser } from '../browser.ts';
import { startWriters, type Writers } from '../writers.ts';
import { onePixel } from './generated-mdbook.ts';
import { sendFolder } from './send-folder.ts';

let writers: Writers;
beforeAll(async () => {
  writers = await startWriters();
});
afterAll(() => writers.stop());

const filesOf = (title: string, more: object = {}) => ({
  'manifest.json': JSON.stringify({
    format: 'newline',
    version: 1,
    kind: 'COURSE',
    title,
    lessons: [{ file: 'a.md', slug: 'a', title: 'A', ...more }],
  }),
  'a.md': '![Dot](dot.png)',
  'dot.png': onePixel,
});

/** Returns all stored files: images, and archives that are being received. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(writers.site.options.env.dataDir, 'uploads'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function attachmentCount(): Promise<number> {
  const { rows } = await writers.site.db.superuser.query<{ n: number }>('select count(*)::int as n from app_public.attachments');
  return rows[0]?.n ?? -1;
}

/** Sends the headers of a request with an archive, and the archive itself only when `body` is called. */
function beginToSend(browser: Browser, query: string, archive: Buffer) {
  const clientRequest = request(`${writers.site.url}/api/import-export?${query}`, {
    method: 'POST',
    headers: {
      cookie: browser.cookieHeader,
      origin: writers.site.url,
      'content-type': 'application/zip',
      'content-length': archive.length,
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    clientRequest.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    clientRequest.on('error', reject);
  });
  clientRequest.flushHeaders();
  return { status, body: () => void clientRequest.end(archive), abandon: () => void clientRequest.destroy() };
}

test('a user without the right to import is refused before a byte of the archive is read @STUDIO-01', async () => {
  const archive = zip(
    Object.entries(filesOf('Early')).map(([path, bytes]) => ({ path, bytes: Buffer.from(bytes) })),
    new Date(Date.UTC(2026, 10, 21)),
  );
  const { author, editor, learner } = writers;
  const refusals: [Browser, string, number][] = [
    [writers.site.newBrowser(), '', 401],
    [learner, '', 403],
    [learner, 'write=true&into=book', 403],
    [editor, 'into=course', 403],
    [learner, 'into=/courses/course', 404],
    [editor, 'into=/courses/course', 404],
  ];
  for (const [browser, query, expected] of refusals) {
    const { status, abandon } = beginToSend(browser, query, archive);
    expect([query, await status]).toEqual([query, expected]);
    abandon();
  }
  expect(await storedFiles()).toEqual([]);
  for (const query of ['', 'into=/courses/course']) {
    const { status, body } = beginToSend(author, query, archive);
    body();
    expect(await status).toBe(200);
  }
});

test('a refused import leaves no images behind, whatever refused it and when @STUDIO-01', async () => {
  const { author, learner, site } = writers;
  const send = async (browser: Browser, files: Record<string, string | Buffer>) =>
    (await sendFolder(site, browser, files, 'write=true')).answer.code;
  expect(await send(learner, filesOf('Refused'))).toBe('FORBIDDEN');
  // The database rejects the last lesson, after the images have been stored.
  expect(await send(author, filesOf('Broken', { repositoryPathname: 'no path' }))).toBe('BAD_INPUT');
  expect([await attachmentCount(), await storedFiles()]).toEqual([0, []]);

  expect(await send(author, filesOf('Fine'))).toBeUndefined();
  expect([await attachmentCount(), await storedFiles()]).toEqual([1, [expect.stringContaining('full')]]);
  // Images that a text already shows stay if the next import is rejected.
  expect(await send(author, filesOf('Fine', { repositoryPathname: 'no path' }))).toBe('BAD_INPUT');
  expect([await attachmentCount(), await storedFiles()]).toEqual([1, [expect.stringContaining('full')]]);
});

test('archives have a rate limit and a quota for each user @STUDIO-01', async () => {
  const { admin, author, authorId, site } = writers;
  const rateLimits = createRateLimits(site.db.superuser);
  const send = async (browser: Browser) => {
    const { status, answer } = await sendFolder(site, browser, filesOf('Often'));
    return [status, answer.code];
  };
  for (const [rateLimit, used] of [
    [rateLimits.archives, 60],
    [rateLimits.archiveKilobytes, 2_000_000],
  ] as const) {
    expect(await send(author)).toEqual([200, undefined]);
    await rateLimit.consume(authorId, used);
    expect(await send(author)).toEqual([429, 'TOO_MANY']);
    expect(await send(admin)).toEqual([200, undefined]);
    await rateLimit.forget(authorId);
  }
});
