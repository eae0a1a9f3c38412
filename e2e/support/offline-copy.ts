import { expect, type Locator, type Page } from '@playwright/test';
import type { People } from './journey.ts';
import { makeBook, type MadeCourse } from './things.ts';

/** Returns the part of a title's page that keeps it offline. */
export function offlinePart(page: Page): Locator {
  return page.getByRole('region', { name: 'Reading offline' });
}

/** Creates a book for subscribers whose first chapter is free. */
export async function bookOf(people: People, texts: readonly [string, string]): Promise<MadeCourse> {
  const author = await people.at(await people.make('author'));
  return makeBook(author, {
    title: 'Queues',
    chapters: [
      { title: 'Waiting', markdown: texts[0], isFree: true },
      { title: 'Serving', markdown: texts[1] },
    ],
  });
}

/** Keeps a title offline. */
export async function keep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await offlinePart(page).getByRole('button', { name: 'Keep offline' }).click();
  await expect(offlinePart(page).getByRole('status')).toContainText('Available offline since');
}
