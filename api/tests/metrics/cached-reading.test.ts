import { expect, test } from 'vitest';
import { cachedReading } from '../../src/metrics/cached-reading.ts';

test('something is read at most once in its time, also if it fails', async () => {
  let now = 0;
  let readings = 0;
  const read = cachedReading(
    async () => {
      readings += 1;
      if (readings === 2) throw new Error('away');
      return readings;
    },
    1000,
    () => now,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now = 999;
  expect(await read()).toBe(1);
  now = 1000;
  await expect(read()).rejects.toThrow('away');
  now = 1999;
  await expect(read()).rejects.toThrow('away');
  now = 2000;
  expect(await read()).toBe(3);
});
