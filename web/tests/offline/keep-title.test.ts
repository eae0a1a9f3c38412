import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkOffline } from '../../app/shared/offline/check-offline.ts';
import { formatBytes } from '../../app/shared/offline/format-bytes.ts';
import { imagesIn, keepTitle } from '../../app/shared/offline/keep-title.ts';
import { listOffline, offlineReader, readContact, recordContact } from '../../app/shared/offline/offline-titles.ts';
import { MemoryCaches } from './memory-caches.ts';

const [ada, otto] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const book = { id: '00000000-0000-4000-8000-0000000000b0', kind: 'book' } as const;

/** The site, as a browser with one session sees it. */
type Site = {
  user: string | null;
  open: string[];
  version: string;
  release: string | null;
  isReachable: boolean;
  onPage?: (path: string) => void;
};

let site: Site;
let stored: MemoryCaches;
let requested: string[];
beforeEach(() => {
  site = { user: ada, open: ['one', 'two'], version: '1', release: 'r1', isReachable: true };
  stored = new MemoryCaches();
  requested = [];
  vi.stubGlobal('caches', stored);
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string } = {}) => {
    if (!site.isReachable) throw new TypeError('Failed to fetch');
    if (path === '/graphql') return Response.json({ data: answerTo(body) });
    requested.push(path);
    if (path === '/offline-files.json') return Response.json({ release: site.release, files: ['/assets/a.js'] });
    site.onPage?.(path);
    return new Response(`<main data-of="${site.user}">${path} ${site.version}</main>`, { headers: { 'content-type': 'text/html' } });
  });
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function answerTo(body: string): object {
  const viewer = site.user && { id: site.user };
  if (body.includes('query offlineReader')) return { viewer };
  const lesson = (slug: string) => ({
    id: slug,
    title: slug,
    permalink: `/books/queues/${slug}`,
    updatedAt: site.version,
    isOpen: site.open.includes(slug),
  });
  const nodes = ['one', 'two', 'three'].map((slug) => ({ id: slug, lesson: lesson(slug) }));
  return { viewer, bookById: { id: book.id, title: 'Queues', permalink: '/books/queues', updatedAt: '1', bookLessons: { nodes } } };
}

const pages = () => requested.filter((path) => path.startsWith('/books/'));

test('a title is its page and the lessons that the reader has access to @OFFLINE-01', async () => {
  const progress: string[] = [];
  const title = await keepTitle(book, { onProgress: (done, total) => progress.push(`${done}/${total}`) });
  expect(title).toMatchObject({ userId: ada, title: 'Queues', closedCount: 1, isComplete: true, release: 'r1' });
  expect(pages()).toEqual(['/books/queues', '/books/queues/one', '/books/queues/two']);
  expect(progress).toEqual(['1/3', '2/3', '3/3']);
  expect(await offlineReader()).toBe(ada);
});

test('visitors, and readers without access to any lesson, keep nothing @OFFLINE-01', async () => {
  site.open = [];
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'refused' });
  site = { ...site, user: null, open: ['one'] };
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'refused' });
  expect(await stored.keys()).toEqual([]);
});

test('canceled, it continues where it stopped @OFFLINE-01', async () => {
  const ending = new AbortController();
  const canceled = keepTitle(book, { signal: ending.signal, onProgress: (done) => done === 2 && ending.abort() });
  await expect(canceled).rejects.toMatchObject({ fault: 'canceled' });
  expect(await listOffline(ada)).toMatchObject([{ isComplete: false, pages: [{ path: '/books/queues' }, { path: '/books/queues/one' }] }]);
  requested = [];
  expect(await keepTitle(book)).toMatchObject({ isComplete: true });
  expect(pages()).toEqual(['/books/queues/two']);
});

test('a full browser says so, and keeps what fits @OFFLINE-01', async () => {
  stored.maxResponses = 5;
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'full' });
  expect(await listOffline(ada)).toMatchObject([{ isComplete: false }]);
});

test('a page of another user who signed in meanwhile is never stored @OFFLINE-01', async () => {
  site.onPage = (path) => {
    if (path === '/books/queues/one') site.user = otto;
  };
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'unreachable' });
  expect((await stored.texts()).filter((text) => text.includes(otto))).toEqual([]);
});

test('the next contact removes what a reader may not keep anymore, and loads newer texts @OFFLINE-01', async () => {
  await keepTitle(book);
  site.version = '2';
  await checkOffline({ isForced: true });
  expect((await stored.texts()).filter((text) => text.includes('/books/queues/one 2'))).toHaveLength(1);
  site.open = ['one'];
  await checkOffline({ isForced: true });
  expect((await stored.texts()).filter((text) => text.startsWith('<main') && text.includes('/two'))).toEqual([]);
  expect(await listOffline(ada)).toMatchObject([{ closedCount: 2, isComplete: true }]);
  site.open = [];
  await checkOffline({ isForced: true });
  expect(await listOffline()).toEqual([]);
});

test('a new release loads its pages again @OFFLINE-01', async () => {
  await keepTitle(book);
  site.release = 'r2';
  requested = [];
  await checkOffline({ isForced: true });
  expect(pages()).toHaveLength(3);
  expect(await stored.keys()).toContain('offline-files r2');
  expect(await stored.keys()).not.toContain('offline-files r1');
});

test.each([
  ['signed out', null],
  ['another user', otto],
])('%s: the next contact removes the copies @OFFLINE-01', async (_who, user) => {
  await keepTitle(book);
  site.user = user;
  await checkOffline({ isForced: true });
  expect((await stored.texts()).filter((text) => text.includes(ada))).toEqual([]);
});

test('while the site can’t tell, nothing changes @OFFLINE-01', async () => {
  await keepTitle(book);
  const before = await stored.texts();
  site.isReachable = false;
  await checkOffline({ isForced: true });
  expect(await stored.texts()).toEqual(before);
});

test('the site is asked at most every five minutes @OFFLINE-01', async () => {
  await keepTitle(book);
  site.user = null;
  await checkOffline();
  expect(await readContact()).not.toBeNull();
  await recordContact(ada, Date.now() - 5 * 60 * 1000);
  await checkOffline();
  expect(await readContact()).toBeNull();
});

test('a site that has turned it off keeps nothing, and removes what there is @OFFLINE-01', async () => {
  await keepTitle(book);
  site.release = null;
  await checkOffline({ isForced: true });
  expect(await stored.keys()).toEqual([]);
  await expect(keepTitle(book)).rejects.toMatchObject({ fault: 'off' });
  expect(await stored.keys()).toEqual([]);
});

test.each([
  [0, '0 kB'],
  [12, '1 kB'],
  [254_300, '254 kB'],
  [1_250_000, '1.3 MB'],
  [10_737_000_000, '11 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('images are those that the site stores, and no other URL @OFFLINE-01', () => {
  const html = `<img src="/media/a/k1/1600.webp" srcset="/media/a/k1/480.webp 480w, /media/a/k1/1600.webp 1600w">
    <img src="https://evil.example/media/a/k2/1.webp"><img src="//evil.example/media/a/k3/1.webp"><img src="/api/own-data">
    <img src="/media/a/../../api/own-data"><img src="data:image/png;base64,AA">`;
  expect(imagesIn(html)).toEqual(['/media/a/k1/1600.webp', '/media/a/k1/480.webp']);
});
