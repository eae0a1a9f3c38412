import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';

test('no two tests get the same port, even if neither listens on it yet', async () => {
  const ports = await Promise.all(Array.from({ length: 4 }, () => freePort(17_000)));
  expect(new Set(ports).size).toBe(4);
});
