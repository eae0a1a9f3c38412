import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChildServer } from '../child-server.ts';
import { floorUrl, startFloor } from '../floor.ts';
import { sendOnce } from '../load.ts';
import { median } from '../median.ts';
import type { Suite } from './suite.ts';

const REPEATS = 5;

/** From spawning the process of a built and migrated site to its first 200. PostgreSQL runs already. */
export const start: Suite = async ({ site, isQuick, say }) => {
  say('start: the site and plain React (C), each started several times');
  const file = join(site.dataDir, 'start.html');
  await writeFile(file, await sendOnce({ name: 'home page', url: `${site.origin}/` }));
  const ours: number[] = [];
  const floors: number[] = [];
  for (let repeat = 0; repeat < (isQuick ? 1 : REPEATS); repeat++) {
    const floor = await startFloor('react', site, { FLOOR_HTML: file });
    floors.push(await firstAnswerMs(floor, floorUrl));
    await floor.stop();
    ours.push(await firstAnswerMs(await site.restart(), `${site.origin}/`));
  }
  const value = median(ours);
  const floor = { name: 'C, its process', value: median(floors) };
  return [
    { suite: 'start', name: 'cold start to the first 200', value, unit: 'ms', goal: { must: 600, aim: 300, isUpperBound: true } },
    {
      suite: 'start',
      name: 'cold start against a bare process',
      value,
      unit: 'ms',
      floor,
      ratio: value / floor.value,
      goal: { must: 4, isUpperBound: true },
    },
  ];
};

async function firstAnswerMs(server: ChildServer, url: string): Promise<number> {
  const startedAt = performance.now();
  await sendOnce({ name: 'first request', url });
  return server.startedInMs + performance.now() - startedAt;
}
