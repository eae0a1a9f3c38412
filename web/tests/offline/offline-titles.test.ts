import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  findFile,
  findOffline,
  listOffline,
  measure,
  offlineReader,
  type OfflineTitle,
  readContact,
  recordContact,
  removeAllOffline,
  removeOffline,
  storeFiles,
  storeResponse,
  writeOffline,
} from '../../app/shared/offline/offline-titles.ts';
import { MemoryCaches } from './memory-caches.ts';

const day = 24 * 60 * 60 * 1000;
const [ada, otto] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

let stored: MemoryCaches;
beforeEach(() => {
  stored = new MemoryCaches();
  vi.stubGlobal('caches', stored);
});
afterEach(() => vi.unstubAllGlobals());

const titleOf = (userId: string, more: Partial<OfflineTitle> = {}): OfflineTitle => ({
  userId,
  id: 'book-1',
  kind: 'book',
  title: 'Queues',
  path: '/books/queues',
  pages: [],
  closedCount: 0,
  release: 'one',
  bytes: 0,
  savedAt: 1,
  updatedAt: 1,
  isComplete: true,
  ...more,
});

async function keep(title: OfflineTitle, text: string): Promise<void> {
  await writeOffline(title);
  await storeResponse(title, '/books/queues/one', new Response(text, { headers: { 'content-type': 'text/html' } }));
}

test('only the reader whom the site confirmed last finds their copies @OFFLINE-01', async () => {
  await keep(titleOf(ada), 'Only Ada paid for this.');
  expect(await offlineReader()).toBeNull();
  expect(await findOffline('/books/queues/one')).toBeNull();
  await recordContact(otto);
  expect(await listOffline(otto)).toEqual([]);
  expect(await findOffline('/books/queues/one')).toBeNull();
  await recordContact(ada);
  expect(await (await findOffline('/books/queues/one'))?.response.text()).toBe('Only Ada paid for this.');
});

test('after 30 days without contact nothing can be read, and it is removed @OFFLINE-01', async () => {
  const start = Date.UTC(2026, 10, 1);
  await keep(titleOf(ada), 'Kept on November 1.');
  await recordContact(ada, start);
  expect(await offlineReader(start + 30 * day)).toBe(ada);
  expect(await offlineReader(start + 30 * day + 1)).toBeNull();
  expect(await stored.keys()).toEqual([]);
});

test('setting the clock back doesn’t make it readable for longer; the next contact does @OFFLINE-01', async () => {
  const start = Date.UTC(2026, 10, 1);
  await keep(titleOf(ada), 'Kept on November 1.');
  await recordContact(ada, start);
  expect(await offlineReader(start + 29 * day)).toBe(ada);
  expect(await offlineReader(start + 28.5 * day)).toBe(ada);
  expect(await offlineReader(start + 3 * day)).toBeNull();
  expect((await readContact())?.latest).toBe(start + 29 * day);
  await recordContact(ada, start + 3 * day);
  expect(await offlineReader(start + 3 * day)).toBe(ada);
});

test('signing out removes everything of every user @OFFLINE-01', async () => {
  await keep(titleOf(ada), 'Ada’s');
  await keep(titleOf(otto), 'Otto’s');
  await recordContact(ada);
  await stored.open('of someone else');
  await removeAllOffline();
  expect(await stored.keys()).toEqual(['of someone else']);
});

test('files of a release stay as long as a title needs them @OFFLINE-01', async () => {
  vi.stubGlobal('fetch', async (path: string) => new Response(`The file ${path}`));
  await storeFiles('one', ['/assets/a.js']);
  await storeFiles('two', ['/assets/b.js']);
  await writeOffline(titleOf(ada, { id: 'first', release: 'one' }));
  await writeOffline(titleOf(ada, { id: 'second', release: 'two' }));
  await removeOffline({ userId: ada, id: 'first' });
  expect(await findFile('/assets/a.js')).toBeUndefined();
  expect(await (await findFile('/assets/b.js'))?.text()).toBe('The file /assets/b.js');
});

test('a copy has the policy of its page, and no cookie @OFFLINE-01', async () => {
  const title = titleOf(ada);
  await recordContact(ada);
  await writeOffline(title);
  const headers = {
    'content-type': 'text/html',
    'content-security-policy': "default-src 'none'",
    'set-cookie': 'session=1',
    'content-encoding': 'gzip',
    'x-else': '1',
  };
  await storeResponse(title, '/books/queues', new Response('Text', { headers }));
  const { response } = (await findOffline('/books/queues')) ?? {};
  expect(Object.fromEntries(response?.headers ?? [])).toEqual({
    'content-security-policy': "default-src 'none'",
    'content-type': 'text/html',
    'x-stored-bytes': '4',
  });
  expect(await measure(title)).toBeGreaterThan(4);
});
