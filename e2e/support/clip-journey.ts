import { expect, type Page, type Request } from '@playwright/test';

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

/** The number beside a control of the stage. */
export async function countOf(page: Page, name: string): Promise<number> {
  const id = await control(page, name).getAttribute('aria-describedby');
  return Number((await page.locator(`[id="${id}"]`).textContent())?.replaceAll(',', ''));
}

/** A control beside the player: Like, Share, Bookmark. */
export function control(page: Page, name: string) {
  return page.getByRole('group', { name: 'What to do with this clip' }).getByRole('button', { name });
}

/** Opens the learning space, or one clip, and waits until the page answers to presses and knows who is there. */
export async function openClips(page: Page, path = '/clips'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
  await page.waitForLoadState('networkidle');
}

/** Goes on to the end of the grid until every clip of the mode is there. */
export async function loadAllClips(page: Page): Promise<void> {
  const loader = page.locator('[data-clip-loader]');
  await expect(async () => {
    if ((await loader.count()) > 0) await loader.scrollIntoViewIfNeeded();
    await expect(loader).toHaveCount(0, { timeout: 200 });
  }).toPass();
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
  if (!request.url().endsWith('/graphql')) return null;
  const { variables } = (request.postDataJSON() ?? {}) as { variables?: { first?: number; offset?: number } };
  return variables?.first !== undefined && variables.offset !== undefined ? variables.offset : null;
}
