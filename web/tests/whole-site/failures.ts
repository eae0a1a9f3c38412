import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ApiClient, signInAt } from '../../../e2e/support/api-client.ts';
import type { WholeSite } from './start-whole-site.ts';

type ClipsAnswer = { clips: { nodes: { id: string; likes: { nodes: { enabled: boolean }[] } }[] } };

const clipsDocument = '{ clips(first: 30) { nodes { id likes { nodes { enabled } } } } }';
const toggleDocument = 'mutation ($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { enabled } } }';

export function testFailures(site: () => WholeSite): void {
  test('is shown with a reference that is in the log, and leaks nothing @SITE-02', async () => {
    await site().asOwner('alter function app_public.courses_with_words(text) rename to courses_away');
    try {
      const answer = await site().get('/courses?q=queue');
      const html = await answer.text();
      expect(answer.status).toBe(500);
      expect(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]).toBe('Something went wrong on our end.');
      const reference = /Reference (?:<[^>]*>|<!-- -->)*([0-9a-f-]{36})/.exec(html)?.[1] ?? 'none';
      await expect.poll(() => site().output(), { timeout: 30_000 }).toContain(reference);
      expect(html).not.toMatch(/courses_(?:with_words|away)|app_public|SQLSTATE|42883|node_modules|stack|web\/app/);
      const within = await (await site().get('/courses.data?q=queue')).text();
      expect(within).not.toMatch(/courses_(?:with_words|away)|app_public|SQLSTATE|42883|node_modules/);
    } finally {
      await site().asOwner('alter function app_public.courses_away(text) rename to courses_with_words');
    }
    await expect.poll(async () => (await site().get('/courses?q=queue')).status, { timeout: 30_000 }).toBe(200);
  });

  test('in the database: the home page and the lists are served without it, and the rest comes back with it @SITE-05', async () => {
    const cachedPaths = ['/', '/courses', '/books', '/clips'];
    for (const path of cachedPaths) await expect.poll(async () => (await site().get(path)).headers.get('x-page-cache')).toBe('hit');
    const before = await (await site().get('/')).text();
    const giveBack = await stopDatabase(site());
    try {
      await expect.poll(async () => (await site().get('/readyz')).status, { timeout: 30_000 }).toBe(503);
      expect((await site().get('/healthz')).status).toBe(200);
      for (const path of cachedPaths) {
        const answer = await site().get(path);
        expect([answer.status, answer.headers.get('x-page-cache')], path).toEqual([200, 'hit']);
      }
      expect(await (await site().get('/')).text()).toBe(before);

      // Pages that need the database show an error without internal details, and nothing crashes.
      for (const path of ['/courses/css-set-in-type', '/courses?q=go', '/discussions/0193c8b2-0000-7000-8000-000000000000']) {
        const answer = await site().get(path, { cookie: 'newline.session_token=x.y' });
        expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5']);
        expect(await answer.text(), path).not.toMatch(/ECONN|ENOENT|postgres(?:ql)?:|\bpg\b|node_modules|at \w+ \(/);
      }
      expect((await site().get('/')).status).toBe(200);
    } finally {
      await giveBack();
    }
    await expect.poll(async () => (await site().get('/courses/css-set-in-type')).status, { timeout: 60_000 }).toBe(200);
  });

  test('of the whole process: after a kill it has lost nothing that it acknowledged, and starts cleanly without help', async () => {
    for (let round = 0; round < 2; round++) {
      const learner = await signInAt(site().origin, site().person('learner'));
      const clips = await clipsOf(learner);
      expect(clips.length).toBeGreaterThan(10);
      const pressing = pressUntilItDies(
        learner,
        clips.map((clip) => clip.id),
      );
      // Killed in the middle: after the first dozen toggles of another learner were answered.
      const other = await signInAt(site().origin, site().person('anotherLearner'));
      for (let press = 0; press < 12; press++) await other.run(toggleDocument, { clipId: clips[press % 3]?.id });
      await site().crash();
      const acknowledged = await pressing;
      expect(acknowledged.size).toBeGreaterThan(0);

      const saidBefore = site().output().length;
      await site().start();
      const output = site().output().slice(saidBefore);
      expect(output).not.toMatch(/Installing|Building|Making a new|Running \d+ database migrations|Loading the demo/);
      expect(output).toContain(site().person('learner').email);
      const again = await signInAt(site().origin, site().person('learner'));
      const stored = new Map((await clipsOf(again)).map((clip) => [clip.id, clip.likes.nodes[0]?.enabled ?? false]));
      for (const [clipId, enabled] of acknowledged) expect(stored.get(clipId)).toBe(enabled);
    }
  });
}

async function clipsOf(client: ApiClient): Promise<ClipsAnswer['clips']['nodes']> {
  const answer = await client.run<ClipsAnswer>(clipsDocument);
  return answer.data?.clips.nodes ?? [];
}

/** Toggles likes of the clips in turn until the site is killed, and records the last acknowledged state of each. */
async function pressUntilItDies(client: ApiClient, clipIds: readonly string[]): Promise<Map<string, boolean>> {
  const acknowledged = new Map<string, boolean>();
  for (let press = 0; press < 100_000; press++) {
    const clipId = clipIds[press % clipIds.length] ?? '';
    // Whether an unanswered toggle was stored is unknown, so its clip isn't checked.
    acknowledged.delete(clipId);
    try {
      const answer = await client.run<{ toggleLike: { like: { enabled: boolean } } }>(toggleDocument, { clipId });
      if (answer.data === null) return acknowledged;
      acknowledged.set(clipId, answer.data.toggleLike.like.enabled);
    } catch {
      return acknowledged;
    }
  }
  throw new Error('pressUntilItDies: expected the site to die, it went on');
}

/**
 * Stops the site's own PostgreSQL, and prevents it from being started again by moving its data away.
 *
 * @returns a function that moves the data back
 */
async function stopDatabase(site: WholeSite): Promise<() => Promise<void>> {
  const folder = join(site.dataDir, 'postgres');
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  await rename(folder, `${folder}.away`);
  process.kill(pid, 'SIGQUIT');
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
  return () => rename(`${folder}.away`, folder);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
