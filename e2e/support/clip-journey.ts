import { expect, type Page, type Request } from '@playwright/test';
import { variablesOf } from './variables-of.ts';

/** The clips that the page's grid shows, by their ids. */
export function gridIds(page: Page): Promise<string[]> {
  return page
    .locator('section[aria-label="Clips"] a[data-clip-id]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('data-clip-id') ?? ''));
}

/** The id of the clip on the stage. */
export async function stagedId(page: Page): Promise<string> {
  return (await page.locator('aside[data-clip-id]').getAttribute('data-clip-id')) ?? '';
}

/** Expects that the URL, the player and the grid name the same clip. */
export async function expectClip(page: Page, path: string, id: string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect.poll(() => stagedId(page)).toBe(id);
  await expect(page.locator(`a[data-clip-id="${id}"]`)).toHaveAttribute('aria-current', 'true');
}

/** The number beside a control of the stage. */
export async function countOf(page: Page, name: string): Promise<number> {
  const id = await control(page, name).getAttribute('aria-describedby');
  return Number((await page.locator(`[id="${id}"]`).textContent())?.replaceAll(',', ''));
}

/** A control beside the player: Like, Share, Bookmark. */
export function control(page: Page, name: string) {
  return page.getByRole('group', { name: 'Clip actions' }).getByRole('button', { name });
}

/** Opens the learning space, or one clip, and waits until it answers to presses. */
export async function openClips(page: Page, path = '/clips'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
}

/** Goes on to the end of the grid until every clip of the mode is there. */
export async function loadAllClips(page: Page): Promise<void> {
  const scrollToLoader = () => {
    const loader = document.querySelector('[data-clip-loader]');
    loader?.scrollIntoView({ block: 'end' });
    return loader === null;
  };
  await expect.poll(() => page.evaluate(scrollToLoader), { intervals: [100] }).toBe(true);
}

/** Holds the streams of videos back: a clip that begins to play costs more than most of what is looked at beside it. */
export async function holdStreams(page: Page): Promise<void> {
  await page.route('**/*.m3u8', () => undefined);
}

/** The offsets of the pages of clips that the browser asked for, in order. */
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

/** Whether a request asks for the grid's clips as they are now, from the first one on, as it does after each press on a toggle. */
export function isRefetch(request: Request): boolean {
  return request.method() === 'POST' && offsetOf(request) === 0;
}

/** Whether a request switches a like, a bookmark or a share. */
export function isToggle(request: Request): boolean {
  const variables = variablesOf(request);
  return 'clipId' in variables && 'userId' in variables;
}
