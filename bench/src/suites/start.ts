import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChildServer } from '../child-server.ts';
import { floorUrl, startFloor } from '../floor.ts';
import { sendOnce } from '../load.ts';
import { median } from '../median.ts';
import type { Suite } from './suite.ts';

const REPEATS = 5;

/** Measures the time from spawning the process of a built and migrated site to its first 200. PostgreSQL already runs. */
export const start: Suite = async ({ site, isQuick, say }) => {
  say('start: the site and plain React (C), each started several times');
  const file = join(site.dataDir, 'start.html');
  await writeFile(file, await sendOnce({ name: 'home page', url: `${site.origin}/` }));
  const ours: number[] = [];
  const floors: number[] = [];
  const ready: number[] = [];
  for (let repeat = 0; repeat < (isQuick ? 1 : REPEATS); repeat++) {
    const floor = await startFloor('react', site, { FLOOR_HTML: file }, floorUrl);
    floors.push(firstAnswerMs(floor));
    await floor.stop();
    const ourProcess = await site.restart('/');
    ours.push(firstAnswerMs(ourProcess));
    ready.push(ourProcess.startedInMs);
  }
  const value = median(ours);
  const floor = { name: 'C, its process', value: median(floors) };
  return [
    { suite: 'start', name: 'cold start to the first 200', value, unit: 'ms', goal: { must: 500, aim: 400, isUpperBound: true } },
    { suite: 'start', name: 'cold start until everything is ready', value: median(ready), unit: 'ms', goal: { isUpperBound: true } },
    {
      suite: 'start',
      name: 'cold start against a bare process',
      value,
      unit: 'ms',
      floor,
      ratio: value / floor.value,
      goal: { must: 1.24, aim: 1.1, isUpperBound: true },
    },
  ];
};

function firstAnswerMs(server: ChildServer): number {
  if (server.firstAnswerInMs === null) throw new Error('start: expected an answer, got none');
  return server.firstAnswerInMs;
}
