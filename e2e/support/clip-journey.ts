import { expect, type Page, type Request } from '@playwright/test';
import { variablesOf } from './variables-of.ts';

/** Returns the IDs of the clips in the page's grid. */
export function gridIds(page: Page): Promise<string[]> {
  return page
    .locator('section[aria-label="Clips"] a[data-clip-id]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('data-clip-id') ?? ''));
}

/** Returns the ID of the clip on the stage. */
export async function stagedId(page: Page): Promise<string> {
  return (await page.locator('aside[data-clip-id]').getAttribute('data-clip-id')) ?? '';
}

/** Expects that the URL, the player and the grid show the same clip. */
export async function expectClip(page: Page, path: string, id: string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect.poll(() => stagedId(page)).toBe(id);
  await expect(page.locator(`a[data-clip-id="${id}"]`)).toHaveAttribute('aria-current', 'true');
}

/** Returns the number next to a control of the stage. */
export async function countOf(page: Page, name: string): Promise<number> {
  const id = await control(page, name).getAttribute('aria-describedby');
  return Number((await page.locator(`[id="${id}"]`).textContent())?.replaceAll(',', ''));
}

/** Returns a control next to the player: Like, Share, Bookmark. */
export function control(page: Page, name: string) {
  return page.getByRole('group', { name: 'Clip actions' }).getByRole('button', { name });
}

/** Opens the learning space, or one clip, and waits until it reacts to clicks. */
export async function openClips(page: Page, path = '/clips'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
}

/** Scrolls to the end of the grid until all clips of the mode are loaded. */
export async function loadAllClips(page: Page): Promise<void> {
  const scrollToLoader = () => {
    const loader = document.querySelector('[data-clip-loader]');
    loader?.scrollIntoView({ block: 'end' });
    return loader === null;
  };
  await expect.poll(() => page.evaluate(scrollToLoader), { intervals: [100] }).toBe(true);
}

/** Blocks the streams of videos: a playing clip costs more than most of what is tested next to it. */
export async function holdStreams(page: Page): Promise<void> {
  await page.route('**/*.m3u8', () => undefined);
}

/** Records the offsets of the pages of clips that the browser requests, in order. */
export function watchOffsets(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    const offset = offsetOf(request);
    if (offset !== null) offsets.push(offset);
  });
  return offsets;
}

function offsetOf(request: Request): number | null {
  const { first, offset } = variablesOf(request);
  return typeof first === 'number' && typeof offset === 'number' ? offset : null;
}

/** Returns true if a request reloads the grid's clips from the first one on, as after each press on a toggle. */
export function isRefetch(request: Request): boolean {
  return request.method() === 'POST' && offsetOf(request) === 0;
}

/** Returns true if a request toggles a like, a bookmark or a share. */
export function isToggle(request: Request): boolean {
  const variables = variablesOf(request);
  return 'clipId' in variables && 'userId' in variables;
}
