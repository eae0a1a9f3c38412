import { request } from 'undici';
import { expect } from 'vitest';
import { zip } from '../../src/features/book-export/zip.ts';
import type { ImportReport } from '../../src/features/import-export/create-import-export.ts';
import type { Browser } from '../browser.ts';
import type { TestApi } from '../start-test-api.ts';
import { unzip } from '../book-export/unzip.ts';

/** The files of a folder by path. */
export type Files = Readonly<Record<string, string | Buffer>>;
type Answer = ImportReport & { message?: string; code?: string };

/** Sends an archive as a user. */
export async function sendFolder(
  site: TestApi,
  browser: Browser,
  files: Files | Buffer,
  query = '',
): Promise<{ status: number; answer: Answer }> {
  const archive = Buffer.isBuffer(files)
    ? files
    : zip(
        Object.entries(files).map(([path, bytes]) => ({ path, bytes: Buffer.from(bytes) })),
        new Date(Date.UTC(2026, 10, 21)),
      );
  const response = await request(`${site.url}/api/import-export?${query}`, {
    method: 'POST',
    headers: { cookie: browser.cookieHeader, origin: site.url, 'content-type': 'application/zip' },
    body: archive,
    // A minute of CPU time is many minutes on a busy machine.
    headersTimeout: 0,
  });
  return { status: response.statusCode, answer: (await response.body.json()) as Answer };
}

/** Sends an archive and imports it. */
export async function makeFolder(site: TestApi, browser: Browser, files: Files | Buffer, query = ''): Promise<Answer> {
  const { status, answer } = await sendFolder(site, browser, files, `write=true&${query}`);
  expect([status, answer.message]).toEqual([200, undefined]);
  return answer;
}

/** Returns the files of an item's export by path, as a user downloads them. */
export async function downloadFolder(site: TestApi, browser: Browser, permalink: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${site.url}/api/import-export?of=${encodeURIComponent(permalink)}`, {
    headers: { cookie: browser.cookieHeader },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return new Map(
    unzip(Buffer.from(await answer.arrayBuffer())).map(({ path, bytes }) => [path.slice(path.indexOf('/') + 1), bytes] as const),
  );
}
