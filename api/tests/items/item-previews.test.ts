import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { type ItemWriters, startItemWriters } from './item-writers.ts';

let w: ItemWriters;
beforeAll(async () => {
  w = await startItemWriters();
});
afterAll(() => w.stop());

test.each([
  ['course', 'Course'],
  ['book', 'Book'],
] as const)('a %s shows, only to its writers, which lessons open with and without Pro @STUDIO-01', async (kind, name) => {
  const item = await w.makeItem(kind);
  const id = await w.add('Lesson', { [`${kind}Id`]: item.id, title: 'One' });
  type Open = { lessonById: { free: boolean | null; pro: boolean | null } | null };
  const read = async (browser: Browser) =>
    (
      await browser.graphql<Open>('query l($id: UUID!) { lessonById(id: $id) { free: willOpen pro: willOpen(hasPro: true) } }', {
        id,
      })
    ).data?.lessonById;
  const set = async (patch: object) => expect(await w.outcome(w.author, `update${name}`, { id: item.id, patch })).toBe('DONE');
  const lesson = async (patch: object) => expect(await w.outcome(w.author, 'updateLesson', { id, patch })).toBe('DONE');
  const isFree = (free: boolean) => (kind === 'course' ? { isFree: free } : { isForSale: !free });
  await set(isFree(false));
  for (const browser of [w.author, w.editor, w.admin]) expect(await read(browser)).toEqual({ free: false, pro: true });
  await lesson({ isFree: true });
  expect(await read(w.author)).toEqual({ free: true, pro: true });
  await lesson({ isFree: false, isAdvancedPackageLesson: true });
  await set(isFree(true));
  expect(await read(w.author)).toEqual({ free: false, pro: true });
  await lesson({ isAdvancedPackageLesson: false });
  expect(await read(w.author)).toEqual({ free: true, pro: true });
  await set({ isEarlyAccess: true });
  expect(await read(w.author)).toEqual({ free: false, pro: true });
  await set({ isEarlyAccess: false, isBootcamp: true, ...isFree(false) });
  expect(await read(w.author)).toEqual({ free: false, pro: false });
  // The preview is accurate: no other user gets it, even if the lesson itself is public.
  await set({ isBootcamp: false });
  expect(await w.outcome(w.author, `publish${name}`, { id: item.id })).toBe('DONE');
  for (const browser of [w.stranger, w.learner]) expect(await read(browser)).toEqual({ free: null, pro: null });
  expect(await read(w.author)).toEqual({ free: false, pro: true });
});
