import { expect } from '@playwright/test';
import { type ApiClient, signInAt } from './support/api-client.ts';
import { test } from './support/site-log.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// One worker, one site.
test.describe.configure({ mode: 'default' });

type ClipsAnswer = { clips: { nodes: { id: string; likes: { totalCount: number; nodes: { id: string; enabled: boolean }[] } }[] } };

const CLIPS = '{ clips(first: 30) { nodes { id likes { totalCount nodes { id enabled } } } } }';
const TOGGLE = 'mutation ($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { id enabled } } }';

async function clipsOf(client: ApiClient): Promise<ClipsAnswer['clips']['nodes']> {
  const answer = await client.run<ClipsAnswer>(CLIPS);
  return answer.data?.clips.nodes ?? [];
}

/** Switches likes of the clips in turn until the site dies, and keeps what it acknowledged last of each. */
async function pressUntilItDies(client: ApiClient, clipIds: readonly string[]): Promise<Map<string, boolean>> {
  const acknowledged = new Map<string, boolean>();
  for (let press = 0; press < 100_000; press++) {
    const clipId = clipIds[press % clipIds.length] ?? '';
    // Whether a press that got no answer was done, nobody can know: what it was about is not judged.
    acknowledged.delete(clipId);
    try {
      const answer = await client.run<{ toggleLike: { like: { enabled: boolean } } }>(TOGGLE, { clipId });
      if (answer.data === null) return acknowledged;
      acknowledged.set(clipId, answer.data.toggleLike.like.enabled);
    } catch {
      return acknowledged;
    }
  }
  throw new Error('pressUntilItDies: expected the site to die, it went on');
}

test.describe('a site of its own', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 });
  let site: SiteProcess;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    site = await prepareSite();
    await site.start();
  });
  test.afterAll(() => site.remove());

  test('starts again with nothing to do, says how to sign in, and stops with exit code 0', async () => {
    expect(await site.stop()).toBe(0);
    const saidBefore = site.output().length;
    await site.start();
    // How long that takes is measured by `npm run bench`; here only that nothing is done twice.
    const said = site.output().slice(saidBefore);
    expect(said).not.toMatch(/Installing|Building|Making a new|Running \d+ database migrations|Loading the demo/);
    expect(said).toContain(site.person('learner').email);
  });

  test('loses nothing it acknowledged when it is killed, and starts clean', async () => {
    for (let round = 0; round < 2; round++) {
      const learner = await signInAt(site.origin, site.person('learner'));
      const clips = await clipsOf(learner);
      expect(clips.length).toBeGreaterThan(10);
      const pressing = pressUntilItDies(
        learner,
        clips.map((clip) => clip.id),
      );
      // Killed in the middle: once the first dozen presses of another learner have been answered.
      const other = await signInAt(site.origin, site.person('anotherLearner'));
      for (let press = 0; press < 12; press++) await other.run(TOGGLE, { clipId: clips[press % 3]?.id });
      await site.crash();
      const acknowledged = await pressing;
      expect(acknowledged.size).toBeGreaterThan(0);

      await site.start();
      const again = await signInAt(site.origin, site.person('learner'));
      const kept = new Map((await clipsOf(again)).map((clip) => [clip.id, clip.likes.nodes[0]?.enabled ?? false]));
      for (const [clipId, enabled] of acknowledged) expect(kept.get(clipId)).toBe(enabled);
    }
  });

  test('counts a hundred presses of two tabs exactly once each @CLIP-05', async () => {
    const person = site.person('proLearner');
    const tabs = [await signInAt(site.origin, person), await signInAt(site.origin, person)];
    const before = (await clipsOf(tabs[0] as ApiClient))[0];
    const clipId = before?.id ?? '';
    const wasOn = before?.likes.nodes[0]?.enabled ?? false;
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, press) =>
        (tabs[press % 2] as ApiClient).run<{ toggleLike: { like: { id: string } } }>(TOGGLE, { clipId }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.data?.toggleLike.like.id)).size).toBe(1);
    const after = (await clipsOf(tabs[0] as ApiClient)).find((clip) => clip.id === clipId);
    expect(after?.likes.nodes).toHaveLength(1);
    expect(after?.likes.nodes[0]?.enabled).toBe(!wasOn);
    expect(after?.likes.totalCount).toBe((before?.likes.totalCount ?? 0) + (wasOn ? -1 : 1));
  });
});
