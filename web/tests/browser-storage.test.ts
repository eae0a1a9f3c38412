import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clearUserData,
  forgetStorageOwner,
  hasTabFlag,
  storeIntent,
  listUserData,
  readDevice,
  readUserData,
  setStorageOwner,
  setTabFlag,
  takeIntent,
  writeDevice,
  writeUserData,
} from '../app/shared/browser-storage.ts';
import { MemoryStorage } from './memory-storage.ts';

const mara = '11111111-1111-1111-1111-111111111111';
const joao = '22222222-2222-2222-2222-222222222222';
const kinds = ['comment', 'text', 'position', 'progress', 'outbox'] as const;

/** Opens another page of the same browser; `isNewTab` for one in another tab. */
function openPage(userId: string | null, isNewTab = false): void {
  if (isNewTab) vi.stubGlobal('sessionStorage', new MemoryStorage());
  forgetStorageOwner();
  setStorageOwner(userId);
}

const everything = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.startsWith('user-data'));

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  forgetStorageOwner();
});
afterEach(() => vi.unstubAllGlobals());

test.each(kinds)('%s data is read by its user on the next page, and by no other user or visitor', (kind) => {
  openPage(mara);
  expect(writeUserData(kind, 'x', 'words of Mara')).toBe(true);
  openPage(mara);
  expect(readUserData(kind, 'x')).toBe('words of Mara');
  expect(listUserData(kind)).toEqual(['x']);

  // The session expired: a visitor sees nothing, and the same user finds everything.
  openPage(null);
  expect(readUserData(kind, 'x')).toBeNull();
  expect(listUserData(kind)).toEqual([]);
  openPage(mara);
  expect(readUserData(kind, 'x')).toBe('words of Mara');

  // Another user signed in: the data is gone, also for its owner.
  openPage(joao);
  expect(readUserData(kind, 'x')).toBeNull();
  expect(everything()).toEqual([]);
});

test.each(kinds)('signing out removes %s data, and the page that is left stores no more for that user', (kind) => {
  openPage(mara);
  writeUserData(kind, 'x', 'words of Mara');
  clearUserData();
  expect(everything()).toEqual([]);
  writeUserData(kind, 'x', 'what the page writes as it is left');
  openPage(mara, true);
  expect(readUserData(kind, 'x')).toBeNull();
});

test('a draft begun as a visitor becomes the draft of the user who signs in, and of no one after that', () => {
  openPage(null);
  writeUserData('comment', 'x', 'begun');
  openPage(null);
  expect(readUserData('comment', 'x')).toBe('begun');
  openPage(mara);
  expect(readUserData('comment', 'x')).toBe('begun');
  openPage(mara, true);
  expect(readUserData('comment', 'x')).toBe('begun');
  clearUserData();
  openPage(joao);
  expect(readUserData('comment', 'x')).toBeNull();
});

test('a draft begun as a visitor isn’t given to an account that signs in after another one', () => {
  openPage(null);
  writeUserData('comment', 'x', 'begun');
  const firstTab = sessionStorage;
  openPage(joao, true);
  clearUserData();
  vi.stubGlobal('sessionStorage', firstTab);
  openPage(mara);
  expect(readUserData('comment', 'x')).toBeNull();
  expect(everything()).toEqual([]);

  // The control: without another user in between, in whichever tab the sign-in happens.
  clearUserData();
  openPage(null);
  writeUserData('comment', 'y', 'begun');
  const secondTab = sessionStorage;
  openPage(mara, true);
  vi.stubGlobal('sessionStorage', secondTab);
  openPage(mara);
  expect(readUserData('comment', 'y')).toBe('begun');
});

test('a page that is still open after another tab signed out stores no more and drops pending actions', () => {
  openPage(mara);
  setTabFlag('book-export', 'a.pdf', true);
  expect(hasTabFlag('book-export', 'a.pdf')).toBe(true);
  // What the other tab writes to the shared storage.
  localStorage.setItem('user-session', JSON.stringify({ count: 1, userId: null }));
  expect(writeUserData('comment', 'x', 'begun')).toBe(false);
  clearUserData();
  expect(hasTabFlag('book-export', 'a.pdf')).toBe(false);
  openPage(mara);
  expect(writeUserData('comment', 'x', 'begun')).toBe(true);
});

test('a visitor’s draft ends with the tab, and doesn’t replace the user’s draft', () => {
  openPage(null);
  writeUserData('comment', 'x', 'begun');
  openPage(null, true);
  expect(readUserData('comment', 'x')).toBeNull();

  openPage(mara);
  writeUserData('comment', 'y', 'of Mara');
  openPage(null);
  writeUserData('comment', 'y', 'of a visitor');
  openPage(mara);
  expect(readUserData('comment', 'y')).toBe('of Mara');
});

test('a visitor has no unsaved text or progress, and their positions don’t follow them into an account', () => {
  openPage(null);
  expect(writeUserData('text', 'x', 'words')).toBe(false);
  expect(writeUserData('progress', 'x', 'words')).toBe(false);
  expect(writeUserData('position', 'x', '12')).toBe(true);
  openPage(null, true);
  expect(readUserData('position', 'x')).toBe('12');
  openPage(mara);
  expect(readUserData('position', 'x')).toBeNull();
});

test('data that is written before the page knows its user waits, and is stored only for that user', () => {
  writeUserData('comment', 'x', 'begun');
  expect(everything()).toEqual([]);
  expect(readUserData('comment', 'x')).toBe('begun');
  setStorageOwner(mara);
  expect(everything()).toEqual([`user-data ${mara} comment x`]);
});

test('data of earlier releases, without a user in its key, is removed; settings of the device stay', () => {
  for (const key of ['comment:clip:1:new', 'unsaved text 1', 'newline.position.a', `progress ${joao} 1`]) localStorage.setItem(key, 'x');
  writeDevice('theme', 'dark');
  openPage(mara);
  expect(Object.keys(localStorage).toSorted()).toEqual(['theme', 'user-session']);
  clearUserData();
  expect(readDevice('theme')).toBe('dark');
});

test('a visitor’s click waits for the user who returns with its key, and happens once', () => {
  openPage(null);
  const key = storeIntent('like a');
  expect(takeIntent('of another')).toBeNull();
  openPage(mara);
  expect(takeIntent(key ?? '')).toBe('like a');
  expect(takeIntent(key ?? '')).toBeNull();

  const [first, second] = [storeIntent('like a'), storeIntent('bookmark b')];
  expect(takeIntent(first ?? '')).toBeNull();
  clearUserData();
  expect(takeIntent(second ?? '')).toBeNull();

  const expiredKey = storeIntent('like a');
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000);
  expect(takeIntent(expiredKey ?? '')).toBeNull();
  vi.useRealTimers();
});

test('a browser without storage loses only drafts', () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('sessionStorage', undefined);
  setStorageOwner(mara);
  expect(writeUserData('comment', 'x', 'begun')).toBe(false);
  expect(readUserData('comment', 'x')).toBeNull();
  expect(listUserData('comment')).toEqual([]);
  expect(storeIntent('like a')).toBeNull();
  expect(takeIntent('a')).toBeNull();
  clearUserData();
});
