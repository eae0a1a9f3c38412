import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearUserData, forgetStorageOwner, setStorageOwner } from '../../app/shared/browser-storage.ts';
import { keepEntry, outboxEntries, removeEntry, retryEntry, sendWaiting } from '../../app/shared/outbox/outbox.ts';
import type { NewEntry } from '../../app/shared/outbox/outbox-entry.ts';
import { maxEntries, maxLength } from '../../app/shared/outbox/outbox-store.ts';
import { doneEntryId, noteEntryId } from '../../app/shared/outbox/outbox-entry.ts';
import { MemoryStorage } from '../memory-storage.ts';

const mara = '11111111-1111-1111-1111-111111111111';
const joao = '22222222-2222-2222-2222-222222222222';
const offline = new TypeError('Failed to fetch');
const page = { kind: 'lesson', id: '33333333-3333-3333-3333-333333333333', title: 'Waiting', path: '/books/queues/waiting' } as const;

type Request = { operation: string; author: string | undefined; variables: Record<string, unknown> };
type Reply = object | (() => Response | Promise<Response>);

/** What reached the site, in order. */
let requests: Request[];
/** What the site answers, by operation; it stores everything else. */
let replies: Record<string, Reply>;

beforeEach(() => {
  requests = [];
  replies = {};
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', async (_path: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
    const operation = /^(?:mutation|query) (\w+)/.exec(query)?.[1] ?? query;
    requests.push({ operation, author: headers['newline-author'], variables });
    const reply = replies[operation];
    if (typeof reply === 'function') return reply();
    return Response.json({ data: reply ?? { [operation]: {} } });
  });
  openPage(mara);
});
afterEach(() => vi.unstubAllGlobals());

/** Opens another page of the same browser. */
function openPage(userId: string | null): void {
  forgetStorageOwner();
  setStorageOwner(userId);
}

const refused = (code: string, message: string) => () => Response.json({ errors: [{ message, extensions: { code } }] });
const noteOf = (body: string, id: string = crypto.randomUUID()): NewEntry => ({
  id,
  page,
  action: { kind: 'note', anchor: { second: 7 }, body },
});
const done = (isCompleted: boolean): NewEntry => ({
  id: doneEntryId(page.id),
  page,
  action: { kind: 'done', lessonId: page.id, isCompleted },
});
const bodies = () => outboxEntries().map(({ action }) => ('body' in action ? action.body : action.kind));

test('what waits is sent in order on a later page, once, with its key and its author @OFFLINE-02', async () => {
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Why?' }] }] };
  const [note, comment, reply] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const entries: NewEntry[] = [
    done(true),
    noteOf('First.', note),
    { id: comment, page, action: { kind: 'comment', anchor: { second: 3 }, document } },
    { id: reply, page, action: { kind: 'reply', discussionId: 'd', parentId: 'p', document } },
    { id: noteEntryId('n'), page: null, action: { kind: 'note-change', noteId: 'n', version: 4, body: 'Changed.' } },
    { id: noteEntryId('m'), page: null, action: { kind: 'note-removal', noteId: 'm', version: 2 } },
  ];
  for (const entry of entries) expect(keepEntry(offline, entry)).toBe(true);
  expect(requests).toEqual([]);

  openPage(mara);
  expect(outboxEntries().map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  await Promise.all([sendWaiting(), sendWaiting()]);
  await sendWaiting();
  expect(requests.map(({ operation, variables }) => [operation, variables])).toEqual([
    ['setLessonCompleted', { lessonId: page.id, isCompleted: true }],
    ['addNote', { input: { key: note, lessonId: page.id, articleId: null, selection: null, second: 7, body: 'First.' } }],
    [
      'createDiscussionWithComment',
      {
        comment: { key: comment, bodyDelta: JSON.stringify(document), bodyMarkdown: 'Why?' },
        discussion: { lessonId: page.id, articleId: null, clipId: null, timecodeStart: 3, selection: null },
      },
    ],
    [
      'replyToComment',
      { comment: { key: reply, bodyDelta: JSON.stringify(document), bodyMarkdown: 'Why?', discussionId: 'd', parentId: 'p' } },
    ],
    ['changeNote', { id: 'n', body: 'Changed.', version: 4 }],
    ['deleteNote', { id: 'm', version: 2 }],
  ]);
  expect(new Set(requests.map(({ author }) => author))).toEqual(new Set([mara]));
  expect(outboxEntries()).toEqual([]);
});

test.each([
  ['without a connection', () => Promise.reject(offline)],
  ['with a proxy whose site is gone', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['while the database is gone', refused('UNAVAILABLE', 'Try again.')],
  ['after the session has ended, or as another user', refused('LOGIN_REQUIRED', 'Please sign in.')],
  ['on a page that is older than the release', refused('UNKNOWN_DOCUMENT', 'Unknown.')],
])('%s, everything keeps waiting in its order @OFFLINE-02', async (_when, reply) => {
  keepEntry(offline, noteOf('First.'));
  keepEntry(offline, noteOf('Second.'));
  replies['addNote'] = reply;
  await sendWaiting();
  expect(requests).toHaveLength(1);
  expect(bodies()).toEqual(['First.', 'Second.']);
  expect(outboxEntries().every(({ refusal }) => refusal === null)).toBe(true);
  delete replies['addNote'];
  await sendWaiting();
  expect(bodies()).toEqual([]);
});

test('a refusal stays with its text and its reason, the rest is sent, and another try has the same key @OFFLINE-02', async () => {
  const entry = noteOf('Keep me.');
  keepEntry(offline, entry);
  keepEntry(offline, done(true));
  replies['addNote'] = refused('FORBIDDEN', 'You don’t have access to it.');
  await sendWaiting();
  await sendWaiting();
  expect(requests.map(({ operation }) => operation)).toEqual(['addNote', 'setLessonCompleted']);
  openPage(mara);
  expect(outboxEntries()).toMatchObject([{ id: entry.id, refusal: 'You don’t have access to it.', action: { body: 'Keep me.' } }]);

  delete replies['addNote'];
  retryEntry(entry.id);
  await sendWaiting();
  expect(outboxEntries()).toEqual([]);
  const keys = requests.flatMap(({ operation, variables }) =>
    operation === 'addNote' ? [(variables['input'] as { key: string }).key] : [],
  );
  expect(keys).toEqual([entry.id, entry.id]);
});

test('the site’s refusal of a first attempt isn’t kept: the page shows it @OFFLINE-02', async () => {
  const { ApiError } = await import('../../app/shared/graphql-document.ts');
  expect(keepEntry(new ApiError('FORBIDDEN', 'No.'), noteOf('No.'))).toBe(false);
  expect(outboxEntries()).toEqual([]);
});

test('another user of the browser neither sees nor sends it, and signing out removes it @OFFLINE-02', async () => {
  keepEntry(offline, noteOf('Mara’s.'));
  openPage(null);
  expect(outboxEntries()).toEqual([]);
  await sendWaiting();
  // The session had expired, and the same user is back.
  openPage(mara);
  expect(bodies()).toEqual(['Mara’s.']);
  openPage(joao);
  expect(outboxEntries()).toEqual([]);
  await sendWaiting();
  openPage(mara);
  expect(outboxEntries()).toEqual([]);
  expect(requests).toEqual([]);

  keepEntry(offline, noteOf('Mara’s.'));
  clearUserData();
  openPage(mara);
  expect(outboxEntries()).toEqual([]);
});

test('a page whose user changes while it sends stops @OFFLINE-02', async () => {
  keepEntry(offline, noteOf('First.'));
  keepEntry(offline, noteOf('Second.'));
  replies['addNote'] = () => {
    setStorageOwner(joao);
    return Response.json({ data: { addNote: { note: { id: 'n', version: 1 } } } });
  };
  await sendWaiting();
  expect(requests).toHaveLength(1);
});

test('a later “Done” replaces one that waits, and one that is being sent is followed by it @OFFLINE-02', async () => {
  keepEntry(offline, done(true));
  keepEntry(offline, done(false));
  expect(outboxEntries()).toHaveLength(1);
  replies['setLessonCompleted'] = () => {
    if (requests.length === 1) keepEntry(offline, done(true));
    return Response.json({ data: { setLessonCompleted: {} } });
  };
  await sendWaiting();
  expect(requests.map(({ variables }) => variables['isCompleted'])).toEqual([false, true]);
  expect(outboxEntries()).toEqual([]);
  // The same page, another time without a connection.
  keepEntry(offline, done(false));
  await sendWaiting();
  expect(requests.map(({ variables }) => variables['isCompleted'])).toEqual([false, true, false]);
});

test('a note that is changed or discarded while it is sent is changed or deleted next @OFFLINE-02', async () => {
  const entry = noteOf('Before.');
  keepEntry(offline, entry);
  replies['addNote'] = () => {
    keepEntry(offline, { ...entry, action: { kind: 'note', anchor: { second: 7 }, body: 'After.' } });
    return Response.json({ data: { addNote: { note: { id: 'n', version: 1 } } } });
  };
  await sendWaiting();
  expect(requests.at(-1)).toMatchObject({ operation: 'changeNote', variables: { id: 'n', body: 'After.', version: 1 } });

  keepEntry(offline, entry);
  replies['addNote'] = () => {
    removeEntry(entry.id);
    return Response.json({ data: { addNote: { note: { id: 'n', version: 1 } } } });
  };
  await sendWaiting();
  expect(requests.at(-1)).toMatchObject({ operation: 'deleteNote', variables: { id: 'n', version: 1 } });
  expect(outboxEntries()).toEqual([]);
});

test('changes of a note without a connection become one, based on the version that the reader saw @OFFLINE-02', async () => {
  const id = noteEntryId('n');
  keepEntry(offline, { id, page, action: { kind: 'note-change', noteId: 'n', version: 4, body: 'One.' } });
  keepEntry(offline, { id, page, action: { kind: 'note-change', noteId: 'n', version: 4, body: 'Two.' } });
  await sendWaiting();
  expect(requests.map(({ variables }) => variables)).toEqual([{ id: 'n', body: 'Two.', version: 4 }]);
});

test('the outbox has limits, and a full one refuses more instead of losing something @OFFLINE-02', () => {
  for (let count = 0; count < maxEntries; count += 1) expect(keepEntry(offline, noteOf(`${count}`))).toBe(true);
  expect(keepEntry(offline, noteOf('Too many.'))).toBe(false);
  expect(outboxEntries()).toHaveLength(maxEntries);
  clearUserData();
  openPage(mara);
  expect(keepEntry(offline, noteOf('x'.repeat(maxLength - 1000)))).toBe(true);
  expect(keepEntry(offline, noteOf('y'.repeat(1000)))).toBe(false);
});

test('a browser that can’t record what was sent doesn’t send it twice @OFFLINE-02', async () => {
  keepEntry(offline, noteOf('Once.'));
  const closed = vi.spyOn(MemoryStorage.prototype, 'removeItem').mockImplementation(() => {
    throw new DOMException('Closed', 'SecurityError');
  });
  await sendWaiting();
  await sendWaiting();
  expect(requests).toHaveLength(1);
  closed.mockRestore();
});

test('two tabs of a browser send everything once between them @OFFLINE-02', async () => {
  for (const body of ['First.', 'Second.', 'Third.']) keepEntry(offline, noteOf(body));
  vi.resetModules();
  const [storage, otherTab] = await Promise.all([
    import('../../app/shared/browser-storage.ts'),
    import('../../app/shared/outbox/outbox.ts'),
  ]);
  storage.setStorageOwner(mara);
  expect(otherTab.sendWaiting).not.toBe(sendWaiting);
  await Promise.all([sendWaiting(), otherTab.sendWaiting()]);
  expect(requests.map(({ variables }) => (variables['input'] as { body: string }).body)).toEqual(['First.', 'Second.', 'Third.']);
  expect(outboxEntries()).toEqual([]);
});
