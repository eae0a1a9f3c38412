import { readFile } from 'node:fs/promises';
import { persistedQueryBody } from '../persisted-query.ts';
import { sendMany, type Target } from '../load.ts';
import type { Suite } from './suite.ts';

/** How many requests are sent before the first measurement, and again between the first and the last. */
const REQUESTS = 20_000;

/** Measures memory after load, and that it doesn't grow with more of it. Linux only, and not in the short run. */
export const mem: Suite = async ({ site, isQuick, say }) => {
  if (process.platform !== 'linux' || isQuick) return [];
  const { pid } = (await site.restart()).process;
  if (pid === undefined) throw new Error('mem: expected a process, got one without an id');
  const person = { cookie: site.learner.cookie };
  const targets: Target[] = [
    { name: 'home page', url: `${site.origin}/` },
    { name: 'account page', url: `${site.origin}/account`, headers: person },
    {
      name: 'clips',
      url: `${site.origin}/graphql`,
      method: 'POST',
      headers: { ...person, 'content-type': 'application/json', origin: site.origin },
      body: persistedQueryBody('clips', { first: 30, offset: 0, userId: site.learner.id }),
    },
    { name: 'course pages', url: `${site.origin}/courses` },
  ];
  const load = async () => {
    for (const target of targets) await sendMany(target, { amount: REQUESTS / targets.length });
    return pssMebibytes(pid);
  };
  say(`mem: ${REQUESTS.toLocaleString('en')} requests, and as many again`);
  const before = await load();
  const after = await load();
  return [
    {
      suite: 'mem',
      name: 'memory after load (PSS of the Node process)',
      value: after,
      unit: 'MiB',
      goal: { must: 200, aim: 180, isUpperBound: true },
    },
    {
      suite: 'mem',
      name: `memory after ${REQUESTS.toLocaleString('en')} requests more`,
      value: after,
      unit: 'MiB',
      floor: { name: 'before', value: before },
      ratio: after / before,
      goal: { must: 1.1, isUpperBound: true },
    },
  ];
};

/** Returns the proportional set size of a process: shared memory counts in part. */
async function pssMebibytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024;
}
