import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCachedPages } from '../server/cached-pages.ts';
import type { CachedPage } from '../server/page-cache.ts';
import { securityHeaders } from '../server/security-headers.ts';
import { storePage } from '../server/stored-page.ts';
import { openCachedSite, renderedPage } from './support/cached-site.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'newline-kept-'));
  folder = join(parent, 'pages');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const at = Date.UTC(2026, 10, 21);
const state = { mark: '42', lastPublicationMs: at - 3_600_000 };
const sources = { img: [], media: [], frame: [], connect: [], isHttps: false };
const failed: unknown[] = [];
const open = (more: { madeBy?: string; secretKey?: string } = {}) =>
  openCachedPages({ folder, secretKey: 'a key', madeBy: 'this code', onError: (error) => failed.push(error), ...more });

async function pageOf(key: string, more: Parameters<typeof renderedPage>[1] = {}): Promise<CachedPage> {
  const page = await storePage(renderedPage(`<p>${key} <script>1</script></p>`, more), sources, securityHeaders({ isHttps: false }));
  return { key, page, storedAtMs: at };
}

test('a page is read as it was written, by processes with the same code, settings and content', async () => {
  const pages = [await pageOf('/', { dueAtMs: at + 1000 }), await pageOf('/courses', { tags: ['courses', 'course:1'] })];
  await open().write(state, pages);
  expect(await open().read(state)).toEqual(pages);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'kept'))).mode & 0o777).toBe(0o600);

  expect(await open().read({ ...state, mark: '43' })).toEqual([]);
  expect(await open({ madeBy: 'other code' }).read(state)).toEqual([]);
  expect(await open({ secretKey: 'another key' }).read(state)).toEqual([]);
  expect(failed).toEqual([]);
});

test('a file that is missing, truncated, changed or another user’s is ignored', async () => {
  expect(await open().read(state)).toEqual([]);
  await open().write(state, [await pageOf('/')]);
  const file = join(folder, 'kept');
  const bytes = await readFile(file);
  for (const length of [0, 1, 32, 35, 36, 200, bytes.length - 1]) {
    await writeFile(file, bytes.subarray(0, length));
    expect(await open().read(state), `${length} bytes`).toEqual([]);
  }
  for (const offset of [0, 33, 40, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset);
    await writeFile(file, changed);
    expect(await open().read(state), `byte ${offset}`).toEqual([]);
  }
  await writeFile(file, Buffer.concat([bytes, Buffer.from('more')]));
  expect(await open().read(state)).toEqual([]);
  await writeFile(file, bytes);
  expect(await open().read(state)).toHaveLength(1);
});

test('a page from before a scheduled item appeared isn’t read', async () => {
  await open().write(state, [await pageOf('/')]);
  expect(await open().read({ ...state, lastPublicationMs: at - 1000 })).toEqual([]);
  expect(await open().read({ ...state, lastPublicationMs: at + 1000 })).toEqual([]);
});

test('pages for visitors only aren’t written, nor more than the limit', async () => {
  const many = await Promise.all(Array.from({ length: 60 }, (_, index) => pageOf(`/courses/${index}`)));
  await open().write(state, [await pageOf('/articles/one', { isForVisitors: true }), ...many]);
  const keys = (await open().read(state)).map(({ key }) => key);
  expect(keys).toEqual(many.slice(0, 40).map(({ key }) => key));
});

test('pages that can’t be written are logged, and nothing else fails', async () => {
  await writeFile(folder, 'in the way');
  await open().write(state, [await pageOf('/')]);
  expect(failed.splice(0)).toHaveLength(1);
  expect(await open().read(state)).toEqual([]);
});

test('a cache loads fresh pages, and drops them like its own', async () => {
  const site = await openCachedSite();
  try {
    const now = site.clock.ms;
    site.cache.restore({ ...(await pageOf('/')), storedAtMs: now - 60_000 });
    site.cache.restore({ ...(await pageOf('/courses', { dueAtMs: now - 1 })), storedAtMs: now - 60_000 });
    site.cache.restore({ ...(await pageOf('/books')), storedAtMs: now - 3_600_000 });
    site.cache.restore({ ...(await pageOf('/books/one')), storedAtMs: now + 1 });
    expect(site.cache.fresh().map(({ key }) => key)).toEqual(['/']);
    const response = await site.get('/');
    expect([response.body, response.headers.get('x-page-cache'), site.renders]).toEqual(['<p>/ <script>1</script></p>', 'hit', []]);
    // Withdrawn content is removed immediately.
    site.render = () => new Promise(() => undefined);
    site.cache.purge(['!courses']);
    expect(site.cache.fresh()).toEqual([]);
    expect(site.cache.size().pages).toBe(0);
  } finally {
    await site.close();
  }
});
